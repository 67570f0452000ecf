"""Golden games as games for another program."""

from pathlib import Path

from referee.engine.golden import DIGITS, GoldenFileError, read_file, setting_of
from referee.game.events import Event
from referee.game.reading import reference_set
from referee.game.setting import Setting

SUFFIX = ".jsonl"


def golden_names(folder: Path) -> list[str]:
    """Return the names of the golden games in a folder, in order."""
    return sorted(path.stem for path in folder.glob(f"*{SUFFIX}"))


def golden_game(folder: Path, name: str) -> tuple[Setting, tuple[Event, ...]]:
    """Return the setting and the events of a golden game; a `GoldenFileError` if it is none."""
    path = folder / f"{name}{SUFFIX}"
    try:
        golden = read_file(path)
    except OSError as error:
        raise GoldenFileError(f"it cannot be read: {error.strerror}") from error
    components = reference_set()
    if golden.header.components != components.digest[:DIGITS]:
        raise GoldenFileError("it was made with another component set than the shipped one")
    return setting_of(golden.header, components), tuple(line.event for line in golden.lines)
