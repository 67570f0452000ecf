"""Which single thing, if somebody remembered it, would leave the fewest completions."""

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping
from itertools import islice
from typing import Literal

from msgspec import Struct

from referee.game.events import PrepareRound
from referee.game.ids import COMPANIES, Company, RegionId, Seat
from referee.game.state import State
from referee.gaps.graph import Graph
from referee.gaps.lines import is_gap

MOST_TABLES = 5_000
"""Questions about a line at which more tables are possible are not looked at."""


class Memory(Struct, frozen=True):
    """Something that people may remember of the table after a line."""

    place: int
    what: Literal["cash", "track", "diamonds", "ink", "owner"]
    seat: Seat | None = None
    company: Company | None = None
    region: RegionId | None = None


class Settling(Struct, frozen=True):
    """A question, and how many completions are left by each answer."""

    question: Memory
    answers: Mapping[Hashable, int]

    @property
    def left(self) -> float:
        """How many completions are left on average, if all are equally likely."""
        every = sum(self.answers.values())
        return sum(number * number for number in self.answers.values()) / every


def most_settling(graph: Graph) -> Settling | None:
    """Return the question that leaves the fewest completions, the earliest of equal ones.

    None if no question settles anything. It is exact if all completions are known.
    """
    best: Settling | None = None
    for place in places_to_ask(graph):
        moments = [*islice(graph.moments(place), MOST_TABLES + 1)]
        if len(moments) > MOST_TABLES:
            continue
        for question in _questions(place, moments[0][0].after):
            answers: Counter[Hashable] = Counter()
            for moment, completions in moments:
                answers[answer(question, moment.after)] += completions
            found = Settling(question, answers)
            if len(answers) > 1 and (best is None or found.left < best.left):
                best = found
    return best


def places_to_ask(graph: Graph) -> list[int]:
    """Return the lines that people can best remember: gaps, ends of rounds, the end."""
    last = len(graph.lines) - 1
    if last < 0 or not graph.start.alive:
        return []
    return [
        place
        for place, line in enumerate(graph.lines)
        if place == last or is_gap(line.content) or isinstance(line.content, PrepareRound)
    ]


def _questions(place: int, table: State) -> Iterator[Memory]:
    for number in range(len(table.players)):
        seat = Seat(number)
        yield Memory(place, "cash", seat)
        for company in COMPANIES:
            yield Memory(place, "track", seat, company)
        yield Memory(place, "diamonds", seat)
        yield Memory(place, "ink", seat)
    for region in table.setting.components.regions:
        yield Memory(place, "owner", region=region.id)


def answer(question: Memory, table: State) -> Hashable:
    """Return what the answer to a question is on a table."""
    player = table.players[question.seat or 0]
    match question.what:
        case "cash":
            return player.cash
        case "track":
            return player.tracks[COMPANIES.index(question.company or COMPANIES[0])]
        case "diamonds":
            return player.diamonds
        case "ink":
            return player.ink
        case "owner":
            regions = [region.id for region in table.setting.components.regions]
            return table.regions[regions.index(question.region or regions[0])]
