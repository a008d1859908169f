"""Shapes of files of other programs: journals with many lots, balances, accounts and aliases; tables."""
from ledgers import day
from shape import Shape

OPEN = """2000-01-01 open Assets:Broker {method}
2000-01-01 open Assets:Cash USD
2000-01-01 open Income:Gains
2000-01-01 open Equity:Opening
2000-01-01 * "Opening"
  Assets:Cash  100000000 USD
  Equity:Opening
"""


def cost(number):
    return f"{10 + number % 50}.{number % 97:02} USD"


def purchases(n, method=""):
    rows = "".join(
        f'{day(number)} * "Purchase"\n  Assets:Broker  10 AAA {{{cost(number)}}}\n  Assets:Cash\n'
        for number in range(n))
    return OPEN.format(method=method) + rows


def sale(number, on, units, braces):
    return (f'{day(on)} * "Sale"\n  Assets:Broker  -{units} AAA {{{braces}}} @ 20 USD\n'
            f"  Assets:Cash  {20 * units} USD\n  Income:Gains\n")


def named_lots(n):
    """One position of many lots, each of which a sale names."""
    return purchases(n) + "".join(
        sale(number, n + number, 10, f"{cost(number)}, {day(number)}") for number in range(n))


def method(name):
    """One position of many lots, and sales that leave the choice to a method."""
    return lambda n: purchases(n, f'AAA "{name}"') + "".join(
        sale(number, n + number, 7, "") for number in range(n))


def sale_of_all_lots(n):
    return purchases(n, 'AAA "FIFO"') + sale(0, n, 10 * n, "")


def ambiguous_sales(n):
    return purchases(n) + "".join(sale(number, n + number, 7, "") for number in range(n))


def short_sales(n):
    """Many lots that are owed, and purchases that cover them."""
    rows = [OPEN.format(method='AAA "FIFO"')]
    for number in range(n):
        rows.append(f"{day(number)} * \"Short\"\n  Assets:Broker  -10 AAA {{20 USD}} @ 20 USD\n"
                    "  Assets:Cash  200 USD\n")
    return "".join(rows)


def balances(n):
    """Positions that a file gives for many days."""
    rows = [OPEN.format(method="")]
    for number in range(n):
        rows.append(f'{day(number)} * "Purchase"\n  Assets:Broker  1 AAA {{10 USD}}\n  Assets:Cash\n'
                    f"{day(number + 1)} balance Assets:Broker  {number + 1} AAA\n")
    return "".join(rows)


def parents(n):
    """Balances of accounts with others below them."""
    rows = ["2000-01-01 open Equity:Opening\n"]
    for number in range(n):
        name = f"Assets:A{number}"
        rows.append(f"2000-01-01 open {name}\n2000-01-01 open {name}:B\n"
                    f'2000-01-01 * "Opening"\n  {name}:B  5 USD\n  Equity:Opening\n'
                    f"2000-01-02 balance {name}  5 USD\n")
    return "".join(rows)


def missing_purchases(n):
    return OPEN.format(method="") + "".join(
        f'{day(number)} * "Sale"\n  Assets:Broker  -7 A{number} {{}} @ 20 USD\n'
        "  Assets:Cash  140 USD\n  Income:Gains\n" for number in range(n))


def wide(n):
    """One transaction with many lots."""
    rows = "".join(f"  Assets:Broker  1 AAA {{{10 + number}.5 USD}}\n" for number in range(n))
    return OPEN.format(method="") + '2000-01-02 * "Purchases"\n' + rows + "  Assets:Cash\n"


def assertions(n):
    """Postings of hledger that assert the units of each day."""
    rows = ["2000-01-01 opening\n  assets:cash  100000000 USD\n  equity:opening\n"]
    for number in range(n):
        rows.append(f"\n{day(number)} purchase\n  assets:broker  1 AAA @ 10 USD = {number + 1} AAA\n"
                    "  assets:cash\n")
    return "".join(rows)


def aliases(n):
    return "".join(f"alias old{number} = assets:new{number}\n" for number in range(n)) + "".join(
        f"\n{day(number)} deposit\n  old{number}  140 USD\n  equity:opening\n"
        for number in range(n))


HEADER = ("Action,Time,ISIN,Ticker,Name,No. of shares,Price / share,Currency (Price / share),"
          "Exchange rate,Result (GBP),Total (GBP),Charge amount (GBP),ID\n")


def trades(n):
    """The rows of a broker, some of them twice with one id."""
    rows = "".join(
        f"Market buy,{day(number)} 08:00:00,US0000000001,AAA,A Corp,1,10.00,GBP,,,10.00,,EOF{number}\n"
        for number in range(n))
    return HEADER + f"Deposit,2000-01-01 07:00:00,,,,,,,,,{10 * n}.00,{10 * n}.00,D1\n" + rows


def file(name, make):
    return lambda n: {name: make(n)}


def shape(name, make, size, suffix="beancount", status=frozenset({0})):
    return Shape(f"import of {name}", file(f"file.{suffix}", make),
                 ["import", "FILES", "--output", "FOLDER/made.json"], size, status=set(status))


SHAPES = [
    shape("lots that sales name", named_lots, 100),
    shape("lots by the method FIFO", method("FIFO"), 100),
    shape("lots by the method LIFO", method("LIFO"), 100),
    shape("lots by the method HIFO", method("HIFO"), 100),
    shape("lots of equal size", method("STRICT_WITH_SIZE"), 100, status={1}),
    shape("a sale of all lots", sale_of_all_lots, 200),
    shape("sales of several lots", ambiguous_sales, 100, status={1}),
    shape("short sales", short_sales, 100, status={0, 1}),
    shape("balances of many days", balances, 200),
    shape("balances of accounts above others", parents, 200),
    shape("sales without purchases", missing_purchases, 100, status={1}),
    shape("a transaction of many lots", wide, 100),
    shape("assertions of many days", assertions, 200, "journal"),
    shape("accounts with aliases", aliases, 200, "journal"),
    shape("trades of a broker", trades, 200, "csv"),
]
