"""Compares an exported database, as the shell of SQLite reads it, with the reports."""

import json
import os
import re
import subprocess
import sys
from decimal import Decimal

from reports import LEDGERS, Folio, expect

# Tables whose rows are those of a report: the command, and columns with another name.
TABLES = {
    "lots": (["lots"], {}), "disposals": (["gains"], {}), "holdings": (["holdings"], {}),
    "cash": (["cash"], {}), "income": (["income"], {"day": "date"}),
    "positions": (["positions"], {"price_day": "price_date"}),
}


def shell(path, statement):
    """The rows of a statement in the shell of SQLite, as dictionaries."""
    done = subprocess.run(
        ["sqlite3", "-readonly", "-json", path, statement], capture_output=True, check=True)
    return json.loads(done.stdout or b"[]")


def compare_table(folio, path, table, ledger, arguments):
    command, renamed = TABLES[table]
    rows, columns = folio.rows(*command, ledger, *arguments)
    found = shell(path, f"SELECT * FROM {table}")
    expect(len(found) == len(rows), f"{table}: {len(found)} rows, not {len(rows)}")
    compared = 0
    for expected, actual in zip(rows, found):
        for name, value in actual.items():
            if name.endswith("_exact"):
                key = renamed.get(name[: -len("_exact")], name[: -len("_exact")])
                if key not in columns:
                    expect(value is None, f"{table}.{name}: {value}")
                    continue
                expect((value or "") == expected[key], f"{table}.{name}: {value}, {expected[key]}")
                plain = actual[name[: -len("_exact")]]
                expect((plain is None) == (value is None), f"{table}.{name}: {plain} beside {value}")
                if value is not None:
                    expect(plain == float(Decimal(value)), f"{table}: {plain} beside {value}")
                compared += 1
            elif f"{name}_exact" not in actual and renamed.get(name, name) in columns:
                expect((value or "") == expected[renamed.get(name, name)], f"{table}.{name}: {value}")
                compared += 1
    return compared


# Sums by Folio of a table's columns: the table, its sums, and the names of its sums' columns.
SUMS = {
    "gains_by_year": ("disposals", ["proceeds", "cost_basis", "gain", "gain_base"]),
    "income_by_year": ("income", ["gross", "tax_withheld", "net", "net_base"]),
}


def compare_sums(path):
    """Each sum has the sum of its rows' exact digits, and the nearest binary number beside it."""
    compared = 0
    for view, (table, columns) in SUMS.items():
        found, rows = shell(path, f"SELECT * FROM {view}"), shell(path, f"SELECT * FROM {table}")
        for column in columns:
            known = [row[f"{column}_exact"] for row in found if row[f"{column}_exact"] is not None]
            total = sum(Decimal(row[f"{column}_exact"] or 0) for row in rows)
            expect(sum(map(Decimal, known)) == total, f"{view}.{column}: not {total}")
            for row in found:
                text = row[f"{column}_exact"]
                number = None if text is None else float(Decimal(text))
                expect(row[column] == number, f"{view}.{column}: {row[column]} beside {text}")
                compared += 1
    balances = shell(path, "SELECT currency, decimal_sum(balance_exact) AS sum "
                     "FROM account_balances GROUP BY currency")
    expect(balances, "no account has a balance")
    for row in balances:
        expect(Decimal(row["sum"]) == 0, f"balances in {row['currency']}: {row['sum']}")
    return compared + len(balances)


def compare_statements(folio, path, ledger):
    """The statements of the documentation, in the shell and in the command."""
    with open(f"{folio.root}/Specs/query.md", encoding="utf-8") as stream:
        statements = re.findall(r"```sql\n(.*?)```", stream.read(), re.DOTALL)
    expect(len(statements) == 3, f"{len(statements)} statements in Specs/query.md")
    compared = 0
    own = ["SELECT symbol, decimal_sum(gain_exact) AS gain FROM disposals GROUP BY symbol "
           "ORDER BY symbol",
           "SELECT account, decimal_sum(amount_exact) AS sum FROM postings GROUP BY account "
           "ORDER BY account",
           "SELECT gain_exact FROM disposals ORDER BY gain_exact COLLATE decimal, group_id"]
    for statement in own:
        answer = json.loads(folio.run("query", ledger, statement, "--format", "json"))["rows"]
        rows = shell(path, statement)
        expect(len(rows) == len(answer) and rows, f"{statement}: {len(rows)} rows")
        for one, two in zip(answer, rows):
            for key, value in two.items():
                same = one[key] == value or Decimal(one[key]) == Decimal(value)
                expect(same, f"{statement}: {value}, not {one[key]}")
                compared += 1
    return compared


def main():
    folio = Folio(*sys.argv[1:])
    compared = 0
    for name, arguments in LEDGERS:
        path, ledger = f"{folio.work}/books.sqlite", folio.ledger(name)
        folio.run("export", "sqlite", ledger, *arguments, "--output", path, "--quiet")
        expect(shell(path, "PRAGMA integrity_check") == [{"integrity_check": "ok"}], "integrity")
        views = shell(path, "SELECT name FROM sqlite_schema WHERE type = 'view'")
        expect(len(views) >= 3, f"{views}")
        for view in views:
            shell(path, f"SELECT * FROM {view['name']}")
        for table in TABLES:
            compared += compare_table(folio, path, table, ledger, arguments)
        compared += compare_sums(path)
        sums = shell(path, "SELECT decimal_sum(amount_exact) AS s FROM postings GROUP BY currency")
        expect(sums and all(Decimal(row["s"]) == 0 for row in sums), f"{name}: {sums}")
        if name == "five-years.json":
            compared += compare_statements(folio, path, ledger)
    # No statement of a query makes a file.
    before = sorted(os.listdir(folio.work))
    for statement in ("ATTACH 'made.db' AS x", "VACUUM INTO 'made.db'",
                      "SELECT writefile('made.db', 'x')", "PRAGMA journal_mode = WAL"):
        folio.run("query", folio.ledger("story.json"), statement, status=2)
    expect(sorted(os.listdir(folio.work)) == before, "a query made a file")
    expect(compared > 2000, f"only {compared} values were compared")
    print(f"  databases: {compared} values compared in sqlite3")


main()
