"""The nearest legal turn keeps what the player was after."""

import pytest
from msgspec.structs import replace

from referee.api.explanations import explained
from referee.api.games import load
from referee.conformance.games import game, positions
from referee.core.components import GoodsCard
from referee.core.events import Event
from referee.core.ids import RegionId
from referee.core.state import State
from referee.core.turns import Entering, Expand, UseGoods
from referee.engine.referee import check
from referee_model.explain.questions import why_with_answers
from referee_model.kinds import JudgedEvent

pytestmark = pytest.mark.slow


def corrected(state: State, event: JudgedEvent) -> Event:
    correction = why_with_answers(state, event).correction
    assert correction is not None
    assert correction.event is not None
    assert check(state, correction.event) == ()
    return correction.event


def corrected_line(name: str) -> Event:
    why = explained(load(f"games/illegal/{name}.mgn")).why
    assert why is not None
    assert why.correction is not None
    assert why.correction.event is not None
    return why.correction.event


def test_a_region_that_cannot_be_entered_is_no_reason_to_enter_none() -> None:
    for name in ("mistake-occupied-region", "exp-03-enters-regions"):
        event = corrected_line(name)
        assert isinstance(event, Expand)
        assert event.enter
        assert event.company == "mombasa"


def test_a_book_that_was_placed_is_taken() -> None:
    event = corrected_line("bkk-05-taken-books-placed")
    assert [placing.book for placing in getattr(event, "place", ())] == ["a11"]


def test_a_card_that_too_few_goods_were_used_for_is_acquired_with_more() -> None:
    tried = 0
    for state in (state for seed in range(2001, 2006) for state in positions(seed)):
        for turn in too_cheap(state):
            event = corrected(state, turn)
            assert isinstance(event, UseGoods)
            assert event.buy == turn.buy
            tried += 1
    assert tried >= 3


def too_cheap(state: State) -> list[UseGoods]:
    """Return purchases of a card that one goods card does not pay for, but two of a kind do."""
    if state.to_move is None or state.phase != "actions":
        return []
    player = state.players[state.to_move]
    known = state.setting.components.card
    goods = [
        card
        for name in player.slots
        if name and name not in player.used and isinstance(card := known[name], GoodsCard)
    ]
    found: list[UseGoods] = []
    for one in goods:
        for other in goods:
            if one.id < other.id and one.good == other.good:
                for offer in state.display:
                    few = UseGoods(seat=state.to_move, cards=(one.id,), buy=offer)
                    both = replace(few, cards=(one.id, other.id))
                    rules = {violation.rule.id for violation in check(state, few)}
                    if offer and rules == {"GDS-06"} and check(state, both) == ():
                        found.append(few)
    return found[:1]


def test_regions_that_can_be_entered_stay_when_one_is_too_many() -> None:
    tried = 0
    for state, turn, _ in (*game(2001), *game(2002)):
        if not isinstance(turn, Expand) or not turn.enter:
            continue
        base = {entering.region for entering in turn.enter}
        beyond = next(
            region.id
            for region, owner in zip(state.setting.components.regions, state.regions, strict=True)
            if owner is None and region.id not in base
        )
        more = replace(turn, enter=(*turn.enter, Entering(RegionId(beyond), 1)))
        if not check(state, more):
            continue
        event = corrected(state, more)
        assert isinstance(event, Expand)
        assert len(base & {entering.region for entering in event.enter}) >= len(base) - 1
        assert event.enter
        tried += 1
    assert tried >= 3
