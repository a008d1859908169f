"""Ledgers behind pgbouncer in transaction mode: each transaction may run in another process of the
server, which others use next."""
import os
import shutil
import subprocess
import sys
import time

from program import Program, expect, say, server, sql

folio = Program(sys.argv[1])
ledger, user = sys.argv[2], sys.argv[3]


def start(folder):
    """Starts pgbouncer on a socket in a folder, as a user that is not root."""
    with open(os.path.join(folder, "users.txt"), "w", encoding="utf-8") as file:
        file.write('"owner" ""\n')
    with open(os.path.join(folder, "pgbouncer.ini"), "w", encoding="utf-8") as file:
        file.write(f"[databases]\nfolio = host={os.environ['PGHOST']} dbname=folio\n[pgbouncer]\n"
                   f"listen_addr =\nlisten_port = 6432\nunix_socket_dir = {folder}\n"
                   f"auth_type = trust\nauth_file = {folder}/users.txt\npool_mode = transaction\n"
                   f"default_pool_size = 2\nlogfile = {folder}/log\n")
    words = [shutil.which("pgbouncer") or "/usr/sbin/pgbouncer", os.path.join(folder, "pgbouncer.ini")]
    if os.geteuid() == 0:
        shutil.chown(folder, user)
        words = ["runuser", "-u", user, "--"] + words
    process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    for _ in range(100):
        if os.path.exists(os.path.join(folder, ".s.PGSQL.6432")):
            return process
        time.sleep(0.1)
    expect(False, "pgbouncer does not start")


def main():
    folder = os.path.join(os.getcwd(), "pooler")
    os.mkdir(folder)
    pooler = start(folder)
    through = {"PGHOST": folder, "PGPORT": "6432"}
    try:
        users = [f"u-pooled-{number}" for number in range(3)]
        for one in users:
            folio.output("init", server(one), ledger, "--quiet", **through)
        count = 0
        for turn in range(5):
            running = [folio.start("add", server(one), "--deposit", str(number + 1), "--cash", "c-bank-usd",
                                   "--on", "2024-06-01", "--id", f"p-{turn}-{number}", "--quiet", **through)
                       for one in users for number in range(3)]
            for process in running:
                _, messages = process.communicate(timeout=300)
                expect(process.returncode == 0, messages.decode())
                count += 1
        for one in users:
            texts = [folio.output("export", "folio-ndjson", server(one), "--quiet", **way) for way in (through, {})]
            expect(texts[0] == texts[1], f"{one}: the pooler shows something else")
            found = sum(texts[0].count(f'"id": "p-{t}-{n}"'.encode()) for t in range(5) for n in range(3))
            expect(found == 15, f"{one}: {found} of 15 changes")
        left = subprocess.run(["psql", "-X", "-A", "-t", "-d", "folio", "-c",
                               "SELECT current_user || coalesce(current_setting('request.jwt.claims', true), '')"],
                              capture_output=True, text=True, env={**os.environ, **through})
        expect(left.stdout.strip() == "owner", f"a transaction left {left.stdout} {left.stderr}")
        say(f"{count} changes of {len(users)} users at once through a pooler in transaction mode: none is lost, "
            "and nothing is left in a connection")
    finally:
        pooler.terminate()
        pooler.wait()


main()
