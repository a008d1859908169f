"""What a second user must not be able to do with the functions, the counters, the tombstones, the
devices and the instruments of the first one; and what both must be able to do all the same.

    hostile.py DATABASE PLANTED

Both have the schema. In PLANTED row-level security, the check of instruments and the guard of the
counters are switched off: the attacks that are marked with `!` must work there, so that they are
known to try something. Each attack is rolled back.
"""

import json
import sys

from attacks import attempt
from client import Client, SQLError, quoted
from commit import HEAD, line
from libpq import Connection

PLANTED = """
DO $$
DECLARE
  name text;
BEGIN
  FOR name IN SELECT oid::regclass FROM pg_class WHERE relrowsecurity LOOP
    EXECUTE format('ALTER TABLE %s DISABLE ROW LEVEL SECURITY', name);
  END LOOP;
END $$;
CREATE OR REPLACE FUNCTION folio.refuse_foreign(users text[], stocks text[]) RETURNS void
  LANGUAGE sql AS 'SELECT';
DROP TRIGGER counts_up ON folio.books;
"""


def commit(*groups, **arguments):
    """A call of folio_commit."""
    rows = [{"row": group} for group in groups]
    given = "".join(f", {key} => {quoted(value)}" for key, value in arguments.items())
    return f"SELECT folio_commit(NULL, groups => {quoted(rows)}::json{given})"


def cash(name, account="z", amount="1", kind="deposit", **more):
    return json.dumps({
        "id": name, "status": "settled", "occurred_at": "2024-01-02T00:00:00Z",
        "cash_transactions": [{"cash_account_id": account, "leg_type": kind, "direction": "in",
                               "amount": amount, "currency": "USD"}], **more})


def sees(table):
    return f"SELECT 1 / count(*) FROM {table} WHERE user_id = 'u1'"


LEG = ("INSERT INTO stock_transactions (group_id, stock_id, trade_type, quantity, gross_amount)"
       " VALUES ('mine', 'own-1', 'gift', 1, 1)")
CASH = ("INSERT INTO cash_transactions (group_id, cash_account_id, leg_type, direction, amount,"
        " currency, stock_id) VALUES ('mine', 'z', 'fee', 'out', 1, 'USD', 'own-1')")
FOREIGN = cash("x").replace('"currency": "USD"', '"currency": "USD", "stock_id": "own-1"').replace(
    '"deposit"', '"interest"')
SHADOW = ("CREATE TEMP TABLE books (user_id text, last bigint); CREATE TEMP TABLE versions (id text);"
          "CREATE TEMP TABLE transaction_groups (user_id text, id text);"
          "CREATE TEMP TABLE cash_transactions (user_id text);"
          "CREATE TEMP TABLE stock_transactions (user_id text);"
          "CREATE FUNCTION pg_temp.folio_user() RETURNS text LANGUAGE sql AS 'SELECT ''u1''';"
          "CREATE FUNCTION pg_temp.caller() RETURNS text LANGUAGE sql AS 'SELECT ''u1''';"
          "SET search_path = pg_temp, public;")
UNBALANCED = cash("x", kind="principal")

# What is tried, as whom, the statements, and what shows the harm. `!` marks what PLANTED must allow.
ATTACKS = [
    ("! reading versions", "u2", sees("folio.versions")),
    ("! reading counters and heads", "u2", sees("folio.books")),
    ("! reading devices", "u2", sees("folio.devices")),
    ("! reading what a document calls its instruments", "u2", sees("folio.instruments")),
    ("! reading own instruments", "u2", sees("stocks_master")),
    ("changes of another user", "u2",
     "SELECT 1 / json_array_length(folio_changes(0) -> 'groups') FROM (SELECT 1) t"
     " WHERE folio_changes(0) ->> 'last' > '2'", "SELECT true",
     "DELETE FROM transaction_groups WHERE user_id = 'u2'; DELETE FROM folio.versions WHERE"
     " user_id = 'u2'; UPDATE folio.books SET last = 3 WHERE user_id = 'u2'"),
    ("! another's counter, back to zero", "u2", "UPDATE folio.books SET last = 0",
     "SELECT last = 0 FROM folio.books WHERE user_id = 'u1'"),
    ("! one's own counter, back", "u2", "UPDATE folio.books SET last = last - 1"
     " WHERE user_id = 'u2'"),
    ("! another's head", "u2", "UPDATE folio.books SET head = '{}'",
     "SELECT head = '{}' FROM folio.books WHERE user_id = 'u1'"),
    ("! a counter for another", "u2", "INSERT INTO folio.books (user_id) VALUES ('u3')"),
    ("! a version for another", "u2",
     "INSERT INTO folio.versions (user_id, id, place, sequence) VALUES ('u1', 'x', 99, 99)"),
    ("! another's tombstones", "u2", "DELETE FROM folio.versions WHERE is_removed",
     "SELECT count(*) = 0 FROM folio.versions WHERE user_id = 'u1' AND is_removed"),
    ("! another's text", "u2", "UPDATE folio.versions SET document = '{}'",
     "SELECT count(*) > 0 FROM folio.versions WHERE user_id = 'u1' AND document = '{}'"),
    ("removing a counter", "u2", "DELETE FROM folio.books"),
    ("TRUNCATE of the versions", "u2", "TRUNCATE folio.versions"),
    ("! another's device", "u2", "UPDATE folio.devices SET platform = 'mine'",
     "SELECT platform = 'mine' FROM folio.devices WHERE user_id = 'u1'"),
    ("the same device as another's", "u2", "SELECT folio_register_device('d1', 'x', 'x', 'x')",
     "SELECT platform = 'x' FROM folio.devices WHERE user_id = 'u1'"),
    ("a row that says it is another's", "u2", commit(cash("x", user_id="u1")),
     "SELECT count(*) > 0 FROM transaction_groups WHERE user_id = 'u1' AND id = 'x'"),
    ("a commit over another's group of the same id", "u2", commit(cash("g1", notes="mine")),
     "SELECT notes = 'mine' FROM transaction_groups WHERE user_id = 'u1' AND id = 'g1'"),
    ("clearing all", "u2", commit(clearing=True),
     "SELECT count(*) = 0 FROM transaction_groups WHERE user_id = 'u1'"),
    ("! the inner function, for another", "u2",
     f"SELECT folio.write_groups('u1', ARRAY[{quoted(cash('x'))}])"),
    ("! the inner function of a head, for another", "u2", "SELECT folio.write_head('u1', '{}')",
     "SELECT count(*) = 0 FROM user_portfolio_settings WHERE user_id = 'u1'"),
    ("! the whole inner function, for another", "u2",
     "SELECT folio.write_all('u1', 0, NULL, NULL, '{}', '{}', '{}', true, NULL)",
     "SELECT count(*) = 0 FROM transaction_groups WHERE user_id = 'u1'"),
    ("! the lock of another", "u2", "SELECT folio.lock_book('u3')"),
    ("! the texts of another", "u2",
     "SELECT 1 / count(*) FROM folio.composed('u1', ARRAY['g1', 'g2'])"),
    ("! the head of another", "u2", "SELECT 1 / count(folio.head_row('u1'))"),
    ("numbers for another's groups", "u2", "SELECT folio.number_groups('{u1}', '{g1}')"),
    ("numbers for another's head", "u2", "SELECT folio.number_heads('{u1}')"),
    ("another's figures", "u2", "SELECT folio.outdate('{u1}', NULL, NULL)"),
    ("instruments in another's document", "u2", "SELECT folio.link_stocks('{u1}', '{m-1}')"),
    ("the trigger that numbers, on a table of one's own", "u2",
     "CREATE TEMP TABLE mine (user_id text, group_id text, stock_id text);"
     "CREATE TRIGGER mine AFTER INSERT ON mine REFERENCING NEW TABLE AS changed FOR EACH STATEMENT"
     " EXECUTE FUNCTION folio.note_legs()"),
    ("! a leg of another's own instrument", "u2", LEG),
    ("! a cash leg about it", "u2", CASH),
    ("! a balance of it", "u2",
     "INSERT INTO balances (date, stock_id, quantity) VALUES ('2024-01-02', 'own-1', 1)"),
    ("! a holding of it", "u2",
     "INSERT INTO portfolio_holdings (stock_id, quantity) VALUES ('own-1', 1)"),
    ("! a position of it", "u2",
     "INSERT INTO portfolio_positions (stock_id, quantity, as_of) VALUES ('own-1', 1, '2024-01-02')"),
    ("! a leg that is moved to it", "u2",
     "UPDATE stock_transactions SET stock_id = 'own-1', symbol = NULL WHERE id = 'g1-t'"
     " AND user_id = 'u2'"),
    ("a document that names its id", "u2", commit(FOREIGN),
     "SELECT count(*) > 0 FROM cash_transactions WHERE user_id = 'u2' AND stock_id = 'own-1'"),
    ("! another's own instrument", "u2", "UPDATE stocks_master SET multiplier = 2 WHERE id = 'own-1'",
     "SELECT multiplier = 2 FROM stocks_master WHERE id = 'own-1'"),
    ("! an own instrument of another", "u2",
     "INSERT INTO stocks_master (user_id, symbol, currency) VALUES ('u1', 'NEW', 'USD')"),
    ("! a shared instrument", "u2", "INSERT INTO stocks_master (symbol, currency) VALUES ('N', 'USD')"),
    ("an instrument with an id that others may want", "u2",
     "INSERT INTO stocks_master (id, user_id, symbol, currency) VALUES ('m-9', 'u2', 'N', 'USD')"),
    ("giving an instrument away", "u2", "UPDATE stocks_master SET user_id = 'u1'"),
    ("an instrument that becomes a shared one", "service",
     "UPDATE stocks_master SET user_id = NULL WHERE id = 'own-1'"),
    ("a price of another's own instrument", "service",
     "INSERT INTO historical_prices VALUES ('PRIVATE', '2024-01-02', 1, 'USD')"),
    ("tables and functions in the session's schema", "u2", SHADOW + commit(UNBALANCED)),
    ("no search path", "u2", "SET search_path = '';" + commit(UNBALANCED).replace(
        "folio_commit", "public.folio_commit")),
    ("the mark of folio_commit, forged, and no balance", "u2",
     "SET folio.writer = 'on'; INSERT INTO cash_transactions (group_id, cash_account_id, leg_type,"
     " direction, amount, currency) VALUES ('mine', 'z', 'principal', 'in', 1, 'USD')"),
    ("the mark, forged, for another's number", "u2",
     "SET folio.writer = 'on'; UPDATE transaction_groups SET notes = 'mine'",
     "SELECT count(*) > 0 FROM transaction_groups WHERE user_id = 'u1' AND notes = 'mine'"),
    ("text that would be SQL", "u2", commit(cash("x'; DROP TABLE balances; --")),
     "SELECT to_regclass('public.balances') IS NULL"),
    ("anonymous changes", "anon", "SELECT folio_changes(0)"),
    ("an anonymous commit", "anon", commit(cash("x"))),
    ("an anonymous device", "anon", "SELECT folio_register_device('d', 'x', 'x', 'x')"),
    ("changes without a subject", "u2", "SET request.jwt.claims = '{}'; SELECT folio_changes(0)"),
    ("a commit without claims", "u2", "SET request.jwt.claims = '';" + commit(cash("x"))),
    ("a commit of the service without a user", "service", commit(cash("x"))),
    ("an empty subject", "u2", """SET request.jwt.claims = '{"sub": ""}';""" + commit(cash("x"))),
    ("a device without an id", "u2", "SELECT folio_register_device('', 'x', 'x', 'x')"),
    ("a device with a long name", "u2",
     "SELECT folio_register_device('d', repeat('x', 201), 'x', 'x')"),
]
REFUSALS = {"23514", "23503", "42501", "22012", "PT401", "PT422", "no row"}

ALLOWED = [
    ("the same symbol of one's own", "u2",
     "INSERT INTO stocks_master (user_id, symbol, currency) VALUES ('u2', 'PRIVATE', 'EUR')"),
    ("a change of one's own instrument", "u1",
     "UPDATE stocks_master SET multiplier = 10 WHERE symbol = 'PRIVATE';"
     "SELECT 1 / count(*) FROM stocks_master WHERE multiplier = 10"),
    ("a shared instrument with the symbol of an own one", "service",
     "INSERT INTO stocks_master (id, symbol, currency) VALUES ('p', 'PRIVATE', 'USD')"),
    ("an upsert of a shared instrument by its symbol", "service",
     "INSERT INTO stocks_master (symbol, currency) VALUES ('ONE', 'USD')"
     " ON CONFLICT (x_symbol) DO UPDATE SET name = 'One'"),
    ("removing all of one's rows", "u1", "DELETE FROM transaction_groups"),
    ("removing a user", "service",
     ";".join(f"DELETE FROM {table} WHERE user_id = 'u1'" for table in (
         "transaction_groups", "balances", "portfolio_cash_accounts", "user_portfolio_settings",
         "portfolio_positions", "portfolio_holdings", "folio.versions", "folio.instruments",
         "folio.devices", "folio.books", "stocks_master"))
     + "; SELECT 1 / (CASE count(*) WHEN 0 THEN 1 ELSE 0 END) FROM folio.books"
     " WHERE user_id = 'u1'"),
    ("the service, for a user", "service",
     """SET LOCAL request.jwt.claims = '{"sub": "u1", "role": "service_role"}';"""
     + commit(cash("x")) + "; SELECT 1 / count(*) FROM transaction_groups WHERE user_id = 'u1'"
     " AND id = 'x'"),
]


def prepare(database):
    """Two users with the same ids, an own instrument, a tombstone and a device each."""
    owner = Connection(database)
    owner.run("INSERT INTO stocks_master (id, symbol, currency) VALUES ('m-1', 'ONE', 'USD');"
              "INSERT INTO stocks_master (id, user_id, symbol, currency) VALUES"
              " ('own-1', 'u1', 'PRIVATE', 'USD')")
    for user in ("u1", "u2"):
        client = Client(database, user)
        client.commit([line("g1"), line("g2"), cash("mine"), cash("gone")], head=HEAD)
        client.run("DELETE FROM transaction_groups WHERE id = 'gone'")
        client.call("folio_register_device", id="d1", platform="linux", app_version="1",
                    folio_version="2")
    return owner


def devices(database):
    """A device is added when it is first seen, and seen again later; nobody else sees it."""
    first, second = Client(database, "u5"), Client(database, "u6")
    call = {"platform": "ios 18.2", "app_version": "1.0", "folio_version": "0.1.0"}
    seen = first.call("folio_register_device", id="b", **call)
    first.call("folio_register_device", id="a", **call)
    again = first.call("folio_register_device", id="b", **{**call, "app_version": "1.1"})
    assert seen["first_seen"] == again["first_seen"] < again["last_seen"], again
    assert [d["id"] for d in first.call("folio_devices")] == ["a", "b"]
    assert first.call("folio_devices")[1] == again and second.call("folio_devices") == []


def instruments(database):
    """Two users call different things the same, and a device adds what nobody knows."""
    def head(currency, **columns):
        return json.dumps({
            "format": "folio/1", "portfolio_cash_accounts": [{"id": "z", "currency": currency}],
            "stocks_master": [{"id": "s-1", "symbol": "GOLD", "currency": currency, **columns}]})

    def group(name, currency, amount):
        return json.dumps({
            "id": name, "status": "settled", "occurred_at": "2024-01-02T00:00:00Z",
            "stock_transactions": [
                {"id": "t", "stock_id": "s-1", "symbol": "GOLD", "trade_type": "buy",
                 "quantity": "1", "price_per_share": "10", "currency": currency}],
            "cash_transactions": [
                {"id": "k", "cash_account_id": "z", "leg_type": "principal", "direction": "out",
                 "amount": amount, "currency": currency}]})

    users = [Client(database, name) for name in ("u7", "u8")]
    users[0].commit([group("g", "USD", "10")], head=head("USD"))
    users[1].commit([group("g", "EUR", "1000")], head=head("EUR", multiplier="100"))
    owner = Connection(database)
    links = ("SELECT s.user_id, m.user_id, m.symbol, m.multiplier FROM stock_transactions s JOIN"
             " stocks_master m ON m.id = s.stock_id WHERE m.symbol = 'GOLD' ORDER BY 1")
    assert owner.run(links) == [("u7", "u7", "GOLD", None), ("u8", "u8", "GOLD", "100")]
    for user, currency, amount in ((users[0], "USD", "10"), (users[1], "EUR", "1000")):
        assert user.rows()[1][0]["row"] == group("g", currency, amount)
    # Other factors: the group must follow in the same change, and only one's own does.
    try:
        users[0].commit([], head=head("USD", multiplier="5"))
        raise AssertionError("a group out of balance was taken")
    except SQLError as error:
        assert error.state == "PT422", error
    users[0].commit([group("g", "USD", "50")], head=head("USD", multiplier="5"))
    assert owner.run(links) == [("u7", "u7", "GOLD", "5"), ("u8", "u8", "GOLD", "100")]
    # A shared instrument is used where it says the same, and left where it says something else.
    owner.run("INSERT INTO stocks_master (id, symbol, currency) VALUES ('m-g', 'SILVER', 'USD')")
    silver = group("h", "USD", "10").replace("GOLD", "SILVER").replace("s-1", "s-2").replace(
        '"t"', '"t2"').replace('"k"', '"k2"')
    extended = json.loads(head("USD", multiplier="5"))
    extended["stocks_master"].append({"id": "s-2", "symbol": "SILVER", "currency": "USD"})
    users[0].commit([silver], head=json.dumps(extended))
    used = "SELECT stock_id FROM stock_transactions WHERE user_id = 'u7' AND group_id = 'h'"
    assert owner.run(used) == [("m-g",)]
    extended["stocks_master"][1]["price_factor"] = "0.1"
    users[0].commit([silver.replace('"10", "currency": "USD"}]}', '"1", "currency": "USD"}]}')],
                    head=json.dumps(extended))
    assert owner.run(used) != [("m-g",)]
    assert owner.run("SELECT price_factor FROM stocks_master WHERE id = 'm-g'") == [(None,)]


def main():
    names = sys.argv[1:3]
    owners = [prepare(name) for name in names]
    owners[0].run("DO $$BEGIN IF to_regrole('client') IS NULL THEN CREATE ROLE client LOGIN IN ROLE"
                  " anon, authenticated; CREATE ROLE service LOGIN IN ROLE service_role; END IF;"
                  " END$$")
    owners[1].run(PLANTED)
    wrong, found = [], 0
    for title, *rest in ATTACKS:
        end = attempt(owners[0], *rest)
        if end not in REFUSALS:
            wrong.append(f"{title}: {end or 'not refused'}")
        if title.startswith("!"):
            found += 1
            if end := attempt(owners[1], *rest):
                wrong.append(f"{title}: where it must work {end}")
    for title, *rest in ALLOWED:
        if end := attempt(owners[0], *rest):
            wrong.append(f"{title}: {end}")
    devices(names[0])
    instruments(names[0])
    print(f"    {len(ATTACKS)} attacks of a second user, of which {found} work where the defences"
          f" are off; {len(ALLOWED)} things that must work")
    if wrong:
        sys.exit("\n".join(wrong))


main()
