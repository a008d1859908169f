"""After every change that Folio makes, the stored holdings and positions are Folio's figures."""
import json
import os
import random
import subprocess
import sys

from program import Program, expect, say, server, sql

folio = Program(sys.argv[1])
schema, ledgers = sys.argv[2], sys.argv[3:]


def compare(database, when):
    """Rows of the dump that Folio computes otherwise, and the number of rows."""
    dump = subprocess.run(["pg_dump", "--data-only", database], capture_output=True, check=True,
                          env={**os.environ, "PGTZ": "UTC"}).stdout
    with open("derived.sql", "wb") as file:
        file.write(dump)
    folio.output("import", "postgres-dump", "derived.sql", "--user", "u", "-o", "derived.json", "--quiet")
    status, _, messages = folio.run("check", "--derived", "derived.json")
    faults = [line for line in messages.splitlines() if "error:" in line]
    expect(status == 0 and not faults, f"{when}: {faults[:3]}")
    held = folio.output("holdings", server("u", database), "--quiet", "--format", "csv")
    with open("derived.json", encoding="utf-8") as file:
        document = json.load(file)
    holdings = document.get("portfolio_holdings", [])
    expect(len(holdings) == held.count(b"\n") - 1, f"{when}: {len(holdings)} rows of {held}")
    last = max((row["as_of"] for row in document.get("portfolio_positions", [])), default="")
    newest = [row for row in document.get("portfolio_positions", []) if row["as_of"] == last]
    expect(len(newest) == len(holdings), f"{when}: {len(newest)} positions on {last}")
    return len(holdings)


def change_one(database, store, ids):
    """Changes a group. A change may be refused, since later groups need it, or change nothing."""
    def last():
        return sql(database, "SELECT last FROM folio.books WHERE user_id = 'u'")
    before = last()
    for name in ids:
        for command in ("delete", "undelete"):
            folio.run(command, store, name, "--quiet")
            if last() != before:
                return
    expect(False, "no group can be changed")


def walk(number, ledger):
    database = f"derived{number}"
    sql("postgres", f"CREATE DATABASE {database}")
    subprocess.run(["psql", "-X", "-q", "-d", database, "--set", "ON_ERROR_STOP=1", "--file", schema],
                   check=True)
    store = server("u", database)
    folio.output("init", store, ledger, "--quiet")
    rows = compare(database, f"{ledger}: created")
    dice = random.Random(number)
    log = folio.output("log", store, "--quiet", "--format", "csv", "--limit", "1000").decode()
    ids = [line.split(",")[1] for line in log.splitlines()[1:]]
    changes = 0
    for step in range(12):
        words = [dice.choice(["void", "delete", "undelete", "settle"]), store, dice.choice(ids)]
        status, _, _ = folio.run(*words, "--quiet")
        changes += status == 0
        rows += compare(database, f"{ledger}: step {step}: {words}")
    # Another program's change removes what it has outdated, and Folio's next change brings it back.
    sql(database, f"UPDATE transaction_groups SET notes = 'x' WHERE user_id = 'u' AND id = '{ids[0]}'")
    left = sql(database, "SELECT count(*) FROM portfolio_holdings")
    expect(left == "0", f"{left} holdings are left after another program's change")
    change_one(database, store, ids)
    compare(database, f"{ledger}: after another program")
    return changes, rows


def main():
    counts = [walk(number, ledger) for number, ledger in enumerate(ledgers)]
    expect(all(changes > 2 for changes, _ in counts), f"{counts}")
    say(f"{sum(changes for changes, _ in counts)} changes of {len(ledgers)} ledgers: the stored holdings and "
        f"positions are Folio's figures each time, {sum(rows for _, rows in counts)} rows")


main()
