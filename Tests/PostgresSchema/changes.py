"""Readers that poll while several sessions write, step by step in many orders: no reader may miss a
change, and of two changes that were decided on one state only one may be made.

    changes.py DATABASE [EVERY | planted]

Only each EVERYth order is tried; all of them by default.

With `planted` the numbers come from a sequence that nobody waits for, as in most outboxes, and the
counter is compared without its lock. Some orders must then show a lost row, and some two winners.
"""

import itertools
import json
import random
import sys

from client import Client, quoted
from libpq import Connection
from races import LEVELS, Races, Session

USER, OTHER = "race", "other"
GROUP = ('{"id": "%s", "status": "settled", "occurred_at": "2024-01-02T00:00:00Z",'
         ' "cash_transactions": [{"cash_account_id": "usd", "leg_type": "deposit",'
         ' "direction": "in", "amount": "1.00"}]}')
KNOWS = "SELECT set_config('my.last', folio_changes(0, 1) ->> 'last', false)"
COMMIT = ("SELECT folio_commit({expecting}, groups => "
          + quoted([{"row": GROUP % "{g}{s}c"}, {"row": GROUP % "{g}"}]) + "::json)")

# What a transaction does, one statement a step. `{g}` is a group, `{s}` the number of the session.
SCRIPTS = {
    "add": [
        "INSERT INTO transaction_groups (id, occurred_at) VALUES ('{g}{s}', '2024-01-02Z')",
        "INSERT INTO cash_transactions (group_id, cash_account_id, leg_type, direction, amount,"
        " currency) VALUES ('{g}{s}', 'usd', 'deposit', 'in', 1, 'USD')"],
    "edit the group": ["UPDATE transaction_groups SET notes = 'by {s}' WHERE id = '{g}'"],
    "edit a leg": ["UPDATE cash_transactions SET amount = amount + 1 WHERE group_id = '{g}'"],
    "remove": ["DELETE FROM transaction_groups WHERE id = '{g}'"],
    "edit the head": ["UPDATE portfolio_cash_accounts SET name = '{g}{s}' WHERE id = 'usd'"],
    "commit": [KNOWS, COMMIT.replace("{expecting}", "current_setting('my.last')::bigint")],
    "commit in any case": [COMMIT.replace("{expecting}", "NULL")],
    "edit for all": [
        "UPDATE transaction_groups SET notes = 'by the service' WHERE id = '{g}'",
        "UPDATE cash_transactions SET amount = amount + 1 WHERE group_id = '{g}'"],
    "fail": ["UPDATE transaction_groups SET notes = 'never' WHERE id = '{g}'", "SELECT 1 / 0"],
}
OF_SERVICE = {"edit for all"}


def steps(script, level, group, session):
    role = "service_role" if script in OF_SERVICE else "authenticated"
    claims = "'{}'" if script in OF_SERVICE else """'{"sub": "race"}'"""
    begin = (f"BEGIN ISOLATION LEVEL {level}; SET LOCAL ROLE {role};"
             f" SET LOCAL request.jwt.claims = {claims}; SELECT count(*) FROM transaction_groups"
             f" WHERE id = '{group}'")
    return [begin, *(s.replace("{g}", group).replace("{s}", str(session))
                     for s in SCRIPTS[script]), "COMMIT"]


class Reader:
    """What one device knows: it asks for what came after a number, a few rows at a time."""

    def __init__(self, database, user):
        self.client = Client(database, user)
        self.since, self.groups, self.head, self.polls = 0, {}, None, 0
        self.seen = set()

    def poll(self):
        page = self.client.call("folio_changes", since=self.since, max=3)
        self.polls += 1
        if page["next"] < self.since:
            sys.exit("the counter went back")
        self.head = page["head"] or self.head
        for group in page["groups"]:
            self.seen.add(group["sequence"])
            if group.get("removed") and "row" not in group:
                self.groups.pop(group["id"], None)
            else:
                self.groups[group["id"]] = group
        self.since = page["next"]
        return page["more"]

    def faults(self):
        """What it does not know at the end."""
        while self.poll():
            pass
        head, rows = self.client.rows()
        known = sorted(self.groups.values(), key=lambda group: group["place"])
        lost = [row["id"] for row in rows if self.groups.get(row["id"]) != row]
        if known != rows or self.head != head:
            return lost or ["the head"]
        return []


class Changes(Races):
    def __init__(self, database, seed):
        super().__init__(database, seed)
        self.sessions = [Session(database, USER) for _ in range(3)]
        self.owner.run(
            f"INSERT INTO portfolio_cash_accounts (user_id, id, currency)"
            f" VALUES ('{OTHER}', 'usd', 'USD')")
        self.readers = [Reader(database, USER), Reader(database, OTHER)]
        self.lost, self.winners = [], []

    def settle(self, sessions):
        super().settle(sessions)
        self.readers[self.random.random() < 0.2].poll()

    def run(self, plans):
        for number, (scripts, levels, order) in enumerate(plans):
            group = f"{self.count}x{number}"
            self.owner.run(
                "INSERT INTO transaction_groups (user_id, id, occurred_at) VALUES"
                f" ('{USER}', '{group}', '2024-01-02Z'), ('{OTHER}', '{group}', '2024-01-02Z');"
                "INSERT INTO cash_transactions (user_id, id, group_id, cash_account_id, leg_type,"
                " direction, amount, currency) VALUES"
                f" ('{USER}', '{group}', '{group}', 'usd', 'deposit', 'in', 1, 'USD'),"
                f" ('{OTHER}', '{group}', '{group}', 'usd', 'deposit', 'in', 1, 'USD')")
            self.interleave([steps(script, level, group, session) for session, (script, level)
                             in enumerate(zip(scripts, levels))], order)
            made = [session.connection.run("SELECT current_setting('my.last', true)")[0][0]
                    for session, script in zip(self.sessions, scripts)
                    if script == "commit" and session.state == "committed"]
            if len(set(made)) < len(made):
                self.winners.append(scripts)
            if number % 10 == 9:
                self.check()
        self.check()

    def check(self):
        """Both readers know all; then the rows go, so that the next ones are quick."""
        for reader in self.readers:
            self.lost += reader.faults()
        self.owner.run("DELETE FROM transaction_groups")

    def plans(self):
        lengths = {script: len(SCRIPTS[script]) + 2 for script in SCRIPTS}

        def orders(scripts, count=None):
            turns = [n for n, script in enumerate(scripts) for _ in range(lengths[script])]
            if count is None:
                places = itertools.combinations(range(len(turns)), lengths[scripts[0]])
                return [[0 if i in first else 1 for i in range(len(turns))] for first in places]
            return [self.random.sample(turns, len(turns)) for _ in range(count)]

        for pair in (("add", "add"), ("commit", "commit"), ("add", "commit")):
            for order in orders(pair):
                yield pair, [LEVELS[0]] * 2, order
        for pair in itertools.combinations_with_replacement(SCRIPTS, 2):
            for order in orders(pair, 16):
                yield pair, [LEVELS[0]] * 2, order
            for order in orders(pair, 4):
                yield pair, self.random.choices(LEVELS, k=2), order
        for _ in range(1000):
            scripts = self.random.choices(list(SCRIPTS), k=3)
            yield scripts, self.random.choices(LEVELS[:1] * 4 + LEVELS, k=3), orders(scripts, 1)[0]


# Numbers from a sequence: the reader goes on from the highest that it sees.
PLANTED = r"""
CREATE SEQUENCE public.planted INCREMENT 100000;
GRANT ALL ON SEQUENCE public.planted TO PUBLIC;
CREATE OR REPLACE FUNCTION folio.lock_book(of_user text) RETURNS void LANGUAGE sql AS
  'INSERT INTO folio.books (user_id) VALUES (of_user) ON CONFLICT DO NOTHING';
DO $$
DECLARE
  body text := pg_get_functiondef('folio.number_groups'::regproc);
BEGIN
  EXECUTE regexp_replace(body, 'UPDATE folio[.]books.*?base_place;',
    'SELECT nextval(''public.planted''), nextval(''public.planted'')
     INTO base, base_place;');
  body := pg_get_functiondef('folio_changes'::regproc);
  EXECUTE replace(body, '''next'', coalesce(final, book.last, 0)',
    '''next'', coalesce(final, (SELECT max(v.sequence) FROM folio.versions v), 0)');
END $$;
"""


def main():
    database = sys.argv[1]
    if sys.argv[2:] == ["planted"]:
        Connection(database).run(PLANTED)
        races = Changes(database, seed=19)
        plans = [plan for plan in races.plans() if set(plan[0]) <= {"add", "edit the group"}]
        races.run(plans[:80])
        lost = len(races.lost)
        print(f"    with a sequence in place of the counter: {races.count} orders,"
              f" {lost} rows lost to a reader")
        sys.exit(0 if lost else "the reader that loses rows was not found")
    races = Changes(database, seed=19)
    every = int(sys.argv[2]) if sys.argv[2:] else 1
    races.run(itertools.islice(races.plans(), 0, None, every))
    ends = ", ".join(f"{state} {count}" for state, count in races.ends.most_common())
    polls = sum(reader.polls for reader in races.readers)
    print(f"    {races.count} orders of 2 and 3 writers, {races.blocked} waits, {polls} polls of two"
          f" readers\n    transactions: {ends}\n    rows lost to a reader: {len(races.lost)};"
          f" changes made on an old state: {len(races.winners)}")
    others = set(races.ends) - {"committed", "PT409", "22012", "40001", "40P01", "23505", "23503"}
    if others or races.lost or races.winners:
        sys.exit(f"{others} {races.lost[:5]} {races.winners[:5]}")


main()
