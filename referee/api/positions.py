"""Tables that people write down, and whatever else may stand for a table."""

from collections.abc import Iterable
from importlib import resources
from pathlib import Path
from typing import Literal

from msgspec import Struct

from referee.api.errors import ImpossibleTableError, Trouble, UnreadableError, UsageError
from referee.api.games import POSITION, Game, game_in
from referee.api.sources import Given, Source, given, sets_beside, sets_of, trouble, unreadable
from referee.api.tables import MomentFacts, PossibleTables, Table
from referee.core.answer import Answer
from referee.core.component_set import ComponentSet
from referee.core.input_limits import BYTES_OF_A_POSITION
from referee.core.problem import Problem, ProblemKind
from referee.core.public import digest, moment_words
from referee.positions import PositionError, audit
from referee.positions import load_position as read_position
from referee.records.moments import At
from referee.records.record import UnreadableRecordError


def load_position(source: Source, *, components: ComponentSet | Path | str | None = None) -> Table:
    r"""Return the table of a position in a file, a text, bytes or a stream.

    >>> import referee
    >>> referee.load_position("players = 2\nround = 3\n").state.round
    3
    """
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


def load_table(
    source: Source | Game | Table,
    at: str | At | None = None,
    *,
    components: ComponentSet | Path | str | None = None,
) -> Table:
    """Return the table of a position, or of a recorded game at a moment or where it ends.

    >>> import referee
    >>> referee.load_table("games/two-players.mgn", "3.2").state.turn
    2
    """
    found = opened(source, components=components)
    if isinstance(found, Game):
        return found.at(at)
    _require_no_moment(at)
    return found


def opened(
    source: Source | Game | Table, *, components: ComponentSet | Path | str | None = None
) -> Game | Table:
    """Return the game or the table that a source holds."""
    if isinstance(source, Game | Table):
        return source
    read = given(source)
    if read.path is None or read.path.suffix != POSITION:
        return game_in(read, components=components)
    return _table_in(read, components)


def possible_tables(
    source: Source | Game | Table,
    at: str | At | None = None,
    *,
    components: ComponentSet | Path | str | None = None,
    work: int | None = None,
) -> PossibleTables:
    """Return every table that is possible at a moment of a recorded game, or at its end.

    A position, and a game without gaps before the moment, have only one. With `work`, which is for
    the end of a game, the search does no more steps; `exact` tells whether they sufficed.

    >>> import referee
    >>> tables = referee.possible_tables("games/with-gaps/two-turns-forgotten.mgn", "3.4")
    >>> [fact.place for fact in tables.facts.open]
    ['markers.bananas', 'players.0.used']
    """
    found = opened(source, components=components)
    if isinstance(found, Game):
        return found.tables_at(at, work=work)
    _require_no_moment(at)
    return PossibleTables(found)


def _require_no_moment(at: str | At | None) -> None:
    if at is not None:
        raise UsageError.of("answers.positions.one-moment")


def table_facts(
    source: Source | Game | Table,
    at: str | At | None = None,
    *,
    components: ComponentSet | Path | str | None = None,
) -> MomentFacts:
    """Return the public facts of a position, or of a game at a moment or where it ends.

    >>> import referee
    >>> referee.table_facts("games/two-players.mgn", "3.2").state["phase"]
    'actions'
    """
    return possible_tables(source, at, components=components).facts


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


def audit_position(
    source: Source, *, components: ComponentSet | Path | str | None = None
) -> PositionAudit:
    r"""Return whether a game by the rules can have led to a position, with all that is impossible.

    >>> import referee
    >>> referee.audit_position("round = 9\n").verdict
    'impossible'
    """
    return audited_position(source, components=components).audit


def audited_position(
    source: Source, *, components: ComponentSet | Path | str | None = None
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


def new_position() -> str:
    """Return a position to fill in, with a word about every key.

    >>> import referee
    >>> referee.audit_position(referee.new_position()).verdict
    'possible'
    """
    return (resources.files("referee") / "positions" / "template.toml").read_text("utf-8")
