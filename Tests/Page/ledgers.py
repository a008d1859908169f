"""Ledgers that a page must show well: extremes, and names that attack it."""
import random

HOSTILE = [
    "<script>document.title='attacked'</script>",
    "<img src=x onerror=\"document.title='attacked'\">",
    "\"'><svg onload=alert(1)></svg>",
    "</title></style></script><h1>attacked</h1>",
    "javascript:alert(1)//`${1}`{{1}}",
]
LONG = "Long" + "name" * 49
HEBREW = "בנק הפועלים בע״מ"
ARABIC = "شركة الاتصالات السعودية"


class Ledger:
    """A ledger in the making. All amounts are whole cents."""

    def __init__(self, base="USD", **settings):
        self.document = {
            "format": "folio/1", "settings": {"base_currency": base, **settings},
            "portfolio_cash_accounts": [], "stocks_master": [], "transaction_groups": [],
            "historical_prices": [], "fx_rates": []}
        self.currencies = {}

    def account(self, name, currency, title=""):
        self.currencies[name] = currency
        self.document["portfolio_cash_accounts"].append(
            {"id": name, "name": title or name, "currency": currency})

    def instrument(self, symbol, currency, name="", kind="stock"):
        self.currencies[symbol] = currency
        self.document["stocks_master"].append(
            {"id": "s-" + symbol, "symbol": symbol, "name": name or symbol, "currency": currency,
             "kind": kind})

    def group(self, day, kind, cash=(), stock=()):
        number = len(self.document["transaction_groups"]) + 1
        group = {"id": f"g{number}", "group_type": kind, "status": "settled",
                 "occurred_at": day + "T09:00:00Z"}
        if stock:
            group["stock_transactions"] = [
                {"id": f"t{number}", "trade_date": day, **leg} for leg in stock]
        if cash:
            group["cash_transactions"] = [
                {"id": f"c{number}-{index}", **leg} for index, leg in enumerate(cash)]
        self.document["transaction_groups"].append(group)

    def deposit(self, day, account, amount):
        self.group(day, "deposit", [self.leg(account, "deposit", "in", amount)])

    def leg(self, account, kind, direction, amount):
        return {"cash_account_id": account, "leg_type": kind, "direction": direction,
                "amount": f"{amount:.2f}", "currency": self.currencies[account]}

    def trade(self, day, account, symbol, kind, quantity, price):
        gross = round(quantity * price, 2)
        direction = "out" if kind == "buy" else "in"
        self.group(
            day, "stock_trade", [self.leg(account, "principal", direction, gross)],
            [{"stock_id": "s-" + symbol, "symbol": symbol, "trade_type": kind,
              "quantity": str(quantity), "price_per_share": f"{price:.2f}",
              "gross_amount": f"{gross:.2f}", "currency": self.currencies[symbol]}])

    def interest(self, day, account, amount):
        self.group(day, "interest", [self.leg(account, "interest", "in", amount)])

    def price(self, day, symbol, close):
        self.document["historical_prices"].append(
            {"symbol": symbol, "date": day, "close": f"{close:.2f}",
             "currency": self.currencies[symbol]})

    def rate(self, day, currency, rate, base="USD"):
        self.document["fx_rates"].append(
            {"date": day, "from": currency, "to": base, "rate": str(rate)})


def empty():
    ledger = Ledger()
    ledger.account("cash", "USD")
    return ledger.document


def one_group():
    ledger = Ledger()
    ledger.account("cash", "USD")
    ledger.deposit("2024-03-01", "cash", 1000)
    return ledger.document


def one_day():
    ledger = Ledger()
    ledger.account("cash", "USD")
    ledger.instrument("ACME", "USD", "Acme Corp.")
    ledger.deposit("2024-03-01", "cash", 1000)
    ledger.trade("2024-03-01", "cash", "ACME", "buy", 10, 80)
    ledger.price("2024-03-01", "ACME", 81.5)
    return ledger.document


def losses():
    ledger = Ledger(tax_rules="us")
    ledger.account("cash", "USD")
    for index, symbol in enumerate(["DOWN", "FALL", "SINK"]):
        ledger.instrument(symbol, "USD", symbol.title() + " Inc.")
        ledger.deposit("2023-01-02", "cash", 5000)
        ledger.trade("2023-01-03", "cash", symbol, "buy", 50, 90)
        ledger.price("2023-01-03", symbol, 90)
        for month in range(2, 13):
            ledger.price(f"2023-{month:02}-15", symbol, 90 - month * (2 + index))
    ledger.trade("2023-12-15", "cash", "DOWN", "sell", 20, 60)
    ledger.trade("2023-12-20", "cash", "DOWN", "buy", 10, 58)
    return ledger.document


def hostile():
    ledger = Ledger()
    for index, name in enumerate(HOSTILE):
        ledger.account(f"acc-{index}-{name}", "USD", name)
        ledger.deposit("2023-01-02", f"acc-{index}-{name}", 10_000)
    names = HOSTILE + [LONG, HEBREW, ARABIC]
    for index, name in enumerate(names):
        account = f"acc-{index % len(HOSTILE)}-{HOSTILE[index % len(HOSTILE)]}"
        symbol = f"{name}{index}"
        ledger.instrument(symbol, "USD", name, kind=name)
        ledger.trade("2023-02-01", account, symbol, "buy", 10 + index, 20)
        ledger.price("2023-02-01", symbol, 20)
        ledger.price("2023-06-01", symbol, 22 + index)
    return ledger.document


def missing_prices():
    ledger = Ledger()
    ledger.account("cash", "USD")
    ledger.account("eur", "EUR")
    for symbol in ["KNWN", "NONE"]:
        ledger.instrument(symbol, "USD", symbol.title())
        ledger.deposit("2023-01-02", "cash", 5000)
        ledger.trade("2023-02-01", "cash", symbol, "buy", 10, 50)
    ledger.deposit("2023-03-01", "eur", 500)
    ledger.price("2023-02-01", "KNWN", 50)
    ledger.price("2023-12-01", "KNWN", 60)
    return ledger.document


def huge():
    ledger = Ledger()
    ledger.account("cash", "USD")
    ledger.instrument("LARGE", "USD", "Large plc")
    ledger.deposit("2023-01-02", "cash", 135_802_467_913.20)
    ledger.trade("2023-02-01", "cash", "LARGE", "buy", 12_345_678, 987.65)
    ledger.price("2023-02-01", "LARGE", 987.65)
    ledger.price("2023-12-01", "LARGE", 1097.65)
    return ledger.document


def many_currencies():
    rates = {"EUR": 1.08, "GBP": 1.26, "CHF": 1.13, "JPY": 0.0067, "CAD": 0.74, "AUD": 0.66,
             "SEK": 0.096, "NOK": 0.094, "DKK": 0.145, "PLN": 0.25, "BRL": 0.2, "INR": 0.012}
    ledger = Ledger()
    for index, (currency, rate) in enumerate(rates.items()):
        ledger.account("c-" + currency.lower(), currency)
        for month in range(1, 13):
            change = 1 + (month - 6) * (index % 5 - 2) / 200
            ledger.rate(f"2023-{month:02}-01", currency, round(rate * change, 6))
        ledger.deposit("2023-02-01", "c-" + currency.lower(), 100_000)
    return ledger.document


def twenty_years():
    chance = random.Random(20)
    ledger = Ledger()
    ledger.account("cash", "USD")
    prices = {}
    for index in range(6):
        symbol = f"FND{index}"
        prices[symbol] = 40.0 + 10 * index
        ledger.instrument(symbol, "USD", f"Fund number {index}", ["etf", "stock", "bond"][index % 3])
    for year in range(2004, 2025):
        for month in range(1, 13):
            day = f"{year}-{month:02}-05"
            ledger.deposit(day, "cash", 1500)
            for index, symbol in enumerate(prices):
                prices[symbol] *= 1 + chance.gauss(0.005 - (0.05 if year == 2008 else 0), 0.035)
                ledger.price(day, symbol, prices[symbol])
                if index == month % 6:
                    quantity = int(1400 // prices[symbol])
                    if quantity:
                        ledger.trade(day, "cash", symbol, "buy", quantity, round(prices[symbol], 2))
            if month == 12:
                ledger.trade(
                    f"{year}-12-10", "cash", "FND0", "sell", 5, round(prices["FND0"], 2))
                ledger.interest(f"{year}-12-31", "cash", 25)
    return ledger.document


ALL = {
    "empty": empty, "one-group": one_group, "one-day": one_day, "losses": losses,
    "hostile": hostile, "missing-prices": missing_prices, "huge": huge,
    "many-currencies": many_currencies, "twenty-years": twenty_years,
}
