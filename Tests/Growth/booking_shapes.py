"""Shapes of histories: what is booked, by which rules, and what is told of it."""
from ledgers import buy, cash, day, group, ledger, sell, stock, text, trade
from shape import Limit, Shape

METHODS = ["fifo", "hifo", "average", "lifo", "lofo"]


def purchases(count, symbol="AAA", step=1, **more):
    """So many lots, each of a day and a price of its own."""
    return [trade(f"b-{symbol}-{number}", number * step, [buy(symbol, 10, 100 + number * 7 % 50, **more)])
            for number in range(count)]


def spin_off(name, number, symbol, new, **more):
    return group(name, number, [stock(
        "spin_off", symbol, new_symbol=new, ratio="1:1", basis_fraction="0.25", **more)])


def mutual_spin_offs(count, method="fifo"):
    """Two instruments spin off each other in turn: the lots grow like the numbers of Fibonacci."""
    pairs = [("AAA", "BBB"), ("BBB", "AAA")]
    rows = [spin_off(f"o-{number}", 1 + number, *pairs[number % 2]) for number in range(count)]
    return ledger([trade("b", 0, [buy("AAA", 10 ** 9)]), *rows],
                  settings={"cost_basis_method": method})


def own_spin_offs(count):
    """An instrument spins off itself."""
    rows = [spin_off(f"o-{number}", 1 + number, "AAA", "AAA") for number in range(count)]
    return ledger([trade("b", 0, [buy("AAA", 10 ** 9)]), *rows])


def spin_offs_in_one_group(count):
    pairs = [("AAA", "BBB"), ("BBB", "AAA")]
    legs = [stock("spin_off", old, new_symbol=new, ratio="1:1", basis_fraction="0.25")
            for old, new in (pairs[number % 2] for number in range(count))]
    return ledger([trade("b", 0, [buy("AAA", 10 ** 9)]), group("o", 1, legs)])


def one_sided_spin_offs(n):
    """Each gives units of an instrument of its own."""
    symbols = ["AAA", *(f"S{number}" for number in range(n))]
    rows = [spin_off(f"o-{number}", 1 + number, "AAA", symbols[number + 1]) for number in range(n)]
    return text(ledger([trade("b", 0, [buy("AAA", 10 ** 6)]), *rows], symbols))


def spin_off_of_lots(n, accounts=1, **settings):
    rows = [trade(f"b-{number}", number, [buy("AAA", account=f"A{number % accounts}")])
            for number in range(n)]
    return text(ledger([*rows, spin_off("o", n + 1, "AAA", "BBB")], settings=settings))


def merger_of_lots(n, accounts=1, **settings):
    rows = [trade(f"b-{number}", number, [buy("AAA", account=f"A{number % accounts}")])
            for number in range(n)]
    merger = stock("merger", "AAA", new_symbol="BBB", ratio="1:2", cash_in_lieu="1.00")
    rows.append(group("m", n + 1, [{**merger, "ratio": "1:3"}], [cash("principal", "in", 1)]))
    return text(ledger(rows, settings=settings))


def symbol_changes(n):
    """One lot goes from name to name."""
    symbols = [f"S{number}" for number in range(n + 1)]
    rows = [group(f"c-{number}", 1 + number, [stock(
        "symbol_change", symbols[number], new_symbol=symbols[number + 1])]) for number in range(n)]
    return text(ledger([trade("b", 0, [buy("S0")]), *rows], symbols))


def transfers_of_parts(n):
    """Ever smaller parts of one lot go to and fro between two accounts."""
    rows = [trade("b", 0, [buy("AAA", 10 ** 6, account="A")])]
    for number in range(n):
        out, into = ("A", "B") if number % 2 else ("B", "A")
        rows.append(group(f"t-{number}", 1 + number, [
            stock("transfer_out", "AAA", quantity="1", account=into),
            stock("transfer_in", "AAA", quantity="1", account=out)]))
    return text(ledger(rows))


def transfers_in_one_group(n):
    """One group moves units of many instruments."""
    symbols = [f"S{number}" for number in range(n)]
    rows = [trade(f"b-{symbol}", 0, [buy(symbol, account="A")]) for symbol in symbols]
    legs = [stock("transfer_out", symbol, quantity="10", account="A") for symbol in symbols]
    legs += [stock("transfer_in", symbol, quantity="10", account="B") for symbol in symbols]
    return text(ledger([*rows, group("t", 1, legs)], symbols))


def transfers_of_one_lot_in_one_group(n):
    """Many legs of one group take units of one instrument to many accounts."""
    legs = [stock("transfer_out", "AAA", quantity="1", account="A") for _ in range(n)]
    legs += [stock("transfer_in", "AAA", quantity="1", account=f"B{number}") for number in range(n)]
    return text(ledger([trade("b", 0, [buy("AAA", n, account="A")]), group("t", 1, legs)]))


def splits_of_a_lot(n):
    rows = [group(f"s-{number}", 1 + number, [
        stock("split", "AAA", ratio="2:1" if number % 2 else "1:2")]) for number in range(n)]
    return text(ledger([trade("b", 0, [buy("AAA")]), *rows]))


def stock_dividends_of_a_lot(n):
    rows = [group(f"s-{number}", 1 + number, [stock("stock_dividend", "AAA", quantity="1")])
            for number in range(n)]
    return text(ledger([trade("b", 0, [buy("AAA")]), *rows]))


def events_of_lots(n, event, **settings):
    """Many lots, and as many corporate actions."""
    return text(ledger(purchases(n) + [event(number, n) for number in range(n)], settings=settings))


def split_of_lots(number, n):
    return group(f"e-{number}", n + number, [
        stock("split", "AAA", ratio="1:2" if number % 2 else "2:1")])


def stock_dividend_of_lots(number, n):
    """Every other one is taken back, so that units stay as they are."""
    leg = (stock("split", "AAA", ratio="10:11") if number % 2
           else stock("stock_dividend", "AAA", ratio="1:10"))
    return group(f"e-{number}", n + number, [leg])


def payment_of_lots(number, n):
    """One thousandth for a unit."""
    amount = n / 100
    leg = stock("return_of_capital", "AAA", gross_amount=f"{amount:.2f}")
    return group(f"e-{number}", n + number, [leg], [cash("principal", "in", amount)])


def splits_and_sales(n, **settings):
    """Many lots, and a sale after each split."""
    rows = purchases(n)
    for number in range(n):
        rows.append(split_of_lots(number, n))
        rows.append(trade(f"s-{number}", n + number, [sell("AAA", 3, 36)]))
    return text(ledger(rows, settings=settings))


def transfers_of_a_few_of_many_lots(n, **settings):
    """Each takes a lot and a part of the next one to and fro."""
    rows = purchases(n, account="A")
    for number in range(n):
        out, into = ("A", "B") if number % 2 == 0 else ("B", "A")
        rows.append(group(f"t-{number}", n + number, [
            stock("transfer_out", "AAA", quantity="13", account=out),
            stock("transfer_in", "AAA", quantity="13", account=into)]))
    return text(ledger(rows, settings=settings))


def by_every_rule(name, make, size, command):
    """A shape by some methods, and under the rules of each country."""
    kinds = [{"cost_basis_method": method} for method in ("fifo", "lifo", "average", "specific")]
    kinds += [{"tax_rules": country} for country in ("us", "uk", "ca")]
    return [Shape(f"{name} ({', '.join(kind.values())})", lambda n, kind=kind: make(n, **kind),
                  [command], size) for kind in kinds]


def sales_of_parts(n, **settings):
    """One unit of many lots, sale by sale."""
    sales = [trade(f"s-{number}", n + number, [sell("AAA", 1, 12)]) for number in range(n)]
    return text(ledger(purchases(n) + sales, settings=settings))


def one_sale_of_all(n, **settings):
    return text(ledger(
        purchases(n) + [trade("s", n, [sell("AAA", 10 * n, 120 * n)])], settings=settings))


def interleaved(n, gross=12, **settings):
    """A purchase and a sale in turn, a little more bought than sold."""
    rows = []
    for number in range(n):
        rows.append(trade(f"b-{number}", number, [buy("AAA", 10, 100 + number % 7)]))
        rows.append(trade(f"s-{number}", number, [sell("AAA", 9, 9 * gross)]))
    return text(ledger(rows, settings=settings))


def trades_of_a_day(n, gross=12, **settings):
    """All on one day."""
    rows = []
    for number in range(n):
        rows.append(trade(f"b-{number}", 0, [buy("AAA", 10, 100 + number % 7)]))
    for number in range(n):
        rows.append(trade(f"s-{number}", 0, [sell("AAA", 9, 9 * gross)]))
    return text(ledger(rows, settings=settings))


def sales_before_purchases(n, **settings):
    """Many sales at a loss, then many purchases in the 30 days after."""
    rows = [trade("b", 0, [buy("AAA", 10 * n, 100 * n)])]
    rows += [trade(f"s-{number}", 40, [sell("AAA", 7, 14)]) for number in range(n)]
    rows += [trade(f"b-{number}", 41 + number % 20, [buy("AAA", 5, 50)]) for number in range(n)]
    return text(ledger(sorted(rows, key=lambda row: row["occurred_at"]), settings=settings))


def replacements_before_sales(n, **settings):
    """Many purchases in the 30 days before many sales at a loss. The lot that is sold stays first."""
    rows = [trade("b", 0, [buy("AAA", 10 * n, 100 * n)])]
    rows += [trade(f"b-{number}", 1 + number % 5, [buy("AAA", 1, 10)]) for number in range(n)]
    rows += [trade(f"s-{number}", 10, [sell("AAA", 1, 2)]) for number in range(n)]
    return text(ledger(sorted(rows, key=lambda row: row["occurred_at"]), settings=settings))


def replacements_of_one_group(n, **settings):
    """The lots of one group, each sold at a loss while the others are held."""
    rows = [trade("b", 0, [buy("AAA", 1, 10) for _ in range(n)])]
    rows += [trade(f"s-{number}", 1, [sell("AAA", 1, 2)]) for number in range(n)]
    return text(ledger(rows, settings=settings))


def one_loss_and_many_replacements(n, **settings):
    rows = [trade("b", 0, [buy("AAA", n, 10 * n)]), trade("s", 1, [sell("AAA", n, n)])]
    rows += [trade(f"b-{number}", 2 + number % 20, [buy("AAA", 1, 3)]) for number in range(n)]
    return text(ledger(sorted(rows, key=lambda row: row["occurred_at"]), settings=settings))


def chosen_lots(n, **key):
    """Each sale names the lot that it takes."""
    rows = purchases(n)
    rows += [trade(f"s-{number}", n + number, [sell("AAA", 10, lots=[
        {"acquired": day(number), "quantity": "10"} if not key
        else {"group_id": f"b-AAA-{number}", "quantity": "10"}])]) for number in range(n)]
    return text(ledger(rows))


def one_sale_of_chosen_lots(n):
    lots = [{"acquired": day(number), "quantity": "10"} for number in range(n)]
    return text(ledger(purchases(n) + [trade("s", n, [sell("AAA", 10 * n, 100 * n, lots=lots)])]))


def chosen_lots_of_one_opener(n):
    """Lots from outside that all name one group, chosen by it and by their days."""
    brought = [{"acquired": day(number), "quantity": "1", "cost_basis": "1", "group_id": "g"}
               for number in range(n)]
    legs = [stock("transfer_in", "AAA", quantity=str(n), account="A", lots=brought)]
    chosen = [{"group_id": "g", "acquired": day(number), "quantity": "1"} for number in range(n)]
    sale = trade("s", n, [sell("AAA", n, lots=chosen, account="A")])
    return text(ledger([group("g", n, legs), sale]))


def methods_by_day(n, entries):
    """The method changes again and again while many lots are open."""
    changes = [{"method": METHODS[number % 5], "from": day(n + number)} for number in range(entries)]
    sales = [trade(f"s-{number}", n + number, [sell("AAA", 1)]) for number in range(entries)]
    return ledger(purchases(n) + sales, settings={"cost_basis_method": changes})


def methods_of_instruments(n):
    symbols = [f"S{number}" for number in range(n)]
    changes = [{"method": METHODS[number % 5], "symbol": symbol}
               for number, symbol in enumerate(symbols)]
    rows = [trade(f"b-{symbol}", 0, [buy(symbol)]) for symbol in symbols]
    rows += [trade(f"s-{symbol}", 1, [sell(symbol, 5)]) for symbol in symbols]
    return text(ledger(rows, symbols, settings={"cost_basis_method": changes}))


def in_accounts(n, legs, money=(), **settings):
    """A lot in each of many accounts, and then a group."""
    rows = [trade(f"b-{number}", 0, [buy("AAA", 3, account=f"A{number}")]) for number in range(n)]
    return text(ledger([*rows, *[group(f"e-{number}", 1 + number, [leg], money)
                                 for number, leg in enumerate(legs)]], settings=settings))


def paid_back(n):
    leg = stock("return_of_capital", "AAA", gross_amount="100.00")
    return in_accounts(n, [leg], [cash("principal", "in", 100)], lot_scope="account")


def splits_of_accounts(n, **settings):
    """One leg for each account."""
    legs = [stock("split", "AAA", ratio="2:1", account=f"A{number}") for number in range(n)]
    return in_accounts(n, legs, lot_scope="account", **settings)


def gifts_of_accounts(n):
    legs = [stock("gift", "AAA", quantity="1", account=f"A{number}") for number in range(n)]
    return in_accounts(n, legs, lot_scope="account")


def moves_of_accounts(n):
    """Each account hands a unit on to the next one, a group each."""
    rows = [trade(f"b-{number}", 0, [buy("AAA", 3, account=f"A{number}")]) for number in range(n)]
    rows += [group(f"t-{number}", 1 + number, [
        stock("transfer_out", "AAA", quantity="1", account=f"A{number}"),
        stock("transfer_in", "AAA", quantity="1", account=f"A{(number + 1) % n}")])
        for number in range(n)]
    return text(ledger(rows, settings={"lot_scope": "account"}))


def methods_of_accounts(n):
    """A list of methods, and trades in many accounts."""
    rows = [trade(f"b-{number}", 0, [buy("AAA", 3, account=f"A{number}")]) for number in range(n)]
    rows += [trade(f"s-{number}", 1 + number, [sell("AAA", 1, account=f"A{number}")])
             for number in range(n)]
    return text(ledger(rows, settings={
        "lot_scope": "account", "cost_basis_method": [{"method": "hifo"}]}))


def fractions_of_accounts(n):
    rows = [trade(f"b-{number}", 0, [buy("AAA", 3, account=f"A{number}")]) for number in range(n)]
    rows.append(group("m", 1, [stock("merger", "AAA", new_symbol="BBB", ratio="1:2",
                                     cash_in_lieu="1.00")], [cash("principal", "in", 1)]))
    return text(ledger(rows, settings={"lot_scope": "account"}))


def short_sales(n):
    rows = [trade(f"s-{number}", number, [{**sell("AAA"), "trade_type": "short_sell"}])
            for number in range(n)]
    rows += [trade(f"c-{number}", n + number, [{**buy("AAA"), "trade_type": "cover"}])
             for number in range(n)]
    return text(ledger(rows))


def crossing(n):
    """From long to short and back."""
    rows = [trade("b", 0, [buy("AAA", 5)])]
    rows += [trade(f"t-{number}", 1 + number, [(sell if number % 2 == 0 else buy)("AAA", 10)])
             for number in range(n)]
    return text(ledger(rows, settings={"crossing_zero": "allow"}))


def out_of_order(n):
    """The newest first, and each purchase settles later than the sale of its units."""
    rows = purchases(n) + [trade(f"s-{number}", n + number, [sell("AAA", 5)]) for number in range(n)]
    return text(ledger(reversed(rows)))


def late_settlement(n):
    rows = purchases(n, settlement_date=day(3 * n))
    rows += [trade(f"s-{number}", n + number, [sell("AAA", 5, settlement_date=day(n + number + 2))])
             for number in range(n)]
    return text(ledger(rows))


def foreign_cash(n):
    rows = [group(f"d-{number}", number, [], [cash("deposit", "in", 10, "EUR")]) for number in range(n)]
    rows += [group(f"w-{number}", n + number, [], [cash("withdrawal", "out", 7, "EUR")])
             for number in range(n)]
    rates = [{"date": day(number), "from": "EUR", "to": "USD", "rate": f"1.{number % 90 + 10}"}
             for number in range(2 * n)]
    return text(ledger(rows, fx_rates=rates))


def legs_of_a_group(n, kinds=("buy",)):
    legs = []
    for number in range(n):
        legs.append(buy("AAA", 10, 100 + number % 9))
        if "sell" in kinds:
            legs.append(sell("AAA", 7, 80))
    return [trade("g", 0, legs)]


def group_of_purchases(n, **settings):
    return text(ledger(legs_of_a_group(n), settings=settings))


def group_of_trades(n, **settings):
    return text(ledger(legs_of_a_group(n, ("buy", "sell")), settings=settings))


def group_of_sales(n, **settings):
    """One lot is sold by the many legs of one group."""
    legs = [sell("AAA", 1, 12) for _ in range(n)]
    return text(ledger([trade("b", 0, [buy("AAA", n, 10 * n)]), trade("g", 1, legs)],
                       settings=settings))


def group_of_all(n, **settings):
    """One leg sells many lots."""
    legs = [sell("AAA", 10 * n, 120 * n)]
    return text(ledger([*purchases(n), trade("g", n, legs)], settings=settings))


def group_of_dividends(n):
    legs = [stock("dividend", "AAA", gross_amount="1.00") for _ in range(n)]
    return text(ledger([trade("b", 0, [buy("AAA")]),
                        group("g", 1, legs, [cash("dividend", "in", n)])]))


def exercises_in_one_group(n):
    """Options of many instruments are exercised for one purchase."""
    options = [f"O{number}" for number in range(n)]
    legs = [stock("exercise", symbol, quantity="1") for symbol in options]
    bought = [trade(f"b{number}", 0, [buy(symbol, 1)]) for number, symbol in enumerate(options)]
    legs.append(buy("AAA", 100 * n, 500))
    exercise = group("x", 1, legs, [cash("principal", "out", 500)])
    return text(ledger([*bought, exercise], ["AAA", *options]))


def rules(name, make, size, countries=("us", "uk", "ca")):
    """A shape under the rules of some countries."""
    return [Shape(f"{name} ({country})",
                  lambda n, country=country: make(n, tax_rules=country), ["gains"], size)
            for country in countries]


SHAPES = [
    Shape("spin-offs of one instrument into many", one_sided_spin_offs, ["lots"], 100),
    Shape("a spin-off of many lots", spin_off_of_lots, ["lots"], 200),
    Shape("a spin-off in many accounts", lambda n: spin_off_of_lots(n, n, lot_scope="account"),
          ["lots"], 200),
    Shape("a merger of many lots", merger_of_lots, ["lots"], 200),
    Shape("a merger in many accounts", lambda n: merger_of_lots(n, n, lot_scope="account"),
          ["lots"], 200),
    Shape("money paid back in many accounts", paid_back, ["lots"], 200),
    Shape("a split for each account", splits_of_accounts, ["lots"], 200),
    Shape("a split for each account (us)", lambda n: splits_of_accounts(n, tax_rules="us"),
          ["lots"], 200),
    Shape("a gift of each account", gifts_of_accounts, ["lots"], 200),
    Shape("movements of many accounts", moves_of_accounts, ["performance", "--per", "account"], 100),
    Shape("trades of many accounts under a list of methods", methods_of_accounts, ["gains"], 150),
    Shape("cash for fractions in many accounts", fractions_of_accounts, ["gains"], 200),
    Shape("changes of a symbol", symbol_changes, ["lots"], 150),
    Shape("transfers of parts", transfers_of_parts, ["lots"], 100),
    Shape("transfers of many instruments in one group", transfers_in_one_group, ["lots"], 100),
    Shape("transfers to many accounts in one group", transfers_of_one_lot_in_one_group,
          ["lots"], 100),
    Shape("splits of a lot", splits_of_a_lot, ["lots"], 200),
    Shape("stock dividends of a lot", stock_dividends_of_a_lot, ["lots"], 200),
    *by_every_rule("splits of many lots",
                   lambda n, **more: events_of_lots(n, split_of_lots, **more), 200, "lots"),
    *by_every_rule("stock dividends of many lots",
                   lambda n, **more: events_of_lots(n, stock_dividend_of_lots, **more), 200, "lots"),
    *by_every_rule("returns of capital of many lots",
                   lambda n, **more: events_of_lots(n, payment_of_lots, **more), 200, "lots"),
    *[Shape(f"splits of many lots and sales ({rules})",
            lambda n, rules=rules: splits_and_sales(n, tax_rules=rules), ["gains"], 200)
      for rules in ("none", "us", "ca")],
    *[Shape(f"transfers of a few of many lots ({scope})",
            lambda n, scope=scope: transfers_of_a_few_of_many_lots(n, lot_scope=scope), ["lots"], 200)
      for scope in ("portfolio", "account")],
    *[Shape(f"sales of parts of lots ({method})",
            lambda n, method=method: sales_of_parts(n, cost_basis_method=method), ["gains"], 150)
      for method in METHODS[:3]],
    Shape("one sale of all lots", one_sale_of_all, ["gains"], 300),
    Shape("exercises in one group", exercises_in_one_group, ["lots"], 100),
    *rules("one sale of all lots", one_sale_of_all, 150, ["us", "uk"]),
    *rules("losses in turn", lambda n, **more: interleaved(n, 8, **more), 100),
    *rules("losses of one day", lambda n, **more: trades_of_a_day(n, 8, **more), 100),
    *rules("losses before purchases", sales_before_purchases, 100),
    *rules("losses after purchases", replacements_before_sales, 200, ["us"]),
    *rules("losses among the lots of a group", replacements_of_one_group, 200, ["us"]),
    *rules("one loss and many replacements", one_loss_and_many_replacements, 100, ["us", "ca"]),
    Shape("sales of lots chosen by day", chosen_lots, ["gains"], 100),
    Shape("sales of lots chosen by group", lambda n: chosen_lots(n, by="group"), ["gains"], 100),
    Shape("one sale of chosen lots", one_sale_of_chosen_lots, ["gains"], 200),
    Shape("one sale of chosen lots of one group", chosen_lots_of_one_opener, ["gains"], 200),
    Shape("a method for each instrument", methods_of_instruments, ["gains"], 100),
    Shape("lots under methods by day", lambda n: text(methods_by_day(n, 20)), ["gains"], 200),
    Shape("short sales", short_sales, ["gains"], 100),
    Shape("from long to short and back", crossing, ["gains"], 200),
    Shape("the newest first", out_of_order, ["gains"], 150),
    Shape("purchases that settle late", late_settlement, ["gains", "--date-basis", "settlement"], 100),
    Shape("foreign cash", foreign_cash, ["gains", "--include-cash"], 100),
    *[Shape(f"explain {name}", make, ["explain", "g"], size) for name, make, size in [
        ("a group of purchases", group_of_purchases, 60),
        ("a group of trades", group_of_trades, 30),
        ("a group of sales of one lot", group_of_sales, 60),
        ("a group of dividends", group_of_dividends, 200),
        ("a sale of many lots", group_of_all, 60),
        ("a group of purchases (average)",
         lambda n: group_of_purchases(n, cost_basis_method="average"), 240),
        ("a group of trades (average)",
         lambda n: group_of_trades(n, cost_basis_method="average"), 40),
        ("a group of trades (uk)", lambda n: group_of_trades(n, tax_rules="uk"), 120),
        ("a group of trades (us)", lambda n: group_of_trades(n, tax_rules="us"), 30)]],
    *[Shape(f"explain an instrument: {name}", make, ["explain", "AAA"], size)
      for name, make, size in [
          ("sales of parts", sales_of_parts, 40),
          ("a group of trades", group_of_trades, 40),
          ("one loss and many replacements",
           lambda n: one_loss_and_many_replacements(n, tax_rules="us"), 60),
          ("trades of one day", lambda n: trades_of_a_day(n, tax_rules="uk"), 40)]],
    Shape("explain a loss and its many replacements",
          lambda n: one_loss_and_many_replacements(n, tax_rules="us"), ["explain", "s"], 80),
]

LIMITS = [
    Limit("mutual spin-offs", lambda: text(mutual_spin_offs(40)), ["lots"], "F312", 10 ** 9),
    Limit("mutual spin-offs in one group", lambda: text(spin_offs_in_one_group(40)), ["lots"],
          "F312", 10 ** 9),
    Limit("spin-offs of an instrument from itself", lambda: text(own_spin_offs(60)), ["gains"],
          "F312", 10 ** 9),
    Limit("mutual spin-offs under an average", lambda: text(mutual_spin_offs(40, "average")),
          ["lots"], "F312", 10 ** 9),
    Limit("methods of many days", lambda: text(methods_by_day(400, 400)), ["gains"], "F214",
          2 * 10 ** 8),
]
