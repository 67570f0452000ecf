"""Where what is read comes from: a path, a text, bytes, a stream, or a shipped file."""

import os
import re
import sys
from collections.abc import Iterable
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import BinaryIO, Final, cast

from msgspec import Struct

from referee.api.errors import CompiledModulesError, Trouble, UnreadableError, UsageError
from referee.core.component_set import ComponentSet
from referee.core.input_limits import BYTES_OF_A_RECORD
from referee.core.problem import Problem
from referee.core.set_reader import FILES, HEADER, VERSIONS, ComponentSetError, reference_set
from referee.core.shipped_files import shipped_path
from referee.i18n.speech import say, spoken
from referee.plain_modules import compiled_modules
from referee.records.headers import FindSet
from referee.records.record import UnreadableRecordError

STDIN: Final = "-"
STANDARD_INPUT: Final = "standard input"
"""What people call it."""

FEW: Final = 5
"""So many findings are enough to tell that a set cannot be used."""

SET_NAME: Final = re.compile(r"\w[\w-]{0,99}")
"""Names of sets that can be names of folders, and lead nowhere else."""

Source = str | Path | bytes
"""A path, of which `-` is standard input, or as bytes what a file would hold."""


class Given(Struct, frozen=True):
    """What was read, what people call it, and where it lies."""

    name: str
    data: bytes
    path: Path | None = None
    """None for what lies in no file."""
    shipped: bool = False
    """Whether it is a file that comes with the referee, and no other of that name was there."""


def given(source: Source, most: int = BYTES_OF_A_RECORD) -> Given:
    """Return what a source holds, one byte more than `most` if a file has more.

    An `UnreadableError` if it cannot be read.
    """
    if isinstance(source, bytes):
        return Given("bytes", source)
    if not isinstance(source, str | Path):
        raise UsageError.of("answers.sources.no-source", kind=type(source).__name__)
    name = STANDARD_INPUT if str(source) == STDIN else path_name(source)
    try:
        if name == STANDARD_INPUT:
            return Given(name, standard_input().read(most + 1))
        path, from_shipped = found_path(Path(source))
        with path.open("rb") as file:
            return Given(name, file.read(most + 1), path, from_shipped)
    except (OSError, ValueError) as error:
        message = say(
            "answers.sources.cannot-open", reason=getattr(error, "strerror", None) or error
        )
        raise unreadable(name, [Problem(message)]) from error


def found_path(path: Path) -> tuple[Path, bool]:
    """Return a path, or that of the shipped file which README examples mean by it."""
    found = shipped_path(path)
    return (path, False) if found is None else (found, True)


def standard_input() -> BinaryIO:
    """Return the bytes of standard input; an `UnreadableError` if it is closed."""
    # The types promise a stream, but a shell can start a program without one: `<&-`.
    stream = cast("BinaryIO | None", getattr(sys.stdin, "buffer", None))
    if stream is None or stream.closed:
        raise unreadable(STANDARD_INPUT, [Problem(say("answers.sources.closed"))])
    return stream


def path_name(path: Path | str) -> str:
    """Return the name of a file as any answer can hold it: bytes that are no UTF-8 are escaped."""
    return os.fsencode(path).decode("utf-8", "backslashreplace")


def unreadable(name: str, problems: Iterable[Problem]) -> UnreadableError:
    """Return the error of a file in which these things are wrong."""
    return UnreadableError(
        say("answers.sources.cannot-use", name=name),
        file=name,
        problems=tuple(map(trouble, problems)),
    )


def trouble(problem: Problem) -> Trouble:
    """Return a problem as answers tell it."""
    return Trouble(
        line=problem.at.line or None,
        column=problem.at.column or None,
        message=problem.keyed,
        guess=problem.guess,
        excerpt=problem.line,
    )


def sets_of(components: ComponentSet | Path | str | None) -> FindSet:
    """Return what finds a set by name: the shipped one, and one that was given or its folder."""
    known: dict[str, ComponentSet] = {}
    if components is not None:
        chosen = chosen_set(components)
        known[chosen.name] = chosen

    def find(name: str) -> ComponentSet | None:
        if name not in known and name == "reference":
            known[name] = reference_set()
        return known.get(name)

    return find


def chosen_set(components: ComponentSet | Path | str | None) -> ComponentSet:
    """Return a set that was given, or lies in a folder; the shipped one if there is none."""
    if components is None:
        return reference_set()
    return components if isinstance(components, ComponentSet) else set_in(Path(components))


def set_in(folder: Path) -> ComponentSet:
    """Return the component set in a folder, partly read if it has blanks.

    A `UsageError` if no game can be played with it.
    """
    try:
        return _opened(folder)
    except ComponentSetError as error:
        raise UsageError(unusable_set(folder, error), file=str(folder)) from error


def _opened(folder: Path) -> ComponentSet:
    """Return the set in a folder, and make the engine ready for one with blanks."""
    # Whoever plays with the shipped set does without the audit of others.
    from referee.copies.partly_read_set import open_copy  # noqa: PLC0415
    from referee.copies.set_files import earlier_digests  # noqa: PLC0415

    components = open_copy(folder)
    require_engine_for(components, folder)
    if (folder / VERSIONS).is_file():
        # The digests of versions are known by what was read then, so the set comes first.
        components.__dict__["earlier"] = earlier_digests(folder, components)
    return components


def require_engine_for(components: ComponentSet, folder: Path) -> None:
    """Make the engine ready for a set of a folder, or raise a `CompiledModulesError`."""
    from referee.copies.partly_read_set import hindrance, require_plain_engine  # noqa: PLC0415

    if (hindered := hindrance(components)) is not None:
        raise CompiledModulesError(hindered, file=str(folder))
    require_plain_engine(components)


def require_modules_for(files: Iterable[Path]) -> None:
    """Raise a `CompiledModulesError` if sets beside files have blanks and modules are compiled.

    So it is known before the first of many files is judged.
    """
    if not compiled_modules([*sys.modules.values()]):
        return
    for folder in dict.fromkeys(file.parent for file in files):
        for header in folder.glob(f"*/{HEADER}"):
            with suppress(ComponentSetError, OSError):
                _opened(header.parent)


def sets_beside(path: Path | None, sets: FindSet) -> FindSet:
    """Return what finds a set as `sets` does, or else in a folder of its name beside a file."""

    def find(name: str) -> ComponentSet | None:
        found = sets(name)
        if found is not None or path is None or not SET_NAME.fullmatch(name):
            return found
        folder = path.parent / name
        try:
            is_set = (folder / HEADER).is_file()
        except OSError:
            return None
        beside = _set_beside(folder, _stamps(folder), spoken()) if is_set else None
        return beside if beside is not None and beside.name == name else None

    return find


def _stamps(folder: Path) -> tuple[tuple[int, int] | None, ...]:
    """Return when the files of a set were last written; a copy that is being read changes."""
    stamps: list[tuple[int, int] | None] = []
    for file in (HEADER, *FILES, VERSIONS):
        try:
            found = (folder / file).stat()
            stamps.append((found.st_mtime_ns, found.st_size))
        except OSError:
            stamps.append(None)
    return tuple(stamps)


@lru_cache(16)
def _set_beside(
    folder: Path, stamps: tuple[tuple[int, int] | None, ...], language: str
) -> ComponentSet:
    # What nobody has read is known by its name, in words.
    del stamps, language
    try:
        return _opened(folder)
    except ComponentSetError as error:
        problem = Problem(unusable_set(folder, error))
        raise UnreadableRecordError([problem]) from error


def unusable_set(folder: Path, error: ComponentSetError) -> str:
    """Return why the set in a folder cannot be used, in the words of the audit."""
    lines = [say("answers.sources.unusable-set", folder=folder)]
    lines += [f"  {finding}" for finding in error.findings[:FEW]]
    if (more := len(error.findings) - FEW) > 0:
        lines.append(say("answers.sources.more-problems", more=more))
    lines.append(say("answers.sources.see-components-check", folder=folder))
    return "\n".join(lines)
