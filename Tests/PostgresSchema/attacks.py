"""What a second user, or a slip, must not be able to do. Each attack runs in a transaction that is
rolled back, against the first version of the schema and against this one: the first one shows that
the attack works where nothing stops it.

    attacks.py FIRST NOW

Both are databases with the default privileges of Supabase, with the schema of the first version and
with that of today.
"""

import sys

from libpq import Connection, SQLError

ROWS = """
INSERT INTO stocks_master (id, symbol, currency, multiplier) VALUES
  ('s', 'S', 'USD', NULL), ('o', 'O', 'USD', 100);
INSERT INTO historical_prices VALUES ('S', '2024-01-02', 5, 'USD');
INSERT INTO fx_rates VALUES ('2024-01-02', 'EUR', 'USD', 1.1);
BEGIN;
INSERT INTO user_portfolio_settings (user_id, base_currency) VALUES ('u1', 'USD'), ('u2', 'USD');
INSERT INTO portfolio_cash_accounts (user_id, id, currency)
  VALUES ('u1', 'c', 'USD'), ('u2', 'c', 'USD'), ('u2', 'p', 'GBP');
INSERT INTO transaction_groups (user_id, id, status, occurred_at) VALUES
  ('u1', 'one', 'settled', '2024-01-02Z'), ('u2', 'two', 'settled', '2024-01-02Z'),
  ('u2', 'option', 'settled', '2024-01-02Z'), ('u2', 'pounds', 'settled', '2024-01-02Z'),
  ('u2', 'void', 'void', '2024-01-02Z');
INSERT INTO stock_transactions
  (user_id, id, group_id, stock_id, trade_type, quantity, price_per_share) VALUES
  ('u1', 't', 'one', 's', 'buy', 10, 5), ('u2', 't', 'two', 's', 'buy', 10, 5),
  ('u2', 'to', 'option', 'o', 'buy', 1, 5), ('u2', 'tv', 'void', 's', 'buy', 10, 5),
  ('u2', 'tp', 'pounds', 's', 'buy', 10, 5);
INSERT INTO cash_transactions
  (user_id, id, group_id, cash_account_id, leg_type, direction, amount, currency) VALUES
  ('u1', 'k', 'one', 'c', 'principal', 'out', 50, 'USD'),
  ('u2', 'k', 'two', 'c', 'principal', 'out', 50, 'USD'),
  ('u2', 'ko', 'option', 'c', 'principal', 'out', 500, 'USD'),
  ('u2', 'kv', 'void', 'c', 'principal', 'out', 50, 'USD'),
  ('u2', 'kp', 'pounds', 'c', 'principal', 'out', 57, 'USD'),
  ('u2', 'kq', 'pounds', 'p', 'fx', 'in', 6, 'GBP');
COMMIT;
"""

LEG = (
    "INSERT INTO public.cash_transactions (user_id, group_id, cash_account_id, leg_type, direction,"
    " amount, currency) VALUES ('{u}', '{g}', 'c', 'principal', 'in', 1000, 'USD')")
UNBALANCED = LEG.format(u="u2", g="two")
STOCK = (
    "INSERT INTO stock_transactions (group_id, stock_id, trade_type{c}) VALUES"
    " ('void', 's', '{t}'{v})")


def leg(trade, **columns):
    """A stock leg with some columns."""
    names = "".join(f", {name}" for name in columns)
    values = "".join(f", '{value}'" for value in columns.values())
    return STOCK.format(c=names, t=trade, v=values)


def lots(text):
    return leg("sell", quantity=1, price_per_share=1, lots=text)


TRUNCATED = "SELECT count(*) = 0 FROM {}"
SHADOW = """
CREATE TEMP TABLE transaction_groups (user_id text, id text, group_type text, status text,
  is_deleted boolean);
CREATE TEMP TABLE cash_transactions (user_id text, group_id text, currency text, direction text,
  amount numeric, leg_type text);
CREATE TEMP TABLE stock_transactions (user_id text, group_id text, currency text, stock_id text,
  trade_type text, quantity numeric, price_per_share numeric, gross_amount numeric, fees numeric,
  taxes numeric, tax_withheld numeric, cash_in_lieu numeric, accrued_interest numeric);
"""
SPY = """
CREATE FUNCTION pg_temp.spy() RETURNS trigger LANGUAGE plpgsql AS
  'BEGIN NEW.notes := ''stolen''; RETURN NEW; END';
"""

# Finding; what is tried; as whom; the statements; and, where no error alone is harm, what shows it.
# `*` marks what the first version refuses as well.
ATTACKS = [
    ("b", "NaN as an amount", "u2", "UPDATE cash_transactions SET amount = 'NaN' WHERE id = 'kv'"),
    ("b", "Infinity as a quantity", "u2",
     "UPDATE stock_transactions SET quantity = 'Infinity' WHERE id = 'tv'"),
    ("b", "NaN as a closing price", "service",
     "UPDATE historical_prices SET close = 'NaN'"),
    ("b", "Infinity as a rate", "service", "UPDATE fx_rates SET rate = 'Infinity'"),
    ("b", "NaN as what is held", "u2",
     "INSERT INTO portfolio_holdings (stock_id, quantity) VALUES ('s', 'NaN')"),
    ("c", "temporary tables shadow those of the check", "u2", SHADOW + UNBALANCED),
    ("c*", "a search path without public", "u2", "SET search_path = pg_temp;" + UNBALANCED),
    ("c", "a temporary table for the groups that changed", "u2",
     SHADOW + "CREATE TEMP TABLE changed_groups (xact xid8, user_id text, group_id text,"
     " is_locked boolean); SET search_path = pg_temp, public;" + UNBALANCED),
    ("c", "other claims before the commit", "u2",
     UNBALANCED + """; SET request.jwt.claims = '{"sub": "nobody"}'"""),
    ("c", "no claims before the commit", "u2", UNBALANCED + "; SET request.jwt.claims = ''"),
    ("c", "another role before the commit", "u2",
     "SET LOCAL ROLE authenticated;" + UNBALANCED + "; SET request.jwt.claims = '{}'"),
    ("c*", "constraints immediate, and then deferred", "u2",
     "SET CONSTRAINTS ALL IMMEDIATE; SET CONSTRAINTS ALL DEFERRED;" + UNBALANCED),
    ("c*", "checked once, and then changed", "u2",
     "UPDATE cash_transactions SET updated_at = now() WHERE id = 'k';"
     "SET CONSTRAINTS ALL IMMEDIATE; SET CONSTRAINTS ALL DEFERRED;" + UNBALANCED),
    ("c*", "changed after a savepoint that is rolled back", "u2",
     "SAVEPOINT a;" + UNBALANCED + "; ROLLBACK TO a;" + UNBALANCED),
    ("c*", "backslashes with another meaning", "u2",
     "SET standard_conforming_strings = off;" + UNBALANCED),
    ("d", "TRUNCATE of everybody's groups", "u2", "TRUNCATE transaction_groups CASCADE",
     TRUNCATED.format("transaction_groups")),
    ("d", "TRUNCATE of the prices", "u2", "TRUNCATE historical_prices",
     TRUNCATED.format("historical_prices")),
    ("d", "TRUNCATE without a token", "anon", "TRUNCATE fx_rates", TRUNCATED.format("fx_rates")),
    ("d", "a trigger on everybody's groups", "u2",
     SPY + "CREATE TRIGGER spy BEFORE INSERT OR UPDATE ON transaction_groups FOR EACH ROW EXECUTE"
     " FUNCTION pg_temp.spy()"),
    ("d", "a reference to everybody's groups", "u2",
     "CREATE TABLE public.mine (u text, g text, FOREIGN KEY (u, g) REFERENCES transaction_groups)",
     None, "GRANT CREATE ON SCHEMA public TO authenticated"),
    ("d", "a table in the schema of the tables", "u2", "CREATE TABLE public.mine (id text)"),
    ("d", "TRUNCATE after a later GRANT ALL", "u2", "TRUNCATE stocks_master CASCADE",
     TRUNCATED.format("stocks_master"),
     "GRANT ALL ON ALL TABLES IN SCHEMA public TO authenticated"),
    ("d", "the functions of the triggers after a later GRANT ALL", "u2",
     "CREATE TEMP TABLE mine (user_id text, group_id text);"
     "CREATE TRIGGER mine AFTER INSERT ON mine FOR EACH ROW EXECUTE FUNCTION {group}", None,
     "GRANT ALL ON ALL FUNCTIONS IN SCHEMA public TO authenticated"),
    ("d", "the functions of the triggers on a table of one's own", "u2",
     "CREATE TEMP TABLE mine (user_id text, group_id text);"
     "CREATE TRIGGER mine AFTER INSERT ON mine REFERENCING NEW TABLE AS changed FOR EACH STATEMENT"
     " EXECUTE FUNCTION {legs};"
     "INSERT INTO mine VALUES ('u1', 'one')"),
    ("d", "the check of another user's group", "u2", "SELECT {fault}('u1', 'one')"),
    ("d*", "the instruments", "u2", "UPDATE stocks_master SET symbol = 'X' WHERE id = 'o'",
     "SELECT count(*) > 0 FROM stocks_master WHERE symbol = 'X'"),
    ("d*", "the rates", "u2", "INSERT INTO fx_rates VALUES ('2024-01-03', 'EUR', 'USD', 1)"),
    ("d*", "the prices, in an upsert", "u2",
     "INSERT INTO historical_prices VALUES ('S', '2024-01-02', 1, 'USD')"
     " ON CONFLICT (symbol, date, currency) DO UPDATE SET close = 1"),
    ("d*", "groups without a token", "anon", "SELECT 1 / count(*) FROM transaction_groups"),
    ("d*", "row-level security switched off", "u2",
     "SET row_security = off; SELECT count(*) FROM transaction_groups"),
    ("d*", "ALTER TABLE", "u2", "ALTER TABLE transaction_groups DISABLE ROW LEVEL SECURITY"),
    ("d*", "DROP TRIGGER", "u2", "DROP TRIGGER {trigger}"),
    ("d*", "DROP POLICY", "u2", "DROP POLICY own_rows ON transaction_groups"),
    ("d*", "another body for the user's name", "u2",
     "CREATE OR REPLACE FUNCTION public.folio_user() RETURNS text LANGUAGE sql AS 'SELECT ''u1'''"),
    ("d*", "the role of the service", "u2", "SET ROLE service_role"),
    ("d*", "triggers switched off", "u2", "SET session_replication_role = replica"),
    ("d*", "another user's group", "u2",
     "UPDATE transaction_groups SET notes = 'mine' WHERE user_id = 'u1'",
     "SELECT count(*) > 0 FROM transaction_groups WHERE user_id = 'u1' AND notes = 'mine'"),
    ("d*", "removing another user's leg", "u2",
     "DELETE FROM cash_transactions WHERE user_id = 'u1'",
     "SELECT count(*) = 0 FROM cash_transactions WHERE user_id = 'u1'"),
    ("d*", "a leg in another user's group", "u2", LEG.format(u="u1", g="one")),
    ("d*", "a leg in a group that only another user has", "u2", LEG.format(u="u2", g="one")),
    ("d*", "an upsert over another user's group", "u2",
     "INSERT INTO transaction_groups (user_id, id, occurred_at) VALUES ('u1', 'one', now())"
     " ON CONFLICT (user_id, id) DO UPDATE SET notes = 'mine'"),
    ("d*", "giving a group away", "u2",
     "UPDATE transaction_groups SET user_id = 'u1' WHERE id = 'void'"),
    ("d*", "moving a leg to another user", "u2",
     "UPDATE cash_transactions SET user_id = 'u1', group_id = 'one' WHERE id = 'kv'"),
    ("d*", "a user with an empty name", "u2",
     """SET request.jwt.claims = '{"sub": ""}';"""
     " INSERT INTO transaction_groups (id, occurred_at) VALUES ('x', now())"),
    ("f", "the ratio -1:abc", "u2", leg("split", ratio="-1:abc")),
    ("f", "the ratio 1:0", "u2", leg("split", ratio="1:0")),
    ("f", "the lots [1]", "u2", lots("[1]")),
    ("f", "lots of no quantity", "u2", lots('[{"group_id": "one"}]')),
    ("f", "lots of a day that does not exist", "u2",
     lots('[{"acquired": "2024-02-30", "quantity": 1}]')),
    ("f", "a symbol that contradicts stock_id", "u2", leg("write_off", symbol="O")),
    ("f", "a stored symbol that contradicts stock_id", "u2",
     "INSERT INTO portfolio_holdings (stock_id, symbol, quantity) VALUES ('s', 'O', 1)"),
    ("f", "a group at infinity", "u2",
     "UPDATE transaction_groups SET occurred_at = 'infinity' WHERE id = 'void'"),
    ("f", "a group in the year 99999", "u2",
     "UPDATE transaction_groups SET occurred_at = '99999-01-01' WHERE id = 'void'"),
    ("f", "a settlement before Christ", "u2",
     "UPDATE transaction_groups SET settled_at = '0044-03-15 BC' WHERE id = 'void'"),
    ("f", "a trade in the year 10000", "u2",
     "UPDATE stock_transactions SET trade_date = '10000-01-01' WHERE id = 'tv'"),
    ("f", "a price at infinity", "service", "UPDATE historical_prices SET date = 'infinity'"),
    ("f", "37 digits", "u2",
     "UPDATE cash_transactions SET amount = 1234567890123456789012345678901234567 WHERE id = 'kv'"),
    ("f", "37 decimals", "u2",
     "UPDATE cash_transactions SET amount = 1e-37 WHERE id = 'kv'"),
    ("f", "a sum of 40 digits", "u2",
     LEG.format(u="u2", g="two").replace("1000", "1000.000000000000000000000000000000001") + ";"
     + LEG.format(u="u2", g="two").replace("1000", "1000000").replace("'in'", "'out'") + ";"
     + LEG.format(u="u2", g="two").replace("1000", "998999.999999999999999999999999999999999")),
    ("f", "taxes that differ from tax_withheld", "u2",
     leg("dividend", gross_amount=1, taxes=5, tax_withheld=0)),
    ("f", "a transfer without an account", "u2", leg("transfer_out", quantity=1)),
    ("f", "a transfer of 10 out and 12 in", "u2",
     (leg("transfer_out", quantity=10, account="a") + ";"
      + leg("transfer_in", quantity=12, account="b")).replace("'void'", "'two'")),
    ("f", "a stock dividend without quantity and ratio", "u2", leg("stock_dividend")),
    ("f", "a merger for nothing", "u2", leg("merger")),
    ("f", "a merger with half an exchange", "u2", leg("merger", ratio="1:2", gross_amount=1)),
    ("f", "an empty new symbol", "u2", leg("symbol_change", new_symbol="")),
    ("f", "methods that are no list of methods", "u2",
     """UPDATE user_portfolio_settings SET cost_basis_method = '[{"method": "best"}]'"""),
    ("f", "a method for no day", "u2",
     "UPDATE user_portfolio_settings SET"
     """ cost_basis_method = '[{"method": "fifo", "from": "2024-02-30"}]'"""),
    ("f", "a stored holding in no currency", "u2",
     "INSERT INTO portfolio_holdings (stock_id, quantity, currency) VALUES ('s', 1, 'usd')"),
    ("g", "another multiplier under a group", "service",
     "UPDATE stocks_master SET multiplier = 10 WHERE id = 'o'"),
    ("g", "another price factor under a group", "service",
     "UPDATE stocks_master SET price_factor = 2 WHERE id = 's'"),
    ("g", "another currency under a group", "service",
     "UPDATE stocks_master SET currency = 'EUR' WHERE id = 's'"),
    ("g", "TRUNCATE of the cash legs alone", "service", "TRUNCATE cash_transactions"),
]

# What must work all the same.
ALLOWED = [
    ("another multiplier, and the legs with it", "service",
     "UPDATE stocks_master SET multiplier = 10 WHERE id = 'o';"
     "UPDATE cash_transactions SET amount = 50 WHERE id = 'ko'"),
    ("another symbol, which the legs follow", "service",
     "UPDATE stock_transactions SET symbol = 'S' WHERE stock_id = 's';"
     "UPDATE stocks_master SET symbol = 'T' WHERE id = 's';"
     "SELECT 1 / count(*) FROM stock_transactions WHERE symbol = 'T'"),
    ("TRUNCATE by the service", "service", "TRUNCATE transaction_groups CASCADE"),
    ("a currency that begins with a digit", "u2",
     "INSERT INTO portfolio_cash_accounts (id, currency) VALUES ('x', '1INCH')"),
    ("a stock leg in two steps", "u2",
     "UPDATE stock_transactions SET quantity = 20 WHERE id = 't';"
     "UPDATE cash_transactions SET amount = 100 WHERE id = 'k'"),
    ("lots of all kinds", "u2", lots(
        '[{"group_id": "two", "quantity": "1"}, {"acquired": "2024-01-02", "quantity": 1.50,'
        ' "cost_basis": "0", "is_short": false, "group_id": null}]')),
    ("a purchase without a price", "u2",
     leg("buy", quantity=1, gross_amount=2.5).replace("'void'", "'two'") + ";"
     "UPDATE cash_transactions SET amount = 52.50 WHERE id = 'k'"),
    ("removing one's own groups", "u2", "DELETE FROM transaction_groups"),
    ("a change that is seen by its time", "u2",
     "UPDATE cash_transactions SET leg_type = 'fee' WHERE id = 'kv';"
     "SET CONSTRAINTS ALL IMMEDIATE; SELECT 1 / count(*) FROM transaction_groups"
     " WHERE id = 'void' AND updated_at > created_at"),
]

# What the two versions call what an attack needs.
NAMES = {
    "first": {"{legs}": "folio_balance_of_leg()", "{fault}": "folio_check_balance",
              "{group}": "folio_balance_of_group()",
              "{trigger}": "group_balances ON cash_transactions"},
    "now": {"{legs}": "folio.note_legs()", "{fault}": "folio.fault_of",
            "{group}": "folio.note_group()",
            "{trigger}": "number_inserted ON cash_transactions"},
}
# Refused by a rule, a reference or a privilege; a division by zero is a row that was not seen.
REFUSALS = {"23514", "23503", "42501", "22012"}


def attempt(connection, who, sql, harm=None, before=None, names=()):
    """The SQLSTATE that refuses some statements; None where they do their work."""
    for name, text in names:
        sql = sql.replace(name, text)
    role = {"anon": "anon", "service": "service_role"}.get(who, "authenticated")
    login = "service" if role == "service_role" else "client"
    claims = "" if role != "authenticated" else f'{{"sub": "{who}"}}'
    try:
        connection.run(
            f"BEGIN; {before or ''}; SET LOCAL request.jwt.claims = '{claims}';"
            f" SET LOCAL SESSION AUTHORIZATION {login}; SET LOCAL ROLE {role};"
            f" {sql}; SET CONSTRAINTS ALL IMMEDIATE")
        done = [("t",)]
        if harm:
            done = connection.run(
                "RESET SESSION AUTHORIZATION; SET LOCAL search_path = public; " + harm)
        return None if done == [("t",)] else "no row"
    except SQLError as error:
        return error.state
    finally:
        connection.run("ROLLBACK; RESET ALL; DISCARD TEMP")


def main():
    connections = {"first": Connection(sys.argv[1]), "now": Connection(sys.argv[2])}
    wrong = []
    connections["now"].run(
        "CREATE ROLE client LOGIN IN ROLE anon, authenticated;"
        "CREATE ROLE service LOGIN IN ROLE service_role")
    for connection in connections.values():
        connection.run(ROWS)
    for finding, title, *rest in ATTACKS:
        ends = {version: attempt(connection, *rest, names=NAMES[version].items())
                for version, connection in connections.items()}
        was_open = not finding.endswith("*")
        if ends["now"] not in REFUSALS | {"no row"}:
            wrong.append(f"({finding}) {title}: {ends['now'] or 'not refused'}")
        if was_open != (ends["first"] is None):
            wrong.append(f"({finding}) {title}: in the first version {ends['first']}")
    for title, *rest in ALLOWED:
        end = attempt(connections["now"], *rest)
        if end:
            wrong.append(f"{title}: {end}")
    found = sum(not finding.endswith("*") for finding, *_ in ATTACKS)
    print(f"    {len(ATTACKS)} attacks, of which the first version lets {found} through;"
          f" {len(ALLOWED)} things that must work")
    if wrong:
        sys.exit("\n".join(wrong))


if __name__ == "__main__":
    main()
