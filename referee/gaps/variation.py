"""One completion of a record, found by changing a way through it that does not fit yet.

Where the gaps are too long to try everything, a way is drawn by lot. The line that refutes it tells
whose turns were wrong, so one of those is drawn again and the others are kept as they were, as
far as they are still legal. What fits better stays. Nothing is proved by failing.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from random import Random

from msgspec import Struct

from referee.core.budget import Budget, BudgetExceeded, CountWork
from referee.core.ids import CardId, Seat
from referee.core.turns import Turn
from referee.engine.actions import action_of, has_turn, walked
from referee.engine.facts import facts_of
from referee.engine.legal_turns import canonical_of
from referee.engine.random_turns import ACTIONS, sample_turn
from referee.engine.work import Work
from referee.gaps import pruning
from referee.gaps.draws import due_before
from referee.gaps.filler import Filler, holding, staying
from referee.gaps.foresight import Foreseen, Foresight
from referee.gaps.graph import Graph
from referee.gaps.lines import Content, GapLine, is_gap
from referee.gaps.search import following
from referee.gaps.stand_ins import (
    SAME,
    Move,
    Renaming,
    World,
    exact,
    exchanging,
    kind_of,
    names_in,
    nothing,
    pools,
    renamed_world,
    turn_move,
)
from referee.gaps.stretch import Stretches
from referee.gaps.turns import NO_BOOKS, foreseen_of, left_by, without
from referee.records.quantities import TurnEnd, actual
from referee.records.record import BlankTurn, BlankTurns

# Turns and plans by lot, guided by what later lines ask of them -----------------------------------
STEPS_OF_A_TURN = 4
"""What drawing a turn costs, in beginnings of a turn that are looked at."""

STEPS_OF_A_REPETITION = 2
"""What taking a turn once more costs, in the same unit."""

GOING_ON = tuple(action for action in ACTIONS if action != "end")
NO_CARDS: frozenset[CardId] = frozenset()


class RandomTurns:
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
        random = self.random
        wanted = foresight.wanted.get(table.to_move or Seat(0), NO_CARDS)
        if not wanted.isdisjoint(table.display) and random.random() < 1 / 2:
            actions = pruning.BUYING
        else:
            actions = ACTIONS if random.random() < self.ending else GOING_ON
        turn = sample_turn(table, random, actions) or sample_turn(table, random)
        if turn is None:
            return None
        _, work = walked(table, turn)
        if buys is not None and work.bought != buys:
            return None
        if not pruning.may_be(work, foresight) or self._buys_too_much(work, foresight):
            return None
        left, taken = left_by(world, work)
        names = self._names(world, place, taken)
        choice = canonical_of(work, action_of(turn), turn)
        return turn_move(world.table, turn, choice, left, before, names)

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
        return renamed_world(world, names, frozenset({bought})), names, bought

    def _names(
        self, world: World, place: int, taken: Sequence[str], wanted: frozenset[CardId] = NO_CARDS
    ) -> Renaming:
        """Return names for stand-ins: those wanted, else if possible none of later lines."""
        if not taken:
            return SAME
        components = world.table.setting.components
        mentioned = self._mentioned.get(place)
        if mentioned is None:
            behind = self._lines[place + 1 :]
            mentioned = frozenset(name for line in behind for name in names_in(line.content))
            self._mentioned[place] = mentioned
        chosen: list[str] = []
        every = pools(world)
        for name in taken:
            kind = kind_of(name, components) or ""
            free = [each for each in every.get(kind, []) if each not in chosen]
            best = [each for each in free if each in wanted]
            best = best or [each for each in free if each not in mentioned]
            chosen.append(self.random.choice(best or free))
        return exchanging(dict(zip(taken, chosen, strict=True)))

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


class Passed(Struct, frozen=True):
    """A step of a way through a record: a move from a world before a line."""

    place: int
    world: World
    move: Move
    is_gap: bool
    """Something else may have happened here."""


class DrawnWay(Struct):
    """A way through a record as far as it fits."""

    steps: list[Passed]
    fits: tuple[int, int] = (0, 0)
    """How many lines fit, and how many claims of the next."""
    refuted_by: Seat | None = None
    """Whose line does not fit."""


TurnsTaken = dict[Seat | None, list[Turn]]
"""The turns that were taken before, player by player."""

PATIENCE = 150
"""So many changes in a row that make nothing better are the end of a way."""

BLAMED = 3 / 4
"""How often it is a turn of the player whose line was refuted that is changed."""

MORE, OTHER = 1 / 4, 1 / 2
"""How often a turn is put in, and how often one is exchanged; else one is left out."""

ENDING = (1 / 16, 1 / 4, 1 / 2)
"""How often players end the phase who could go on, in one way or another."""

STOPPING = 1 / 4
"""How often it is taken for the last of an unknown number of turns."""

DRAWS = 12
"""Turns that are drawn before one is looked for in a list."""

LISTED = 60
"""Moves that are looked at where they are listed."""

LOOKED_AT = 8
"""Moves of which is looked whether the next line fits."""


class Variation:
    """Looks for one completion by changing turns of a way that does not fit yet."""

    def __init__(self, start: World, lines: Sequence[GapLine], *, refills_written: bool) -> None:
        self.start = start
        self.lines = lines
        self.budget = Budget(0)
        self.random = Random(0)
        self.filler = Filler(self.tick, refills_written=refills_written)
        players = len(start.table.players)
        self.foreseen = Foreseen(lines, players, refills_written=refills_written)
        self.stretches = Stretches(lines, self.tick)
        self.random_turns = RandomTurns(lines, self.random, self.tick)
        self._way: DrawnWay | None = None
        self._in_vain = 0
        """Changes since one made it better."""

    def run(self, budget: Budget) -> Graph | None:
        """Return a completion if one is found before the work is done; it can be gone on with."""
        self.budget = budget
        try:
            while self._way is None or self._way.fits[0] < len(self.lines):
                self._vary()
        except BudgetExceeded:
            return None
        graph = Graph(self.lines, self.start)
        node = graph.start
        node.alive = graph.found = True
        for step in self._way.steps:
            further, _ = graph.node(step.place + step.move.lines, step.move.after)
            further.alive = True
            node.edges.append((step.move, further))
            node = further
        graph.reached = len(self.lines)
        return graph

    def run_again(self, budget: Budget) -> Graph | None:
        """Return a completion that is drawn anew."""
        self._way = None
        return self.run(budget)

    def tick(self, steps: int = 1) -> None:
        """Count a piece of work."""
        self.budget.tick(steps)

    def _vary(self) -> None:
        """Change the way; begin with another if changing it makes it no better."""
        way = self._way
        changed = None if way is None or self._in_vain > PATIENCE else self._changed(way)
        if way is None or changed is None:
            self.random_turns.ending = self.random.choice(ENDING)
            self._way, self._in_vain = self._go_on([], []), 0
            return
        self._in_vain = 0 if changed.fits > way.fits else self._in_vain + 1
        if changed.fits >= way.fits:
            self._way = changed

    def _changed(self, way: DrawnWay) -> DrawnWay | None:
        gaps = [at for at, step in enumerate(way.steps) if step.is_gap]
        if not gaps:
            return None
        own = [at for at in gaps if way.steps[at].world.table.to_move == way.refuted_by]
        if own and self.random.random() < BLAMED:
            gaps = own
        at = self.random.choice(gaps)
        kind = self.random.random()
        kept = way.steps[at if kind < MORE else at + 1 :]
        return self._go_on(way.steps[:at], kept, new=kind < MORE + OTHER)

    def _go_on(self, steps: list[Passed], kept: list[Passed], *, new: bool = False) -> DrawnWay:
        """Return the way that goes on from some steps, with moves that were taken before."""
        way = DrawnWay(steps)
        memory: TurnsTaken = {}
        for step in kept:
            moment = step.move.moment
            if step.is_gap and moment is not None and moment.turn is not None:
                memory.setdefault(step.world.table.to_move, []).append(moment.turn)
        place, world = 0, self.start
        if steps:
            last = steps[-1]
            place, world = last.place + last.move.lines, last.move.after
        while place < len(self.lines):
            ran = self.stretches.run(world, place)
            if ran is not None:
                move, reached = ran
                if move is None:
                    way.fits = reached, 0
                    way.refuted_by = self._mover(reached)
                    return way
                is_gap = False
            else:
                is_gap = True
                self.tick()
                move = self._move(place, world, {} if new else memory)
                new = False
                if move is None:
                    self._blame(way, place, world)
                    return way
            steps.append(Passed(place, world, move, is_gap))
            if is_gap and move.lines and self._missing(place, move.after):
                self._blame(way, place, move.after)
                return way
            place, world = place + move.lines, move.after
        way.fits = place, 0
        return way

    def _mover(self, place: int) -> Seat | None:
        for line in reversed(self.lines[: place + 1]):
            seat: Seat | None = getattr(line.content, "seat", None)
            if seat is not None:
                return seat
        return None

    def _missing(self, place: int, world: World) -> int:
        if place + 1 < len(self.lines) and is_gap(self.lines[place + 1].content):
            return 0
        lying = self.foreseen[place].lying
        if not lying:
            return 0
        spaces = facts_of(world.table.setting).book_spaces
        return sum(
            book is not None and book not in world.stand_ins and book not in lying[space]
            for space, book in zip(spaces, world.table.book_display, strict=True)
            if space in lying
        )

    def _blame(self, way: DrawnWay, place: int, world: World) -> None:
        line = self.lines[place]
        moment = TurnEnd(world.table, world.table)
        apart = {claim: abs(actual(moment, claim) - claim.value) for claim in line.claims}
        wrong = [claim for claim in apart if apart[claim]]
        way.fits = place, -sum(apart.values()) - self._missing(place, world)
        way.refuted_by = self._mover(place)
        if wrong and isinstance(line.content, BlankTurns):
            way.refuted_by = self.random.choice(wrong).seat

    def _move(self, place: int, world: World, memory: TurnsTaken) -> Move | None:
        """Return a move of a line: the one that is remembered, if it is still one, or any."""
        line = self.lines[place]
        content = line.content
        if not _is_blank_turn(world, content):
            return self._listed(place, world)
        if isinstance(content, BlankTurns) and content.until == "unknown":
            stopped = next(holding(world, nothing(world), line.claims, self.budget.tick), None)
            if stopped is not None and self.random.random() < STOPPING:
                return stopped
        if turns := memory.get(world.table.to_move):
            self.tick(STEPS_OF_A_REPETITION)
            for move in self._fitting(world, line, exact(world, turns.pop(0), self.tick)):
                return move
        foresight = self.foreseen[place]
        for _ in range(DRAWS):
            drawn = self.random_turns.turn(world, place, foresight)
            if drawn is not None:
                for move in self._fitting(world, line, [drawn]):
                    return move
        return None if isinstance(content, BlankTurns) else self._listed(place, world)

    def _fitting(self, world: World, line: GapLine, moves: Iterable[Move]) -> Iterator[Move]:
        for move in moves:
            if isinstance(line.content, BlankTurns):
                yield staying(move)
            else:
                yield from holding(world, move, line.claims, self.budget.tick)

    def _listed(self, place: int, world: World) -> Move | None:
        some = [*islice(self._moves(place, world), LISTED)]
        self.random.shuffle(some)
        if len(some) > 1:
            for move in some[:LOOKED_AT]:
                if self._leads_on(place + move.lines, move.after):
                    return move
        return some[0] if some else None

    def _leads_on(self, place: int, world: World) -> bool:
        if place >= len(self.lines):
            return True
        ran = self.stretches.run(world, place)
        if ran is not None:
            return ran[0] is not None or ran[1] > place
        return next(self._moves(place, world), None) is not None

    def _moves(self, place: int, world: World) -> Iterator[Move]:
        line, behind = self.lines[place], following(self.lines, place)
        return self.filler.moves(world, line, self.foreseen[place], behind)


def _is_blank_turn(world: World, content: Content) -> bool:
    if not has_turn(world.table) or due_before(world.table, content) is not None:
        return False
    if isinstance(content, BlankTurn):
        return content.seat in {None, world.table.to_move}
    return isinstance(content, BlankTurns)
