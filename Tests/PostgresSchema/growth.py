"""Counts what the check of one group does, by the number of its legs: how often it is called, and
how many rows of legs it reads. Both are counted by the server; no time is measured.

    growth.py FIRST NOW
"""

import sys

from libpq import Connection


def count(database, check, legs, one_by_one=False):
    """Calls of the check and rows read for a group with so many legs."""
    connection = Connection(database)  # Each session counts from zero.
    connection.run("SET track_functions = 'all'")
    trade = ("INSERT INTO stock_transactions (user_id, group_id, stock_id, trade_type, quantity,"
             " gross_amount) SELECT 'n', 'n', 'n', 'buy', 1, 2 FROM generate_series(1, {n});")
    cash = ("INSERT INTO cash_transactions (user_id, group_id, cash_account_id, leg_type,"
            " direction, amount, currency) SELECT 'n', 'n', 'n', 'principal', 'out', 2, 'USD'"
            " FROM generate_series(1, {n});")
    half = legs // 2
    inserts = (trade + cash).format(n=1) * half if one_by_one else (trade + cash).format(n=half)
    rows = connection.run(
        "BEGIN; INSERT INTO stocks_master (id, symbol, currency) VALUES ('n', 'N', 'USD');"
        "INSERT INTO portfolio_cash_accounts (user_id, id, currency) VALUES ('n', 'n', 'USD');"
        "INSERT INTO transaction_groups (user_id, id, occurred_at) VALUES ('n', 'n', now());"
        f"{inserts} SET CONSTRAINTS ALL IMMEDIATE;"
        "SELECT (SELECT sum(calls) FROM pg_stat_xact_user_functions"
        f" WHERE funcname = '{check}'), sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))"
        " FROM pg_stat_xact_user_tables"
        " WHERE relname IN ('cash_transactions', 'stock_transactions')")
    connection.run("ROLLBACK")
    connection.close()
    return tuple(int(value) for value in rows[0])


def main():
    wrong = []
    for legs in (100, 200):
        calls, rows = count(sys.argv[1], "folio_check_balance", legs)
        print(f"    first version, {legs} legs: {calls} checks, {rows} rows read")
    for one_by_one in (False, True):
        seen = {legs: count(sys.argv[2], "check_group", legs, one_by_one)
                for legs in (500, 1000, 2000)}
        how = "a statement a leg" if one_by_one else "all in two statements"
        counts = [f"{legs} legs: {calls} check, {rows} rows read"
                  for legs, (calls, rows) in seen.items()]
        print(f"    {how}: " + "; ".join(counts))
        for legs, (calls, rows) in seen.items():
            if calls != 1 or rows > 4 * legs:
                wrong.append(f"{legs} legs, {how}: {calls} checks, {rows} rows read")
    if wrong:
        sys.exit("\n".join(wrong))


main()
