"""Reports of Folio on ledgers in files, which the tasks read themselves.

Spark gives each task the places of its ledgers instead of their bytes, so that no ledger is copied
through the JVM. The files must be where each executor can read them: on a shared disk, or in a store
with an address that `pyarrow.fs` knows, such as `s3://` or `hdfs://`.
"""
import os
import re

import folio_spark

#: The bytes that a task reads at a time.
BLOCK = 1 << 20

#: The bytes of the rows of a Parquet file that are decoded at a time.
BATCH = 4_000_000

LINE_BREAK = re.compile(b"\n")

#: The endings of compressed files.
COMPRESSED = {"bz2", "gz", "lz4", "zst"}


def reports(spark, paths, report, *flags, folio="folio", size=64_000_000):
    """A report of each ledger in files, with the columns of `folio_spark.reports`.

    - `paths`: files and folders. A file whose name ends in `.parquet` has the columns `portfolio` and
      `ledger`. Any other has lines `{"portfolio": ..., "ledger": ...}`; it may be compressed, and is
      not divided then.
    - `size`: the bytes of a task, before they are compressed.
    """
    words = folio_spark.command(report, *flags, folio=folio)
    tasks = [task for path in paths for task in divided(path, size)]

    def run(batches):
        blocks = (
            block for batch in batches for number in batch.column(0).to_pylist()
            for block in tasks[number].blocks())
        return folio_spark.batches(folio_spark.answers_to_blocks(blocks, words))

    # One row for each task.
    numbers = spark.range(0, len(tasks), 1, max(len(tasks), 1))
    return numbers.mapInArrow(run, folio_spark.SCHEMA)


def divided(path, size):
    """The parts of a file, or of the files of a folder, of about so many bytes."""
    from pyarrow import fs

    system, place = system_of(path)
    found = system.get_file_info(place)
    if found.type == fs.FileType.NotFound:
        raise FileNotFoundError(path)
    if found.type == fs.FileType.Directory:
        # Names like _SUCCESS are notes of the engine that wrote the folder.
        files = [
            file for file in system.get_file_info(fs.FileSelector(place, recursive=True))
            if file.is_file and not file.base_name.startswith(("_", "."))]
    else:
        files = [found]
    for file in sorted(files, key=lambda file: file.path):
        kind = RowGroups if file.extension == "parquet" else Lines
        yield from kind.parts(system, file, size)


def system_of(path):
    """The file system of a path, and the path in it. Files of this machine are mapped: they go from the
    disk's cache to the process without a copy in between."""
    from pyarrow import fs

    if "://" in path:
        return fs.FileSystem.from_uri(path)
    return fs.LocalFileSystem(use_mmap=True), os.path.abspath(path)


class RowGroups:
    """Groups of rows of a Parquet file."""

    def __init__(self, system, path, groups):
        self.system, self.path, self.groups = system, path, groups

    @classmethod
    def parts(cls, system, file, size):
        import pyarrow.parquet

        with system.open_input_file(file.path) as source:
            metadata = pyarrow.parquet.ParquetFile(source).metadata
        groups, length = [], 0
        for number in range(metadata.num_row_groups):
            groups.append(number)
            length += metadata.row_group(number).total_byte_size
            if length >= size or number == metadata.num_row_groups - 1:
                yield cls(system, file.path, groups)
                groups, length = [], 0

    def blocks(self):
        import pyarrow.parquet

        with self.system.open_input_file(self.path) as source:
            table = pyarrow.parquet.ParquetFile(source)
            names = ["portfolio", "ledger"]
            groups = [table.metadata.row_group(number) for number in self.groups]
            length = sum(group.total_byte_size for group in groups)
            rows = BATCH * sum(group.num_rows for group in groups) // max(length, 1)
            for batch in table.iter_batches(min(max(rows, 1), 1000), self.groups, columns=names):
                yield folio_spark.block(*(batch.column(name) for name in names))


class Lines:
    """The lines that begin in a range of bytes of a file. `end` is missing for a compressed file."""

    def __init__(self, system, path, start, end):
        self.system, self.path, self.start, self.end = system, path, start, end

    @classmethod
    def parts(cls, system, file, size):
        if file.extension in COMPRESSED:
            yield cls(system, file.path, 0, None)
            return
        for start in range(0, file.size, size):
            yield cls(system, file.path, start, min(start + size, file.size))

    def blocks(self):
        if self.end is None:
            with self.system.open_input_stream(self.path, compression="detect") as source:
                yield from read(source)
        else:
            with self.system.open_input_file(self.path) as source:
                yield from self.lines(source)

    def lines(self, source):
        # The first line begins behind a line break, which may be the byte before the range.
        place = max(self.start - 1, 0)
        source.seek(place)
        is_inside = self.start == 0
        for part in read(source):
            if not is_inside:
                cut = after_line(part, 0)
                if cut is None:
                    place += len(part)
                    continue
                part, place, is_inside = part[cut:], place + cut, True
                if place >= self.end:
                    return
            # The last line may end after the range.
            cut = None
            if place + len(part) >= self.end:
                cut = after_line(part, max(self.end - 1 - place, 0))
            yield part[:cut]
            if cut is not None:
                return
            place += len(part)


def read(source):
    """The bytes of a file in parts."""
    while part := source.read_buffer(BLOCK):
        yield memoryview(part)


def after_line(part, start):
    """The place after the next line break."""
    found = LINE_BREAK.search(part, start)
    return found and found.end()
