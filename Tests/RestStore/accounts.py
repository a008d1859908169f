"""A subset of Supabase's account service (/auth/v1), with users in memory."""
import base64
import hashlib
import hmac
import json
import secrets
import threading
import time
import uuid

from database import Refusal


def encoded(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decoded(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def signed(claims, secret):
    """A token with a signature by HS256."""
    head = encoded(json.dumps({"alg": "HS256", "typ": "JWT"}).encode())
    body = encoded(json.dumps(claims).encode())
    mark = hmac.new(secret.encode(), f"{head}.{body}".encode(), hashlib.sha256).digest()
    return f"{head}.{body}.{encoded(mark)}"


def verified(token, secret, now=None):
    """The claims of a token, as PostgREST 13 checks them."""
    parts = token.split(".")
    try:
        head, claims = json.loads(decoded(parts[0])), json.loads(decoded(parts[1]))
        mark = decoded(parts[2])
        assert len(parts) == 3
    except Exception:
        raise Refusal(401, "PGRST301", "Expected 3 parts in JWT; got " + str(len(parts))) from None
    wanted = hmac.new(secret.encode(), f"{parts[0]}.{parts[1]}".encode(), hashlib.sha256).digest()
    if head.get("alg") != "HS256" or not hmac.compare_digest(mark, wanted):
        raise Refusal(401, "PGRST301", "No suitable key or wrong key type")
    if "kid" in head:
        raise Refusal(401, "PGRST301", "No suitable key was found to decode the JWT")
    now = now or time.time()
    for name in ("exp", "nbf", "iat"):
        if name in claims and (isinstance(claims[name], bool) or not isinstance(claims[name], (int, float))):
            raise Refusal(401, "PGRST303", "Parsing claims failed")
    audience = claims.get("aud")
    if audience is not None and not (isinstance(audience, str) or isinstance(audience, list)
                                     and all(isinstance(one, str) for one in audience)):
        raise Refusal(401, "PGRST303", "Parsing claims failed")
    if "exp" in claims and claims["exp"] + 30 < now:
        raise Refusal(401, "PGRST303", "JWT expired")
    if "nbf" in claims and claims["nbf"] - 30 > now:
        raise Refusal(401, "PGRST303", "JWT not yet valid")
    if "iat" in claims and claims["iat"] - 30 > now:
        raise Refusal(401, "PGRST303", "JWT issued at future")
    return claims


class Accounts:
    """Users, sessions, and the chains of their refresh tokens."""

    #: A used token gives the same session again for so many seconds.
    reuse = 10

    def __init__(self, secret, lifetime=3600):
        self.secret, self.lifetime = secret, lifetime
        self.lock = threading.RLock()
        self.users, self.sessions, self.tokens, self.mail = {}, {}, {}, {}
        self.counts = {"refreshed": 0, "reused": 0, "refused": 0}
        self.confirms = False

    # What the tests ask.

    def end_session(self, user, code="session_not_found"):
        """The server forgets the sessions of a user."""
        with self.lock:
            for key, session in list(self.sessions.items()):
                if session["user"] == user:
                    session["ended"] = code

    # Requests.

    def answer(self, request):
        with self.lock:
            method, path = request["method"], request["path"].removeprefix("/auth/v1/")
            body = json.loads(request["body"] or b"{}")
            query = dict(request["query"])
            if method == "POST" and path == "token":
                return self.token(query.get("grant_type"), body)
            if method == "POST" and path == "signup":
                return self.sign_up(body)
            if method == "POST" and path == "recover":
                self.mail[body["email"]] = f"{secrets.randbelow(10**6):06}"
                return 200, {}
            if method == "POST" and path == "verify":
                return self.verify(body)
            if path == "logout" and method == "POST":
                return self.sign_out(request, query.get("scope", "global"))
            if path == "user" and method in ("GET", "PUT"):
                return self.user(request, body if method == "PUT" else None)
            raise Refusal(501, "STAND-IN", f"the stand-in has no {method} {path}")

    @staticmethod
    def refuse(status, code, message):
        raise Refusal(status, code, message)

    def token(self, kind, body):
        if kind == "password":
            for user in self.users.values():
                if user["email"] and user["email"] == body.get("email"):
                    if user["password"] == body.get("password"):
                        return 200, self.session(user)
            self.refuse(400, "invalid_credentials", "Invalid login credentials")
        if kind == "id_token":
            return self.identity(body)
        if kind == "refresh_token":
            return self.refresh(body.get("refresh_token"))
        self.refuse(400, "validation_failed", "unsupported_grant_type")

    def sign_up(self, body):
        email = body.get("email")
        if not email:
            return 200, self.session(self.made(None, None))
        if any(user["email"] == email for user in self.users.values()):
            self.refuse(422, "user_already_exists", "User already registered")
        if len(body.get("password", "")) < 6:
            self.refuse(422, "weak_password", "Password should be at least 6 characters.")
        user = self.made(email, body["password"])
        return (200, self.shown(user)) if self.confirms else (200, self.session(user))

    def made(self, email, password):
        user = {"id": str(uuid.uuid4()), "email": email, "password": password}
        self.users[user["id"]] = user
        return user

    @staticmethod
    def shown(user):
        return {"id": user["id"], "aud": "authenticated", "role": "authenticated",
                "email": user["email"] or "", "phone": "", "is_anonymous": user["email"] is None,
                "app_metadata": {}, "user_metadata": {}, "created_at": "2026-01-01T00:00:00Z"}

    def identity(self, body):
        if body.get("provider") not in ("apple", "google"):
            self.refuse(400, "validation_failed", "Custom OIDC provider not allowed")
        try:
            claims = verified(body["id_token"], f"key-of-{body['provider']}")
        except Refusal:
            self.refuse(400, "bad_jwt", "Bad ID token")
        given = body.get("nonce")
        if ("nonce" in claims) != (given is not None):
            self.refuse(400, "validation_failed",
                        "Passed nonce and nonce in id_token should either both exist or not.")
        if given is not None and hashlib.sha256(given.encode()).hexdigest() != claims["nonce"]:
            self.refuse(400, "validation_failed", "Nonces mismatch")
        for user in self.users.values():
            if user["email"] == claims["email"]:
                return 200, self.session(user)
        return 200, self.session(self.made(claims["email"], None))

    def session(self, user, key=None, parent=None):
        key = key or str(uuid.uuid4())
        self.sessions.setdefault(key, {"user": user["id"], "active": None, "ended": None})
        token = secrets.token_urlsafe(9)
        self.tokens[token] = {"session": key, "parent": parent, "used": None}
        self.sessions[key]["active"] = token
        return self.answered(user, key, token)

    def answered(self, user, key, token):
        now = int(time.time())
        claims = {"sub": user["id"], "aud": "authenticated", "role": "authenticated",
                  "email": user["email"] or "", "iat": now, "exp": now + self.lifetime,
                  "session_id": key, "is_anonymous": user["email"] is None, "jti": str(uuid.uuid4())}
        return {"access_token": signed(claims, self.secret), "token_type": "bearer",
                "expires_in": self.lifetime, "expires_at": now + self.lifetime,
                "refresh_token": token, "user": self.shown(user)}

    def refresh(self, text):
        """A token is used once. Used again, it gives the same session while that is new, or if its
        child is the one in use; otherwise it ends the session."""
        token = self.tokens.get(text)
        if token is None:
            self.counts["refused"] += 1
            self.refuse(400, "refresh_token_not_found", "Invalid Refresh Token: Refresh Token Not Found")
        session = self.sessions[token["session"]]
        if session["ended"]:
            self.counts["refused"] += 1
            self.refuse(400, session["ended"], "Invalid Refresh Token")
        user = self.users[session["user"]]
        if token["used"] is None:
            token["used"] = time.time()
            self.counts["refreshed"] += 1
            return 200, self.session(user, token["session"], text)
        self.counts["reused"] += 1
        active = session["active"]
        if time.time() - token["used"] < self.reuse or self.tokens[active]["parent"] == text:
            return 200, self.answered(user, token["session"], active)
        session["ended"] = "session_not_found"
        self.counts["refused"] += 1
        self.refuse(400, "refresh_token_already_used", "Invalid Refresh Token: Already Used")

    def verify(self, body):
        email, code = body.get("email"), body.get("token")
        if body.get("type") != "recovery" or not code or self.mail.get(email) != code:
            self.refuse(403, "otp_expired", "Token has expired or is invalid")
        del self.mail[email]
        for user in self.users.values():
            if user["email"] == email:
                return 200, self.session(user)
        self.refuse(403, "otp_expired", "Token has expired or is invalid")

    def signed_in(self, request):
        kind, _, token = request["headers"].get("authorization", "").partition(" ")
        try:
            assert kind.lower() == "bearer"
            claims = verified(token, self.secret)
        except (Refusal, AssertionError):
            self.refuse(403, "bad_jwt", "invalid JWT")
        session = self.sessions.get(claims["session_id"])
        if session is None or session["ended"]:
            self.refuse(403, "session_not_found", "Session from session_id claim in JWT does not exist")
        return self.users[claims["sub"]], claims["session_id"]

    def sign_out(self, request, scope):
        user, own = self.signed_in(request)
        for key, session in self.sessions.items():
            if session["user"] == user["id"]:
                if scope == "global" or (scope == "local") == (key == own):
                    session["ended"] = "session_not_found"
        return 204, None

    def user(self, request, changes):
        user, _ = self.signed_in(request)
        if changes:
            if changes.get("password") is not None:
                if changes["password"] == user["password"]:
                    self.refuse(422, "same_password", "New password should be different")
                user["password"] = changes["password"]
            if changes.get("email"):
                user["email"] = changes["email"]
        return 200, self.shown(user)
