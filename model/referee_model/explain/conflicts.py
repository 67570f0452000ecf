"""Sets of assumptions that cannot hold together: shrinking them, finding all, avoiding all."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from referee.core.rule import GivenNumber
from referee.i18n.speech import say
from referee_model.explain.answer import Core, Cores
from referee_model.relation import Relation
from referee_model.solver import MOST_WORK, Prover, UndecidedError, Values, explaining
from referee_model.terms import Truth, every

Tags = frozenset[str]

ConflictFinder = Callable[[Tags], Tags | None]
"""Tells of assumptions which of them cannot hold together; None if all can."""


def conflict_in(prover: Prover, always: Iterable[str] = ()) -> ConflictFinder:
    """Return what tells conflicts in what a prover knows, with `always` assumed besides."""
    kept = sorted(always)

    def ask(tags: Tags) -> Tags | None:
        found = prover.conflict([*kept, *sorted(tags)])
        return None if found is None else found & tags

    return ask


def conflict_beside(conflict: ConflictFinder, likely: Tags) -> ConflictFinder:
    """Return what tells conflicts as `conflict` does, beside as much as can hold of `likely`.

    A solution near to something that is known takes a fraction of the time that any solution does.
    """

    def ask(tags: Tags) -> Tags | None:
        beside = likely
        while (core := conflict(tags | beside)) is not None:
            if core <= tags:
                return core
            beside -= core
        return None

    return ask


def shrunk(conflict: ConflictFinder, core: Tags) -> Tags:
    """Return a part of a conflicting set of which no member can be left out."""
    needed: Tags = frozenset()
    while left := core - needed:
        tag = min(left)
        smaller = conflict(core - {tag})
        if smaller is None:
            needed |= {tag}
        else:
            core = smaller
    return core


class AllCores(NamedTuple):
    """The minimal conflicts found, and why there may be more."""

    found: tuple[Tags, ...]
    stopped: str = ""


def minimal_cores(conflict: ConflictFinder, tags: Tags, *, most: int, questions: int) -> AllCores:
    """Return every minimal conflict among `tags`, as far as `questions` reach.

    Whatever hits all conflicts found and is left out either leaves something that can hold, or
    leaves a further conflict (the duality of minimal conflicts and minimal corrections). When all
    minimal hitting sets are known to be of the first sort, there is no further conflict.
    """
    cores: list[Tags] = []
    corrections: set[Tags] = set()
    for _ in range(questions):
        left_out = next((h for h in hitting_sets(cores) if h not in corrections), None)
        if left_out is None:
            return AllCores(tuple(cores))
        try:
            core = conflict(tags - left_out)
            if core is None:
                corrections.add(left_out)
                continue
            if len(cores) == most:
                return AllCores(
                    tuple(cores), say("answers.conflicts.there-are-more-than", most=most)
                )
            cores.append(shrunk(conflict, core))
        except UndecidedError as error:
            if not cores:
                raise
            return AllCores(tuple(cores), str(error))
    return AllCores(
        tuple(cores), say("answers.conflicts.questions-did-not-settle-whether", questions=questions)
    )


def hitting_sets(cores: Sequence[Tags], chosen: Tags = frozenset()) -> Iterator[Tags]:
    """Yield every set that has a member of each core and could not do without any of its own."""
    missed = next((core for core in cores if not core & chosen), None)
    if missed is None:
        if all(any(core & chosen == {tag} for core in cores) for tag in chosen):
            yield chosen
        return
    for tag in sorted(missed):
        yield from hitting_sets(cores, chosen | {tag})


class Repairs:
    """The sets of least weight without which all other assumptions can hold together.

    Conflicts are asked for one by one; whatever hits all that are known is tried, the lightest
    first, until it leaves no conflict (the implicit hitting set method).
    """

    def __init__(
        self, conflict: ConflictFinder, weight: Callable[[str], int], questions: int
    ) -> None:
        self._conflict = conflict
        self._weight = weight
        self._left = questions
        self._cores: list[Tags] = []
        self.weight = 0
        """What the lightest repair weighs, as far as it is known."""

    def lightest(self, tags: Tags, most: int) -> list[Tags]:
        """Return up to `most` repairs of least weight; none if nothing can be repaired."""
        found: list[Tags] = []
        while len(found) < most:
            untried = (h for h in self._hitting_sets(self._cores, self.weight) if h not in found)
            left_out = next(untried, None)
            if left_out is None:
                if found:
                    break
                self.weight += 1
                continue
            core = self._ask(tags - left_out)
            if core is None:
                found.append(left_out)
            elif core:
                self._cores.append(core)
            else:
                return []
        return found

    def _ask(self, tags: Tags) -> Tags | None:
        self._left -= 1
        if self._left < 0:
            raise UndecidedError(say("answers.conflicts.too-many-questions-did-not"))
        return self._conflict(tags)

    def _hitting_sets(self, cores: Sequence[Tags], limit: int) -> Iterator[Tags]:
        """Yield sets that have a member of each core and weigh at most `limit`."""
        if limit < 0:
            return
        if not cores:
            yield frozenset()
            return
        # Cores without a common member each cost something of their own.
        apart: list[Tags] = []
        for core in cores:
            if not any(core & other for other in apart):
                apart.append(core)
        if sum(min(map(self._weight, core)) for core in apart) > limit:
            return
        for tag in sorted(min((len(core), sorted(core)) for core in cores)[1]):
            rest = [core for core in cores if tag not in core]
            for found in self._hitting_sets(rest, limit - self._weight(tag)):
                yield found | {tag}


# The minimal sets of rules that forbid an event, with the numbers they rest on --------------------
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
    work: int = MOST_WORK,
) -> Cores:
    """Return the minimal sets of rules that forbid what `facts` say, field by field."""
    prover = Prover(relation, explaining(work))
    # What is stated for good is used to make everything else smaller.
    prover.tell(fact for stated in facts.values() for fact in stated)
    tags = frozenset(relation.rule_of)
    try:
        cores = minimal_cores(conflict_in(prover), tags, most=most, questions=MOST_QUESTIONS)
        found = [_core(relation, core, facts, work) for core in cores.found]
    except UndecidedError as error:
        return Cores("unknown", complete=False, reason=str(error))
    return Cores(
        "no" if found else "yes",
        tuple(sorted(found, key=lambda core: sorted(core.rules))),
        complete=not cores.stopped,
        reason=cores.stopped,
    )


def _core(relation: Relation, tags: Tags, facts: Mapping[str, Sequence[Truth]], work: int) -> Core:
    rules = {relation.rule_of[tag] for tag in tags}
    effects = frozenset(rule.id for rule in rules if rule.kind == "effect")
    in_order = sorted(tags)
    prover = Prover(relation.only(in_order), explaining(work))
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


def _numbers(relation: Relation, rules: Iterable[str], values: Values) -> Iterator[GivenNumber]:
    for rule in sorted(rules):
        for name, number in relation.numbers.get(rule, {}).items():
            known = number if isinstance(number, int) else values.number(number.text)
            yield GivenNumber(rule=rule, name=name, value=known, parts=())
