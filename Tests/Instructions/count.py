#!/usr/bin/env python3
"""Counts the instructions that a group costs in each stage, and holds them against recorded.json.

usage: count.py [--record] [--bench PATH]

  --record  write what was counted to recorded.json instead of comparing
  --bench   folio-bench in release mode, with the options of .ci/run; built where left out

Valgrind counts what a process executes. Of two runs that differ by one stage the
difference is that stage; of two sizes the difference, divided by the groups between them, is what a
group costs, and what a process costs anyhow falls out. So the figures are the same on a busy machine.
They do depend on the compiler and its libraries: under another version nothing is compared.
"""
import argparse
import concurrent.futures
import json
import os
import pathlib
import platform
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.append(str(HERE.parent))
import cachegrind
from release_build import built

RECORDED = HERE / "recorded.json"
SIZES = (2_000, 6_000)
# Each stage, and up to where everything is done anyhow.
STAGES = {
    "read": "document", "check": "read", "book": "check", "journal": "check", "report": "journal",
    "stream": "document"}
# How much more is too much.
LIMIT = 0.10


def toolchain():
    shown = subprocess.run(["swift", "--version"], capture_output=True, text=True, check=True)
    version = re.search(r"Swift version (\S+)", shown.stdout).group(1)
    return f"Swift {version}, {platform.system()} {platform.machine()}"


def count(bench, last, groups):
    """The instructions of one process."""
    command = [*cachegrind.COMMAND, bench, "--job", f"steps:{last}:{groups}"]
    # The order in sets and dictionaries would differ from run to run.
    environment = dict(os.environ, SWIFT_DETERMINISTIC_HASHING="1")
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    counted = cachegrind.instructions(done.stderr)
    if done.returncode != 0 or counted is None:
        sys.exit(f"{' '.join(command)} ends with {done.returncode}:\n{done.stderr[-2000:]}")
    return counted


def counts(bench):
    """Instructions a group, by stage."""
    lasts = ["document", *STAGES]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        steps = {last: [pool.submit(count, bench, last, size) for size in SIZES] for last in lasts}
        growth = {last: large.result() - small.result() for last, (small, large) in steps.items()}
    groups = SIZES[1] - SIZES[0]
    return {stage: round((growth[stage] - growth[before]) / groups)
            for stage, before in STAGES.items()}


def compare(recorded, counted):
    """Prints both; whether nothing has grown by more than the limit."""
    fine = True
    for stage, now in counted.items():
        then = recorded["instructions_per_group"].get(stage)
        if then is None:
            print(f"{stage:8} {now:9,} instructions a group; none recorded")
            continue
        change = now / then - 1
        is_dearer = now > then * (1 + LIMIT)
        verdict = f": more than {LIMIT:.0%}" if is_dearer else ""
        fine = fine and not is_dearer
        print(f"{stage:8} {now:9,} instructions a group, recorded {then:9,} ({change:+.1%}){verdict}")
    if not fine:
        print("A stage has become dearer. Mend it, or say why in the commit and run "
              "Tests/Instructions/count.py --record.")
    return fine


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--record", action="store_true")
    parser.add_argument("--bench")
    options = parser.parse_args()
    cachegrind.require()
    recorded = json.loads(RECORDED.read_text()) if RECORDED.exists() else None
    here = toolchain()
    if not options.record:
        if recorded is None:
            sys.exit(f"{RECORDED.name} is missing; --record writes it")
        if recorded["toolchain"] != here:
            print(f"recorded under {recorded['toolchain']}, this is {here}: nothing is compared")
            return
    counted = counts(options.bench or built("folio-bench"))
    if options.record:
        record = {"toolchain": here, "sizes": SIZES, "instructions_per_group": counted}
        RECORDED.write_text(json.dumps(record, indent=2) + "\n")
        print(RECORDED.read_text(), end="")
    elif not compare(recorded, counted):
        sys.exit(1)


if __name__ == "__main__":
    main()
