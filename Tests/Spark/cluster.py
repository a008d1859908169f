"""Runs folio_spark on a local cluster with two executor processes, kills one of them while tasks are
running, and compares the sorted output with that of one process, byte for byte."""
import glob
import hashlib
import json
import os
import re
import signal
import subprocess
import sys
import threading
import time

import folio_spark
from pyspark.sql import SparkSession

# The bytes of the large portfolio.
LARGE = int(os.environ.get("LARGE", "100000000"))
POISON = ['{"settings": 7}', "{]", '"text"', '{"settings": {"base_currency": "USD"}']


def ledgers(folder, count):
    """Names and ledgers; some are poisoned, and one is large."""
    whole = []
    for path in sorted(glob.glob(os.path.join(folder, "*.json"))):
        with open(path) as file:
            whole.append(file.read())
    for number in range(count):
        text = whole[number % len(whole)]
        if number % 97 == 13:
            text = POISON[number % len(POISON)]
        if number == count // 2:
            text = '{"x_padding": "%s", %s' % ("x" * LARGE, whole[0].lstrip()[1:])
        yield f"u-{number:07}", text


def parent(number):
    """The process that started another; 0 if that is gone."""
    try:
        with open(f"/proc/{number}/stat") as file:
            return int(file.read().rsplit(")", 1)[1].split()[1])
    except OSError:
        return 0


def executors():
    """The executor processes that descend from this process."""
    found = []
    for path in glob.glob("/proc/[0-9]*/cmdline"):
        try:
            with open(path, "rb") as file:
                if b"CoarseGrainedExecutorBackend" not in file.read():
                    continue
        except OSError:
            continue
        number = above = int(path.split("/")[2])
        while above > 1 and above != os.getpid():
            above = parent(above)
        if above == os.getpid():
            found.append(number)
    return found


def kill_one_later(killed, seconds):
    time.sleep(seconds)
    found = executors()
    if found:
        os.kill(found[0], signal.SIGKILL)
        killed.append(found[0])


def digest(lines):
    """The number of lines, and a checksum of them when they are sorted. The number of the line with a
    fault is left out: it counts the lines of a partition."""
    ordered = sorted(
        re.sub(r'"line": \d+', '"line": N', line) if '", "faults": ' in line[:60] else line
        for line in lines)
    return len(ordered), hashlib.sha256("\n".join(ordered).encode()).hexdigest()


def main(folio, folder, work, count):
    os.environ["SPARK_HOME"] = os.path.dirname(__import__("pyspark").__file__)
    path = os.path.join(work, "all.ndjson")
    with open(path, "w") as file:
        for name, text in ledgers(folder, count):
            file.write(folio_spark.line(name, text) + "\n")

    words = folio_spark.command("gains", folio=folio)
    begin = time.monotonic()
    with open(path) as file:
        alone = subprocess.run(words, stdin=file, stdout=subprocess.PIPE, check=True)
    seconds = time.monotonic() - begin
    expected = alone.stdout.decode().splitlines()
    failed = sum('", "faults": ' in line[:60] for line in expected)
    assert len(expected) == count and failed >= count // 97, (len(expected), failed)
    print(f"  one process: {count} portfolios, {failed} with faults, {seconds:.1f} s")

    spark = (
        SparkSession.builder.master("local-cluster[2,1,1024]").appName("folio")
        .config("spark.ui.enabled", "false").config("spark.driver.host", "127.0.0.1")
        .config("spark.driver.memory", "3g").config("spark.driver.maxResultSize", "3g")
        .config("spark.sql.execution.arrow.maxRecordsPerBatch", "100")
        .config("spark.executorEnv.PYTHONPATH", os.environ["PYTHONPATH"]).getOrCreate()
    )
    spark.sparkContext.setLogLevel("OFF")
    try:
        run(spark, folio, path, expected, seconds)
    finally:
        spark.stop()


def run(spark, folio, path, expected, seconds):
    lines = spark.sparkContext.textFile(path, 16)
    begin = time.monotonic()
    found = folio_spark.pipe(lines, "gains", folio=folio).collect()
    print(f"  pipe: {time.monotonic() - begin:.1f} s")
    assert digest(found) == digest(expected), "pipe differs from one process"

    killed = []
    killer = threading.Thread(target=kill_one_later, args=(killed, min(2.0, seconds / 2)))
    killer.start()
    begin = time.monotonic()
    found = folio_spark.pipe(lines, "gains", folio=folio).collect()
    killer.join()
    assert killed, "no executor was killed"
    print(f"  pipe, one executor killed: {time.monotonic() - begin:.1f} s")
    assert digest(found) == digest(expected), "pipe differs after a killed executor"

    def columns(text):
        name, ledger = text.split('", "ledger": ', 1)
        return name.removeprefix('{"portfolio": "'), ledger[:-1]

    rows = lines.map(columns)
    table = spark.createDataFrame(rows, "portfolio string, ledger string")
    begin = time.monotonic()
    reports = folio_spark.reports(table, "gains", folio=folio).collect()
    print(f"  mapInArrow: {time.monotonic() - begin:.1f} s")
    found = [
        '{"portfolio": %s, %s}' % (
            json.dumps(row.portfolio),
            f'"report": {row.report}' if row.faults is None else f'"faults": {row.faults}')
        for row in reports
    ]
    assert digest(found) == digest(expected), "mapInArrow differs"

    wrong = folio_spark.pipe(lines, "gains", "--tax-rules", "none", "--max-groups", "x", folio=folio)
    try:
        wrong.collect()
    except Exception:
        print("  a worker that fails, fails the job")
    else:
        raise AssertionError("the failure of a worker was ignored")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4]))
