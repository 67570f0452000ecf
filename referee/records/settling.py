"""What lines in people's own words say in their game: the reading that the table allows."""

import re
from collections.abc import Sequence
from typing import Final, Literal

from msgspec.structs import replace

from referee.core.component_set import ComponentSet
from referee.core.problem import Problem
from referee.core.state import State
from referee.engine import check_setting, initial
from referee.engine.actions import TURNS
from referee.i18n.speech import say
from referee.records.completed_turn import Missing
from referee.records.judge import Walker, setting_of
from referee.records.judgement import Step
from referee.records.keywords import ENGLISH
from referee.records.names import names_of
from referee.records.record import (
    Header,
    NamedPlayer,
    OneOf,
    Reading,
    Record,
    Statement,
    UnreadableRecordError,
    called,
    listed,
    shown,
)
from referee.records.writer import line_of

TIE: Final = 0.15
"""Readings whose costs differ by less are equally natural."""

NATURAL: Final = 1.0
"""A reading that costs so much more than another is asked about before it is taken."""

SURE: Final = 1.0
"""A reading that costs no more is taken as it was said, though it breaks a rule."""

MOST_ANSWERS: Final = 5
"""Readings that a question names."""

Players = tuple[NamedPlayer, ...]
Standing = Literal["legal", "open", "wrong", "illegal"]


def settled(record: Record, components: ComponentSet) -> Record:
    """Return a record in which each line says what the table before it allows.

    Behind a gap, where the table is not known, it says what is most natural.
    """
    setting = setting_of(record.header, components)
    statements = [*record.statements]
    walker: Walker | None = None
    if not isinstance(setting, Missing) and not any(check_setting(setting)):
        colours = tuple(player.colour for player in record.header.players)
        walker = Walker(initial(setting), colours, statements)
    for number, statement in enumerate(statements):
        if statement.readings:
            found = _chosen(statements, number, walker, record.header.players)
            statements[number] = found
        if walker is not None and walker.take(number).stops:
            walker = None
    return replace(record, statements=tuple(statements))


def statement_at(statement: Statement, table: State, players: Players) -> Statement:
    """Return a statement that says what a table allows of its readings.

    An `UnreadableRecordError` asks which of them was meant, if it allows several.
    """
    if not statement.readings:
        return statement
    walker = Walker(table, tuple(player.colour for player in players), [statement])
    found = _chosen([statement], 0, walker, players)
    if isinstance(found.said, OneOf):
        raise _question(statement, found.said.readings, players)
    return found


def other_reading(illegal: Step, header: Header, colours: tuple[str, ...]) -> Missing | None:
    """Return the question whether a line that breaks a rule says something else that is legal.

    A line that is in canonical form says only what it says.
    """
    statement, components = illegal.statement, illegal.before.setting.components
    told = line_of(replace(statement, comment=None), colours)
    if statement.readings or not statement.text or statement.text.strip() == told:
        return None
    # Most lines that break a rule are in canonical form.
    from referee.records.interpretations import interpretations  # noqa: PLC0415

    names = names_of(components, header.players)
    for each in interpretations(statement.text, names, header.lang or ENGLISH):
        other = saying(statement, each.reading)
        found = Walker(illegal.before, colours, [other]).take(0)
        if found.missing is None and not found.violations:
            lines = tuple(f"`{line}`" for line in (told, each.line))
            which = say("records.reader.which", lines=lines)
            return Missing(("which of several turns was meant",), len(lines), (which,))
    return None


def _chosen(
    statements: list[Statement], number: int, walker: Walker | None, players: Players
) -> Statement:
    """Return a statement that says one of its readings, or which of them nobody can tell."""
    statement = statements[number]
    if walker is None:
        return _among(
            statement, _near(statement.readings, statement.readings[0].cost + TIE), players
        )
    tables: dict[Standing, list[tuple[Reading, State]]] = {}
    for reading in statement.readings:
        standing, after = _standing(statements, number, walker, reading)
        tables.setdefault(standing, []).append((reading, after))
    allowed = [*tables.get("legal", ()), *tables.get("open", ())]
    first = statement.readings[0]
    if not allowed:
        if first.cost > SURE:
            raise _question(statement, statement.readings, players)
        wrong = [each for each, _ in tables.get("wrong", ())]
        return saying(statement, min([*wrong[:1], first], key=lambda each: each.cost))
    allowed.sort(key=lambda each: each[0].cost)
    cheapest, after = allowed[0]
    if cheapest.cost > first.cost + NATURAL:
        return _among(statement, [first, cheapest], players)
    rivals = [each for each, table in allowed if table != after]
    return _among(statement, [cheapest, *_near(rivals, cheapest.cost + TIE)], players)


def _near(readings: Sequence[Reading], cost: float) -> list[Reading]:
    return [each for each in readings if each.cost <= cost]


def saying(statement: Statement, reading: Reading) -> Statement:
    """Return a statement that says one of its readings."""
    return replace(
        statement,
        said=reading.said,
        claims=reading.claims,
        taken_back=reading.taken_back,
        readings=(reading,),
    )


def _among(statement: Statement, readings: Sequence[Reading], players: Players) -> Statement:
    seats = {getattr(each.said, "seat", None) for each in readings}
    asked = (
        len(seats) == 1
        and len(readings) > 1
        and all(isinstance(each.said, TURNS) for each in readings)
    )
    if len(readings) > 1 and not asked:
        raise _question(statement, readings, players)
    if not asked or any(each.taken_back for each in readings):
        return saying(statement, readings[0])
    question = OneOf(seats.pop(), statement.text, tuple(readings[:MOST_ANSWERS]))
    return replace(statement, said=question, claims=(), readings=())


_FIRST_WORD: Final = re.compile(r"[\w'-]+")


def _question(
    statement: Statement, readings: Sequence[Reading], players: Players
) -> UnreadableRecordError:
    """Return the question which of several lines was meant."""
    lines = tuple(each.line for each in readings[:MOST_ANSWERS])
    seats = {getattr(each.said, "seat", -1) for each in readings[:MOST_ANSWERS]}
    if len(seats) > 1 and -1 not in seats and (first := _FIRST_WORD.match(statement.text)):
        names = called(players)
        meanings = listed([names[seat] for seat in sorted(seats, key=lambda s: players[s].colour)])
        message = say("records.names.ambiguous", word=f"{first[0]!r}", meanings=meanings)
    else:
        message = say("records.reader.left-out", word=f"{shown(statement.text)!r}")
    return UnreadableRecordError([Problem(message, statement.at, lines, statement.text)])


def _standing(
    statements: list[Statement], number: int, walker: Walker, reading: Reading
) -> tuple[Standing, State]:
    """Return how a reading stands at the table before its line, and the table after it."""
    asked = statements[number]
    statements[number] = saying(asked, reading)
    step = Walker(walker.state, walker.colours, statements).take(number)
    statements[number] = asked
    if step.missing is not None:
        return "open", step.after
    if step.illegal:
        return "illegal", step.after
    return "wrong" if step.misnoted else "legal", step.after
