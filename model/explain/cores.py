"""The minimal sets of rules that forbid an event, with the numbers they rest on."""

from collections.abc import Iterable, Iterator

from model.explain.answer import Core, Cores, NumberGiven
from model.explain.conflicts import Tags, conflict_in, minimal_cores
from model.judge import UndecidedError
from model.relation import Relation
from model.solver import PATIENCE_MS, Prover, Values
from model.terms import Holds

MOST_CORES = 12
"""More faults than a turn has that anybody meant."""

MOST_QUESTIONS = 60
"""So often the solver is asked for a further core, or for the proof that there is none."""


def forbidding_cores(
    prover: Prover,
    relation: Relation,
    facts: Iterable[Holds],
    *,
    most: int = MOST_CORES,
    patience_ms: int = PATIENCE_MS,
) -> Cores:
    """Return the minimal sets of rules that forbid what `facts` say."""
    tags = frozenset(relation.rule_of)
    with prover.aside(patience_ms):
        prover.tell(facts)
        try:
            cores = minimal_cores(conflict_in(prover), tags, most=most, questions=MOST_QUESTIONS)
        except UndecidedError as error:
            return Cores("unknown", complete=False, reason=str(error))
        found = sorted((_core(prover, relation, core) for core in cores.found), key=_place)
    return Cores(
        "no" if found else "yes",
        tuple(found),
        complete=not cores.stopped,
        reason=cores.stopped,
    )


def _core(prover: Prover, relation: Relation, tags: Tags) -> Core:
    rules = {relation.rule_of[tag] for tag in tags}
    legality = frozenset(rule.id for rule in rules if rule.kind == "legality")
    effects = frozenset(rule.id for rule in rules if rule.kind == "effect")
    # Without its legality rules the core can hold; that solution tells what its effects give.
    calm = prover.assume(
        sorted(tag for tag in tags if relation.rule_of[tag].kind == "effect")
    ).values
    numbers = tuple(_numbers(relation, effects, calm)) if calm else ()
    return Core(legality, effects, numbers)


def _numbers(relation: Relation, rules: Iterable[str], values: Values) -> Iterator[NumberGiven]:
    for rule in sorted(rules):
        for name, number in relation.numbers.get(rule, {}).items():
            known = number if isinstance(number, int) else values.number(number.text)
            yield NumberGiven(rule, name, known)


def _place(core: Core) -> list[str]:
    return sorted(core.rules)
