"""Counts instructions with valgrind's cachegrind.

It counts without caches, in half the time of callgrind. The figures are the same on a busy machine.
"""
import re
import shutil
import subprocess
import sys

COMMAND = ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"]


def require():
    if not shutil.which("valgrind"):
        sys.exit("valgrind is not installed")


def instructions(said):
    """The number in what valgrind printed, or None."""
    found = re.search(r"I\s+refs:\s+([\d,]+)", said)
    return int(found.group(1).replace(",", "")) if found else None


def stripped(program, folder):
    """A copy of a program without its symbols, which valgrind would read at each start."""
    if not shutil.which("strip"):
        return program
    copy = f"{folder}/stripped"
    subprocess.run(["strip", "-o", copy, program], check=True)
    return copy
