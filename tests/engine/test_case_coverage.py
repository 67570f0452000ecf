"""Every rule and every option of a ruling has its cases."""

import re
from collections.abc import Callable
from typing import get_args, get_type_hints

import pytest
from msgspec.structs import asdict

from referee.core.citations import passage_map
from referee.core.rulings import DEFAULT_RULINGS, Rulings
from referee.rulebook import RULES
from tests.engine import test_rulebook_examples, test_rulebook_examples_later
from tests.engine.cases import Case, cases

LEGALITY = [rule.id for rule in RULES.values() if rule.kind == "legality"]
EFFECT = [rule.id for rule in RULES.values() if rule.kind == "effect"]
OPTIONS = [
    (name, option)
    for name, kind in get_type_hints(Rulings).items()
    for option in get_args(kind)
    if option != asdict(DEFAULT_RULINGS)[name]
]
FAMILIES = {
    "setup": "SET",
    "planning": "PLN",
    "goods": "GDS",
    "tracks": "TRK",
    "expansion": "EXP",
    "bookkeeping": "BKK",
    "diamonds": "DIA",
    "bonus": "BON",
    "round_end": "END",
    "preparation": "PRE",
    "scoring": "SCO",
}


def events(chosen: Callable[[Case], bool]) -> set[object]:
    """Return what the events of the chosen cases do; None stands for a setting."""
    return {
        None if case.event is None else case.event["do"]
        for case in cases().values()
        if chosen(case)
    }


@pytest.mark.parametrize("rule", LEGALITY)
def test_a_rule_of_legality_has_a_rejected_and_an_accepted_case(rule: str) -> None:
    rejected = events(lambda case: any(rule in verdict.breaks for verdict in case.verdicts()))
    accepted = events(lambda case: rule in case.obeys)
    assert rejected & accepted


@pytest.mark.parametrize("rule", [rule for rule in LEGALITY if RULES[rule].facts])
def test_a_rule_with_facts_has_a_case_that_tells_them(rule: str) -> None:
    verdicts = [verdict for case in cases().values() for verdict in case.verdicts()]
    assert any(rule in verdict.breaks for verdict in verdicts if verdict.tells)


@pytest.mark.parametrize("rule", EFFECT)
def test_a_rule_of_effect_has_a_case_that_shows_it(rule: str) -> None:
    assert any(rule in case.shows and case.facts for case in cases().values())


@pytest.mark.parametrize(("name", "option"), OPTIONS)
def test_an_option_of_a_ruling_has_a_case_that_the_default_decides_otherwise(
    name: str, option: str
) -> None:
    chosen = {name.replace("_", "-"): option}
    others = [case.otherwise for case in cases().values() if case.otherwise is not None]
    assert any(other.rulings == chosen for other in others)


def test_every_worked_example_of_the_rulebook_has_a_test() -> None:
    tests = [*vars(test_rulebook_examples).items(), *vars(test_rulebook_examples_later).items()]
    docs = [test.__doc__ or "" for name, test in tests if name.startswith("test_")]
    named = {section for doc in docs for section in re.findall(r"\[([a-z-]+)\]", doc)}
    passages = passage_map().passages
    assert named <= {passage.section for passage in passages}
    assert named >= {passage.section for passage in passages if passage.reason == "example"}


def test_cases_name_only_rules_of_the_catalogue_and_of_the_right_kind() -> None:
    for name, case in cases().items():
        for verdict in case.verdicts():
            assert set(verdict.breaks) <= set(LEGALITY), name
            assert set(verdict.shows) <= set(EFFECT), name
        assert set(case.obeys) <= set(LEGALITY), name


def test_cases_lie_in_the_folder_of_their_family() -> None:
    for name, case in cases().items():
        rules = [rule for verdict in case.verdicts() for rule in (*verdict.breaks, *verdict.shows)]
        families = {RULES[rule].family for rule in (*rules, *case.obeys)}
        assert FAMILIES[name.partition("/")[0]] in families, name
