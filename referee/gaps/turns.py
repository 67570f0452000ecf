"""Turns of which something is not known: every one that the rest of the record allows."""

from collections.abc import Hashable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from referee.core.budget import CountWork
from referee.core.canonical import CanonicalTurn
from referee.core.ids import BookId, CardId, Seat
from referee.core.state import State
from referee.core.turns import Action, Turn
from referee.engine.actions import has_turn, walked
from referee.engine.legal_turns import canonical_of, finished_turns
from referee.engine.random_turns import ACTIONS
from referee.engine.unfinished import Unfinished, table_after
from referee.engine.work import Work
from referee.gaps import pruning
from referee.gaps.dependencies import Effect, alike_to_any_turn
from referee.gaps.foresight import Foresight
from referee.gaps.pruning import BUYING, may_be, may_go_on
from referee.gaps.stand_ins import (
    SAME,
    STEPS_OF_SETTLING,
    CountedChoice,
    Move,
    Renaming,
    World,
    known,
    names_in,
    renamed_world,
    taking,
    then,
    turn_move,
)
from referee.records.completion import ways_to_fill

MOST_REMEMBERED = 20_000
"""Turns that are remembered before they are forgotten, so that memory is bounded."""

STEPS_OF_A_READING = 2
"""What reading a turn on one display costs, in beginnings of a turn that are looked at."""

NO_BOOKS: frozenset[BookId] = frozenset()


class Turns:
    """Lists the turns that a line can be."""

    def __init__(self, tick: CountWork, *, prune: bool) -> None:
        self.tick = tick
        self.prune = prune
        self._known: dict[Hashable, list[tuple[Turn, CountedChoice, Effect]]] = {}
        self._remembered = 0

    def any_turn(self, world: World, foresight: Foresight) -> Iterator[Move]:
        """Yield every legal turn of the player to move that no rule of pruning drops."""
        table, seat = world.table, world.table.to_move
        if not has_turn(table) or seat is None:
            return
        foresight = foreseen_of(world, foresight)
        if world.stand_ins or not self.prune:
            yield from self._listed(world, foresight)
            return
        supplies = (*map(len, table.unseen_books), *map(len, table.unseen_cards))
        key = id(foresight), supplies, alike_to_any_turn(table, seat)
        listed = self._known.get(key)
        if listed is not None:
            for turn, choice, effect in listed:
                self.tick()
                after = World(effect.on(table), told=world.told)
                yield turn_move(table, turn, choice, after, SAME)
            return
        found: list[tuple[Turn, CountedChoice, Effect]] = []
        for move in self._listed(world, foresight):
            moment = move.moment
            if moment is not None and moment.turn is not None:
                found.append((moment.turn, move.choice, Effect(table, move.after.table)))
            yield move
        self._remembered += len(found) + 1
        if self._remembered > MOST_REMEMBERED:
            self._known.clear()
            self._remembered = len(found) + 1
        self._known[key] = found

    def _listed(self, world: World, foresight: Foresight) -> Iterator[Move]:
        rules = pruning.rules_that_matter(foresight, world.table.to_move or Seat(0))

        def keep(beginning: Unfinished) -> bool:
            return not self.prune or may_go_on(beginning, foresight, rules)

        stay = NO_BOOKS
        possible = ACTIONS
        if self.prune:
            stay = pruning.books_that_stay(world.table, foresight)
            possible = pruning.actions_that_take(world.table, foresight)
        for shown in _displays(world, self.tick, stay):
            actions = tuple(a for a in possible if shown.buys is None or a in BUYING)
            for finished in finished_turns(shown.table, actions, self.tick, keep):
                turn = finished.turn()
                yield from self._taken(shown, finished.action, turn, finished.work, foresight)

    def partial_turn(self, world: World, said: Turn, foresight: Foresight) -> Iterator[Move]:
        """Yield the turns that one with blanks can be."""
        foresight = foreseen_of(world, foresight)
        for named, before in known(world, names_in(said), self.tick):
            for shown in _displays(named, self.tick):
                self.tick(STEPS_OF_A_READING)
                found: set[CanonicalTurn] = set()
                for finished in ways_to_fill(shown.table, said, self.tick):
                    turn = finished.turn()
                    # A turn that names no level counts at the highest at which it is legal.
                    broken, work = walked(shown.table, turn)
                    choice = canonical_of(work, finished.action, turn)
                    if broken or choice in found:
                        continue
                    found.add(choice)
                    for move in self._taken(shown, finished.action, turn, work, foresight):
                        yield replace(move, before=then(before, move.before))

    def _taken(
        self, shown: "_Shown", action: Action, turn: Turn, work: Work, foresight: Foresight
    ) -> Iterator[Move]:
        self.tick()
        if shown.buys is not None and work.bought != shown.buys:
            return
        if self.prune and not may_be(work, foresight):
            return
        world = shown.world
        if world.stand_ins:
            self.tick(STEPS_OF_SETTLING)
        choice = canonical_of(work, action, turn)
        left, taken = left_by(world, work)
        for names in taking(world, taken, self.tick) if taken else (SAME,):
            if names:
                # Four things are given other names, and then the stand-ins are put in order.
                self.tick(2 * STEPS_OF_SETTLING)
            yield turn_move(world.table, turn, choice, left, shown.before, names)


def foreseen_of(world: World, foresight: Foresight) -> Foresight:
    """Return what can be foreseen where the names of some books and cards are not known yet.

    A turn is judged before its stand-ins are named, and on a display without them.
    """
    if not world.stand_ins:
        return foresight
    known = foresight.taken - world.stand_ins
    return replace(foresight, drawn=None, next_turns={}, taken=known)


class _Shown(Struct, frozen=True):
    """A table as a turn may use it: stand-ins among the cards cannot be bought unnamed."""

    world: World
    before: Renaming
    table: State
    buys: CardId | None = None
    """The card that has got a name because it is bought."""


def _displays(
    world: World, tick: CountWork, stay: frozenset[BookId] = NO_BOOKS
) -> Iterator[_Shown]:
    """Yield the table without cards that nobody named, and with each of them bought.

    Books that are known to stay are not shown, either.
    """
    table = world.table
    cards = [card for card in table.display if card is not None and card in world.stand_ins]
    yield _Shown(world, SAME, without(table, frozenset(cards), stay))
    for card in cards:
        for before in taking(world, [card], tick):
            bought = CardId(before.get(card, card))
            named = renamed_world(world, before, frozenset({bought}))
            yield _Shown(named, before, without(named.table, named.stand_ins, stay), bought)


def without(table: State, cards: frozenset[str], books: frozenset[BookId]) -> State:
    """Return the table without these cards and books, so that nobody can take them."""
    if books:
        display = tuple([None if book in books else book for book in table.book_display])
        table = replace(table, book_display=display)
    if not cards.isdisjoint(filter(None, table.display)):
        shown = tuple([None if card in cards else card for card in table.display])
        table = replace(table, display=shown)
    return table


def left_by(world: World, work: Work) -> tuple[World, list[BookId]]:
    """Return the world that a turn leaves, and the stand-ins among the books that it takes.

    All lies there that nobody has taken, though the turn may not have been shown it.
    """
    table, after = world.table, table_after(work)
    display = tuple([None if card == work.bought else card for card in table.display])
    books = tuple([None if book in work.taken else book for book in table.book_display])
    if after.display != display or after.book_display != books:
        after = replace(after, display=display, book_display=books)
    taken = [book for book in work.taken if book in world.stand_ins]
    return World(after, world.stand_ins.difference(taken), world.told), taken
