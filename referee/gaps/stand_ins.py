"""Books and cards that lie on the table though nobody wrote which they are.

What was drawn without being named is represented by a *stand-in*: any book or card of its letter
that nobody has seen. All of them are alike until somebody takes or names one, so a table with
stand-ins is one world for all the draws that it could have been. Names are exchanged by
permutations of what is unseen; those of the letter that come first stand in, so that equal worlds
are equal values.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from referee.game.component_set import ComponentSet
from referee.game.ids import BookId, CardId
from referee.game.state import Player, State

T = TypeVar("T")

Renaming = Mapping[str, str]
"""A permutation of unseen books and cards; what is not in it keeps its name."""

SAME: Renaming = {}


class World(Struct, frozen=True):
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
        return _renamed_table(value, names)
    if isinstance(value, Struct):
        fields = {field: getattr(value, field) for field in value.__struct_fields__}
        return replace(value, **{field: _renamed(part, names) for field, part in fields.items()})
    if isinstance(value, tuple):
        return tuple(_renamed(part, names) for part in value)
    if isinstance(value, frozenset):
        return frozenset(_renamed(part, names) for part in value)
    return value


def _renamed_table(table: State, names: Renaming) -> State:
    get: Any = names.get
    players = table.players
    # Mostly names are exchanged that no player has.
    if any(_holds(player, names) for player in players):
        players = tuple(
            replace(
                player,
                hand=frozenset(map(get, player.hand, player.hand)),
                books=tuple(tuple(map(get, pile, pile)) for pile in player.books),
            )
            for player in players
        )
    return replace(
        table,
        display=tuple(map(get, table.display, table.display)),
        book_display=tuple(map(get, table.book_display, table.book_display)),
        unseen_cards=tuple(_renamed_set(cards, names) for cards in table.unseen_cards),
        unseen_books=tuple(_renamed_set(books, names) for books in table.unseen_books),
        discards=tuple(sorted(map(get, table.discards, table.discards))),
        players=players,
    )


def _holds(player: Player, names: Renaming) -> bool:
    if not player.hand.isdisjoint(names):
        return True
    return any(book in names for pile in player.books for book in pile)


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


def kind_of(name: str, components: ComponentSet) -> str | None:
    """Return what a book or action card has in common with those that it is drawn from."""
    if (book := components.book.get(BookId(name))) is not None:
        return f"book {book.letter}"
    if (card := components.card.get(CardId(name))) is not None:
        return f"card {card.letter}"
    return None


def unseen(table: State) -> frozenset[str]:
    """Return the names of all books and cards that are still in the supply or the stack."""
    return frozenset[str]().union(*table.unseen_books, *table.unseen_cards)


def pool(world: World, kind: str) -> list[str]:
    """Return the names that a stand-in of a kind could have, in order."""
    components = world.table.setting.components
    stands = [name for name in world.stand_ins if kind_of(name, components) == kind]
    supplies = (*world.table.unseen_books, *world.table.unseen_cards)
    for supply in supplies:
        # All of a supply are of one kind.
        if supply and kind_of(next(iter(supply)), components) == kind:
            stands += supply
    return sorted(stands)


def hidden(world: World, names: Sequence[str]) -> list[str]:
    """Return those of the names that nobody has seen, so that only a stand-in can have them."""
    if not world.stand_ins:
        return []
    out_of_sight = unseen(world.table) | world.stand_ins
    return [name for name in dict.fromkeys(names) if name in out_of_sight]


def _renamed_world(world: World, names: Renaming, known: frozenset[str]) -> World:
    """Return a world with names exchanged, of which some are known now."""
    stand_ins = frozenset(names.get(name, name) for name in world.stand_ins) - known
    return World(renamed(world.table, names), stand_ins, world.told)


def naming(world: World, names: Sequence[str]) -> Iterator[tuple[World, Renaming]]:
    """Yield the world with stand-ins known by these names, in every way to choose them."""
    components = world.table.setting.components
    kinds = [kind_of(name, components) for name in names]
    for chosen in permutations(sorted(world.stand_ins), len(names)):
        if [kind_of(name, components) for name in chosen] == kinds:
            exchange = exchanging(dict(zip(chosen, names, strict=True)))
            yield _renamed_world(world, exchange, frozenset(names)), exchange


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
    return _renamed_world(world, exchange, frozenset()), exchange


def taking(world: World, taken: Sequence[str]) -> Iterator[Renaming]:
    """Yield every way to name stand-ins that somebody takes."""
    components = world.table.setting.components
    pools = [pool(world, kind_of(name, components) or "") for name in taken]

    def ways(place: int, chosen: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        if place == len(pools):
            yield chosen
            return
        for name in pools[place]:
            if name not in chosen:
                yield from ways(place + 1, (*chosen, name))

    for names in ways(0, ()):
        yield exchanging(dict(zip(taken, names, strict=True)))


def settled(world: World) -> tuple[World, Renaming]:
    """Return the world with the stand-ins that come first, and without one that is known."""
    if not world.stand_ins:
        return world, SAME
    table, components = world.table, world.table.setting.components
    places = [*table.book_display, *table.display, *table.discards]
    lying: dict[str, list[str]] = {}
    for name in places:
        if name is not None and name in world.stand_ins:
            lying.setdefault(kind_of(name, components) or "", []).append(name)
    wanted: dict[str, str] = {}
    known: set[str] = set()
    for kind, names in lying.items():
        every = pool(world, kind)
        wanted |= zip(names, every, strict=False)
        if len(every) == 1:
            known.update(every)
    exchange = exchanging(wanted)
    return _renamed_world(world, exchange, frozenset(known)), exchange
