"""Checks that the parts of a file of lines have each line once, whatever their size."""
import os
import random
import sys

import folio_files


def check(path, trials=200):
    random.seed(1)
    for trial in range(trials):
        lines = [
            os.urandom(random.choice([0, 1, 5, 40, 300])).hex() for _ in range(random.randint(0, 12))]
        data = "\n".join(lines).encode() + (b"\n" if lines and random.random() < 0.7 else b"")
        with open(path, "wb") as file:
            file.write(data)
        size = random.choice([1, 2, 5, 30, 100, 1000])
        folio_files.BLOCK = random.choice([1, 3, 7, 50, 10000])
        parts = [b"".join(bytes(block) for block in part.blocks())
                 for part in folio_files.divided(path, size)]
        assert b"".join(parts) == data, (trial, size, folio_files.BLOCK)
        for part in parts:
            assert part == b"" or part.endswith(b"\n") or data.endswith(part), (trial, part)
    print(f"  {trials} files of lines, each line in one part")


if __name__ == "__main__":
    check(os.path.join(sys.argv[1], "lines"))
