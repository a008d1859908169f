"""The same commands on a ledger behind REST and on one in a file; sync of two devices; several
programs at once; figures that others read; another user; no network; what is refused."""
import json
import random
import re

from support import *

path, root = arguments()
ledger = f"{root}/Examples/ledgers/five-years-flat.json"


def without_times(document):
    return re.sub(rb'"updated_at": "[^"]*"', b'""', document)


def same(device, one, other, when):
    for report in REPORTS:
        answers = [device.output(report, store, "--quiet", "--format", "csv") for store in (one, other)]
        expect(answers[0] == answers[1], f"{when}: {report} differs")
    documents = [device.output("export", "folio-ndjson", store, "--quiet") for store in (one, other)]
    expect(without_times(documents[0]) == without_times(documents[1]), f"{when}: the documents differ")


def same_commands():
    device = Device(path, "walk")
    device.sign_up("walk@example.org")
    dice = random.Random(1)
    stores = ["file:book.folio", SERVER]
    for store in stores:
        device.output("init", store, ledger, "--quiet")
    same(device, *stores, "created")
    ids = [line.split(b",")[1].decode() for line in device.output(
        "log", stores[0], "--quiet", "--format", "csv", "--limit", "1000").splitlines()[1:]]
    changes = 0
    for step in range(60):
        kind = dice.choice(["add", "add", "void", "delete", "undelete", "settle"])
        words = [dice.choice(ids)]
        if kind == "add":
            words = ["--deposit", str(dice.randrange(1, 9000) / 100), "--cash", "c-bank-usd", "--on",
                     f"2024-{dice.randrange(1, 13):02}-{dice.randrange(1, 29):02}", "--id", f"new-{step}"]
        answers = [device.run(kind, store, *words, "--quiet") for store in stores]
        expect(answers[0][0] == answers[1][0], f"{kind} {words}: {answers}")
        if answers[0][0] == 0:
            changes += 1
            if kind == "add":
                ids.append(f"new-{step}")
        if step % 20 == 19:
            same(device, *stores, f"step {step}")
    expect(changes > 30, f"only {changes} changes")
    say(f"60 random commands behind REST and on a file, {changes} of them changes: {len(REPORTS)} "
        "reports and the document are the same")


def sync():
    """Two devices of one user."""
    one, two = Device(path, "one"), Device(path, "two")
    one.sign_up("sync@example.org")
    two.sign_in("sync@example.org")
    one.output("init", SERVER, ledger, "--quiet")
    for number, device in enumerate((one, two)):
        store = f"file:device-{number}.folio"
        device.output("init", store, "--quiet")
        device.output("sync", store, SERVER, "--quiet")
        device.output("add", store, "--deposit", str(number + 1), "--cash", "c-bank-usd", "--on",
                      "2024-05-05", "--id", f"of-{number}", "--quiet")
    one.output("void", "file:device-0.folio", "of-0", "--quiet")
    for number, device in list(enumerate((one, two))) * 2:
        device.output("sync", "--quiet", FOLIO_STORE=f"file:device-{number}.folio", FOLIO_REMOTE=SERVER)
    for device, store in [(one, "file:device-0.folio"), (two, "file:device-1.folio"), (two, SERVER)]:
        text = device.output("export", "folio-ndjson", store, "--quiet")
        expect(text.count(b'"id": "of-0"') == 1 and text.count(b'"id": "of-1"') == 1,
               f"{store} lacks a change")
    for report in ["holdings", "cash", "trial-balance"]:
        answers = {one.output(report, store, "--quiet", "--format", "csv")
                   for store in ("file:device-0.folio", "file:device-1.folio", SERVER)}
        expect(len(answers) == 1, f"{report} differs after the sync")
    say("two devices and the server are the same after sync, by words and by variables")
    return one, two


def writers(device):
    """Several programs change one ledger at once. None overwrites another."""
    count = 0
    for turn in range(3):
        running = [device.start("add", SERVER, "--deposit", "1", "--cash", "c-bank-usd", "--on",
                                "2024-06-01", "--id", f"w-{turn}-{number}", "--quiet") for number in range(6)]
        for process in running:
            _, messages = process.communicate(timeout=120)
            expect(process.returncode == 0, messages.decode())
            count += 1
    text = device.output("export", "folio-ndjson", SERVER, "--quiet")
    expect(sum(text.count(f'"id": "w-{t}-{n}"'.encode()) for t in range(3) for n in range(6)) == count,
           "a change is lost")
    say(f"{count} changes by 6 programs at once: none is lost")


def another_user(one):
    """Another user on the same device neither sees nor uploads what is the first one's."""
    other = Device(path, "one")
    before = one.output("export", "folio-ndjson", "file:device-0.folio", "--quiet")
    first = one.user()
    second = other.sign_up("other@example.org")
    expect(first != second, "the user is the same")
    other.refuses("there is no store", "holdings", SERVER)
    other.output("init", SERVER, "--quiet")
    faults()
    other.refuses("another user", "sync", "file:device-0.folio", SERVER)
    expect(not any("folio_commit" in entry["path"] for entry in log()), "something was uploaded")
    other.refuses("another user's", "holdings", f"{SERVER}?folio_user={first}")
    document = other.output("export", "folio-ndjson", SERVER, "--quiet")
    expect(b"of-0" not in document, "the ledger of the first user is there")
    expect(one.output("export", "folio-ndjson", "file:device-0.folio", "--quiet") == before,
           "the store of the first user has changed")
    one.sign_in("sync@example.org")
    one.output("sync", "file:device-0.folio", SERVER, "--quiet")
    say("another user on the device: the store of the first one is neither shown nor uploaded")


def offline(device):
    """Without a network the user stays signed in, and commands say what is the matter."""
    nowhere = "http://127.0.0.1:9"
    session = f"{device.home}/folio/127.0.0.1_9.session"
    with open(session, "w") as file, open(device.session_file()) as source:
        file.write(source.read())
    expect(device.output("whoami", nowhere).split()[0].decode() == device.user(), "nobody is signed in")
    status, _, messages = device.run("holdings", nowhere)
    expect(status == 3 and "cannot be reached" in messages, f"{status} {messages}")
    expired = {**device.session(), "expires_at": "1"}
    import json
    with open(session, "w") as file:
        json.dump(expired, file)
    status, _, messages = device.run("sync", "file:device-0.folio", nowhere)
    expect(status == 3 and "cannot be reached" in messages, f"{status} {messages}")
    expect(device.output("whoami", nowhere).split()[0].decode() == device.user(), "the session ended")
    say("no network: status 3, and the user stays signed in")


def refusals(device):
    nobody = Device(path, "nobody")
    nobody.refuses("nobody is signed in", "holdings", SERVER)
    nobody.refuses("nobody is signed in", "whoami", SERVER)
    nobody.refuses("the key of the project is missing", "login", SERVER, "--anonymous",
                   FOLIO_SUPABASE_KEY="")
    nobody.refuses("is one for servers", "login", SERVER, "--anonymous", FOLIO_SUPABASE_KEY="sb_secret_secret")
    device.refuses("refuses the key", "holdings", SERVER, FOLIO_SUPABASE_KEY="sb_publishable_secret")
    nobody.refuses("a user or a password", "holdings", "https://me:secret@host.example/x?key=secret")
    nobody.refuses("no encryption", "holdings", "http://host.example")
    status, _, messages = nobody.type("wrong-secret\n", "login", SERVER, "--email", "sync@example.org")
    expect(status == 1 and "password is wrong" in messages and "wrong-secret" not in messages, messages)
    status, _, messages = nobody.type("", "login", SERVER, "--email", "sync@example.org")
    expect(status == 2 and "there is no password" in messages, messages)
    say("what is refused says why, and shows no password and no key")

def figures(device):
    """After a change and after a sync, the figures that others read are those of Folio."""
    for when, words in [("a change", ("add", SERVER, "--fee", "1", "--cash", "c-bank-usd", "--on", "2024-06-02",
                                      "--id", "custody")),
                        ("a sync", ("sync", "file:device-1.folio", SERVER))]:
        if when == "a sync":
            device.output("add", "file:device-1.folio", "--fee", "2", "--cash", "c-bank-usd", "--on", "2024-06-03",
                          "--id", "more-custody", "--quiet")
        device.output(*words, "--quiet")
        token = device.session()["access_token"]
        document = json.loads(device.output("export", "folio-json", SERVER, "--quiet"))
        for table in ("portfolio_holdings", "portfolio_positions"):
            status, document[table] = request(f"/rest/v1/{table}?select=*", token=token)
            expect(status == 200 and document[table], f"{table} is empty after {when}")
            # The server has ids of its own for users and instruments.
            for row in document[table]:
                del row["user_id"], row["stock_id"]
        with open("derived.json", "w", encoding="utf-8") as file:
            json.dump(document, file)
        device.output("check", "--derived", "derived.json", "--quiet")
        held = device.output("holdings", SERVER, "--quiet", "--format", "csv").count(b"\n") - 1
        expect(held == len(document["portfolio_holdings"]), f"{held} holdings after {when}")
    say(f"after a change and after a sync, others read Folio's {held} holdings and its positions")


same_commands()
first, second = sync()
writers(second)
figures(second)
another_user(first)
offline(first)
refusals(first)
