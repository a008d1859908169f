"""The same commands on a ledger in a server and on one in a file, sync between them, several
writers, and what is refused."""
import random
import sys

from program import Program, expect, say, server, sql, without_times

folio = Program(sys.argv[1])
ledger = sys.argv[2]
reports = ["holdings", "lots", "gains", "cash", "positions", "income", "trial-balance", "journal"]


def same(one, other, when):
    for report in reports:
        answers = [folio.output(report, store, "--quiet", "--format", "csv") for store in (one, other)]
        expect(answers[0] == answers[1], f"{when}: {report} differs")
    documents = [folio.output("export", "folio-ndjson", store, "--quiet") for store in (one, other)]
    # Each store notes the time of a change itself.
    expect([without_times(text) for text in documents][0] == without_times(documents[1]),
           f"{when}: the documents differ")


def same_commands():
    """A walk of random changes on both kinds of store."""
    dice = random.Random(1)
    stores = ["file:book.folio", server("u-walk")]
    for store in stores:
        folio.output("init", store, ledger, "--quiet")
    same(*stores, "created")
    ids = [line.split(b",")[1].decode() for line in
           folio.output("log", stores[0], "--quiet", "--format", "csv", "--limit", "1000").splitlines()[1:]]
    changes = 0
    for step in range(60):
        kind = dice.choice(["add", "add", "void", "delete", "undelete", "settle"])
        words = [dice.choice(ids)]
        if kind == "add":
            words = ["--deposit", str(dice.randrange(1, 9000) / 100), "--cash", "c-bank-usd", "--on",
                     f"2024-{dice.randrange(1, 13):02}-{dice.randrange(1, 29):02}", "--id", f"new-{step}"]
        answers = [folio.run(kind, store, *words, "--quiet") for store in stores]
        expect(answers[0][0] == answers[1][0], f"{kind} {words}: {answers}")
        if answers[0][0] == 0:
            changes += 1
            if kind == "add":
                ids.append(f"new-{step}")
        if step % 10 == 9:
            same(*stores, f"step {step}")
    expect(changes > 30, f"only {changes} changes")
    say(f"60 random commands on a server and on a file, {changes} of them changes: {len(reports)} "
        "reports and the document are the same")


def sync():
    """Two devices over one server."""
    shared = server("u-sync")
    folio.output("init", shared, ledger, "--quiet")
    devices = ["file:one.folio", "file:two.folio"]
    for number, device in enumerate(devices):
        folio.output("init", device, "--quiet")
        folio.output("sync", device, shared, "--quiet")
        folio.output("add", device, "--deposit", str(number + 1), "--cash", "c-bank-usd", "--on",
                     "2024-05-05", "--id", f"of-{number}", "--quiet")
    folio.output("void", devices[0], "of-0", "--quiet")
    for device in devices * 2:
        folio.output("sync", device, shared, "--quiet")
    for store in devices + [shared]:
        text = folio.output("export", "folio-ndjson", store, "--quiet")
        expect(text.count(b'"id": "of-0"') == 1 and text.count(b'"id": "of-1"') == 1,
               f"{store} lacks a change")
    # Each device has its own order of groups at one time.
    for report in ["holdings", "cash", "trial-balance"]:
        answers = {folio.output(report, store, "--quiet", "--format", "csv")
                   for store in devices + [shared]}
        expect(len(answers) == 1, f"{report} differs after the sync")
    say("two devices and the server are the same after sync")


def removals():
    """A group that another program removes is deleted on the devices at the next sync."""
    shared = server("u-removes")
    folio.output("init", shared, ledger, "--quiet")
    folio.output("add", shared, "--deposit", "7", "--cash", "c-bank-usd", "--on", "2024-05-05", "--id", "gone",
                 "--quiet")
    for device in ("file:three.folio", "file:four.folio"):
        folio.output("init", device, "--quiet")
        folio.output("sync", device, shared, "--quiet")
    sql("folio", "DELETE FROM transaction_groups WHERE user_id = 'u-removes' AND id = 'gone'")
    for device in ("file:three.folio", "file:four.folio") * 2:
        folio.output("sync", device, shared, "--quiet")
    for store in ("file:three.folio", "file:four.folio", shared):
        text = folio.output("export", "folio-ndjson", store, "--quiet").decode()
        row = [line for line in text.splitlines() if '"id": "gone"' in line]
        expect(len(row) == 1 and '"is_deleted": true' in row[0] and '"amount": "7"' in row[0], f"{store}: {row}")
    left = sql("folio", "SELECT count(*) FROM transaction_groups WHERE user_id = 'u-removes' AND id = 'gone'")
    expect(left == "0", "the group is in the tables again")
    folio.output("undelete", "file:three.folio", "gone", "--quiet")
    folio.output("sync", "file:three.folio", shared, "--quiet")
    left = sql("folio", "SELECT count(*) FROM transaction_groups WHERE user_id = 'u-removes' AND id = 'gone'")
    expect(left == "1", "a device cannot bring it back")
    say("a group that another program removes is deleted on devices, and can be brought back")


def writers():
    """Several programs change one ledger at once. None overwrites another."""
    store = server("u-many")
    folio.output("init", store, ledger, "--quiet")
    count = 0
    for turn in range(6):
        running = [folio.start("add", store, "--deposit", "1", "--cash", "c-bank-usd", "--on",
                               "2024-06-01", "--id", f"w-{turn}-{number}", "--quiet") for number in range(8)]
        for process in running:
            _, messages = process.communicate(timeout=120)
            expect(process.returncode == 0, messages.decode())
            count += 1
    text = folio.output("export", "folio-ndjson", store, "--quiet")
    expect(sum(text.count(f'"id": "w-{t}-{n}"'.encode()) for t in range(6) for n in range(8)) == count,
           "a change is lost")
    say(f"{count} changes by 8 programs at once: none is lost")


def refusals():
    folio.refuses("there is no store", "holdings", server("nobody"))
    folio.refuses("there is something already", "init", server("u-walk"))
    folio.refuses("whose ledger is it", "holdings", "postgres:///folio")
    folio.refuses("lacks tables or functions", "holdings", server("u-walk", "empty"))
    folio.refuses("postgres://localhost:1/folio", "holdings", "postgres://me:secret@localhost:1/folio?folio_user=u")
    folio.refuses("no valid address", "holdings", "postgres://me:secret@localhost/folio?nothing=secret&folio_user=u")
    expect(folio.output("holdings", "postgres:///folio", "--quiet", FOLIO_USER="u-walk")
           == folio.output("holdings", server("u-walk"), "--quiet"), "FOLIO_USER is not used")
    expect(folio.output("holdings", "--quiet", FOLIO_STORE=server("u-walk"))
           == folio.output("holdings", server("u-walk"), "--quiet"), "FOLIO_STORE is not used")
    secret = "postgres://owner:secret@/folio?folio_user=u-walk"
    remote = "postgres://owner:secret@/folio?password=secret&folio_user=u-many"
    for words in (["holdings"], ["check"], ["lots"], ["sync"], ["init"]):
        _, _, messages = folio.run(*words, FOLIO_STORE=secret, FOLIO_REMOTE=remote)
        expect("secret" not in messages and "postgres" in messages, f"{words}: {messages}")
    _, _, messages = folio.run("holdings", FOLIO_STORE=secret)
    expect("store: postgres ///folio (FOLIO_STORE)" in messages, messages)
    say("what is refused says why, and shows no password")


same_commands()
sync()
removals()
writers()
refusals()
