"""What Folio calls: folio_commit, folio_rows and folio_changes, as one user over one connection."""

import json
import subprocess

from libpq import Connection, SQLError

ZERO = "2024-06-01T00:05:00Z"


def quoted(value):
    """A literal, null for None, and JSON for lists and objects."""
    if value is None:
        return "NULL"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int):
        return str(value)
    if not isinstance(value, str):
        value = json.dumps(value, ensure_ascii=False)
    return "E'" + value.replace("\\", "\\\\").replace("'", "\\'") + "'"


class Client:
    """A signed-in user, as PostgREST makes one: each call is a transaction with a role and claims."""

    def __init__(self, database, user, role="authenticated", login="owner"):
        self.connection = Connection(database, login)
        self.user, self.role, self.last = user, role, 0

    def begin(self):
        claims = json.dumps({"sub": self.user, "role": self.role}) if self.user else ""
        return (f"BEGIN; SELECT set_config('request.jwt.claims', {quoted(claims)}, true);"
                f" SET LOCAL ROLE {self.role};")

    def run(self, sql):
        """Runs statements in a transaction of their own."""
        try:
            rows = self.connection.run(self.begin() + sql)
            self.connection.run("COMMIT")
            return rows
        except SQLError:
            self.connection.run("ROLLBACK")
            raise

    def call(self, name, **arguments):
        given = ", ".join(f"{key} => {quoted(value)}" for key, value in arguments.items())
        return json.loads(self.run(f"SELECT public.{name}({given})")[0][0])

    def commit(self, groups=(), expecting=None, **arguments):
        """Groups are texts, or rows with a time."""
        rows = [{"row": group, "updated_at": ZERO} if isinstance(group, str) else group
                for group in groups]
        expecting = self.last if expecting is None else expecting
        answer = self.call("folio_commit", expecting=expecting, groups=json.dumps(
            rows, ensure_ascii=False), **arguments)
        self.last = answer["last"]
        return answer

    def rows(self, size=500):
        """All groups and the head, page by page."""
        pages = [self.call("folio_rows", after_place=0, max=size)]
        while pages[-1]["more"]:
            pages.append(self.call("folio_rows", after_place=pages[-1]["next"], max=size))
        return pages[0]["head"], [group for page in pages for group in page["groups"]]

    def changes(self, since, size=500):
        """All changes after a number: the head, and versions with tombstones."""
        found, head = [], None
        while True:
            page = self.call("folio_changes", since=since, max=size)
            head = page["head"] or head
            found += page["groups"]
            since = page["next"]
            if not page["more"]:
                return head, found, since

    def document(self):
        """The ledger as NDJSON."""
        head, groups = self.rows()
        lines = [head["row"]] if head else []
        return "\n".join(lines + [group["row"] for group in groups]) + "\n"


class Folio:
    """The program."""

    def __init__(self, path):
        self.path = path

    def run(self, *arguments, document=None):
        done = subprocess.run(
            [self.path, *arguments], input=document and document.encode(),
            stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        return done.returncode, done.stdout.decode(), done.stderr.decode(errors="replace")

    def lines(self, document):
        """The head and the groups as a store has them."""
        code, text, faults = self.run("export", "folio-ndjson", "-", "--quiet", document=document)
        if code:
            raise ValueError(faults)
        lines = text.splitlines()
        return lines[0], lines[1:]

    def figures(self, document):
        """What a ledger comes to."""
        reports = ("holdings", "lots", "gains", "cash", "positions", "income", "trial-balance")
        return [self.run(report, "-", "--quiet", "--format", "csv", document=document)
                for report in reports]


def state_of(action):
    """The SQLSTATE that refuses something, and its message; None where it is done."""
    try:
        action()
        return None, ""
    except SQLError as error:
        return error.state, error.message
