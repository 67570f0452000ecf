"""The audit of positions: whether a game by the rules can have led to a table."""

from collections.abc import Iterable
from importlib import resources
from pathlib import Path
from typing import Literal

from msgspec import Struct

from referee.api.answer import Answer
from referee.api.errors import Trouble, UnreadableError
from referee.api.sources import Source, given, sets_beside, sets_of, trouble
from referee.api.unread_values import answered_if_read
from referee.game.component_set import ComponentSet
from referee.game.input_limits import BYTES_OF_A_POSITION
from referee.game.moment_words import moment_words
from referee.game.public import digest
from referee.notation.errors import Problem, UnreadableRecordError
from referee.positions import Position, PositionError, PositionMistake, audit, load_position

PositionVerdict = Literal["possible", "impossible", "unreadable"]


class PositionFault(Answer, frozen=True, kw_only=True):
    """One thing that is wrong with a position."""

    kind: Literal["unreadable", "impossible"]
    """A word that means nothing, or a table that no game can show."""
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


ANSWERS: tuple[type[Answer], ...] = (PositionAudit,)


@answered_if_read
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
    name = ""
    try:
        read = given(source, BYTES_OF_A_POSITION)
        name = read.name
        found = load_position(read.data, name, sets_beside(read.path, sets))
    except PositionError as error:
        return _audited(name, error.faults, None)
    except UnreadableRecordError as error:
        return _audited(name, _unreadable(error.problems), None)
    except UnreadableError as error:
        return _audited(error.file or name, _unreadable(error.problems), None)
    faults = audit(found.state, found.colours)
    ordered = faults if found.places is None else found.places.in_order(faults)
    return _audited(name, ordered, found)


def _unreadable(problems: Iterable[Problem | Trouble]) -> list[PositionMistake]:
    return [
        PositionMistake(kind="unreadable", path=(), message=problem.message) for problem in problems
    ]


def _audited(
    name: str, faults: Iterable[PositionMistake], position: Position | None
) -> AuditedPosition:
    found = tuple(faults)
    possible = None if found else position
    audited = PositionAudit(
        file=name,
        verdict=_verdict(found),
        moment=None if possible is None else moment_words(possible.state, possible.colours),
        digest=None if possible is None else digest(possible.state),
        faults=tuple(map(_fault, found)),
    )
    return AuditedPosition(audited, tuple(trouble(fault.problem) for fault in found))


def _verdict(faults: tuple[PositionMistake, ...]) -> PositionVerdict:
    if any(fault.kind == "unreadable" for fault in faults):
        return "unreadable"
    return "impossible" if faults else "possible"


def _fault(fault: PositionMistake) -> PositionFault:
    return PositionFault(
        kind=fault.kind,
        key=".".join(fault.path),
        line=fault.at.line or None,
        column=fault.at.column or None,
        message=fault.message,
        guess=fault.guess,
    )


@answered_if_read
def new_position() -> str:
    """Return a position to fill in, with a word about every key.

    >>> import referee
    >>> referee.audit_position(referee.new_position()).verdict
    'possible'
    """
    return (resources.files("referee") / "positions" / "template.toml").read_text("utf-8")
