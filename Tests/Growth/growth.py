#!/usr/bin/env python3
"""Counts the instructions of each shape at three sizes, and finds those that grow faster.

usage: growth.py [--folio PATH] [--only WORDS] [--scale FACTOR] [--part NUMBER/PARTS]

  --folio  folio in release mode; built where left out
  --only   the shapes whose names have all of these words
  --scale  makes every size so many times as large
  --part   every so many-th shape, from this number on: 0/4, 1/4, 2/4 and 3/4 are all shapes

A shape is a kind of input that can be made longer and longer: many faults, keys, legs, lots, files.
Each is counted at n, 2n and 4n. Where work grows with the input, the second step costs twice as much
as the first; where it grows with the square, four times. Beyond 2.6 times the shape is marked, and
this script ends with status 1. What is to cost the same at every size may cost 1.5 times as much at
4n as at n. Some inputs would cost too much however they are worked on: those end
with a fault at a documented limit, and the count to it is held to a number.

Valgrind counts, so that the figures are the same on a busy machine.
"""
import argparse
import concurrent.futures
import os
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.append(str(HERE.parent))
import booking_shapes
import cachegrind
import faulty_shapes
import format_shapes
import import_shapes
import report_shapes
from release_build import built

MOST = 2.6
MOST_FLAT = 1.5
LEAST = 1_000_000
SHAPES = [
    *booking_shapes.SHAPES, *report_shapes.SHAPES, *format_shapes.SHAPES, *import_shapes.SHAPES,
    *faulty_shapes.SHAPES]
LIMITS = booking_shapes.LIMITS


class Failure(Exception):
    """A run that did not end as it should."""


def run(command, status):
    # The order in sets and dictionaries would differ from run to run.
    environment = dict(os.environ, SWIFT_DETERMINISTIC_HASHING="1", TZ="UTC")
    done = subprocess.run(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=environment, check=False)
    said = done.stderr.decode(errors="replace")
    if done.returncode not in status:
        raise Failure(f"ends with {done.returncode}:\n{said[:1000]}\n{said[-1000:]}")
    return said


def count(command, status):
    """The instructions of a command, and what it says."""
    said = run([*cachegrind.COMMAND, *command], status)
    counted = cachegrind.instructions(said)
    if counted is None:
        raise Failure(f"was not counted:\n{said[-1000:]}")
    return counted, said


def count_at(folio, shape, size):
    with tempfile.TemporaryDirectory() as folder:
        paths = shape.write(size, folder)
        for command in shape.prepare:
            run([folio, *shape.command(command, paths, folder)], {0})
        return count([folio, *shape.command(shape.arguments, paths, folder)], shape.status)[0]


def measured(folio, shape, scale):
    """The line for a shape, and whether it passes."""
    sizes = [round(shape.size * scale) * times for times in (1, 2, 4)]
    try:
        counts = [count_at(folio, shape, size) for size in sizes]
    except Failure as failure:
        return f"failed: {shape.name}: {failure}", False
    first, second = counts[1] - counts[0], counts[2] - counts[1]
    ratio = second / max(first, 1)
    # What costs next to nothing is as likely to be chance.
    passes = ratio <= MOST or second < LEAST
    if shape.flat:
        ratio = counts[2] / counts[0]
        passes = ratio <= MOST_FLAT
    verdict = "" if passes else f": grows faster than its input"
    millions = " ".join(f"{counted / 1e6:9.1f}" for counted in counts)
    return f"{sizes[0]:6} {millions}  {ratio:5.2f}  {shape.name}{verdict}", passes


def limited(folio, limit):
    """The line for a limit, and whether it is kept."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "ledger.json"
        path.write_text(limit.make())
        try:
            counted, said = count([folio, *limit.arguments, str(path)], {1})
        except Failure as failure:
            return f"failed: {limit.name}: {failure}", False
    passes = f"[{limit.code}]" in said and counted <= limit.instructions
    verdict = "" if passes else f": is to end with {limit.code} within {limit.instructions / 1e6:.0f}"
    return f"limit  {counted / 1e6:9.1f}  {limit.name}{verdict}", passes


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--folio")
    parser.add_argument("--only", default="")
    parser.add_argument("--scale", type=float, default=1)
    parser.add_argument("--part", default="0/1")
    options = parser.parse_args()
    cachegrind.require()
    folder = tempfile.TemporaryDirectory()
    folio = cachegrind.stripped(options.folio or built("folio"), folder.name)
    words = options.only.split()
    chosen = [shape for shape in [*LIMITS, *SHAPES] if all(word in shape.name for word in words)]
    number, parts = map(int, options.part.split("/"))
    chosen = chosen[number % parts::parts]
    if not chosen:
        sys.exit("no shape is chosen")
    print("size n, millions of instructions at n, 2n and 4n, how much dearer the second step is")
    fine = True
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        tasks = [pool.submit(measured, folio, shape, options.scale) if shape in SHAPES
                 else pool.submit(limited, folio, shape) for shape in chosen]
        for task in tasks:
            line, passes = task.result()
            print(line, flush=True)
            fine = fine and passes
    if not fine:
        sys.exit(1)


if __name__ == "__main__":
    main()
