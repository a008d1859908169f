"""A real PostgreSQL under the stand-in: connections, the schema cache, and transactions as PostgREST
makes them."""
import json
import queue
import threading

import psycopg


class Refusal(Exception):
    """An answer with an error: the status and the four members of its body."""

    def __init__(self, status, code, message, details=None, hint=None):
        super().__init__(message)
        self.status = status
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
        for name, names, kinds, defaults, volatile, is_set, result, is_table in run("""
            SELECT p.proname, coalesce(p.proargnames, '{}'),
              array(SELECT format_type(t, NULL) FROM unnest(p.proargtypes) WITH ORDINALITY u(t, i)
                ORDER BY i), p.pronargdefaults, p.provolatile, p.proretset,
              format_type(p.prorettype, NULL), t.typtype = 'c' OR p.prorettype = 'record'::regtype
            FROM pg_proc p JOIN pg_type t ON t.oid = p.prorettype
            WHERE p.pronamespace = 'public'::regnamespace AND p.prokind = 'f'"""):
            count = len(kinds)
            self.functions.setdefault(name, []).append({
                "arguments": dict(zip(names[:count], kinds)), "required": set(names[:count - defaults]),
                "reads": volatile != "v", "is_set": is_set, "result": result, "is_table": is_table})
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
        with self.connect() as connection:
            connection.execute("LISTEN pgrst")
            for notice in connection.notifies():
                if notice.payload in ("", "reload schema"):
                    self.reload()

    def run(self, sql, role, claims, request, reads):
        """One transaction.

        The order is PostgREST's: the settings, the statement, the end."""
        try:
            connection = self.idle.get(timeout=10)
        except queue.Empty:
            raise Refusal(504, "PGRST003",
                          "Timed out acquiring connection from connection pool.") from None
        try:
            if connection is None or connection.closed:
                connection = self.connect()
        except psycopg.OperationalError:
            self.idle.put(None)
            raise Refusal(503, "PGRST001", "Database client error. Retrying the connection.") from None
        try:
            connection.execute("BEGIN ISOLATION LEVEL READ COMMITTED READ " + (
                "ONLY" if reads else "WRITE"))
            settings = [("search_path", '"public", "extensions"'), ("role", role),
                        ("request.jwt.claims", json.dumps(claims)), ("request.method", request["method"]),
                        ("request.path", request["path"]),
                        ("request.headers", json.dumps(request["headers"])), ("request.cookies", "{}")]
            for setting in self.cache.settings.get(role, []):
                name, _, value = setting.partition("=")
                if name != "search_path":
                    settings.append((name, value))
            connection.execute("SELECT " + ", ".join(
                f"set_config({literal(name)}, {literal(value)}, true)" for name, value in settings))
            rows = connection.execute(sql).fetchall()
            connection.execute("COMMIT")
            return rows
        except psycopg.Error as error:
            state = error.sqlstate or "08006"
            message = error.diag.message_primary or "the connection to the database ended"
            if not connection.closed:
                try:
                    connection.execute("ROLLBACK")
                except psycopg.Error:
                    pass
            raise Refusal(status_of(state, message, role != "anon"), state, message,
                          error.diag.message_detail, error.diag.message_hint) from None
        finally:
            self.idle.put(None if connection.closed else connection)
