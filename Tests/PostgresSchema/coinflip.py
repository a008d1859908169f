"""CoinFlip's trades and leaderboard: each trade against exact arithmetic, many trades at once, and a
second user. Folio's own leaderboard judges the sums.

    coinflip.py DATABASE FOLIO
"""

import json
import random
import sys
import tempfile
from decimal import ROUND_HALF_UP, Context, Decimal
from fractions import Fraction

from client import Client, Folio, SQLError, quoted, state_of
from libpq import Connection
from races import Session

UNIT = Decimal("0.00000001")
EXACT = Context(prec=80)


def halved_up(value):
    """A fraction at 8 places."""
    return Decimal(int(value * 10 ** 8 + Fraction(1, 2))).scaleb(-8, EXACT)


class Model:
    """What a portfolio must have after each trade."""

    def __init__(self):
        self.cash, self.held = Decimal(1000), {}

    def trade(self, coin, kind, quantity, price):
        if quantity <= 0 or quantity != quantity.quantize(UNIT, context=EXACT):
            return "bad_quantity"
        total = EXACT.multiply(quantity, price).quantize(UNIT, ROUND_HALF_UP, EXACT)
        units, average = self.held.get(coin, (Decimal(0), Decimal(0)))
        if kind == "buy":
            if total > self.cash:
                return "not_enough_cash"
            cost = Fraction(units) * Fraction(average) + Fraction(total)
            self.cash -= total
            self.held[coin] = (
                units + quantity, halved_up(cost / (Fraction(units) + Fraction(quantity))))
        else:
            if quantity > units:
                return "not_enough_units"
            self.cash += total
            self.held[coin] = (units - quantity, average)
            if units == quantity:
                del self.held[coin]
        return None


def sign_up(database, name):
    client = Client(database, f"auth-{name}")
    client.run(f"INSERT INTO users (id, username) VALUES ('{name}', '{name}');"
               f"INSERT INTO portfolios (id, user_id) VALUES ('p-{name}', '{name}')")
    return client


def trade(portfolio, coin, kind, quantity, price, name=None):
    return (f"SELECT coinflip_trade('{portfolio}', '{coin}', '{coin.upper()}', 'Coin {coin}',"
            f" '{kind}', {quantity}, {price}, {quoted(name)})")


def alone(database, count):
    """Random trades, one after the other; each answer and each refusal must be that of the model."""
    client, model, chance = sign_up(database, "one"), Model(), random.Random(19)
    refused = 0
    for number in range(count):
        coin, kind = chance.choice("abc"), chance.choice(["buy", "buy", "sell"])
        price = Decimal(chance.randrange(1, 10 ** 10)).scaleb(-8) / chance.choice([1, 10])
        price = price.quantize(UNIT)
        quantity = Decimal(chance.randrange(1, 3 * 10 ** 8)).scaleb(-chance.choice([7, 8]))
        if kind == "sell" and coin in model.held and chance.random() < 0.3:
            quantity = model.held[coin][0]
        wanted = model.trade(coin, kind, quantity, price)
        try:
            answer = json.loads(client.run(trade("p-one", coin, kind, quantity, price))[0][0],
                                parse_float=Decimal)
        except SQLError as error:
            assert (error.state, error.detail) == ("PT422", wanted), (error, wanted)
            refused += 1
            continue
        assert wanted is None and answer["portfolio"]["cash_balance"] == model.cash, number
        held = answer["holding"] and (
            answer["holding"]["quantity"], answer["holding"]["average_buy_price"])
        assert held == model.held.get(coin), (number, held, model.held.get(coin))
    rows = client.run("SELECT coin_id, quantity, average_buy_price FROM holdings ORDER BY 1")
    assert [(c, Decimal(q), Decimal(a)) for c, q, a in rows] == [
        (c, *model.held[c]) for c in sorted(model.held)]
    for sql, state in (
            (trade("p-one", "a", "buy", 0, 1), "PT422"), (trade("p-one", "a", "buy", -1, 1), "PT422"),
            (trade("p-one", "a", "buy", "'NaN'", 1), "PT422"),
            (trade("p-one", "a", "buy", "0.000000001", 1), "PT422"),
            (trade("p-one", "a", "buy", "1e12", 1), "PT422"),
            (trade("p-one", "a", "buy", 1, -1), "PT422"), (trade("p-one", "", "buy", 1, 1), "PT422"),
            (trade("p-one", "a", "give", 1, 1), "PT422"),
            (trade("p-two", "a", "buy", 1, 1), "PT404")):
        assert state_of(lambda: client.run(sql))[0] == state, sql
    # The same request twice is one trade.
    first = client.run(trade("p-one", "z", "buy", 1, "0.01", "same"))
    again = client.run(trade("p-one", "z", "buy", 1, "0.01", "same"))
    assert json.loads(first[0][0]) == json.loads(again[0][0])
    assert state_of(lambda: client.run(trade("p-one", "z", "buy", 2, "0.01", "same")))[0] == "PT409"
    client.run(trade("p-one", "z", "sell", 1, "0.01"))
    return refused


def together(database, count):
    """Trades of several sessions in one portfolio: cash and coins come from the transactions."""
    sign_up(database, "two")
    sessions = [Session(database, "auth-two") for _ in range(6)]
    for session in sessions:
        session.connection.run("SET ROLE authenticated")
    chance, ends, left = random.Random(7), {}, count
    while left or any(s.left or s.is_waiting for s in sessions):
        for session in sessions:
            if session.is_waiting:
                session.collect(0.0002)
            elif session.left:
                session.step()
            elif left:
                left -= 1
                session.begin(["BEGIN", trade(
                    "p-two", chance.choice("ab"), chance.choice(["buy", "sell"]),
                    chance.randrange(1, 400), "1.00000001"), "COMMIT"])
            if session.state:
                ends[session.state] = ends.get(session.state, 0) + 1
                session.state = None
    owner = Connection(database)
    assert owner.run(
        "SELECT cash_balance = starting_balance - (SELECT sum(CASE type WHEN 'buy' THEN total_value"
        " ELSE -total_value END) FROM transactions WHERE portfolio_id = p.id) FROM portfolios p"
        " WHERE id = 'p-two'") == [("t",)]
    assert owner.run(
        "SELECT count(*) FROM (SELECT coin_id, sum(CASE type WHEN 'buy' THEN quantity ELSE -quantity"
        " END) AS q FROM transactions WHERE portfolio_id = 'p-two' GROUP BY 1) AS t FULL JOIN"
        " (SELECT * FROM holdings WHERE portfolio_id = 'p-two') AS h USING (coin_id)"
        " WHERE coalesce(q, 0) <> coalesce(quantity, 0)") == [("0",)]
    assert set(ends) == {"committed", "PT422"}, ends
    return ends


def leaderboard(database, folio):
    """All see it, with the sums that Folio computes; and nobody sees the rows of others."""
    owner = Connection(database)
    third = sign_up(database, "three")
    third.run(trade("p-three", "unknown", "buy", 3, "7.5"))
    owner.run("INSERT INTO coin_prices VALUES ('a', 1.5), ('b', 0.123456789)")
    assert third.run("SELECT DISTINCT users_on_board FROM coinflip_leaderboard()") == [("3",)]
    rows = third.run("SELECT rank, username, net_worth, gain, gain_percent, holdings_value,"
                     " array_to_json(unpriced) FROM coinflip_leaderboard()")
    tables = {name: json.loads(owner.run(f"SELECT json_agg(t) FROM {name} t")[0][0], parse_float=str)
              for name in ("users", "portfolios", "holdings", "transactions")}
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file, \
            tempfile.NamedTemporaryFile("w", suffix=".json") as prices:
        json.dump(tables, file)
        file.flush()
        prices.write('{"a": {"usd": 1.5}, "b": {"usd": 0.123456789}}')
        prices.flush()
        code, text, faults = folio.run(
            "leaderboard", file.name, "--prices", prices.name, "--format", "json", "--quiet")
    wanted = json.loads(text) if code == 0 else sys.exit(faults)
    wanted = wanted if isinstance(wanted, list) else wanted["rows"]
    assert len(rows) == len(wanted) == 3, (rows, wanted)
    for row, entry in zip(rows, wanted):
        assert (int(row[0]), row[1]) == (int(entry["rank"]), entry["username"]), (row, entry)
        for number, key in zip(row[2:6], ("net_worth", "gain", "gain_percent", "holdings_value")):
            assert Decimal(number) == Decimal(str(entry[key])), (row, entry)
    assert [row[6] for row in rows if row[1] == "three"] == ['["unknown"]']
    assert [row[6] for row in rows if row[1] != "three"] == [None, None]
    attacks = [
        "SELECT 1 / count(*) FROM holdings WHERE portfolio_id = 'p-one'",
        "SELECT 1 / count(*) FROM users WHERE id = 'one'",
        "SELECT 1 / count(*) FROM transactions WHERE portfolio_id = 'p-one'",
        trade("p-one", "a", "buy", 1, 1),
        trade("p-three", "a", "buy", 1, 1, "same"),
        "INSERT INTO portfolios (id, user_id) VALUES ('x', 'one')",
        "INSERT INTO users (id, auth_user_id, username) VALUES ('x', 'auth-one', 'x')",
        "UPDATE portfolios SET user_id = 'one' WHERE id = 'p-three'",
        "INSERT INTO coin_prices VALUES ('c', 1)", "UPDATE coin_prices SET price = 0",
        "TRUNCATE transactions",
        "CREATE TEMP TABLE portfolios (id text); SET search_path = pg_temp;"
        " SELECT public.coinflip_trade('p-one', 'a', 'A', 'A', 'buy', 1, 1)"]
    for sql in attacks:
        assert state_of(lambda: third.run(sql))[0] in {"22012", "42501", "PT404", "PT409"}, sql
    for name in ("coinflip_leaderboard()", "coinflip_trade('p-one', 'a', 'A', 'A', 'buy', 1, 1)"):
        sql = f"SELECT {name}"
        assert state_of(lambda: Client(database, None, role="anon").run(sql))[0] == "42501", sql
    # As the caller it would show the caller alone: so the test is known to see that.
    owner.run("ALTER FUNCTION coinflip_leaderboard() SECURITY INVOKER")
    assert len(third.run("SELECT * FROM coinflip_leaderboard()")) == 1
    return len(attacks) + 2


def main():
    database, folio = sys.argv[1], Folio(sys.argv[2])
    refused = alone(database, 2000)
    ends = together(database, 1200)
    attacks = leaderboard(database, folio)
    print(f"    2000 trades, of which {refused} are refused; 1200 of 6 sessions at once: {ends};"
          f"\n    the leaderboard is Folio's; {attacks} attacks")


main()
