"""Books and cards that lie on the table though nobody wrote which they are.

What was drawn without being named is represented by a *stand-in*: any book or card of its letter
that nobody has seen. All of them are alike until somebody takes or names one, so a table with
stand-ins is one world for all the draws that it could have been. Names are exchanged by
permutations of what is unseen; those of the letter that come first stand in, so that equal worlds
are equal values.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from operator import attrgetter
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from referee.core.budget import CountWork
from referee.core.canonical import CanonicalTurn
from referee.core.component_set import ComponentSet
from referee.core.events import Event
from referee.core.state import State
from referee.core.turns import Turn
from referee.engine import IllegalEventError, UnreadableEventError, step
from referee.engine.actions import TURNS, action_of, has_turn, walked
from referee.engine.legal_turns import canonical_of
from referee.engine.unfinished import table_after
from referee.records.as_it_lies import Corrections
from referee.records.quantities import TurnEnd

T = TypeVar("T")

Renaming = Mapping[str, str]
"""A permutation of unseen books and cards; what is not in it keeps its name."""

SAME: Renaming = {}

STEPS_OF_A_NAMING = 2
"""What a world with other names costs, in beginnings of a turn that are looked at."""


class World(Struct, frozen=True, gc=False):
    """A table that the record still allows, and which of its books and cards are stand-ins."""

    table: State
    stand_ins: frozenset[str] = frozenset()
    told: frozenset[int] = frozenset()
    """Which lines have been told already of those whose order is not known."""


def renamed(value: T, names: Renaming) -> T:
    """Return a value in which books and cards have exchanged their names."""
    return _renamed(value, names) if names else value


def _renamed(value: Any, names: Renaming) -> Any:  # noqa: ANN401
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, State):
        get: Any = names.get
        players = value.players
        # Mostly names are exchanged that no player has.
        if any(
            not player.hand.isdisjoint(names) or any(map(names.__contains__, chain(*player.books)))
            for player in players
        ):
            players = tuple(
                replace(
                    player,
                    hand=frozenset(map(get, player.hand, player.hand)),
                    books=tuple(tuple(map(get, pile, pile)) for pile in player.books),
                )
                for player in players
            )
        return replace(
            value,
            display=tuple(map(get, value.display, value.display)),
            book_display=tuple(map(get, value.book_display, value.book_display)),
            unseen_cards=tuple(_renamed_set(cards, names) for cards in value.unseen_cards),
            unseen_books=tuple(_renamed_set(books, names) for books in value.unseen_books),
            discards=tuple(sorted(map(get, value.discards, value.discards))),
            players=players,
        )
    # Most of what is looked at holds none of the names, and is left as it is.
    if isinstance(value, Struct):
        changed: dict[str, Any] = {}
        for field in value.__struct_fields__:
            part = getattr(value, field)
            new = _renamed(part, names)
            if new is not part:
                changed[field] = new
        return replace(value, **changed) if changed else value
    if isinstance(value, tuple | frozenset) and value:
        parts = [_renamed(part, names) for part in value]
        if any(new is not part for new, part in zip(parts, value, strict=True)):
            return tuple(parts) if isinstance(value, tuple) else frozenset(parts)
    return value


def _renamed_set(things: frozenset[Any], names: Renaming) -> frozenset[Any]:
    if things.isdisjoint(names):
        return things
    return frozenset(names.get(name, name) for name in things)


def then(first: Renaming, second: Renaming) -> Renaming:
    """Return the renaming that two renamings one after the other come to."""
    if not first or not second:
        return first or second
    names = {name: second.get(new, new) for name, new in first.items()}
    return {**{name: new for name, new in second.items() if name not in first}, **names}


def exchanging(wanted: Mapping[str, str]) -> Renaming:
    """Return a permutation that gives things the names wanted, all different."""
    names: dict[str, str] = {}
    for old, new in wanted.items():
        now = names.get(old, old)
        if now != new:
            holder = next((name for name, other in names.items() if other == new), new)
            names[old], names[holder] = new, now
    return {old: new for old, new in names.items() if old != new}


@lru_cache(maxsize=8)
def _kinds(components: ComponentSet) -> Mapping[object, str]:
    cards: dict[object, str] = {card.id: f"card {card.letter}" for card in components.cards}
    return {**cards, **{book.id: f"book {book.letter}" for book in components.books}}


def kind_of(name: str, components: ComponentSet) -> str | None:
    """Return what a book or action card has in common with those that it is drawn from."""
    return _kinds(components).get(name)


def unseen(table: State) -> frozenset[str]:
    """Return the names of all books and cards that are still in the supply or the stack."""
    return frozenset[str]().union(*table.unseen_books, *table.unseen_cards)


def pools(world: World) -> Mapping[str, list[str]]:
    """Return by kind the names that its stand-ins could have, in order."""
    kinds = _kinds(world.table.setting.components)
    found = defaultdict[str, list[str]](list)
    for name in world.stand_ins:
        found[kinds[name]].append(name)
    for supply in filter(None, (*world.table.unseen_books, *world.table.unseen_cards)):
        # All of a supply are of one kind.
        found[kinds[next(iter(supply))]] += supply
    return {kind: sorted(names) for kind, names in found.items()}


def hidden(world: World, names: Sequence[str]) -> list[str]:
    """Return those of the names that nobody has seen, so that only a stand-in can have them."""
    if not world.stand_ins:
        return []
    out_of_sight = unseen(world.table) | world.stand_ins
    return [name for name in dict.fromkeys(names) if name in out_of_sight]


def renamed_world(world: World, names: Renaming, known: frozenset[str] = frozenset()) -> World:
    """Return a world with names exchanged, of which some are known now."""
    stand_ins = frozenset(names.get(name, name) for name in world.stand_ins) - known
    return World(renamed(world.table, names), stand_ins, world.told)


def distinct(
    options: Sequence[Sequence[T]], tick: CountWork, chosen: tuple[T, ...] = ()
) -> Iterator[tuple[T, ...]]:
    """Yield every choice of one of each row of options, no two of them the same."""
    if len(chosen) == len(options):
        yield chosen
        return
    for option in options[len(chosen)]:
        if option not in chosen:
            tick()
            yield from distinct(options, tick, (*chosen, option))


def naming(world: World, names: Sequence[str], tick: CountWork) -> Iterator[tuple[World, Renaming]]:
    """Yield the world with stand-ins known by these names, in every way to choose them."""
    components = world.table.setting.components
    by_kind: dict[str | None, list[str]] = {}
    for name in sorted(world.stand_ins):
        by_kind.setdefault(kind_of(name, components), []).append(name)
    options = [by_kind.get(kind_of(name, components), []) for name in names]
    for chosen in distinct(options, tick):
        tick(STEPS_OF_A_NAMING)
        exchange = exchanging(dict(zip(chosen, names, strict=True)))
        yield renamed_world(world, exchange, frozenset(names)), exchange


def back_in_supply(world: World, names: Sequence[str]) -> tuple[World, Renaming] | None:
    """Return the world in which none of the names is a stand-in; None if there are no others."""
    taken = [name for name in names if name in world.stand_ins]
    if not taken:
        return world, SAME
    components = world.table.setting.components
    others = sorted(unseen(world.table).difference(names))
    wanted: dict[str, str] = {}
    for name in taken:
        kind = kind_of(name, components)
        other = next((o for o in others if kind_of(o, components) == kind), None)
        if other is None:
            return None
        others.remove(other)
        wanted[name] = other
    exchange = exchanging(wanted)
    return renamed_world(world, exchange), exchange


def taking(world: World, taken: Sequence[str], tick: CountWork) -> Iterator[Renaming]:
    """Yield every way to name stand-ins that somebody takes."""
    components = world.table.setting.components
    every = pools(world)
    options = [every.get(kind_of(name, components) or "", []) for name in taken]
    for names in distinct(options, tick):
        yield exchanging(dict(zip(taken, names, strict=True)))


def settled(world: World) -> tuple[World, Renaming]:
    """Return the world with the stand-ins that come first, and without one that is known."""
    if not world.stand_ins:
        return world, SAME
    table = world.table
    kinds = _kinds(table.setting.components)
    lying: dict[str, list[str]] = {}
    for name in (*table.book_display, *table.display, *table.discards):
        if name is not None and name in world.stand_ins:
            lying.setdefault(kinds[name], []).append(name)
    wanted: dict[str, str] = {}
    known: set[str] = set()
    for kind, every in pools(world).items():
        names = lying.get(kind, [])
        wanted |= zip(names, every, strict=False)
        if names and len(every) == 1:
            known.update(every)
    exchange = exchanging(wanted)
    return renamed_world(world, exchange, frozenset(known)), exchange


# A move: one way to fill a line of a record, and the world that it leaves -------------------------
CountedChoice = CanonicalTurn | Event | Corrections | None
"""What is counted and compared: a canonical turn, another event, what was put right, or nothing."""

STEPS_OF_SETTLING = 8
"""What putting the stand-ins of a table in order costs, in beginnings that are looked at."""

STEPS_OF_A_WHOLE_TURN = 4
"""What judging a turn that leaves nothing open costs, in beginnings that are looked at."""


class Move(Struct, frozen=True, gc=False):
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
    table: State,
    turn: Turn,
    choice: CountedChoice,
    after: World,
    before: Renaming,
    names: Renaming = SAME,
) -> Move:
    """Return the move of a turn that left a world, with names that stand-ins have got by it."""
    turn = renamed(turn, names)
    found, behind = settled(renamed_world(after, names) if names else after)
    moment = TurnEnd(renamed(table, names), found.table, turn)
    choice = renamed(choice, names)
    return Move(choice, (turn,), found, then(before, names), behind, moment=moment)


def stepped(table: State, event: Event) -> State | None:
    """Return the table after an event; None if it is illegal."""
    try:
        return step(table, event)
    except (IllegalEventError, UnreadableEventError):
        return None


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
    table = stepped(world.table, event)
    if table is None:
        return
    after, behind = World(table, world.stand_ins, world.told), SAME
    # Most events leave everything where it lies, and the world before was settled.
    if settle and (before or _lying(table) != _lying(world.table)):
        after, behind = settled(after)
    yield Move(event, (event,), after, before, behind)


_lying = attrgetter("book_display", "display", "discards", "unseen_books", "unseen_cards")


def known(world: World, names: list[str], tick: CountWork) -> Iterator[tuple[World, Renaming]]:
    """Yield the world with stand-ins known by those of the names that nobody has seen."""
    unknown = hidden(world, names)
    if unknown:
        yield from naming(world, unknown, tick)
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


def exact(world: World, event: Event, tick: CountWork) -> Iterator[Move]:
    """Yield what an event comes to, with every stand-in that can be what it names."""
    for found, before in known(world, names_in(event), tick):
        if isinstance(event, TURNS):
            tick(STEPS_OF_A_WHOLE_TURN)
        yield from carried_out(found, before, event)
