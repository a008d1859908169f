#!/usr/bin/env python3
"""Lets every call of the system fail that commands make on a store, and kills them at every call.

    Tests/StoreFaults/run.py FOLIO [--every N] [--kinds KIND,...] [STORE...]

FOLIO is the program; STORE is file or sqlite, both where none is named and the program has both.
--every N tries every Nth call only. After each run the store has to say what it said before the
command or what it says after it, nothing between, and takes the next command. Prints a table.
Needs Linux and a C compiler.
"""
import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
KINDS = ["fail", "fail-twice", "full", "kill", "kill-half"]

LEDGER = """{"format": "folio/1", "settings": {"base_currency": "USD"},
 "portfolio_cash_accounts": [{"id": "c-usd", "currency": "USD"}],
 "transaction_groups": [%s]}
"""
GROUP = (
    '{"id": "%s", "group_type": "deposit", "status": "settled", "occurred_at": "2024-01-0%d", '
    '"notes": "%s", "cash_transactions": [{"id": "%s-1", "cash_account_id": "c-usd", '
    '"leg_type": "deposit", "direction": "in", "amount": "10", "currency": "USD"}]}')


def group(name, day, notes=""):
    return GROUP % (name, day, notes, name)


class Trial:
    """A command on stores in a folder, tried with faults at every call."""

    def __init__(self, folio, shim, kind, name, prepare, command):
        self.folio, self.shim, self.kind, self.name = folio, shim, kind, name
        self.prepare, self.command = prepare, command

    def run(self, folder, arguments, faults=None):
        environment = dict(os.environ)
        if faults is not None:
            environment |= {
                "LD_PRELOAD": str(self.shim), "FOLIO_FAULT_FOLDER": f"{folder}/", **faults}
        arguments = [argument.replace("@", f"{self.kind}:{folder}/") for argument in arguments]
        arguments = [argument.replace("%", f"{folder}/") for argument in arguments]
        return subprocess.run(
            [self.folio, *arguments], env=environment, capture_output=True, text=True, timeout=60)

    def must(self, folder, arguments):
        done = self.run(folder, arguments)
        assert done.returncode == 0, (self.name, arguments, done.stderr)

    def said(self, folder):
        """What every store says; None for one that is not there."""
        answers = []
        for store in ["a", "b"]:
            if store == "b" and self.name != "sync":
                continue
            done = self.run(folder, ["export", "folio-ndjson", f"@{store}"])
            if "there is no store" in done.stderr:
                answers.append(None)
                continue
            assert done.returncode == 0, (self.name, done.stderr)
            # Two stores may have groups of one day in another order.
            answers.append("\n".join(sorted(done.stdout.splitlines())))
            if "large" in self.name:
                # What a page says.
                done = self.run(folder, ["log", f"@{store}", "--limit", "5"])
                assert done.returncode == 0, (self.name, done.stderr)
                answers[-1] += done.stdout
        return answers

    def inputs(self, folder):
        big = "x" * 10000
        texts = {
            "ledger.json": LEDGER % ",".join([group("g1", 1), group("g2", 2)]),
            "more.ndjson": group("g3", 3) + "\n" + group("g4", 4) + "\n",
            "edited.ndjson": group("g1", 1, "edited") + "\n",
            "big.ndjson": group("g1", 1, big) + "\n",
            "bigger.ndjson": group("g1", 1, 2 * big) + "\n",
            "other.ndjson": group("g9", 9) + "\n",
            "large.json": LEDGER % ",".join(
                [group("g1", 1), group("g2", 2)] + [group(f"h{n}", 3, big) for n in range(30)]),
            "bulk.ndjson": "".join(group(f"i{n}", 4, big) + "\n" for n in range(15)),
        }
        for name, text in texts.items():
            (folder / name).write_text(text)

    def start(self, base):
        folder = base / "start"
        folder.mkdir()
        self.inputs(folder)
        for command in self.prepare:
            self.must(folder, command)
        return folder

    def table(self, base, kinds, every):
        start = self.start(base)
        before = self.said(start)
        done = base / "done"
        shutil.copytree(start, done)
        count = base / "count"
        self.runs(done, {"FOLIO_FAULT_COUNT": str(count)}, must=True)
        after = self.said(done)
        calls = count.read_text().split()
        renaming = ["sync"]
        assert ("rename" in calls) == (self.name in renaming or "rewrite" in self.name), calls
        rows = []
        for kind in kinds:
            tally = {"tried": 0, "refused": 0, "unknown": 0, "before": 0, "after": 0}
            for number in range(1, len(calls) + 1, every):
                if kind == "kill-half" and calls[number - 1] != "write":
                    continue
                if kind == "full" and calls[number - 1] not in ["write", "open"]:
                    continue
                folder = base / "try"
                shutil.copytree(start, folder)
                self.judge(folder, kind, number, calls, before, after, tally)
                shutil.rmtree(folder)
            rows.append((kind, len(calls), tally))
        return rows

    def runs(self, folder, faults, must=False):
        done = self.run(folder, self.command, faults)
        assert not must or done.returncode == 0, (self.name, done.stderr)
        return done

    def judge(self, folder, kind, number, calls, before, after, tally):
        label = (self.kind, self.name, kind, number, calls[number - 1])
        done = self.runs(folder, {"FOLIO_FAULT_AT": str(number), "FOLIO_FAULT_KIND": kind})
        is_unknown = "it is not known whether" in done.stderr
        tally["tried"] += 1
        tally["refused"] += done.returncode != 0
        tally["unknown"] += is_unknown
        said = self.said(folder)
        if self.name == "sync":
            assert all(text in (old, new) for text, old, new in zip(said, before, after)), (
                label, done.stderr, said)
        else:
            assert said in (before, after), (label, done.stderr, said)
        tally["before"] += said == before
        tally["after"] += said != before
        if done.returncode == 0:
            assert said == after, (label, said)
        elif not kind.startswith("kill") and not is_unknown and self.name != "sync":
            assert said == before, (label, done.stderr)
        # The same command works now, or says that it was done.
        again = self.run(folder, self.command)
        words = ("already", "already has", "there is something")
        assert again.returncode == 0 or any(word in again.stderr for word in words), (
            label, again.stderr)
        assert self.said(folder) == after, (label, again.stderr, self.said(folder))
        following = "%ledger.json" if self.name == "init, empty" else "%other.ndjson"
        self.must(folder, ["add", "@a", following])
        if self.kind == "file":
            left = [path.name for path in folder.iterdir() if path.name.endswith(".partial")]
            left = [name for name in left if ".sync-" not in name]
            assert not left, (label, left)


def trials(folio, shim, kind):
    made = [["init", "@a", "%ledger.json"]]
    synced = made + [["init", "@b"], ["sync", "@a", "@b"], ["add", "@a", "%more.ndjson"],
                     ["edit", "@b", "%edited.ndjson"]]
    commands = {
        "init": ([], ["init", "@a", "%ledger.json"]),
        "init, empty": ([], ["init", "@a", "--base", "USD"]),
        "add": (made, ["add", "@a", "%more.ndjson"]),
        "edit": (made, ["edit", "@a", "%edited.ndjson"]),
        "void": (made, ["void", "@a", "g1"]),
        "delete": (made, ["delete", "@a", "g1"]),
        "sync": (synced, ["sync", "@a", "@b"]),
    }
    if kind == "file":
        # The last edit leaves a journal that is longer than twice its rows and 64 KB.
        edits = [["edit", "@a", "%big.ndjson"], ["edit", "@a", "%edited.ndjson"]] * 6
        prepared = made + edits + [["edit", "@a", "%big.ndjson"]]
        large = [["init", "@a", "%large.json"]]
        commands["init, large"] = ([], large[0])
        commands["add, large"] = (large, ["add", "@a", "%more.ndjson"])
        commands["add much, large"] = (large, ["add", "@a", "%bulk.ndjson"])
        commands["edit with a rewrite"] = (prepared, ["edit", "@a", "%edited.ndjson"])
        # The last edit leaves a large journal that is longer than twice its rows and 64 KB.
        edits = [["edit", "@a", "%big.ndjson"], ["edit", "@a", "%bigger.ndjson"]] * 13
        commands["edit with a rewrite, large"] = (
            large + edits, ["edit", "@a", "%big.ndjson"])
    return [Trial(folio, shim, kind, name, *rest) for name, rest in commands.items()]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folio")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--kinds", default=",".join(KINDS))
    parser.add_argument("--only")
    parser.add_argument("stores", nargs="*")
    options = parser.parse_args()
    folio = str(pathlib.Path(options.folio).resolve())
    # In memory, where there is such a folder, a sync takes no time.
    memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    with tempfile.TemporaryDirectory(dir=memory) as temporary:
        base = pathlib.Path(temporary).resolve()
        shim = base / "faults.so"
        compiler = os.environ.get("CC") or shutil.which("cc") or shutil.which("clang")
        subprocess.run(
            [compiler, "-shared", "-fPIC", "-O1", "-o", shim, HERE / "faults.c", "-ldl"],
            check=True)
        stores = options.stores
        if not stores:
            probe = subprocess.run(
                [folio, "init", f"sqlite:{base}/probe"], capture_output=True, text=True)
            stores = ["file"] + (["sqlite"] if probe.returncode == 0 else [])
        print("| store | command | fault | calls | tried | refused | unknown | before | after |")
        print("|---|---|---|---:|---:|---:|---:|---:|---:|")
        for kind in stores:
            for trial in trials(folio, shim, kind):
                if options.only and options.only != trial.name:
                    continue
                room = base / f"{kind}-{trial.name.replace(' ', '-')}"
                room.mkdir()
                for fault, calls, tally in trial.table(
                        room, options.kinds.split(","), options.every):
                    numbers = " | ".join(str(number) for number in tally.values())
                    print(f"| {kind} | {trial.name} | {fault} | {calls} | {numbers} |", flush=True)
                shutil.rmtree(room)


if __name__ == "__main__":
    sys.exit(main())
