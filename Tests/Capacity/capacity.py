#!/usr/bin/env python3
"""Measures what a portfolio, a group, a start and a price cost `folio --each line`.

    Tests/Capacity/capacity.py FOLIO [--portfolios 20000] [--groups 50] [--work FOLDER] [--jobs 1]

All figures of a run are from the same minutes, so state their ratios. Specs/performance/capacity.md
has the results. The files of prices take most of the time; --no-prices leaves them out.
"""
import argparse
import datetime
import json
import os
import subprocess
import tempfile
import time

START = datetime.date(2015, 1, 1)
INSTRUMENTS = 500
REPORTS = "holdings,gains,pnl"


def group(number, place, count):
    """A group of a portfolio: mostly purchases, then some sales of what it bought, and dividends."""
    day = START + datetime.timedelta(place * 3650 // count + number % 7)
    symbol = (number * 31 + place % 5 * 97) % INSTRUMENTS
    name = f"p{number}-{place}"
    kind = "deposit" if place == 0 else "dividend" if place % 10 == 9 else \
        "sell" if place % 10 == 8 else "buy"
    price = f"{50 + (number + place) % 40}.25"
    head = f'{{"id": "{name}", "status": "settled", "occurred_at": "{day}T12:00:00Z", '
    cash = f'"cash_transactions": [{{"id": "{name}-c", "cash_account_id": "c", "currency": "USD", '
    if kind == "deposit":
        return head + f'"group_type": "deposit", {cash}"leg_type": "deposit", "direction": "in", ' \
            '"amount": "100000.00"}]}'
    if kind == "dividend":
        stock = f'"stock_id": "s{symbol}", "symbol": "S{symbol}", '
        return head + f'"group_type": "dividend", {cash}{stock}"leg_type": "dividend", ' \
            '"direction": "in", "amount": "7.50"}]}'
    amount, direction = (price, "in") if kind == "sell" else (price + "0", "out")
    quantity = "1" if kind == "sell" else "10"
    amount = f"{(50 + (number + place) % 40) * int(quantity) + int(quantity) / 4:.2f}"
    return head + (
        f'"group_type": "stock_trade", "stock_transactions": [{{"id": "{name}-s", '
        f'"stock_id": "s{symbol}", "symbol": "S{symbol}", "trade_type": "{kind}", '
        f'"trade_date": "{day}", "quantity": "{quantity}", "price_per_share": "{price}", '
        f'"gross_amount": "{amount}", "currency": "USD"}}], '
        f'{cash}"leg_type": "principal", "direction": "{direction}", "amount": "{amount}"}}]}}')


def ledger(symbols, groups):
    stocks = ", ".join(
        f'{{"id": "s{n}", "symbol": "S{n}", "currency": "USD"}}' for n in sorted(symbols))
    return (
        '{"settings": {"base_currency": "USD"}, '
        '"portfolio_cash_accounts": [{"id": "c", "currency": "USD"}], '
        f'"stocks_master": [{stocks}], "transaction_groups": [{", ".join(groups)}]}}')


def rows_of(number, groups):
    return [group(number, place, groups) for place in range(groups)]


def portfolio(number, groups):
    """The text of a portfolio's ledger."""
    symbols = {(number * 31 + place * 97) % INSTRUMENTS for place in range(5)}
    return ledger(symbols, rows_of(number, groups))


def write(folder, portfolios, groups):
    """Writes the portfolios, one on each line, and one ledger with all their groups."""
    many, one = os.path.join(folder, "many.ndjson"), os.path.join(folder, "one.ndjson")
    with open(many, "w") as file, open(one, "w") as whole:
        whole.write(ledger(range(INSTRUMENTS), [])[:-2])
        for number in range(portfolios):
            file.write(f'{{"portfolio": "u-{number}", "ledger": {portfolio(number, groups)}}}\n')
            whole.write((", " if number else "") + ", ".join(rows_of(number, groups)))
        whole.write("]}\n")
    return many, one


def write_prices(folder, instruments=5000, years=10):
    path = os.path.join(folder, "prices.csv")
    with open(path, "w") as file:
        file.write("date,symbol,price,currency\n")
        for number in range(years * 365):
            day = START + datetime.timedelta(number)
            if day.weekday() < 5:
                file.writelines(
                    f"{day},S{n},{40 + (n + number) % 60}.{number % 100:02},USD\n"
                    for n in range(instruments))
    return path


def run(name, words, path, output):
    """Runs a command on a file. Returns the seconds of the clock and of the processor."""
    begin = time.monotonic()
    with open(path, "rb") as file, open(output, "wb") as out:
        process = subprocess.Popen(words, stdin=file, stdout=out)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    wall = time.monotonic() - begin
    assert process.returncode == 0, (words, process.returncode)
    user = usage.ru_utime + usage.ru_stime
    print(
        f"{name:<44} {user:8.2f} s CPU {wall:8.2f} s wall {usage.ru_maxrss / 1e3:8.0f} MB peak "
        f"{os.path.getsize(path) / 1e6:8.1f} MB in {os.path.getsize(output) / 1e6:8.1f} MB out",
        flush=True)
    return user, wall


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folio")
    parser.add_argument("--portfolios", type=int, default=20000)
    parser.add_argument("--groups", type=int, default=50)
    parser.add_argument("--jobs", default="1")
    parser.add_argument("--work")
    parser.add_argument("--no-prices", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=options.work) as folder:
        measure(options, folder)


def measure(options, folder):
    count, groups = options.portfolios, options.groups
    output = os.path.join(folder, "out")
    many, one = write(folder, count, groups)
    worker = [
        options.folio, "pnl", "--each", "line", "-f", "json", "-q", "--faults", "inline",
        "--trade-prices", "--jobs", options.jobs]
    reports = [*worker, "--reports", REPORTS]

    # The start: a process with one empty ledger.
    empty = os.path.join(folder, "empty.ndjson")
    with open(empty, "w") as file:
        file.write('{"settings": {"base_currency": "USD"}}\n')
    starts = min(run("start, one empty ledger", [*reports, "-"], empty, output)[1] for _ in range(5))
    print(f"  start: {starts * 1e3:.1f} ms")

    each = run(f"{count} portfolios of {groups} groups, {REPORTS}", [*reports, "-"], many, output)
    with open(output) as file:
        for line in file:
            assert '"faults"' not in line[:40], line[:300]
    whole = run(f"one ledger of {count * groups} groups, {REPORTS}", [*reports, "-"], one, output)
    print(f"  portfolios / ledger, CPU: {whole[0] / each[0]:.2f} of its speed")
    print(f"  a portfolio: {each[0] / count * 1e6:.0f} us; a group: {each[0] / count / groups * 1e6:.2f} us")
    for report in REPORTS.split(","):
        run(f"the same portfolios, {report} alone", [*worker, "--reports", report, "-"], many, output)

    # Half the groups in each: what a portfolio costs apart from its groups.
    half, _ = write(folder, count, groups // 2)
    less = run(f"{count} portfolios of {groups // 2} groups", [*reports, "-"], half, output)
    per_group = (each[0] - less[0]) / count / (groups - groups // 2)
    print(f"  by difference: a group {per_group * 1e6:.2f} us, "
          f"a portfolio without groups {(each[0] / count - groups * per_group) * 1e6:.0f} us")

    if options.no_prices:
        return
    count = min(count, 10000)
    many, _ = write(folder, count, groups)
    prices = write_prices(folder)
    print(f"  prices: {os.path.getsize(prices) / 1e6:.0f} MB")
    without = run(f"{count} portfolios without prices", [*reports, "-"], many, output)
    parse = run("one empty ledger with prices", [*reports, "--prices", prices, "-"], empty, output)
    with_prices = run(
        f"{count} portfolios with prices", [*reports, "--prices", prices, "-"], many, output)
    print(f"  with / without prices, CPU: {with_prices[0] / without[0]:.2f}; "
          f"without parsing them: {(with_prices[0] - parse[0]) / without[0]:.2f}")
    plain = open(output, "rb").read()

    packed = os.path.join(folder, "prices.folio")
    run("packing the prices", [options.folio, "prices", prices, "--output", packed], empty, output)
    print(f"  packed: {os.path.getsize(packed) / 1e6:.0f} MB")
    run("one empty ledger with packed prices", [*reports, "--prices", packed, "-"], empty, output)
    mapped = run(
        f"{count} portfolios with packed prices", [*reports, "--prices", packed, "-"], many, output)
    assert open(output, "rb").read() == plain, "packed prices give other figures"
    print(f"  with packed / without prices, CPU: {mapped[0] / without[0]:.2f}")


if __name__ == "__main__":
    main()
