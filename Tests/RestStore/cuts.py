"""Faults at each request of a change and of a sync. Whatever the command says must be true, and nothing
may be there twice."""
import itertools
import time

from support import *

path, root = arguments()
KINDS = [{"kind": "cut"}, {"kind": "lost"}, {"kind": "half"}, {"kind": "late", "wait": 0.3},
         {"kind": "slow", "wait": 0.3}, {"kind": "twice"}, {"kind": "status", "status": 503},
         {"kind": "status", "status": 429}, {"kind": "status", "status": 301},
         {"kind": "status", "status": 500}, {"kind": "gateway", "status": 504},
         {"kind": "gateway", "status": 502}, {"kind": "expired"}, {"kind": "lost", "count": 3},
         {"kind": "gateway", "status": 504, "count": 3}]
device = Device(path, "cuts")
device.sign_up("cuts@example.org")
with open("account.json", "w") as file:
    file.write('{"format": "folio/1", "portfolio_cash_accounts": [{"id": "usd", "currency": "USD"}]}')
device.output("init", SERVER, "account.json", "--quiet")
said = {"done": 0, "not done": 0, "not known": 0}


def count_of(mark, store=SERVER):
    return device.output("export", "folio-ndjson", store, "--quiet").count(f'"{mark}"'.encode())


def judge(name, status, messages, store=SERVER):
    """Whether what was said is true."""
    faults()
    # What comes late has come by then.
    time.sleep(0.4 if "late" in name else 0)
    count = count_of(name, store)
    if status == 0:
        expect(count == 1, f"{name}: said to be done, and is there {count} times")
        said["done"] += 1
    elif "not known" in messages:
        expect(count <= 1, f"{name}: is there {count} times")
        said["not known"] += 1
    else:
        expect(count == 0, f"{name}: said not to be done, and is there {count} times: {messages}")
        said["not done"] += 1
    expect("secret" not in messages and "Bearer" not in messages and "sb_pub" not in messages, messages)


def changes():
    """A deposit without an id of its own: a command that repeats it blindly would add a second one."""
    for number, rule in enumerate(KINDS):
        for skip in itertools.count():
            name = f"change-{number}-{rule['kind']}-{skip}"
            faults({"path": "/rest/v1/", "skip": skip, **rule})
            status, _, messages = device.run("add", SERVER, "--deposit", "1", "--cash", "usd", "--on",
                                             "2024-01-02", "--notes", name, "--quiet")
            hits = control("log")["rules"][0].get("hits", 0)
            judge(name, status, messages)
            if not hits:
                break
        expect(skip >= 2, f"only {skip} requests")


def syncs():
    """A sync that is cut is completed by the next one."""
    count = 0
    for number, rule in enumerate(KINDS):
        for skip in itertools.count():
            name = f"sync-{number}-{rule['kind']}-{skip}"
            store = f"file:{name}.folio"
            device.output("init", store, "--quiet")
            device.output("sync", store, SERVER, "--quiet")
            device.output("add", store, "--deposit", "1", "--cash", "usd", "--on", "2024-01-02", "--notes",
                          name, "--quiet")
            faults({"path": "/rest/v1/", "skip": skip, **rule})
            status, _, messages = device.run("sync", store, SERVER, "--quiet")
            hits = control("log")["rules"][0].get("hits", 0)
            judge(name, status, messages)
            device.output("sync", store, SERVER, "--quiet")
            expect(count_of(name) == 1 and count_of(name, store) == 1, f"{name} is not there once")
            count += 1
            if not hits or skip >= 3:
                break
    say(f"{count} faults during a sync: the next sync completes it, and nothing is there twice")


changes()
say(f"{sum(said.values())} faults at each request of a change ({len(KINDS)} kinds): {said}; what was said "
    "is true each time")
syncs()
