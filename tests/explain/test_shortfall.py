"""What is missing, on tables made by hand."""

from itertools import islice

import pytest
from msgspec.structs import replace

from referee.conformance.games import illegal_turns, positions
from referee.core.components import BookkeeperCard, GoodsCard
from referee.core.ids import CardId, Seat, SpaceId
from referee.core.state import State
from referee.core.turns import PlaceMarker, Turn, UseBookkeeper, UseGoods
from referee.engine.referee import check
from referee_model.explain import Lack
from referee_model.explain.questions import missing, why_with_answers
from referee_model.judge import Judge
from referee_model.legality.turn import EventRelation
from referee_model.relation import Relation
from tests.explain.illegal_turns import some_illegal_turns

pytestmark = pytest.mark.slow


def lacks(state: State, turn: UseGoods | UseBookkeeper | PlaceMarker) -> tuple[Lack, ...]:
    found = why_with_answers(state, turn).shortfall
    assert found is not None
    return found.lacks


def test_a_turn_folded_into_the_rules_lacks_what_it_lacks_otherwise(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # The fourth of these says parts of a reward that its space does not give.
    cases = [*islice(illegal_turns(3004), 5), *some_illegal_turns()]
    folded = [_told(state, turn) for state, turn in cases]

    def free(judge: Judge[Turn], _event: Turn) -> EventRelation[Turn]:
        return judge._make(Relation(supposing=True))

    monkeypatch.setattr(Judge, "_supposing", free)
    assert folded == [_told(state, turn) for state, turn in cases]
    assert any(broken for _, broken in folded)
    assert any(amount for amount, _ in folded)


def _told(state: State, turn: Turn) -> tuple[int, frozenset[str]]:
    """Return how much a turn lacks in all, and the rules that nothing helps with."""
    found = missing(state, turn)
    return sum(lack.amount for lack in found.lacks), found.still_broken


def test_a_bookkeeper_that_lies_face_down_is_missing_face_up_and_no_other_card_is() -> None:
    told = set()
    for state in positions(2001)[::4]:
        assert state.to_move is not None
        seat = state.to_move
        player = state.players[seat]
        for card in player.slots:
            if card is not None and card in player.used:
                clerk = isinstance(state.setting.components.card[card], BookkeeperCard)
                found = lacks(state, UseBookkeeper(seat=seat, card=card))
                assert (Lack(f"face-up:{card}", 1) in found) == clerk
                told.add(clerk)
    assert told == {True, False}


def test_a_bonus_just_unlocked_lacks_a_turn_and_one_not_reached_lacks_steps() -> None:
    state, space, company, needed = _with_a_locked_space()
    seat = state.to_move
    assert seat is not None
    turn = PlaceMarker(seat=seat, space=space)
    player = state.players[seat]
    steps = needed - player.tracks[company]
    assert any(
        lack.what.startswith("steps-") and lack.amount == steps for lack in lacks(state, turn)
    )
    tracks = tuple(needed if c == company else at for c, at in enumerate(player.tracks))
    there = replace(player, tracks=tracks)
    players = (*state.players[:seat], there, *state.players[seat + 1 :])
    assert Lack("turn", 1) in lacks(replace(state, players=players), turn)


def _with_a_locked_space() -> tuple[State, SpaceId, int, int]:
    for seed in range(2000, 2010):
        state = positions(seed)[0]
        for company, track in enumerate(state.setting.tracks):
            side = state.setting.components.track[track]
            for bonus in side.bonuses[:1]:
                space = getattr(bonus, "space", None)
                needed = min(special.at for special in side.specials)
                player = state.players[state.to_move or Seat(0)]
                default = state.setting.rulings.extra_markers_track != "A2"
                if space is not None and default and player.tracks[company] < needed:
                    return state, space, company, needed
    raise AssertionError("no track with a bonus space in these games")


def test_units_that_were_missing_are_counted_from_the_price() -> None:
    state = next(s for s in positions(2001) if _goods(s))
    seat = state.to_move
    assert seat is not None
    card = _goods(state)[0]
    for offer in state.display:
        turn = UseGoods(seat=seat, cards=(card,), buy=offer)
        facts = [v.facts for v in check(state, turn) if v.rule.id == "GDS-06"]
        if facts:
            units, price = facts[0]["units"], facts[0]["price"]
            assert isinstance(units, int)
            assert isinstance(price, int)
            assert lacks(state, turn) == (Lack("units", price - units),)


def _goods(state: State) -> list[CardId]:
    if state.to_move is None:
        return []
    player = state.players[state.to_move]
    goods = {c.id for c in state.setting.components.cards if isinstance(c, GoodsCard)}
    return [card for card in player.slots if card in goods and card not in player.used]
