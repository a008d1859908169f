"""Compares a journal that beancount computes with what Folio makes of it.

    compare.py FOLIO JOURNAL

Everything of beancount comes from its loader: lots from the inventories at the end, gains from
reductions, and each balance directive from the journal. Everything of Folio comes from its reports
about the imported ledger.
"""

import collections
import csv
import datetime
import io
import json
import os
import subprocess
import sys
import tempfile
from decimal import Decimal

from beancount import loader
from beancount.core import data, inventory

DAY = datetime.timedelta(days=1)


def is_kept(account):
    return account.startswith(("Assets:", "Liabilities:"))


class Beancount:
    """The figures that beancount computes."""

    def __init__(self, path):
        entries, errors, options = loader.load_file(path)
        if errors:
            sys.exit(f"beancount finds errors in {path}: {errors[0].message}")
        self.base = options["operating_currency"][0]
        self.lots = collections.Counter()
        self.costs = collections.Counter()
        self.cash = collections.Counter()
        self.gains = collections.Counter()
        self.dividends = collections.Counter()
        self.balances = []
        self.prices = set()
        inventories = collections.defaultdict(inventory.Inventory)
        for entry in entries:
            if isinstance(entry, data.Transaction):
                self.take(entry, inventories)
            elif isinstance(entry, data.Balance):
                self.balances.append(entry)
            elif isinstance(entry, data.Price):
                self.prices.add((entry.currency, entry.date))
        for account, held in inventories.items():
            for position in held:
                units, cost = position.units, position.cost
                if cost is None:
                    self.cash[account, units.currency] += units.number
                else:
                    key = (account, units.currency, str(cost.date), cost.number)
                    self.lots[key] += units.number
                    self.costs[account, units.currency] += units.number * cost.number

    def take(self, entry, inventories):
        for posting in entry.postings:
            if is_kept(posting.account):
                inventories[posting.account].add_position(posting)
            if ":Dividend" in posting.account:
                symbol = posting.account.split(":")[-2]
                self.dividends[symbol] -= posting.units.number
        sold = {
            posting.units.currency for posting in entry.postings
            if posting.cost is not None and posting.units.number < 0
        }
        if sold:
            if len(sold) != 1:
                sys.exit(f"{entry.date}: a sale of several instruments is not compared")
            gain = sum(
                posting.units.number for posting in entry.postings
                if posting.account.startswith("Income:")
            )
            self.gains[str(entry.date), sold.pop()] -= gain


class Folio:
    """The figures that Folio computes."""

    def __init__(self, program, path, work):
        self.program = program
        self.document = os.path.join(work, "ledger.json")
        run = subprocess.run(
            [program, "import", path, "--strict", "--output", self.document],
            capture_output=True, text=True)
        self.report = run.stderr
        if run.returncode != 0:
            sys.exit(f"folio import ends with {run.returncode}:\n{run.stderr}")
        with open(self.document) as file:
            self.ledger = json.load(file)

    def rows(self, *arguments):
        run = subprocess.run(
            [self.program, *arguments, self.document, "--format", "csv", "--quiet"],
            capture_output=True, text=True, check=True)
        return list(csv.DictReader(io.StringIO(run.stdout)))

    def cash_by_day(self):
        """The balance of each cash account after each day with a change."""
        days = collections.defaultdict(dict)
        for row in self.rows("register"):
            days[row["account"]][row["date"]] = Decimal(row["balance"])
        return days


def compare(subject, expected, actual):
    """Both are mappings from keys to numbers; numbers of zero count as missing."""
    expected = {key: value for key, value in expected.items() if value != 0}
    actual = {key: value for key, value in actual.items() if value != 0}
    if not expected:
        sys.exit(f"{subject}: the example has none, so nothing is compared")
    for key in sorted(expected.keys() | actual.keys(), key=str):
        if expected.get(key) != actual.get(key):
            sys.exit(f"{subject} of {key}: beancount has {expected.get(key)}, "
                     f"Folio {actual.get(key)}")
    print(f"  {subject}: {len(expected)} agree")


def compare_balances(balances, days):
    """A balance holds at the beginning of its day, so after the day before."""
    count = 0
    for balance in balances:
        account = f"{balance.account}:{balance.amount.currency}"
        if account not in days:
            if balance.amount.number != 0:
                sys.exit(f"{balance.date}: the balance of {balance.account} has no cash account")
            continue
        before = str(balance.date - DAY)
        known = [day for day in days[account] if day <= before]
        actual = days[account][max(known)] if known else Decimal(0)
        tolerance = balance.tolerance
        if tolerance is None:
            places = -balance.amount.number.as_tuple().exponent
            tolerance = Decimal(1).scaleb(-places) if places > 0 else Decimal(0)
        if abs(actual - balance.amount.number) > tolerance:
            sys.exit(f"{balance.date} {account}: the directive has {balance.amount.number}, "
                     f"Folio {actual}")
        count += 1
    if count == 0:
        sys.exit("the example has no balance directive")
    print(f"  balance directives: {count} agree")


def main(program, path):
    beancount = Beancount(path)
    with tempfile.TemporaryDirectory() as work:
        folio = Folio(program, path, work)
        lots, costs = collections.Counter(), collections.Counter()
        for row in folio.rows("lots"):
            quantity, cost = Decimal(row["quantity"]), Decimal(row["cost_basis"])
            unit = (cost / quantity).normalize()
            lots[row["account"], row["symbol"], row["acquired"], unit] += quantity
            costs[row["account"], row["symbol"]] += cost
        expected = collections.Counter()
        for (account, symbol, day, cost), units in beancount.lots.items():
            expected[account, symbol, day, cost.normalize()] += units
        print(f"{len(folio.ledger['transaction_groups'])} groups of {os.path.basename(path)}")
        compare("lots with day, units and cost", expected, lots)
        compare("costs of positions", beancount.costs, costs)
        gains = collections.Counter()
        for row in folio.rows("gains"):
            gains[row["disposed"], row["symbol"]] += Decimal(row["gain"])
        compare("gains of sales", beancount.gains, gains)
        dividends = collections.Counter()
        for row in folio.rows("income"):
            if row["kind"] == "dividend":
                dividends[row["symbol"]] += Decimal(row["gross"])
        compare("dividends of instruments", beancount.dividends, dividends)
        cash = {
            (row["name"], row["currency"]): Decimal(row["balance"]) for row in folio.rows("cash")
        }
        compare("cash of accounts", beancount.cash, cash)
        prices = {(row["symbol"], row["date"]) for row in folio.ledger["historical_prices"]}
        given = {(symbol, str(day)) for symbol, day in beancount.prices}
        compare("days with prices", dict.fromkeys(given, 1), dict.fromkeys(prices, 1))
        compare_balances(beancount.balances, folio.cash_by_day())


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
