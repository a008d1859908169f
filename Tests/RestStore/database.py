"""A real PostgreSQL under the stand-in: connections, the schema cache, and transactions as PostgREST
makes them."""
import json
import queue
import threading
import time

import psycopg


class Refusal(Exception):
    """An answer with an error: the status and the four members of its body. `reason` is the status
    line, if it is another one than that of HTTP."""

    def __init__(self, status, code, message, details=None, hint=None, reason=None, headers=None):
        super().__init__(message)
        self.status, self.reason, self.headers = status, reason, headers or {}
        self.body = {"code": code, "details": details, "hint": hint, "message": message}


def status_of(state, message, is_signed_in):
    """The status of a SQLSTATE, by the table of PostgREST's documentation."""
    if state[:2] == "PT" and state[2:].isdigit():
        return int(state[2:])
    exact = {"23503": 409, "23505": 409, "25006": 405, "57P01": 503, "53400": 500, "P0001": 400,
             "42P01": 404, "42P17": 500, "42501": 403 if is_signed_in else 401,
             "42883": 406 if message.startswith("function xmlagg(") else 404,
             "21000": 400 if message.endswith("requires a WHERE clause") else 500}
    if state in exact:
        return exact[state]
    classes = {"08": 503, "09": 500, "0L": 403, "0P": 403, "23": 400, "25": 500, "28": 403, "2D": 500,
               "38": 500, "39": 500, "3B": 500, "40": 500, "53": 503, "54": 500, "55": 500, "57": 500,
               "58": 500, "F0": 500, "HV": 500, "P0": 500, "XX": 500}
    return classes.get(state[:2], 400)


def literal(value):
    """A text as SQL, without a type of its own."""
    if value is None:
        return "NULL"
    return "E'" + value.replace("\\", "\\\\").replace("'", "''") + "'"


def name_of(text):
    return '"' + text.replace('"', '""') + '"'


class Cache:
    """What PostgREST knows of the schema until it is told to read it again."""

    def __init__(self, connection):
        run = lambda sql: connection.execute(sql).fetchall()
        self.tables = {}
        for table, column, kind in run("""
            SELECT c.relname, a.attname, format_type(a.atttypid, a.atttypmod)
            FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
            WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'v', 'p')
              AND a.attnum > 0 AND NOT a.attisdropped ORDER BY c.relname, a.attnum"""):
            self.tables.setdefault(table, {})[column] = kind
        self.defaults = {}
        for table, column, text in run("""
            SELECT c.relname, a.attname, pg_get_expr(d.adbin, d.adrelid)
            FROM pg_attrdef d JOIN pg_class c ON c.oid = d.adrelid
            JOIN pg_attribute a ON a.attrelid = d.adrelid AND a.attnum = d.adnum
            WHERE c.relnamespace = 'public'::regnamespace AND a.attgenerated = ''"""):
            self.defaults.setdefault(table, {})[column] = text
        self.primary = {}
        for table, columns in run("""
            SELECT conrelid::regclass::text, array(SELECT a.attname::text FROM unnest(conkey) k
              JOIN pg_attribute a ON a.attrelid = conrelid AND a.attnum = k)
            FROM pg_constraint WHERE contype = 'p' AND connamespace = 'public'::regnamespace"""):
            self.primary[table.strip('"').removeprefix("public.")] = columns
        self.links = run("""
            SELECT o.relname, t.relname, c.conname,
              array(SELECT a.attname::text FROM unnest(c.conkey) WITH ORDINALITY k(n, i)
                JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = k.n ORDER BY i),
              array(SELECT a.attname::text FROM unnest(c.confkey) WITH ORDINALITY k(n, i)
                JOIN pg_attribute a ON a.attrelid = c.confrelid AND a.attnum = k.n ORDER BY i)
            FROM pg_constraint c JOIN pg_class o ON o.oid = c.conrelid
            JOIN pg_class t ON t.oid = c.confrelid
            WHERE c.contype = 'f' AND c.connamespace = 'public'::regnamespace""")
        self.functions = {}
        for name, names, kinds, defaults, volatile, is_set, result, is_table, config in run("""
            SELECT p.proname, coalesce(p.proargnames, '{}'),
              array(SELECT format_type(t, NULL) FROM unnest(p.proargtypes) WITH ORDINALITY u(t, i)
                ORDER BY i), p.pronargdefaults, p.provolatile, p.proretset,
              format_type(p.prorettype, NULL), t.typtype = 'c' OR p.prorettype = 'record'::regtype,
              p.proconfig
            FROM pg_proc p JOIN pg_type t ON t.oid = p.prorettype
            WHERE p.pronamespace = 'public'::regnamespace AND p.prokind = 'f'"""):
            count = len(kinds)
            settings = dict(item.split("=", 1) for item in config or [])
            self.functions.setdefault(name, []).append({
                "arguments": dict(zip(names[:count], kinds)), "required": set(names[:count - defaults]),
                "reads": volatile != "v", "is_set": is_set, "result": result, "is_table": is_table,
                "is_unnamed": count == 1 and not (names and names[0]) and kinds[0] in ("json", "jsonb"),
                # Of the settings of a function, PostgREST sets these for the transaction.
                "settings": {key: value for key, value in settings.items()
                             if key.lower() in ("statement_timeout",)}})
        self.roles = {name for name, in run("SELECT rolname FROM pg_roles")}
        self.settings = dict(run("""
            SELECT rolname, rolconfig FROM pg_roles WHERE rolconfig IS NOT NULL"""))


class Database:
    """Connections as `authenticator`, who may become each of the roles."""

    def __init__(self, text, size=8):
        self.text = text
        self.idle = queue.LifoQueue()
        for _ in range(size):
            self.idle.put(None)
        self.cache = None
        self.reload()
        threading.Thread(target=self.listen, daemon=True).start()

    def connect(self):
        return psycopg.connect(self.text, autocommit=True, prepare_threshold=None)

    def reload(self):
        with self.connect() as connection:
            self.cache = Cache(connection)

    def listen(self):
        """Reads the schema again when it is told to."""
        while True:
            try:
                with self.connect() as connection:
                    connection.execute("LISTEN pgrst")
                    for notice in connection.notifies():
                        if notice.payload in ("", "reload schema"):
                            self.reload()
            except psycopg.Error:
                time.sleep(0.2)

    def run(self, sql, role, claims, request, reads, settings=None, judge=None):
        """One transaction. PostgREST repeats one that fails by a conflict, without end."""
        while True:
            try:
                return self.once(sql, role, claims, request, reads, settings, judge)
            except Refusal as refusal:
                if refusal.body["code"] not in ("40001", "40P01"):
                    raise

    def once(self, sql, role, claims, request, reads, settings, judge):
        """One attempt.

        The order is PostgREST's: the settings, the statement, the end. `judge` looks at the rows before
        the end, and what it refuses is rolled back. The settings `response.status` and
        `response.headers` of the transaction are left in `request`."""
        try:
            connection = self.idle.get(timeout=10)
        except queue.Empty:
            raise Refusal(504, "PGRST003",
                          "Timed out acquiring connection from connection pool.") from None
        try:
            if self.cache is None:
                self.reload()
            if connection is None or connection.closed:
                connection = self.connect()
        except psycopg.OperationalError as error:
            # Once the database was down, the schema has to be read again before anything else.
            code, self.cache = ("PGRST000" if self.cache else "PGRST002"), None
            self.idle.put(None)
            words = ("Database connection error. Retrying the connection." if code == "PGRST000" else
                     "Could not query the database for the schema cache. Retrying.")
            raise Refusal(503, code, words, str(error), headers={"Retry-After": "0"}) from None
        step = "statement"
        try:
            connection.execute("BEGIN ISOLATION LEVEL READ COMMITTED READ " + (
                "ONLY" if reads else "WRITE"))
            all_settings = [("search_path", '"public", "extensions"'), ("role", role),
                            ("request.jwt.claims", json.dumps(claims)),
                            ("request.method", request["method"]),
                            ("request.path", request["path"].removeprefix("/rest/v1")),
                            ("request.headers", json.dumps(request["headers"])), ("request.cookies", "{}")]
            for setting in self.cache.settings.get(role, []):
                name, _, value = setting.partition("=")
                if name != "search_path":
                    all_settings.append((name, value))
            all_settings += (settings or {}).items()
            connection.execute("SELECT " + ", ".join(
                f"set_config({literal(name)}, {literal(value)}, true)" for name, value in all_settings))
            rows = connection.execute(sql).fetchall()
            if judge:
                judge(rows)
            request["response"] = connection.execute(
                "SELECT nullif(current_setting('response.status', true), ''),"
                " nullif(current_setting('response.headers', true), '')").fetchone()
            step = "commit"
            connection.execute("COMMIT")
            return rows
        except Refusal:
            connection.execute("ROLLBACK")
            raise
        except psycopg.Error as error:
            raise self.refusal(connection, error, step, role) from None
        finally:
            self.idle.put(None if connection.closed else connection)

    def refusal(self, connection, error, step, role):
        """The answer to a fault of the database."""
        if connection.closed or connection.broken:
            connection.close()
            if step == "commit":
                # Nobody can tell whether the transaction was committed.
                return Refusal(400, "", "", None, None)
            return Refusal(503, "PGRST001", "Database client error. Retrying the connection.",
                           str(error), headers={"Retry-After": "0"})
        connection.execute("ROLLBACK")
        state, message = error.sqlstate, error.diag.message_primary
        status = status_of(state, message, role != "anon")
        headers = {"Retry-After": "0"} if status == 503 else {}
        if status == 401:
            headers["WWW-Authenticate"] = "Bearer"
        return Refusal(status, state, message, error.diag.message_detail, error.diag.message_hint,
                       message if state.startswith("PT") else None, headers)
