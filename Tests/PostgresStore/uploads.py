"""A long ledger goes to the server in parts. After a kill, the same command sends the rest."""
import json
import signal
import sys
import time

from program import Program, expect, say, server, sql, without_times

folio = Program(sys.argv[1])
COUNT = 10_500


def ledger():
    with open("long.ndjson", "w", encoding="utf-8") as file:
        head = {"format": "folio/1", "settings": {"base_currency": "USD"},
                "portfolio_cash_accounts": [{"id": "usd", "currency": "USD", "name": "Cash"}],
                "stocks_master": [{"id": "s", "symbol": "S", "currency": "USD"}]}
        file.write(json.dumps(head) + "\n")
        for number in range(COUNT):
            row = {"id": f"g{number}", "group_type": "stock_trade", "status": "settled",
                   "occurred_at": f"20{number % 20 + 10}-03-04T05:06:07Z",
                   "stock_transactions": [{"id": f"g{number}-s", "stock_id": "s", "symbol": "S",
                                           "trade_type": "buy", "quantity": "1.50",
                                           "price_per_share": "2.00", "currency": "USD"}],
                   "cash_transactions": [{"id": f"g{number}-c", "cash_account_id": "usd",
                                          "leg_type": "principal", "direction": "out",
                                          "amount": "3.00", "currency": "USD"}]}
            file.write(json.dumps(row) + "\n")


def count_of(user):
    return int(sql("folio", f"SELECT count(*) FROM transaction_groups WHERE user_id = '{user}'"))


def killed(user, *words):
    """Kills a command when it has sent a part."""
    process = folio.start(*words)
    before = count_of(user)
    deadline = time.monotonic() + 300
    while count_of(user) == before:
        expect(process.poll() is None and time.monotonic() < deadline, "nothing was sent")
        time.sleep(0.05)
    process.send_signal(signal.SIGKILL)
    process.wait()
    # What the server was doing ends by itself.
    sql("folio", "SELECT pg_sleep(1)")
    sent = count_of(user)
    expect(before < sent < COUNT, f"killed after {sent} groups")
    return sent


def same(store, when):
    documents = [folio.output("export", "folio-ndjson", one, "--quiet") for one in (store, "file:long.folio")]
    expect(without_times(documents[0]) == without_times(documents[1]), f"{when}: the documents differ")
    reports = [folio.output("holdings", one, "--quiet", "--format", "csv") for one in (store, "file:long.folio")]
    expect(reports[0] == reports[1], f"{when}: the holdings differ")


def main():
    ledger()
    folio.output("init", "file:long.folio", "long.ndjson", "--quiet")
    kills = [killed("u-long", "init", server("u-long"), "long.ndjson", "--quiet")]
    # A ledger that is not the rest is refused.
    folio.refuses("there is something already", "init", server("u-long"), "--quiet")
    start = time.monotonic()
    folio.output("init", server("u-long"), "long.ndjson", "--quiet")
    took = time.monotonic() - start
    same(server("u-long"), "init")
    folio.refuses("there is something already", "init", server("u-long"), "long.ndjson")
    # For the server, the next user is one without rows beside one who has almost all of them.
    sql("folio", "ANALYZE")
    folio.output("init", server("u-sent"), "--quiet")
    kills.append(killed("u-sent", "sync", "file:long.folio", server("u-sent"), "--quiet"))
    folio.output("sync", "file:long.folio", server("u-sent"), "--quiet")
    same(server("u-sent"), "sync")
    text = folio.output("sync", "file:long.folio", server("u-sent"))
    expect(b"sent 0, took 0" in text or not text.strip(), f"the next sync says {text}")
    rate = (COUNT - kills[0]) / took
    say(f"{COUNT} groups by init and by sync, killed after {kills[0]} and {kills[1]}: the rest was sent, "
        f"{rate:.0f} groups a second")


main()
