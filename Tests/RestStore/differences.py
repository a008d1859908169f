"""What a real PostgREST 13 answers, the stand-in answers, too: tokens, calls, tables, headers, and what
happens if the database goes away. And what each of the defects was that only a real one showed."""
import gzip
import http.client
import json
import os
import threading
import time
from urllib.parse import urlsplit

import psycopg

from accounts import signed
from support import *

path, root = arguments()
HOST = urlsplit(SERVER).netloc
HEAD = {"format": "folio/1", "settings": {"base_currency": "USD"},
        "portfolio_cash_accounts": [{"id": "usd", "currency": "USD", "name": "Cash"}],
        "stocks_master": [{"id": "s", "symbol": "S", "currency": "USD"}]}
checks = 0


def raw(method, place, body=None, token=None, **headers):
    """The status, the status line, the headers and the bytes of an answer."""
    connection = http.client.HTTPConnection(HOST, timeout=120)
    given = {"apikey": KEYS["key"], "Content-Type": "application/json",
             **{name.replace("_", "-"): value for name, value in headers.items()}}
    if token:
        given["Authorization"] = f"Bearer {token}"
    connection.request(method, place, body, given)
    answer = connection.getresponse()
    text = answer.read()
    if answer.getheader("Content-Encoding") == "gzip":
        text = gzip.decompress(text)
    connection.close()
    return answer.status, answer.reason, dict(answer.getheaders()), text


def must(found, wanted, what):
    global checks
    checks += 1
    expect(found == wanted, f"{what}: {found}, and not {wanted}")


def code(answer):
    return answer[0], json.loads(answer[3])["code"] if answer[3].startswith(b"{") else None


def group(name, legs=1, amount="1.00"):
    return json.dumps({"id": name, "group_type": "deposit", "status": "settled",
                       "occurred_at": "2024-01-02T00:00:00Z", "cash_transactions": [
                           {"id": f"{name}-{n}", "cash_account_id": "usd", "leg_type": "deposit",
                            "direction": "in", "amount": amount, "currency": "USD"} for n in range(legs)]})


def commit(token, groups, expecting=None, head=None, **more):
    body = {"expecting": expecting, "groups": [{"row": row} for row in groups], **more}
    if head:
        body["head"] = json.dumps(head)
    return raw("POST", "/rest/v1/rpc/folio_commit", json.dumps(body), token)


def tokens(user):
    def status(claims, **head):
        token = signed({"sub": user, "role": "authenticated", **claims}, KEYS["secret"])
        if head:
            token = resigned(token, head)
        return code(raw("GET", "/rest/v1/transaction_groups?select=id", token=token))

    now = time.time()
    must(status({"exp": now + 60})[0], 200, "a good token")
    for name, claims in (("nbf", {"nbf": now + 100}), ("iat", {"iat": now + 100}), ("aud", {"aud": 5}),
                         ("iat of a wrong type", {"iat": "x"}), ("exp as text", {"exp": "x"})):
        must(status(claims), (401, "PGRST303"), name)
    for name, claims in (("nbf", {"nbf": now + 20}), ("iat", {"iat": now + 20}), ("exp", {"exp": now - 20})):
        must(status(claims)[0], 200, f"{name} within 30 s")
    must(status({"role": "nobody"})[0], 401, "an unknown role")
    must(status({"role": None})[0], 401, "no role")
    must(status({}, kid="unknown")[0], 401, "a key that nobody has")


def resigned(token, head):
    import hashlib
    import hmac
    from accounts import encoded
    first = encoded(json.dumps({"alg": "HS256", "typ": "JWT", **head}).encode())
    second = token.split(".")[1]
    mark = hmac.new(KEYS["secret"].encode(), f"{first}.{second}".encode(), hashlib.sha256).digest()
    return f"{first}.{second}.{encoded(mark)}"


def calls(token):
    rpc = "/rest/v1/rpc/"
    must(code(raw("GET", rpc + "folio_commit?expecting=0", token=token)), (405, "25006"), "GET that writes")
    must(raw("GET", rpc + "folio_rows?max=1", token=token)[0], 200, "GET that reads")
    must(raw("HEAD", rpc + "folio_rows", token=token)[0], 200, "HEAD")
    for method in ("PUT", "PATCH", "DELETE"):
        must(raw(method, rpc + "folio_rows", "{}", token)[0], 405, method)
    must(raw("POST", rpc + "folio_rows", "x", token, Content_Type="text/plain")[0], 404, "plain text")
    must(raw("POST", rpc + "folio_rows", "<x/>", token, Content_Type="application/xml")[0], 400, "XML")
    must(raw("POST", rpc + "folio_rows", "max=1", token,
             Content_Type="application/x-www-form-urlencoded")[0], 200, "a form")
    must(raw("POST", rpc + "folio_rows", "null", token)[0], 200, "null")
    must(raw("POST", rpc + "folio_rows", '[{"max": 1}]', token)[0], 200, "an array")
    must(code(raw("POST", rpc + "folio_rows", "{}", token, Accept="text/html")), (406, "PGRST107"), "HTML")
    for text in (b'{"max": NaN}', b'\xef\xbb\xbf{}', b'{"max": "\\ud800"}'):
        must(code(raw("POST", rpc + "folio_rows", text, token)), (400, "PGRST102"), text)
    must(code(raw("POST", rpc + "folio_nothing", "{}", token)), (404, "PGRST202"), "no function")
    must(json.loads(raw("POST", rpc + "standin_numbers", "{}", token)[3]), [1, 2], "a set of numbers")
    answer = raw("POST", rpc + "standin_status", "{}", token)
    must((answer[0], answer[2].get("X-Own")), (418, "yes"), "response.status")
    must(raw("POST", rpc + "standin_path", "{}", token)[3], b'"/rpc/standin_path"', "request.path")
    must(json.loads(raw("POST", rpc + "standin_whole", '{"a": [1]}', token)[3]), {"a": [1]}, "unnamed")
    for number, again in enumerate(("40001", "40P01"), 1):
        answer = raw("POST", rpc + "standin_again", json.dumps({"code": again}), token)
        must((answer[0], answer[3]), (200, str(3 * number).encode()), f"{again} is repeated")
    must(raw("POST", rpc + "standin_slow", "{}", token)[0], 204, "a time limit of a function")
    must(code(raw("GET", "/rest/v1/holding", token=token)), (404, "PGRST205"), "no table")
    must(code(raw("GET", "/rest/v1/balances", token=token, Accept_Profile="folio")), (406, "PGRST106"),
         "no schema")


def tables(token):
    place = "/rest/v1/portfolio_cash_accounts"
    rows = json.dumps([{"id": f"t{n}", "currency": "USD", "name": "x"} for n in range(3)])
    merge = {"Prefer": "resolution=merge-duplicates"}
    must(raw("POST", place, rows, token, **merge)[0], 201, "an upsert of new rows")
    answer = raw("POST", place, rows, token, **merge)
    must((answer[0], answer[2].get("Preference-Applied")), (200, "resolution=merge-duplicates"),
         "an upsert of known rows")
    single = {"Accept": "application/vnd.pgrst.object+json", "Prefer": "return=representation"}
    must(raw("PATCH", place + "?id=like.t*", '{"name": "y"}', token, **single)[0], 406, "one of three")
    names = lambda: {row["name"] for row in json.loads(raw("GET", place + "?id=like.t*", token=token)[3])}
    must(names(), {"x"}, "it is rolled back")
    must(raw("PATCH", place + "?id=like.t*&limit=1&order=id", '{"name": "z"}', token)[0], 204, "a limit")
    must(names(), {"z"}, "the limit is ignored")
    strict = {"Prefer": "handling=strict, max-affected=1"}
    must(code(raw("DELETE", place + "?id=like.t*", None, token, **strict)), (400, "PGRST124"), "too many")
    for text in ("null", "5"):
        must(raw("POST", place, text, token)[0], 201, text)
    must(raw("GET", place + "?limit=-1", token=token)[0], 416, "limit=-1")
    must(raw("GET", place + "?offset=-1", token=token)[0], 200, "offset=-1")
    must(raw("GET", place + "?offset=99", token=token, Prefer="count=exact")[0], 416, "past the end")
    answer = raw("GET", place + "?id=like.t*&limit=2&order=id", token=token, Prefer="count=exact")
    must((answer[0], answer[2].get("Content-Range"), "Content-Location" in answer[2]), (206, "0-1/3", True),
         "a count")
    must(raw("GET", place, token=token, Range="0-1")[2].get("Content-Range"), "0-1/*", "Range")
    answer = raw("GET", place + "?select=id&or=(id.eq.t0,and(id.eq.t1,name.eq.z))&order=id", token=token,
                 Accept="text/csv")
    must(answer[3], b"id\nt0\nt1", "or, and CSV")
    must(raw("POST", place, b"id,currency\nt8,USD", token, Content_Type="text/csv")[0], 201, "CSV")
    must(raw("POST", place, "id=t9&currency=USD", token,
             Content_Type="application/x-www-form-urlencoded")[0], 201, "a form")
    must(raw("POST", place + "?columns=id,currency,user_id", '[{"id": "t7", "currency": "USD"}]', token,
             Prefer="missing=default")[0], 201, "missing=default")
    answer = raw("DELETE", place + "?id=like.t*", None, token)
    must((answer[0], "Content-Type" in answer[2]), (204, False), "nothing has no type")


def embeds(token):
    """The web service's embeds: one foreign key joins each two tables."""
    for table, other in (("stock_transactions", "stocks_master"), ("portfolio_positions", "stocks_master"),
                         ("portfolio_holdings", "stocks_master"), ("balances", "stocks_master"),
                         ("cash_transactions", "stocks_master"), ("balances", "portfolio_cash_accounts"),
                         ("cash_transactions", "portfolio_cash_accounts"),
                         ("transaction_groups", "cash_transactions"), ("transaction_groups", "stock_transactions")):
        answer = raw("GET", f"/rest/v1/{table}?select=*,{other}(*)", token=token)
        must(answer[0], 200, f"{other} in {table}: {answer[3]}")
    rows = json.loads(raw("GET", "/rest/v1/stock_transactions?select=symbol,stocks_master(symbol)", token=token)[3])
    must(rows, [{"symbol": "S", "stocks_master": {"symbol": "S"}}], "the instrument of a leg")


def status_lines(token):
    """Nothing that a client sends comes into the status line."""
    for name in ("a\r\nSet-Cookie: x=y", "i" * 200_000):
        answer = commit(token, [group(name, amount="-1")])
        must((answer[0], answer[1], "Set-Cookie" in answer[2]), (422, "rows are invalid", False), name[:20])
        expect(name[:100] in json.loads(json.loads(answer[3])["details"])["faults"][0]["id"], "the id is lost")
        answer = commit(token, ["{", group(name)])
        must((answer[0], answer[1]), (400, "the group 1 of the call is malformed"), "no JSON")
    answer = commit(token, [], expecting=99)
    must((answer[0], answer[1]), (409, "the store has changed"), "a conflict")
    must(commit(token, [], derived=5)[0], 400, "figures that are none")


def database():
    return psycopg.connect(f"host={os.environ['PGHOST']} dbname=folio user=owner", autocommit=True)


def lost_commits():
    """The connection of PostgREST to the database ends in COMMIT. The change is made, or not, and the
    program finds out which; a repeated command never doubles a deposit."""
    device = Device(path, "lost")
    device.sign_up("lost@example.org")
    with open("account.json", "w") as file:
        file.write(json.dumps(HEAD))
    device.output("init", SERVER, "account.json", "--quiet")
    admin, counts = database(), {"done": 0, "not known": 0, "kills": 0}
    with psycopg.connect(f"host={os.environ['PGHOST']} dbname=postgres user=owner", autocommit=True) as other:
        # Every COMMIT waits for a server that does not exist, until its process is ended.
        other.execute("ALTER SYSTEM SET synchronous_standby_names = 'nobody'")
        other.execute("SELECT pg_reload_conf()")
        try:
            for number in range(12):
                name = f"lost-{number}"
                process = device.start("add", SERVER, "--deposit", "100", "--cash", "usd", "--on", "2024-01-02",
                                       "--notes", name, "--quiet")
                deadline = time.monotonic() + 60
                while process.poll() is None and time.monotonic() < deadline:
                    counts["kills"] += other.execute(
                        "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
                        " WHERE wait_event = 'SyncRep'").fetchone()[0]
                    time.sleep(0.05)
                _, messages = process.communicate(timeout=5)
                found = admin.execute("SELECT count(*) FROM transaction_groups WHERE notes = %s", (name,))
                count = found.fetchone()[0]
                expect(process.returncode == 0, f"{name}: {messages.decode()}")
                expect(count == 1, f"{name} is there {count} times")
                counts["done"] += 1
        finally:
            other.execute("ALTER SYSTEM RESET synchronous_standby_names")
            other.execute("SELECT pg_reload_conf()")
            other.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'")
    admin.close()
    expect(counts["kills"] >= 12, f"{counts}")
    say(f"{counts['kills']} connections that ended in COMMIT: {counts['done']} deposits, each there once")


def bulk_edits():
    """Another program changes all groups at once, and removes them."""
    for count, legs, change, table in (
            (1_000, 50, '{"notes": "x"}', "transaction_groups"), (20_000, 2, '{"notes": "x"}', "transaction_groups"),
            (1_000, 20, '{"leg_type": "other"}', "cash_transactions")):
        device = Device(path, f"bulk-{count}-{legs}")
        device.sign_up(f"bulk-{count}-{legs}@example.org")
        with open("bulk.ndjson", "w") as file:
            file.write(json.dumps(HEAD) + "\n" + "".join(group(f"g{n}", legs) + "\n" for n in range(count)))
        device.output("init", SERVER, "bulk.ndjson", "--quiet")
        before = device.output("cash", SERVER, "--quiet", "--format", "csv")
        token = device.session()["access_token"]
        change_all("PATCH", table, change, token, count)
        start = time.monotonic()
        must(device.output("cash", SERVER, "--quiet", "--format", "csv"), before, f"cash after {table}")
        say(f"{count} groups of {legs} legs, {table} patched: read in {time.monotonic() - start:.1f} s")
        mark = b'"notes": "x"' if table == "transaction_groups" else b'"leg_type": "other"'
        found = device.output("export", "folio-ndjson", SERVER, "--quiet").count(mark)
        must(found, count * (legs if table == "cash_transactions" else 1), mark)
        if count == 20_000:
            one_change(device)
        change_all("DELETE", "transaction_groups", None, token, count)


def change_all(method, table, change, token, count):
    """Another program changes all groups at once, or in parts where the server stops it after 8 seconds."""
    place = f"/rest/v1/{table}?id="
    answer = raw(method, place + "not.is.null", change, token)
    if answer[0] == 500 and b"statement timeout" in answer[3]:
        say(f"{method} of {count} groups takes the server longer than its limit; it is sent in parts")
        parts = [f"like.g1{digit}*" for digit in range(10)] + [f"like.g{digit}*" for digit in (0, *range(2, 10))]
        for part in parts + ["like.g1-*", "eq.g1"]:
            answer = raw(method, place + part, change, token)
            must(answer[0], 204, f"{method} of a part of {count}: {answer[3]}")
    must(answer[0], 204, f"{method} of {count}: {answer[3]}")


def one_change(device):
    """A sync of one change: a few requests, and compressed answers."""
    device.output("init", "file:bulk.folio", "--quiet")
    device.output("sync", "file:bulk.folio", SERVER, "--quiet")
    device.output("add", "file:bulk.folio", "--deposit", "1", "--cash", "usd", "--on", "2024-05-05", "--quiet")
    faults()
    device.output("sync", "file:bulk.folio", SERVER, "--quiet")
    seen = control("log")
    expect(len(seen["log"]) <= 2 and seen["sent"] < 1 << 14, f"{len(seen['log'])} requests, {seen['sent']} bytes")
    say(f"a sync of one change beside 20,000 groups: {len(seen['log'])} requests, {seen['sent']} bytes")


def uploads():
    """Groups with many legs go in parts by their bytes."""
    device = Device(path, "legs")
    device.sign_up("legs@example.org")
    with open("legs.ndjson", "w") as file:
        file.write(json.dumps(HEAD) + "\n" + "".join(group(f"g{n}", 300) + "\n" for n in range(1_000)))
    device.output("init", SERVER, "legs.ndjson", "--quiet")
    sizes = [entry["size"] for entry in log() if "folio_commit" in entry["path"]]
    expect(max(sizes) < 3 << 20, f"a part has {max(sizes)} bytes")
    say(f"1,000 groups of 300 legs in {len(sizes)} parts")


def ties():
    """Two devices add trades of one day, and show the same gains when they are synced."""
    one, two = Device(path, "tie-1"), Device(path, "tie-2")
    one.sign_up("ties@example.org")
    two.sign_in("ties@example.org")
    with open("account.json", "w") as file:
        file.write(json.dumps(HEAD))
    one.output("init", SERVER, "account.json", "--quiet")
    stores = [(one, "file:tie-1.folio"), (two, "file:tie-2.folio")]
    for number, (device, store) in enumerate(stores):
        device.output("init", store, "--quiet")
        device.output("sync", store, SERVER, "--quiet")
        device.output("add", store, "--buy", "S", "--quantity", "1", "--price", str(10 * number + 10), "--cash", "usd",
                      "--on", "2024-05-05", "--quiet")
    order = [0, 1, 0]
    for number in order:
        stores[number][0].output("sync", stores[number][1], SERVER, "--quiet")
    one.output("add", "file:tie-1.folio", "--sell", "S", "--quantity", "1", "--price", "30", "--cash", "usd", "--on",
               "2024-05-05", "--quiet")
    for number in order:
        stores[number][0].output("sync", stores[number][1], SERVER, "--quiet")
    gains = {device.output("gains", store, "--quiet", "--format", "csv") for device, store in stores}
    gains.add(one.output("gains", SERVER, "--quiet", "--format", "csv"))
    must(len(gains), 1, f"gains of synced devices: {gains}")


def losses(token):
    """The database goes away, and comes back."""
    answers = []
    slow = threading.Thread(target=lambda: answers.append(code(raw(
        "POST", "/rest/v1/rpc/standin_slow", "{}", token))))
    slow.start()
    time.sleep(0.5)
    with database() as admin:
        admin.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE '%standin_slow%'"
                      " AND pid <> pg_backend_pid()")
    slow.join()
    must(answers, [(503, "PGRST001")], "a connection that ends in a statement")


def prepare():
    with database() as admin:
        admin.execute("""
            CREATE FUNCTION standin_numbers() RETURNS SETOF integer LANGUAGE sql STABLE
              AS 'SELECT generate_series(1, 2)';
            CREATE FUNCTION standin_status() RETURNS text LANGUAGE sql AS $$
              SELECT set_config('response.status', '418', true)
                || set_config('response.headers', '[{"X-Own": "yes"}]', true) $$;
            CREATE FUNCTION standin_path() RETURNS text LANGUAGE sql STABLE
              AS $$ SELECT current_setting('request.path') $$;
            CREATE FUNCTION standin_whole(json) RETURNS json LANGUAGE sql STABLE AS 'SELECT $1';
            CREATE FUNCTION standin_slow() RETURNS void LANGUAGE sql SET statement_timeout = '30s'
              AS 'SELECT pg_sleep(9)';
            CREATE SEQUENCE standin_attempts;
            CREATE FUNCTION standin_again(code text) RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN
              IF nextval('standin_attempts') % 3 <> 0 THEN
                RAISE 'a conflict of transactions' USING ERRCODE = code; END IF;
              RETURN currval('standin_attempts'); END $$;
            NOTIFY pgrst, 'reload schema'""")
    time.sleep(0.5)


def main():
    prepare()
    device = Device(path, "wire")
    user = device.sign_up("wire@example.org")
    token = device.session()["access_token"]
    must(commit(token, [group("g1")], head=HEAD)[0], 200, "a ledger")
    trade = json.loads(group("g2"))
    trade["group_type"] = "stock_trade"
    trade["stock_transactions"] = [{"id": "g2-s", "stock_id": "s", "symbol": "S", "trade_type": "buy",
                                    "quantity": "1", "price_per_share": "1.00", "currency": "USD"}]
    trade["cash_transactions"][0].update({"leg_type": "principal", "direction": "out"})
    must(commit(token, [json.dumps(trade)])[0], 200, "a trade")
    tokens(user)
    calls(token)
    tables(token)
    embeds(token)
    status_lines(token)
    losses(token)
    say(f"{checks} answers are those of a real PostgREST 13, and no id reaches a status line")
    ties()
    lost_commits()
    bulk_edits()
    uploads()


main()
