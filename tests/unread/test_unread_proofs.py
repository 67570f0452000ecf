"""Engine and model agree over all amounts that can be printed, not only over those of a set."""

import pytest

from referee.conformance.games import golden_game
from referee.core.budget import Budget
from referee.core.turns import Expand, UseBookkeeper, UseGoods
from referee.engine import initial, step
from referee.engine.actions import TURNS
from scripts.tools.oracle import guards
from scripts.tools.oracle.guards import GOLDEN, proof, unread_amounts

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("kind", [UseGoods, Expand, UseBookkeeper])
def test_the_guard_of_the_engine_is_the_relation_of_the_model(kind: type) -> None:
    setting, played = golden_game(GOLDEN, "game-00")
    table = initial(setting)
    for event in played:
        if isinstance(event, kind) and isinstance(event, TURNS):
            assert proof(table, event) == "proven"
            return
        table = step(table, event)
    pytest.fail("there is no such turn")


def test_a_wrong_guard_is_found_in_either_direction(monkeypatch: pytest.MonkeyPatch) -> None:
    setting, played = golden_game(GOLDEN, "game-00")
    table = initial(setting)
    for event in played:
        if isinstance(event, Expand) and event.enter:
            break
        table = step(table, event)
    assert isinstance(event, Expand)
    monkeypatch.setattr(guards, "engine_guard", lambda *_: ())
    assert proof(table, event) == "outside"
    monkeypatch.setattr(guards, "engine_guard", lambda *_: ((),))
    assert proof(table, event) == "within"


def test_nearly_all_amounts_of_the_set_are_variables() -> None:
    assert len(unread_amounts().variables) > 500
    assert unread_amounts().guard(Budget(10**6)) is not None
