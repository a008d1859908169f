#!/usr/bin/env python3
"""Fetches prices and rates from a server on this machine, through the network code of the program:
the recorded answers of Specs/sources, refusals, redirects, rate limits, slow answers, and a
connection that ends.

Usage: run.py FOLIO. The program needs a network: on Linux the trait Supabase.
"""

import http.server
import json
import os
import pathlib
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse

SPECS = pathlib.Path(__file__).resolve().parents[2] / "Specs" / "sources"
FOLIO = os.path.abspath(sys.argv[1])
KEYS = {"TIINGO_TOKEN": "key-of-tiingo", "COINGECKO_DEMO_KEY": "key-of-demo",
        "COINGECKO_PRO_KEY": "key-of-pro", "ALPHAVANTAGE_KEY": "key-of-av"}
TIINGO = (SPECS / "tiingo" / "answer.json").read_text("utf-8")
requests = []
failures = []


class Server(http.server.BaseHTTPRequestHandler):
    """The first part of the path is a source, or what is to happen."""

    def log_message(self, *_):
        pass

    def reply(self, status, body="", **headers):
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("Content-Length", str(len(body.encode())))
        self.end_headers()
        self.wfile.write(body.encode())

    def do_GET(self):
        path = urllib.parse.urlparse(self.path).path
        word = path.split("/")[1]
        count = sum(request[0] == word for request in requests)
        requests.append((word, dict(self.headers)))
        files = sorted((SPECS / word).glob("answer.*"))
        if files:
            self.reply(200, files[0].read_text("utf-8"))
        elif word == "limit" and count == 0:
            self.reply(429, "slow down", Retry_After="1")
        elif word == "later":
            self.reply(429, "slow down", Retry_After="86400")
        elif word == "cut" and count == 0:
            self.connection.shutdown(socket.SHUT_RDWR)
        elif word == "html":
            self.reply(200, "<!DOCTYPE html><title>Just a moment</title>")
        elif word == "echo":
            self.reply(403, "the key " + self.headers["Authorization"] + " is wrong")
        elif word == "near":
            self.reply(301, Location="/moved")
        elif word == "far":
            self.reply(302, Location=f"http://localhost:{self.server.server_port}/moved")
        elif word == "loop":
            self.reply(302, Location="/loop")
        elif word == "ftp":
            self.reply(302, Location="ftp://127.0.0.1/moved")
        else:
            if word == "slow":
                time.sleep(2)
            self.reply(200, TIINGO)


def folio(*words, **variables):
    done = subprocess.run(
        [FOLIO, *words], capture_output=True, text=True, env={**os.environ, **KEYS, **variables},
        timeout=120, check=False)
    return done.returncode, done.stdout, done.stderr


def expect(is_so, what, *details):
    if not is_so:
        failures.append(what)
        print(f"failed: {what}", *details, sep="\n", file=sys.stderr)


def source(name, port, word):
    """A file with a source of the program, whose server is this one."""
    document = json.loads(folio("sources", "show", name)[1])
    address = document["request"]["address"]
    query = address.split("?", 1)[1] if "?" in address else ""
    document["request"] |= {"address": f"http://127.0.0.1:{port}/{word}?{query}", "pause": 1}
    document["name"] = word
    path = f"{word}.source.json"
    pathlib.Path(path).write_text(json.dumps(document), "utf-8")
    return path


def recorded(port):
    """Each source in the program reads its recorded answer."""
    for folder in sorted(path.parent for path in SPECS.glob("*/case.json")):
        case = json.loads((folder / "case.json").read_text("utf-8"))
        name = case["name"]
        ledger = {
            "settings": {"base_currency": case.get("base", case["currency"])},
            "portfolio_cash_accounts": [{"id": "c", "currency": case["currency"]}],
            "stocks_master": [{"symbol": "X", "currency": case["currency"]}]}
        pathlib.Path("l.json").write_text(json.dumps(ledger), "utf-8")
        kind, given = ("rates", name) if "pair" in case else ("prices", f"X={name}/{case['ticker']}")
        status, text, message = folio(
            kind, "update", "l.json", "--source", given, "--source-file", source(name, port, name),
            "--from", case["from"], "--to", case["to"], "-o", f"{name}.csv")
        # Sources that know some days only are asked for today.
        if status == 0 and os.path.exists(f"{name}.csv"):
            lines = pathlib.Path(f"{name}.csv").read_text("utf-8").splitlines()[1:]
            place = 3 if kind == "rates" else 2
            rows = [f"{line.split(',')[0]} {line.split(',')[place]}" for line in lines]
            wanted = [" ".join(row.split()[:2]) for row in case["rows"]]
            expect(rows == wanted, f"the rows of {name}", rows, wanted)
        else:
            expect("knows nothing as old" in message, f"{name} fetches", status, text, message)


def behaviour(port):
    """What a server may do, and what the program makes of it."""
    ledger = {"settings": {"base_currency": "USD"},
              "stocks_master": [{"symbol": "AAPL", "currency": "USD"}]}
    pathlib.Path("l.json").write_text(json.dumps(ledger), "utf-8")
    for word, status, part in [
            ("plain", 0, "2 new prices"), ("limit", 0, "waiting 1 second"),
            ("cut", 0, "2 new prices"), ("slow", 0, "2 new prices"), ("near", 0, "2 new prices"),
            ("far", 0, "2 new prices"), ("later", 1, "asks to come back in 86400 seconds"),
            ("html", 1, "the answer is not JSON: <!DOCTYPE html>"),
            ("echo", 1, "the key Token … is wrong"), ("loop", 1, "is not followed"),
            ("ftp", 1, "is not followed")]:
        done, _, message = folio(
            "prices", "update", "l.json", "--source", f"AAPL={word}/AAPL", "--source-file",
            source("tiingo", port, word), "--from", "2024-01-02", "-o", f"{word}.csv")
        expect(done == status and part in message, word, done, message)
    moved = [headers.get("Authorization") for word, headers in requests if word == "moved"]
    expect(moved == ["Token key-of-tiingo", None], "the key goes to its server alone", moved)


def programs():
    """A source may be a program, which gets the words as they are."""
    document = {
        "format": "folio-source/1", "name": "own", "gives": "prices",
        "request": {"command": ["python3", "own.py", "{ticker}", "{from}"]},
        "answer": {"form": "csv", "day": "day", "value": "close", "currency": {"value": "USD"}}}
    pathlib.Path("own.json").write_text(json.dumps(document), "utf-8")
    update = ["prices", "update", "l.json", "--source", "AAPL=own/a 'b' $c", "--source-file", "own.json",
              "--from", "2024-01-02", "-o", "own.csv"]
    pathlib.Path("own.py").write_text(
        "import sys\nassert sys.argv[1] == \"a 'b' $c\" and sys.stdin.read() == ''\n"
        "print('day,close\\n' + sys.argv[2] + ',7.25')\n" + "print('2024-01-03,8')\n" * 99_999)
    done, _, message = folio(*update)
    expect(done == 0 and "2 new prices" in message, "a program", done, message)
    for text, part in [("raise SystemExit(3)", "python3 ended with status 3"),
                       ("import os\nos.kill(os.getpid(), 9)", "python3 was ended")]:
        pathlib.Path("own.py").write_text(text)
        done, _, message = folio(*update)
        expect(done == 1 and part in message, part, done, message)
    document["request"]["command"][0] = "no-such-program"
    pathlib.Path("own.json").write_text(json.dumps(document), "utf-8")
    done, _, message = folio(*update)
    expect(done == 1 and "no-such-program cannot be started" in message, "no program", message)


def offline():
    """Without a server, the ledger is used as it is."""
    folio("init", "file:l.folio", "--base", "USD")
    folio("add", "file:l.folio", "--account", "usd:USD", "--account", "eur:EUR", "--deposit", "5",
          "--cash", "usd")
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        path = source("ecb", closed.getsockname()[1], "none")
    done, _, message = folio(
        "rates", "update", "file:l.folio", "--source", "none", "--source-file", path)
    expect(done == 3 and "cannot be reached" in message, "offline", done, message)
    expect(folio("cash", "file:l.folio")[0] == 0, "cash after that")


def main():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Server)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        recorded(server.server_port)
        behaviour(server.server_port)
        programs()
        offline()
        os.chdir("/")
    print(f"{len(requests)} requests, {len(failures)} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
