"""Every case of `tests/cases`: the model, asked alone, rules as the rulebook does."""

from collections.abc import Mapping

import pytest

import referee_model
from referee.core.events import Claim, TakeBack
from referee.core.public import public
from referee.core.state import State
from referee.core.turns import Turn
from referee_model import ModelVerdict as Ruling
from referee_model.explain.questions import why
from referee_model.kinds import JudgedEvent
from tests.engine.cases import Case, Verdict, cases
from tests.engine.table_matches import differences
from tests.positions import setting_of

CASES = cases()
READINGS = {name: case for name, case in CASES.items() if case.otherwise is not None}
ONE_FAULT = {
    name: (case.table(), turn, case.breaks[0])
    for name, case in CASES.items()
    if len(case.breaks) == 1 and case.event is not None
    if isinstance(turn := case.said(), Turn)
}
UNSCORED = {"shares", "values"}
"""What a case may state of a pad and the model does not tell: how a row comes about."""


@pytest.mark.parametrize("name", CASES)
def test_the_model_rules_as_the_case_says(name: str) -> None:
    assert_ruled(CASES[name], CASES[name])


@pytest.mark.parametrize("name", READINGS)
def test_the_model_rules_otherwise_under_the_other_ruling(name: str) -> None:
    case = READINGS[name]
    assert case.otherwise is not None
    assert_ruled(case, case.otherwise, case.otherwise.rulings)


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(ONE_FAULT))
def test_every_core_of_a_turn_with_one_fault_names_it(name: str) -> None:
    table, turn, rule = ONE_FAULT[name]
    found = why(table, turn).found
    assert found
    assert all(rule in core.rules for core in found)


def assert_ruled(case: Case, verdict: Verdict, rulings: dict[str, str] | None = None) -> None:
    if verdict.legal:
        found = facts_of(table_after(case, rulings))
        assert list(differences(comparable(verdict.facts), found)) == []
        return
    ruled = ruling(case, rulings)
    assert ruled.outcome == "no"
    # Of several faults a core names one.
    assert ruled.core & set(verdict.breaks)


def ruling(case: Case, rulings: dict[str, str] | None) -> Ruling:
    if case.setting is not None:
        return referee_model.legal_setting(setting_of(case.setting))
    return referee_model.legal(case.table(rulings), said(case))


def said(case: Case) -> JudgedEvent | TakeBack:
    event = case.said()
    assert not isinstance(event, Claim)
    return event


def table_after(case: Case, rulings: dict[str, str] | None) -> State:
    if case.setting is not None:
        setting = setting_of(case.setting)
        assert referee_model.legal_setting(setting).outcome == "yes"
        return referee_model.opening(setting)
    table = case.table(rulings)
    return table if case.event is None else referee_model.effect(table, said(case))


def facts_of(state: State) -> dict[str, object]:
    score = referee_model.score(state)
    pads = [
        {"rows": list(rows), "cash": rows[0], "diamonds": rows[5], "books": rows[6], "total": total}
        for rows, total in zip(score.rows, score.totals, strict=True)
    ]
    return {**public(state), "pads": pads, "winners": sorted(score.winners)}


def comparable(facts: Mapping[str, object]) -> dict[str, object]:
    """Return what a case states, as far as the model speaks of it."""
    kept = dict(facts)
    if isinstance(pads := kept.get("pads"), dict):
        kept["pads"] = {
            seat: {line: stated for line, stated in pad.items() if line not in UNSCORED}
            for seat, pad in pads.items()
        }
    return kept
