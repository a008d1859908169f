#!/usr/bin/env python3
"""Imports journals of beancount, and compares the ledger with what beancount itself makes of them.

usage: beancount_import.py [--folio PATH] [--seeds N] [JOURNAL...]

  --folio  the program; built in release mode where left out
  --seeds  how many of beancount's own examples are generated and compared; 3 where left out

Compared are the cash of each account, the units and the cost of each position, and, by the import
itself, every balance directive and every gain. Needs beancount 3 (pip install beancount).
The exit status is 1 if anything differs.
"""
import argparse
import collections
import decimal
import json
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.append(str(HERE.parent))

from beancount import loader
from beancount.core import data, inventory

D = decimal.Decimal
# Folio shows amounts of money with the places of the currency.
ROUNDING = D("0.005")


def of_beancount(path):
    """The cash, the units and the costs of accounts of assets and liabilities."""
    entries, errors, options = loader.load_file(str(path))
    for error in errors:
        print(f"  beancount: {error.message}")
    kept = (options["name_assets"] + ":", options["name_liabilities"] + ":")
    balances = collections.defaultdict(inventory.Inventory)
    for entry in entries:
        if isinstance(entry, data.Transaction):
            for posting in entry.postings:
                if posting.account.startswith(kept):
                    balances[posting.account].add_position(posting)
    return balances


def of_folio(folio, path):
    """The ledger that the import makes, its open lots, and what it said."""
    made = subprocess.run([folio, "import", str(path)], capture_output=True, text=True)
    if made.returncode != 0:
        sys.exit(f"{path}: the import fails\n{made.stderr}")
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        file.write(made.stdout)
        file.flush()
        lots = subprocess.run(
            [folio, "lots", file.name, "--format", "json"], capture_output=True, text=True)
    return json.loads(made.stdout), json.loads(lots.stdout)["rows"] or [], made.stderr


def compare(folio, path):
    """Prints what differs, and returns how much it is."""
    ledger, lots, said = of_folio(folio, path)
    cash = collections.defaultdict(D)
    for group in ledger["transaction_groups"]:
        for leg in group.get("cash_transactions", []):
            sign = 1 if leg["direction"] == "in" else -1
            cash[leg["cash_account_id"]] += sign * D(leg["amount"])
    units, costs = collections.defaultdict(D), collections.defaultdict(D)
    for lot in lots:
        key = (lot["account"], lot["symbol"])
        units[key] += D(lot["quantity"])
        costs[key] += D(lot["cost_basis"])
    theirs = collections.defaultdict(D)
    their_units, their_costs = collections.defaultdict(D), collections.defaultdict(D)
    for account, balance in of_beancount(path).items():
        for position in balance:
            name = f"{account}:{position.units.currency}"
            if position.cost is None and name in cash:
                theirs[name] += position.units.number
                continue
            key = (account, position.units.currency)
            their_units[key] += position.units.number
            if position.cost is not None:
                their_costs[key] += position.units.number * position.cost.number
    differences = 0
    for what, ours, others, slack in [
        ("cash", cash, theirs, D(0)), ("units", units, their_units, D(0)),
        ("cost", costs, their_costs, ROUNDING * max(1, len(lots))),
    ]:
        for key in sorted(set(ours) | set(others)):
            if abs(ours[key] - others[key]) > slack:
                differences += 1
                print(f"  {what} of {key}: {others[key]} in beancount, {ours[key]} in Folio")
    claims = [line[7:] for line in said.splitlines() if " agree" in line]
    for claim in claims:
        agree, count = (int(word) for word in claim.split() if word.isdigit())
        differences += count - agree
    held = sum(1 for number in their_units.values() if number)
    print(f"{path.name}: {len(cash)} cash accounts, {held} positions; {'; '.join(claims)}; "
          f"{differences} differences")
    return differences


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--folio")
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("journals", nargs="*", type=pathlib.Path)
    options = parser.parse_args()
    folio = options.folio
    if folio is None:
        from release_build import built
        folio = str(built("folio"))
    specs = ROOT / "Specs" / "import" / "beancount"
    journals = options.journals or [specs / "portfolio.beancount", specs / "methods.beancount"]
    differences = 0
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(options.seeds):
            path = pathlib.Path(folder) / f"example-{seed}.beancount"
            subprocess.run(
                ["bean-example", "--seed", str(seed), "-o", str(path)], check=True,
                capture_output=True)
            journals.append(path)
        for path in journals:
            differences += compare(folio, path)
    sys.exit(1 if differences else 0)


if __name__ == "__main__":
    main()
