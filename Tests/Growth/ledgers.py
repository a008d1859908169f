"""Pieces of ledger documents for the shapes of the growth test."""
import datetime
import json

FIRST_DAY = datetime.date(2015, 1, 5)


def day(number):
    """A day, counted from the first one."""
    return str(FIRST_DAY + datetime.timedelta(days=number))


def cash(kind, direction, amount, account="USD"):
    return {"leg_type": kind, "direction": direction, "amount": f"{amount:.2f}",
            "cash_account_id": account}


def stock(kind, symbol, **more):
    return {"trade_type": kind, "symbol": symbol, **more}


def group(name, number, stocks=(), money=(), **more):
    """A group on a day. Without cash legs only if its stock legs move no money."""
    row = {"id": name, "occurred_at": day(number) if isinstance(number, int) else number}
    if stocks:
        row["stock_transactions"] = list(stocks)
    if money:
        row["cash_transactions"] = list(money)
    return {**row, **more}


def trade(name, number, legs, **more):
    """A group of trades that are paid in one sum."""
    total = 0
    for leg in legs:
        gross = float(leg["gross_amount"])
        total += -gross if leg["trade_type"] in ("buy", "cover") else gross
    money = [cash("principal", "in" if total > 0 else "out", abs(total))] if total else []
    return group(name, number, legs, money, **more)


def buy(symbol, units=10, gross=100, **more):
    return stock("buy", symbol, quantity=str(units), gross_amount=f"{gross:.2f}", **more)


def sell(symbol, units=10, gross=120, **more):
    return stock("sell", symbol, quantity=str(units), gross_amount=f"{gross:.2f}", **more)


def ledger(groups, symbols=("AAA", "BBB"), settings=None, **more):
    return {
        "format": "folio/1", "settings": {"base_currency": "USD", **(settings or {})},
        "cash_accounts": [{"id": code, "currency": code} for code in ("USD", "EUR")],
        "stocks": [{"symbol": symbol, "currency": "USD"} for symbol in symbols],
        **more, "transaction_groups": list(groups)}


def text(document):
    """A document as JSON, a row on each line."""
    members = []
    for key, value in document.items():
        if isinstance(value, list):
            rows = ",\n".join(json.dumps(row) for row in value)
            members.append(f"{json.dumps(key)}: [\n{rows}]")
        else:
            members.append(f"{json.dumps(key)}: {json.dumps(value)}")
    return "{" + ",\n".join(members) + "}\n"


def lines(document):
    """A document as NDJSON: its head, and a group on each line."""
    head = {key: value for key, value in document.items() if key != "transaction_groups"}
    rows = [head, *document["transaction_groups"]]
    return "".join(json.dumps(row) + "\n" for row in rows)


def flat(document):
    """A document with its legs in tables of their own."""
    tables = {"stock_transactions": [], "cash_transactions": []}
    rows = []
    for row in document["transaction_groups"]:
        row = dict(row)
        for key, legs in tables.items():
            legs += [{**leg, "group_id": row["id"]} for leg in row.pop(key, [])]
        rows.append(row)
    return {**document, "transaction_groups": rows, **tables}


# A history in which everything happens.

INSTRUMENTS = ["AAA", "BBB", "CCC", "DDD"]


def history_legs(number, gains):
    """Everything bought is sold again, so a long history ends with no more open lots than a short
    one. One purchase in six is paid in another currency."""
    symbol = INSTRUMENTS[number // 6 % len(INSTRUMENTS)]
    step = number % 6
    price = 30 if gains and step > 3 else 20 + number % 7
    if step == 0:
        return [], [cash("deposit", "in", 500), cash("deposit", "in", 80, "EUR")]
    if step == 1:
        return ([buy(symbol, "13.7", 14 * price, fees="0.99")],
                [cash("principal", "out", 14 * price), cash("fee", "out", 0.99)])
    if step == 2:
        return ([buy(symbol, "5.3", 5 * price)],
                [cash("fx", "out", 80, "EUR"), cash("fx", "in", 5 * price),
                 cash("principal", "out", 5 * price)])
    if step == 3:
        return ([stock("dividend", symbol, quantity="19", gross_amount="3.00")],
                [cash("dividend", "in", 3)])
    # The first sale takes all of one lot and a part of the other, by shares that do not end.
    units, gross = ("15.1", 15 * price) if step == 4 else ("3.9", 4 * price)
    return ([sell(symbol, units, gross, fees="0.99")],
            [cash("principal", "in", gross), cash("fee", "out", 0.99)])


def history(groups, gains=False):
    """With gains and losses, or with gains alone."""
    kinds = ["deposit", "stock_trade", "stock_trade", "dividend", "stock_trade", "stock_trade"]
    rows = []
    for number in range(groups):
        stocks, money = history_legs(number, gains)
        # Now and then a group is overdue, and every report warns of it.
        status = "pending" if number % 50 == 1 else "settled"
        time = f"{day(number // 6)}T{10 + number % 6}:00:00Z"
        rows.append(group(f"g-{number}", time, stocks, money,
                          group_type=kinds[number % 6], status=status))
    days = [day(number // 6) for number in range(0, groups, 6)]
    prices = [{"symbol": symbol, "date": date, "close": "21"}
              for date in days for symbol in INSTRUMENTS]
    rates = [{"date": date, "from": "EUR", "to": "USD", "rate": "1.1"} for date in days]
    return ledger(rows, INSTRUMENTS, historical_prices=prices, fx_rates=rates)
