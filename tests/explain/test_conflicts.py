"""Conflicts among assumptions, held against trying all sets."""

from itertools import chain, combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee_model.explain.conflicts import (
    ConflictFinder,
    Tags,
    first_to_fail,
    hitting_sets,
    keep_lightest,
    minimal_cores,
    remembering,
    shrunk,
)
from referee_model.relation import Relation
from referee_model.solver import Prover, UndecidedError, new_room, room
from referee_model.terms import Bit, every, no

NAMES = "abcdef"
ALL = frozenset(NAMES)
sets_of_names = st.sets(st.sampled_from(NAMES), min_size=1, max_size=4).map(frozenset)
families = st.lists(sets_of_names, max_size=6)


def subsets() -> list[Tags]:
    sizes = range(len(NAMES) + 1)
    return [frozenset(c) for c in chain.from_iterable(combinations(NAMES, n) for n in sizes)]


def oracle(cores: list[Tags]) -> ConflictFinder:
    """Assumptions conflict where they hold one of `cores`; what is told is as rough as can be."""

    def conflict(tags: Tags) -> Tags | None:
        return tags if any(core <= tags for core in cores) else None

    return conflict


def minimal(family: list[Tags]) -> set[Tags]:
    return {one for one in family if not any(other < one for other in family)}


@given(families)
def test_every_minimal_conflict_is_found_and_nothing_else(family: list[Tags]) -> None:
    found = minimal_cores(oracle(family), ALL, most=99, questions=9999)
    assert set(found.found) == minimal(family)
    assert len(found.found) == len(minimal(family))
    assert not found.stopped


@given(families, st.lists(sets_of_names, max_size=9))
def test_what_is_remembered_changes_no_answer(family: list[Tags], asked: list[Tags]) -> None:
    conflict = oracle(family)
    ask = remembering(conflict)
    for tags in asked:
        found = ask(tags)
        assert (found is None) == (conflict(tags) is None)
        assert found is None or (found <= tags and conflict(found) is not None)


@given(families)
def test_a_search_that_ends_early_says_so(family: list[Tags]) -> None:
    found = minimal_cores(oracle(family), ALL, most=1, questions=9999)
    assert len(found.found) <= 1
    assert bool(found.stopped) == (len(minimal(family)) > 1)
    cut = minimal_cores(oracle(family), ALL, most=99, questions=1)
    assert cut.stopped
    assert set(cut.found) <= minimal(family)


@given(families.filter(bool), st.sampled_from((ALL, frozenset())))
def test_a_shrunk_conflict_can_do_without_no_member(family: list[Tags], within: Tags) -> None:
    conflict = oracle(family)
    core = shrunk(conflict, ALL, within)
    assert conflict(core) is not None
    assert all(conflict(core - {tag}) is None for tag in core)


@given(families)
def test_hitting_sets_are_all_the_minimal_ones(family: list[Tags]) -> None:
    hitting = [s for s in subsets() if all(s & core for core in family)]
    assert set(hitting_sets(family)) == minimal(hitting)


def prover_of(family: list[Tags]) -> Prover:
    """Return a prover in which the assumptions of no member of the family hold together."""
    prover = Prover(Relation())
    prover.name(dict.fromkeys(NAMES, True))
    prover.tell(no(every(map(Bit, sorted(core)))) for core in family)
    return prover


def lightest(family: list[Tags], weights: dict[str, int]) -> tuple[int, list[Tags]]:
    """Return what hits every member of a family with the least weight, and that weight."""
    hitting = [s for s in subsets() if all(s & core for core in family)]
    weighed = {s: sum(weights[tag] for tag in s) for s in hitting}
    least = min(weighed.values())
    return least, [s for s in hitting if weighed[s] == least]


all_weights = st.fixed_dictionaries({name: st.integers(1, 3) for name in NAMES})


@settings(deadline=None)
@given(families, all_weights, sets_of_names)
def test_what_is_lightest_fails_and_nothing_else(
    family: list[Tags], weights: dict[str, int], beside: Tags
) -> None:
    least, found = lightest(family, weights)
    prover = prover_of(family)
    prover.name({f"likely-{name}": Bit(name) for name in beside})
    likely = frozenset(f"likely-{name}" for name in beside)
    assert keep_lightest(prover, "limit", weights, likely) == least
    for failing in subsets():
        facts = [no(Bit(tag)) if tag in failing else Bit(tag) for tag in NAMES]
        assert prover.ask(facts).outcome == ("yes" if failing in found else "no")


@settings(deadline=None)
@given(families, st.permutations(NAMES))
def test_of_what_can_fail_the_first_does(family: list[Tags], order: list[str]) -> None:
    _, found = lightest(family, dict.fromkeys(NAMES, 1))
    prover = prover_of(family)
    keep_lightest(prover, "limit", dict.fromkeys(NAMES, 1))
    first = min(found, key=lambda failing: sorted(map(order.index, failing)))
    assert first_to_fail(prover, order) == first


def test_what_no_assumption_causes_cannot_be_helped() -> None:
    prover = prover_of([])
    prover.tell([False])
    assert keep_lightest(prover, "limit", dict.fromkeys(NAMES, 1)) is None


def test_a_solver_that_gives_up_is_an_error_and_not_a_no() -> None:
    prover = Prover(Relation(), {"timeout": 1, "rlimit": 1})
    prover.name(dict.fromkeys(NAMES, True))
    prover.tell([no(every(map(Bit, NAMES)))])
    with pytest.raises(UndecidedError):
        keep_lightest(prover, "limit", dict.fromkeys(NAMES, 1))


def test_questions_are_counted() -> None:
    with new_room():
        assert prover_of([]).conflict(NAMES) is None
        assert room().questions == 1
