"""Reports of Folio on millions of portfolios, with Apache Spark.

Each task runs one `folio` process, which reads lines and writes lines. A ledger with faults is a row
with faults. If a process itself fails, so does its task, and Spark tries it again.
"""
import json
import shlex
import subprocess
import threading

#: One row for each portfolio. `report` is JSON; `faults` is null for a portfolio without faults.
SCHEMA = "portfolio string, report string, faults string"


def command(report, *flags, folio="folio"):
    """The command that a task runs. It uses one core, because Spark gives a task one."""
    worker = ["--each", "line", "-f", "json", "--faults", "inline", "--quiet", "--jobs", "1"]
    return [folio, report, *worker, *flags, "-"]


def line(portfolio, ledger):
    """The line of a portfolio: its name, and the text of its ledger, which may have line breaks."""
    text = (ledger or "null").replace("\n", " ").replace("\r", " ")
    return '{"portfolio": %s, "ledger": %s}' % (json.dumps(str(portfolio)), text)


def pipe(lines, report, *flags, folio="folio"):
    """The lines of reports of an RDD of lines. Without `checkCode`, Spark would ignore failures."""
    return lines.pipe(shlex.join(command(report, *flags, folio=folio)), checkCode=True)


def answers(lines, words):
    """The answers of a process to lines. One thread writes while this one reads: if one thread did
    both, it would stop as soon as both pipes were full."""
    process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    failures = []

    def feed():
        try:
            with process.stdin as pipe:
                for text in lines:
                    pipe.write(text.encode() + b"\n")
        except BrokenPipeError:
            pass  # The status says why.
        except Exception as failure:
            failures.append(failure)

    writer = threading.Thread(target=feed, daemon=True)
    writer.start()
    try:
        for answer in process.stdout:
            yield answer.decode()
        writer.join()
        if failures:
            raise failures[0]
        if process.wait() != 0:
            raise RuntimeError(f"{shlex.join(words)}: status {process.returncode}")
    finally:
        process.kill()
        process.wait()


def reports(table, report, *flags, folio="folio"):
    """A report of each row of a DataFrame with the columns `portfolio` and `ledger`."""
    words = command(report, *flags, folio=folio)

    def run(batches):
        import pyarrow

        def lines():
            for batch in batches:
                columns = batch.to_pydict()
                yield from map(line, columns["portfolio"], columns["ledger"])

        names = ["portfolio", "report", "faults"]
        rows = []

        def batch():
            columns = [pyarrow.array(list(column), pyarrow.string()) for column in zip(*rows)]
            return pyarrow.RecordBatch.from_arrays(columns, names)

        for answer in answers(lines(), words):
            rows.append(parts(answer))
            if len(rows) == 1000:
                yield batch()
                rows.clear()
        if rows:
            yield batch()

    return table.select("portfolio", "ledger").mapInArrow(run, SCHEMA)


def parts(answer):
    """The columns of a row. The text of a report is kept as it is, with all digits."""
    start = len('{"portfolio": ')
    name, end = json.JSONDecoder().raw_decode(answer, start)
    rest = answer[end:].rstrip("\n")
    for key in ("report", "reports", "faults"):
        head = f', "{key}": '
        if rest.startswith(head):
            value = rest[len(head) : -1]
            return (name, None, value) if key == "faults" else (name, value, None)
    raise ValueError(f"not a line of folio: {answer[:100]}")
