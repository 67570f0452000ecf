"""Turns and plans by lot, guided by what later lines ask of them."""

from collections.abc import Iterator, Sequence
from random import Random

from referee.engine.actions import action_of, walked
from referee.engine.canonical import canonical_of
from referee.engine.facts import facts_of
from referee.engine.random_turns import ACTIONS, sample_turn
from referee.engine.turn_end import table_after
from referee.engine.work import Work
from referee.game.ids import CardId, Seat
from referee.game.state import State
from referee.game.turns import Turn
from referee.gaps import pruning
from referee.gaps.budget import CountWork
from referee.gaps.foresight import Foresight
from referee.gaps.lines import GapLine
from referee.gaps.moves import Move, exact, names_in, turn_move
from referee.gaps.stand_ins import SAME, Renaming, World, exchanging, kind_of, pool, renamed, then
from referee.gaps.turns import NO_BOOKS, foreseen_of, with_all_of, without

STEPS_OF_A_TURN = 4
"""What drawing a turn costs, in beginnings of a turn that are looked at."""

STEPS_OF_A_REPETITION = 2
"""What taking a turn once more costs, in the same unit."""

GOING_ON = tuple(action for action in ACTIONS if action != "end")
NO_CARDS: frozenset[CardId] = frozenset()


class Lots:
    """Draws turns that the lines of a record allow, as far as that is foreseen."""

    def __init__(self, lines: Sequence[GapLine], random: Random, tick: CountWork) -> None:
        self.random = random
        self.tick = tick
        self.ending = 1 / 4
        """How often a player ends the phase who could go on."""
        self._lines = lines
        self._mentioned: dict[int, frozenset[str]] = {}

    def turn(self, world: World, place: int, foresight: Foresight) -> Move | None:
        """Return a turn in a line by lot; None if what was drawn is known not to fit."""
        self.tick(STEPS_OF_A_TURN)
        world, before, buys = self._shown(world, place, foresight)
        foresight = foreseen_of(world, foresight)
        unnamed = world.stand_ins.intersection(filter(None, world.table.display))
        table = without(world.table, unnamed, NO_BOOKS)
        turn = self._any_turn(table, foresight)
        if turn is None:
            return None
        _, work = walked(table, turn)
        if buys is not None and work.bought != buys:
            return None
        if not pruning.may_be(work, foresight) or self._buys_too_much(work, foresight):
            return None
        taken = [book for book in work.taken if book in world.stand_ins]
        names = self._names(world, place, taken)
        choice = canonical_of(work, action_of(turn), turn)
        after = with_all_of(world.table, table_after(work), work)
        others = frozenset(names.get(name, name) for name in world.stand_ins.difference(taken))
        return turn_move(
            renamed(world.table, names),
            renamed(turn, names),
            renamed(choice, names),
            World(renamed(after, names), others, world.told),
            then(before, names),
        )

    def same(self, world: World, turn: Turn) -> Iterator[Move]:
        """Yield what a turn comes to that was taken on another table, if it is legal here."""
        self.tick(STEPS_OF_A_REPETITION)
        yield from exact(world, turn)

    def _shown(
        self, world: World, place: int, foresight: Foresight
    ) -> tuple[World, Renaming, CardId | None]:
        """Return the world with a name for a card that is to be bought, if nobody named it."""
        cards = [card for card in world.table.display if card is not None]
        unnamed = [card for card in cards if card in world.stand_ins]
        if not unnamed or self.random.random() < 1 / 2:
            return world, SAME, None
        card = self.random.choice(unnamed)
        wanted = foresight.wanted.get(world.table.to_move or Seat(0), NO_CARDS)
        names = self._names(world, place, [card], wanted)
        bought = CardId(names.get(card, card))
        others = frozenset(names.get(name, name) for name in world.stand_ins) - {bought}
        return World(renamed(world.table, names), others, world.told), names, bought

    def _any_turn(self, table: State, foresight: Foresight) -> Turn | None:
        random = self.random
        wanted = foresight.wanted.get(table.to_move or Seat(0), NO_CARDS)
        if not wanted.isdisjoint(table.display) and random.random() < 1 / 2:
            actions = pruning.BUYING
        else:
            actions = ACTIONS if random.random() < self.ending else GOING_ON
        return sample_turn(table, random, actions) or sample_turn(table, random)

    def _names(
        self,
        world: World,
        place: int,
        taken: Sequence[str],
        wanted: frozenset[CardId] = NO_CARDS,
    ) -> Renaming:
        """Return names for stand-ins: those wanted, else if possible none of later lines."""
        if not taken:
            return SAME
        components = world.table.setting.components
        mentioned = self._mentioned_behind(place)
        chosen: list[str] = []
        for name in taken:
            every = pool(world, kind_of(name, components) or "")
            free = [each for each in every if each not in chosen]
            best = [each for each in free if each in wanted]
            best = best or [each for each in free if each not in mentioned]
            chosen.append(self.random.choice(best or free))
        return exchanging(dict(zip(taken, chosen, strict=True)))

    def _mentioned_behind(self, place: int) -> frozenset[str]:
        found = self._mentioned.get(place)
        if found is None:
            behind = self._lines[place + 1 :]
            found = frozenset(name for line in behind for name in names_in(line.content))
            self._mentioned[place] = found
        return found

    def _buys_too_much(self, work: Work, foresight: Foresight) -> bool:
        """Return whether a card was bought though all that are bought in the round are known."""
        drawn = foresight.drawn_behind
        wanted = foresight.wanted.get(work.seat, NO_CARDS)
        if drawn is None or work.bought is None or work.bought in wanted:
            return False
        rows = facts_of(work.state.setting).card_rows
        left = [card for card in work.state.display[rows:] if card is not None]
        gone = len(work.state.display) - rows - len(left)
        known = drawn.bought.union(*foresight.wanted.values())
        return gone + sum(card in known for card in left) >= drawn.cards - rows
