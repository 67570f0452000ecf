"""Tables behind gaps: told where every way of filling the gaps comes to the same one."""

from collections.abc import Mapping

from referee.api.answer import Answer
from referee.api.errors import NoAnswerError
from referee.api.games import Game
from referee.api.gap_verdicts import DEFAULT_SECONDS, JudgedGaps, judge_gaps
from referee.api.tables import Table
from referee.engine.scoring import PAD_ROWS
from referee.transcript.addresses import Addresses
from referee.transcript.moments import At, stands_at


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


def certain_table(game: Game, at: At | None) -> Table | None:
    """Return the table at a moment behind a gap, or at the end, if it is certain.

    None if the record does not come there; a `NoAnswerError` that names the gap if the table is not
    certain.
    """
    judged = judge_gaps(game.record, game.components, DEFAULT_SECONDS)
    if judged is None or judged.outcome != "legal":
        return None
    place = len(judged.gaps.lines) if at is None else _place(judged, at, game.colours)
    if place is None:
        return None
    found = judged.found.table_before(place)
    if judged.found.exact and found.is_certain:
        return Table(state=found.table, colours=game.colours, names=game.names, record=game.record)
    raise NoAnswerError(f"this table is not certain: {_gap_words(game, judged)}")


def _place(judged: JudgedGaps, at: At, colours: tuple[str, ...]) -> int | None:
    """Return the line before which the game stands at a moment in every way, if there is one."""
    addresses = Addresses(judged.gaps.record.statements, colours)
    for place, number in enumerate(judged.gaps.statements):
        before = [moment.before for moment, _ in judged.found.moments(place)]
        if any(stands_at(table, at, number, addresses) for table in before):
            return place
    return None


def _gap_words(game: Game, judged: JudgedGaps) -> str:
    """Return the first gap, in words."""
    if not judged.found.exact:
        return "not every way of filling the gaps could be tried"
    open_gaps = judged.report(game.colours).open_gaps()
    if not open_gaps:
        return "the gaps before it can be filled in several ways"
    first = open_gaps[0]
    where = f"line {first.line}" if first.line else first.address
    return f"{where} leaves open {first.what}; {'; '.join(first.write)}"


def score_ranges(game: Game) -> ScoreRanges | None:
    """Return what the pad can show at the end of a record with gaps; None if it has none."""
    judged = judge_gaps(game.record, game.components, DEFAULT_SECONDS)
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
        players=tuple(
            PlayerScoreRange(
                colour=colour,
                rows=dict(zip(PAD_ROWS, pad.rows, strict=True)),
                total=pad.total,
            )
            for colour, pad in zip(colours, scores.pads, strict=True)
        ),
    )
