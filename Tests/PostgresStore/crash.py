"""All processes of the server are killed while a command changes a store, and the server starts again.
Whatever the command says of its change must be true, also after the recovery."""
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time

from program import Program, expect, say, server

folio = Program(sys.argv[1])
bin_folder, schema, user = sys.argv[2:5]
TURNS, GROUPS = 24, 150


def run(*words, check=True):
    words = (["runuser", "-u", user, "--"] if os.geteuid() == 0 else []) + list(words)
    return subprocess.run(words, check=check, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def start(folder):
    """The server. What is left of the killed one may take a moment to end."""
    for _ in range(60):
        run(f"{bin_folder}/pg_ctl", "-D", f"{folder}/data", "-w", "-l", f"{folder}/log", "-o",
            f"-c listen_addresses='' -c unix_socket_directories='{folder}'", "start", check=False)
        if subprocess.run(["psql", "-X", "-q", "-d", "postgres", "-c", "SELECT 1"],
                          capture_output=True).returncode == 0:
            return
        time.sleep(0.2)
    expect(False, "the server does not start again")


def kill(folder):
    with open(f"{folder}/data/postmaster.pid", encoding="utf-8") as file:
        main_process = int(file.readline())
    os.kill(main_process, signal.SIGSTOP)
    children = subprocess.run(["pgrep", "-P", str(main_process)], capture_output=True, text=True).stdout
    for process in [main_process, *map(int, children.split())]:
        try:
            os.kill(process, signal.SIGKILL)
        except ProcessLookupError:
            pass


def document(turn):
    rows = [{"format": "folio/1", "portfolio_cash_accounts": [{"id": "usd", "currency": "USD"}]}] if turn == 0 else []
    rows += [{"id": f"t{turn}-{number}", "occurred_at": "2024-01-02T00:00:00Z",
              "cash_transactions": [{"id": f"t{turn}-{number}-1", "cash_account_id": "usd", "leg_type": "deposit",
                                     "direction": "in", "amount": "1"}]} for number in range(GROUPS)]
    with open("crash.ndjson", "w", encoding="utf-8") as file:
        file.write("".join(json.dumps(row) + "\n" for row in rows))


def main():
    folder = os.path.join(os.getcwd(), "crash")
    os.mkdir(folder)
    os.environ["PGHOST"] = folder
    choice = random.Random(7)
    said = {}
    try:
        shutil.chown(folder, user)
        run(f"{bin_folder}/initdb", "-D", f"{folder}/data", "-U", "owner", "--auth=trust", "--encoding=UTF8",
            "--locale=C")
        start(folder)
        subprocess.run(["psql", "-X", "-q", "-d", "postgres", "-c", "CREATE DATABASE crash"], check=True)
        subprocess.run(["psql", "-X", "-q", "-d", "crash", "--set", "ON_ERROR_STOP=1", "--file", schema], check=True)
        store = server("u", "crash")
        document(0)
        folio.output("init", store, "crash.ndjson", "--quiet")
        document(1)
        began = time.monotonic()
        folio.output("add", store, "crash.ndjson", "--quiet")
        usual = time.monotonic() - began
        for turn in range(2, TURNS + 2):
            document(turn)
            command = folio.start("add", store, "crash.ndjson", "--quiet")
            time.sleep(choice.uniform(0, 1.2 * usual))
            kill(folder)
            # Half of the time the server is back while the command still tries.
            comes_back = turn % 2 == 0
            if comes_back:
                start(folder)
            _, messages = command.communicate(timeout=300)
            if not comes_back:
                start(folder)
            if command.returncode == 0:
                said[turn] = "made"
            else:
                said[turn] = "unclear" if b"not known" in messages else "refused"
                expect(command.returncode != 139 and messages.strip(), f"turn {turn}: {command.returncode}")
            text = folio.output("export", "folio-ndjson", store, "--quiet")
            count = text.count(f'"id": "t{turn}-'.encode()) // 2
            wanted = {"made": [GROUPS], "refused": [0], "unclear": [0, GROUPS]}[said[turn]]
            expect(count in wanted, f"turn {turn} is {said[turn]}, and {count} groups are there: {messages}")
        folio.output("check", store, "--quiet")
        counts = {word: list(said.values()).count(word) for word in ["made", "refused", "unclear"]}
        expect(counts["made"] > 0 and counts["made"] < TURNS, f"the kills came too early or too late: {counts}")
        say(f"{TURNS} times the whole server was killed and came back: {counts['made']} changes are made, "
            f"{counts['refused']} refused, {counts['unclear']} unclear, and all that is true")
    finally:
        run(f"{bin_folder}/pg_ctl", "-D", f"{folder}/data", "-m", "immediate", "stop", check=False)


main()
