"""Reports of Folio on millions of portfolios, with Apache Spark.

Each task runs one `folio` process, which reads lines and writes lines. A ledger with faults is a row
with faults. If a process itself fails, so does its task, and Spark tries it again.
"""
import json
import re
import shlex
import subprocess
import threading

#: One row for each portfolio. `report` is JSON; `faults` is null for a portfolio without faults.
SCHEMA = "portfolio string, report string, faults string"

#: The settings of a session that reads large ledgers. A batch of Arrow is copied several times, so
#: that the default of 10,000 rows takes gigabytes if a ledger has 100 kB. A batch has one row at
#: least, however large.
SETTINGS = {
    "spark.sql.execution.arrow.maxRecordsPerBatch": "1000",
    "spark.sql.execution.arrow.maxBytesPerBatch": "16m",
    "spark.sql.files.maxPartitionBytes": "32m",
}

#: The rows and the characters after which a batch of reports is sent.
BATCH_ROWS, BATCH_LENGTH = 1000, 16_000_000

#: The bytes of a pipe to or from a process. With the usual 64 kB, the two wait for each other after
#: every few ledgers.
PIPE_SIZE = 1 << 20

#: What comes before the report or the faults of an answer.
HEAD = re.compile(rb'\{"portfolio": ("(?:[^"\\]|\\.)*"), "(report|reports|faults)": ')


def command(report, *flags, folio="folio"):
    """The command that a task runs. It uses one core, because Spark gives a task one."""
    worker = ["--each", "line", "-f", "json", "--faults", "inline", "--quiet", "--jobs", "1"]
    return [folio, report, *worker, *flags, "-"]


def block(portfolios, ledgers):
    """The lines of some portfolios: their names, and the texts of their ledgers, which may have line
    breaks. Both are arrays of Arrow. Arrow makes the lines, so that no row is copied to Python."""
    import pyarrow
    import pyarrow.compute as compute

    names = pyarrow.array([json.dumps(str(name)) for name in portfolios.to_pylist()], pyarrow.string())
    ledgers = compute.fill_null(ledgers.cast(pyarrow.string()), "null")
    if compute.any(compute.equal(ledgers, "")).as_py():
        ledgers = compute.if_else(compute.equal(ledgers, ""), "null", ledgers)
    for character in "\n\r":
        # The search of `re` is much faster than that of Arrow.
        if re.search(character.encode(), ledgers.buffers()[2] or b""):
            ledgers = compute.replace_substring(ledgers, character, " ")
    lines = compute.binary_join_element_wise(
        '{"portfolio": ', names, ', "ledger": ', ledgers, "}\n", "")
    return b"" if len(lines) == 0 else memoryview(lines.buffers()[2])


def pipe(lines, report, *flags, folio="folio"):
    """The lines of reports of an RDD of lines. Without `checkCode`, Spark would ignore failures."""
    return lines.pipe(shlex.join(command(report, *flags, folio=folio)), checkCode=True)


def answers(lines, words):
    """The answers of a process to lines without their ends."""
    blocks = (text.encode() + b"\n" for text in lines)
    return (answer.decode() for answer in answers_to_blocks(blocks, words))


def answers_to_blocks(blocks, words):
    """The answers of a process to the bytes of lines, as bytes. Blocks may share their memory. One
    thread writes while this one reads: if one did both, it would stop as soon as both pipes were full."""
    process = subprocess.Popen(
        words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=1 << 20, pipesize=PIPE_SIZE)
    failures = []

    def feed():
        try:
            with process.stdin as pipe:
                for block in blocks:
                    pipe.write(block)
        except BrokenPipeError:
            pass  # The status says why.
        except BaseException as failure:
            failures.append(failure)
            process.kill()  # Without its input, the answers would look complete.

    writer = threading.Thread(target=feed, daemon=True)
    writer.start()
    try:
        for answer in process.stdout:
            yield answer
        writer.join()
        if failures:
            raise failures[0]
        if process.wait() != 0:
            raise RuntimeError(f"{shlex.join(words)}: status {process.returncode}")
    finally:
        process.kill()
        process.wait()


def batches(answers):
    """The rows of `SCHEMA` from the answers of a process, in batches of Arrow."""
    import pyarrow

    names = ["portfolio", "report", "faults"]

    def batch(rows):
        columns = [pyarrow.array(list(column), pyarrow.string()) for column in zip(*rows)]
        return pyarrow.RecordBatch.from_arrays(columns, names)

    rows, length = [], 0
    for answer in answers:
        rows.append(parts(answer))
        length += len(answer)
        if len(rows) == BATCH_ROWS or length >= BATCH_LENGTH:
            yield batch(rows)
            rows, length = [], 0
    if rows:
        yield batch(rows)


def reports(table, report, *flags, folio="folio"):
    """A report of each row of a DataFrame with the columns `portfolio` and `ledger`."""
    words = command(report, *flags, folio=folio)

    def run(tables):
        blocks = (block(table.column(0), table.column(1)) for table in tables)
        return batches(answers_to_blocks(blocks, words))

    return table.select("portfolio", "ledger").mapInArrow(run, SCHEMA)


def parts(answer):
    """The columns of a row. The text of a report is kept as it is, with all digits."""
    head = HEAD.match(answer)
    if not head:
        raise ValueError(f"not a line of folio: {answer[:100]}")
    name, value = json.loads(head[1]), answer.rstrip(b"\n")[head.end():-1]
    return (name, None, value) if head[2] == b"faults" else (name, value, None)


def columns(report, *flags, folio="folio"):
    """The columns of the rows of a report, as Folio declares them. Numbers are texts with the comment
    `decimal`, because no decimal of Spark holds all 36 digits and 36 places of Folio."""
    from pyspark.sql.types import StructType

    words = [folio, "schema", report, *flags, "--for", "spark"]
    return StructType.fromDDL(subprocess.run(words, check=True, capture_output=True, text=True).stdout)


def rows(made, columns, decimals=True):
    """The rows of the reports that have no faults: `portfolio`, and the columns of the report.

    - `made`: what `reports` returns
    - `decimals`: whether numbers become `decimal(38,18)`; otherwise they stay texts. A number with
      more than 20 digits before the point or 18 behind it is an error then, and never rounded.
    """
    from pyspark.sql import functions as f

    # The names of fields alone: `from_json` would refuse nothing, but round and overflow to null.
    texts = ", ".join(
        f"`{field.name}`: {'bigint' if field.dataType.typeName() == 'long' else 'string'}"
        for field in columns.fields)
    parsed = f.from_json("report", f"struct<rows: array<struct<{texts}>>>", {"mode": "FAILFAST"})
    exploded = made.where("faults is null").select("portfolio", f.explode(parsed.rows).alias("row"))
    typed = [_typed(f.col("row").getField(field.name), field, decimals) for field in columns.fields]
    return exploded.select("portfolio", *typed)


def _typed(text, field, decimals):
    """A column of its declared type."""
    from pyspark.sql import functions as f

    if decimals and field.metadata.get("comment") == "decimal":
        problem = f.concat(f.lit(f"{field.name} does not fit into decimal(38,18): "), text)
        fits = text.isNull() | text.rlike(r"^-?\d{1,20}(\.\d{1,18})?$")
        exact = f.when(fits, text.cast("decimal(38,18)"))
        return exact.otherwise(f.raise_error(problem).cast("decimal(38,18)")).alias(field.name)
    return text.cast(field.dataType).alias(field.name)
