"""What a sync transfers: a sync of one change asks only for what has changed.

FOLIO_TEST_GROUPS sets the number of groups."""
import json
import os

from support import *

path, _ = arguments()
COUNT = int(os.environ.get("FOLIO_TEST_GROUPS", "2000"))
STORES = ["file:one.folio", "file:two.folio"]


def ledger():
    with open("ledger.ndjson", "w", encoding="utf-8") as file:
        head = {"format": "folio/1", "settings": {"base_currency": "USD"},
                "portfolio_cash_accounts": [{"id": "usd", "currency": "USD", "name": "Cash"}],
                "stocks_master": [{"id": f"s{n}", "symbol": f"S{n}", "currency": "USD"} for n in range(50)]}
        file.write(json.dumps(head) + "\n")
        for n in range(COUNT):
            stock = n * 7 % 50
            row = {"id": f"g{n}", "group_type": "stock_trade", "status": "settled",
                   "occurred_at": f"20{n % 20 + 10}-{n % 12 + 1:02}-{n % 28 + 1:02}T05:06:07Z",
                   "stock_transactions": [{"id": f"g{n}-s", "stock_id": f"s{stock}", "symbol": f"S{stock}",
                                           "trade_type": "buy", "quantity": "1.50", "price_per_share": "2.00",
                                           "currency": "USD"}],
                   "cash_transactions": [{"id": f"g{n}-c", "cash_account_id": "usd", "leg_type": "principal",
                                          "direction": "out", "amount": "3.00", "currency": "USD"}]}
            file.write(json.dumps(row) + "\n")


def sync(device, number, when):
    """The number of requests of a sync, and the bytes of their answers."""
    faults()
    device.output("sync", STORES[number], SERVER, "--quiet")
    traffic = control("log")
    calls = [entry["path"].rsplit("/", 1)[1] for entry in traffic["log"]]
    say(f"{when}: {len(calls)} requests ({', '.join(dict.fromkeys(calls))}), {traffic['sent']:,} bytes down, "
        f"{sum(entry['size'] for entry in traffic['log']):,} up")
    return len(calls), traffic["sent"]


def add(device, store, name):
    device.output("add", store, "--deposit", "1", "--cash", "usd", "--on", "2031-05-05", "--id", name, "--quiet")


def main():
    ledger()
    one, two = Device(path, "transfers-1"), Device(path, "transfers-2")
    one.sign_up("transfers@example.org")
    two.sign_in("transfers@example.org")
    one.output("init", STORES[0], "ledger.ndjson", "--quiet")
    two.output("init", STORES[1], "--quiet")
    one.output("init", SERVER, "--quiet")
    sync(one, 0, f"the first sync of {COUNT:,} groups")
    whole = sync(two, 1, "the first sync of a new device")[1]
    found = [sync(one, 0, "nothing to send or take")]
    add(one, STORES[0], "new")
    found.append(sync(one, 0, "one new group to send"))
    one.output("void", STORES[0], "g7", "--quiet")
    found.append(sync(one, 0, "one voided group to send"))
    found.append(sync(two, 1, "both to take"))
    add(two, STORES[1], "newer")
    found.append(sync(two, 1, "one new group to send from there"))
    add(one, STORES[0], "newest")
    found.append(sync(one, 0, "one to send and one to take"))
    sync(two, 1, "one to take")
    for requests, received in found:
        expect(requests <= 2 and received < min(whole / 4, 1 << 14), f"{requests} requests, {received} bytes")
    for report in ["holdings", "cash", "lots"]:
        answers = {one.output(report, store, "--quiet", "--format", "csv") for store in STORES + [SERVER]}
        expect(len(answers) == 1, f"{report} differs")


main()
