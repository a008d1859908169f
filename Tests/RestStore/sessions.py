"""Sessions: renewal by one program at a time, faults of a renewal, what ends a session and what does
not, sign-in without an account, reset of passwords, and files that others cannot read."""
import json
import os
import stat

from support import *

path, root = arguments()
device = Device(path, "sessions")
user = device.sign_up("sessions@example.org")
device.output("init", SERVER, "--quiet")


def expire(device, **changes):
    """The kept session ends now."""
    kept = {**device.session(), "expires_at": "1", **changes}
    with open(device.session_file(), "w") as file:
        json.dump(kept, file)
    return kept


def counts():
    return control("counts")


def permissions():
    mode = stat.S_IMODE(os.stat(device.session_file()).st_mode)
    expect(mode == 0o600, f"the session has the permissions {mode:o}")
    os.chmod(device.session_file(), 0o644)
    expire(device)
    device.output("cash", SERVER, "--quiet")
    mode = stat.S_IMODE(os.stat(device.session_file()).st_mode)
    expect(mode == 0o600, f"a renewed session has the permissions {mode:o}")
    folder = stat.S_IMODE(os.stat(os.path.dirname(device.session_file())).st_mode)
    expect(folder == 0o700, f"its folder has the permissions {folder:o}")
    say("the file of a session has the permissions 0600, and its folder 0700")


def together():
    """Many programs find an expired session. One of them renews it."""
    control("accounts", {"reuse": 0})
    for _ in range(5):
        expire(device)
        before = counts()
        running = [device.start("cash", SERVER, "--quiet") for _ in range(6)]
        for process in running:
            _, messages = process.communicate(timeout=120)
            expect(process.returncode == 0, messages.decode())
        after = counts()
        expect(after["refreshed"] == before["refreshed"] + 1, f"{before} {after}")
        expect(after["reused"] == before["reused"], f"a token was used twice: {before} {after}")
    control("accounts", {"reuse": 10})
    say("6 programs at once with an expired session, 5 times: one renewal each, and no token used twice")


def refused_token():
    """The server refuses a token that this clock takes for valid."""
    before = counts()
    faults({"path": "rpc/", "kind": "expired"})
    device.output("cash", SERVER, "--quiet")
    expect(counts()["refreshed"] == before["refreshed"] + 1, "the session was not renewed")
    faults({"path": "rpc/", "kind": "expired", "count": 9})
    device.refuses("JWT expired", "cash", SERVER)
    expect(counts()["refreshed"] == before["refreshed"] + 2, "renewed again and again")
    faults()
    control("accounts", {"lifetime": 1})
    expire(device)
    for number in range(4):
        device.output("add", SERVER, *(["--account", "usd:USD"] if number == 0 else [
            "--deposit", "1", "--cash", "usd", "--on", "2024-01-02"]), "--quiet")
    control("accounts", {"lifetime": 3600})
    expire(device)
    device.output("cash", SERVER, "--quiet")
    say("a token that expires in the middle is renewed once, and the call is repeated")


def faulty_renewals():
    """No fault of a renewal ends the session."""
    kinds = [{"kind": "cut", "count": 9}, {"kind": "status", "status": 503}, {"kind": "status", "status": 500},
             {"kind": "status", "status": 429}, {"kind": "gateway", "status": 504}, {"kind": "lost", "count": 9}]
    for rule in kinds:
        expire(device)
        faults({"path": "auth/v1/token", **rule})
        status, _, messages = device.run("cash", SERVER)
        expect(status == 3 and "sign in" not in messages, f"{rule}: {status} {messages}")
        faults()
        expect(device.output("whoami", SERVER).split()[0].decode() == user, f"{rule}: the session ended")
        device.output("cash", SERVER, "--quiet")
    expire(device)
    faults({"path": "auth/v1/token", "kind": "lost"})
    device.output("cash", SERVER, "--quiet")
    expire(device)
    faults({"path": "auth/v1/token", "kind": "twice"})
    device.output("cash", SERVER, "--quiet")
    faults()
    say(f"{len(kinds)} faults of a renewal end no session; a lost answer and a doubled request neither")


def endings():
    """What the server says ends a session, and only that."""
    for code in ("session_not_found", "session_expired"):
        expire(device)
        control("end", {"user": user, "code": code})
        device.refuses("sign in", "cash", SERVER)
        device.refuses("nobody is signed in", "whoami", SERVER)
        device.sign_in("sessions@example.org")
    expire(device, refresh_token="unknown")
    device.refuses("does not know the session", "cash", SERVER)
    device.sign_in("sessions@example.org")
    control("accounts", {"reuse": 0})
    old = expire(device)
    device.output("cash", SERVER, "--quiet")
    expire(device)
    device.output("cash", SERVER, "--quiet")
    with open(device.session_file(), "w") as file:
        json.dump(old, file)
    device.refuses("renewed elsewhere", "cash", SERVER)
    device.sign_in("sessions@example.org")
    control("accounts", {"reuse": 10})
    say("4 words of the server end a session; the command says which, and signs in again")


def kinds_of_users():
    guest = Device(path, "guest")
    status, _, messages = guest.run("login", SERVER, "--anonymous")
    expect(status == 0, messages)
    number = guest.user()
    guest.output("init", SERVER, "--quiet")
    guest.output("add", SERVER, "--account", "usd:USD", "--quiet")
    expect(guest.sign_up("guest@example.org") == number, "the user is another one after sign-up")
    guest.output("add", SERVER, "--deposit", "1", "--cash", "usd", "--on", "2024-01-02", "--quiet")
    other = Device(path, "guest-two")
    other.sign_in("guest@example.org")
    expect(b"usd" in other.output("cash", SERVER, "--quiet"), "the ledger of the anonymous user is gone")
    status, _, messages = other.type(PASSWORD + "\n", "login", SERVER, "--email", "guest@example.org", "--sign-up")
    expect(status == 1 and "there is an account" in messages, messages)
    fresh = Device(path, "fresh")
    status, _, messages = fresh.type("abc\n", "login", SERVER, "--email", "weak@example.org", "--sign-up")
    expect(status == 1 and "too weak" in messages, messages)
    control("accounts", {"confirms": True})
    status, _, messages = fresh.type(PASSWORD + "\n", "login", SERVER, "--email", "new@example.org", "--sign-up")
    expect(status == 0 and "confirm" in messages, messages)
    control("accounts", {"confirms": False})
    fresh.refuses("nobody is signed in", "whoami", SERVER)
    say("an anonymous user gets an account and keeps the ledger; refusals of a sign-up")


def sign_out():
    other = Device(path, "other")
    other.sign_in("sessions@example.org")
    other.output("logout", SERVER)
    other.refuses("nobody is signed in", "whoami", SERVER)
    device.output("cash", SERVER, "--quiet")
    other.sign_in("sessions@example.org")
    faults({"path": "logout", "kind": "cut", "count": 9})
    other.output("logout", SERVER)
    other.refuses("nobody is signed in", "whoami", SERVER)
    faults()
    other.sign_in("sessions@example.org")
    faults({"path": "logout", "kind": "cut", "count": 9})
    other.refuses("cannot be reached", "logout", SERVER, "--everywhere")
    faults()
    other.output("logout", SERVER, "--everywhere")
    expire(device)
    device.refuses("sign in", "cash", SERVER)
    say("sign-out here works without a network; everywhere, it ends the sessions of other devices")


permissions()
together()
refused_token()
faulty_renewals()
endings()
kinds_of_users()
sign_out()
