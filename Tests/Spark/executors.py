"""The executor processes of a cluster on this machine, and their sudden end."""
import glob
import os
import random
import signal
import threading


def parent(number):
    """The process that started another; 0 if that is gone."""
    try:
        with open(f"/proc/{number}/stat") as file:
            return int(file.read().rsplit(")", 1)[1].split()[1])
    except OSError:
        return 0


def executors():
    """The executor processes that descend from this process."""
    found = []
    for path in glob.glob("/proc/[0-9]*/cmdline"):
        try:
            with open(path, "rb") as file:
                if b"CoarseGrainedExecutorBackend" not in file.read():
                    continue
        except OSError:
            continue
        number = above = int(path.split("/")[2])
        while above > 1 and above != os.getpid():
            above = parent(above)
        if above == os.getpid():
            found.append(number)
    return sorted(found)


class Killer:
    """Kills one executor while a job runs: a random one, at a random moment of the first half of the
    time that the job took before. If the job ends first, nothing is killed."""

    def __init__(self, seconds):
        self.moment = random.uniform(0.1, 0.5) * seconds
        self.killed = None
        self.over = threading.Event()

    def __enter__(self):
        self.thread = threading.Thread(target=self.kill)
        self.thread.start()
        return self

    def kill(self):
        if self.over.wait(self.moment):
            return
        self.killed = random.choice(executors())
        os.kill(self.killed, signal.SIGKILL)

    def __exit__(self, *_):
        self.over.set()
        self.thread.join()
