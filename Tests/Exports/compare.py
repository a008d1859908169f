"""Compares exports of folio with what beancount, hledger and ledger make of them.

    compare.py FOLIO FILE...

It needs the package beancount, hledger and ledger. The variable BEAN_CHECK may name programs
bean-check, such as those of versions 2 and 3, which check the first journal of each file.

A file is a ledger, or a case of Specs with one. Ledgers are tried with other methods and rules, too.
For each, a journal is exported for each program, and the units and costs of each instrument, the cash
of each account, gains, income, expenses and contributions are compared with the reports of folio. Then
each journal is imported, and the figures and the ids of groups are compared with those of the ledger.
The exit status is 1 if anything differs, or if nothing was compared.
"""

import csv
import io
import json
import os
import re
import subprocess
import sys
import tempfile
from collections import defaultdict
from decimal import Decimal

from beancount import loader
from beancount.core import data

# Costs of one unit are rounded to 18 places, so the costs of very many units may differ a little.
CLOSE = Decimal("0.000001")
AMOUNT = re.compile(r'(-?[0-9][0-9.]*)\s+(?:"([^"]+)"|([A-Za-z]+))')


class Failure(Exception):
    pass


def run(arguments):
    done = subprocess.run(arguments, capture_output=True, text=True)
    if done.returncode != 0:
        raise Failure(f"{' '.join(arguments)} failed:\n{done.stdout[:2000]}{done.stderr[:2000]}")
    return done.stdout


class Differences:
    def __init__(self):
        self.compared = 0
        self.lines = []

    def compare(self, program, ledger, kind, expected, found, slack=CLOSE):
        for key in sorted(set(expected) | set(found)):
            one, two = expected.get(key, Decimal(0)), found.get(key, Decimal(0))
            self.compared += 1
            if abs(one - two) > (slack(key) if callable(slack) else slack):
                self.lines.append(f"{ledger}: {program}: {kind} of {key}: folio {one}, {program} {two}")


def part(text):
    """A part of the name of an account, as it is legal in all three programs."""
    clean = "".join(c if c.isascii() and c.isalnum() else "-" * len(c.encode()) for c in text).lstrip("-")
    return (clean[:1].upper() + clean[1:]) or "X"


def account(name, symbols):
    """The account of a trial balance, as the journals call it."""
    roots = ["Assets:Cash:", "Income:Dividends:", "Income:AccruedInterest:", "Income:CostAdjustments:",
             "Income:Gains:", "Income:Interest:", "Income:Other:", "Expenses:Fees:",
             "Expenses:Taxes:Paid:", "Expenses:Other:"]
    for root in roots:
        if name.startswith(root):
            return root + part(name[len(root):])
    return name


class Expected:
    """What folio reports."""

    def __init__(self, folio, ledger):
        def rows(report):
            text = run([folio, report, ledger, "--format", "json", "--quiet"])
            return json.loads(text)["rows"]

        self.units, self.costs, self.accounts = defaultdict(Decimal), defaultdict(Decimal), defaultdict(Decimal)
        for row in rows("holdings"):
            self.units[row["symbol"]] += Decimal(row["quantity"])
            self.costs[row["symbol"], row["currency"]] += Decimal(row["cost_basis"])
        with open(ledger, encoding="utf-8") as file:
            settings = json.load(file).get("settings") or {}
        has_rules = (settings.get("tax_rules") or "none") != "none"
        left_out = ("Assets:Securities:", "Equity:Rounding")
        if has_rules:
            # The trial balance has the gains of the books, and journals those of the tax rules.
            left_out += ("Income:Gains:",)
            for row in rows("gains"):
                taken = Decimal(row["disallowed"] or 0) if row["currency"] == settings.get("base_currency") else 0
                self.accounts["Income:Gains:" + part(row["symbol"]), row["currency"]] -= Decimal(row["gain"]) + taken
        for row in rows("trial-balance"):
            if not row["account"].startswith(left_out):
                self.accounts[account(row["account"], None), row["currency"]] += Decimal(row["closing"])
        clean = lambda sums: {key: value for key, value in sums.items() if value}
        self.units, self.costs, self.accounts = map(clean, (self.units, self.costs, self.accounts))


def counts(name):
    return not name.startswith(("Assets:Securities", "Liabilities:Securities", "Equity:Rounding", "Equity:Matching"))


def beancount(path):
    """Units, costs and amounts by account as beancount has them."""
    entries, errors, _ = loader.load_file(path)
    if errors:
        raise Failure(f"beancount: {path}: {errors[:3]}")
    symbols = {e.currency: e.meta.get("symbol", e.currency) for e in entries if isinstance(e, data.Commodity)}
    units, costs, accounts = defaultdict(Decimal), defaultdict(Decimal), defaultdict(Decimal)
    for entry in data.filter_txns(entries):
        for posting in entry.postings:
            unit, number = symbols[posting.units.currency], posting.units.number
            if posting.cost is None:
                if counts(posting.account):
                    accounts[posting.account, unit] += number
                continue
            units[unit] += number
            costs[unit, posting.cost.currency] += number * posting.cost.number
    return units, costs, accounts


def commodities(path):
    """The symbols of commodities in a journal of hledger or ledger."""
    names, symbol = {}, None
    for line in open(path, encoding="utf-8"):
        if line.startswith("; symbol: "):
            symbol = line[len("; symbol: "):].rstrip("\n")
        elif line.startswith("commodity "):
            name = line[len("commodity "):].strip().strip('"')
            names[name] = symbol or name
            symbol = None
    return names


def balances(text, symbols):
    """Amounts by account, from lines of an account, a bar and amounts."""
    sums = defaultdict(Decimal)
    name = ""
    for line in text.splitlines():
        if "|" in line:
            name, line = line.split("|", 1)
        # ledger shows the lots after the amounts.
        line = re.sub(r"\{[^}]*\}|\[[^]]*\]", "", line)
        for number, quoted, plain in AMOUNT.findall(line):
            sums[name.strip(), symbols[quoted or plain]] += Decimal(number)
    return sums


def hledger(path, symbols):
    def read(*flags):
        text = run(["hledger", "-f", path, "balance", "--flat", "--no-total", "-O", "csv", *flags])
        rows = list(csv.reader(io.StringIO(text)))[1:]
        return balances("\n".join(f"{name}|{amount}" for name, amount in rows), symbols)

    return read(), read("-B")


def ledger_program(path, symbols):
    def read(amount, *flags):
        form = f"%(account)|%({amount})\n"
        command = ["ledger", "--args-only", "-f", path, "balance", "--flat", "--no-total", "--format", form]
        return balances(run([*command, *flags]), symbols)

    # Totals have the accounts below, too.
    at_cost = read("display_total", "-B", "Assets:Securities", "Liabilities:Securities")
    roots = {name for name, _ in at_cost} & {"Assets:Securities", "Liabilities:Securities"}
    at_cost = {key: cost for key, cost in at_cost.items()
               if not key[0].startswith(tuple(f"{root}:" for root in roots))}
    return read("display_amount"), at_cost


def of_journal(plain, at_cost):
    units, costs, accounts = defaultdict(Decimal), defaultdict(Decimal), defaultdict(Decimal)
    for (name, unit), number in plain.items():
        if counts(name):
            accounts[name, unit] += number
        elif name.startswith(("Assets:Securities", "Liabilities:Securities")):
            units[unit] += number
    for (name, unit), number in at_cost.items():
        if name.startswith(("Assets:Securities", "Liabilities:Securities")):
            costs[unit] += number
    return units, costs, accounts


# Settings with which the lots and the costs are others.
VARIANTS = [
    {},
    {"cost_basis_method": "lifo", "lot_scope": "account"},
    {"cost_basis_method": "hifo", "fee_treatment": "expense"},
    {"cost_basis_method": "average"},
    {"cost_basis_method": "average", "lot_scope": "account", "fee_treatment": "expense"},
    {"tax_rules": "us"},
    {"tax_rules": "uk"},
    {"tax_rules": "ca"},
]


def variants(folio, path, folder):
    """The ledgers of a file that have no faults, each in a file of its own, with a name."""
    document = json.load(open(path, encoding="utf-8"))
    is_case = "ledger" in document
    document = document.get("ledger", document)
    if not isinstance(document, dict):
        return
    settings = document.get("settings", {})
    if isinstance(settings, list):
        settings = {key: value for row in settings for key, value in row.items()}
    for number, variant in enumerate(VARIANTS[:1] if is_case else VARIANTS):
        document["settings"] = {**settings, **variant}
        own = os.path.join(folder, f"ledger-{number}.json")
        with open(own, "w", encoding="utf-8") as file:
            json.dump(document, file)
        if subprocess.run([folio, "check", own], capture_output=True).returncode == 0:
            yield own, f"{os.path.basename(path)} {json.dumps(variant) if variant else ''}".strip()


def compare(folio, ledger, name, is_first, found):
    expected = Expected(folio, ledger)
    by_currency = defaultdict(Decimal)
    for (_, currency), cost in expected.costs.items():
        by_currency[currency] += cost
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "export.beancount")
        run([folio, "export", "beancount", ledger, "--output", path, "--quiet"])
        for program in os.environ.get("BEAN_CHECK", "").split() if is_first else []:
            run([program, path])
        units, costs, accounts = beancount(path)
        found.compare("beancount", name, "units", expected.units, units)
        found.compare("beancount", name, "cost", expected.costs, costs)
        found.compare("beancount", name, "amount", expected.accounts, accounts)
        path = os.path.join(folder, "export.journal")
        run([folio, "export", "journal", ledger, "--output", path, "--quiet"])
        symbols = commodities(path)
        # Both programs print amounts with the places of the currency.
        shown = Decimal("0.50000001")
        for program, read in (("hledger", hledger), ("ledger", ledger_program)):
            units, costs, accounts = of_journal(*read(path, symbols))
            found.compare(program, name, "units", expected.units, units)
            places = lambda key: {"JPY": shown}.get(key[-1] if isinstance(key, tuple) else key, Decimal("0.0051"))
            found.compare(program, name, "cost", by_currency, costs,
                          lambda key: places(key) * (1 + len(expected.costs)))
            found.compare(program, name, "amount", expected.accounts, accounts, places)
        for form in ("beancount", "journal"):
            back = os.path.join(folder, "back.json")
            run([folio, "import", os.path.join(folder, f"export.{form}"), "--output", back, "--quiet"])
            again = Expected(folio, back)
            for kind in ("units", "costs", "accounts"):
                found.compare(f"import of {form}", name, kind, getattr(expected, kind), getattr(again, kind), 0)
            ids = lambda path: sorted(re.findall(r'^    \{"id": "([^"]+)"', run([folio, "export", "folio-json", path, "--quiet"]), re.M))
            if ids(ledger) != ids(back):
                found.lines.append(f"{name}: import of {form}: the ids of groups differ")


def main():
    folio, files = sys.argv[1], sys.argv[2:]
    found, ledgers = Differences(), 0
    for path in files:
        with tempfile.TemporaryDirectory() as folder:
            for number, (ledger, name) in enumerate(variants(folio, path, folder)):
                ledgers += 1
                try:
                    compare(folio, ledger, name, number == 0, found)
                except Failure as failure:
                    found.lines.append(f"{name}: {failure}")
    for line in found.lines:
        print(line)
    print(f"{ledgers} ledgers, {found.compared} figures compared, {len(found.lines)} differ")
    raise SystemExit(1 if found.lines or found.compared == 0 else 0)


if __name__ == "__main__":
    main()
