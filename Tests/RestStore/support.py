"""What the tests share: the stand-in's controls, users, and the program signed in as one of them."""
import json
import os
import sys
import urllib.error
import urllib.request

from program import Program, expect, say

SERVER = os.environ["FOLIO_TEST_SERVER"]
PASSWORD = "correct-horse-secret"
REPORTS = ["holdings", "lots", "gains", "cash", "positions", "income", "trial-balance", "journal"]


def control(name, value=None):
    """Asks the stand-in itself."""
    data = json.dumps(value).encode()
    with urllib.request.urlopen(urllib.request.Request(f"{SERVER}/standin/{name}", data)) as answer:
        return json.load(answer)


KEYS = control("keys")
os.environ["FOLIO_SUPABASE_KEY"] = KEYS["key"]


def faults(*rules):
    """Sets the faults of the next requests, and empties the log."""
    control("faults", list(rules))


def log():
    return control("log")["log"]


def request(path, body=None, token=None, method=None, key=None, **headers):
    """The status and the value of an answer. Numbers with a fraction are text, to keep their digits."""
    headers = {"apikey": key or KEYS["key"], "Content-Type": "application/json",
               **{name.replace("_", "-"): value for name, value in headers.items()}}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    data = None if body is None else json.dumps(body).encode()
    asked = urllib.request.Request(SERVER + path, data, headers, method=method)
    try:
        with urllib.request.urlopen(asked) as answer:
            text = answer.read()
            return answer.status, json.loads(text, parse_float=str) if text else None
    except urllib.error.HTTPError as error:
        text = error.read()
        return error.code, json.loads(text) if text.startswith(b"{") else None


class Device(Program):
    """The program on one device: with files of its own, and a user who is signed in."""

    def __init__(self, path, name):
        super().__init__(path)
        self.home = os.path.abspath(f"home-{name}")
        os.makedirs(self.home, exist_ok=True)

    def start(self, *words, **variables):
        return super().start(*words, **{"XDG_CONFIG_HOME": self.home, **variables})

    def type(self, text, *words, **variables):
        """Runs a command that reads a password."""
        process = self.start_reading(*words, **variables)
        output, messages = process.communicate(text.encode(), timeout=120)
        return process.returncode, output, messages.decode()

    def start_reading(self, *words, **variables):
        import subprocess
        environment = {**os.environ, "XDG_CONFIG_HOME": self.home, **variables}
        return subprocess.Popen([self.path, *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, env=environment)

    def sign_up(self, email):
        status, _, messages = self.type(PASSWORD + "\n", "login", SERVER, "--email", email, "--sign-up")
        expect(status == 0, messages)
        return self.user()

    def sign_in(self, email, password=PASSWORD):
        status, _, messages = self.type(password + "\n", "login", SERVER, "--email", email)
        expect(status == 0, messages)
        return self.user()

    def user(self):
        return self.output("whoami", SERVER).split()[0].decode()

    def session_file(self):
        host = SERVER.split("//")[1].replace(":", "_")
        return os.path.join(self.home, "folio", f"{host}.session")

    def session(self):
        with open(self.session_file()) as file:
            return json.load(file)


def arguments():
    return sys.argv[1], sys.argv[2]


__all__ = ["SERVER", "PASSWORD", "REPORTS", "KEYS", "Device", "arguments", "control", "expect", "faults",
           "log", "request", "say"]
