"""One completion of a record, found by changing a way through it that does not fit yet.

Where the gaps are too long to try everything, a way is drawn by lot. The line that refutes it tells
whose turns were wrong, so one of those is drawn again and the others are kept as they were, as
far as they are still legal. What fits better stays. Nothing is proved by failing.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from random import Random

from msgspec import Struct

from referee.engine.actions import has_turn
from referee.engine.facts import facts_of
from referee.game.ids import Seat
from referee.game.turns import Turn
from referee.gaps.budget import OutOfBudgetError, WorkBudget
from referee.gaps.filler import Filler, holding, staying
from referee.gaps.foresight import Foreseen
from referee.gaps.graph import Graph
from referee.gaps.lines import Content, GapLine, is_gap
from referee.gaps.moves import Move, nothing
from referee.gaps.random_fillings import Lots
from referee.gaps.search import following
from referee.gaps.stand_ins import World
from referee.gaps.stretch import Stretches
from referee.gaps.unwritten_events import due_before
from referee.notation.record import BlankTurn, BlankTurns
from referee.transcript.quantities import TurnEnd, actual


class Passed(Struct, frozen=True):
    """A step of a way through a record: a move from a world before a line."""

    place: int
    world: World
    move: Move
    is_gap: bool
    """Something else may have happened here."""


class DrawnWay:
    """A way through a record as far as it fits."""

    __slots__ = ("fits", "refuted_by", "steps")

    def __init__(self, steps: list[Passed]) -> None:
        self.steps = steps
        self.fits: tuple[int, int] = (0, 0)
        """How many lines fit, and how many claims of the next."""
        self.refuted_by: Seat | None = None
        """Whose line does not fit."""


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

    def __init__(
        self,
        start: World,
        lines: Sequence[GapLine],
        *,
        refills_written: bool,
    ) -> None:
        self.start = start
        self.lines = lines
        self.budget = WorkBudget(0)
        self.random = Random(0)
        self.filler = Filler(self.tick, refills_written=refills_written)
        players = len(start.table.players)
        self.foreseen = Foreseen(lines, players, refills_written=refills_written)
        self.stretches = Stretches(lines, self.tick)
        self.lots = Lots(lines, self.random, self.tick)
        self._way: DrawnWay | None = None
        self._in_vain = 0
        """Changes since one made it better."""

    def run(self, budget: WorkBudget) -> Graph | None:
        """Return a completion if one is found before the work is done; it can be gone on with."""
        self.budget = budget
        try:
            while self._way is None or self._way.fits[0] < len(self.lines):
                self._vary()
        except OutOfBudgetError:
            return None
        return _graph(self.lines, self.start, self._way)

    def tick(self, steps: int = 1) -> None:
        """Count a piece of work."""
        self.budget.tick(steps)

    def _vary(self) -> None:
        """Change the way; begin with another if changing it makes it no better."""
        way = self._way
        changed = None if way is None or self._in_vain > PATIENCE else self._changed(way)
        if way is None or changed is None:
            self.lots.ending = self.random.choice(ENDING)
            self._way, self._in_vain = self._go_on([], []), 0
            return
        self._in_vain = 0 if changed.fits > way.fits else self._in_vain + 1
        if changed.fits >= way.fits:
            self._way = changed

    def _changed(self, way: DrawnWay) -> DrawnWay | None:
        """Return a way with a turn more, less or other than another; None if it has no gap."""
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
        memory = _TurnsTaken(kept)
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
                move = self._move(place, world, None if new else memory)
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
        """Return whose turn or plan a line is, or came before it."""
        for line in reversed(self.lines[: place + 1]):
            seat: Seat | None = getattr(line.content, "seat", None)
            if seat is not None:
                return seat
        return None

    def _missing(self, place: int, world: World) -> int:
        """Return of how many spaces later lines tell that another book lies there."""
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
        """Note how far a way fits, and whose line ends it."""
        line = self.lines[place]
        moment = TurnEnd(world.table, world.table)
        apart = {claim: abs(actual(moment, claim) - claim.value) for claim in line.claims}
        wrong = [claim for claim in apart if apart[claim]]
        way.fits = place, -sum(apart.values()) - self._missing(place, world)
        way.refuted_by = self._mover(place)
        if wrong and isinstance(line.content, BlankTurns):
            way.refuted_by = self.random.choice(wrong).seat

    def _move(self, place: int, world: World, memory: "_TurnsTaken | None") -> Move | None:
        """Return a move of a line: the one that is remembered, if it is still one, or any."""
        line = self.lines[place]
        content = line.content
        if not _is_blank_turn(world, content):
            return self._listed(place, world)
        if isinstance(content, BlankTurns) and content.until == "unknown":
            stopped = next(holding(world, nothing(world), line.claims), None)
            if stopped is not None and self.random.random() < STOPPING:
                return stopped
        turn = memory.turn_of(world.table.to_move) if memory is not None else None
        if turn is not None:
            for move in self._fitting(world, line, self.lots.same(world, turn)):
                return move
        foresight = self.foreseen[place]
        for _ in range(DRAWS):
            drawn = self.lots.turn(world, place, foresight)
            if drawn is not None:
                for move in self._fitting(world, line, [drawn]):
                    return move
        return None if isinstance(content, BlankTurns) else self._listed(place, world)

    def _fitting(self, world: World, line: GapLine, moves: Iterable[Move]) -> Iterator[Move]:
        """Yield those of the moves that the line allows."""
        for move in moves:
            if isinstance(line.content, BlankTurns):
                yield staying(move)
            else:
                yield from holding(world, move, line.claims)

    def _listed(self, place: int, world: World) -> Move | None:
        moves = self.filler.moves(
            world, self.lines[place], self.foreseen[place], following(self.lines, place)
        )
        some = [*islice(moves, LISTED)]
        self.random.shuffle(some)
        if len(some) > 1:
            for move in some[:LOOKED_AT]:
                if self._leads_on(place + move.lines, move.after):
                    return move
        return some[0] if some else None

    def _leads_on(self, place: int, world: World) -> bool:
        """Return whether the next line fits a world."""
        if place >= len(self.lines):
            return True
        ran = self.stretches.run(world, place)
        if ran is not None:
            return ran[0] is not None or ran[1] > place
        moves = self.filler.moves(
            world, self.lines[place], self.foreseen[place], following(self.lines, place)
        )
        return next(moves, None) is not None


def _is_blank_turn(world: World, content: Content) -> bool:
    """Return whether a turn of which nothing is known is due."""
    if not has_turn(world.table) or due_before(world.table, content) is not None:
        return False
    if isinstance(content, BlankTurn):
        return content.seat in {None, world.table.to_move}
    return isinstance(content, BlankTurns)


class _TurnsTaken:
    """The turns that were taken before, player by player."""

    def __init__(self, steps: list[Passed]) -> None:
        self.turns: dict[Seat | None, list[Turn]] = {}
        for step in steps:
            moment = step.move.moment
            if step.is_gap and moment is not None and moment.turn is not None:
                self.turns.setdefault(step.world.table.to_move, []).append(moment.turn)

    def turn_of(self, seat: Seat | None) -> Turn | None:
        """Return the next turn that a player took."""
        turns = self.turns.get(seat)
        return turns.pop(0) if turns else None


def _graph(lines: Sequence[GapLine], start: World, way: DrawnWay) -> Graph:
    """Return the worlds and moves of a way."""
    graph = Graph(lines, start)
    node = graph.start
    node.alive = graph.found = True
    for step in way.steps:
        further, _ = graph.node(step.place + step.move.lines, step.move.after)
        further.alive = True
        node.edges.append((step.move, further))
        node = further
    graph.reached = len(lines)
    return graph
