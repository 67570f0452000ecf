"""The course of a game: who stood how in each round, and the turns that changed the result most.

All but the net worth is an opinion, by a value from self-play (docs/strategy.md).
"""

from typing import Literal

from referee.api.errors import require
from referee.api.games import Game
from referee.core.answer import Answer
from referee.core.state import State
from referee.core.turns import Turn
from referee.engine.scoring import pads
from referee.records.completed_turn import Missing
from referee.records.judge import setting_of, walk
from referee.solve.horizons import turn_text
from referee.strategy.course import Comparison, Interval, TakenTurn
from referee.strategy.value import POUND, Chance, value


class PlayerStanding(Answer, frozen=True, kw_only=True):
    """How a player stood when a round began, or in the end."""

    player: str
    net_worth: int
    """What he would have scored at once; this is proved."""
    lead: float
    """Pounds by which he is expected to score more than the others on average."""
    chance: Chance
    """To win, if all play on alike."""


class Standing(Answer, frozen=True, kw_only=True):
    """How the players stood when a round began, or in the end."""

    moment: str
    """`round 3`, or `end`."""
    players: tuple[PlayerStanding, ...]
    margin: float
    """In 95 of 100 games the final lead lies within this many pounds of it."""


class TurningPoint(Answer, frozen=True, kw_only=True):
    """A turn beside one that would have been better."""

    address: str
    player: str
    turn: str
    better: str
    pounds: Interval
    """What the better turn brings beyond the others, in games played out from both."""
    chance: Interval | None
    """How much it adds to the chance to win, where games were played to the end."""
    verdict: Literal["loss", "undecided"]


class Course(Answer, frozen=True, kw_only=True):
    """The course of a game, as far as the record is legal and complete."""

    file: str
    version: int
    """Of the weights by which tables are valued."""
    standings: tuple[Standing, ...]
    turning_points: tuple[TurningPoint, ...]
    """Losses first, the worst first; then what was looked at and stays undecided."""


def course_of(game: Game, max_items: int, seed: int) -> Course:
    """Return the course of a game; the same for the same seed."""
    require(max_items >= 0, "answers.reviews.misses-range")
    by, colours = value(), game.colours
    tables: dict[str, State] = {}
    taken: list[TakenTurn] = []
    setting = setting_of(game.record.header, game.components)
    if isinstance(setting, Missing):
        return Course(file=game.name, version=by.weights.version, standings=(), turning_points=())
    for step in walk(game.record, setting):
        if step.stops:
            break
        if step.after.phase == "planning":
            tables.setdefault(f"round {step.after.round}", step.after)
        elif step.after.phase == "over":
            tables["end"] = step.after
        if step.counts and isinstance(step.event, Turn):
            taken.append(TakenTurn(step.before, step.event, step.after))
    compared = Comparison(by, seed).turning_points(taken, max_items) if max_items else ()
    return Course(
        file=game.name,
        version=by.weights.version,
        standings=tuple(_standing(moment, table, colours) for moment, table in tables.items()),
        turning_points=tuple(
            TurningPoint(
                address=f"{(one := taken[point.taken]).before.round}.{one.before.turn}",
                player=colours[one.turn.seat],
                turn=turn_text(one.turn, setting, colours),
                better=turn_text(point.better, setting, colours),
                pounds=point.pounds,
                chance=point.chance,
                verdict=point.verdict,
            )
            for point in compared
        ),
    )


def _standing(moment: str, table: State, colours: tuple[str, ...]) -> Standing:
    by = value()
    chances, pounds = by.chances(table), [pad.total for pad in pads(table)]
    return Standing(
        moment=moment,
        players=tuple(
            PlayerStanding(
                player=colour,
                net_worth=pounds[seat],
                lead=by.lead(table, seat) / POUND,
                chance=chances[seat],
            )
            for seat, colour in enumerate(colours)
        ),
        margin=by.margin(table) / POUND,
    )
