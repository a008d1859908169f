"""What the command prints, for comparisons."""

import csv
import io
import json
import subprocess
import sys

LEDGERS = [
    ("five-years.json", []),
    ("taxes.json", ["--tax-rules", "us"]),
    ("taxes.json", ["--tax-rules", "uk", "--base", "GBP"]),
    ("story.json", ["--as-of", "2024"]),
    ("paper.json", []),
]


class Folio:
    def __init__(self, program, root, work):
        self.program, self.root, self.work = program, root, work

    def ledger(self, name):
        return f"{self.root}/Examples/ledgers/{name}"

    def run(self, *arguments, status=0):
        done = subprocess.run([self.program, *arguments], capture_output=True, cwd=self.work)
        if done.returncode != status:
            fail(f"{arguments}: status {done.returncode}\n{done.stderr.decode()}")
        return done.stdout

    def rows(self, *arguments):
        """The rows of a report as dictionaries of texts, and the columns."""
        text = self.run(*arguments, "--format", "csv", "--quiet").decode()
        reader = csv.DictReader(io.StringIO(text, newline=""))
        return list(reader), reader.fieldnames

    def totals(self, *arguments):
        report = json.loads(self.run(*arguments, "--format", "json"))
        return report["totals"], report.get("known_total", {})


def fail(message):
    print(f"  {message}")
    sys.exit(1)


def expect(condition, message):
    if not condition:
        fail(message)
