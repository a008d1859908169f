"""Shapes of what reports show, and of stores."""
import json

from booking_shapes import purchases
from ledgers import (
    INSTRUMENTS, buy, cash, day, flat, group, history, ledger, lines, sell, stock, text, trade)
from shape import Shape

REPORTS = [
    "check --strict", "holdings", "positions", "performance --by day", "performance --per symbol",
    "performance --benchmark AAA", "lots", "gains --include-cash",
    "gains --tax-rules uk", "gains --tax-rules ca", "gains --date-basis settlement",
    "pnl --from 2015-02-01", "cash", "income", "journal",
    "trial-balance", "balance-sheet", "income-statement", "snapshot --as-of 2015-02-01",
    "export folio-json", "export simple", "gains --format json", "gains --format csv",
    "gains --format html"]

# Without losses: each loss on a wash sale divides a lot, and each part of a lot is a row of its own
# when it is sold at a loss again. The rows then grow faster than the history, up to the limit F312.
US_REPORTS = ["gains --tax-rules us", "tax-form --tax-rules us --tax-year 2015"]


def instruments(n):
    symbols = [f"S{number}" for number in range(n)]
    return ledger([trade(f"b-{symbol}", 0, [buy(symbol)]) for symbol in symbols], symbols,
                  historical_prices=[{"symbol": symbol, "date": day(9), "close": "12"}
                                     for symbol in symbols])


def one_opening(n):
    """A group of many stock legs, as a snapshot begins with."""
    symbols = [f"S{number}" for number in range(n)]
    legs = [buy(symbol) for symbol in symbols]
    return ledger([trade("o", 0, legs)], symbols)


def one_move(n):
    """A group that moves units and cash from many accounts to many others."""
    accounts = [f"{side}{number}" for side in "ab" for number in range(n)]
    legs = [stock(f"transfer_{way}", "AAA", quantity="1", account=account + str(number))
            for number in range(n) for way, account in (("out", "a"), ("in", "b"))]
    money = [cash("transfer", way, number + 1, account + str(number))
             for number in range(n) for way, account in (("out", "a"), ("in", "b"))]
    rows = [trade(f"b{number}", 0, [buy("AAA", 1, account=f"a{number}")]) for number in range(n)]
    rows += [group("d", 1, [], [cash("deposit", "in", number + 1, f"a{number}")
                                for number in range(n)]), group("m", 2, legs, money)]
    return {**ledger(rows), "cash_accounts": [
        {"id": account, "currency": "USD"} for account in ["USD", *accounts]]}


def cash_accounts(n):
    rows = [group(f"d-{number}", number, [], [cash("deposit", "in", 1, f"c-{number}")])
            for number in range(n)]
    return {**ledger(rows), "cash_accounts": [
        {"id": f"c-{number}", "currency": "USD"} for number in range(n)]}


def securities_accounts(n):
    return ledger(trade(f"b-{number}", number, [buy("AAA", account=f"A{number}")])
                  for number in range(n))


def balances(n, off=lambda number: 0, on=lambda number: number, account=None):
    """A purchase and balances of cash and units on each day, the cash off by an amount."""
    where = {"account": account} if account else {}
    rows = [group("d", 0, [], [cash("deposit", "in", 100 * n)])]
    rows += [trade(f"b-{number}", number, [buy("AAA", **where)]) for number in range(n)]
    stated = [{"date": day(on(number)), "cash_account_id": "USD",
               "amount": f"{100 * (n - number - 1) + off(number)}"} for number in range(n)]
    stated += [{"date": day(number), "symbol": "AAA", "quantity": f"{10 * number + 10}", **where}
               for number in range(n)]
    return ledger(rows, balances=stated)


def currencies(n):
    """A chain of rates: each currency is worth something in the next one."""
    codes = ["USD", *(f"C{number}" for number in range(n))]
    accounts = [{"id": code, "currency": code} for code in codes]
    rows = [group(f"d-{code}", 1, [], [cash("deposit", "in", 1, code)]) for code in codes]
    rates = [{"date": day(0), "from": one, "to": other, "rate": "1.01"}
             for one, other in zip(codes, codes[1:])]
    return {**ledger(rows, fx_rates=rates), "cash_accounts": accounts}


def crossed_rates(n):
    """Each currency against each of ten others on each day."""
    codes = ["USD", *(f"C{number}" for number in range(10))]
    accounts = [{"id": code, "currency": code} for code in codes]
    rows = [group(f"d-{number}", number, [], [cash("deposit", "in", 1, codes[1 + number % 10])])
            for number in range(n)]
    rates = [{"date": day(number), "from": codes[1 + number % 10], "to": codes[(2 + number) % 10],
              "rate": "1.01"} for number in range(n)]
    return {**ledger(rows, fx_rates=rates), "cash_accounts": accounts}


def prices_of_a_day(n):
    rows = [{"symbol": "AAA", "date": day(0), "close": f"1{number}"} for number in range(n)]
    return ledger(purchases(1), historical_prices=rows)


def prices_by_day(n):
    """Many lots and a price for each of many days."""
    rows = [{"symbol": "AAA", "date": day(number), "close": "11"} for number in range(n)]
    return ledger(purchases(n), historical_prices=rows)


def flows_by_day(n):
    rows = [row for number in range(n) for row in (
        group(f"d-{number}", number, [], [cash("deposit", "in", 100)]),
        trade(f"b-{number}", number, [buy("AAA", 1, 90 + number % 7)]))]
    prices = [{"symbol": "AAA", "date": day(number), "close": str(90 + number % 11)}
              for number in range(n)]
    return ledger(rows, historical_prices=prices)


def losses(n, has_symbols, rules):
    """A purchase every third day whose price has fallen since, so that about ten of them are in the
    window of any day. All are of one symbol, or each is of its own."""
    names = [f"S{number}" if has_symbols else "AAA" for number in range(n)]
    rows = [trade(f"b-{number}", 3 * number, [buy(name, 10, 100)])
            for number, name in enumerate(names)]
    prices = [{"symbol": name, "date": day(3 * n), "close": "5"} for name in sorted(set(names))]
    return ledger(rows, sorted(set(names)), {"tax_rules": rules}, historical_prices=prices)


def overdue(n):
    """A warning for each group."""
    return ledger({**row, "status": "pending"} for row in purchases(n))


def without_rates(n):
    rows = [group(f"d-{number}", number, [], [cash("deposit", "in", 1, "EUR")]) for number in range(n)]
    return ledger(rows)


def dividends(n):
    legs = [{"trade_type": "dividend", "symbol": "AAA", "gross_amount": "1.00"}]
    return ledger(purchases(1) + [
        group(f"d-{number}", number, legs, [cash("dividend", "in", 1)]) for number in range(n)])


def stored_positions(n):
    document = instruments(n)
    rows = [{"symbol": f"S{number}", "quantity": "10"} for number in range(n)]
    return {**document, "portfolio_positions": rows, "portfolio_holdings": rows}


def notes_of_rows(n):
    return ledger({**row, "notes": f"note {number}", "column": {"a": [number]}}
                  for number, row in enumerate(purchases(n)))


def stored(name, arguments, size, prepare=()):
    """A shape of a store that is made of a history."""
    return Shape(name, lambda n: text(history(n)), arguments, size, prepare=list(prepare))


INIT = ["init", "file:FOLDER/a.folio", "FILES"]

SHAPES = [
    *[Shape(f"history: {report}", lambda n: text(history(n)), report.split(), 120)
      for report in REPORTS],
    *[Shape(f"history of gains: {report}", lambda n: text(history(n, gains=True)), report.split(), 120)
      for report in US_REPORTS],
    Shape("history of lines", lambda n: lines(history(n)), ["check"], 300),
    Shape("history of flat tables", lambda n: text(flat(history(n))), ["check"], 200),
    stored("init of a store", INIT, 80),
    stored("log of a store", ["log", "file:FOLDER/a.folio"], 80, [INIT]),
    stored("report of a store", ["holdings", "file:FOLDER/a.folio"], 80, [INIT]),
    stored("sync of two stores", ["sync", "file:FOLDER/a.folio", "file:FOLDER/b.folio"], 80,
           [INIT, ["init", "file:FOLDER/b.folio"]]),
    *[Shape(f"{report} of many lots", lambda n: text(ledger(purchases(n))), report.split(), 200)
      for report in ("holdings", "lots", "snapshot --as-of 2014-12-31", "check --method hifo")],
    *[Shape(f"{report} of many lots and days", lambda n: text(prices_by_day(n)), report.split(), 100)
      for report in ("positions", "performance", "performance --by day", "pnl",
                     "pnl --from 2015-01-20", "balance-sheet", "snapshot --as-of 2015-01-20")],
    *[Shape(f"{report} of many flows", lambda n: text(flows_by_day(n)), report.split(), 100)
      for report in ("performance", "performance --by month", "performance --per symbol")],
    *[Shape(f"{report} of many instruments", lambda n: text(instruments(n)), report.split(), 100)
      for report in ("holdings", "positions", "performance --per symbol", "pnl", "trial-balance",
                     "balance-sheet", "gains --tax-rules us", "gains --tax-rules uk")],
    *[Shape(f"{report} of one group of many legs", lambda n: text(one_opening(n)), report.split(),
            150) for report in ("register", "register --symbol S1", "journal")],
    *[Shape(f"{report} of one group of many transfers", lambda n: text(one_move(n)),
            report.split(), 80) for report in ("register", "register --symbol AAA", "journal")],
    Shape("log of one group of many legs", lambda n: text(one_opening(n)),
          ["log", "file:FOLDER/a.folio"], 150, prepare=[INIT]),
    Shape("the newest groups of a journal", lambda n: text(history(n)),
          ["log", "file:FOLDER/a.folio", "--limit", "20"], 1_000, prepare=[INIT]),
    # A database has indexes, so only the newest groups are read.
    Shape("the newest groups of a database", lambda n: text(history(n)),
          ["log", "sqlite:FOLDER/a.db", "--limit", "20"], 1_000,
          prepare=[["init", "sqlite:FOLDER/a.db", "FILES"]], flat=True),
    *[Shape(f"{report} of many cash accounts", lambda n: text(cash_accounts(n)), report.split(), 150)
      for report in ("cash", "trial-balance", "balance-sheet", "performance", "journal")],
    *[Shape(f"{report} of many securities accounts", lambda n: text(securities_accounts(n)),
            report.split(), 100)
      for report in ("lots", "positions", "performance --per account", "pnl --per account",
                     "holdings --lot-scope account")],
    *[Shape(f"balances{name}", lambda n, more=more: text(balances(n, **more)), ["check"], 150,
            status={status})
      for name, status, more in [
          ("", 0, {}), (" of an account", 0, {"account": "A"}),
          (" that differ by as much", 1, {"off": lambda number: 1}),
          (" that differ by ever more", 1, {"off": lambda number: number + 1}),
          (" of one day", 1, {"on": lambda number: 999})]],
    Shape("balances that a store has already",
          lambda n: {"a.json": text(balances(n)),
                     "b.json": json.dumps({"balances": balances(n)["balances"]})},
          ["add", "file:FOLDER/a.folio", "FOLDER/b.json"], 80,
          prepare=[["init", "file:FOLDER/a.folio", "FOLDER/a.json"]]),
    *[Shape(f"{report} of a chain of currencies", lambda n: text(currencies(n)), report.split(), 60)
      for report in ("cash", "gains --include-cash", "balance-sheet", "performance",
                     "trial-balance")],
    *[Shape(f"{report} of crossed rates", lambda n: text(crossed_rates(n)), report.split(), 150)
      for report in ("cash", "performance", "gains --include-cash")],
    *[Shape(f"losses to realize of many {what} under {rules}",
            lambda n, what=what, rules=rules: text(losses(n, what == "instruments", rules)),
            ["what-if", "--harvest"], 60)
      for what, rules in (("lots", "us"), ("lots", "none"), ("instruments", "us"),
                          ("instruments", "uk"), ("instruments", "ca"), ("instruments", "none"))],
    Shape("prices of one day", lambda n: text(prices_of_a_day(n)), ["positions"], 300),
    Shape("groups that are overdue", lambda n: text(overdue(n)), ["check"], 100),
    Shape("amounts without a rate", lambda n: text(without_rates(n)), ["cash"], 200),
    *[Shape(f"{report} of many dividends", lambda n: text(dividends(n)), report.split(), 150)
      for report in ("income", "income --by month", "performance")],
    Shape("stored rows that agree", lambda n: text(stored_positions(n)), ["check", "--derived"], 60,
          status={0, 1}),
    *[Shape(f"{report} of what is only kept", lambda n: text(notes_of_rows(n)), report.split(), 100)
      for report in ("export folio-json", "snapshot --as-of 2014-12-31")],
]
