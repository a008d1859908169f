#!/usr/bin/env python3
"""Measures what a change and a look at a long store cost, beside plain SQLite in the same run.

usage: run.py [--folio PATH] [--groups COUNT[,COUNT...]] [--kinds file,sqlite] [--runs COUNT]

Each command is a process of its own. Its times, by the clock and of the processors, are the least
of some runs, and its memory is the most.
Beside it, the `sqlite3` module of Python inserts a row of the same bytes as a durable transaction
into a table of as many rows with an index.
"""
import argparse
import os
import pathlib
import sqlite3
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.append(str(HERE.parent))
sys.path.append(str(HERE))
import history
from release_build import built


# A process counts the memory of the one that starts it as its own, so a small one starts it.
STARTER = """
import os, sys, time
start = time.perf_counter()
child = os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ)
_, ended, usage = os.wait4(child, 0)
took = time.perf_counter() - start
print()
print(os.waitstatus_to_exitcode(ended), took, usage.ru_utime + usage.ru_stime, usage.ru_maxrss)
"""


def measured(command, runs):
    """The least milliseconds by the clock and of the processors, and the most MiB, as text."""
    took, used, most = float("inf"), float("inf"), 0
    for run in range(runs):
        words = [word.replace("{run}", str(run)) for word in command]
        starter = [sys.executable, "-S", "-c", STARTER, *words]
        done = subprocess.run(
            starter, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=True,
            env=dict(os.environ, TZ="UTC"))
        output, _, result = done.stdout.decode().rstrip().rpartition("\n")
        status, seconds, busy, memory = result.split()
        if status != "0":
            sys.exit(f"{' '.join(words)}: {status}\n{output[-2000:]}")
        took, used = min(took, float(seconds)), min(used, float(busy))
        most = max(most, int(memory) / 1024)
    return f"{took * 1000:10.1f} ms {used * 1000:10.1f} ms {most:8.0f} MiB"


def plain_sqlite(folder, groups, rows):
    """The seconds of a durable insert of one row into a table of so many."""
    path = folder / "plain.sqlite"
    with sqlite3.connect(path) as base:
        base.execute("pragma journal_mode = wal")
        base.execute("create table groups (id text primary key, at text, row blob)")
        base.execute("create index by_time on groups (at)")
        base.executemany(
            "insert into groups values (?, ?, ?)",
            ((f"g-{n}", f"{n:09}", rows[n % len(rows)]) for n in range(groups)))
    base.close()
    base = sqlite3.connect(path, isolation_level=None)
    base.execute("pragma synchronous = full")
    best = float("inf")
    for n in range(50):
        start = time.perf_counter()
        base.execute("insert into groups values (?, ?, ?)", (f"new-{n}", "1", rows[n % len(rows)]))
        best = min(best, time.perf_counter() - start)
    base.close()
    return best


def size(path):
    """The bytes of a store with all of its files."""
    return sum(file.stat().st_size for file in path.parent.glob(path.name + "*"))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--folio")
    parser.add_argument("--groups", default="1000,100000")
    parser.add_argument("--kinds", default="file")
    parser.add_argument("--runs", type=int, default=5)
    options = parser.parse_args()
    folio = options.folio or str(built("folio"))
    for groups in [int(word) for word in options.groups.split(",")]:
        with tempfile.TemporaryDirectory() as name:
            measure(folio, groups, options, pathlib.Path(name))


def measure(folio, groups, options, folder):
    """Measures stores with so many groups."""
    document = folder / "history.ndjson"
    lots = history.write(document, groups)
    with open(document, encoding="utf-8") as lines:
        rows = [line for line, _ in zip(lines, range(200))][1:]
    insert = plain_sqlite(folder, groups, rows)
    length = document.stat().st_size / 1e6
    print(f"\n{groups:,} groups, {lots:,} open lots; document {length:.1f} MB")
    print(f"{'plain SQLite: durable insert':44}{insert * 1000:10.2f} ms")
    figures = measured([folio, "holdings", str(document)], options.runs)
    print(f"{'folio holdings DOCUMENT':44}{figures}")
    middle = (groups * (history.YEARS - 1)) // history.YEARS
    if middle % 10_000 == 0:
        middle += 1
    for kind in options.kinds.split(","):
        path = folder / f"store.{kind}"
        store = f"{kind}:{path}"
        print(f"{'folio init ' + kind:44}{measured([folio, 'init', store, str(document)], 1)}")
        export = [folio, "export", "folio-ndjson", store]
        written = len(subprocess.run(export, check=True, capture_output=True).stdout)
        print(f"{'  on disk, times what folio export writes':44}{size(path) / written:10.2f}")
        commands = [
            ("holdings", ["holdings", store]), ("log --limit 20", ["log", store, "--limit", "20"]),
            ("add at the end", [
                "add", store, "--buy", "S001", "--quantity", "1", "--price", "10", "--id",
                "new-{run}", "--on", "2024-12-31"]),
            ("add a year back", [
                "add", store, "--buy", "S001", "--quantity", "1", "--price", "10", "--id",
                "old-{run}", "--on", "2023-12-31"]),
            ("void a group a year back", ["void", store, f"g-{middle}"]),
            ("holdings after it", ["holdings", store])]
        for title, words in commands:
            runs = 1 if words[0] == "void" else options.runs
            print(f"{'folio ' + title + ', ' + kind:44}{measured([folio, *words], runs)}")


if __name__ == "__main__":
    main()
