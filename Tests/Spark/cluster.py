"""Runs folio_spark on a cluster of two executor processes and compares its sorted output with that of
one process: byte for byte, also if an executor is killed, portfolios are poisoned, one has 100 MB, and
a worker breaks."""
import decimal
import json
import os
import random
import re
import subprocess
import sys
import time

import executors
import folio_files
import folio_spark
import portfolios
from pyspark.sql import SparkSession

# The bytes of the large portfolio.
LARGE = int(os.environ.get("LARGE", "100000000"))
REPORT = "gains"


def ordered(lines):
    """The lines in order. The number of the line with a fault is left out: it counts the lines of a
    partition."""
    return sorted(
        re.sub(r'"line": \d+', '"line": 0', line) if '", "faults": ' in line[:60] else line
        for line in lines)


def same(name, found, expected):
    found = ordered(found)
    if found == expected:
        return
    pairs = zip(found, expected)
    first = next(((one[:200], two[:200]) for one, two in pairs if one != two), None)
    raise AssertionError(
        f"{name} differs: {len(found)} of {len(expected)} lines; first difference: {first}")


def timed(name, work, more=lambda: ""):
    begin = time.monotonic()
    result = work()
    seconds = time.monotonic() - begin
    print(f"  {name}: {seconds:.1f} s{more()}", flush=True)
    return result, seconds


def main(folio, folder, work, count):
    seed = int(os.environ.get("SEED", time.time()))
    random.seed(seed)
    os.environ["SPARK_HOME"] = os.path.dirname(__import__("pyspark").__file__)
    lines, parquet = portfolios.write(folder, work, count, LARGE)
    size = os.path.getsize(lines) / 1e6
    print(f"  {count} portfolios, {size:.0f} MB, one of {LARGE / 1e6:.0f} MB; seed {seed}", flush=True)
    expected = timed("one process", lambda: alone(lines, folio))[0]
    failed = sum('", "faults": ' in line[:60] for line in expected)
    assert len(expected) == count and failed > count // 97, (len(expected), failed)
    spark, _ = timed("start of the session", session)
    try:
        Checks(spark, folio, work, lines, parquet, expected).run()
    finally:
        spark.stop()


def alone(path, folio):
    with open(path) as file:
        words = folio_spark.command(REPORT, folio=folio)
        made = subprocess.run(words, stdin=file, stdout=subprocess.PIPE, check=True)
    return ordered(made.stdout.decode().splitlines())


def session():
    builder = SparkSession.builder.master("local-cluster[2,1,1024]").appName("folio")
    settings = {
        **folio_spark.SETTINGS, "spark.ui.enabled": "false", "spark.driver.host": "127.0.0.1",
        "spark.driver.memory": "2g", "spark.driver.maxResultSize": "2g",
        "spark.ui.showConsoleProgress": "false",
        "spark.executorEnv.PYTHONPATH": os.environ["PYTHONPATH"],
        # The examples are small for their number: more partitions than the size asks for.
        "spark.sql.files.maxPartitionBytes": "8m",
    }
    for key, value in settings.items():
        builder = builder.config(key, value)
    made = builder.getOrCreate()
    made.sparkContext.setLogLevel("OFF")
    # The executors start with the first job.
    made.sparkContext.parallelize(range(4), 4).count()
    return made


class Checks:
    def __init__(self, spark, folio, work, lines, parquet, expected):
        self.spark, self.folio, self.work, self.expected = spark, folio, work, expected
        self.files = {"lines": lines, "Parquet": parquet}
        self.lines = spark.sparkContext.textFile(lines, 12)
        self.table = spark.read.parquet(parquet)

    def run(self):
        for name, work in [
            ("pipe over lines", self.piped), ("mapInArrow over Parquet", self.mapped),
            ("files of lines", lambda: self.read("lines")),
        ]:
            found, seconds = timed(name, work)
            same(name, found, self.expected)
            self.kill(name, work, seconds)
        found, _ = timed("files of Parquet", lambda: self.read("Parquet"))
        same("files of Parquet", found, self.expected)

        flaky = os.path.join(os.path.dirname(os.path.abspath(__file__)), "flaky")
        marker = os.path.join(self.work, "broken")
        found, _ = timed("mapInArrow, a worker that breaks once", lambda: self.mapped(
            folio_spark.command(REPORT, folio=self.folio), [flaky, marker]))
        assert os.path.isdir(marker), "no worker broke"
        same("mapInArrow after a broken worker", found, self.expected)
        self.fail()
        timed("typed rows", self.type)

    def kill(self, name, work, seconds):
        """Kills an executor during a job. A job that ends before that is run again, since the first of
        its kind is slower."""
        for _ in range(4):
            with executors.Killer(seconds) as killer:
                found, seconds = timed(
                    f"{name}, an executor killed", work, lambda: f", at {killer.moment:.1f} s")
            same(f"{name} with a killed executor", found, self.expected)
            if killer.killed:
                return
            print("    it ended first; once more", flush=True)
        raise AssertionError("no executor was killed while its job ran")

    def piped(self):
        return folio_spark.pipe(self.lines, REPORT, folio=self.folio).collect()

    def mapped(self, words=None, wrapper=None):
        """The lines of one process, from the rows of a DataFrame."""
        command = folio_spark.command
        if wrapper:
            folio_spark.command = lambda *_, **__: wrapper + words
        try:
            rows = folio_spark.reports(self.table, REPORT, folio=self.folio).collect()
        finally:
            folio_spark.command = command
        return self.texts(rows)

    def read(self, kind):
        """The lines of one process, from files that the tasks read."""
        made = folio_files.reports(
            self.spark, [self.files[kind]], REPORT, folio=self.folio, size=8_000_000)
        return self.texts(made.collect())

    @staticmethod
    def texts(rows):
        return [
            '{"portfolio": %s, %s}' % (
                json.dumps(row.portfolio),
                f'"report": {row.report}' if row.faults is None else f'"faults": {row.faults}')
            for row in rows
        ]

    def fail(self):
        """A worker that always fails, fails the job."""
        for name, job in [
            ("pipe", lambda: folio_spark.pipe(self.lines, REPORT, "--wrong", folio=self.folio)),
            ("mapInArrow", lambda: folio_spark.reports(
                self.table.limit(10), REPORT, "--wrong", folio=self.folio)),
        ]:
            try:
                job().collect()
            except Exception as failure:
                assert "wrong" in str(failure) or "status" in str(failure), failure
            else:
                raise AssertionError(f"{name}: the failure of a worker was ignored")
        print("  a worker that always fails, fails the job", flush=True)

    def type(self):
        """Each cell of the typed rows is that of the JSON, and sums are exact."""
        columns = folio_spark.columns(REPORT, folio=self.folio)
        made = folio_spark.reports(self.table, REPORT, folio=self.folio)
        typed = folio_spark.rows(made, columns)
        kinds = {field.name: field.dataType.simpleString() for field in typed.schema.fields}
        assert kinds["gain"] == "decimal(38,18)" and kinds["disposed"] == "date", kinds
        found = sorted(
            json.dumps([cell(value) for value in row], ensure_ascii=False) for row in typed.collect())
        names = [field.name for field in columns.fields]
        decimals = {field.name for field in columns.fields if field.metadata.get("comment")}
        expected = []
        for text in self.expected:
            answer = json.loads(text)
            for row in answer.get("report", {}).get("rows", []):
                assert set(row) <= set(names), set(row) - set(names)
                values = [answer["portfolio"]] + [
                    cell(decimal.Decimal(row[name])) if name in decimals and row.get(name) is not None
                    else row.get(name) for name in names]
                expected.append(json.dumps(values, ensure_ascii=False))
        assert found and found == sorted(expected), (len(found), len(expected))


def cell(value):
    """A value as text; decimals without zeros at the end, so that equal ones have equal texts."""
    if isinstance(value, decimal.Decimal):
        text = f"{value:f}"
        return text.rstrip("0").rstrip(".") if "." in text else text
    return value if value is None or isinstance(value, (str, int)) else str(value)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4]))
