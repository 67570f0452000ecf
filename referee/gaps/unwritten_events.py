"""What must have come before a line, though nobody wrote it: setup, plans, preparation, refills."""

from collections.abc import Iterator, Mapping
from itertools import permutations
from typing import Literal

from msgspec.structs import replace

from referee.engine.actions import refill_due
from referee.engine.legal_turns import Tick
from referee.engine.planning import available_slots
from referee.engine.play import REFILLED
from referee.game.events import (
    Event,
    Plan,
    RefillBooks,
    RestStartingCards,
    TakeStartingBonus,
    TakeStartingTile,
)
from referee.game.ids import SLOTS, CardId, Seat, StartTileId
from referee.game.state import SETUP_PHASES, Phase, State
from referee.game.turns import BLANK, Advance, MoveDiamond
from referee.gaps.draws import first_books, first_cards
from referee.gaps.foresight import Foresight
from referee.gaps.lines import AGREED, BlankRefill, Content, Unordered, phase_of
from referee.gaps.moves import Move, exact
from referee.gaps.stand_ins import World
from referee.notation.record import Remark
from referee.transcript.event_completion import bonus_words, plannable

Due = Literal["refill", "preparation", "plan", "setup"]

WAITS = (Remark, RefillBooks, BlankRefill, Unordered, *AGREED)
"""Lines before which nothing is due; before one of unordered lines it may be."""


def due_before(table: State, content: Content) -> Due | None:
    """Return what must have come before a line and was not written; None if nothing did."""
    if isinstance(content, WAITS):
        return None
    if table.phase in REFILLED and refill_due(table):
        return "refill"
    stands_in = phase_of(content)
    if table.phase in SETUP_PHASES and stands_in not in {None, table.phase}:
        return "setup"
    return _BETWEEN.get((table.phase, stands_in))


_BETWEEN: Mapping[tuple[Phase, Phase | None], Due] = {
    ("preparation", "planning"): "preparation",
    ("planning", "actions"): "plan",
}


# Plans. -----------------------------------------------------------------------------------------


def next_plan(table: State) -> Plan:
    """Return the plan that is due, of which nothing is known."""
    seat = next(Seat(seat) for seat, plan in enumerate(table.plans) if plan is None)
    return Plan(seat=seat, slots=(CardId(BLANK),) * len(SLOTS))


def plans(world: World, said: Plan, needed: frozenset[str], tick: Tick) -> Iterator[Move]:
    """Yield a plan's cards with every card or none in each slot that is not known."""
    table, seat = world.table, said.seat
    if not 0 <= seat < len(table.players) or len(said.slots) != len(SLOTS):
        return
    unlocked = available_slots(table, seat)
    hand = sorted(plannable(table, seat))

    def ways(slots: tuple[CardId | None, ...]) -> Iterator[tuple[CardId | None, ...]]:
        tick()
        left = len(SLOTS) - len(slots)
        if len(needed.difference(slots)) > left:
            return
        if not left:
            yield slots
            return
        said_card = said.slots[len(slots)]
        options: list[CardId | None] = [said_card]
        if said_card == BLANK:
            free = [c for c in hand if c not in slots and c not in said.slots]
            options = [None, *(free if SLOTS[len(slots)] in unlocked else ())]
        for card in options:
            yield from ways((*slots, card))

    for slots in ways(()):
        yield from exact(world, replace(said, slots=slots))


def cards_to_plan(table: State, seat: Seat, foresight: Foresight) -> frozenset[str]:
    """Return the cards that a plan must hold because the player uses them later in the round."""
    return foresight.items.get(seat, frozenset()) & table.players[seat].hand


# Setup. -----------------------------------------------------------------------------------------


def setup_step(world: World, tick: Tick) -> Iterator[Move]:
    """Yield the ways of the step of the setup that is due."""
    match world.table.phase:
        case "deal-cards":
            yield from first_cards(world)
        case "deal-books":
            yield from first_books(world)
        case _:
            yield from any_of(world, setup_events(world.table), tick)


def any_of(world: World, events: Iterator[Event], tick: Tick) -> Iterator[Move]:
    """Yield what events come to, of those that come to the same only one."""
    found: set[World] = set()
    for event in events:
        tick()
        for move in exact(world, event):
            if move.after not in found:
                found.add(move.after)
                yield move


def setup_events(table: State) -> Iterator[Event]:
    """Yield everything that the next player can do in a step of the setup."""
    match table.phase:
        case "starting-tiles":
            seat = next(Seat(s) for s, p in enumerate(table.players) if p.starting_tile is None)
            yield from starting_tiles(table, seat)
        case "resting":
            seat = next(Seat(s) for s, p in enumerate(table.players) if not any(p.resting))
            yield from rests(table, seat)
        case "starting-bonus" if table.to_move is not None:
            yield from bonuses(table, table.to_move)
        case _:
            return


def starting_tiles(table: State, seat: Seat) -> Iterator[TakeStartingTile]:
    """Yield every starting tile that a player may have taken."""
    for tile in table.setting.components.starting_tiles:
        yield TakeStartingTile(seat=seat, tile=tile.id)


def rests(table: State, seat: Seat, said: tuple[CardId, ...] = ()) -> Iterator[RestStartingCards]:
    """Yield the cards that a starting tile puts to rest, in every order that was not written."""
    tile = table.players[seat].starting_tile or StartTileId("")
    printed = table.setting.components.starting_tile.get(tile)
    if said and said[-1] == BLANK and printed is not None:
        # A blank at the end stands for all that follow.
        said += (CardId(BLANK),) * (len(printed.rest) - len(said))
    for cards in dict.fromkeys(permutations(printed.rest if printed else ())):
        if len(said) in {0, len(cards)} and all(
            word in {BLANK, card} for word, card in zip(said, cards, strict=False)
        ):
            yield RestStartingCards(seat=seat, cards=cards)


def bonuses(table: State, seat: Seat) -> Iterator[TakeStartingBonus]:
    """Yield a player's starting bonus in every order."""
    parts: list[Advance | MoveDiamond] = [
        MoveDiamond() if word == "diamonds" else Advance(word) for word in bonus_words(table, seat)
    ]
    for order in permutations(parts):
        yield TakeStartingBonus(seat=seat, reward=order)
