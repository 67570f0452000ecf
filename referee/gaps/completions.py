"""The answer to a record with gaps: whether it can be completed, how often, and what is certain."""

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from referee.core.budget import Budget
from referee.core.canonical import Gains
from referee.core.events import Event
from referee.core.ids import COMPANIES, Seat
from referee.core.state import State
from referee.engine import Pad, winners
from referee.engine.scoring import pad
from referee.gaps.conflict import Conflict, conflict
from referee.gaps.graph import Graph, Stands, some_completion
from referee.gaps.lines import GapLine
from referee.gaps.questions import Settling, most_settling
from referee.gaps.search import How, QuickAttempt, Search, explore
from referee.gaps.stand_ins import CountedChoice, Renaming, World, kind_of, pools, renamed
from referee.gaps.variation import Variation
from referee.records.quantities import TurnEnd, actual
from referee.records.record import SaidClaim

# What the scoring pad can show at the end, and whether the winner is certain ----------------------
Range = tuple[int, int]


class PadRange(Struct, frozen=True):
    """What a player's pad can show."""

    rows: tuple[Range | None, ...]
    """By row; None where it depends on a list of values that nobody has read."""
    total: Range | None


class PossibleScores(Struct, frozen=True):
    """The pads of all players over all tables that are possible."""

    pads: tuple[PadRange, ...]
    winners: frozenset[tuple[Seat, ...]]
    """Who wins, or is ahead: each set of players that is possible."""
    finished: bool
    """Whether the game is over on every table."""

    @property
    def winner_is_certain(self) -> bool:
        """Whether the game is over, and the same players win, on every table."""
        return self.finished and len(self.winners) == 1


def scores(tables: Iterable[State]) -> PossibleScores:
    """Return what the pads show on tables, of which there must be at least one."""
    every = [*tables]
    scored: dict[Hashable, Pad] = {}
    different: dict[tuple[int, ...], tuple[Pad, ...]] = {}
    for table in every:
        found: list[Pad] = []
        for seat, player in enumerate(table.players):
            owned = player.hand.union(filter(None, player.slots), *player.resting)
            own = player.cash, player.tracks, player.diamonds, player.ink, owned
            key = own, table.bases, id(table.setting)
            if key not in scored:
                scored[key] = pad(table, Seat(seat))
            found.append(scored[key])
        different[tuple(map(id, found))] = tuple(found)
    counted = [*different.values()]
    return PossibleScores(
        tuple(
            PadRange(
                tuple(map(_range, zip(*(pad.rows for pad in own), strict=True))),
                _range(pad.total for pad in own),
            )
            for own in zip(*counted, strict=True)
        ),
        frozenset(winners(every[0], pads) for pads in counted),
        all(table.phase == "over" for table in every),
    )


def _range(values: Iterable[int]) -> Range:
    found = [*values]
    return min(found), max(found)


# What all choices of a line share: the fields of canonical turns side by side ---------------------
class SharedField(Struct, frozen=True):
    """A field of what happened in a line, and all values that it has in some completion."""

    field: str
    values: frozenset[object]

    @property
    def certain(self) -> bool:
        """Whether the field has the same value in every completion."""
        return len(self.values) == 1

    @property
    def value(self) -> object:
        """The value of a field that is certain."""
        (only,) = self.values
        return only

    @property
    def range(self) -> tuple[int, int] | None:
        """The least and the greatest value of a number."""
        numbers = [value for value in self.values if isinstance(value, int)]
        return (min(numbers), max(numbers)) if len(numbers) == len(self.values) else None

    @property
    def always(self) -> frozenset[object]:
        """What a set holds in every completion."""
        sets = [value for value in self.values if isinstance(value, frozenset)]
        if not sets or len(sets) < len(self.values):
            return frozenset()
        return frozenset.intersection(*sets)


def shared(choices: Sequence[CountedChoice]) -> tuple[SharedField, ...]:
    """Return the fields that all choices have, each with the values that it can have."""
    rows = [
        {} if choice is None else {"do": choice.__struct_config__.tag, **dict(_parts(choice))}
        for choice in choices
    ]
    if not rows:
        return ()
    common = [field for field in rows[0] if all(field in row for row in rows)]
    return tuple(SharedField(field, frozenset(row[field] for row in rows)) for field in common)


def _parts(value: Struct) -> Iterator[tuple[str, object]]:
    for field in value.__struct_fields__:
        part = getattr(value, field)
        if isinstance(part, Gains):
            yield from _parts(part)
        elif field in BY_COMPANY:
            yield from ((f"{field} {c}", each) for c, each in zip(COMPANIES, part, strict=True))
        else:
            yield field, part


BY_COMPANY = frozenset({"steps", "returned", "removed"})
"""Fields that hold a value for each company."""


# What is open on a table that is not certain: every place with the values that it can have --------
PlacePath = tuple[str | int, ...]
"""Where a value stands on a table: fields, and places in rows from 0."""


class OpenTable(Struct, frozen=True):
    """A table of which some places are open."""

    tables: tuple[State, ...]
    """Tables that are possible: between them they show every value that a place can have."""
    every: bool
    """Whether these are all of them."""
    places: tuple["OpenPlace", ...]

    @property
    def table(self) -> State:
        """One of the tables; what is not open is the same on all of them."""
        return self.tables[0]

    @property
    def is_certain(self) -> bool:
        """Whether only one table is possible."""
        return not self.places

    def is_open(self, *path: str | int) -> bool:
        """Return whether a place, or any within it, is open."""
        return any(place.path[: len(path)] == path for place in self.places)


class OpenPlace(Struct, frozen=True):
    """A place of a table that is not the same on all tables, and the values that it can have."""

    path: PlacePath
    values: frozenset[object]

    @property
    def range(self) -> tuple[int, int] | None:
        """The least and the greatest value, if it is a number."""
        return SharedField(".".join(map(str, self.path)), self.values).range


MOST_TABLES = 500
"""Of more tables only as many are kept as show all values."""

MOST_COMPARED = 10_000
"""Of more tables nothing is told: to compare them takes longer than to find them."""


def open_table(worlds: Iterable[World]) -> OpenTable | None:
    """Return what tables share, and what is open between them; None if there are too many.

    There must be at least one.
    """
    named = (table for world in worlds for table in named_tables(world))
    tables = tuple(dict.fromkeys(islice(named, MOST_COMPARED)))
    if next(named, None) is not None:
        return None
    places = tuple(_open_places(tables, ()))
    if len(tables) <= MOST_TABLES:
        return OpenTable(tables, every=True, places=places)
    return OpenTable(tuple(_showing_all(tables, places)), every=False, places=places)


def showing_all(found: OpenTable) -> tuple[State, ...]:
    """Return as few of the tables as show between them every value that a place can have."""
    return tuple(_showing_all(found.tables, found.places)) or found.tables[:1]


def telling(tables: tuple[State, ...]) -> tuple[State, ...]:
    """Return as few of some tables as show between them every value that a place can have.

    The one comes first in which most is as it is on most of them.
    """
    places = tuple(_open_places(tables, ()))
    usual = [
        (each.path, Counter(_value_at(table, each.path) for table in tables).most_common(1)[0][0])
        for each in places
    ]
    first = max(
        tables, key=lambda table: sum(_value_at(table, path) == value for path, value in usual)
    )
    return tuple(dict.fromkeys((first, *_showing_all(tables, places))))


def named_tables(world: World) -> Iterator[State]:
    """Yield the table with every name that a thing can have of which nobody said what it is."""
    components = world.table.setting.components
    kinds = {kind_of(name, components) for name in world.stand_ins}
    rings = [names for kind, names in pools(world).items() if kind in kinds]
    yield world.table
    # Names are passed on in a circle, so that each of them lies in every place once.
    for shift in range(1, max(map(len, rings), default=1)):
        names: Renaming = {
            name: each[(at + shift) % len(each)] for each in rings for at, name in enumerate(each)
        }
        yield renamed(world.table, names)


def _showing_all(tables: tuple[State, ...], places: tuple["OpenPlace", ...]) -> Iterator[State]:
    seen: set[tuple[PlacePath, object]] = set()
    for table in tables:
        values = {(place.path, _value_at(table, place.path)) for place in places}
        if not values <= seen:
            seen |= values
            yield table


def _value_at(table: State, path: PlacePath) -> object:
    found: object = table
    for part in path:
        found = found[part] if isinstance(part, int) else getattr(found, part)  # type: ignore[index]
    return found


def _open_places(values: tuple[object, ...], path: PlacePath) -> Iterator[OpenPlace]:
    """Yield the places within values at which they differ."""
    first = values[0]
    if all(value is first or value == first for value in values):
        return
    if isinstance(first, Struct) and len({type(value) for value in values}) == 1:
        for field in first.__struct_fields__:
            yield from _open_places(tuple(getattr(v, field) for v in values), (*path, field))
    elif isinstance(first, tuple) and all(
        isinstance(value, tuple) and len(value) == len(first) for value in values
    ):
        rows: tuple[tuple[object, ...], ...] = values  # type: ignore[assignment]
        for place in range(len(first)):
            yield from _open_places(tuple(row[place] for row in rows), (*path, place))
    else:
        yield OpenPlace(path, frozenset(values))


Existence = Literal["yes", "no", "unknown"]


class Doubt(Struct, frozen=True):
    """A claim that its writer was not sure of, and what the rest of the record gives."""

    place: int
    claim: SaidClaim
    values: frozenset[int]
    """The values of the quantity in all completions that were found."""

    @property
    def possible(self) -> bool:
        """Whether the claim is right in some completion."""
        return self.claim.value in self.values


class Completions(Struct, frozen=True, kw_only=True):
    """The ways to fill the gaps of a record, as far as they were found."""

    exists: Existence
    """Whether there is any; `no` only after all were tried."""
    number: int = 0
    """How many there are; draws that nobody took or named are not told apart."""
    exact: bool = False
    """All were found; else there are at least so many, and nothing else is certain."""
    choices: tuple[tuple[CountedChoice, ...], ...] = ()
    """What can have happened in each line; without `exact` there may be more."""
    example: tuple[Event, ...] | None = None
    """The events of one completion, in their order."""
    example_lines: tuple[int, ...] = ()
    """The line that each event of the example belongs to, or before which nobody wrote it."""
    table: State | None = None
    failed_at: int | None = None
    """The first line that no way of filling the gaps before it allows."""
    conflict: Conflict | None = None
    work: int = 0
    """How much was tried, in the unit of the budget."""
    graph: Graph | None = None
    """The worlds and moves of the completions that were found."""

    def facts(self, place: int) -> tuple[SharedField, ...]:
        """Return what every completion shares in a line; nothing is certain unless `exact`."""
        return shared(self.choices[place])

    def ways_left(self, place: int) -> int:
        """Return how many different things can have happened in a line, draws left out."""
        return len(self.choices[place])

    def moments(self, place: int) -> tuple[tuple[TurnEnd, int], ...]:
        """Return the tables around a line, each with how many completions have it there."""
        return () if self.graph is None else tuple(self.graph.moments(place))

    def worlds(self, place: int) -> tuple[World, ...]:
        """Return the worlds that are possible before a line, or after the last."""
        if self.graph is None:
            return ()
        if not place:
            return (self.graph.start.world,)
        return tuple(dict.fromkeys(world for _, world, _ in self.graph.around(place - 1)))

    def table_before(self, place: int) -> OpenTable | None:
        """Return the table before a line, or after the last, with what is open on it.

        None if too many are possible.
        """
        return open_table(self.worlds(place))

    def standing(self, stands: Stands) -> tuple[tuple[World, ...], bool]:
        """Return the worlds of a moment, and whether every completion comes to it."""
        return ((), False) if self.graph is None else self.graph.standing(stands)

    def scores(self) -> PossibleScores:
        """Return what the pads show after the last line, and who wins."""
        return scores(world.table for world in self.worlds(len(self.choices)))

    def ask(self, budget: Budget | None = None) -> Settling | None:
        """Return the question whose answer would leave the fewest completions."""
        return None if self.graph is None else most_settling(self.graph, budget)

    def values(self, place: int, claim: SaidClaim) -> frozenset[int]:
        """Return the values that a quantity can have after a line, whatever the claim says."""
        return frozenset(actual(moment, claim) for moment, _ in self.moments(place))

    def doubts(self) -> tuple[Doubt, ...]:
        """Return for each doubtful claim the values that its quantity can have."""
        lines = () if self.graph is None else self.graph.lines
        return tuple(
            Doubt(place, claim, self.values(place, claim))
            for place, line in enumerate(lines)
            for claim in line.doubtful
        )


ATTEMPTS = 10_000
"""Quick searches for any completion at most; the budget ends them before."""

FIRST_ATTEMPT = 3_000
"""The work of the first of them; every other one may do a little more than the one before."""


def complete_record(
    start: State,
    lines: Sequence[GapLine],
    budget: Budget | None = None,
    *,
    refills_written: bool = False,
    explain: bool = True,
) -> Completions:
    """Return all ways to fill the gaps of a record that begins at a table.

    With `refills_written` a refill that no line tells was not made, unless nothing else could have
    been drawn.
    """
    budget = Budget(DEFAULT_WORK) if budget is None else budget
    world = World(start)
    how = How(refills_written=refills_written)
    part = budget.part(SEARCHING)
    search = Search(world, lines, part, how)
    graph = search.run(UNTIL_FOUND)
    budget.spend(part)
    quick = None
    if not graph.start.alive and not graph.exhausted:
        searched = budget.done
        quick = _any(world, lines, budget, refills_written=refills_written)
        part.leave(budget.done - searched)
        if search.given_up:
            search = Search(world, lines, part, how)
        # Where one is known it is not worth as much to know them all.
        graph = search.run(None if quick is None else GOING_ON)
        budget.spend(part)
    if search.filler.unsettled:
        # The table differs in something unknown, which everything behind it may depend on.
        graph.exhausted = False
    if graph.start.alive:
        return _found(graph, budget)
    if quick is not None:
        return _found(quick, budget)
    if not graph.exhausted:
        return Completions(exists="unknown", work=budget.done)
    failing = _first_failing(world, lines, graph.reached, budget, how)
    failed = lines[: failing + 1]
    why = conflict(world, failed, budget, refills_written=refills_written) if explain else None
    return Completions(exists="no", exact=True, failed_at=failing, conflict=why, work=budget.done)


def _first_failing(
    start: World, lines: Sequence[GapLine], reached: int, budget: Budget, how: How
) -> int:
    """Return the first line up to which no completion exists, which is known of all lines.

    A search looks ahead, and may end before the line that is at fault for it.
    """
    first = replace(how, first_only=True)
    low, high = reached, len(lines) - 1
    ahead = 0
    while low < high:
        # Mostly it is the line that was reached, or one soon after it.
        middle = min(low + ahead, (low + high) // 2)
        part = budget.part(FINDING)
        graph = explore(start, lines[: middle + 1], part, first)
        budget.spend(part)
        if graph.start.alive:
            low, ahead = middle + 1, 2 * ahead + 1
        elif graph.exhausted:
            high = middle
        else:
            # Too many lines may be told, and never too few.
            break
    return high


FINDING = 3 / 4
"""The share of what is left of the budget for each step to the line that fails."""

DEFAULT_WORK: Final = 200_000
"""Steps of work before a search is given up: less than two seconds on a machine of 2020."""

SEARCHING = 9 / 10
"""The share of the budget for the search; counting what it found takes time as well."""

UNTIL_FOUND = 1 / 2
"""The share of the budget for the search for all completions, as long as it has not found any,
before quick attempts at finding one."""

GOING_ON = 1 / 2
"""The share of what is left then for the search for all, if an attempt has found one."""

ATTEMPTING = 1 / 2
"""The share of what is left then for the attempts, before the search for all goes on to its end."""


def _found(graph: Graph, budget: Budget) -> Completions:
    events, table = some_completion(graph)
    return Completions(
        exists="yes",
        number=graph.completions,
        exact=graph.exhausted,
        choices=tuple(graph.choices()),
        example=tuple(event for _, event in events),
        example_lines=tuple(place for place, _ in events),
        table=table,
        work=budget.done,
        graph=graph,
    )


def _any(
    start: World, lines: Sequence[GapLine], budget: Budget, *, refills_written: bool
) -> Graph | None:
    """Return a completion if a quick search finds one; its failing proves nothing.

    Many short searches in a changing order find one sooner than a long one that began badly, and
    of long gaps a way that is changed until it fits.
    """
    attempting = budget.part(ATTEMPTING)
    variation = Variation(start, lines, refills_written=refills_written)
    graph = None
    for number in range(ATTEMPTS):
        part = attempting.part(1.0)
        part.work = min(part.work, FIRST_ATTEMPT + number * FIRST_ATTEMPT // 8)
        if number % 2:
            graph = variation.run(part)
        else:
            seed = number // 2
            among = 100 if seed % 2 else 1_000
            attempt = QuickAttempt(seed if seed > 1 else None, among, leaps=seed % 3 != 1)
            how = How(refills_written=refills_written, attempt=attempt, first_only=True)
            explored = explore(start, lines, part, how)
            graph = explored if explored.start.alive else None
        attempting.spend(part)
        if graph is not None or attempting.is_spent():
            break
    budget.spend(attempting)
    return graph
