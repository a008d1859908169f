"""Shapes of other files than ledgers: prices, rates, simple models, many portfolios."""
import json
import pathlib

from booking_shapes import purchases
from faulty_shapes import copies
from ledgers import buy, day, history, ledger, lines, text, trade
from shape import Shape

SIMPLE = pathlib.Path(__file__).resolve().parents[2] / "Specs" / "simple"


def prices(n, price="11"):
    """A file of prices by day, and a ledger."""
    rows = "".join(f"{day(number)},AAA,{price},USD\n" for number in range(n))
    return {"prices.csv": "date,symbol,price,currency\n" + rows,
            "ledger.json": text(ledger(purchases(5)))}


def prices_of_unknown_symbols(n):
    rows = "".join(f"{day(0)},X{number},11,USD\n" for number in range(n))
    return {"prices.csv": "date,symbol,price,currency\n" + rows,
            "ledger.json": text(ledger(purchases(5)))}


def prices_of_symbols(n):
    symbols = [f"S{number}" for number in range(n)]
    rows = "".join(f"{day(0)},{symbol},11,USD\n" for symbol in symbols)
    groups = [trade(f"b-{symbol}", 0, [buy(symbol)]) for symbol in symbols]
    return {"prices.csv": "date,symbol,price,currency\n" + rows,
            "ledger.json": text(ledger(groups, symbols))}


def rates(n):
    rows = "".join(f"{day(number)},EUR,USD,1.1\n" for number in range(n))
    return {"rates.csv": "date,from,to,rate\n" + rows, "ledger.json": text(history(30))}


def portfolios(n):
    """A whole ledger on each line."""
    return "".join(json.dumps(ledger(purchases(3))) + "\n" for _ in range(n))


def faulty_portfolios(n):
    return "".join(json.dumps(ledger([{**row, "status": "x"} for row in purchases(3)])) + "\n"
                   for _ in range(n))


def flat_app(n, amount=10):
    kinds = ["buy", "sell"]
    return json.dumps({
        "currency": "USD",
        "capitals": [{"id": f"c-{number}", "type": "deposit", "amount": amount,
                      "date": f"{day(number)}T09:00:00Z"} for number in range(n)],
        "stock_tickers": [{"name": f"S{number}", "code": f"S{number}", "market": "", "currency": "USD"}
                          for number in range(n)],
        "transactions": [{"id": f"t-{number}", "type": kinds[number % 2], "code": f"S{number // 2}",
                          "quantity": 1, "price": 1, "date": f"{day(number)}T10:00:00Z"}
                         for number in range(n)]})


def coinflip(n):
    document = json.loads((SIMPLE / "coinflip.json").read_text())
    return json.dumps(copies(document, n))


WITH_PRICES = ["--prices", "FOLDER/prices.csv", "FOLDER/ledger.json"]

SHAPES = [
    Shape("a file of prices", prices, ["positions", *WITH_PRICES], 400),
    Shape("a file of faulty prices", lambda n: prices(n, "x"), ["positions", *WITH_PRICES], 60,
          status={1}),
    Shape("prices of unknown symbols", prices_of_unknown_symbols, ["positions", *WITH_PRICES], 400),
    Shape("prices of many symbols", prices_of_symbols, ["positions", *WITH_PRICES], 100),
    Shape("a file of rates", rates,
          ["gains", "--rates", "FOLDER/rates.csv", "FOLDER/ledger.json"], 400),
    Shape("portfolios on lines", portfolios, ["holdings", "--each", "line", "-f", "json"], 40),
    Shape("faulty portfolios on lines", faulty_portfolios, ["check", "--each", "line"], 20,
          status={1}),
    Shape("import of a simple model", flat_app, ["import", "simple"], 100),
    Shape("import of a faulty simple model", lambda n: flat_app(n, "x"), ["import", "simple"], 60,
          status={1}),
    Shape("leaderboard of many users", coinflip, ["leaderboard", "-f", "json"], 20),
]
