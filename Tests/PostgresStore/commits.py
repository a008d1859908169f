"""The connection ends while the server commits a change: the change is made, and its answer is lost. The
program finds that out, and nothing is there twice."""
import sys
import time

from program import Program, expect, say, server, sql

folio = Program(sys.argv[1])
STORE = server("commits")
TURNS = 20


def main():
    with open("commits.json", "w", encoding="utf-8") as file:
        file.write('{"format": "folio/1", "portfolio_cash_accounts": [{"id": "usd", "currency": "USD"}]}')
    folio.output("init", STORE, "commits.json", "--quiet")
    kills = 0
    # Every COMMIT waits for a server that does not exist, until its process is ended.
    sql("postgres", "ALTER SYSTEM SET synchronous_standby_names = 'nobody'")
    sql("postgres", "SELECT pg_reload_conf()")
    try:
        for turn in range(TURNS):
            process = folio.start("add", STORE, "--deposit", "1", "--cash", "usd", "--on", "2024-01-02", "--notes",
                                  f"commit-{turn}", "--quiet")
            deadline = time.monotonic() + 60
            while process.poll() is None and time.monotonic() < deadline:
                kills += int(sql("postgres", "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
                                 " WHERE wait_event = 'SyncRep' AND datname = 'folio'"))
            _, messages = process.communicate(timeout=5)
            count = sql("folio", f"SELECT count(*) FROM transaction_groups WHERE notes = 'commit-{turn}'")
            expect(process.returncode == 0 and count == "1", f"{turn}: {count} times; {messages.decode()}")
    finally:
        sql("postgres", "ALTER SYSTEM RESET synchronous_standby_names")
        sql("postgres", "SELECT pg_reload_conf()")
    expect(kills >= TURNS, f"only {kills} commits were cut")
    say(f"{kills} connections that ended in COMMIT: {TURNS} deposits, each there once")


main()
