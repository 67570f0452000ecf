"""Sets of assumptions that cannot hold together: shrinking them, finding all, avoiding all."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import count
from typing import NamedTuple

from referee.core.rule import GivenNumber
from referee.i18n.speech import say
from referee_model.explain import Core, Cores
from referee_model.relation import Relation
from referee_model.solver import MOST_WORK, Prover, Satisfiability, UndecidedError, explaining
from referee_model.terms import Bit, Truth, every, no, some

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


def remembering(conflict: ConflictFinder) -> ConflictFinder:
    """Return what tells conflicts as `conflict` does, and asks for nothing that follows."""
    conflicts: list[Tags] = []
    solvable: list[Tags] = []

    def ask(tags: Tags) -> Tags | None:
        if any(tags <= more for more in solvable):
            return None
        for core in conflicts:
            if core <= tags:
                return core
        found = conflict(tags)
        if found is None:
            solvable.append(tags)
        else:
            conflicts.append(found)
        return found

    return ask


def shrunk(conflict: ConflictFinder, core: Tags, within: Tags = frozenset()) -> Tags:
    """Return a part of a conflicting set of which no member can be left out.

    What is needed even `within` a larger set need not be asked of any other core in it.
    """
    needed: Tags = frozenset()
    while left := core - needed:
        tag = min(left)
        is_needed = within and conflict(within - {tag}) is None
        smaller = None if is_needed else conflict(core - {tag})
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
    conflict = remembering(conflict)
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
                return AllCores(tuple(cores), say("answers.conflicts.too-many", most=most))
            cores.append(shrunk(conflict, core, tags))
        except UndecidedError as error:
            if not cores:
                raise
            return AllCores(tuple(cores), str(error))
    return AllCores(tuple(cores), say("answers.conflicts.not-settled", questions=questions))


def hitting_sets(cores: Sequence[Tags], chosen: Tags = frozenset()) -> Iterator[Tags]:
    """Yield every set that has a member of each core and could not do without any of its own."""
    missed = next((core for core in cores if not core & chosen), None)
    if missed is None:
        if all(any(core & chosen == {tag} for core in cores) for tag in chosen):
            yield chosen
        return
    for tag in sorted(missed):
        yield from hitting_sets(cores, chosen | {tag})


def keep_lightest(
    prover: Prover, name: str, weights: Mapping[str, int], beside: Tags = frozenset()
) -> int | None:
    """Let assumptions of the least possible weight fail from now on; return that weight.

    None means that nothing helps. Each conflict costs what its lightest member weighs, and one more
    failure among its members costs that once more (OLL, a method of MaxSAT). `beside` holds as far
    as it can meanwhile: a solution near to something that is known takes a fraction of the time
    that any solution does.
    """
    left, weight = dict(weights), 0
    limits: dict[str, tuple[Tags, int]] = {}
    """Of which assumptions so many may fail, by the tag of that."""
    while (core := prover.conflict([*left, *beside])) is not None:
        if not core:
            return None
        if not core <= left.keys():
            beside -= core
            continue
        cost = min(left[tag] for tag in core)
        weight += cost
        left = {tag: w - cost * (tag in core) for tag, w in left.items()}
        left = {tag: w for tag, w in left.items() if w}
        reached = [limits[tag] for tag in sorted(core) if tag in limits]
        for members, number in [(core, 1), *((members, n + 1) for members, n in reached)]:
            if number < len(members):
                tag = f"{name}.{len(limits)}"
                limits[tag], left[tag] = (members, number), cost
                failures = " ".join(f"(not {member})" for member in sorted(members))
                prover.name({tag: Bit(f"((_ at-most {number}) {failures})")})
    prover.tell(map(Bit, sorted(left)))
    return weight


def first_to_fail(prover: Prover, tags: Sequence[str]) -> Tags:
    """Return which of `tags` fail where those fail that come first, as far as they can."""
    failing: list[str] = []
    found = prover.assume(())
    for number in count():
        if found.values is None:
            break
        failing, sooner = [], []
        for tag in tags:
            if found.values.bit(tag):
                sooner.append(no(some(map(Bit, (*failing, tag)))))
            else:
                failing.append(tag)
        prover.name({f"sooner.{number}": some(sooner)})
        found = prover.assume([f"sooner.{number}"])
    return frozenset(failing)


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
    found.sort(key=lambda core: sorted(core.rules))
    outcome: Satisfiability = "no" if found else "yes"
    return Cores(outcome, tuple(found), complete=not cores.stopped, reason=cores.stopped)


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
    numbers = []
    if values is not None:
        for rule in sorted(effects):
            for name, number in relation.numbers.get(rule, {}).items():
                known = number if isinstance(number, int) else values.number(number.text)
                numbers.append(GivenNumber(rule=rule, name=name, value=known, parts=()))
    return Core(
        rules=frozenset(rule.id for rule in rules if rule.kind == "legality"),
        because=effects,
        numbers=tuple(numbers),
        fields=tuple(tag.removeprefix(SAID) for tag in said if tag in fields),
    )
