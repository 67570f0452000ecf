"""Hold verdicts with unread values against judging with plain sets, one assignment at a time.

A trial takes the beginning of a seeded game, notes some results and perhaps a slip, and blanks a
few values of its set that matter there. Every assignment of values makes a plain set, by which the
record is judged as usual; compared are how far it is legal, and the table that it comes to.

An assignment is `unsaid` where the record leaves out what a plain set leaves undecided as well: one
unit pays for a card, and nobody wrote on which track a second one would go. It is `open` where the
verdict with unread values was given up; a plain set decides it.
"""

import re
from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice, product
from math import prod
from random import Random
from typing import Any, cast

import click
import msgspec
from msgspec import Struct
from msgspec.structs import replace

from referee.conformance.games import game
from referee.copies.faces import bind
from referee.copies.judge import JudgedRecord, judge_with_unread
from referee.copies.partly_read_set import (
    FRAME,
    NO_BORDER,
    BlankPlace,
    PartlyReadSet,
    blanked_row,
    entry_name,
    partly_read,
    rows_of,
)
from referee.copies.runs import (
    Kinds,
    LazyEntry,
    NotFollowed,
    PartChoice,
    UnreadNumber,
    fields_of,
    kind_of,
)
from referee.copies.solver import Variable, least_of, valuation, values_of
from referee.copies.worlds import skeleton_of, valued
from referee.core.budget import Budget
from referee.core.component_set import TABLES, ComponentSet
from referee.core.components import Border
from referee.core.ids import COMPANIES, Seat
from referee.core.set_reader import BLANK
from referee.core.state import State
from referee.records.completed_turn import Missing
from referee.records.judge import setting_of, walk
from referee.records.record import Mark, Record, SaidClaim
from referee.records.writer import record_of
from scripts.tools import runs
from scripts.tools.runs import Run

NUMBERS = re.compile(
    r"borders\..*\.lines|tracks\..*\.(calls|specials)\.\d+\.(pounds|before|at)|tracks\.\w+\.last"
    r"|cards\..*\.(crate|units|points)|card_spaces\..*\.crate|spaces\.[^.]*\.cost"
    r"|regions\..*\.(amount|mines)|(books|starting_tiles)\..*\.(units|points|pounds|diamonds|posts)"
    r"|starting_tiles\..*\.steps|(diamond|book)_tracks\..*\.(last|slot_at)|spaces\..*\.least"
)
KINDS = re.compile(
    r"cards\.[^.]*\.(kind|good)|regions\.[^.]*\.reward|(books|starting_tiles)\.[^.]*\.(requires|reward)"
    r"|tracks\.[^.]*\.(calls|specials)|starting_tiles\.[^.]*\.(rest|bonus)|spaces\.[^.]*\.tiers"
    r"|book_spaces\.[^.]*\.letter|book_tracks\.[^.]*\.crossed_out"
)
EVENTS = (20, 150)
"""How much of a game a trial takes."""
AT_ONCE = (5, 5, 15, 60)
"""So many values are unread in a trial, or fewer if there are not so many that matter."""

ATTEMPTS = 8
"""How often other values are left blank where a drawn set has what no copy has."""


# Sets with blanks made of plain ones, and plain ones made of those -------------------------------
def blanked(
    components: ComponentSet, is_blank: Callable[[str], bool], *, open_map: bool = False
) -> ComponentSet:
    """Return a set without the values whose keys are to be blank; perhaps with borders missing."""
    rows = {
        table: [
            blanked_row(row, BlankPlace(table, entry_name(table, row)), is_blank) for row in entries
        ]
        for table, entries in rows_of(components).items()
    }
    if open_map:
        rows["borders"].append({"between": [BLANK, BLANK], "lines": BLANK, "source": "copy"})
    return partly_read(rows, {name: getattr(components, name) for name in FRAME})


def values_in(partly: PartlyReadSet, plain: ComponentSet) -> dict[Variable, int]:
    """Return what a plain set, of which the other is a blanked form, has for everything unread."""
    values: dict[Variable, int] = {}
    pairs: Iterable[tuple[Any, Any]]
    for table in TABLES:
        pairs = zip(getattr(partly, table), getattr(plain, table), strict=False)
        if table == "borders":
            # Those whose existence is unread are no entries.
            printed = {border.between: border for border in plain.borders}
            pairs = ((border, printed[border.between]) for border in partly.borders)
        for one, other in pairs:
            if not bind(one, other, values):
                raise ValueError(f"{table}: {other!r} is not what was blanked")
    lines = {frozenset(border.between): border.lines for border in plain.borders}
    for pair, variable in partly.unread_borders.items():
        values[variable] = lines.get(frozenset(pair), NO_BORDER)
    for step, variable in (partly.crossed_out or {}).items():
        values[variable] = int(step in plain.book_track.crossed_out)
    bind(partly.last_book_step, plain.book_track.last, values)
    for variable in partly.variables.values():
        # What only another kind would have can be anything.
        values.setdefault(variable, least_of(variable.domain))
    return values


def filled(
    partly: PartlyReadSet, values: Mapping[Variable, Any], rest: ComponentSet | None = None
) -> ComponentSet:
    """Return the plain set with these values; `rest` has the lists that are not followed."""
    tables: dict[str, Any] = {}
    for table in TABLES:
        others = getattr(rest, table) if rest is not None else ()
        tables[table] = [
            _plain(entry, values, others[number] if number < len(others) else None)
            for number, entry in enumerate(getattr(partly, table))
        ]
    last = _plain(partly.last_book_step, values, None)
    tables["book_tracks"] = [replace(track, last=last) for track in tables["book_tracks"]]
    if partly.crossed_out is not None:
        crossed = tuple(step for step, each in partly.crossed_out.items() if values[each])
        book_tracks = tables["book_tracks"]
        tables["book_tracks"] = [replace(track, crossed_out=crossed) for track in book_tracks]
    tables["tracks"] = [
        replace(track, calls=tuple(call for call in track.calls if call.before != NO_BORDER))
        for track in tables["tracks"]
    ]
    tables["borders"] += [
        Border(between=pair, lines=cast("Any", values[variable]), source="copy")
        for pair, variable in partly.unread_borders.items()
        if values[variable] != NO_BORDER
    ]
    plain: dict[str, Any] = {table: tuple(rows) for table, rows in tables.items()}
    return ComponentSet(**{name: getattr(partly, name) for name in FRAME}, **plain)


def _plain(  # noqa: PLR0911
    value: object, values: Mapping[Variable, int], other: object
) -> Any:  # noqa: ANN401
    """Return what a value of a partly read set is if its variables have these values."""
    if type(value) is LazyEntry:
        kind, fields = kind_of(value), fields_of(value)
        if isinstance(kind, Kinds):
            kind, more = kind.parts[values[kind.variable]]
            fields = {**fields, **more}
        plain = {
            name: _plain(each, values, getattr(other, name, None)) for name, each in fields.items()
        }
        return kind(**plain)
    if isinstance(value, UnreadNumber):
        return value.constant + sum(factor * values[v] for v, factor in value.terms)
    if isinstance(value, PartChoice):
        return _plain(value.parts[values[value.variable]], values, other)
    if isinstance(value, NotFollowed):
        if other is None:
            raise ValueError("a list that was not read has to come from another set")
        return other
    if isinstance(value, tuple):
        same = isinstance(other, tuple) and len(other) == len(value)
        others = other if isinstance(other, tuple) and same else [None] * len(value)
        return tuple([_plain(one, values, two) for one, two in zip(value, others, strict=True)])
    if isinstance(value, Struct):
        changed = {
            name: _plain(getattr(value, name), values, getattr(other, name, None))
            for name in value.__struct_fields__
        }
        return replace(value, **changed)
    return value


# Trials ------------------------------------------------------------------------------------------
class UnreadTrial(Struct, frozen=True):
    """A record, the set it was played with, and that set with blanks."""

    record: Record
    plain: ComponentSet
    partly: PartlyReadSet


class ComparedTrial(Struct, frozen=True):
    """What became of a trial: how many assignments came to which verdict, and what differed."""

    verdicts: Mapping[str, int]
    differences: tuple[str, ...]

    @property
    def size(self) -> int:
        """The number of assignments that were compared."""
        return sum(n for verdict, n in self.verdicts.items() if verdict != "open")


def drawn_trial(seed: int, *, kinds: bool) -> UnreadTrial | None:
    """Return a trial; None if nothing that was played depends on anything unread."""
    rng = Random(seed)
    played = [*islice(game(seed), rng.randint(*EVENTS))]
    setting = played[0][0].setting
    record = record_of(setting, [event for _, event, _ in played])
    record = _with_claims(record, [after for _, _, after in played], rng)
    components = setting.components
    pattern = KINDS if kinds else NUMBERS
    keys: list[str] = []

    def note(key: str) -> bool:
        keys.extend([key] if pattern.fullmatch(key) else [])
        return False

    blanked(components, note)
    mattering = sorted(_mentioned(keys, record))
    if not mattering:
        return None
    at_once = 5 if kinds else rng.choice(AT_ONCE)
    for _ in range(ATTEMPTS):
        blank = {*rng.sample(mattering, min(at_once, len(mattering)))}
        if kinds and rng.random() < 1 / 3:
            partly = _without_borders(components, record, rng, at_once)
        else:
            partly = blanked(components, blank.__contains__)
        if not isinstance(partly, PartlyReadSet):
            continue
        # A drawn set may have what no copy has.
        true = values_in(partly, components)
        within = all(variable.domain >> value & 1 for variable, value in true.items())
        if within and partly.guard(Budget(10**6)).holds(true):
            return UnreadTrial(record, components, partly)
    return None


def _with_claims(record: Record, tables: Sequence[State], rng: Random) -> Record:
    """Return a record with some notes about money and tracks, nearly all of them right."""
    following = iter(tables)
    often = rng.choice((0.1, 0.4, 0.8))
    statements = [
        statement
        if isinstance(statement.said, Mark)
        else replace(statement, claims=_claims(next(following), often, rng))
        for statement in record.statements
    ]
    return replace(record, statements=tuple(statements))


def _claims(table: State, often: float, rng: Random) -> tuple[SaidClaim, ...]:
    if rng.random() >= often:
        return ()
    seat = Seat(rng.randrange(len(table.players)))
    player = table.players[seat]
    wrong = rng.random() < 1 / 40
    cash = SaidClaim(what="cash", seat=seat, value=player.cash + wrong)
    index = rng.randrange(len(COMPANIES))
    at = SaidClaim(what="track", seat=seat, company=COMPANIES[index], value=player.tracks[index])
    return rng.choice(((cash,), (cash, at), (at,)))


def _mentioned(keys: Sequence[str], record: Record) -> Iterator[str]:
    """Yield the keys of entries that the record names, or that no record names."""
    text = repr(msgspec.to_builtins(record))
    for key in keys:
        table, entry = key.split(".")[:2]
        named = [f"'{name}'" in text for name in entry.split("~")]
        by_name = table in {"cards", "books", "regions", "starting_tiles", "spaces"}
        if any(named) if by_name else all(named) or table != "borders":
            yield key


def _without_borders(
    components: ComponentSet, record: Record, rng: Random, at_once: int
) -> ComponentSet:
    """Return a set in which some borders were not read, nor whether others exist."""
    text = repr(msgspec.to_builtins(record))
    used = [b.between for b in components.borders if all(f"'{name}'" in text for name in b.between)]
    lost = {*rng.sample(used, min(at_once, len(used)))}
    borders = tuple(border for border in components.borders if border.between not in lost)
    names = ("name", "title", "about", *rows_of(components))
    parts = {name: getattr(components, name) for name in names}
    fewer = ComponentSet(**{**parts, "borders": borders})
    return blanked(fewer, lambda _: False, open_map=True)


def assignments(trial: UnreadTrial, most: int, rng: Random) -> Iterator[dict[Variable, int]]:
    """Yield assignments of the unread values: all of them, or so many near the true one."""
    true = values_in(trial.partly, trial.plain)
    guard = trial.partly.guard(Budget(10**6))
    if not guard.holds(true):
        raise ValueError("the set itself is not among those that it can turn out to be")
    touched = [*trial.partly.variables.values()]
    if prod(v.domain.bit_count() for v in touched) <= most:
        for values in product(*[[*values_of(v.domain)] for v in touched]):
            assignment = dict(zip(touched, values, strict=True))
            if guard.holds(assignment):
                yield assignment
        return
    yield true
    for _ in range(most - 1):
        changed = dict(true)
        for variable in rng.sample(touched, min(rng.randint(1, 6), len(touched))):
            changed[variable] = rng.choice([*values_of(variable.domain)])
        if guard.holds(changed):
            yield changed


def compare(trial: UnreadTrial, most: int, rng: Random) -> ComparedTrial:
    """Return what a trial shows."""
    judged = judge_with_unread(trial.record, trial.partly)
    always_wrong = {each.number for each in judged.statements if each.misnoted}
    verdicts: Counter[str] = Counter()
    differences: list[str] = []
    for values in assignments(trial, most, rng):
        expected = plainly(trial.record, filled(trial.partly, values, trial.plain), always_wrong)
        found = predicted(judged, values, len(trial.record.statements))
        verdicts["open" if found[0] == "open" else expected[0]] += 1
        if found[0] == "open":
            # Nothing is said beyond this statement; it must not have been refuted before.
            if expected[0] != "legal" and expected[1] < found[1]:
                differences.append(f"{found[:2]} is open, plainly {expected[:2]}")
            continue
        if found != expected:
            true = values_in(trial.partly, trial.plain)
            changed = {v.key: v.said(value) for v, value in values.items() if value != true[v]}
            differences.append(f"{found} but plainly {expected}: {changed}")
    return ComparedTrial(dict(verdicts), tuple(differences))


Outcome = tuple[str, int, tuple[object, ...]]
"""A verdict, the statement from which on it holds, and numbers of the last table."""


def plainly(record: Record, components: ComponentSet, always_wrong: Container[int]) -> Outcome:
    """Return the verdict by a plain set: legal, or what stands in the way and where.

    Notes that are wrong whatever is printed stand in nobody's way.
    """
    setting = setting_of(record.header, components)
    if isinstance(setting, Missing):
        return "unsaid", 0, ()
    table: State | None = None
    for number, step in enumerate(walk(record, setting)):
        if step.missing is not None:
            return "unsaid", number, ()
        if step.illegal:
            return "illegal", number, ()
        if step.misnoted != (number in always_wrong):
            return ("wrong" if step.misnoted else "right"), number, ()
        table = step.after
    return "legal", len(record.statements), tuple(skeleton_of(table)[1])


def predicted(judged: JudgedRecord, values: Mapping[Variable, int], whole: int) -> Outcome:
    """Return what the verdict with unread values says about one assignment."""
    values = valuation(values)
    for number, layer in enumerate(judged.layers[1:], 1):
        holding = [world for world in layer if world.guard.holds(values)]
        if len(holding) > 1:
            return "two worlds", number, ()
        if not holding:
            return _fallen(judged, values, number - 1)
    if len(judged.layers) <= whole:
        return _fallen(judged, values, len(judged.layers) - 1)
    [world] = holding if judged.layers[1:] else judged.layers[0]
    return "legal", whole, tuple([valued(n, values) for n in skeleton_of(world.table)[1]])


def _fallen(judged: JudgedRecord, values: Mapping[Variable, int], number: int) -> Outcome:
    statement = judged.statements[number]
    if any(guard.holds(values) for guard in statement.open):
        return "open", number, ()
    if any(guard.holds(values) for guard in statement.unsaid):
        return "unsaid", number, ()
    if statement.decision == "undecided" and not statement.violations:
        return "open", number, ()
    for standing, guards in statement.fallen.items():
        if any(guard.holds(values) for guard in guards):
            return ("wrong" if standing == "wrong-note" else standing), number, ()
    return "nothing", number, ()


def compare_seed(seed: int, most: int, *, kinds: bool) -> ComparedTrial | None:
    """Return what the trial of a seed shows, if it has one."""
    trial = drawn_trial(seed, kinds=kinds)
    return None if trial is None else compare(trial, most, Random(seed))


@click.command(help=__doc__)
@click.option("--most", default=64, show_default=True, help="Assignments of one trial.")
@click.option("--kinds", is_flag=True, help="Kinds, positions and borders, not numbers.")
@runs.check("assignments", 10_000, "Assignments to compare.")
def command(run: Run, most: int, *, kinds: bool) -> int:
    """Run trials until so many assignments were compared."""
    done = mixed = left_out = different = 0
    verdicts: Counter[str] = Counter()
    work = partial(compare_seed, most=most, kinds=kinds)
    found = run.over_seeds(work, ComparedTrial | None, lambda each: each.size if each else 0)
    for seed, each in enumerate(found, run.seed):
        if each is None:
            left_out += 1
            continue
        done += each.size
        if 0 < each.verdicts.get("legal", 0) < each.size:
            mixed += each.size
        verdicts.update(each.verdicts)
        for difference in each.differences[:3]:
            print(f"seed {seed}: {difference}")
        different += len(each.differences)
    counted = ", ".join(f"{n} {verdict}" for verdict, n in sorted(verdicts.items()))
    print(
        f"{done} assignments, {mixed} of them in trials with both verdicts; {counted}; "
        f"{left_out} seeds without a trial; {different} differences"
    )
    return int(bool(different))
