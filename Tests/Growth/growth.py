#!/usr/bin/env python3
"""Finds what does not stay flat: each command on two histories of one kind, one four times as long.

usage: growth.py [--folio PATH] [--groups N]

  --folio   folio in release mode; built where left out
  --groups  how long the short history is: 20,000 groups where left out

Prints the time that each had on a processor, and what a group costs in the long history against one in
the short one. Work that grows with the square of the history shows as a figure near four; one that says
2 or more is marked, and ends this script with status 1. What copies a little now and then may show on
longer histories only. Times depend on the machine and on what else it
does: this is a benchmark, and no part of the tests.
"""
import argparse
import datetime
import json
import os
import pathlib
import subprocess
import sys
import tempfile

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent))
from release_build import built

TIMES = 4
LIMIT = 2
REPORTS = [
    "check", "holdings", "positions", "performance", "lots", "gains", "gains --include-cash",
    "gains --tax-rules us", "gains --tax-rules uk", "gains --tax-rules ca", "gains --method hifo",
    "tax-form --tax-rules us --tax-year 2021", "pnl", "pnl --from 2021-01-01", "cash", "income",
    "journal", "trial-balance", "balance-sheet", "income-statement", "snapshot --as-of 2021-01-01",
    "export folio-json", "export simple"]
INSTRUMENTS = ["AAA", "BBB", "CCC", "DDD"]


def day(number):
    """Six groups a day."""
    return str(datetime.date(2015, 1, 5) + datetime.timedelta(days=number // 6))


def cash(kind, direction, amount, currency="USD"):
    return {"leg_type": kind, "direction": direction, "amount": f"{amount:.2f}",
            "cash_account_id": currency}


def stock(kind, symbol, units, gross, **more):
    return {"trade_type": kind, "symbol": symbol, "quantity": units,
            "gross_amount": f"{gross:.2f}", **more}


def legs(number):
    """The legs of a group. What is bought is sold again, so that no more lots are open at the end of
    a long history than of a short one; one purchase in six is paid in another currency."""
    symbol = INSTRUMENTS[number // 6 % len(INSTRUMENTS)]
    price = 20 + number % 7
    step = number % 6
    if step == 0:
        return [], [cash("deposit", "in", 500), cash("deposit", "in", 80, "EUR")]
    if step == 1:
        return ([stock("buy", symbol, "13.7", 14 * price, fees="0.99")],
                [cash("principal", "out", 14 * price), cash("fee", "out", 0.99)])
    if step == 2:
        return ([stock("buy", symbol, "5.3", 5 * price)],
                [cash("fx", "out", 80, "EUR"), cash("fx", "in", 5 * price),
                 cash("principal", "out", 5 * price)])
    if step == 3:
        return [stock("dividend", symbol, "19", 3)], [cash("dividend", "in", 3)]
    # The first sale takes all of one lot and a part of the other, by shares that do not end.
    units, gross = ("15.1", 15 * price) if step == 4 else ("3.9", 4 * price)
    return ([stock("sell", symbol, units, gross, fees="0.99")],
            [cash("principal", "in", gross), cash("fee", "out", 0.99)])


def ledger(groups):
    kinds = ["deposit", "stock_trade", "stock_trade", "dividend", "stock_trade", "stock_trade"]
    rows = []
    for number in range(groups):
        stocks, money = legs(number)
        rows.append({
            "id": f"g-{number}", "occurred_at": f"{day(number)}T{10 + number % 6}:00:00Z",
            "group_type": kinds[number % 6],
            # Now and then one that is overdue, of which every report warns.
            "status": "pending" if number % 50 == 1 else "settled",
            "stock_transactions": stocks, "cash_transactions": money})
    days = [day(number) for number in range(0, groups, 6)]
    return {
        "format": "folio/1", "settings": {"base_currency": "USD"},
        "cash_accounts": [{"id": currency, "currency": currency} for currency in ("USD", "EUR")],
        "stocks": [{"symbol": symbol, "currency": "USD"} for symbol in INSTRUMENTS],
        "historical_prices": [
            {"symbol": symbol, "date": date, "close": "21"}
            for date in days for symbol in INSTRUMENTS],
        "fx_rates": [{"date": date, "from": "EUR", "to": "USD", "rate": "1.1"} for date in days],
        "transaction_groups": rows}


def seconds(command):
    """The time that a process had on a processor."""
    before = os.times()
    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}:\n{done.stderr.decode(errors='replace')[-2000:]}")
    after = os.times()
    return (after.children_user - before.children_user
            + after.children_system - before.children_system)


def measured(folio, folder, groups):
    """The times of the reports, and of making a store, listing it and syncing it with another one."""
    sizes = (groups, TIMES * groups)
    files = [folder / f"{size}.json" for size in sizes]
    for size, path in zip(sizes, files):
        path.write_text(json.dumps(ledger(size)))
    for report in REPORTS:
        yield report, [seconds([folio, *report.split(), path]) for path in files]
    stores = [[f"file:{folder}/{size}-{side}.folio" for side in "ab"] for size in sizes]
    yield "init", [seconds([folio, "init", pair[0], path]) for pair, path in zip(stores, files)]
    for pair in stores:
        seconds([folio, "init", pair[1]])
    yield "sync", [seconds([folio, "sync", *pair]) for pair in stores]
    yield "log", [seconds([folio, "log", pair[1]]) for pair in stores]


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--folio")
    parser.add_argument("--groups", type=int, default=20_000)
    options = parser.parse_args()
    folio = options.folio or built("folio")
    fine = True
    with tempfile.TemporaryDirectory() as folder:
        start = min(seconds([folio, "--version"]) for _ in range(5))
        for name, (short, long) in measured(
                folio, pathlib.Path(folder), options.groups):
            ratio = (long - start) / max(short - start, 0.001) / TIMES
            is_flat = ratio < LIMIT
            fine = fine and is_flat
            verdict = "" if is_flat else ": does not stay flat"
            print(f"{short:6.2f} s {long:6.2f} s {ratio:5.2f}  {name}{verdict}", flush=True)
    if not fine:
        sys.exit(1)


if __name__ == "__main__":
    main()
