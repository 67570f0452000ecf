"""Every way to fill the gaps of a record: worlds before its lines, and the moves between them.

The search goes depth first, so that a completion is found early, and comes to each world before a
line once, so that completions are counted without being listed. Worlds without a way on are
forgotten; what is known afterwards is that there is none from any table that is alike in all that
was looked at (`DeadEnds`).
"""

from collections.abc import Hashable, Iterator, Sequence
from itertools import islice
from random import Random

from msgspec import Struct

from referee.core.budget import Budget, BudgetExceeded
from referee.core.ids import Seat
from referee.gaps.dependencies import EVERYTHING, Alike, SpotsOfRows
from referee.gaps.draws import due_before
from referee.gaps.filler import Filler
from referee.gaps.foresight import Foreseen
from referee.gaps.graph import Graph, Node
from referee.gaps.lines import ONE_TURN, Content, GapLine, is_gap
from referee.gaps.stand_ins import Move, World
from referee.gaps.stretch import Stretches
from referee.records.record import Remark

# Worlds from which no completion exists, known by what was looked at to find that out -------------
MOST_KNOWN = 30_000
"""Dead ends that are remembered before they are forgotten, so that memory is bounded."""

ALL_LINES = 10**9
"""Behind the last line of any record: nothing less than the whole world was needed."""


class DeadEnds:
    """Remembers dead ends: a world before a line, and the last line that was needed to see it.

    Another world before the same line is one, too, if it is alike in all that the lines between
    the two can look at.
    """

    def __init__(self, lines: Sequence[GapLine]) -> None:
        self._spots = SpotsOfRows(lines)
        self._alike: dict[int, dict[int, Alike]] = {}
        """By the first line and the last what makes worlds alike."""
        self._known: set[Hashable] = set()

    def find(self, place: int, world: World) -> int | None:
        """Return the last line that was needed to see that a world is a dead end, if it is one."""
        if world.stand_ins or world.told:
            return ALL_LINES if (place, world) in self._known else None
        for last, alike in self._alike.get(place, {}).items():
            if (place, last, alike(world.table)) in self._known:
                return last
        return None

    def keep(self, place: int, last: int, world: World) -> None:
        """Remember a dead end, found by looking at no line behind the last."""
        if len(self._known) >= MOST_KNOWN:
            self._known.clear()
        if world.stand_ins or world.told:
            self._known.add((place, world))
            return
        rows = self._alike.setdefault(place, {})
        if last not in rows:
            rows[last] = (
                Alike(EVERYTHING, len(world.table.players))
                if last == ALL_LINES
                else self._spots.alike(range(place, last + 1), world.table)
            )
        self._known.add((place, last, rows[last](world.table)))


class QuickAttempt(Struct, frozen=True):
    """A quick search for any completion at all: nothing is proved by its failing."""

    seed: int | None
    """Decides the order in which moves are tried; without one they are tried as they come."""
    among: int
    """Moves of a world that are looked at."""
    leaps: bool
    """Whether it goes back over other players' gaps from a gap that cannot be filled, too, and not
    only from a line that does not fit."""


MOST_NODES = 60_000
"""Worlds that are kept before a search is given up, so that its memory is bounded."""

MOST_MOVES = 120_000
"""Moves to worlds known already that are kept, for the same reason."""

STEPS_OF_A_WORLD = 3
"""What coming to a world costs, in beginnings of a turn that are looked at."""

STEPS_OF_AN_END = 7
"""What a world behind the last line costs, which is scored and told of besides."""


class How(Struct, frozen=True, kw_only=True):
    """How a record is searched."""

    refills_written: bool = False
    """A refill that no line tells was not made, unless nothing else could have been drawn."""
    prune: bool = True
    attempt: QuickAttempt | None = None
    """Short cuts of a search that is after any completion."""
    first_only: bool = False
    """The search ends with the first completion."""


def explore(start: World, lines: Sequence[GapLine], budget: Budget, how: How) -> Graph:
    """Return the worlds and moves of a record: all, unless the work is too much."""
    return Search(start, lines, budget, how).run()


class Search:
    """One search through a record, which can be interrupted and gone on with."""

    def __init__(self, start: World, lines: Sequence[GapLine], budget: Budget, how: How) -> None:
        self.lines = lines
        self.how = how
        self.attempt = how.attempt
        self.random = Random(how.attempt.seed if how.attempt else None)
        self.refuted_by: Seat | None = None
        """Whose line has just refuted a world."""
        self.graph = Graph(lines, start)
        self.tick = budget.tick
        self.budget = budget
        self.filler = Filler(self.tick, refills_written=how.refills_written, prune=how.prune)
        players = len(start.table.players)
        self.foreseen = Foreseen(lines, players, refills_written=how.refills_written)
        self.stretches = Stretches(lines, self.tick)
        self.dead_ends = DeadEnds(lines)
        self.given_up = False
        """The work was too much, so that what is not known now never will be."""
        self.path = [_Step(self.graph.start, self._moves(self.graph.start), 0)]

    def run(self, share: float | None = None) -> Graph:
        """Return what was found until all is tried, the work is done, or one is enough.

        With a share it does only this part of the work as long as no completion is found. It can
        then be gone on with, unless it is given up.
        """
        graph, path = self.graph, self.path
        if self.given_up:
            return graph
        if not self.lines:
            graph.start.alive = graph.found = graph.exhausted = True
            return graph
        if share is None:
            self.budget.take_all()
        else:
            self.budget.hurry(share)
        try:
            while path:
                if self.how.first_only and path[-1].node.alive:
                    break
                if share is not None and not graph.found and self.budget.is_late():
                    return graph
                self._go_on(path)
            graph.exhausted = not path and self.attempt is None
        except BudgetExceeded:
            self.given_up = True
        while path:
            self._step_back(path)
        return graph

    def _go_on(self, path: "list[_Step]") -> None:
        graph, at = self.graph, path[-1]
        move = next(at.moves, None)
        if move is None:
            self._step_back(path)
            if self.attempt is not None and self.refuted_by is not None:
                self._jump_back(path)
            return
        place = at.node.place + move.lines
        at.deepest = max(at.deepest, place - 1)
        graph.reached = max(graph.reached, place)
        seen_until = self.dead_ends.find(place, move.after)
        if seen_until is not None:
            at.deepest = max(at.deepest, seen_until)
            return
        node, new = graph.node(place, move.after)
        if new:
            self.tick(STEPS_OF_A_WORLD if place < len(self.lines) else STEPS_OF_AN_END)
        if new and place == len(self.lines):
            node.alive = graph.found = True
            self.budget.take_all()
        elif new:
            if len(graph.nodes) > MOST_NODES:
                raise BudgetExceeded
            at.move = move
            path.append(_Step(node, self._moves(node), node.place))
            return
        if node.alive:
            at.node.alive = True
            at.node.edges.append((move, node))
            graph.kept += 1
            if graph.kept > MOST_MOVES:
                raise BudgetExceeded

    def _step_back(self, path: "list[_Step]") -> None:
        """Leave the last node of a path, keeping the move to it if it led to a completion."""
        step = path.pop()
        left = step.node
        if not (left.alive or self.given_up) and self.attempt is None:
            del self.graph.nodes[left.place, left.world]
            self.dead_ends.keep(left.place, step.deepest, left.world)
        if not path:
            return
        before = path[-1]
        before.deepest = max(before.deepest, step.deepest)
        if left.alive and before.move is not None:
            before.node.alive = True
            before.node.edges.append((before.move, left))

    def _jump_back(self, path: "list[_Step]") -> None:
        """Step back to the last gap of the player whose later line was refuted, if he has one."""
        seat, self.refuted_by = self.refuted_by, None
        gaps = [
            at
            for at, step in enumerate(path)
            if step.node.world.table.to_move == seat and is_gap(self.lines[step.node.place].content)
        ]
        while gaps and len(path) - 1 > gaps[-1]:
            self._step_back(path)

    def _moves(self, node: Node) -> Iterator[Move]:
        ran = self.stretches.run(node.world, node.place)
        if ran is None:
            content = self.lines[node.place].content
            # Only before a single turn that is due nothing unwritten can have come.
            if not isinstance(content, ONE_TURN) or due_before(node.world.table, content):
                self.path[-1].deepest = ALL_LINES
            found = False
            for filling in self._fillings(node):
                found = True
                yield filling
            if not found and self.attempt is not None and self.attempt.leaps:
                self.refuted_by = node.world.table.to_move
            return
        move, reached = ran
        self.graph.reached = max(self.graph.reached, reached)
        if move is not None:
            yield move
        else:
            self.path[-1].deepest = max(self.path[-1].deepest, reached)
            self.refuted_by = getattr(self.lines[reached].content, "seat", None)

    def _fillings(self, node: Node) -> Iterator[Move]:
        place = node.place
        moves = self.filler.moves(
            node.world, self.lines[place], self.foreseen[place], following(self.lines, place)
        )
        if self.attempt is None or self.attempt.seed is None:
            return moves
        some = [*islice(moves, self.attempt.among)]
        self.random.shuffle(some)
        return iter(some)


class _Step(Struct):
    """A node on the way of a search, and the move that is being tried from it."""

    node: Node
    moves: Iterator[Move]
    deepest: int
    """The last line that any way from the node has come to."""
    move: Move | None = None


def following(lines: Sequence[GapLine], place: int) -> Content | None:
    """Return what the next line says that is no remark."""
    for line in lines[place + 1 :]:
        if not isinstance(line.content, Remark):
            return line.content
    return None
