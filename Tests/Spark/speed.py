"""Compares the speed of a cluster of two executor processes with `folio --each line --jobs 2`.

    Tests/Spark/run --speed FOLIO [COUNT]

Both read the same portfolios of 50 groups, on the same two cores, and write their answers to files. The
start of the session is not counted. All runs take turns, so state the ratios of one run.
Specs/performance/capacity.md has the results.
"""
import os
import shutil
import statistics
import subprocess
import sys
import time

import cluster
import folio_files
import folio_spark
import portfolios

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Capacity"))
import capacity

GROUPS, ROUNDS = 50, 3
FLAGS = ["--trade-prices", "--reports", "holdings,gains,pnl"]


def tables(work, count):
    """Writes the portfolios as lines and as Parquet."""
    import json

    import pyarrow
    import pyarrow.parquet

    lines, parquet = os.path.join(work, "all.ndjson"), os.path.join(work, "all.parquet")
    schema = pyarrow.schema([("portfolio", pyarrow.string()), ("ledger", pyarrow.string())])
    with open(lines, "w") as file, pyarrow.parquet.ParquetWriter(parquet, schema) as writer:
        rows = []
        for number in range(count):
            text = capacity.portfolio(number, GROUPS)
            file.write(portfolios.line(f"u-{number}", text) + "\n")
            rows.append((f"u-{number}", text))
            if len(rows) == 500 or number == count - 1:
                writer.write_table(pyarrow.table(list(zip(*rows)), schema=schema))
                rows = []
    return lines, parquet


def alone(folio, lines, output):
    words = folio_spark.command("pnl", *FLAGS, folio=folio)
    words[words.index("--jobs") + 1] = "2"
    with open(lines) as file, open(output, "w") as out:
        subprocess.run(words, stdin=file, stdout=out, check=True)


def seconds(work):
    begin = time.monotonic()
    work()
    return time.monotonic() - begin


def main(folio, work, count):
    lines, parquet = tables(work, count)
    output = os.path.join(work, "out")
    print(f"  {count} portfolios of {GROUPS} groups, {os.path.getsize(lines) / 1e6:.0f} MB", flush=True)
    spark = cluster.session()

    def piped():
        made = folio_spark.pipe(
            spark.sparkContext.textFile(lines, 16), "pnl", *FLAGS, folio=folio)
        made.saveAsTextFile(output)

    def mapped():
        table = spark.read.parquet(parquet)
        folio_spark.reports(table, "pnl", *FLAGS, folio=folio).write.parquet(output)

    def from_files(path):
        return lambda: folio_files.reports(
            spark, [path], "pnl", *FLAGS, folio=folio).write.parquet(output)

    ways = {
        "folio --each line --jobs 2": lambda: alone(folio, lines, output),
        "pipe over lines": piped, "mapInArrow over Parquet": mapped,
        "files of lines": from_files(lines), "files of Parquet": from_files(parquet),
    }
    times = {name: [] for name in ways}
    for turn in range(ROUNDS + 1):
        for name, run in ways.items():
            shutil.rmtree(output, ignore_errors=True)
            if os.path.isfile(output):
                os.remove(output)
            took = seconds(run)
            # The first turn starts the Python workers and fills caches.
            if turn:
                times[name].append(took)
    spark.stop()
    best = statistics.median(times["folio --each line --jobs 2"])
    for name, all_times in times.items():
        middle = statistics.median(all_times)
        print(f"  {name}: {middle:.2f} s of {[f'{one:.2f}' for one in all_times]}, "
              f"{best / middle:.2f} of its speed", flush=True)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
