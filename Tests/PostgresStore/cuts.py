"""A proxy cuts the connection after each message of the server or of the client, or delays the message.
Or the server ends the connection there, or one of its processes is killed. Whatever the command says of
its change must be true, and nothing may be there twice."""
import os
import signal
import socket
import subprocess
import sys
import threading
import time

from program import Program, expect, say, server

folio = Program(sys.argv[1])
target = sys.argv[2]


class Proxy:
    """Forwards connections. After some messages of the first one something happens: a function returns
    whether the connection goes on."""

    def __init__(self, path, side, after, event):
        self.side, self.after, self.path, self.event = side, after, path, event
        self.was_cut, self.first = False, True
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(path)
        self.listener.listen()
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            upstream = socket.socket(socket.AF_UNIX)
            upstream.connect(target)
            counted = self.first
            self.first = False
            for source, sink, name in [(client, upstream, "client"), (upstream, client, "server")]:
                threading.Thread(target=self.pump, args=(source, sink, name, counted), daemon=True).start()

    def pump(self, source, sink, name, counted):
        rest, passed, started = b"", 0, name == "server"
        while True:
            try:
                data = source.recv(65536)
            except OSError:
                data = b""
            if not data:
                break
            rest += data
            # The first packet of a client has no type.
            while len(rest) >= (5 if started else 4):
                size = int.from_bytes(rest[1:5], "big") + 1 if started else int.from_bytes(rest[:4], "big")
                if len(rest) < size:
                    break
                message, rest = rest[:size], rest[size:]
                started = True
                if counted and name == self.side and passed == self.after:
                    self.was_cut = True
                    if not self.event():
                        self.close(source, sink)
                        return
                passed += 1
                try:
                    sink.sendall(message)
                except OSError:
                    self.close(source, sink)
                    return
        self.close(source, sink)

    @staticmethod
    def close(*sockets):
        for one in sockets:
            try:
                one.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
            one.close()

    def stop(self):
        self.listener.close()
        os.unlink(self.path)


def count_of(store, name):
    text = folio.output("export", "folio-ndjson", store, "--quiet")
    return text.count(f'"id": "{name}"'.encode())


def processes():
    """The processes of the server that serve connections through the proxy."""
    answer = subprocess.run(
        ["psql", "-X", "-q", "-A", "-t", "-d", "postgres", "-c",
         "SELECT pid FROM pg_stat_activity WHERE datname = 'folio' AND application_name = 'folio'"],
        capture_output=True, text=True)
    return [int(word) for word in answer.stdout.split()]


def delay():
    time.sleep(0.3)
    return True


def terminate():
    for pid in processes():
        subprocess.run(["psql", "-X", "-q", "-d", "postgres", "-c", f"SELECT pg_terminate_backend({pid})"],
                       capture_output=True)
    return True


def kill():
    """The server ends all connections then, and recovers."""
    for pid in processes():
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
    return True


def is_ready():
    for _ in range(300):
        if subprocess.run(["psql", "-X", "-q", "-d", "folio", "-c", "SELECT 1"], capture_output=True).returncode == 0:
            return
        time.sleep(0.1)
    expect(False, "the server does not come back")


def trial(what, event, step, least):
    """What happens after each so many messages of a command."""
    folder = os.path.join(os.getcwd(), "proxy")
    os.makedirs(folder, exist_ok=True)
    path = os.path.join(folder, ".s.PGSQL.5432")
    said = {"done": 0, "not done": 0, "not known": 0}
    for side in ("server", "client"):
        after = 0
        while True:
            name = f"{what}-{side}-{after}"
            # A ledger of its own, so that each run sends the same messages.
            store = server(name)
            folio.output("init", store, "account.json", "--quiet")
            proxy = Proxy(path, side, after, event)
            status, _, messages = folio.run("add", store, "--deposit", "1", "--cash", "usd", "--on",
                                            "2024-01-02", "--id", name, "--quiet", PGHOST=folder)
            proxy.stop()
            is_ready()
            count = count_of(store, name)
            if status == 0:
                expect(count == 1, f"{name}: said to be done, and is there {count} times")
                said["done"] += 1
            elif "not known" in messages:
                expect(count <= 1, f"{name}: is there {count} times")
                said["not known"] += 1
            else:
                expect(count == 0, f"{name}: said not to be done, and is there: {messages}")
                said["not done"] += 1
            if not proxy.was_cut:
                break
            after += step
        expect(after > 10, f"only {after} messages of the {side}")
    total = sum(said.values())
    expect(total >= least and said["done"] > 0, f"{what}: {said}")
    say(f"{what}: {total} times: {said}; what was said is true each time")


def main():
    with open("account.json", "w", encoding="utf-8") as file:
        file.write('{"format": "folio/1", "portfolio_cash_accounts": '
                   '[{"id": "usd", "currency": "USD", "name": "Cash"}]}')
    trial("cut", lambda: False, 1, 100)
    trial("delay", delay, 9, 8)
    trial("terminate", terminate, 4, 20)
    trial("kill", kill, 16, 6)


main()
