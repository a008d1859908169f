#!/usr/bin/env python3
"""Measures what a change and a look at a long store cost, beside plain SQLite in the same run.

usage: run.py [--folio PATH] [--groups COUNT[,COUNT...]] [--kinds file,sqlite] [--runs COUNT]

Each command is a process of its own. Its time is the least of some runs, and its memory the most.
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


def measured(command, runs, status=(0,)):
    """The least seconds, the most MiB, and the output of the last run."""
    best, most, output = float("inf"), 0, b""
    for run in range(runs):
        words = [word.replace("{run}", str(run)) for word in command]
        start = time.perf_counter()
        with tempfile.TemporaryFile() as out:
            child = subprocess.Popen(words, stdout=out, stderr=out, env=dict(os.environ, TZ="UTC"))
            _, ended, usage = os.wait4(child.pid, 0)
            took = time.perf_counter() - start
            child.returncode = os.waitstatus_to_exitcode(ended)
            out.seek(0)
            output = out.read()
        if child.returncode not in status:
            sys.exit(f"{' '.join(words)}: {child.returncode}\n{output.decode()[-2000:]}")
        best, most = min(best, took), max(most, usage.ru_maxrss / 1024)
    return best, most, output


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
    took, memory, _ = measured([folio, "holdings", str(document)], options.runs)
    print(f"{'folio holdings DOCUMENT':44}{took * 1000:10.1f} ms {memory:8.0f} MiB")
    middle = (groups * (history.YEARS - 1)) // history.YEARS
    if middle % 10_000 == 0:
        middle += 1
    for kind in options.kinds.split(","):
        path = folder / f"store.{kind}"
        store = f"{kind}:{path}"
        took, memory, _ = measured([folio, "init", store, str(document)], 1)
        print(f"{'folio init ' + kind:44}{took * 1000:10.1f} ms {memory:8.0f} MiB")
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
            took, memory, _ = measured([folio, *words], runs)
            print(f"{'folio ' + title + ', ' + kind:44}{took * 1000:10.1f} ms {memory:8.0f} MiB")
        cache = path.with_name(path.name + ".cache")
        if cache.exists():
            cache.unlink()
            took, memory, _ = measured([folio, "holdings", store], 1)
            print(f"{'folio holdings without cache':44}{took * 1000:10.1f} ms {memory:8.0f} MiB")


if __name__ == "__main__":
    main()
