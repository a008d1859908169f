"""A stand-in for a Supabase project: the gateway with its key, PostgREST (wire.py) over a real
PostgreSQL, and the account service (accounts.py). It makes faults on demand.

  server.py PORT DATABASE      DATABASE is a connection string of the role `authenticator`

Below /standin, tests set faults and ask what happened."""
import gzip
import json
import re
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qsl, urlsplit

from accounts import Accounts, signed, verified
from database import Database, Refusal
from wire import Rest

SECRET = "a secret of the stand-in with more than 32 bytes"
KEY = "sb_publishable_standin"
ANON = signed({"role": "anon", "iss": "stand-in"}, SECRET)


class Cut(Exception):
    """The connection ends without an answer."""


class Faults:
    """Rules such as {"path": "rpc/folio_commit", "kind": "lost", "skip": 0, "count": 1}.

    - cut: the request is not carried out, and the connection ends.
    - lost: it is carried out, and the connection ends.
    - half: it is carried out, and half of the answer comes.
    - late: the connection ends, and it is carried out after a while ("wait").
    - slow: it is carried out after a while ("wait").
    - twice: it is carried out twice, and the second answer comes.
    - status: it is not carried out. "status" is that of the answer, which is no JSON.
    - gateway: it is carried out, and the answer is that of a gateway ("status").
    - expired: the token counts as expired.
    """

    def __init__(self):
        self.lock = threading.Lock()
        self.rules, self.log, self.sent = [], [], 0

    def take(self, request):
        with self.lock:
            self.log.append({key: request[key] for key in ("method", "path")} |
                            {"apikey": request["headers"].get("apikey"),
                             "authorization": request["headers"].get("authorization", "")[:16],
                             "size": len(request["body"])})
            for rule in self.rules:
                if rule.get("count", 1) <= 0 or not re.search(rule["path"], request["path"]):
                    continue
                if rule.get("skip", 0) > 0:
                    rule["skip"] -= 1
                    continue
                rule["count"] = rule.get("count", 1) - 1
                rule["hits"] = rule.get("hits", 0) + 1
                return dict(rule)
        return None

    def note(self, size):
        """Counts the bytes of answers."""
        with self.lock:
            self.sent += size


class Project:
    """All parts of the stand-in."""

    def __init__(self, database):
        self.database = Database(database)
        self.rest, self.accounts, self.faults = Rest(self.database), Accounts(SECRET), Faults()

    def handle(self, request):
        """The status, the headers and the bytes of an answer."""
        path = request["path"]
        if path.startswith("/standin/"):
            return self.control(path[9:], json.loads(request["body"] or b"null"))
        rule = self.faults.take(request) or {"kind": ""}
        kind, wait = rule["kind"], rule.get("wait", 1)
        if kind == "cut":
            raise Cut
        if kind == "status":
            return rule["status"], {"Content-Type": "text/html"}, b"<html>a gateway</html>"
        if kind == "slow":
            time.sleep(wait)
        if kind == "late":
            threading.Timer(wait, self.served, (request,)).start()
            raise Cut
        if kind == "twice":
            self.served(request)
        if kind == "expired":
            request = {**request, "expired": True}
        answer = self.served(request)
        if kind == "lost":
            raise Cut
        if kind == "gateway":
            return rule["status"], {"Content-Type": "text/html"}, b"<html>a gateway</html>"
        if kind == "half":
            return answer[0], {**answer[1], "half": "yes"}, answer[2]
        return answer

    def served(self, request):
        kind = {"Content-Type": "application/json; charset=utf-8"}
        key = request["headers"].get("apikey")
        if key not in (KEY, ANON):
            message = "Invalid API key" if key else "No API key found in request"
            return 401, kind, json.dumps({"message": message}).encode()
        try:
            if request["path"].startswith("/auth/v1/"):
                return self.account(request, kind)
            if not request["path"].startswith("/rest/v1/"):
                return 404, kind, json.dumps({"message": "no Route matched with those values"}).encode()
            role, claims = self.identity(request, key)
            status, headers, text = self.rest.answer(request, role, claims)
            # Where there is nothing, there is no type of it.
            return status, {**({} if status in (201, 204) and not text else kind), **headers}, text.encode()
        except Refusal as refusal:
            headers = {**kind, **refusal.headers}
            if refusal.body["code"].startswith(("PGRST", "PT", "2", "4", "5", "P0")):
                headers["Proxy-Status"] = f"PostgREST; error={refusal.body['code']}"
            if refusal.status == 401:
                headers["WWW-Authenticate"] = "Bearer"
            request["reason"] = refusal.reason
            return refusal.status, headers, json.dumps(refusal.body, ensure_ascii=False).encode()

    @staticmethod
    def identity(request, key):
        """The role and the claims of the token, or of the key in its place."""
        scheme, _, token = request["headers"].get("authorization", "").partition(" ")
        if scheme.lower() != "bearer":
            token = key
        if token.startswith("sb_"):
            # The gateway turns a new key into a token of its own, but only where it is alone.
            if scheme and token != key:
                raise Refusal(401, "PGRST301", "Expected 3 parts in JWT; got 1")
            return "anon", {"role": "anon"}
        claims = verified(token, SECRET)
        if request.get("expired"):
            raise Refusal(401, "PGRST303", "JWT expired")
        role = claims.get("role", "anon")
        if not isinstance(role, str) or role not in ("anon", "authenticated", "service_role"):
            raise Refusal(401, "22023", f'role "{role}" does not exist')
        return role, claims

    def account(self, request, kind):
        try:
            status, value = self.accounts.answer(request)
            return status, kind, b"" if value is None else json.dumps(value).encode()
        except Refusal as refusal:
            body = refusal.body
            # Clients without the version of the interface get the older form.
            if request["headers"].get("x-supabase-api-version"):
                kind = {**kind, "X-Supabase-Api-Version": "2024-01-01"}
                value = {"code": body["code"], "message": body["message"]}
            else:
                value = {"code": refusal.status, "error_code": body["code"], "msg": body["message"]}
            return refusal.status, kind, json.dumps(value).encode()

    def control(self, name, value):
        """What tests ask of the stand-in itself."""
        kind = {"Content-Type": "application/json"}
        if name == "faults":
            with self.faults.lock:
                self.faults.rules, self.faults.log, self.faults.sent = value, [], 0
        elif name == "log":
            with self.faults.lock:
                return 200, kind, json.dumps(
                    {"log": self.faults.log, "rules": self.faults.rules, "sent": self.faults.sent}).encode()
        elif name == "accounts":
            for key, setting in value.items():
                setattr(self.accounts, key, setting)
        elif name == "counts":
            return 200, kind, json.dumps(self.accounts.counts).encode()
        elif name == "mail":
            return 200, kind, json.dumps(self.accounts.mail).encode()
        elif name == "end":
            self.accounts.end_session(**value)
        elif name == "keys":
            return 200, kind, json.dumps({"key": KEY, "anon": ANON, "secret": SECRET}).encode()
        else:
            return 404, kind, b"{}"
        return 200, kind, b"{}"


class Handler(BaseHTTPRequestHandler):
    """Reads requests and writes answers."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def do_any(self):
        place = urlsplit(self.path)
        length = int(self.headers.get("Content-Length") or 0)
        request = {"method": self.command, "path": place.path,
                   "query": parse_qsl(place.query, keep_blank_values=True),
                   "headers": {key.lower(): value for key, value in self.headers.items()},
                   "body": self.rfile.read(length)}
        try:
            status, headers, body = self.server.project.handle(request)
        except Cut:
            self.close_connection = True
            return
        is_half = headers.pop("half", None)
        if "gzip" in self.headers.get("Accept-Encoding", "") and len(body) > 1000:
            # The gateway compresses long answers.
            headers, body = {**headers, "Content-Encoding": "gzip"}, gzip.compress(body, 1)
        self.server.project.faults.note(len(body))
        # What the database says becomes the status line as it is: line breaks would end it.
        self.send_response(status, request.get("reason"))
        for key, value in headers.items():
            self.send_header(key, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body[:len(body) // 2] if is_half else body)
        if is_half:
            self.close_connection = True

    do_GET = do_HEAD = do_POST = do_PATCH = do_PUT = do_DELETE = do_any

    def log_message(self, *_):
        pass


def main():
    server = ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Handler)
    server.daemon_threads = True
    server.project = Project(sys.argv[2])
    print("ready", flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main()
