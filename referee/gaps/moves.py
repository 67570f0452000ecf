"""A move: one way to fill a line of a record, and the world that it leaves."""

from collections.abc import Iterator

from msgspec import Struct

from referee.engine import IllegalEventError, UnreadableEventError, step
from referee.engine.actions import TURNS, action_of, has_turn, walked
from referee.engine.canonical import canonical_of
from referee.engine.turn_end import table_after
from referee.game.canonical import CanonicalTurn
from referee.game.events import Event
from referee.game.state import State
from referee.game.turns import Turn
from referee.gaps.as_it_lies import Corrections
from referee.gaps.stand_ins import SAME, Renaming, World, hidden, naming, settled
from referee.transcript.quantities import TurnEnd

CountedChoice = CanonicalTurn | Event | Corrections | None
"""What is counted and compared: a canonical turn, another event, what was put right, or nothing."""


class Move(Struct, frozen=True):
    """One way to fill a line, a part of it, or several lines that leave nothing open."""

    choice: CountedChoice
    events: tuple[Event, ...]
    after: World
    before: Renaming = SAME
    """What stand-ins of the table before are called in the event."""
    behind: Renaming = SAME
    """What names of the event are called on the table after."""
    lines: int = 1
    """How many lines are done with; 0 if the line is still due, because something came before it
    or it holds more turns."""
    moment: TurnEnd | None = None
    """The table around a turn, for claims."""


def nothing(world: World) -> Move:
    """Return the move of a line in which nothing happened."""
    return Move(None, (), world)


def turn_move(
    table: State, turn: Turn, choice: CountedChoice, after: World, before: Renaming
) -> Move:
    """Return the move of a turn that left a world."""
    found, behind = settled(after)
    return Move(choice, (turn,), found, before, behind, moment=TurnEnd(table, found.table, turn))


def carried_out(
    world: World, before: Renaming, event: Event, *, settle: bool = True
) -> Iterator[Move]:
    """Yield what an event comes to, unless it is illegal."""
    if isinstance(event, TURNS):
        if not has_turn(world.table) or event.seat != world.table.to_move:
            return
        broken, work = walked(world.table, event)
        if not broken:
            choice = canonical_of(work, action_of(event), event)
            left = World(table_after(work), world.stand_ins, world.told)
            yield turn_move(world.table, event, choice, left, before)
        return
    try:
        table = step(world.table, event)
    except (IllegalEventError, UnreadableEventError):
        return
    after, behind = World(table, world.stand_ins, world.told), SAME
    if settle:
        after, behind = settled(after)
    yield Move(event, (event,), after, before, behind)


def known(world: World, names: list[str]) -> Iterator[tuple[World, Renaming]]:
    """Yield the world with stand-ins known by those of the names that nobody has seen."""
    unknown = hidden(world, names)
    if unknown:
        yield from naming(world, unknown)
    else:
        yield world, SAME


def names_in(value: object) -> list[str]:
    """Return every name that an event or a said turn holds."""
    if isinstance(value, str):
        return [value]
    if isinstance(value, Struct):
        value = tuple(getattr(value, field) for field in value.__struct_fields__)
    if isinstance(value, tuple | frozenset):
        return [name for part in value for name in names_in(part)]
    return []


def exact(world: World, event: Event) -> Iterator[Move]:
    """Yield what an event comes to, with every stand-in that can be what it names."""
    for found, before in known(world, names_in(event)):
        yield from carried_out(found, before, event)
