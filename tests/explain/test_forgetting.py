"""An explanation leaves nothing of the solver behind, which takes many megabytes each time."""

import gc
import weakref

import pytest

import referee
from referee_model.solver import Room


@pytest.mark.slow
def test_the_room_of_an_explanation_goes_without_a_search_for_garbage(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made: list[weakref.ref[Room]] = []
    begin = Room.__init__

    def noted(room: Room) -> None:
        begin(room)
        made.append(weakref.ref(room))

    game = referee.load("games/illegal/exp-06-points-suffice.mgn")
    game.explain()
    monkeypatch.setattr(Room, "__init__", noted)
    gc.collect()
    gc.disable()
    try:
        assert game.explain().to_dict()
        assert made
        assert [room for room in made if room() is not None] == []
    finally:
        gc.enable()
