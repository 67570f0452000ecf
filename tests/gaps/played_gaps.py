"""Games that were played by seed, of which tests take something out."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice

from msgspec.structs import replace

from referee.conformance.games import game
from referee.core.events import Event, RefillBooks
from referee.core.ids import Seat
from referee.core.state import State
from referee.core.turns import Turn
from referee.engine import step
from referee.engine.actions import TURNS, refill_due
from referee.engine.turn_counts import count_turns
from referee.gaps.completions import Completions
from referee.gaps.lines import GapLine
from referee.records.quantities import TurnEnd, actual
from referee.records.record import Quantity, SaidClaim
from scripts.tools.oracle.gaps import Played

SEEDS = range(40)
FEW_TURNS = 60


@cache
def played(seed: int) -> Played:
    return tuple(game(seed))


def lines_of(events: Sequence[Event]) -> tuple[GapLine, ...]:
    return tuple(GapLine(event) for event in events)  # type: ignore[arg-type]


def events_from(seed: int, first: int, behind: int) -> list[Event]:
    return [event for _, event, _ in played(seed)[first:behind]]


def claims_after(table: State) -> tuple[SaidClaim, ...]:
    """Return the cash and the tracks of all players as they are on a table."""
    whats: tuple[Quantity, ...] = ("cash", "diamonds", "ink", "hand")
    moment = TurnEnd(table, table)
    claims = [
        SaidClaim(what=what, value=0, seat=Seat(seat))
        for seat in range(len(table.players))
        for what in whats
    ]
    return tuple(replace(claim, value=actual(moment, claim)) for claim in claims)


@cache
def places_with_few_turns(turns: int) -> tuple[tuple[int, int], ...]:
    """Return seeds and places of so many turns in a row, each with few alternatives."""
    return tuple(islice(every_place_with_few_turns(turns), 15))


def every_place_with_few_turns(turns: int) -> Iterator[tuple[int, int]]:
    """Yield seeds and places of so many turns in a row, each with few alternatives."""
    for seed in SEEDS:
        steps = played(seed)
        for place in range(len(steps)):
            rows = steps[place : place + turns]
            if len(rows) == turns and all(
                isinstance(event, TURNS) and sum(count_turns(before).values()) <= FEW_TURNS
                for before, event, _ in rows
            ):
                yield seed, place


def replayed(start: State, found: Completions) -> State:
    table = start
    for event in found.example or ():
        table = step(table, event)
    return table


# Turns. -----------------------------------------------------------------------------------------


def one_turn() -> tuple[State, Turn, State]:
    seed, place = places_with_few_turns(1)[0]
    start, turn, after = played(seed)[place]
    assert isinstance(turn, TURNS)
    return start, turn, after


def step_all(table: State, events: Sequence[Event]) -> State:
    for event in events:
        table = step(table, event)
    return table


def taking_a_book() -> tuple[State, Turn, RefillBooks]:
    for seed in SEEDS:
        for place, (before, event, after) in enumerate(played(seed)[:-1]):
            if isinstance(event, TURNS) and refill_due(after):
                refill = played(seed)[place + 1][1]
                turns = sum(count_turns(before).values())
                if isinstance(refill, RefillBooks) and turns < 20 * FEW_TURNS:
                    return before, event, refill
    raise AssertionError


SMALL = next(seed for seed in SEEDS if len(played(seed)[0][0].players) == 2)
