"""Connections to PostgreSQL for the tests, over the libpq that psql comes with."""

import ctypes
import ctypes.util
import select

library = ctypes.CDLL(ctypes.util.find_library("pq") or "libpq.so.5")
for name, result, arguments in [
    ("PQconnectdb", ctypes.c_void_p, [ctypes.c_char_p]),
    ("PQstatus", ctypes.c_int, [ctypes.c_void_p]),
    ("PQfinish", None, [ctypes.c_void_p]),
    ("PQerrorMessage", ctypes.c_char_p, [ctypes.c_void_p]),
    ("PQsocket", ctypes.c_int, [ctypes.c_void_p]),
    ("PQbackendPID", ctypes.c_int, [ctypes.c_void_p]),
    ("PQsendQuery", ctypes.c_int, [ctypes.c_void_p, ctypes.c_char_p]),
    ("PQconsumeInput", ctypes.c_int, [ctypes.c_void_p]),
    ("PQisBusy", ctypes.c_int, [ctypes.c_void_p]),
    ("PQgetResult", ctypes.c_void_p, [ctypes.c_void_p]),
    ("PQresultErrorField", ctypes.c_char_p, [ctypes.c_void_p, ctypes.c_int]),
    ("PQresultStatus", ctypes.c_int, [ctypes.c_void_p]),
    ("PQntuples", ctypes.c_int, [ctypes.c_void_p]),
    ("PQnfields", ctypes.c_int, [ctypes.c_void_p]),
    ("PQgetvalue", ctypes.c_char_p, [ctypes.c_void_p, ctypes.c_int, ctypes.c_int]),
    ("PQgetisnull", ctypes.c_int, [ctypes.c_void_p, ctypes.c_int, ctypes.c_int]),
    ("PQclear", None, [ctypes.c_void_p]),
    ("PQfreemem", None, [ctypes.c_void_p]),
    ("PQsetNoticeProcessor", ctypes.c_void_p, [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p]),
]:
    function = getattr(library, name)
    function.restype, function.argtypes = result, arguments



class Notification(ctypes.Structure):
    _fields_ = [("channel", ctypes.c_char_p), ("pid", ctypes.c_int), ("payload", ctypes.c_char_p)]


library.PQnotifies.restype = ctypes.POINTER(Notification)
library.PQnotifies.argtypes = [ctypes.c_void_p]
quiet = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_char_p)(lambda *_: None)


class SQLError(Exception):
    """What the server refused, with its SQLSTATE."""

    def __init__(self, state, message, detail=""):
        super().__init__(f"{state}: {message}")
        self.state, self.message, self.detail = state, message, detail


class Connection:
    """A session. `run` waits for the answer; `send` and `is_ready` don't."""

    def __init__(self, database, user="owner"):
        self.handle = library.PQconnectdb(f"dbname={database} user={user}".encode())
        if library.PQstatus(self.handle) != 0:
            raise SQLError("08001", library.PQerrorMessage(self.handle).decode())
        library.PQsetNoticeProcessor(self.handle, quiet, None)
        self.pid = library.PQbackendPID(self.handle)
        self.socket = library.PQsocket(self.handle)

    def close(self):
        library.PQfinish(self.handle)

    def send(self, sql):
        if not library.PQsendQuery(self.handle, sql.encode()):
            raise SQLError("08006", library.PQerrorMessage(self.handle).decode())

    def is_ready(self, seconds):
        """Whether the answer is there, at the latest after some seconds."""
        if library.PQisBusy(self.handle):
            select.select([self.socket], [], [], seconds)
            library.PQconsumeInput(self.handle)
        return not library.PQisBusy(self.handle)

    def answer(self):
        """The rows of the last statement; raises the first error."""
        rows, error = [], None
        while result := library.PQgetResult(self.handle):
            if library.PQresultStatus(result) in (5, 7):  # bad response, fatal error
                state, text, detail = (
                    (library.PQresultErrorField(result, ord(c)) or b"").decode(errors="replace")
                    for c in "CMD")
                error = error or SQLError(state or "?????", text, detail)
            rows = [
                tuple(
                    None if library.PQgetisnull(result, row, column)
                    else library.PQgetvalue(result, row, column).decode()
                    for column in range(library.PQnfields(result)))
                for row in range(library.PQntuples(result))]
            library.PQclear(result)
        if error:
            raise error
        return rows

    def notifications(self):
        """The channels and payloads that have come since the last time."""
        self.run("SELECT 1")
        found = []
        while notification := library.PQnotifies(self.handle):
            found.append((notification.contents.channel.decode(),
                          notification.contents.payload.decode()))
            library.PQfreemem(notification)
        return found

    def run(self, sql):
        self.send(sql)
        while not self.is_ready(60):
            pass
        return self.answer()
