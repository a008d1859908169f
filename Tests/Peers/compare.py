#!/usr/bin/env python3
"""Runs Folio and its peers on the same history, in one go, and prints a table in Markdown.

usage: compare.py [--groups N] [--runs N] [--slow-runs N] [--folio PATH] [--install]

  --groups     transaction groups of the history; 100000 where left out
  --runs       how often each program runs; 5 where left out
  --slow-runs  how often those run that take more than 10 s; 3 where left out
  --folio      the program to compare; built in release mode where left out
  --install    install what is missing: ledger and hledger by apt, the others by pip

Every figure is of the whole process: start, load, job, output. Runs take turns, one of each program,
so that a busy minute falls on all of them. Before each run the program and its history are read once,
outside of the time, so that nobody waits for a disk. What is not there is left out, and said.
"""
import argparse
import os
import pathlib
import platform
import shutil
import statistics
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.append(str(HERE.parent))
from release_build import built

WORK = ROOT / ".build" / "peers"
PYTHON = WORK / "python"
SLOW = 10.0

UROMYCES = "import sys, uromyces; l = uromyces.load_file(sys.argv[1]); sys.exit(len(l.errors) > 0)"


class Peer:
    """A program, how it is called, and what it does on the history."""

    def __init__(self, name, command, version, job):
        self.name, self.command, self.version, self.job = name, command, version, job
        self.wall, self.cpu, self.peak = [], [], []

    def run(self):
        for path in filter(os.path.isfile, self.command):
            with open(path, "rb") as file:
                while file.read(1 << 20):
                    pass
        start = time.perf_counter()
        with open(WORK / "output", "wb") as output, open(WORK / "complaints", "wb") as complaints:
            process = subprocess.Popen(self.command, stdout=output, stderr=complaints)
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode != 0:
            said = (WORK / "complaints").read_text(errors="replace")[:500]
            sys.exit(f"{self.name} ends with {process.returncode}: {said}")
        self.wall.append(time.perf_counter() - start)
        self.cpu.append(usage.ru_utime + usage.ru_stime)
        self.peak.append(usage.ru_maxrss / 1024)

    @property
    def is_slow(self):
        return bool(self.wall) and statistics.median(self.wall) > SLOW


def words(command):
    """The first line that a command prints."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    lines = (done.stdout or done.stderr).splitlines()
    return lines[0].strip() if lines else "unknown"


def install():
    if not all(shutil.which(name) for name in ("ledger", "hledger")):
        subprocess.run(["apt-get", "update", "-qq"], check=False)
        for name in ("ledger", "hledger"):
            subprocess.run(["apt-get", "install", "-y", "-qq", name], check=False)
    if not PYTHON.exists():
        subprocess.run([sys.executable, "-m", "venv", str(PYTHON)], check=True)
    for name in ("beancount>=3,<4", "uromyces"):
        subprocess.run([PYTHON / "bin" / "pip", "install", "--quiet", name], check=False)


def pip_version(name):
    pip = PYTHON / "bin" / "pip"
    if not pip.exists():
        return None
    shown = subprocess.run([pip, "show", name], capture_output=True, text=True, check=False).stdout
    lines = [line for line in shown.splitlines() if line.startswith("Version: ")]
    return lines[0].removeprefix("Version: ") if lines else None


def peers(folio):
    """Those that are there, and the names of those that are not."""
    version = words([folio, "--version"]).removeprefix("folio ")
    found = [
        Peer("Folio", [folio, "holdings", str(WORK / "w.json")], version,
             "reads JSON, checks, books by FIFO, prints holdings"),
        Peer("Folio, journal", [folio, "trial-balance", str(WORK / "w.json")], version,
             "the same with gains and the whole journal; prints the trial balance"),
    ]
    missing = []
    uromyces, beancount = pip_version("uromyces"), pip_version("beancount")
    if uromyces:
        command = [str(PYTHON / "bin" / "python"), "-c", UROMYCES, str(WORK / "w.beancount")]
        found.append(Peer("uromyces", command, uromyces,
                          "`load_file` from Python: parses, books by FIFO; prints nothing"))
    else:
        missing.append("uromyces")
    if shutil.which("ledger"):
        version = words(["ledger", "--version"]).split(",")[0].removeprefix("Ledger ")
        found.append(Peer("ledger", ["ledger", "-f", str(WORK / "w.ledger"), "bal", "-B"], version,
                          "`bal -B`: parses, sums at cost; books no lots"))
    else:
        missing.append("ledger")
    if shutil.which("hledger"):
        version = words(["hledger", "--version"]).split(",")[0].removeprefix("hledger ")
        found.append(Peer("hledger", ["hledger", "-f", str(WORK / "w.journal"), "bal", "-B"],
                          version, "`bal -B`: parses, sums at cost; books no lots"))
    else:
        missing.append("hledger")
    if beancount:
        command = [str(PYTHON / "bin" / "bean-check"), "--no-cache", str(WORK / "w.beancount")]
        found.append(Peer("beancount", command, beancount,
                          "`bean-check --no-cache`: parses, books by FIFO, validates; prints nothing"))
    else:
        missing.append("beancount")
    return found, missing


def processor():
    try:
        lines = pathlib.Path("/proc/cpuinfo").read_text().splitlines()
        names = [line.split(":")[1].strip() for line in lines if line.startswith("model name")]
        return f"{len(names)} × {names[0]}"
    except (OSError, IndexError):
        return platform.processor() or platform.machine()


def table(found, groups):
    first = statistics.median(found[0].wall)
    print("| program | version | what it does | runs | elapsed, s | min to max | processor, s | "
          "peak, MB | groups a second | relative to Folio |")
    print("|---|---|---|--:|--:|--:|--:|--:|--:|--:|")
    for peer in found:
        wall = statistics.median(peer.wall)
        print(f"| {peer.name} | {peer.version} | {peer.job} | {len(peer.wall)} | {wall:.2f} | "
              f"{min(peer.wall):.2f} to {max(peer.wall):.2f} | {statistics.median(peer.cpu):.2f} | "
              f"{statistics.median(peer.peak):.0f} | {groups / wall:,.0f} | {wall / first:.1f} × |")


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--groups", type=int, default=100_000)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--slow-runs", type=int, default=3)
    parser.add_argument("--folio")
    parser.add_argument("--install", action="store_true")
    options = parser.parse_args()
    WORK.mkdir(parents=True, exist_ok=True)
    if options.install:
        install()
    folio = options.folio or built("folio")
    generator = [sys.executable, str(HERE / "workload.py"), str(options.groups), str(WORK)]
    subprocess.run(generator, check=True)
    found, missing = peers(folio)
    before = os.getloadavg()[0]
    for turn in range(options.runs):
        for peer in found:
            if turn < options.slow_runs or not peer.is_slow:
                peer.run()
    print(f"{options.groups:,} groups, {time.strftime('%Y-%m-%d')}; {processor()}, "
          f"{platform.system()} {platform.machine()}; "
          f"load average {before:.1f} before, {os.getloadavg()[0]:.1f} after")
    print()
    table(found, options.groups)
    if missing:
        print(f"\nNot there: {', '.join(missing)}.")


if __name__ == "__main__":
    main()
