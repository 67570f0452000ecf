"""Every case of `tests/cases`: the second implementation rules as the rulebook does."""

import pytest

from referee.core.events import Claim, TakeBack
from tests.conformance.laid_out import laid_out, told
from tests.conformance.second.events import after, objection
from tests.conformance.second.printed import COMPANIES
from tests.conformance.second.scoring import scores, share_value, shares, winners
from tests.conformance.second.table import Game
from tests.engine.cases import Case, Verdict, cases
from tests.engine.table_matches import differences

CASES = {
    name: case
    for name, case in cases().items()
    if case.setting is None
    and (case.event is None or not isinstance(case.said(), Claim | TakeBack))
}
READINGS = {name: case for name, case in CASES.items() if case.otherwise is not None}


@pytest.mark.parametrize("name", CASES)
def test_it_rules_as_the_case_says(name: str) -> None:
    assert_ruled(CASES[name], CASES[name])


@pytest.mark.parametrize("name", READINGS)
def test_it_rules_otherwise_under_the_other_ruling(name: str) -> None:
    case = READINGS[name]
    assert case.otherwise is not None
    assert_ruled(case, case.otherwise, case.otherwise.rulings)


def assert_ruled(case: Case, verdict: Verdict, rulings: dict[str, str] | None = None) -> None:
    game = laid_out(case.table(rulings))
    if case.event is not None:
        event = told(case.said())
        assert (objection(game, event) is None) == verdict.legal
        game = after(game, event) if verdict.legal else game
    assert list(differences(verdict.facts, facts_of(game))) == []


def facts_of(game: Game) -> dict[str, object]:
    pads = []
    for player, pad in zip(game.players, scores(game), strict=True):
        cash, *_, diamonds, books = pad["rows"]
        shares_of = {company: shares(game, player, company) for company in COMPANIES}
        values = {company: share_value(game, company) for company in COMPANIES}
        lines = {"cash": cash, "diamonds": diamonds, "books": books}
        pads.append({**pad, **lines, "shares": shares_of, "values": values})
    return {**game.table, "pads": pads, "winners": winners(game)}
