"""Every case of `tests/cases`: the engine rules as the rulebook does."""

import json

import msgspec
import pytest

from referee.i18n import language
from tests.engine.cases import Case, Verdict, after, broken_by, cases, facts_of, violations
from tests.engine.table_matches import differences

CASES = cases()
EVENTS = {name: case for name, case in CASES.items() if case.event is not None}
READINGS = {name: case for name, case in CASES.items() if case.otherwise is not None}


def assert_ruled(case: Case, verdict: Verdict, rulings: dict[str, str] | None = None) -> None:
    assert broken_by(case, rulings) == list(verdict.breaks)
    if verdict.tells:
        found = [violation.as_dict()["facts"] for violation in violations(case, rulings)]
        assert json.loads(msgspec.json.encode(found)) == list(verdict.tells)
    if verdict.legal:
        table, notes = after(case, rulings)
        assert list(differences(verdict.facts, facts_of(table))) == []
        if case.event is not None:
            assert set(verdict.shows) <= {rule.id for rule in notes}


@pytest.mark.parametrize("name", CASES)
def test_the_engine_rules_as_the_case_says(name: str) -> None:
    assert_ruled(CASES[name], CASES[name])


@pytest.mark.parametrize("name", READINGS)
def test_the_engine_rules_otherwise_under_the_other_ruling(name: str) -> None:
    case = READINGS[name]
    assert case.otherwise is not None
    assert_ruled(case, case.otherwise, case.otherwise.rulings)


@pytest.mark.parametrize("name", READINGS)
def test_the_other_ruling_makes_a_difference(name: str) -> None:
    case = READINGS[name]
    assert case.otherwise is not None
    assert broken_by(case) != broken_by(case, case.otherwise.rulings) or facts_of(
        after(case)[0]
    ) | {"rulings": {}} != facts_of(after(case, case.otherwise.rulings)[0]) | {"rulings": {}}


@pytest.mark.parametrize("name", [name for name, case in EVENTS.items() if case.facts])
def test_a_stated_fact_is_new(name: str) -> None:
    case = EVENTS[name]
    assert list(differences(case.facts, facts_of(case.table()))) != []


@pytest.mark.parametrize("name", [name for name, case in CASES.items() if case.breaks])
def test_every_broken_rule_is_told_in_a_sentence(name: str) -> None:
    for violation in violations(CASES[name]):
        sentence = language().message(violation)
        assert sentence
        assert "{" not in sentence


def test_titles_are_told_apart() -> None:
    titles = [case.title for case in CASES.values()]
    assert sorted(titles) == sorted(set(titles))
