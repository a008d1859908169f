"""Changes through folio_commit: what comes back is what went in, to the byte; numbers are those of a
store; a refused change leaves nothing; and rows that another program has changed are composed from
the columns.

    commit.py DATABASE FOLIO LEDGER...

Each check runs in a copy of the database, which has the schema and no rows. Then faults are planted
in copies, one at a time: the check that is named with a fault must find it.
"""

import hashlib
import json
import sys

from client import ZERO, Client, Folio, SQLError, quoted, state_of
from libpq import Connection

DIGITS = "12345678901234567890123456789012345"  # 35 of them
HEAD = json.dumps({
    "format": "folio/1", "x_note": {"kept": [1.50, "é"]},
    "settings": {"base_currency": "USD", "x_files": ["prices.csv"], "x_theme": "dark"},
    "portfolio_cash_accounts": [
        {"id": "z", "name": "Last first", "currency": "USD", "x_color": "red"},
        {"id": "a", "currency": "EUR"}],
    "stocks_master": [
        {"id": "s-1", "symbol": "ONE", "name": "One Inc.", "currency": "USD"},
        {"symbol": "TWO", "currency": "EUR", "multiplier": "100", "x_tag": 7}],
    "historical_prices": [
        {"stock_id": "s-1", "symbol": "ONE", "date": "2024-01-02", "close": "5.10",
         "currency": "USD"}],
    "balances": [
        {"date": "2023-12-31", "cash_account_id": "z", "amount": "0.00", "currency": "USD"},
        {"id": "b-2", "date": "2023-12-31", "stock_id": "s-1", "symbol": "ONE", "quantity": "0"}],
}, ensure_ascii=False)


def line(name, **changes):
    """A purchase as Folio writes it, with times, digits and keys that columns can't hold."""
    row = {
        "id": name, "group_type": "stock_trade", "status": "settled",
        "occurred_at": "2024-01-02T10:00:00.123456789+05:30", "notes": 'a "b" \\ é\n',
        "stock_transactions": [
            {"id": name + "-t", "stock_id": "s-1", "symbol": "ONE", "trade_type": "buy",
             "trade_date": "2024-01-02", "quantity": "2.00", "price_per_share": "5.0500",
             "currency": "USD", "x_tag": "1.50"},
            {"symbol": "TWO", "trade_type": "buy", "quantity": "1", "gross_amount": "0.00",
             "currency": "EUR", "account": "depot"}],
        "cash_transactions": [
            {"cash_account_id": "z", "leg_type": "principal", "direction": "out",
             "amount": "10.10", "currency": "USD", "color": "blue"}],
        "x_big": "BIG", **changes}
    return json.dumps(row, ensure_ascii=False).replace('"BIG"', DIGITS + ".10")


def must(condition, what):
    if not condition:
        raise AssertionError(what)


def refused(state, action, what=""):
    seen, message = state_of(action)
    must(seen == state, f"{what} {seen} {message}, and not {state}")
    return message


class Checks:
    """Each method is one check on an empty database."""

    def __init__(self, folio, ledgers):
        self.folio, self.ledgers, self.count = folio, ledgers, 0

    def texts(self, database):
        """Ledgers come back to the byte, and from the columns alone with the same figures."""
        for number, ledger in enumerate(self.ledgers):
            with open(ledger) as file:
                head, groups = self.folio.lines(file.read())
            client = Client(database, f"reader{number}")
            for start in range(0, max(1, len(groups)), 40):
                client.commit(groups[start:start + 40], head=None if start else head,
                              head_updated_at=ZERO)
            seen, rows = client.rows(size=17)
            must(seen["row"] == head, "the head is another one")
            must([row["row"] for row in rows] == groups, f"{ledger} is another one")
            must([row["sequence"] for row in rows] == list(range(2, len(groups) + 2)), "numbers")
            before = self.folio.figures(client.document())
            for former, former_head in (("document", "head"), ("NULL", "former_head")):
                Connection(database).run(
                    f"UPDATE folio.versions SET former = {former}, document = NULL;"
                    f"UPDATE folio.books SET former_head = {former_head}, head = NULL")
                after = self.folio.figures(client.document())
                must(after == before, f"{ledger}: other figures from the columns, {former}")
                if former != "NULL":
                    same = [row["row"] for row in client.rows()[1]]
                    must(same == groups, "the columns and the text differ")
                self.count += 2 * len(groups) + len(before)

    def spelling(self, database):
        """What a program does not change keeps its spelling, its order and its keys."""
        client = Client(database, "u")
        client.commit([line("g1"), line("g2")], head=HEAD, head_updated_at=ZERO)
        must([row["row"] for row in client.rows()[1]] == [line("g1"), line("g2")], "as it went in")
        client.run("UPDATE cash_transactions SET amount = 10.1000 WHERE group_id = 'g1';"
                   "UPDATE transaction_groups SET notes = 'new' WHERE id = 'g1'")
        seen = client.rows()[1]
        wanted = json.loads(line("g1", notes="new"), parse_float=str)
        must(json.loads(seen[0]["row"], parse_float=str) == wanted, seen[0]["row"])
        must(seen[0]["row"].startswith(
            '{"id": "g1", "group_type": "stock_trade", "status": "settled", "occurred_at":'
            ' "2024-01-02T10:00:00.123456789+05:30", "notes": "new", '), "order and blanks")
        must(DIGITS + ".10" in seen[0]["row"], "digits of a key that is no column")
        must(seen[1]["row"] == line("g2"), "the other group is another one")
        # Another head: a name, an account and a balance of another program.
        client.run("UPDATE portfolio_cash_accounts SET name = 'First' WHERE id = 'a';"
                   "INSERT INTO portfolio_cash_accounts (id, currency) VALUES ('m', 'JPY');"
                   "UPDATE user_portfolio_settings SET base_currency = 'EUR';"
                   "DELETE FROM balances WHERE id = 'b-2'")
        head = json.loads(client.rows()[0]["row"])
        wanted = json.loads(HEAD)
        wanted["portfolio_cash_accounts"][1]["name"] = "First"
        wanted["portfolio_cash_accounts"].append({"id": "m", "currency": "JPY"})
        wanted["settings"]["base_currency"] = "EUR"
        del wanted["balances"][1]
        must(head == wanted, f"the head {head}")
        must([a["id"] for a in head["portfolio_cash_accounts"]] == ["z", "a", "m"], "order")
        code, _, faults = self.folio.run("check", "-", document=client.document())
        must(code == 0, faults)
        self.count += 8

    def digits(self, database):
        """35 digits, and times at the ends of the calendar."""
        client = Client(database, "u")
        amounts = [DIGITS, "0." + DIGITS, DIGITS[:17] + "." + DIGITS[17:], "1e-35", "0.10"]
        groups = [json.dumps({
            "id": f"g{n}", "status": "settled", "occurred_at": time, "cash_transactions": [
                {"id": f"k{n}", "cash_account_id": "z", "leg_type": "deposit", "direction": "in",
                 "amount": amount, "currency": "USD"}]})
            for n, (amount, time) in enumerate(zip(amounts, [
                "0001-01-02T00:00:00Z", "9999-12-30T23:59:59.999999Z",
                "2024-02-29T23:59:59.999999999-11:59", "1969-12-31T23:59:59Z", "2024-01-02"]))]
        client.commit(groups, head=HEAD)
        must([row["row"] for row in client.rows()[1]] == groups, "as they went in")
        client.run("UPDATE cash_transactions SET leg_type = 'deposit'")
        must([row["row"] for row in client.rows()[1]] == groups, "after another program's change")
        Connection(database).run("UPDATE folio.versions SET former = NULL")
        seen = [json.loads(row["row"])["cash_transactions"][0]["amount"] for row in client.rows()[1]]
        must(seen == amounts[:3] + ["0." + "0" * 34 + "1", "0.10"], f"from the columns {seen}")
        self.count += 3 * len(groups)

    def numbers(self, database):
        """The numbers of a store: the head first, then the groups in their order."""
        client = Client(database, "u")
        first = client.commit([line("g1"), line("g2")], head=HEAD)
        must(first["head"]["sequence"] == 1 and first["last"] == 3, "head and groups")
        must([g["sequence"] for g in first["groups"]] == [2, 3], "of the groups")
        same = client.commit([], head=HEAD)
        must(same == {"last": 3, "head": None, "groups": []}, "the same head changes nothing")
        second = client.commit([line("g2", notes="x"), line("g3"), line("g1", notes="y")])
        must([g["sequence"] for g in second["groups"]] == [4, 5, 6], "in the order of the call")
        must([row["id"] for row in client.rows()[1]] == ["g1", "g2", "g3"], "places stay")
        _, changes, last = client.changes(3)
        must([c["id"] for c in changes] == ["g2", "g3", "g1"] and last == 6, "changes")
        # All is replaced: what stays the same keeps its number.
        kept = [{"row": line("g3"), "updated_at": ZERO}, {"row": line("g2"), "updated_at": ZERO}]
        third = client.commit(kept, clearing=True, head=HEAD)
        must([g["sequence"] for g in third["groups"]] == [5, 8] and third["last"] == 8, "clearing")
        page = client.call("folio_changes", since=6)
        must(page["cleared"] == 7 and page["last"] == 8, "a reader learns of it")
        must([row["id"] for row in client.rows()[1]] == ["g3", "g2"], "places are new")
        client.commit([], clearing=True)
        must(client.rows() == (None, []) and client.last == 9, "cleared")
        must(client.run("SELECT count(*) FROM portfolio_cash_accounts") == [("0",)], "accounts")
        client.commit([line("g1")], head=HEAD)
        must(client.last == 11, "numbers go on")
        # A deletion of Folio keeps its time. Another program's gets one.
        gone = {"row": line("g1", is_deleted=True), "updated_at": ZERO, "deleted_at": ZERO}
        must(client.commit([gone])["groups"][0]["deleted_at"] == ZERO, "time of the deletion")
        client.run("UPDATE transaction_groups SET notes = 'x'")
        must(client.rows()[1][0]["deleted_at"] == ZERO, "it keeps its time")
        client.run("UPDATE transaction_groups SET is_deleted = false")
        must(client.rows()[1][0]["deleted_at"] is None, "it is back")
        client.run("UPDATE transaction_groups SET is_deleted = true")
        must(client.rows()[1][0]["deleted_at"] > "2024", "deleted by another program")
        # Removed by another program: devices get it as deleted. What comes back has its place.
        client.last = 15
        client.commit([line("g5")])
        client.run("DELETE FROM transaction_groups WHERE id = 'g1'")
        _, changes, last = client.changes(16)
        must([(c["id"], c["removed"]) for c in changes] == [("g1", True)], "tombstone")
        must(client.rows()[1][0] == changes[0], "it is among the rows")
        text = changes[0]["row"]
        must(json.loads(text) == {**json.loads(line("g1", is_deleted=True)), "notes": "x"}, text)
        must(text.index("is_deleted") < text.index("transactions"), "the order of keys")
        client.last = last
        client.commit([line("g1")])
        must([row["id"] for row in client.rows()[1]] == ["g1", "g5"], "its place")
        # A group that only the columns have keeps its text, too, in whatever order it is removed.
        client.run(
            "INSERT INTO transaction_groups (id, occurred_at) VALUES ('w', '2024-01-02');"
            "INSERT INTO cash_transactions (id, group_id, cash_account_id, leg_type, direction,"
            " amount, currency) VALUES ('w-1', 'w', 'z', 'deposit', 'in', 5, 'USD')")
        client.run("DELETE FROM cash_transactions WHERE group_id = 'w';"
                   "DELETE FROM transaction_groups WHERE id = 'w'")
        removed = json.loads(client.rows()[1][2]["row"])
        must(removed["is_deleted"] and removed["id"] == "w", removed)
        client.run(
            "INSERT INTO transaction_groups (id, occurred_at) VALUES ('w2', '2024-01-02');"
            "INSERT INTO cash_transactions (id, group_id, cash_account_id, leg_type, direction,"
            " amount, currency) VALUES ('w2-1', 'w2', 'z', 'deposit', 'in', 5, 'USD')")
        client.run("DELETE FROM transaction_groups WHERE id = 'w2'")
        removed = json.loads(client.rows()[1][3]["row"])
        must(removed["cash_transactions"][0]["amount"] == "5", removed)
        self.count += 23

    def refusals(self, database):
        """Faults name their groups, and leave nothing behind."""
        client, owner = Client(database, "u"), Connection(database)
        client.commit([line("g1"), line("g2")], head=HEAD)
        tables = ("transaction_groups", "cash_transactions", "stock_transactions", "balances",
                  "portfolio_cash_accounts", "user_portfolio_settings", "folio.versions",
                  "folio.books", "folio.instruments", "stocks_master", "folio.changed_groups")

        def rows():
            return [owner.run(f"SELECT md5(string_agg(t::text, ',' ORDER BY t::text)) FROM {table} t")
                    for table in tables]

        before = rows()
        bad = json.loads(line("g4"))
        bad["cash_transactions"][0]["amount"] = "10.50"
        account = json.loads(line("g5"))
        account["cash_transactions"][0]["cash_account_id"] = "nowhere"
        number = json.loads(line("g6"))
        number["stock_transactions"][0]["quantity"] = "1,000"
        leg = json.loads(line("g7"))
        leg["stock_transactions"][0]["id"] = "g1-t"
        time = json.loads(line("g8"))
        time["occurred_at"] = "now"
        nul = json.loads(line("g9"))
        nul["notes"] = "a\u0000"
        for groups, ids in (
                ([bad], ["g4"]), ([line("g3"), account, bad, line("g10")], ["g5", "g4"]),
                ([number], ["g6"]), ([leg], ["g7"]), ([time], ["g8"])):
            texts = [g if isinstance(g, str) else json.dumps(g) for g in groups]
            try:
                client.commit(texts)
                must(False, f"{ids} were taken")
            except SQLError as error:
                must(error.state == "PT422", str(error))
                faults = json.loads(error.detail)["faults"]
                must([fault["id"] for fault in faults] == ids, f"{faults}")
            must(rows() == before, f"{ids} left something")
        # With a head, too: the group is named that is out of balance when all is written.
        changed = HEAD.replace('"Last first"', '"Last"')
        for groups, name in (([line("g3"), bad], "g4"), ([line("g3"), number], "g6")):
            try:
                client.commit([g if isinstance(g, str) else json.dumps(g) for g in groups],
                              head=changed)
                must(False, f"{name} was taken")
            except SQLError as error:
                faults = json.loads(error.detail)["faults"]
                must(error.state == "PT422" and [f["id"] for f in faults] == [name], str(error))
            must(rows() == before, "a refusal left something")
        dropped = json.loads(HEAD)
        del dropped["portfolio_cash_accounts"]
        refused("PT422", lambda: client.commit([], head=json.dumps(dropped)), "an account in use")
        refused("PT422", lambda: client.commit([json.dumps(bad)], clearing=True, head=HEAD), "all")
        refused("PT409", lambda: client.commit([line("g3")], expecting=2), "an old number")
        refused("PT409", lambda: client.commit([line("g3")], expecting=99), "a future number")
        refused("PT400", lambda: client.commit([line("g3"), line("g3")]), "twice the same id")
        refused("PT400", lambda: client.commit(["{}"]), "no id")
        must("the group 2 of the call" in refused(
            "PT400", lambda: client.commit([line("g3"), json.dumps(nul)]), "NUL"), "its number")
        refused("PT400", lambda: client.commit(["[1"]), "no JSON")
        refused("PT400", lambda: client.call("folio_commit", expecting=3, groups='{"a": 1}'), "one")
        refused("PT400", lambda: client.commit([{"row": line("g3"), "updated_at": "soon"}]), "time")
        refused("PT400", lambda: client.commit([], head="[]"), "a head that is no object")
        for derived in ("5", '"x"', "[]", '{"holdings": 5}', '{"positions": {}}'):
            refused("PT400", lambda: client.call("folio_commit", expecting=3, derived=derived), derived)
        # The message becomes the status line of an answer. Nothing of the call is in it.
        for text in ("a\r\nSet-Cookie: x=y", "i" * 200_000):
            named = json.loads(line("g3"))
            named["id"] = text
            named["cash_transactions"][0]["amount"] = "10.50"
            message = refused("PT422", lambda: client.commit([json.dumps(named)]), "an id")
            must(text not in message and len(message) < 100, message[:300])
            message = refused("PT400", lambda: client.commit(
                [{"row": line("g3"), "updated_at": text}]), "a time")
            must(text[:20] not in message and len(message) < 100, message[:300])
        must(rows() == before, "a refusal left something")
        for user in (None, ""):
            for name in ("folio_commit", "folio_changes", "folio_rows", "folio_devices"):
                arguments = {"folio_commit": {"expecting": 0}, "folio_changes": {"since": 0}}
                refused("PT401", lambda: Client(database, user).call(
                    name, **arguments.get(name, {})), name)
        # A conflict is never an error that a server repeats by itself.
        must(state_of(lambda: client.commit([], expecting=1))[0] != "40001", "40001")
        self.count += 40

    def derived(self, database):
        """Stored figures are Folio's, or they are not there."""
        client = Client(database, "u")
        owner = Connection(database)

        def stored():
            holdings = client.run("SELECT symbol, quantity FROM portfolio_holdings ORDER BY 1")
            days = client.run("SELECT DISTINCT as_of::text FROM portfolio_positions ORDER BY 1")
            return len(holdings), [day for day, in days]

        figures = {
            "holdings": [{"stock_id": "s-1", "symbol": "ONE", "quantity": "2.00",
                          "cost_basis": "10.10", "average_cost": "5.05", "currency": "USD"}],
            "positions": [{"as_of": day, "symbol": "ONE", "stock_id": "s-1", "quantity": "2",
                           "cost_basis": "10.10", "currency": "USD"}
                          for day in ("2023-06-01", "2024-01-02", "2024-06-01")]}
        figures["holdings"].append(
            {"symbol": "TWO", "quantity": "1", "cost_basis": "0.00", "currency": "EUR"})
        figures["positions"] += [
            {"as_of": day, **figures["holdings"][1]} for day in ("2024-01-02", "2024-06-01")]
        client.commit([line("g1")], head=HEAD, derived=json.dumps(figures))
        must(stored() == (2, ["2023-06-01", "2024-01-02", "2024-06-01"]), "as given")
        document = json.loads(client.rows()[0]["row"])
        document["transaction_groups"] = [json.loads(g["row"]) for g in client.rows()[1]]
        for table in ("portfolio_holdings", "portfolio_positions"):
            condition = "" if table == "portfolio_holdings" else " WHERE as_of > '2024-01-01'"
            document[table] = json.loads(owner.run(
                f"SELECT json_agg(json_build_object('symbol', symbol, 'quantity', quantity::text,"
                f" 'cost_basis', cost_basis::text, 'currency', currency) ||"
                f" to_jsonb(t) - ARRAY['stock_id', 'user_id', 'updated_at']) FROM {table} t"
                .replace("json_build_object", "jsonb_build_object") + condition)[0][0])
        code, _, faults = self.folio.run("check", "--derived", "-", document=json.dumps(document))
        must(code == 0, faults)
        # Any change without figures leaves none that could be wrong, and older days stay.
        later = line("g2", occurred_at="2024-03-01T00:00:00Z").replace("2024-01-02", "2024-03-01")
        client.commit([later])
        must(stored() == (0, ["2023-06-01", "2024-01-02"]), f"after a commit {stored()}")
        client.commit([], derived=json.dumps(figures))
        must(stored()[0] == 2 and client.last == 3, "figures alone change no number")
        for sql in ("UPDATE cash_transactions SET amount = amount WHERE group_id = 'g2'",
                    "UPDATE transaction_groups SET notes = 'x' WHERE id = 'g2'",
                    "DELETE FROM transaction_groups WHERE id = 'g2'"):
            client.call("folio_commit", expecting=None, derived=json.dumps(figures))
            client.run(sql)
            must(stored() == (0, ["2023-06-01", "2024-01-02"]), f"{sql}: {stored()}")
        client.call("folio_commit", expecting=None, derived=json.dumps(figures))
        client.run("UPDATE portfolio_cash_accounts SET name = 'x' WHERE id = 'a'")
        must(stored()[0] == 2, "the name of an account changes no figure")
        client.run("UPDATE user_portfolio_settings SET cost_basis_method = 'lifo'")
        must(stored() == (0, []), "the settings change all")
        self.count += 9

    def others(self, database):
        """Rows of the web service become a ledger, and its queries see what Folio wrote."""
        owner = Connection(database)
        owner.run("INSERT INTO stocks_master (id, symbol, name, currency, multiplier) VALUES"
                  " ('m-1', 'ONE', 'One', 'USD', NULL), ('m-2', 'OPT', 'Option', 'USD', 100);"
                  "ALTER TABLE transaction_groups ADD broker text")
        web = Client(database, "u")
        web.run("INSERT INTO portfolio_cash_accounts (id, currency) VALUES ('c', 'USD');"
                "INSERT INTO transaction_groups (id, group_type, occurred_at, broker)"
                " VALUES ('w', 'stock_trade', '2024-01-02 10:00+02', 'X');"
                "INSERT INTO stock_transactions (id, group_id, stock_id, trade_type, quantity,"
                " price_per_share) VALUES ('t', 'w', 'm-2', 'buy', 2.0, 1.50);"
                "INSERT INTO cash_transactions (id, group_id, cash_account_id, leg_type, direction,"
                " amount, currency) VALUES ('k', 'w', 'c', 'principal', 'out', 300.00, 'USD')")
        must(web.rows()[1][0]["row"] == (
            '{"id": "w", "group_type": "stock_trade", "status": "settled", "occurred_at":'
            ' "2024-01-02T08:00:00Z", "stock_transactions": [{"id": "t", "stock_id": "m-2",'
            ' "symbol": "OPT", "trade_type": "buy", "quantity": "2.0", "price_per_share": "1.50"}],'
            ' "cash_transactions": [{"id": "k", "cash_account_id": "c",'
            ' "leg_type": "principal", "direction": "out", "amount": "300.00", "currency": "USD"}],'
            ' "broker": "X"}'), web.rows()[1][0]["row"])
        code, _, faults = self.folio.run("check", "-", document=web.document())
        must(code == 0, faults)
        # Folio goes on from there, and links the shared instrument of the same symbol.
        web.last = web.call("folio_changes", since=0)["last"]
        text = web.rows()[1][0]["row"].replace('"broker": "X"', '"notes": "mine"')
        more = text.replace('"w"', '"v"').replace('"t"', '"u"').replace('"k"', '"l"').replace(
            '"stock_id": "m-2", "symbol": "OPT"', '"symbol": "ONE"').replace("300.00", "3.00")
        web.commit([text, more])
        seen = json.loads(owner.run(
            "SELECT json_agg(x ORDER BY x.id) FROM (SELECT g.*,"
            " (SELECT json_agg(c) FROM cash_transactions c WHERE (c.user_id, c.group_id)"
            " = (g.user_id, g.id)) AS cash_transactions,"
            " (SELECT json_agg(s) FROM stock_transactions s WHERE (s.user_id, s.group_id)"
            " = (g.user_id, g.id)) AS stock_transactions FROM transaction_groups g) AS x")[0][0])
        must([g["stock_transactions"][0]["stock_id"] for g in seen] == ["m-1", "m-2"], "links")
        must(seen[1]["broker"] == "X" and seen[1]["notes"] == "mine", "columns of the application")
        must(owner.run("SELECT count(*) FROM stocks_master WHERE user_id IS NOT NULL") == [("0",)],
             "an own instrument where a shared one does")
        # A new symbol, and new factors, of a shared instrument.
        owner.run("UPDATE stocks_master SET symbol = 'UNO' WHERE id = 'm-1'")
        must('"symbol": "UNO"' in web.rows()[1][1]["row"] and '"UNO"' in web.rows()[0]["row"],
             "a new symbol")
        code, _, faults = self.folio.run("check", "-", document=web.document())
        must(code == 0, faults)
        self.count += 7

    def wake_ups(self, database):
        """One notification for each transaction that changes something, and none for others."""
        listener, client = Connection(database), Client(database, "u")
        channel = "folio_" + hashlib.md5(b"u").hexdigest()
        listener.run(f'LISTEN "{channel}"')
        client.commit([line("g1"), line("g2")], head=HEAD)
        must(listener.notifications() == [(channel, "")], "of a commit")
        client.run("UPDATE cash_transactions SET leg_type = 'principal';"
                   "UPDATE transaction_groups SET notes = 'x'")
        must(listener.notifications() == [(channel, "")], "of another program")
        client.call("folio_changes", since=0)
        state_of(lambda: client.commit([line("g3")], expecting=0))
        Client(database, "v").commit([], head='{"format": "folio/1"}')
        must(listener.notifications() == [], "of a reader, of a refusal, of another user")
        self.count += 3

    def foreign_keys(self, database):
        """PostgREST embeds by foreign keys: the legs of a group, the account and the instrument."""
        found = Connection(database).run(
            "SELECT conrelid::regclass, confrelid::regclass FROM pg_constraint"
            " WHERE contype = 'f' AND connamespace = 'public'::regnamespace")
        must(len(found) == len(set(found)), f"two keys join the same tables: {sorted(found)}")
        for pair in (("cash_transactions", "transaction_groups"),
                     ("stock_transactions", "transaction_groups"),
                     ("cash_transactions", "portfolio_cash_accounts"),
                     ("stock_transactions", "stocks_master"), ("historical_prices", "stocks_master"),
                     ("portfolio_positions", "stocks_master"), ("balances", "stocks_master"),
                     ("balances", "portfolio_cash_accounts"),
                     ("portfolio_holdings", "stocks_master")):
            must(pair in found, f"{pair} can't be embedded")
            self.count += 1


# A fault, and the check that must find it.
PLANTED = [
    ("spelling", "legs that clear no text", "DROP TRIGGER number_updated ON cash_transactions;"
     "DROP TRIGGER number_updated ON transaction_groups"),
    ("digits", "amounts through double precision",
     "ALTER TABLE cash_transactions DROP CONSTRAINT cash_transactions_amount_exact,"
     " ALTER amount TYPE double precision"),
    ("spelling", "keys that are no columns are dropped",
     "CREATE OR REPLACE FUNCTION folio.merged(keys text[], kinds text[], fresh text[], former text[],"
     " times text[]) RETURNS TABLE (key text, line text) LANGUAGE sql AS 'SELECT * FROM unnest($1, $3)'"),
    ("numbers", "no tombstones", "DROP TRIGGER number_deleted ON transaction_groups;"
     "DROP TRIGGER number_deleted ON stock_transactions;"
     "DROP TRIGGER number_deleted ON cash_transactions"),
    ("refusals", "no balance", "DROP TRIGGER group_balances ON folio.changed_groups"),
    ("refusals", "a counter that is not compared",
     "DO $$BEGIN EXECUTE replace(pg_get_functiondef('folio_commit'::regproc),"
     " 'base <> expecting', 'false'); END$$"),
    ("derived", "figures that nobody removes",
     "DROP TRIGGER number_updated ON cash_transactions;"
     "DROP TRIGGER number_updated ON transaction_groups"),
    ("others", "texts without the application's columns",
     "CREATE OR REPLACE FUNCTION folio.extra_members(doc json, known text[]) RETURNS text"
     " LANGUAGE sql AS 'SELECT NULL::text'"),
    ("texts", "the order of ids in place of that of arrival",
     "DO $$BEGIN EXECUTE replace(pg_get_functiondef('folio_rows'::regproc),"
     " 'ORDER BY v.place', 'ORDER BY v.id'); END$$"),
]


def main():
    database, folio, *ledgers = sys.argv[1:]
    admin = Connection("postgres")
    checks = Checks(Folio(folio), ledgers)
    names = [name for name in vars(Checks) if not name.startswith("_") and name != "count"]

    def run(check, number, plant=None):
        copy = f"{database}_{number}"
        admin.run(f"CREATE DATABASE {copy} TEMPLATE {database}")
        if plant:
            Connection(copy).run(plant)
        getattr(checks, check)(copy)

    for number, check in enumerate(names):
        run(check, number)
    count = checks.count
    missed = []
    for number, (check, what, sql) in enumerate(PLANTED):
        try:
            run(check, f"planted{number}", sql)
            missed.append(f"{check} does not find: {what}")
        except (AssertionError, SQLError, KeyError, TypeError, ValueError):
            pass
    print(f"    {len(names)} topics, {count} comparisons; {len(PLANTED)} planted faults,"
          f" {len(PLANTED) - len(missed)} found")
    if missed:
        sys.exit("\n".join(missed))


if __name__ == "__main__":
    main()
