"""Many files looked at, several at a time: what `referee check` does before it prints."""

import hashlib
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from shlex import join

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from referee.cli.progress import progress
from referee.cli.proving import prove
from referee.cli.render.verdict import Checked
from referee.cli.sources import STDIN, name_of, read_bytes, record_bytes, sets_beside, sets_of
from referee.components.playable import open_set
from referee.game.input_limits import BYTES_OF_A_LOG
from referee.game.reading import ComponentSetError
from referee.transcript.foreign.form import Mapping
from referee.transcript.foreign.translating import translated
from referee.transcript.headers import Sets
from referee.transcript.judge import judge
from referee.transcript.loading import load
from referee.transcript.problems import UnreadableError
from referee.transcript.reading import Read
from referee.transcript.soundness import sound
from referee.workers import workers


class Look(Struct, frozen=True):
    """How files are looked at."""

    folder: Path | None = None
    """Of a component set."""
    mapping: Mapping | None = None
    keep_going: bool = False
    proving: bool = False

    @property
    def digest(self) -> str:
        """What tells these verdicts from those that another look comes to."""
        said = (_digest_in(self.folder), self.mapping, self.keep_going, self.proving)
        return hashlib.sha256(msgspec.json.encode(said)).hexdigest()


def _digest_in(folder: Path | None) -> str:
    try:
        return "" if folder is None else open_set(folder).digest
    except ComponentSetError:
        # Whoever looks at a file says what is wrong with the set.
        return ""


class Looked(Struct, frozen=True):
    """A file and the games in it; only a log that was translated can hold several."""

    file: Path
    games: tuple[Checked, ...]
    sha256: str = ""
    """Of the bytes that were judged; nothing if they cannot be had again, or not at all."""


def looked_at(files: list[Path], look: Look, jobs: int) -> Iterator[Looked]:
    """Yield what there is to say about every file, in their order, behind a progress bar."""
    sets_of(look.folder)
    work = partial(_look_alone, look=look)
    if jobs == 1 or len(files) == 1:
        yield from progress(map(work, files), len(files), "checking")
        return
    with workers(jobs) as pool:
        elsewhere = pool.map(work, [file for file in files if not _is_stdin(file)], chunksize=4)
        # Only this process has the standard input.
        found = (work(file) if _is_stdin(file) else next(elsewhere) for file in files)
        yield from progress(found, len(files), "checking")


def _is_stdin(file: Path) -> bool:
    return str(file) == STDIN


def _look_alone(file: Path, look: Look) -> Looked:
    try:
        data = record_bytes(file) if look.mapping is None else read_bytes(file, BYTES_OF_A_LOG)
    except UnreadableError as error:
        return Looked(file, (Checked(name_of(file), error.problems),))
    content = "" if _is_stdin(file) else hashlib.sha256(data).hexdigest()
    return Looked(file, _games_in(file, data, look), content)


def _games_in(file: Path, data: bytes, look: Look) -> tuple[Checked, ...]:
    name = name_of(file)
    sets = _sets(look.folder)
    try:
        if look.mapping is None:
            judged = _judged(name, load(data, sets_beside(file, sets)), look)
            return (replace(judged, source=_source(file, look.folder)),)
        games = translated(data, look.mapping)
    except UnreadableError as error:
        return (Checked(name, error.problems),)
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
    return tuple(found)


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
