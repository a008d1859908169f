"""The disk of the server is full. Whatever the command says of its change must be true."""
import json
import os
import shutil
import subprocess
import sys
import time

from program import Program, expect, say, server

folio = Program(sys.argv[1])
bin_folder, schema, user = sys.argv[2:5]
SIZE = 110


def run(*words, check=True):
    words = (["runuser", "-u", user, "--"] if os.geteuid() == 0 else []) + list(words)
    return subprocess.run(words, check=check, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def document(turn):
    rows = [{"format": "folio/1", "portfolio_cash_accounts": [{"id": "usd", "currency": "USD"}]}] if turn == 0 else []
    rows += [{"id": f"t{turn}-{number}", "occurred_at": "2024-01-02T00:00:00Z", "notes": "x" * 500,
              "cash_transactions": [{"id": f"t{turn}-{number}-1", "cash_account_id": "usd", "leg_type": "deposit",
                                     "direction": "in", "amount": "1"}]} for number in range(400)]
    with open("full.ndjson", "w", encoding="utf-8") as file:
        file.write("".join(json.dumps(row) + "\n" for row in rows))


def fill(folder):
    """Leaves room for little more than a change."""
    free = os.statvfs(folder)
    with open(os.path.join(folder, "ballast"), "wb") as file:
        os.posix_fallocate(file.fileno(), 0, free.f_bavail * free.f_frsize - 1_500_000)


def start(data, folder):
    """The server, which may have given up for lack of room."""
    for _ in range(30):
        if run(f"{bin_folder}/pg_ctl", "-D", data, "status", check=False).returncode != 0:
            run(f"{bin_folder}/pg_ctl", "-D", data, "-w", "-l", f"{folder}/log", "-o",
                f"-c listen_addresses='' -c unix_socket_directories='{folder}' -c max_wal_size=24MB"
                " -c min_wal_size=8MB -c shared_buffers=8MB", "start", check=False)
        if subprocess.run(["psql", "-X", "-q", "-d", "postgres", "-c", "SELECT 1"],
                          capture_output=True).returncode == 0:
            return
        time.sleep(0.5)
    expect(False, "the server does not start")


def main():
    folder = os.path.join(os.getcwd(), "small")
    os.mkdir(folder)
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={SIZE}m", "tmpfs", folder], capture_output=True)
    if mounted.returncode != 0:
        say("NOT TESTED: a full disk, because no small file system can be mounted here: "
            + mounted.stderr.decode().strip())
        return
    os.environ["PGHOST"] = folder
    data = os.path.join(folder, "data")
    try:
        shutil.chown(folder, user)
        run(f"{bin_folder}/initdb", "-D", data, "-U", "owner", "--auth=trust", "--encoding=UTF8", "--locale=C",
            "--wal-segsize=1")
        start(data, folder)
        subprocess.run(["psql", "-X", "-q", "-d", "postgres", "-c", "CREATE DATABASE full_disk"], check=True)
        subprocess.run(["psql", "-X", "-q", "-d", "full_disk", "--set", "ON_ERROR_STOP=1", "--file", schema],
                       check=True)
        store, done, refused = server("u", "full_disk"), [], []
        for turn in range(200):
            document(turn)
            words = ["init"] if turn == 0 else ["add"]
            status, _, messages = folio.run(*words, store, "full.ndjson", "--quiet")
            if status == 0:
                done.append(turn)
                if turn == 1:
                    fill(folder)
                continue
            expect("not known" not in messages or "postgres" in messages, messages)
            refused.append((turn, messages.strip().splitlines()[0]))
            if len(refused) == 3:
                break
        expect(len(refused) == 3 and len(done) > 1, f"done {len(done)}, refused {refused}")
        os.unlink(os.path.join(folder, "ballast"))
        start(data, folder)
        text = folio.output("export", "folio-ndjson", store, "--quiet")
        for turn in range(refused[-1][0] + 1):
            count = text.count(f'"id": "t{turn}-'.encode()) // 2
            said = [message for number, message in refused if number == turn]
            if said and "not known" in said[0]:
                expect(count in (0, 400), f"change {turn} is there in part: {count}")
            else:
                expect(count == (0 if said else 400), f"change {turn}: {count} groups, and said {said}")
        document(900)
        folio.output("add", store, "full.ndjson", "--quiet")
        say(f"a full disk: {len(done)} changes are made, {len(refused)} refused ({refused[0][1][:90]}), "
            "and it goes on when there is room")
    finally:
        run(f"{bin_folder}/pg_ctl", "-D", data, "-m", "immediate", "stop", check=False)
        time.sleep(0.5)
        subprocess.run(["umount", "-l", folder], check=False)


main()
