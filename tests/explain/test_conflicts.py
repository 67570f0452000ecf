"""Conflicts among assumptions, held against trying all sets."""

from itertools import chain, combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee_model.explain.conflicts import (
    ConflictFinder,
    Repairs,
    Tags,
    conflict_beside,
    hitting_sets,
    minimal_cores,
    shrunk,
)
from referee_model.solver import UndecidedError

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


@given(families, sets_of_names, sets_of_names)
def test_what_is_likely_besides_changes_no_answer(
    family: list[Tags], tags: Tags, more: Tags
) -> None:
    conflict = oracle(family)

    def told_whole(asked: Tags) -> Tags | None:
        return next((core for core in family if core <= asked), None)

    for ask in (conflict, told_whole):
        found = conflict_beside(ask, more)(tags)
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


@given(families.filter(bool))
def test_a_shrunk_conflict_can_do_without_no_member(family: list[Tags]) -> None:
    conflict = oracle(family)
    core = shrunk(conflict, ALL)
    assert conflict(core) is not None
    assert all(conflict(core - {tag}) is None for tag in core)


@given(families)
def test_hitting_sets_are_all_the_minimal_ones(family: list[Tags]) -> None:
    hitting = [s for s in subsets() if all(s & core for core in family)]
    assert set(hitting_sets(family)) == minimal(hitting)


@given(families, st.dictionaries(st.sampled_from(NAMES), st.integers(1, 3)))
def test_repairs_are_the_lightest(family: list[Tags], weights: dict[str, int]) -> None:
    def weight(tags: Tags) -> int:
        return sum(weights.get(tag, 1) for tag in tags)

    hitting = [s for s in subsets() if all(s & core for core in family)]
    least = min(map(weight, hitting))
    repairs = Repairs(oracle(family), lambda tag: weights.get(tag, 1), questions=9999)
    found = repairs.lightest(ALL, most=99)
    assert set(found) == {s for s in hitting if weight(s) == least}
    assert repairs.weight == least


def test_what_no_assumption_causes_cannot_be_repaired() -> None:
    repairs = Repairs(lambda _: frozenset(), lambda _: 1, questions=9)
    assert repairs.lightest(ALL, most=9) == []


def test_repairs_give_up_with_an_error_and_not_with_a_no() -> None:
    repairs = Repairs(oracle([frozenset(c) for c in NAMES]), lambda _: 1, questions=2)
    with pytest.raises(UndecidedError):
        repairs.lightest(ALL, most=1)
