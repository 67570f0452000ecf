"""Many files looked at, several at a time: what `referee check` does before it prints."""

import signal
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from shlex import join

from msgspec import Struct
from msgspec.structs import replace
from rich.console import Console
from rich.progress import Progress

from referee.cli.proving import prove
from referee.cli.render.verdict import Checked
from referee.cli.sources import name_of, read_bytes, read_game, sets_beside, sets_of
from referee.transcript.foreign.form import Mapping
from referee.transcript.foreign.translating import translated
from referee.transcript.headers import Sets
from referee.transcript.judge import judge
from referee.transcript.loading import sound
from referee.transcript.problems import UnreadableError
from referee.transcript.reading import Read


class Look(Struct, frozen=True):
    """How files are looked at."""

    folder: Path | None = None
    """Of a component set."""
    mapping: Mapping | None = None
    keep_going: bool = False
    proving: bool = False


Looked = tuple[Path, tuple[Checked, ...]]
"""A file and the games in it; only a log that was translated can hold several."""


def looked_at(files: list[Path], look: Look, jobs: int) -> Iterator[Looked]:
    """Yield what there is to say about every file, in their order, behind a progress bar."""
    sets_of(look.folder)
    if jobs == 1 or len(files) == 1:
        yield from _shown(files, map(partial(_look_alone, look=look), files))
        return
    pool = ProcessPoolExecutor(jobs, initializer=_leave_interrupts)
    try:
        work = partial(_look_alone, look=look)
        yield from _shown(files, pool.map(work, files, chunksize=4))
    finally:
        # After an interrupt nobody wants to wait for what was not begun.
        pool.shutdown(cancel_futures=True)


def _leave_interrupts() -> None:
    """Leave the keyboard to the process that people talk to."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _shown(files: list[Path], results: Iterable[Looked]) -> Iterator[Looked]:
    """Yield the results behind a progress bar, which only a terminal shows."""
    console = Console(stderr=True)
    quiet = not console.is_terminal or len(files) == 1
    with Progress(console=console, transient=True, disable=quiet) as progress:
        task = progress.add_task("checking", total=len(files))
        for result in results:
            progress.advance(task)
            yield result


def _look_alone(file: Path, look: Look) -> Looked:
    name = name_of(file)
    sets = _sets(look.folder)
    try:
        if look.mapping is None:
            judged = _judged(name, read_game(file, sets), look)
            return file, (replace(judged, source=_source(file, look.folder)),)
        games = translated(read_bytes(file), look.mapping)
    except UnreadableError as error:
        return file, (Checked(name, error.problems),)
    found = []
    for game in games:
        title = name if game.name is None else f"{name}#{game.name}"
        if game.record is None:
            found.append(Checked(title, game.problems))
            continue
        try:
            found.append(_judged(title, sound(game.record, sets_beside(file, sets)), look))
        except UnreadableError as error:
            found.append(Checked(title, error.problems))
    return file, tuple(found)


def _source(file: Path, folder: Path | None) -> str:
    return join([str(file), *([] if folder is None else ["--components", str(folder)])])


_SETS: dict[Path | None, Sets] = {}


def _sets(folder: Path | None) -> Sets:
    """Return the sets of a folder, which a process reads once."""
    if folder not in _SETS:
        _SETS.clear()
        _SETS[folder] = sets_of(folder)
    return _SETS[folder]


def _judged(name: str, read: Read, look: Look) -> Checked:
    judgement = judge(read.record, read.components, keep_going=look.keep_going)
    proof = prove(read.record, read.components) if look.proving else None
    return Checked(name, (), read.record, judgement, look.keep_going, proof)
