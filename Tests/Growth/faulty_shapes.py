"""Shapes of ledgers with faults and warnings, many of each kind."""
import json
import pathlib

from ledgers import (
    buy, cash, day, flat, group, history, ledger, lines, sell, stock, text, trade)
from shape import Shape

ERRORS = pathlib.Path(__file__).resolve().parents[2] / "Specs" / "errors"

# Columns that name a row. Each copy of a ledger names its own rows.
NAMES = {"id", "group_id", "cash_account_id", "stock_id", "symbol", "new_symbol", "account",
         "user_id", "portfolio_id", "auth_user_id", "username"}


def renamed(value, copy):
    """A copy of a value in which every row has a name of its own."""
    if isinstance(value, list):
        return [renamed(item, copy) for item in value]
    if not isinstance(value, dict):
        return value
    return {key: f"{item}-{copy}" if key in NAMES and isinstance(item, str) and item
            else renamed(item, copy) for key, item in value.items()}


def copies(document, count):
    """A ledger with the rows of another one, so many times."""
    tables = {key: [] for key, value in document.items() if isinstance(value, list)}
    for copy in range(count):
        for key, rows in tables.items():
            rows += renamed(document[key], copy)
    return {**document, **tables}


def spec_ledgers():
    """The first ledger of each code of Specs/errors that JSON can read, with its arguments."""
    for path in sorted(ERRORS.glob("*/ledger.json")):
        folder = path.parent
        other_files = {"ledger.json", "expected.txt", "arguments.txt"}
        if {file.name for file in folder.iterdir() if file.is_file()} - other_files:
            continue
        try:
            document = json.loads(path.read_text())
        except ValueError:
            continue
        arguments = folder / "arguments.txt"
        more = arguments.read_text().split() if arguments.exists() else []
        # What stands once in a document is no shape, and F312 is a limit.
        if isinstance(document, dict) and folder.name not in ("F107", "F122", "F209", "F312"):
            yield str(folder.relative_to(ERRORS)), document, more


def repeated_specs():
    """One shape for each fault and warning: its ledger, many times."""
    for name, document, arguments in spec_ledgers():
        yield Shape(
            f"many {name}", lambda n, document=document: text(copies(document, n)),
            ["check", *arguments], 40, status={0, 1})


def trades(count):
    return [trade(f"g-{number}", number, [buy("AAA")]) for number in range(count)]


def unknown_keys_of_a_row(n):
    row = trade("g", 0, [buy("AAA")])
    return text(ledger([{**row, **{f"unknown-{number}": 1 for number in range(n)}}]))


def unknown_keys_of_a_leg(n):
    row = trade("g", 0, [{**buy("AAA"), **{f"unknown-{number}": 1 for number in range(n)}}])
    return text(ledger([row]))


def unknown_keys_of_the_document(n):
    return text(ledger(trades(2), **{f"unknown-{number}": 1 for number in range(n)}))


def unknown_keys_of_rows(n):
    """Another key in each row."""
    return text(ledger({**row, f"unknown-{number}": 1} for number, row in enumerate(trades(n))))


def known_columns(n):
    """As many columns that are kept in each of many rows."""
    more = {f"column-{number}": "x" * 20 for number in range(20)}
    return text(ledger({**row, **more} for row in trades(n)))


def brought(n, **more):
    """Lots from outside, each of a day of its own."""
    return [{"acquired": day(number), "quantity": "1", "cost_basis": "1", **more}
            for number in range(n)]


def transfer_in(n, lots, units=None):
    legs = [stock("transfer_in", "AAA", quantity=str(units or n), account="A", lots=lots)]
    return ledger([group("g", n + 1, legs)])


def faulty_lots_of_a_transfer(n):
    return text(transfer_in(n, brought(n, quantity="-1")))


def empty_lots_of_a_transfer(n):
    return text(transfer_in(n, [{} for _ in range(n)]))


def words_for_lots(n):
    return text(transfer_in(n, ["x"] * n))


def unknown_keys_of_lots(n):
    return text(transfer_in(n, [{**lot, f"unknown-{number}": 1}
                                for number, lot in enumerate(brought(n))]))


def faulty_lots_of_a_sale(n):
    lots = [{"acquired": "never", "quantity": "-1"} for _ in range(n)]
    return text(ledger([
        trade("b", 0, [buy("AAA", n)]), trade("s", 1, [sell("AAA", n, lots=lots)])]))


def methods(n, **more):
    return [{"method": "fifo", **more} for _ in range(n)]


def methods_of_a_day(n):
    return text(ledger(trades(1), settings={"cost_basis_method": methods(n)}))


def faulty_methods(n):
    return text(ledger(trades(1), settings={"cost_basis_method": methods(n, method="fiffo")}))


def methods_of_unknown_symbols(n):
    entries = [{"method": "fifo", "symbol": f"X{number}"} for number in range(n)]
    return text(ledger(trades(1), settings={"cost_basis_method": entries}))


def unknown_symbols_of_a_method(n):
    entries = [{"method": "fifo", "symbols": [f"X{number}" for number in range(n)]}]
    return text(ledger(trades(1), settings={"cost_basis_method": entries}))


def repeated_symbols_of_methods(n):
    entries = [{"method": "fifo", "symbols": ["AAA"] * n}, {"method": "lifo", "symbols": ["AAA"] * n}]
    return text(ledger(trades(1), settings={"cost_basis_method": entries}))


def contradictory_settings(n):
    rows = [{"base_currency": "USD" if number % 2 else "EUR"} for number in range(n)]
    return text({**ledger(trades(1)), "settings": rows})


def settings_with_lists(n):
    entries = [{"method": "fifo", "symbol": "AAA", "from": day(number)} for number in range(20)]
    rows = [{"cost_basis_method": entries} for _ in range(n)]
    return text({**ledger(trades(1)), "settings": rows})


def faults_on_one_line(n):
    """All on one line, so that a column is counted from far away."""
    return json.dumps(ledger({**row, "status": "x"} for row in trades(n)))


def faults_in_one_group(n):
    legs = [{**buy("AAA"), "quantity": "x"} for _ in range(n)]
    return json.dumps(ledger([group("g", 0, legs)]))


def faults_behind_a_long_text(n):
    """The fault of each row is far behind its beginning."""
    return text(ledger({**row, "notes": "x" * 6000, "status": "x"} for row in trades(n)))


def faulty_lines(n):
    """Lines that are not JSON among lines that are."""
    return lines(ledger(trades(n))).replace('"occurred_at":', "occurred_at:")


def long_faulty_lines(n):
    return "".join('{"id": "g", "notes": "%s" "x"}\n' % ("x" * 3000) for _ in range(n))


def repeated_keys_of_lines(n):
    return "".join('{"id": "a", "notes": "x", "id": "b"}\n' for _ in range(n))


def cut_off(n):
    return text(ledger(trades(n)))[:-20]


def repeated_ids(n):
    return text(ledger(trade("g", number, [buy("AAA", id="l")]) for number in range(n)))


def repeated_ids_of_files(n):
    return {f"{number}.json": text(ledger(trades(10))) for number in range(n)}


def files(n):
    parts = {"head.json": text(ledger([]))}
    for number, row in enumerate(trades(n)):
        parts[f"{number}.json"] = text({"transaction_groups": [row]})
    return parts


def orphans(n):
    document = flat(ledger(trades(n)))
    for row in document["stock_transactions"] + document["cash_transactions"]:
        row["group_id"] += "-x"
    return text(document)


def users(n):
    return text(ledger({**row, "user_id": f"u-{number}"} for number, row in enumerate(trades(n))))


def unknown_accounts(n):
    rows = [group(f"g-{number}", 0, [], [cash("deposit", "in", 1, f"x-{number}")])
            for number in range(n)]
    accounts = [{"id": f"a-{number}", "currency": "USD"} for number in range(n)]
    return text({**ledger(rows), "cash_accounts": accounts})


def unbalanced_legs(n):
    """One group of many legs that does not balance."""
    legs = [cash("principal", "out", 1) for _ in range(n)]
    return text(ledger([group("g", 0, [buy("AAA")], legs)]))


def unbalanced_currencies(n):
    codes = [f"C{number}" for number in range(n)]
    accounts = [{"id": code, "currency": code} for code in codes]
    legs = [cash("principal", "in", 1, code) for code in codes]
    return text({**ledger([group("g", 0, [], legs)]), "cash_accounts": accounts})


def oversold(n):
    """Each sale asks for more than there is, with many lots open."""
    return text(ledger(trades(n) + [trade(f"s-{number}", n, [sell("AAA", 10 ** 6)])
                                    for number in range(n)]))


def unchosen(n):
    """Each sale should choose among many lots."""
    rows = trades(n) + [trade(f"s-{number}", n, [sell("AAA", 3)]) for number in range(n)]
    return text(ledger(rows, settings={"cost_basis_method": "specific"}))


def ambiguous(lots, many):
    """Each sale names a day on which many lots were bought."""
    rows = [trade(f"g-{number}", 0, [buy("AAA")]) for number in range(many)]
    rows += [trade(f"s-{number}", 1, [sell("AAA", 3, lots=lots)]) for number in range(many)]
    return text(ledger(rows))


def unmatched(n):
    lots = [{"acquired": day(5000), "quantity": "3"}]
    return ambiguous(lots, n)


def too_small(n):
    lots = [{"acquired": day(0), "quantity": str(10 ** 6)}]
    rows = [trade(f"g-{number}", 0, [buy("AAA")]) for number in range(n)]
    rows += [trade("b", 0, [buy("AAA", 10 ** 6)])]
    rows += [trade(f"s-{number}", 1, [sell("AAA", 10 ** 8, lots=[{**lots[0], "quantity": "100000000"}])])
             for number in range(n)]
    return text(ledger(rows, settings={"crossing_zero": "refuse"}))


def differing_rates(n):
    rows = [{"date": day(0), "from": "EUR", "to": "USD", "rate": f"1.{number}"} for number in range(n)]
    return text(ledger(trades(1), fx_rates=rows))


def stored(n, **more):
    rows = [{"symbol": f"X{number}", "quantity": "1", **more} for number in range(n)]
    return text(ledger(trades(1), portfolio_positions=rows))


def deep(n):
    return text(ledger({**row, "x": json.loads("[" * 100 + "]" * 100)} for row in trades(n)))


def too_deep(n):
    return "".join('{"id": "g", "x": %s}\n' % ("[" * 200 + "]" * 200) for _ in range(n))


def long_texts(n):
    return text(ledger({**row, "notes": "é\\n" * n} for row in trades(3)))


def long_names(n):
    return text(ledger(
        [trade(f"g-{number}" + "x" * n, 0, [buy("A" * n)]) for number in range(20)], ["A" * n]))


CHECK, STRICT = ["check"], ["check", "--strict"]

SHAPES = [
    Shape("unknown keys of a row", unknown_keys_of_a_row, STRICT, 250, status={0}),
    Shape("unknown keys of a leg", unknown_keys_of_a_leg, STRICT, 250, status={0}),
    Shape("unknown keys of the document", unknown_keys_of_the_document, STRICT, 250, status={1}),
    Shape("another unknown key in each row", unknown_keys_of_rows, STRICT, 150, status={0}),
    Shape("columns that are kept", known_columns, STRICT, 100, status={0}),
    Shape("faulty lots of a transfer", faulty_lots_of_a_transfer, CHECK, 150, status={1}),
    Shape("empty lots of a transfer", empty_lots_of_a_transfer, CHECK, 150, status={1}),
    Shape("texts for lots", words_for_lots, CHECK, 150, status={1}),
    Shape("unknown keys of lots", unknown_keys_of_lots, STRICT, 200, status={0}),
    Shape("faulty lots of a sale", faulty_lots_of_a_sale, CHECK, 150, status={1}),
    Shape("methods of a day", methods_of_a_day, CHECK, 150, status={1}),
    Shape("faulty methods", faulty_methods, CHECK, 150, status={1}),
    Shape("methods of unknown symbols", methods_of_unknown_symbols, CHECK, 150, status={0}),
    Shape("unknown symbols of a method", unknown_symbols_of_a_method, CHECK, 150, status={0}),
    Shape("repeated symbols of methods", repeated_symbols_of_methods, CHECK, 150, status={1}),
    Shape("contradictory settings", contradictory_settings, CHECK, 150, status={1}),
    Shape("settings with a list each", settings_with_lists, CHECK, 50, status={0}),
    Shape("faults on one line", faults_on_one_line, CHECK, 150, status={1}),
    Shape("faults in one group", faults_in_one_group, CHECK, 150, status={1}),
    Shape("faults behind a long text", faults_behind_a_long_text, CHECK, 30, status={1}),
    Shape("lines that are not JSON", faulty_lines, CHECK, 150, status={1}),
    Shape("long lines that are not JSON", long_faulty_lines, CHECK, 60, status={1}),
    Shape("lines with a key twice", repeated_keys_of_lines, CHECK, 150, status={1}),
    Shape("a document that is cut off", cut_off, CHECK, 400, status={1}),
    Shape("repeated ids", repeated_ids, CHECK, 150, status={1}),
    Shape("files that repeat all ids", repeated_ids_of_files, CHECK, 10, status={1}),
    Shape("many files", files, CHECK, 60, status={0}),
    Shape("legs of no group", orphans, CHECK, 100, status={1}),
    Shape("many users", users, CHECK, 300, status={1}),
    Shape("unknown accounts", unknown_accounts, CHECK, 150, status={1}),
    Shape("legs of a group out of balance", unbalanced_legs, CHECK, 250, status={1}),
    Shape("currencies out of balance", unbalanced_currencies, CHECK, 200, status={1}),
    Shape("sales of more than is held", oversold, CHECK, 120, status={1}),
    Shape("sales that name no lot", unchosen, CHECK, 60, status={1}),
    Shape("sales of one of many lots of a day",
          lambda n: ambiguous([{"acquired": day(0), "quantity": "3"}], n), CHECK, 60, status={1}),
    Shape("sales of lots that are not there", unmatched, CHECK, 60, status={1}),
    Shape("sales of more than all lots of a day", too_small, CHECK, 60, status={1}),
    Shape("rates that contradict each other", differing_rates, CHECK, 150, status={0}),
    Shape("stored rows of nothing", stored, ["check", "--derived"], 100, status={1}),
    Shape("stored rows that can't be read", lambda n: stored(n, quantity="x"),
          ["check", "--derived"], 100, status={1}),
    Shape("deep values", deep, CHECK, 60, status={0}),
    Shape("values that are too deep", too_deep, CHECK, 60, status={1}),
    Shape("long texts", long_texts, CHECK, 10_000, status={0}),
    Shape("long names", long_names, CHECK, 2_000, status={0}),
    *repeated_specs(),
]
