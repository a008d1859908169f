"""Runs the command."""
import os
import re
import subprocess
import sys


class Program:
    """The command, with the answers that a test expects."""

    def __init__(self, path):
        self.path = path

    def start(self, *words, **variables):
        environment = {**os.environ, **variables}
        return subprocess.Popen([self.path, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                stdin=subprocess.DEVNULL, env=environment)

    def run(self, *words, **variables):
        """The status, the output and the messages."""
        process = self.start(*words, **variables)
        output, messages = process.communicate(timeout=900)
        return process.returncode, output, messages.decode()

    def output(self, *words, **variables):
        status, output, messages = self.run(*words, **variables)
        expect(status == 0, f"{words}: status {status}: {messages}")
        return output

    def refuses(self, wanted, *words, **variables):
        status, _, messages = self.run(*words, **variables)
        expect(status not in (0, 139), f"{words}: status {status}")
        expect(wanted in messages, f"{words}: {messages}")
        expect("secret" not in messages, f"{words}: {messages}")


def expect(condition, message):
    if not condition:
        print(f"  FAILED: {message}")
        sys.exit(1)


def say(text):
    print(f"  {text}", flush=True)


def server(user, database="folio"):
    return f"postgres:///{database}?folio_user={user}"


def sql(database, statements):
    """What psql answers."""
    answer = subprocess.run(["psql", "-X", "-q", "-A", "-t", "-d", database, "--set", "ON_ERROR_STOP=1",
                             "-c", statements], capture_output=True, text=True)
    expect(answer.returncode == 0, f"{statements}: {answer.stderr}")
    return answer.stdout.strip()


def without_times(document):
    """A document without the times that each store notes itself."""
    return re.sub(rb'"updated_at": "[^"]*"', b'""', document)
