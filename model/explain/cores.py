"""The minimal sets of rules that forbid an event, with the numbers they rest on."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from model.explain.answer import Core, Cores, NumberGiven
from model.explain.conflicts import Tags, conflict_in, minimal_cores, shrunk
from model.judge import UndecidedError
from model.relation import Relation
from model.solver import PATIENCE_MS, Prover, Values
from model.terms import Truth, every

MOST_CORES = 12
"""More faults than a turn has that anybody meant."""

MOST_QUESTIONS = 60
"""So often the solver is asked for a further core, or for the proof that there is none."""


SAID = "said."
"""What the tags of the statements about a field of an event begin with."""


def forbidding_cores(
    prover: Prover,
    relation: Relation,
    facts: Mapping[str, Sequence[Truth]],
    *,
    most: int = MOST_CORES,
    patience_ms: int = PATIENCE_MS,
) -> Cores:
    """Return the minimal sets of rules that forbid what `facts` say, field by field."""
    tags = frozenset(relation.rule_of)
    said = {f"{SAID}{field}": every(statements) for field, statements in facts.items()}
    with prover.aside(patience_ms):
        prover.name(said)
        try:
            conflict = conflict_in(prover, said)
            cores = minimal_cores(conflict, tags, most=most, questions=MOST_QUESTIONS)
            found = [_core(prover, relation, core, frozenset(said)) for core in cores.found]
        except UndecidedError as error:
            return Cores("unknown", complete=False, reason=str(error))
    return Cores(
        "no" if found else "yes",
        tuple(sorted(found, key=lambda core: sorted(core.rules))),
        complete=not cores.stopped,
        reason=cores.stopped,
    )


def _core(prover: Prover, relation: Relation, tags: Tags, said: Tags) -> Core:
    rules = {relation.rule_of[tag] for tag in tags}
    effects = frozenset(rule.id for rule in rules if rule.kind == "effect")
    fields = shrunk(conflict_in(prover, tags), said)
    # Without its legality rules the core can hold; that solution tells what its effects give.
    calm = [tag for tag in sorted(tags) if relation.rule_of[tag].kind == "effect"]
    in_order = sorted(said)
    values = prover.assume([*in_order, *calm]).values
    return Core(
        rules=frozenset(rule.id for rule in rules if rule.kind == "legality"),
        because=effects,
        numbers=tuple(_numbers(relation, effects, values)) if values else (),
        fields=tuple(tag.removeprefix(SAID) for tag in in_order if tag in fields),
    )


def _numbers(relation: Relation, rules: Iterable[str], values: Values) -> Iterator[NumberGiven]:
    for rule in sorted(rules):
        for name, number in relation.numbers.get(rule, {}).items():
            known = number if isinstance(number, int) else values.number(number.text)
            yield NumberGiven(rule, name, known)
