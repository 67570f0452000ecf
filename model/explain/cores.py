"""The minimal sets of rules that forbid an event, with the numbers they rest on."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from model.explain.answer import Core, Cores, NumberGiven
from model.explain.conflicts import Tags, conflict_in, minimal_cores, shrunk
from model.relation import Relation
from model.solver import PATIENCE_MS, Prover, UndecidedError, Values, explaining
from model.terms import Truth, every

MOST_CORES = 12
"""More faults than a turn has that anybody meant."""

MOST_QUESTIONS = 60
"""So often the solver is asked for a further core, or for the proof that there is none."""


SAID = "said."
"""What the tags of the statements about a field of an event begin with."""


def forbidding_cores(
    relation: Relation,
    facts: Mapping[str, Sequence[Truth]],
    *,
    most: int = MOST_CORES,
    patience_ms: int = PATIENCE_MS,
) -> Cores:
    """Return the minimal sets of rules that forbid what `facts` say, field by field."""
    prover = Prover(relation, explaining(patience_ms))
    # What is stated for good is used to make everything else smaller.
    prover.tell(fact for stated in facts.values() for fact in stated)
    tags = frozenset(relation.rule_of)
    try:
        cores = minimal_cores(conflict_in(prover), tags, most=most, questions=MOST_QUESTIONS)
        found = [_core(relation, core, facts, patience_ms) for core in cores.found]
    except UndecidedError as error:
        return Cores("unknown", complete=False, reason=str(error))
    return Cores(
        "no" if found else "yes",
        tuple(sorted(found, key=lambda core: sorted(core.rules))),
        complete=not cores.stopped,
        reason=cores.stopped,
    )


def _core(
    relation: Relation, tags: Tags, facts: Mapping[str, Sequence[Truth]], patience_ms: int
) -> Core:
    rules = {relation.rule_of[tag] for tag in tags}
    effects = frozenset(rule.id for rule in rules if rule.kind == "effect")
    in_order = sorted(tags)
    prover = Prover(relation.only(in_order), explaining(patience_ms))
    said = {f"{SAID}{field}": every(facts[field]) for field in sorted(facts)}
    prover.name(said)
    fields = shrunk(conflict_in(prover, tags), frozenset(said))
    # Without its legality rules the core can hold; that solution tells what its effects give.
    calm = [tag for tag in in_order if relation.rule_of[tag].kind == "effect"]
    values = prover.assume([*said, *calm]).values if calm else None
    return Core(
        rules=frozenset(rule.id for rule in rules if rule.kind == "legality"),
        because=effects,
        numbers=tuple(_numbers(relation, effects, values)) if values else (),
        fields=tuple(tag.removeprefix(SAID) for tag in said if tag in fields),
    )


def _numbers(relation: Relation, rules: Iterable[str], values: Values) -> Iterator[NumberGiven]:
    for rule in sorted(rules):
        for name, number in relation.numbers.get(rule, {}).items():
            known = number if isinstance(number, int) else values.number(number.text)
            yield NumberGiven(rule, name, known)
