"""Builds a program in release mode, for the scripts beside the tests."""
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent


def built(product):
    """The path of a program, which is built where it has to be."""
    command = ["swift", "build", "-c", "release", "--product", product]
    subprocess.run(command, cwd=ROOT, check=True, stdout=sys.stderr)
    shown = subprocess.run(
        command + ["--show-bin-path"], cwd=ROOT, check=True, capture_output=True, text=True)
    return f"{shown.stdout.strip()}/{product}"
