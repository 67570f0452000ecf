"""Tables of games that were played with a partly read copy, told where they are certain."""

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from referee.api.errors import NoAnswerError
from referee.api.games import Game
from referee.api.gap_tables import ScoreRanges, player_ranges
from referee.api.possible_tables import PossibleTables
from referee.api.tables import Table
from referee.game.messages import language
from referee.game.messages.copies import copy_words
from referee.game.state import State
from referee.transcript.addresses import Addresses
from referee.transcript.moments import At, NoMomentError, Stopped, is_at, no_such_moment, stands_at
from referee.unread.decisions import JudgedRecord
from referee.unread.judge import WORK_OF_A_RECORD
from referee.unread.numbers import UnreadNumber
from referee.unread.plain_tables import plain_tables
from referee.unread.scores import pad_ranges
from referee.unread.work_left import OutOfWorkError, WorkLeft
from referee.unread.world_tables import Known, settled
from referee.unread.worlds import GuardedWorld

MOST_NAMED = 3


def copy_table(game: Game, judged: JudgedRecord, at: At | None) -> Table:
    """Return the table at a moment, or where the legal part of the record ends, if it is certain.

    A `NoAnswerError` that names what is unread if it is not.
    """
    _require_header(judged)
    layer = _layer(game, judged, at)
    return Table(
        state=_certain(layer), colours=game.colours, names=game.names, record=game.record,
        note=_note(judged) if at is None else "",
    )  # fmt: skip


def copy_tables(game: Game, judged: JudgedRecord, at: At | None) -> PossibleTables:
    """Return tables that show all that can lie there at a moment, whatever is printed."""
    _require_header(judged)
    layer = _layer(game, judged, at)
    try:
        first, *others = dict.fromkeys(plain_tables(layer, WorkLeft(WORK_OF_A_RECORD)))
    except OutOfWorkError as error:
        raise NoAnswerError(copy_words().verdicts["not-looked-into"]) from error
    note = _note(judged) if at is None else ""
    table = Table(
        state=first, colours=game.colours, names=game.names, record=game.record, note=note
    )
    return PossibleTables(table, tuple(others), every=not others)


def _require_header(judged: JudgedRecord) -> None:
    if judged.header_missing is not None:
        raise NoMomentError(judged.header_missing.words())
    for violation in judged.header:
        raise NoMomentError(language().message(violation))


def _layer(game: Game, judged: JudgedRecord, at: At | None) -> tuple[GuardedWorld, ...]:
    if at is None:
        return judged.worlds
    addresses = Addresses(game.record.statements, game.colours)
    for number, layer in enumerate(judged.layers[: len(game.record.statements)]):
        if any(stands_at(world.table, at, number, addresses) for world in layer):
            return layer
    if any(is_at(world.table, at) for world in judged.worlds):
        return judged.worlds
    stopped = Stopped(game.colours, judged.worlds[0].table, record=game.record)
    raise no_such_moment(at, stopped)


def _note(judged: JudgedRecord) -> str:
    """Return why the table is not that of the end of the record, if it is not."""
    last = judged.statements[-1] if judged.statements else None
    if last is None or last.decision not in {"illegal", "undecided"}:
        return ""
    words = copy_words()
    return words.say("verdicts", f"stopped-{last.decision}", line=last.statement.at.line)


def _certain(layer: tuple[GuardedWorld, ...]) -> State:
    words = copy_words()
    if len(layer) > 1:
        raise NoAnswerError(words.verdicts["several-tables"])
    table: State = settled(layer[0].table, Known(layer[0].guard))
    subjects = [*dict.fromkeys(_unread_in(table))][:MOST_NAMED]
    if subjects:
        named = words.all_of(subjects)
        raise NoAnswerError(words.say("verdicts", "uncertain-table", subjects=named))
    return table


def _unread_in(value: Any) -> Iterator[str]:  # noqa: ANN401
    """Yield in words what is unread in the numbers of a table."""
    if isinstance(value, UnreadNumber):
        yield from (variable.subject for variable, _ in value.terms)
    elif type(value) is tuple:
        for each in value:
            yield from _unread_in(each)
    elif isinstance(value, Struct):
        for name in value.__struct_fields__:
            yield from _unread_in(getattr(value, name))


def copy_score(game: Game, judged: JudgedRecord, at: At | None) -> ScoreRanges:
    """Return what the pad can show at a moment or at the end, whatever is printed."""
    if judged.header_missing is not None:
        raise NoAnswerError(judged.header_missing.words())
    layer = _layer(game, judged, at)
    work = WorkLeft(WORK_OF_A_RECORD)
    try:
        found = pad_ranges(layer, work)
    except OutOfWorkError as error:
        raise NoAnswerError(copy_words().verdicts["not-looked-into"]) from error
    exact = not judged.open and not judged.unsaid
    totals = [each.total for each in found]
    ahead = [
        seat
        for seat, own in enumerate(totals)
        if own is not None
        and all(other is not None and other[1] < own[0] for other in _without(totals, seat))
    ]
    return ScoreRanges(
        exact=exact,
        winner_is_certain=exact and bool(ahead),
        winners=tuple((game.colours[seat],) for seat in ahead),
        players=player_ranges(game.colours, found),
    )


def _without(totals: list[Any], seat: int) -> list[Any]:
    return [total for other, total in enumerate(totals) if other != seat]
