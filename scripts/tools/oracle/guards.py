"""Prove that engine and model agree over all values of the amounts that a copy can have.

For every event of the golden games, played with a set of which these amounts were not read, the
engine says for which values the event is legal (its guard), and the model states a relation over
the same values. Both directions are proven: no values outside the guard satisfy the relation, and
none within it leave the relation without a solution.
"""

import importlib
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import fields
from functools import cache
from itertools import chain
from typing import Any, Literal

import click
from msgspec.structs import replace

from referee.conformance.games import golden_game, golden_names
from referee.copies.judge import taken_event
from referee.copies.partly_read_set import FRAME, PartlyReadSet, require_plain_engine
from referee.copies.solver import Among, Clause, Condition, Variable, values_of, variables_in
from referee.copies.worlds import DefinedNumber, GuardedWorld, RunOutcome, branches
from referee.core.budget import Budget
from referee.core.component_set import TABLES, ComponentSet
from referee.core.events import Claim, TakeBack
from referee.core.set_reader import reference_set
from referee.core.state import State, setting_type
from referee.engine import initial, step
from referee_model.kinds import JudgedEvent, kind_of, seat_of
from referee_model.relation import Relation
from referee_model.terms import Num, Truth, written
from scripts.tools import runs
from scripts.tools.oracle.unread import blanked, filled
from scripts.tools.project import ROOT
from scripts.tools.runs import Run

AMOUNTS = re.compile(
    r"borders\..*\.lines|tracks\..*\.(calls|specials)\.\d+\.pounds|(cards|card_spaces)\..*\.crate"
    r"|spaces\.[^.]*\.cost|regions\..*\.(amount|mines)|cards\..*\.points"
    r"|(books|starting_tiles)\..*\.(units|points|pounds|diamonds|posts)"
    r"|spaces\..*\.(least|pounds|diamonds|points|posts)|bases\..*\.columns\.\d+\.[1-4]"
)
"""The amounts that both readings take as variables.

Units of cards, lengths of tracks and steps of bonuses are left out: of them the model makes as many
variables as there are.
"""

WORK = 1_000_000
PATIENCE_MS = 20_000
GOLDEN = ROOT / "games" / "golden"

Proof = Literal["proven", "outside", "within", "unknown", "not stated"]
"""Agreement, or where the two part, or that nothing came of it."""


class PrintedNumber(Num):
    """A printed number that nobody has read, in the words of the model."""

    __slots__ = ()

    def __rmul__(self, factor: int) -> Num:
        if factor != 1:
            raise TypeError("a printed number stands alone")
        return self

    def __bool__(self) -> bool:
        raise TypeError("whether an unread number is 0 is not known")


class PrintedSet(ComponentSet):
    """A set with terms of the model in the places of numbers; it is equal to itself alone."""

    __eq__ = object.__eq__
    __hash__ = object.__hash__


def name_of(variable: Variable) -> str:
    """Return what the model calls a printed number."""
    return f"printed{variable.order}"


@cache
def unread_amounts() -> PartlyReadSet:
    """Return the shipped set without its amounts."""
    found = blanked(reference_set(), lambda key: AMOUNTS.fullmatch(key) is not None)
    assert isinstance(found, PartlyReadSet)  # noqa: S101
    require_plain_engine(found)
    return found


@cache
def printed_set() -> PrintedSet:
    """Return the same set with a term of the model for every amount."""
    partly = unread_amounts()
    terms: Any = {each: PrintedNumber(name_of(each)) for each in partly.variables.values()}
    whole = filled(partly, terms)
    return PrintedSet(**{name: getattr(whole, name) for name in (*FRAME, *TABLES)})


def engine_guard(table: State, event: JudgedEvent, work: Budget) -> Clause:
    """Return for which values the engine calls an event legal, as a choice of cubes."""
    world = GuardedWorld(table, unread_amounts().guard(work))

    def run(state: State) -> RunOutcome:
        broken, after = taken_event(state, event)
        return RunOutcome(not broken, None, (not broken, after is not None))

    found = branches(world, work, run)
    return tuple(cube for each in found if each.result[0] for cube in each.cubes)


def model_script(table: State, event: JudgedEvent) -> tuple[str, Sequence[str]]:
    """Return what the model states about an event, and the names of its own variables."""
    relation = Relation()
    printed = {name_of(each) for each in unread_amounts().variables.values()}
    for name in sorted(printed):
        relation.whole(name)
    kind, seat = kind_of(event), seat_of(event)
    stated: Any = kind.relation(table, seat, relation)
    # A bonus that is not named counts at any level at which the turn is legal.
    facts: Mapping[str, Any] = stated.open_facts(event)
    said: list[Truth] = [fact for of_field in facts.values() for fact in of_field]
    lines = [*relation.scripts()]
    lines += [f"(assert {written(fact)})" for fact in said]
    lines += [f"(assert {tag})" for tag in relation.rule_of]
    own = [name for name in relation.part_of if name not in printed]
    return "\n".join(lines), [*own, *relation.rule_of]


def in_smt(condition: Condition) -> str:
    """Return a condition of a guard in SMT-LIB."""
    if isinstance(condition, Among):
        name = name_of(condition.variable)
        equal = " ".join(f"(= {name} {value})" for value in values_of(condition.mask))
        return f"(or {equal} false)"
    parts = [f"(* {written(factor)} {name_of(v)})" for v, factor in condition.terms]
    total = f"(+ {' '.join(parts)} {written(condition.constant)})"
    if condition.relation == "!=":
        return f"(not (= {total} 0))"
    return f"({'<=' if condition.relation == '<=' else '='} {total} 0)"


def cubes_in_smt(cubes: Clause) -> str:
    """Return a choice of cubes in SMT-LIB."""
    ands = [f"(and true {' '.join(map(in_smt, cube))})" for cube in cubes]
    return f"(or false {' '.join(ands)})"


def defined_in(cubes: Clause) -> Sequence[DefinedNumber]:
    """Return the numbers of a guard that others define, also those by which they are defined."""
    found: dict[Variable, None] = {}
    due = [*variables_in(cubes)]
    while due:
        variable = due.pop()
        if isinstance(variable, DefinedNumber) and variable not in found:
            found[variable] = None
            due += variables_in(variable.definition)
    return [each for each in found if isinstance(each, DefinedNumber)]


def proof(table: State, event: JudgedEvent) -> Proof:
    """Return whether the two readings agree about an event, whatever is printed."""
    cubes = engine_guard(_with(table, unread_amounts()), event, Budget(WORK))
    try:
        script, own = model_script(_with(table, printed_set()), event)
    except TypeError:
        return "not stated"
    z3: Any = importlib.import_module("z3")
    context = z3.Context()
    defined = defined_in(cubes)
    stated = {*re.findall(r"printed\d+", "".join(re.findall(r"\(assert.*", script)))}
    every = dict.fromkeys(
        (
            *[each for each in unread_amounts().variables.values() if name_of(each) in stated],
            *variables_in(cubes),
            *chain.from_iterable(variables_in(each.definition) for each in defined),
        )
    )
    declared = "\n".join(f"(declare-const {name_of(each)} Int)" for each in every)
    known = [f"(assert {in_smt(Among(each, each.domain))})" for each in every]
    known += [f"(assert {cubes_in_smt(each.definition)})" for each in defined]
    domains = [*z3.parse_smt2_string("\n".join([declared, *known]), ctx=context)]
    guard = z3.parse_smt2_string(f"{declared}\n(assert {cubes_in_smt(cubes)})", ctx=context)[0]
    relation = z3.And(*z3.parse_smt2_string(script, ctx=context))
    outside = _checked(z3, context, [*domains, relation, z3.Not(guard)])
    if outside != "no":
        return "outside" if outside == "yes" else "unknown"
    bound = [each for each in _constants(z3, relation) if str(each) in {*own}]
    refuted = z3.ForAll(bound, z3.Not(relation)) if bound else z3.Not(relation)
    within = _checked(z3, context, [*domains, guard, refuted])
    return {"no": "proven", "yes": "within"}.get(within, "unknown")  # type: ignore[return-value]


def _with(table: State, components: ComponentSet) -> State:
    """Return a table whose game is played with another set."""
    frame = {each.name: getattr(table.setting, each.name) for each in fields(table.setting)}
    setting = setting_type(components)(**{**frame, "components": components})
    return replace(table, setting=setting)


def _checked(z3: Any, context: Any, parts: Sequence[Any]) -> str:  # noqa: ANN401
    solver = z3.Solver(ctx=context)
    solver.set("timeout", PATIENCE_MS)
    solver.add(*parts)
    found = solver.check()
    return "yes" if found == z3.sat else "no" if found == z3.unsat else "unknown"


def _constants(z3: Any, formula: Any) -> list[Any]:  # noqa: ANN401
    """Return the constants of a formula, each once."""
    seen: dict[int, Any] = {}
    due = [formula]
    while due:
        each = due.pop()
        if each.get_id() not in seen:
            seen[each.get_id()] = each
            due += each.children()
    kind = z3.Z3_OP_UNINTERPRETED
    return [each for each in seen.values() if z3.is_const(each) and each.decl().kind() == kind]


def proofs(number: int) -> list[tuple[str, Proof]]:
    """Return every event of a golden game, and what is proven of it."""
    name = golden_names(GOLDEN)[number % len(golden_names(GOLDEN))]
    setting, played = golden_game(GOLDEN, name)
    table, found = initial(setting), list[tuple[str, Proof]]()
    for place, event in enumerate(played, 1):
        if not isinstance(event, TakeBack | Claim):
            where = f"{name}, event {place}, {type(event).__name__}"
            found.append((where, proof(table, event)))
        table = step(table, event)
    return found


def proofs_agree(run: Run) -> bool:
    """Print what is proven of golden games, and each event that is not; return whether all hold."""
    told: Counter[Proof] = Counter()
    for number, found in enumerate(run.over_seeds(proofs, list[tuple[str, Proof]]), 1):
        told.update(what for _, what in found)
        unproven = (f"{where}: {what}" for where, what in found if what != "proven")
        print(f"{number} of {run.wanted}: {len(found)} events", *unproven, sep="\n", flush=True)
    if run.wanted:
        counted = ", ".join(f"{count} {what}" for what, count in sorted(told.items()))
        print(f"events whose guard is the model's relation over all amounts: {counted}")
    return not (told["outside"] or told["within"])


@click.command(help=__doc__)
@runs.check("games", 2, "Golden games to go through.")
def command(run: Run) -> int:
    """Print how many events were proven, and each that was not."""
    return int(not proofs_agree(run))
