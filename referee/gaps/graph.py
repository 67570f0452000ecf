"""The worlds and moves that a search found: completions are counted without being listed."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct

from referee.core.events import Event
from referee.core.state import State
from referee.gaps.lines import GapLine, is_exact
from referee.gaps.stand_ins import SAME, CountedChoice, Move, Renaming, World, renamed, then
from referee.gaps.stretch import Stretches, moment_of, uncounted
from referee.records.quantities import TurnEnd

Stands = Callable[[State, int], bool]
"""Whether a table before a line is that of a moment."""


class Node(Struct, eq=False):
    """A world that is possible before the line at a place."""

    place: int
    world: World
    edges: list[tuple[Move, "Node"]] = []
    """The moves of which some completion is known, and where they lead."""
    alive: bool = False
    """Some completion of the record passes here."""


class Graph:
    """The worlds and moves that a search found."""

    def __init__(self, lines: Sequence[GapLine], start: World) -> None:
        self.lines = lines
        self.start = Node(0, start)
        self.nodes: dict[tuple[int, World], Node] = {(0, start): self.start}
        self.reached = 0
        """The last line before which a world was possible; all lines if one was after them."""
        self.exhausted = False
        """Every way was tried."""
        self.found = False
        """A completion was found."""
        self.kept = 0
        """How many moves were kept because they lead to a world that others had led to."""
        self._counted: tuple[dict[Node, int], dict[Node, int]] | None = None

    def node(self, place: int, world: World) -> tuple[Node, bool]:
        """Return the node of a world, and whether it is a new one."""
        found = self.nodes.get((place, world))
        if found is not None:
            return found, False
        found = self.nodes[place, world] = Node(place, world)
        return found, True

    def live_nodes(self) -> list[Node]:
        """Return the nodes that completions pass through, each after all that can follow it."""
        if not self.start.alive:
            return []
        order: list[Node] = []
        seen = {self.start}
        path = [(self.start, iter(self.start.edges))]
        while path:
            node, edges = path[-1]
            for _, further in edges:
                if further not in seen:
                    seen.add(further)
                    path.append((further, iter(further.edges)))
                    break
            else:
                order.append(node)
                path.pop()
        return order

    def counts(self) -> tuple[dict[Node, int], dict[Node, int]]:
        """Return for each live node the ways to come to it, and the completions from it."""
        if self._counted is None:
            order = self.live_nodes()
            completions: dict[Node, int] = {}
            for node in order:
                end = node.place == len(self.lines)
                completions[node] = 1 if end else sum(completions[to] for _, to in node.edges)
            ways: defaultdict[Node, int] = defaultdict(int, {self.start: 1})
            for node in reversed(order):
                for _, further in node.edges:
                    ways[further] += ways[node]
            self._counted = dict(ways), completions
        return self._counted

    @property
    def completions(self) -> int:
        """The number of completions that were found."""
        return self.counts()[1].get(self.start, 0)

    def moments(self, place: int) -> Iterator[tuple[TurnEnd, int]]:
        """Yield the tables around a line, each with how many completions have it there."""
        return ((moment, completions) for moment, _, completions in self.around(place))

    def around(self, place: int) -> Iterator[tuple[TurnEnd, World, int]]:
        """Yield the tables around a line, the world after it, and how many completions do so."""
        ways, completions = self.counts()
        replay = Stretches(self.lines, uncounted)
        for node in completions:
            for move, further in node.edges:
                if not node.place <= place < node.place + move.lines:
                    continue
                passing = ways[node] * completions[further]
                before, after = node.world.table, move.after.table
                if move.lines > 1:
                    for line in self.lines[node.place : place]:
                        before = replay.after(before, line) or before
                    after = replay.after(before, self.lines[place]) or before
                moment = move.moment or moment_of(before, after, self.lines[place])
                yield moment, World(after, move.after.stand_ins), passing

    def certain_moments(self) -> dict[int, TurnEnd]:
        """Return the tables around each line where every completion has the same, all named."""
        replay = Stretches(self.lines, uncounted)
        found: dict[int, TurnEnd] = {}
        open_lines: set[int] = set()
        for node in self.live_nodes():
            for move, _ in node.edges:
                unnamed = bool(node.world.stand_ins or move.after.stand_ins)
                for place, moment in self._moments_of(node, move, replay):
                    if unnamed or found.setdefault(place, moment) != moment:
                        open_lines.add(place)
        return {place: found[place] for place in sorted(found.keys() - open_lines)}

    def _moments_of(
        self, node: Node, move: Move, replay: Stretches
    ) -> Iterator[tuple[int, TurnEnd]]:
        before = node.world.table
        if move.lines == 1:
            line = self.lines[node.place]
            yield node.place, move.moment or moment_of(before, move.after.table, line)
            return
        for place in range(node.place, node.place + move.lines):
            after = replay.after(before, self.lines[place]) or before
            yield place, moment_of(before, after, self.lines[place])
            before = after

    def standing(self, stands: Stands) -> tuple[tuple[World, ...], bool]:
        """Return the worlds of a moment, and whether every completion comes to it."""
        replay = Stretches(self.lines, uncounted)
        found: dict[World, None] = {}
        passing_by: dict[Node, int] = {}
        for node in self.live_nodes():
            passing_by[node] = int(node.place == len(self.lines))
            if stands(node.world.table, node.place):
                found.setdefault(node.world)
                passing_by[node] = 0
                continue
            for move, further in node.edges:
                inside = self._inside(replay, node, move, stands)
                if inside is not None:
                    found.setdefault(inside)
                else:
                    passing_by[node] += passing_by[further]
        return tuple(found), not passing_by.get(self.start, 0)

    def _inside(self, replay: Stretches, node: Node, move: Move, stands: Stands) -> World | None:
        table = node.world.table
        for place in range(node.place, node.place + move.lines - 1):
            table = replay.after(table, self.lines[place]) or table
            if stands(table, place + 1):
                return World(table, move.after.stand_ins)
        return None

    def choices(self) -> list[tuple[CountedChoice, ...]]:
        """Return for each line what can have happened in it, in some completion."""
        found: list[dict[CountedChoice, None]] = [{} for _ in self.lines]
        for node in reversed(self.live_nodes()):
            for move, _ in node.edges:
                if move.choice is not None:
                    found[node.place].setdefault(move.choice)
        return [tuple(choices) for choices in found]


Placed = tuple[int, Event]
"""An event, and the line that it belongs to or comes before."""


def some_completion(graph: Graph) -> tuple[tuple[Placed, ...], State]:
    """Return the events of one completion and the table they come to; there must be one."""
    node = graph.start
    path: list[tuple[int, Move]] = []
    while node.place < len(graph.lines):
        move, further = node.edges[0]
        path.append((node.place, move))
        node = further
    names: Renaming = SAME
    events: list[Placed] = []
    # A stand-in is called what it turns out to be later, so names are told from the end.
    for place, move in reversed(path):
        names = then(move.behind, names)
        done = [(at, renamed(event, names)) for at, event in events_of(graph.lines, place, move)]
        events += reversed(done)
        names = then(move.before, names)
    return tuple(reversed(events)), node.world.table


def events_of(lines: Sequence[GapLine], place: int, move: Move) -> tuple[Placed, ...]:
    """Return the events of a move from a place, each with its line."""
    if move.choice is not None or move.events or not move.lines:
        return tuple((place, event) for event in move.events)
    done = enumerate(lines[place : place + move.lines], place)
    return tuple((at, line.content) for at, line in done if is_exact(line.content))  # type: ignore[misc]
