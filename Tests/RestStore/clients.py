"""Judges that nobody here wrote: the clients `supabase` and `postgrest` from PyPI. They sign in, run the
web service's own calls, read what Folio wrote, and write what Folio reads."""
import uuid

import postgrest
import psycopg
from supabase import create_client
from supabase_auth.errors import AuthApiError

from support import *

path, root = arguments()
ledger = f"{root}/Examples/ledgers/five-years-flat.json"
EMBEDS = "*,cash_transactions(*),stock_transactions(*)"


def accounts():
    """The client's own calls of the account service, on users of the command."""
    client = create_client(SERVER, KEYS["key"])
    email = "client@example.org"
    made = client.auth.sign_up({"email": email, "password": PASSWORD})
    expect(made.session is not None, "sign-up has no session")
    device = Device(path, "client")
    expect(device.sign_in(email) == made.user.id, "the command has another user than the client")
    refreshed = client.auth.refresh_session()
    expect(refreshed.session.refresh_token != made.session.refresh_token, "the token is the same")
    try:
        client.auth.sign_in_with_password({"email": email, "password": "wrong-secret"})
        expect(False, "a wrong password signs in")
    except AuthApiError as error:
        expect(error.code == "invalid_credentials", error.code)
    anonymous = create_client(SERVER, KEYS["anon"])
    user = anonymous.auth.sign_in_anonymously()
    expect(user.user.is_anonymous, "the user is not anonymous")
    anonymous.auth.sign_out()
    second = create_client(SERVER, KEYS["anon"])
    second.auth.sign_in_with_password({"email": email, "password": PASSWORD})
    expect(second.auth.get_user().user.id == made.user.id, "another user")
    second.auth.sign_out({"scope": "others"})
    # The command's session was one of the others.
    session = device.session()
    with open(device.session_file(), "w") as file:
        import json
        json.dump({**session, "expires_at": "1"}, file)
    device.refuses("sign in", "holdings", SERVER)
    device.refuses("nobody is signed in", "whoami", SERVER)
    device.sign_in(email)
    say("supabase: sign-up, password, anonymous, refresh, sign-out of others; the command has the same user")
    return second, device


def reads(client, device):
    """The web service's queries see what Folio wrote."""
    device.output("init", SERVER, ledger, "--quiet")
    groups = client.table("transaction_groups").select(EMBEDS).order("occurred_at").order("id").execute().data
    document = json_of(device.output("export", "folio-json", SERVER, "--quiet"))
    expect(len(groups) == len(document["transaction_groups"]), f"{len(groups)} groups")
    own = {group["id"]: group for group in document["transaction_groups"]}
    legs = 0
    for group in groups:
        for kind in ("cash_transactions", "stock_transactions"):
            wanted = {leg["id"]: leg for leg in own[group["id"]].get(kind, [])}
            found = {leg["id"]: leg for leg in group[kind]}
            expect(wanted.keys() == found.keys(), f"{group['id']}: {kind}")
            for name, leg in wanted.items():
                legs += 1
                for key in ("amount", "quantity", "price_per_share", "fees", "currency", "direction"):
                    if key in leg:
                        expect(same_value(leg[key], found[name][key]), f"{name}: {key} {leg[key]} {found[name][key]}")
    page = client.table("transaction_groups").select("id", count="exact").order("id").range(10, 19).execute()
    expect(len(page.data) == 10 and page.count == len(groups), f"{page.count}")
    single = client.table("transaction_groups").select(EMBEDS).eq("id", groups[0]["id"]).single().execute().data
    expect(single["id"] == groups[0]["id"], "single")
    try:
        client.table("transaction_groups").select("*").eq("id", "none").single().execute()
        expect(False, "a missing row is found")
    except postgrest.exceptions.APIError as error:
        expect(error.code == "PGRST116", error.code)
    inner = client.table("transaction_groups").select("id,stock_transactions!inner(symbol)") \
        .eq("stock_transactions.symbol", groups_symbol(groups)).limit(5).execute().data
    expect(inner and all(row["stock_transactions"] for row in inner), "inner")
    say(f"postgrest reads {len(groups)} groups with {legs} legs in them as Folio wrote them; paging, "
        "counting, single rows, inner joins")


def groups_symbol(groups):
    return next(leg["symbol"] for group in groups for leg in group["stock_transactions"])


def json_of(text):
    import json
    return json.loads(text)


def same_value(one, other):
    from decimal import Decimal
    try:
        return Decimal(str(one)) == Decimal(str(other))
    except ArithmeticError:
        return one == other


def writes(client, device):
    """What other programs write, Folio reads."""
    note = f"note {uuid.uuid4()}"
    first = client.table("transaction_groups").select("id").order("id").limit(1).execute().data[0]["id"]
    changed = client.table("transaction_groups").update({"notes": note}).eq("id", first).execute().data
    expect(changed[0]["notes"] == note, "update")
    expect(note.encode() in device.output("export", "folio-ndjson", SERVER, "--quiet"), "Folio reads no note")
    try:
        client.table("transaction_groups").insert(
            {"id": "alone", "group_type": "deposit", "occurred_at": "2024-01-02T00:00:00Z"}).execute()
        client.table("cash_transactions").insert(
            {"id": "alone-c", "group_id": "alone", "cash_account_id": "c-bank-usd", "leg_type": "principal",
             "direction": "in", "amount": "5.00", "currency": "USD"}).execute()
        expect(False, "a leg without its other leg is taken")
    except postgrest.exceptions.APIError as error:
        expect(error.code in ("23514", "23503"), f"{error.code} {error.message}")
    client.table("transaction_groups").delete().eq("id", "alone").execute()
    settings = client.table("user_portfolio_settings").upsert(
        {"base_currency": "USD", "tax_rules": "us"}, on_conflict="user_id").execute().data
    expect(settings[0]["tax_rules"] == "us", "upsert")
    last = client.rpc("folio_changes", {"since": 0, "max": 1}).execute().data["last"]
    row = ('{"id": "by-rpc", "group_type": "deposit", "status": "settled", "occurred_at": "2024-07-01T10:00:00+02:00", '
           '"cash_transactions": [{"id": "by-rpc-1", "cash_account_id": "c-bank-usd", "leg_type": "deposit", '
           '"direction": "in", "amount": "1234567890.12345678901234567890", "currency": "USD"}]}')
    answer = client.rpc("folio_commit", {"expecting": last, "groups": [{"row": row}]}).execute().data
    expect(answer["last"] > last, "rpc")
    expect(row.encode() in device.output("export", "folio-ndjson", SERVER, "--quiet"),
           "the row of the client is not the same in Folio")
    try:
        client.rpc("folio_commit", {"expecting": last, "groups": []}).execute()
        expect(False, "a stale number is taken")
    except postgrest.exceptions.APIError as error:
        expect(error.code == "PT409", error.code)
    for name, code in [("no_such_table", "PGRST205"), ("books", "PGRST205")]:
        try:
            client.table(name).select("*").execute()
            expect(False, f"{name} is there")
        except postgrest.exceptions.APIError as error:
            expect(error.code == code, error.code)
    try:
        client.rpc("no_such_function", {}).execute()
        expect(False, "no_such_function is there")
    except postgrest.exceptions.APIError as error:
        expect(error.code == "PGRST202", error.code)
    say("postgrest: update, insert, upsert, delete and rpc; Folio reads them, and a call keeps every byte")


def limits(client, device):
    """More than 1,000 legs: an embed is cut without a word, and Folio's functions are not."""
    accounts = '{"format": "folio/1", "portfolio_cash_accounts": [{"id": "c", "currency": "USD"}]}\n'
    legs = ",".join(f'{{"id": "l{n}", "cash_account_id": "c", "leg_type": "deposit", "direction": "in", '
                    f'"amount": 1, "currency": "USD"}}' for n in range(1500))
    groups = f'{{"id": "many", "occurred_at": "2024-01-01T00:00:00Z", "group_type": "deposit", "cash_transactions": [{legs}]}}\n'
    with open("many.ndjson", "w") as file:
        file.write(accounts + groups)
    other = Device(path, "many")
    other.sign_up("many@example.org")
    other.output("init", SERVER, "many.ndjson", "--quiet")
    token = other.session()["access_token"]
    status, rows = request(f"/rest/v1/transaction_groups?select={EMBEDS}", token=token)
    expect(status == 200 and len(rows[0]["cash_transactions"]) == 1000, "the embed is not cut")
    text = other.output("export", "folio-ndjson", SERVER, "--quiet")
    expect(text.count(b'"leg_type"') == 1500, "Folio lacks legs")
    say("1,500 legs in a group: an embed has 1,000 of them, Folio has all")


def tables(device):
    """A direct connection sees the same."""
    with psycopg.connect("dbname=folio user=owner") as connection:
        rows = connection.execute(
            "SELECT count(*) FROM transaction_groups WHERE user_id = %s AND NOT is_deleted",
            [device.user()]).fetchone()
        document = json_of(device.output("export", "folio-json", SERVER, "--quiet"))
        # What another program has removed is a deleted group to Folio.
        groups = [row for row in document["transaction_groups"] if not row.get("is_deleted")]
        expect(rows[0] == len(groups), f"{rows} and {len(groups)}")
    say(f"psycopg sees the same {rows[0]} groups")


client, device = accounts()
reads(client, device)
writes(client, device)
limits(client, device)
tables(device)
