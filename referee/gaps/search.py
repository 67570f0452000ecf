"""Every way to fill the gaps of a record: layers of worlds, and the moves between them.

A layer holds the worlds that are possible before a line. Every line maps a layer to the next;
equal worlds are merged, so that completions are counted without being listed.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from msgspec import Struct

from referee.game.events import Event
from referee.game.state import State
from referee.gaps.budget import Budget
from referee.gaps.foresight import foresee
from referee.gaps.lines import Content, Line
from referee.gaps.moves import Choice, Filler, Move
from referee.gaps.stand_ins import SAME, Renaming, World, renamed, then
from referee.transcript.said import Remark

Node = tuple[int, World]
"""A world that is possible before the line at a place."""


class Entry(Struct, frozen=True):
    """What is known of a world in a layer.

    A guard over printed values that nobody has read belongs here.
    """

    ways: int
    """In how many ways the record can have come to it."""
    completions: int
    """In how many ways the record can go on from it to its end; 0 for a dead end."""


Layer = Mapping[World, Entry]


class Beam(Struct, frozen=True):
    """How narrow a search for any completion at all may be: nothing is proved by its failing."""

    worlds: int
    """Worlds of a layer that are gone on from."""
    moves: int
    """Moves of a world that are looked at."""


class Graph:
    """The worlds and moves that a search found."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self.lines = lines
        self.edges: dict[Node, list[Move]] = {}
        self.reached = 0
        """The last line before which a world was possible; all lines if one was after them."""

    def layers(self, start: World) -> list[Layer]:
        """Return the layers before each line and after the last, with the numbers of ways."""
        order = self._order((0, start))
        completions: dict[Node, int] = {}
        for node in order:
            end = node[0] == len(self.lines)
            found = sum(completions[follow(node, move)] for move in self.edges.get(node, ()))
            completions[node] = 1 if end else found
        ways: defaultdict[Node, int] = defaultdict(int, {(0, start): 1})
        for node in reversed(order):
            for move in self.edges.get(node, ()):
                ways[follow(node, move)] += ways[node]
        layers: list[dict[World, Entry]] = [{} for _ in range(len(self.lines) + 1)]
        for node in order:
            layers[node[0]][node[1]] = Entry(ways[node], completions[node])
        return list(layers)

    def _order(self, start: Node) -> list[Node]:
        """Return the nodes, each after all that can follow it."""
        order: list[Node] = []
        seen = {start}
        path: list[tuple[Node, Iterator[Move]]] = [(start, iter(self.edges.get(start, ())))]
        while path:
            node, moves = path[-1]
            for move in moves:
                further = follow(node, move)
                if further not in seen:
                    seen.add(further)
                    path.append((further, iter(self.edges.get(further, ()))))
                    break
            else:
                order.append(node)
                path.pop()
        return order


def follow(node: Node, move: Move) -> Node:
    """Return where a move leads."""
    return (node[0] if move.stays else node[0] + 1), move.after


def explore(
    start: World,
    lines: Sequence[Line],
    budget: Budget,
    *,
    refills_written: bool,
    prune: bool = True,
    beam: Beam | None = None,
) -> Graph:
    """Return all worlds and moves, or with a beam some; raise an error if the work is too much."""
    filler = Filler(budget.tick, refills_written=refills_written, prune=prune)
    foreseen = foresee(lines, len(start.table.players), refills_written=refills_written)
    graph = Graph(lines)
    layer = [start]
    for place, line in enumerate(lines):
        if not layer:
            break
        graph.reached = place
        following = _following(lines, place)
        further: dict[World, None] = {}
        known = set(layer)
        due = [*layer]
        while due:
            world = due.pop()
            moves = filler.moves(world, line, foreseen[place], following)
            found = [*moves] if beam is None else [*islice(moves, beam.moves)]
            graph.edges[place, world] = found
            for move in found:
                if not move.stays:
                    further.setdefault(move.after)
                elif move.after not in known:
                    known.add(move.after)
                    due.append(move.after)
        layer = [*further] if beam is None else spread([*further], beam.worlds)
    else:
        graph.reached = len(lines) if layer else len(lines) - 1
    return graph


def spread(worlds: list[World], most: int) -> list[World]:
    """Return at most so many worlds, from all over the list."""
    if len(worlds) <= most:
        return worlds
    return [worlds[index * len(worlds) // most] for index in range(most)]


def _following(lines: Sequence[Line], place: int) -> Content | None:
    """Return what the next line says that is no remark."""
    rest = (line.content for line in lines[place + 1 :])
    return next((content for content in rest if not isinstance(content, Remark)), None)


def some_completion(
    graph: Graph, start: World, layers: list[Layer]
) -> tuple[tuple[Event, ...], State] | None:
    """Return the events of one completion and the table they come to; None if there is none."""
    if not layers[0] or not layers[0][start].completions:
        return None
    node: Node = (0, start)
    path: list[Move] = []
    while node[0] < len(graph.lines):
        for move in graph.edges[node]:
            further = follow(node, move)
            if layers[further[0]][further[1]].completions:
                path.append(move)
                node = further
                break
    names: Renaming = SAME
    events: list[Event] = []
    # A stand-in is called what it turns out to be later, so names are told from the end.
    for move in reversed(path):
        names = then(move.behind, names)
        if move.event is not None:
            events.append(renamed(move.event, names))
        names = then(move.before, names)
    return tuple(reversed(events)), node[1].table


def live_choices(graph: Graph, layers: list[Layer]) -> list[tuple[Choice, ...]]:
    """Return for each line what can have happened in it, in some completion."""
    found: list[dict[Choice, None]] = [{} for _ in graph.lines]
    for (place, world), moves in graph.edges.items():
        if world not in layers[place] or not layers[place][world].completions:
            continue
        for move in moves:
            further = follow((place, world), move)
            if move.choice is not None and layers[further[0]][further[1]].completions:
                found[place].setdefault(move.choice)
    return [tuple(choices) for choices in found]
