"""Tries thousands of values in every column. Whatever the tables take, Folio must be able to read:
a dump of all rows that were taken may have no fault of reading or of references.

    values.py DATABASE FOLIO PG_DUMP HERE [first]

With `first` the database has the schema of the first version, and such faults must be there.
"""

import os
import pathlib
import random
import re
import subprocess
import sys
from collections import Counter

from libpq import Connection, SQLError

USER = "values"
DIGITS = "123456789012345678901234567890123456"  # 36 of them

NUMBERS = [
    "0", "-1", "1", "0.5", "2.50", "NaN", "Infinity", "-Infinity", DIGITS, DIGITS + "7",
    "-" + DIGITS, "1e35", "1e36", "1e-36", "1e-37", "1e100", "1e-100", "1." + "0" * 60,
    "1." + "0" * 60 + "1", DIGITS[:18] + "." + DIGITS[18:], "0." + DIGITS, "0." + DIGITS + "7",
    "1000000000000000000", "0.000000000000000001", "123456.123456789012345678"]
DAYS = [
    "2024-02-29", "0001-01-01", "9999-12-31", "10000-01-01", "99999-01-01", "0001-12-31 BC",
    "infinity", "-infinity"]
TIMES = [
    "2024-02-29 12:30:00.123456+01", "0001-01-01 00:00:00+00", "0001-12-31 23:59:59.999999+00 BC",
    "9999-12-31 23:59:59.999999+00", "10000-01-01 00:00:00+00", "99999-01-01", "infinity",
    "-infinity"]
TEXTS = [
    "", " ", "x", "a\tb", "a\nb", "a\r\nb", "\\N", "\\.", "\\", "\\\\x", "'", '"', '{"a": 1}',
    "é", "\u202e", "\U0001f600", "\x01", "\x1b[31m", "null", "7", "007",
    "2f1b0a5e-7a52-4c83-9d10-000000000001", "k" * 300]
CURRENCIES = [
    "USD", "EUR", "1INCH", "X", "A.B_C-D", "", "usd", "TOOLONGXX", "U D", "USD\n", "\nUSD", "É",
    "-USD", "US\\D"]
RATIOS = [
    "4:1", "0.1", "1e2:3", "1:" + DIGITS, "-1:abc", "", ":", "1:", ":1", "1:2:3", "0:1", "1:0",
    "-1:2", "+1:2", " 1:2", "1:2 ", "01:2", "1:2\n", ".5", "1.", "1e99:1", "1e-99", "NaN", "1,5",
    "Infinity:1", "1:1e-37", "1e999999999", "0x1", "1" * 50]
LOTS = [
    "[]", '[{"group_id": "a", "quantity": "4"}]', '[{"acquired": "2024-01-02", "quantity": 1}]',
    '[{"group_id": 7, "quantity": 1.50, "cost_basis": "0", "is_short": false}]',
    '[{"acquired": "2024-01-02", "quantity": 1, "cost_basis": 3, "cost_basis_base": 2,'
    ' "holding_from": "2023-01-01", "may_replace": true, "base_unknown": false,'
    ' "rest_of_previous": false, "opening_quantity": "2", "opening_cost": "1e2",'
    ' "day_order": 2}]',
    '[{"acquired": "2024-01-02", "quantity": 1, "cost_basis": 3, "fair_value": "2",'
    ' "fair_value_base": 1.5, "received": "2024-02-02"}]',
    '[{"group_id": null, "acquired": "2024-01-02", "quantity": 1, "cost_basis": null}]',
    "[1]", "1", "{}", "[[]]", "[null]", "[{}]", '["a"]', "null", "true", '"[]"',
    '[{"group_id": "a"}]', '[{"quantity": 1}]', '[{"group_id": "a", "quantity": null}]',
    '[{"group_id": "", "quantity": 1}]', '[{"group_id": 1.5, "quantity": 1}]',
    '[{"group_id": -1, "quantity": 1}]', '[{"group_id": ["a"], "quantity": 1}]',
    '[{"group_id": "a", "quantity": 0}]', '[{"group_id": "a", "quantity": -1}]',
    '[{"group_id": "a", "quantity": "x"}]', '[{"group_id": "a", "quantity": true}]',
    '[{"group_id": "a", "quantity": "NaN"}]', '[{"group_id": "a", "quantity": 1e40}]',
    '[{"group_id": "a", "quantity": "1e-40"}]', '[{"group_id": "a", "quantity": "1,5"}]',
    '[{"group_id": "a", "quantity": " 1"}]', '[{"group_id": "a", "quantity": {"a": 1}}]',
    '[{"acquired": "2024-02-30", "quantity": 1}]', '[{"acquired": "0000-01-01", "quantity": 1}]',
    '[{"acquired": 20240101, "quantity": 1}]', '[{"acquired": "01/02/2024", "quantity": 1}]',
    '[{"acquired": "2024-01-02T00:00:00Z", "quantity": 1}]',
    '[{"acquired": "infinity", "quantity": 1}]', '[{"acquired": "today", "quantity": 1}]',
    '[{"group_id": "a", "quantity": 1, "cost_basis": -1}]',
    '[{"group_id": "a", "quantity": 1, "is_short": "false"}]',
    '[{"group_id": "a", "quantity": 1, "may_replace": 1}]',
    '[{"group_id": "a", "quantity": 1, "day_order": "1.00"}]',
    '[{"group_id": "a", "quantity": 1, "day_order": 0}]',
    '[{"group_id": "a", "quantity": 1, "day_order": 1.5}]',
    '[{"group_id": "a", "quantity": 1, "day_order": 4294967295}]',
    '[{"group_id": "a", "quantity": 1, "holding_from": ""}]',
    '[{"group_id": "a", "quantity": 1, "other": ' + "[" * 130 + "]" * 130 + "}]"]
METHODS = [
    "fifo", "average", "", "FIFO", "best", "[]", "[", "[1]", "{}", ' [{"method": "fifo"}]',
    '[{"method": "fifo"}]', '[{"method": "fifo"}, {"from": "2023-01-01", "method": "average"}]',
    '[{"method": "lifo", "symbols": ["A", "B"]}, {"method": "hifo", "symbol": "C"}]',
    '[{"method": "lifo", "symbol": "A", "symbols": ["A"]}]', '[{"method": "lifo", "from": null}]',
    '[{"method": "best"}]', '[{"method": null}]', '[{"from": "2023-01-01"}]', "[[]]", "[null]",
    '[{"method": "fifo", "from": "2023-02-30"}]', '[{"method": "fifo", "from": 2023}]',
    '[{"method": "fifo", "symbols": []}]', '[{"method": "fifo", "symbols": [""]}]',
    '[{"method": "fifo", "symbols": "A"}]', '[{"method": "fifo", "symbols": [["A"]]}]',
    '[{"method": "fifo", "symbols": [null]}]', '[{"method": "fifo", "symbol": ""}]',
    '[{"method": "fifo", "symbol": 1.5}]', '[{"method": "fifo", "symbol": 7}]',
    '[{"method": "fifo", "method": "lifo"}]', '[{"method": "fifo"}, {"method": "lifo"}]',
    '[{"method": "fifo", "symbol": "A"}, {"method": "lifo", "symbols": ["B", "A"]}]',
    '[{"method": "fifo", "from": "2023-01-01"}, {"method": "lifo", "from": "2023-01-01"}]',
    '[{"method": "fifo", "note": ' + "[" * 130 + "]" * 130 + "}]",
    '[{"method": "fifo", "symbol": "\\u0000"}]', '[{"method": "fifo", "symbol": "\\ud800"}]']
WORDS = ["", "done", "Buy", "IN", "settled ", "settled\n"]

OF_TYPE = {
    "numeric": NUMBERS, "date": DAYS, "timestamp with time zone": TIMES, "text": TEXTS,
    "boolean": ["true", "false"], "jsonb": LOTS}
OF_COLUMN = {
    "currency": CURRENCIES, "base_currency": CURRENCIES, "from": CURRENCIES, "to": CURRENCIES,
    "ratio": RATIOS, "cost_basis_method": METHODS}
TRADES = [
    "buy", "sell", "short_sell", "cover", "dividend", "split", "stock_dividend",
    "return_of_capital", "cost_adjustment", "deemed_disposition", "spin_off", "merger",
    "symbol_change", "transfer_out", "transfer_in", "write_off", "exercise", "assignment",
    "expiry", "gift", "unit_fee"]

# A row that each table takes. `{n}` is another number in each row.
ROWS = {
    "stocks_master": {"id": "i{n}", "symbol": "I{n}", "currency": "USD"},
    "historical_prices": {"symbol": "S", "date": "2024-01-02", "close": "1", "currency": "X{n}"},
    "fx_rates": {"date": "2024-01-02", "from": "A{n}", "to": "USD", "rate": "1"},
    "user_portfolio_settings": {"user_id": "{n}", "base_currency": "USD"},
    "portfolio_cash_accounts": {"user_id": USER, "id": "c{n}", "currency": "USD"},
    "transaction_groups": {"user_id": USER, "id": "g{n}", "occurred_at": "2024-01-02Z"},
    "cash_transactions": {
        "user_id": USER, "id": "k{n}", "group_id": "{g}", "cash_account_id": "usd",
        "leg_type": "deposit", "direction": "in", "amount": "1", "currency": "USD"},
    "stock_transactions": {
        "user_id": USER, "id": "t{n}", "group_id": "{g}", "stock_id": "s",
        "trade_type": "write_off"},
    "balances": {
        "user_id": USER, "id": "b{n}", "date": "2024-01-02", "cash_account_id": "usd",
        "amount": "1"},
    "portfolio_positions": {
        "user_id": USER, "id": "p{n}", "stock_id": "s", "as_of": "2024-01-02", "quantity": "1"},
    "portfolio_holdings": {"user_id": USER, "id": "h{n}", "stock_id": "s", "quantity": "1"},
}

def quoted(value):
    if value is None:
        return "NULL"
    escaped = value.replace("\\", "\\\\").replace("'", "\\'")
    return f"E'{escaped}'"


class Values:
    def __init__(self, database):
        self.connection = Connection(database)
        self.count, self.accepted, self.states = 0, 0, Counter()
        self.random = random.Random(15)
        self.connection.run(
            "INSERT INTO stocks_master (id, symbol, currency) VALUES ('s', 'S', 'USD');"
            "INSERT INTO stocks_master (id, symbol, currency, multiplier, price_factor)"
            " VALUES ('m', 'M', 'USD', 100, 0.01);"
            f"INSERT INTO portfolio_cash_accounts (user_id, id, currency) VALUES ('{USER}', 'usd',"
            " 'USD')")

    def insert(self, table, row, status="void"):
        """Inserts a row, a leg into a group of its own; whether the table takes it."""
        self.count += 1
        group = f"v{self.count}"
        texts = {
            column: value.replace("{n}", str(self.count)).replace("{g}", group)
            if value in ROWS[table].values() else value
            for column, value in row.items() if value is not None}
        columns = ", ".join(f'"{column}"' for column in texts)
        values = ", ".join(quoted(value) for value in texts.values())
        sql = f"INSERT INTO {table} ({columns}) VALUES ({values})"
        if "group_id" in row:
            sql = (
                "INSERT INTO transaction_groups (user_id, id, occurred_at, status) VALUES"
                f" ('{USER}', '{group}', '2024-01-02Z', '{status}');" + sql)
        try:
            self.connection.run("BEGIN;" + sql + ";COMMIT")
            self.accepted += 1
            return True
        except SQLError as error:
            self.states[error.state] += 1
            self.connection.run("ROLLBACK")
            return False

    def columns(self, table):
        return self.connection.run(
            "SELECT attname, format_type(atttypid, NULL) FROM pg_attribute"
            f" WHERE attrelid = '{table}'::regclass AND attnum > 0 AND NOT attisdropped")

    def sweep(self):
        """Each value in each column of a row that is otherwise right."""
        numbers = []
        for table, row in ROWS.items():
            if not self.insert(table, row):
                sys.exit(f"{table} does not take a plain row")
            for column, of_type in self.columns(table):
                if column == "user_id":
                    continue  # The row would be another user's.
                for value in OF_COLUMN.get(column, OF_TYPE[of_type] + WORDS):
                    if of_type == "text" or value not in WORDS:
                        taken = [
                            self.insert(table, {**row, column: value}, status)
                            for status in (("void", "settled") if "group_id" in row else ("void",))]
                        if value in ("NaN", "Infinity", "-Infinity") and of_type == "numeric":
                            numbers.append((table, column, value, any(taken)))
        return numbers

    def settings(self):
        """The methods of one user at a time: a ledger has one row of settings."""
        taken = []
        for number, value in enumerate(METHODS):
            row = {"user_id": f"method{number}", "base_currency": "USD", "cost_basis_method": value}
            if self.insert("user_portfolio_settings", row):
                taken.append(row["user_id"])
        return taken

    def legs(self, count):
        """Legs with columns at random."""
        columns = dict(self.columns("stock_transactions"))
        rare = [c for c in columns if c not in ROWS["stock_transactions"] and c != "updated_at"]
        for _ in range(count):
            row = dict(ROWS["stock_transactions"], trade_type=self.random.choice(TRADES))
            row["stock_id"] = self.random.choice("sm")
            for column in self.random.sample(rare, self.random.randint(0, 9)):
                values = OF_COLUMN.get(column, OF_TYPE[columns[column]])
                plain = values[:4] if columns[column] != "numeric" else ["1", "2.50", "100", "0.5"]
                row[column] = self.random.choice(plain if self.random.random() < 0.8 else values)
            if self.random.random() < 0.3:
                row["symbol"] = self.random.choice(["S", "M", "s", ""])
            self.insert("stock_transactions", row, self.random.choice(["void", "settled"]))

    def pairs(self, count):
        """Groups of two legs: sums may need more digits than the legs, transfers may not add up."""
        for _ in range(count):
            self.count += 1
            group, amounts = f"v{self.count}", self.random.choices(NUMBERS + ["1", "2.50"], k=2)
            legs = self.random.choice([
                "INSERT INTO cash_transactions (user_id, group_id, cash_account_id, leg_type,"
                " direction, amount, currency)"
                " VALUES ('{u}', '{g}', 'usd', 'transfer', 'in', '{a}', 'USD'),"
                " ('{u}', '{g}', 'usd', 'transfer', 'out', '{b}', 'USD')",
                "INSERT INTO stock_transactions (user_id, group_id, stock_id, trade_type, account,"
                " quantity) VALUES ('{u}', '{g}', 's', 'transfer_out', 'x', '{a}'),"
                " ('{u}', '{g}', 's', 'transfer_in', 'y', '{b}')",
                "INSERT INTO stock_transactions (user_id, group_id, stock_id, trade_type, quantity,"
                " price_per_share, gross_amount)"
                " VALUES ('{u}', '{g}', 'm', 'buy', '{a}', '{b}', 1);"
                "INSERT INTO cash_transactions (user_id, group_id, cash_account_id, leg_type,"
                " direction, amount, currency) VALUES ('{u}', '{g}', 'usd', 'principal', 'out', 1,"
                " 'USD')"])
            legs = legs.format(u=USER, g=group, a=amounts[0], b=amounts[1])
            try:
                self.connection.run(
                    "BEGIN; INSERT INTO transaction_groups (user_id, id, occurred_at) VALUES"
                    f" ('{USER}', '{group}', '2024-01-02Z');{legs};COMMIT")
                self.accepted += 1
            except SQLError as error:
                self.states[error.state] += 1
                self.connection.run("ROLLBACK")


def faults(folio, dump, user):
    """The faults of reading and of references that Folio finds in a dump."""
    found = subprocess.run(
        [folio, "import", "postgres-dump", "-", "--user", user], input=dump,
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    text = found.stderr.decode(errors="replace")
    if found.returncode not in (0, 1) or found.returncode == 1 and "error:" not in text:
        sys.exit(text)
    return re.findall(r"^.*error: .*\[F[124]\d\d\]$", text, re.MULTILINE)


def main():
    database, folio, pg_dump, here = sys.argv[1:5]
    is_first = sys.argv[5:] == ["first"]
    if is_first:
        del ROWS["balances"]
    values = Values(database)
    numbers = values.sweep()
    users = [USER] if is_first else [USER, *values.settings()]
    values.legs(300 if is_first else 3000)
    values.pairs(100 if is_first else 1000)
    dump = subprocess.run(
        [pg_dump, "--data-only", database], env=dict(os.environ, PGTZ="UTC"),
        stdout=subprocess.PIPE, check=True).stdout
    query = pathlib.Path(here, "dump.sql").read_text().splitlines(keepends=True)
    if is_first:
        query = [line for line in query if "balances" not in line]
    document = subprocess.run(
        ["psql", "-X", "-q", "-A", "-t", "-d", database, "-c", "".join(query)],
        env=dict(os.environ, PGTZ="UTC"), stdout=subprocess.PIPE, check=True).stdout
    # In JSON a list of methods is a text, which Folio does not read.
    found = faults(folio, document, USER)
    found += [fault for user in users for fault in faults(folio, dump, user)]
    odd = [f"{table}.{column}" for table, column, _, taken in numbers if taken]
    states = ", ".join(f"{state} {count}" for state, count in values.states.most_common())
    print(f"    {values.count} rows, {values.accepted} taken; refused: {states}\n"
          f"    NaN and infinities: {len(numbers)} tried, {len(odd)} taken;"
          f" rows that Folio can't read: {len(found)}")
    if is_first:
        sys.exit(0 if odd and found else "nothing was found in the first version")
    if odd or found:
        sys.exit("\n".join(odd + found[:20]))


main()
