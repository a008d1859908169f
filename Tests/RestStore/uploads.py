"""A long ledger goes over REST in parts. After a kill, the same command sends the rest."""
import json
import signal
import time

from support import *

path, _ = arguments()
COUNT = 4_000


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
                                           "trade_type": "buy", "quantity": "1.50", "price_per_share": "2.00",
                                           "currency": "USD"}],
                   "cash_transactions": [{"id": f"g{number}-c", "cash_account_id": "usd",
                                          "leg_type": "principal", "direction": "out", "amount": "3.00",
                                          "currency": "USD"}]}
            file.write(json.dumps(row) + "\n")


def count(device):
    """How many groups the server has."""
    _, rows = request("/rest/v1/transaction_groups?select=id", token=device.session()["access_token"],
                      method="GET")
    return len(rows)


def killed(device, *words):
    """Kills a command when it has sent a part."""
    process = device.start(*words)
    before, deadline = count(device), time.monotonic() + 300
    while count(device) == before:
        expect(process.poll() is None and time.monotonic() < deadline, f"nothing was sent: {process.poll()}")
        time.sleep(0.05)
    process.send_signal(signal.SIGKILL)
    process.wait()
    # What the server was doing ends by itself.
    time.sleep(2)


def same(device, when):
    answers = [device.output("holdings", store, "--quiet", "--format", "csv") for store in (SERVER, "file:long.folio")]
    expect(answers[0] == answers[1], f"{when}: the holdings differ")


def main():
    ledger()
    device = Device(path, "long")
    device.sign_up("long@example.org")
    device.output("init", "file:long.folio", "long.ndjson", "--quiet")
    killed(device, "init", SERVER, "long.ndjson", "--quiet")
    device.output("init", SERVER, "long.ndjson", "--quiet")
    same(device, "init after a kill")
    second = Device(path, "fast")
    second.sign_up("fast@example.org")
    start = time.monotonic()
    second.output("init", SERVER, "long.ndjson", "--quiet")
    took = time.monotonic() - start
    third = Device(path, "sent")
    third.sign_up("sent@example.org")
    third.output("init", SERVER, "--quiet")
    third.output("init", "file:sent.folio", "long.ndjson", "--quiet")
    killed(third, "sync", "file:sent.folio", SERVER, "--quiet")
    third.output("sync", "file:sent.folio", SERVER, "--quiet")
    same(third, "sync after a kill")
    say(f"{COUNT} groups by init and by sync, each killed and sent to the end; {COUNT / took:.0f} groups a second")


main()
