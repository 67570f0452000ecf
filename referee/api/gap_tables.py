"""Tables and scores behind gaps, over every way of filling them."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from referee.api.answer import Answer
from referee.api.errors import NoAnswerError
from referee.api.games import Game
from referee.api.gap_verdicts import JudgedGaps, judge_gaps
from referee.api.possible_tables import PossibleTables
from referee.api.tables import Table
from referee.engine.scoring import PAD_ROWS
from referee.game.input_limits import SECONDS_FOR_GAPS
from referee.game.messages.speech import say
from referee.game.state import State
from referee.gaps.open_places import open_table
from referee.gaps.stand_ins import World
from referee.transcript.addresses import Addresses, line_address
from referee.transcript.moments import At, is_at, stands_at

if TYPE_CHECKING:
    from referee.gaps.scores import PadRange
    from referee.unread.scores import UnreadPadRange


class PlayerScoreRange(Answer, frozen=True, kw_only=True):
    """What the column of one player on the scoring pad can show: the least and the greatest."""

    colour: str
    rows: Mapping[str, tuple[int, int] | None]
    """None where it depends on a list that was not read off the copy."""
    total: tuple[int, int] | None


class ScoreRanges(Answer, frozen=True, kw_only=True):
    """The scoring pad over all ways of filling the gaps of a record, or over all that is unread."""

    exact: bool
    """Whether all ways and values were looked into; else there may be other scores."""
    winner_is_certain: bool
    winners: tuple[tuple[str, ...], ...]
    """The colours of those who can win together, in every way that is possible.

    Nothing where values of the copy are unread and the winner is not certain.
    """
    players: tuple[PlayerScoreRange, ...]


def tables_behind_gaps(game: Game, at: At | None) -> PossibleTables | None:
    """Return the tables at a moment behind a gap, or at the end; None if the record has none there.

    A `NoAnswerError` names the gap if it is not known which tables are possible, or whether the
    game comes to the moment at all.
    """
    judged = judge_gaps(game.record, game.components, SECONDS_FOR_GAPS)
    if judged is None or judged.outcome != "legal":
        return None
    gap = judged.gap_words(game.colours)
    worlds, always = _worlds(judged, at, game.colours)
    if not worlds:
        return None
    if not judged.found.exact:
        raise NoAnswerError(
            say("answers.gap_tables.this-table-is-not-certain", gap=gap), file=game.name
        )
    if not always:
        raise NoAnswerError(
            say("answers.gap_tables.the-game-may-not-come", gap=gap), file=game.name
        )
    found = open_table(worlds)
    first, *others = found.tables
    table = Table(state=first, colours=game.colours, names=game.names, record=game.record)
    return PossibleTables(table, tuple(others), found.every, gap)


def _worlds(
    judged: JudgedGaps, at: At | None, colours: tuple[str, ...]
) -> tuple[tuple[World, ...], bool]:
    """Return the worlds at a moment, and whether every way of filling the gaps comes to it."""
    found, gaps = judged.found, judged.gaps
    end = len(gaps.lines)
    if at is None:
        return found.worlds(end), True
    statements = gaps.record.statements
    if at.address.startswith("line:"):
        for place, number in enumerate(gaps.statements):
            if line_address(number, statements) == at.address:
                return found.worlds(place), True
        return (), False
    addresses = Addresses(statements, colours)

    def stands(table: State, place: int) -> bool:
        if place == end:
            return is_at(table, at)
        return stands_at(table, at, gaps.statements[place], addresses)

    return found.standing(stands)


def player_ranges(
    colours: Sequence[str], pads: "Sequence[PadRange | UnreadPadRange]"
) -> tuple[PlayerScoreRange, ...]:
    """Return the columns of a pad by colour."""
    return tuple(
        PlayerScoreRange(
            colour=colour, rows=dict(zip(PAD_ROWS, pad.rows, strict=True)), total=pad.total
        )
        for colour, pad in zip(colours, pads, strict=True)
    )


def score_ranges(game: Game) -> ScoreRanges | None:
    """Return what the pad can show at the end of a record with gaps; None if it has none."""
    judged = judge_gaps(game.record, game.components, SECONDS_FOR_GAPS)
    if judged is None or judged.outcome != "legal":
        return None
    scores = judged.found.scores()
    colours = game.colours
    return ScoreRanges(
        exact=judged.found.exact,
        winner_is_certain=judged.found.exact and scores.winner_is_certain,
        winners=tuple(
            sorted(tuple(colours[seat] for seat in together) for together in scores.winners)
        ),
        players=player_ranges(colours, scores.pads),
    )
