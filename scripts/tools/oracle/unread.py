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
from collections.abc import Container, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice, product
from math import prod
from random import Random

import click
from msgspec import Struct
from msgspec.structs import replace

from referee.conformance.games import game
from referee.copies.faces import values_in
from referee.copies.judge import JudgedRecord, judge_with_unread
from referee.copies.partly_read_set import PartlyReadSet, blanked, rows_of
from referee.copies.solver import Variable, valuation, values_of
from referee.copies.worlds import skeleton_of, valued
from referee.core.budget import Budget
from referee.core.component_set import ComponentSet
from referee.core.ids import COMPANIES, Seat
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
    text = repr(record)
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
    text = repr(record)
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
        expected = plainly(trial.record, trial.partly.filled(values, trial.plain), always_wrong)
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


Told = tuple[str, int, tuple[object, ...]]
"""A verdict, the statement from which on it holds, and numbers of the last table."""


def plainly(record: Record, components: ComponentSet, always_wrong: Container[int]) -> Told:
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


def predicted(judged: JudgedRecord, values: Mapping[Variable, int], whole: int) -> Told:
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


def _fallen(judged: JudgedRecord, values: Mapping[Variable, int], number: int) -> Told:
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
    found = run.over_seeds(
        partial(compare_seed, most=most, kinds=kinds),
        ComparedTrial | None,
        lambda each: each.size if each else 0,
    )
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
    told = ", ".join(f"{n} {verdict}" for verdict, n in sorted(verdicts.items()))
    print(
        f"{done} assignments, {mixed} of them in trials with both verdicts; {told}; "
        f"{left_out} seeds without a trial; {different} differences"
    )
    return int(bool(different))
