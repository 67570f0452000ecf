from collections.abc import Iterator
from random import Random

import pytest
from msgspec.structs import replace

from referee.compare.seeded import game
from referee.engine.actions import TURNS, refill_due
from referee.game.ids import Seat
from referee.game.state import State
from referee.game.turns import Expand, Turn, UseBookkeeper, UseGoods, UseMerchant
from referee.gaps import transfer
from referee.gaps.stretch import stepped
from referee.gaps.transfer import MAY_CHANGE, Effect, Likeness

OF_PLAYER = ("cash", "hand", "diamonds", "ink", "books", "flipped", "tracks", "slots", "used")


def _turns() -> Iterator[tuple[State, Turn, State]]:
    """Yield turns of seeded games, each with a table of the same game to borrow from."""
    for seed in range(12):
        rng = Random(seed)
        played = [*game(seed)]
        for before, event, _ in played:
            if isinstance(event, TURNS):
                yield before, event, rng.choice(played)[2]


def _borrowed(table: State, other: State, seat: int) -> Iterator[State]:
    """Yield tables that differ in one thing, as it is on another table of the game."""
    for field in MAY_CHANGE:
        yield replace(table, **{field: getattr(other, field)})
    for place, player in enumerate(table.players):
        if place != seat:
            for field in OF_PLAYER:
                changed = replace(player, **{field: getattr(other.players[place], field)})
                yield table.with_player(Seat(place), changed)


def _carried_over() -> Iterator[bool]:
    """Yield whether effects that are carried over are those of the turn itself."""
    likeness = Likeness()
    for table, turn, other in _turns():
        after = stepped(table, turn)
        key = likeness.to_turn(table, turn)
        any_turn = likeness.to_any_turn(table, turn.seat)
        for variant in _borrowed(table, other, turn.seat):
            if variant == table or refill_due(variant):
                continue
            alike = likeness.to_turn(variant, turn) == key
            if alike or likeness.to_any_turn(variant, turn.seat) == any_turn:
                itself = stepped(variant, turn)
                carried = None if after is None else Effect(table, after, turn.seat).on(variant)
                yield itself == carried


def test_a_turn_does_the_same_on_tables_that_look_alike_to_it() -> None:
    results = [*_carried_over()]
    assert all(results)
    assert len(results) > 1_000


@pytest.mark.parametrize("turn", [UseGoods, Expand, UseBookkeeper, UseMerchant])
def test_a_turn_that_looks_at_too_little_is_caught(
    turn: type[Turn], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(transfer, "LOOKS", {**transfer.LOOKS, turn: lambda _: None})
    assert not all(_carried_over())


def test_special_spaces_that_are_not_looked_at_are_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transfer, "specials_reached", lambda *_: ())
    assert not all(_carried_over())


def test_areas_that_are_not_looked_at_are_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transfer, "area_of", lambda _: None)
    assert not all(_carried_over())
