"""The score of a table: the scoring pad, who wins, and how each number came about."""

from collections.abc import Mapping
from pathlib import Path

from msgspec import UNSET, Struct, UnsetType

from referee.api.games import Game, moment_named
from referee.api.gaps import ScoreRanges, score_ranges
from referee.api.positions import load_table, opened
from referee.api.sources import Source
from referee.api.tables import Table
from referee.core.answer import Answer, showing
from referee.core.component_set import ComponentSet
from referee.core.components import TrackValue
from referee.core.ids import COMPANIES, CardId, Company
from referee.core.state import Player, State
from referee.engine import Pad, pads, winners
from referee.engine.scoring import PAD_ROWS, counted_value
from referee.records.moments import At


class PlayerScore(Answer, frozen=True, kw_only=True):
    """The column of one player on the scoring pad."""

    colour: str
    rows: Mapping[str, int]
    """Pounds by row: cash, each company, diamonds, books."""
    shares: Mapping[str, int]
    """Shares owned by company."""
    values: Mapping[str, int]
    """Pounds that one share is worth, by company."""
    total: int


class Pads(Answer, frozen=True, kw_only=True):
    """The scoring pad of all players, whether or not the game is over."""

    finished: bool
    winners: tuple[str, ...]
    """The colours of the players who win, or are ahead."""
    players: tuple[PlayerScore, ...]


class Score(Pads, frozen=True, kw_only=True):
    """The scoring pad of a table that was asked about."""

    note: str | None
    """Why the record goes no further, if it does not."""
    ranges: ScoreRanges | UnsetType = UNSET
    """What the pad can show at the end of a record with gaps, if its end is not certain.

    With a partly read copy what it can show, whatever is printed; `players` is empty then.
    """


class SharesReason(Struct, frozen=True, kw_only=True):
    """Where a player's shares of one company come from."""

    company: Company
    shares: int
    value: int
    space: int
    """Where the marker stands on the track of the company."""
    by_marker: int
    """Shares of the last icon that the marker has reached."""
    cards: tuple[CardId, ...]
    """Cards that show a share."""


class ValueReason(Struct, frozen=True, kw_only=True):
    """What the diamond or the bookkeeping track gives."""

    step: int
    counted: TrackValue | None
    """The value that counts; None before the first."""
    beyond: bool
    """Whether a value counts only beyond its step, which is a ruling."""


class ScoreReasons(Struct, frozen=True, kw_only=True):
    """How each number of one player on the scoring pad came about."""

    cash: int
    shares: tuple[SharesReason, ...]
    diamonds: ValueReason
    books: ValueReason


ANSWERS: tuple[type[Answer], ...] = (Score,)


def score(
    source: Source | Game | Table,
    at: str | At | None = None,
    *,
    components: ComponentSet | Path | str | None = None,
) -> Score:
    """Return the scoring pad of a game where it ends, or as if it had ended at a moment.

    >>> import referee
    >>> found = referee.score("games/two-players.mgn")
    >>> found.finished, found.winners
    (True, ('blue',))
    >>> [player.total for player in found.players]
    [33, 30]
    """
    found_in = opened(source, components=components)
    if isinstance(found_in, Game) and found_in.judged_unread is not None:
        from referee.api.copy_verdicts import copy_score  # noqa: PLC0415 - few sets have blanks

        moment = moment_named(at) if isinstance(at, str) else at
        ranges = copy_score(found_in, found_in.judged_unread, moment)
        finished = all(world.table.phase == "over" for world in found_in.judged_unread.worlds)
        winners = ranges.winners[0] if ranges.exact and ranges.winners else ()
        return Score(
            finished=finished and at is None, winners=winners, players=(), note=None, ranges=ranges
        )
    table = load_table(found_in, at)
    found = pads_of(table.state, table.colours)
    scored = Score(
        finished=found.finished,
        winners=found.winners,
        players=found.players,
        note=table.note or None,
        ranges=UNSET if at is not None else _ranges(found_in, table),
    )
    return showing(scored, lambda: table.scene)


def _ranges(source: Game | Table, table: Table) -> ScoreRanges | UnsetType:
    """Return what the pad can show behind the gap at which a record stopped, if it did."""
    if table.record is None or not table.note:
        return UNSET
    game = source if isinstance(source, Game) else Game(table.record, table.components)
    return score_ranges(game) or UNSET


def pads_of(state: State, colours: tuple[str, ...]) -> Pads:
    """Return the scoring pad of a table."""
    return Pads(
        finished=state.phase == "over",
        winners=tuple(colours[seat] for seat in winners(state)),
        players=tuple(
            PlayerScore(
                colour=colour,
                rows=dict(zip(PAD_ROWS, pad.rows, strict=True)),
                shares=dict(zip(COMPANIES, pad.shares, strict=True)),
                values=dict(zip(COMPANIES, pad.values, strict=True)),
                total=pad.total,
            )
            for colour, pad in zip(colours, pads(state), strict=False)
        ),
    )


def score_reasons(state: State) -> tuple[ScoreReasons, ...]:
    """Return for every player how the numbers on the scoring pad came about."""
    components = state.setting.components
    return tuple(
        ScoreReasons(
            cash=player.cash,
            shares=tuple(
                _shares_reason(state, player, pad, index) for index in range(len(COMPANIES))
            ),
            diamonds=_value_reason(state, components.diamond_track.values, player.diamonds),
            books=_value_reason(state, components.book_track.values, player.ink),
        )
        for player, pad in zip(state.players, pads(state), strict=True)
    )


def _shares_reason(state: State, player: Player, pad: Pad, index: int) -> SharesReason:
    company = COMPANIES[index]
    owned = [*player.hand, *(card for card in player.slots if card)]
    owned += [card for deck in player.resting for card in deck]
    known = state.setting.components.card
    cards = tuple(sorted(card for card in owned if known[card].share == company))
    return SharesReason(
        company=company,
        shares=pad.shares[index],
        value=pad.values[index],
        space=player.tracks[index],
        by_marker=pad.shares[index] - len(cards),
        cards=cards,
    )


def _value_reason(state: State, values: tuple[TrackValue, ...], step: int) -> ValueReason:
    rulings = state.setting.rulings
    return ValueReason(
        step=step,
        counted=counted_value(values, step, rulings),
        beyond=rulings.value_passed == "beyond",
    )
