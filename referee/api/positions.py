"""Tables that people write down, and whatever else may stand for a table."""

from collections.abc import Iterable
from pathlib import Path
from typing import Literal

from msgspec import Struct

from referee.api.errors import ImpossibleTableError, Trouble, UnreadableError, UsageError
from referee.api.games import POSITION, Game, game_in
from referee.api.sources import Given, given, sets_beside, sets_of, trouble, unreadable
from referee.api.tables import PossibleTables, Table
from referee.core.answer import Answer
from referee.core.component_set import ComponentSet
from referee.core.input_limits import BYTES_OF_A_POSITION
from referee.core.problem import Problem, ProblemKind
from referee.core.public import digest, moment_words
from referee.positions.audit import audit
from referee.positions.loader import load_position as read_position
from referee.positions.parser import PositionError
from referee.records.moments import At
from referee.records.record import UnreadableRecordError


def table_in(
    source: Path | str | bytes, components: ComponentSet | Path | str | None = None
) -> Table:
    """Return the table of a position in a file, or in a text as bytes."""
    return _table_in(given(source, BYTES_OF_A_POSITION), components)


def _table_in(read: Given, components: ComponentSet | Path | str | None) -> Table:
    """Return the table in what was read; an `UnreadableError` with all that is wrong with it."""
    try:
        found = read_position(read.data, read.name, sets_beside(read.path, sets_of(components)))
    except UnreadableRecordError as error:
        raise unreadable(read.name, error.problems) from error
    except PositionError as error:
        refusal = unreadable(read.name, error.faults)
        if error.is_unreadable:
            raise refusal from error
        raise ImpossibleTableError(
            refusal.message, file=refusal.file, problems=refusal.problems
        ) from error
    return Table(found.state, found.colours)


def opened(
    path: Path | str, *, components: ComponentSet | Path | str | None = None
) -> Game | Table:
    """Return the game or the table that a file holds, by its ending."""
    read = given(path)
    if read.path is None or read.path.suffix != POSITION:
        return game_in(read, components=components)
    return _table_in(read, components)


def table_at(
    path: Path | str,
    at: str | At | None = None,
    *,
    components: ComponentSet | Path | str | None = None,
) -> Table:
    """Return the table of a position, or of a recorded game at an address or where it ends.

    >>> from referee.api.positions import table_at
    >>> table_at("games/two-players.mgn", "3.2").state.turn
    2
    """
    return table_of(opened(path, components=components), at)


def table_of(found: Game | Table, at: str | At | None) -> Table:
    """Return the table of a game at an address; a table is one already."""
    if isinstance(found, Game):
        return found.table(at)
    _require_no_moment(at)
    return found


def tables_at(
    path: Path | str,
    at: str | At | None = None,
    *,
    components: ComponentSet | Path | str | None = None,
) -> PossibleTables:
    """Return every table that is possible at an address of a game; of a position there is one."""
    found = opened(path, components=components)
    if isinstance(found, Game):
        return found.tables(at)
    _require_no_moment(at)
    return PossibleTables(found)


def _require_no_moment(at: str | At | None) -> None:
    if at is not None:
        raise UsageError.of("answers.positions.one-moment")


# The audit of positions: whether a game by the rules can have led to a table ----------------------
PositionVerdict = Literal["possible", "impossible", "unreadable"]


class PositionFault(Answer, frozen=True, kw_only=True):
    """One thing that is wrong with a position."""

    kind: ProblemKind
    key: str
    """The keys that lead to the value, with dots between them."""
    line: int | None
    column: int | None
    message: str
    """What was seen and what was expected."""
    guess: tuple[str, ...]
    """What may have been meant."""


class PositionAudit(Answer, frozen=True, kw_only=True):
    """Whether a game by the rules can have led to a table, and all that speaks against it."""

    file: str
    verdict: PositionVerdict
    moment: str | None
    """Where in the game the table stands, if it is possible."""
    digest: str | None
    """What tells the table from every other, if it is possible."""
    faults: tuple[PositionFault, ...]


class AuditedPosition(Struct, frozen=True):
    """The audit of a position, and its faults with the lines that they stand in."""

    audit: PositionAudit
    problems: tuple[Trouble, ...]


def audited_position(
    source: Path | str | bytes, *, components: ComponentSet | Path | str | None = None
) -> AuditedPosition:
    """Return the audit of a position with the lines that its faults stand in."""
    sets = sets_of(components)
    name, found = "", None
    problems: Iterable[Problem]
    try:
        read = given(source, BYTES_OF_A_POSITION)
        name = read.name
        found = read_position(read.data, name, sets_beside(read.path, sets))
        problems = audit(found.state, found.colours)
        if found.places is not None:
            problems = found.places.in_order(problems)
    except PositionError as error:
        problems = error.faults
    except (UnreadableRecordError, UnreadableError) as error:
        if isinstance(error, UnreadableError):
            name = error.file or name
        problems = [Problem(each.message) for each in error.problems]
    verdict: PositionVerdict = "possible"
    if problems := tuple(problems):
        is_unreadable = any(each.kind == "unreadable" for each in problems)
        verdict, found = "unreadable" if is_unreadable else "impossible", None
    audited = PositionAudit(
        file=name,
        verdict=verdict,
        moment=None if found is None else moment_words(found.state, found.colours),
        digest=None if found is None else digest(found.state),
        faults=tuple(
            PositionFault(
                kind=each.kind,
                key=".".join(map(str, each.path)),
                line=each.at.line or None,
                column=each.at.column or None,
                message=each.message,
                guess=each.guess,
            )
            for each in problems
        ),
    )
    return AuditedPosition(audited, tuple(trouble(each) for each in problems))
