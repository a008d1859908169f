"""What a shape is: a kind of input that can be made longer and longer."""
import dataclasses
import pathlib
import typing


@dataclasses.dataclass
class Shape:
    """A command over ledgers that are alike but for their size.

    `make` gives the ledger of a size: its text, or the texts of several files by their names. `size`
    is the smallest of the three sizes that are counted. `status` holds the exit statuses that are
    expected. `prepare` gives the commands that come before the one that is counted; in all of them
    FILES stands for the files, and FOLDER for the folder that they are in. `flat` says that the
    cost may hardly grow with the size.
    """
    name: str
    make: typing.Callable[[int], str | dict[str, str]]
    arguments: list[str]
    size: int
    status: set[int] = dataclasses.field(default_factory=lambda: {0})
    prepare: list[list[str]] = dataclasses.field(default_factory=list)
    flat: bool = False

    def write(self, size, folder):
        """Writes the files of a size; gives their paths."""
        made = self.make(size)
        texts = made if isinstance(made, dict) else {"ledger.json": made}
        paths = []
        for name, contents in texts.items():
            path = pathlib.Path(folder) / name
            path.write_text(contents)
            paths.append(str(path))
        return paths

    def command(self, arguments, paths, folder):
        """A command with its files, which come last where it does not say where they go."""
        if "FILES" not in arguments and "FOLDER" not in "".join(arguments):
            arguments = [*arguments, "FILES"]
        found = []
        for argument in arguments:
            if argument == "FILES":
                found += paths
            else:
                found.append(argument.replace("FOLDER", str(folder)))
        return found


@dataclasses.dataclass
class Limit:
    """A ledger beyond a limit: it ends with a fault, within a number of instructions."""
    name: str
    make: typing.Callable[[], str]
    arguments: list[str]
    code: str
    instructions: int
