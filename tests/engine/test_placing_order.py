"""The order in which placed books are written decides nothing but what may cover another book."""

from itertools import permutations
from random import Random

import pytest
from msgspec.structs import replace

from referee.core.ids import BookId, CardId, Seat
from referee.core.rulings import Rulings
from referee.core.turns import Placing, SpendPoints, UseBookkeeper
from referee.engine import check
from tests.positions import position

ON_TRACK = {2: "a05", 3: "b06", 9: "b07", 10: "a08"}
TAKEN = ("a01", "b01")
BOOKS = (*TAKEN, "a02", "b02")
"""Of these, those that were not taken may be placed by mistake."""


def broken(place: tuple[Placing, ...], cover: str) -> set[str]:
    """Return the rules that a bookkeeper breaks who took two books and placed these."""
    seat = {"slots": {"left": "clerk2"}, "books": ON_TRACK}
    state = position(rulings={"cover": cover}, seat={0: seat})
    assert state.setting.rulings == replace(Rulings(), cover=cover)
    turn = UseBookkeeper(
        seat=Seat(0),
        card=CardId("clerk2"),
        points=SpendPoints(tuple(map(BookId, TAKEN))),
        place=place,
    )
    return {violation.rule.id for violation in check(state, turn)}


@pytest.mark.parametrize("cover", ["free", "if-necessary"])
@pytest.mark.parametrize("seed", range(150))
def test_the_same_rules_are_broken_in_every_order(seed: int, cover: str) -> None:
    rng = Random(seed)
    # Step 7 takes no A-book, and steps 1 and 16 take none at all.
    steps = rng.sample((1, 2, 2, 3, 3, 7, 7, 9, 10, 11, 16), 3)
    placings = [Placing(BookId(rng.choice(BOOKS)), step) for step in steps]
    found = {frozenset(broken(each, cover) - {"BKK-09"}) for each in permutations(placings)}
    assert len(found) == 1, (placings, found)


def test_a_book_that_was_not_taken_shares_its_space_with_none_of_the_turn() -> None:
    a01, b01, a02 = (Placing(BookId(book), 2) for book in ("a01", "b01", "a02"))
    elsewhere = replace(b01, step=11)
    assert broken((a01, elsewhere, a02), "free") == {"BKK-05"}
    assert broken((a02, elsewhere, a01), "free") == {"BKK-05"}
    assert broken((a01, b01), "free") == broken((b01, a01), "free") == {"BKK-10"}
