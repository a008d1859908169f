"""Writes a long history as NDJSON: 500 instruments, 30,000 open lots, 20 years."""
import datetime
import json
import random

INSTRUMENTS = 500
LOTS_EACH = 60
YEARS = 20
LAST = datetime.date(2024, 12, 31)


def head():
    """The row before the groups."""
    stocks = [
        {"id": f"s-{n}", "symbol": f"S{n:03}", "name": f"Company {n}", "currency": "USD"}
        for n in range(INSTRUMENTS)]
    prices = [
        {"symbol": f"S{n:03}", "date": str(LAST), "close": f"{20 + n}.50", "currency": "USD"}
        for n in range(INSTRUMENTS)]
    return {
        "format": "folio/1", "settings": {"base_currency": "USD", "cost_basis_method": "fifo"},
        "portfolio_cash_accounts": [{"id": "c-usd", "name": "Broker", "currency": "USD"}],
        "stocks_master": stocks, "historical_prices": prices}


def trade(number, when, symbol, kind, units, price):
    """A purchase or a sale."""
    gross = units * price
    amount = f"{gross // 100}.{gross % 100:02}"
    day = when[:10]
    return {
        "id": f"g-{number}", "group_type": "stock_trade", "status": "settled", "occurred_at": when,
        "stock_transactions": [{
            "id": f"t-{number}", "symbol": symbol, "trade_type": kind, "trade_date": day,
            "settlement_date": day, "quantity": str(units),
            "price_per_share": f"{price // 100}.{price % 100:02}", "gross_amount": amount,
            "fees": "1.00", "currency": "USD"}],
        "cash_transactions": [
            {"id": f"k-{number}", "cash_account_id": "c-usd", "leg_type": "principal",
             "direction": "out" if kind == "buy" else "in", "amount": amount},
            {"id": f"f-{number}", "cash_account_id": "c-usd", "leg_type": "fee",
             "direction": "out", "amount": "1.00"}]}


def deposit(number, when, amount):
    """Money put in."""
    return {
        "id": f"g-{number}", "group_type": "deposit", "status": "settled", "occurred_at": when,
        "cash_transactions": [{
            "id": f"k-{number}", "cash_account_id": "c-usd", "leg_type": "deposit",
            "direction": "in", "amount": amount}]}


def write(path, groups):
    """Writes a history of so many groups, the last day of which is LAST."""
    dice = random.Random(1)
    lots = [[] for _ in range(INSTRUMENTS)]
    most = max(1, min(LOTS_EACH, groups * 4 // 10 // INSTRUMENTS))
    first = LAST - datetime.timedelta(days=365 * YEARS)
    seconds = 365 * YEARS * 86400
    text = lambda row: json.dumps(row, separators=(",", ":")) + "\n"
    with open(path, "w", encoding="utf-8") as out:
        out.write(text(head()))
        for number in range(groups):
            offset = seconds * number // groups
            moment = datetime.datetime.combine(first, datetime.time()) + datetime.timedelta(
                seconds=offset)
            when = moment.strftime("%Y-%m-%dT%H:%M:%SZ")
            if number % 10_000 == 0:
                out.write(text(deposit(number, when, "99000000.00")))
                continue
            which = dice.randrange(INSTRUMENTS)
            held = lots[which]
            price = 2000 + 100 * which + dice.randrange(1000)
            if len(held) >= most:
                out.write(text(trade(number, when, f"S{which:03}", "sell", held.pop(0), price)))
            else:
                held.append(1 + dice.randrange(50))
                out.write(text(trade(number, when, f"S{which:03}", "buy", held[-1], price)))
    return sum(len(held) for held in lots)
