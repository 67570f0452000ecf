"""The score of a table: the scoring pad, who wins, and how each number came about."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from msgspec import UNSET, UnsetType, structs

from referee.api.errors import require
from referee.api.games import Game, moment_named
from referee.api.gaps import ScoreRanges, score_ranges
from referee.api.tables import Table
from referee.core.answer import Answer, showing
from referee.core.ids import COMPANIES
from referee.core.state import Player, State
from referee.engine import Pad, pads, winners
from referee.engine.scoring import PAD_ROWS, counted_value
from referee.i18n.speech import say
from referee.records.moments import At

MOST: Final = 9999
"""Pounds that a row of a pad can have which somebody has filled in."""


class PlayerScore(Answer, frozen=True, kw_only=True):
    """The column of one player on the scoring pad."""

    colour: str
    rows: Mapping[str, int]
    """Pounds by row: cash, each company, diamonds, books."""
    shares: Mapping[str, int]
    """Shares owned by company; none of a pad of which only the numbers are known."""
    values: Mapping[str, int]
    """Pounds that one share is worth, by company."""
    total: int


class Pads(Answer, frozen=True, kw_only=True):
    """The scoring pad of all players, whether or not the game is over."""

    finished: bool
    winners: tuple[str, ...]
    """The colours of the players who win, or are ahead."""
    players: tuple[PlayerScore, ...]

    @staticmethod
    def of(columns: Mapping[str, Sequence[int]]) -> "Pads":
        """Return the pad of a finished game of which no more is known: seven numbers a player.

        >>> import referee.types
        >>> pads = referee.types.Pads.of({"Lea": [25, 0, 8, 0, 0, 0, 0], "Tom": [9, *[3] * 6]})
        >>> [player.total for player in pads.players], pads.winners
        ([33, 27], ('Lea',))
        """
        return pads_of_columns(columns)


class Score(Pads, frozen=True, kw_only=True):
    """The scoring pad of a table that was asked about."""

    note: str | None
    """Why the record goes no further, if it does not."""
    ranges: ScoreRanges | UnsetType = UNSET
    """What the pad can show at the end of a record with gaps, if its end is not certain.

    `winners` are those who win or are ahead whatever happened, `players` is the pad where the
    record stops. With a partly entered copy what the pad can show, for all values; `players` is
    empty then.
    """


def score_of(found_in: Game | Table, at: str | At | None) -> Score:
    """Return the scoring pad of a table, or of a game as if it had ended at a moment."""
    if isinstance(found_in, Game) and found_in.judged_unread is not None:
        from referee.api.copy_verdicts import copy_score  # noqa: PLC0415 - few sets have blanks

        moment = moment_named(at) if isinstance(at, str) else at
        ranges = copy_score(found_in, found_in.judged_unread, moment)
        finished = all(world.table.phase == "over" for world in found_in.judged_unread.worlds)
        winners = ranges.winners[0] if ranges.exact and ranges.winners else ()
        return Score(
            finished=finished and at is None, winners=winners, players=(), note=None, ranges=ranges
        )
    table = found_in.table(at) if isinstance(found_in, Game) else found_in
    scored = Score(
        **structs.asdict(pads_of(table.state, table.colours)),
        note=table.note or None,
        ranges=UNSET if at is not None else _ranges(found_in, table),
    )
    if scored.ranges is not UNSET:
        only = scored.ranges.winners if scored.ranges.exact else ()
        winners = only[0] if len(only) == 1 else ()
        scored = structs.replace(scored, finished=scored.ranges.finished, winners=winners)
    return showing(scored, lambda: table.scene)


def _ranges(source: Game | Table, table: Table) -> ScoreRanges | UnsetType:
    """Return what the pad can show behind the gap at which a record stopped, if it did."""
    if table.record is None or not table.note:
        return UNSET
    game = source if isinstance(source, Game) else Game(table.record, table.components)
    return score_ranges(game) or UNSET


def pads_of_columns(columns: Mapping[str, Sequence[int]]) -> Pads:
    """Return the pad of columns, each with a number for every row."""
    for name, numbers in columns.items():
        fits = len(numbers) == len(PAD_ROWS) and all(0 <= each <= MOST for each in numbers)
        facts = {"player": f"{name!r:.60}", "rows": ", ".join(PAD_ROWS), "most": MOST}
        require(fits, "answers.scores.not-a-column", **facts)
    totals = {name: sum(numbers) for name, numbers in columns.items()}
    return Pads(
        finished=True,
        winners=tuple(name for name, total in totals.items() if total == max(totals.values())),
        players=tuple(
            PlayerScore(
                colour=name,
                rows=dict(zip(PAD_ROWS, numbers, strict=True)),
                shares={},
                values={},
                total=totals[name],
            )
            for name, numbers in columns.items()
        ),
    )


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


def pad_words(state: State) -> Iterator[tuple[str, ...]]:
    """Yield for every player in words how the numbers on the scoring pad came about."""
    for player, pad in zip(state.players, pads(state), strict=True):
        yield tuple(_pad_words(state, player, pad))


def _pad_words(state: State, player: Player, pad: Pad) -> Iterator[str]:
    components = state.setting.components
    yield say("pages.pad.cash", pounds=player.cash)
    owned = [*player.hand, *(card for card in player.slots if card)]
    owned += [card for deck in player.resting for card in deck]
    for company, shares, value, space in zip(
        COMPANIES, pad.shares, pad.values, player.tracks, strict=True
    ):
        found = sorted(card for card in owned if components.card[card].share == company)
        yield say(
            "pages.pad.shares-on-cards" if found else "pages.pad.shares",
            company=company,
            shares=shares,
            value=value,
            worth=shares * value,
            by_marker=shares - len(found),
            space=space,
            cards=len(found),
            listed=", ".join(found),
        )
    for name, values, step in (
        ("diamonds", components.diamond_track.values, player.diamonds),
        ("books", components.book_track.values, player.ink),
    ):
        counted = counted_value(values, step, state.setting.rulings)
        if counted is None:
            yield say("pages.pad.step-worth-nothing", name=name, step=step)
            continue
        passed = state.setting.rulings.value_passed
        key = "beyond" if passed == "beyond" else "from"
        facts = {"pounds": counted.pounds, "at": counted.at}
        yield say(f"pages.pad.step-worth-{key}", name=name, step=step, **facts)
