"""Diamond merchants."""

import pytest

from referee.core.canonical import CanonicalMerchant
from referee.core.ids import CardId, Company, Seat, TileId
from referee.core.rulings import Rulings
from referee.core.turns import UseMerchant
from referee_model import effect, find, solutions
from tests.model.tables import breaks, player, table

ME = Seat(0)


def merchant(card: str) -> UseMerchant:
    return UseMerchant(seat=ME, card=CardId(card))


def test_a_plain_merchant_gives_a_step_and_two_pounds() -> None:
    after = effect(table(player(["merchant"])), merchant("merchant"))
    assert (after.players[0].diamonds, after.players[0].cash) == (1, 7)
    assert after.players[0].used == {"merchant"}


@pytest.mark.parametrize(("mines", "steps"), [((), 2), (("R03", "R10"), 3), (("R10", "R12"), 4)])
def test_two_mines_of_the_company_give_a_further_step(mines: tuple[str, ...], steps: int) -> None:
    posts: dict[str, Company] = dict.fromkeys(mines, "cairo")
    state = table(player(["merchant-cairo"]), posts={**posts, "R23": "mombasa"})
    after = effect(state, merchant("merchant-cairo"))
    assert (after.players[0].diamonds, after.players[0].cash) == (steps, 6)


def test_the_tile_counts_the_other_merchants_and_not_itself() -> None:
    tile = TileId("merchant-tile")
    me = player(["merchant", "merchant-cairo"], tiles=frozenset({tile}))
    assert effect(table(me), merchant(tile)).players[0].diamonds == 4
    used = player(
        ["merchant", "merchant-cairo"], tiles=frozenset({tile}), used=frozenset({"merchant"})
    )
    assert effect(table(used), merchant(tile)).players[0].diamonds == 3


@pytest.mark.parametrize("card", ["merchant", "coffee1", "nothing"])
def test_only_a_face_up_merchant_is_used(card: str) -> None:
    state = table(player(["merchant", "coffee1"], used=frozenset({"merchant"})))
    assert breaks(state, merchant(card)) == {"DIA-01"}


@pytest.mark.parametrize(
    ("at", "rulings", "cash"),
    [
        (27, Rulings(), 6 + 2),
        (27, Rulings(diamond_overflow="forfeit-overflow"), 6),
        (28, Rulings(), 6 + 4),
        (28, Rulings(diamond_overflow="forfeit-overflow"), 6 + 4),
    ],
)
def test_steps_beyond_the_end_pay_two_pounds(at: int, rulings: Rulings, cash: int) -> None:
    state = table(player(["merchant-cairo"], diamonds=at), rulings=rulings)
    after = effect(state, merchant("merchant-cairo"))
    assert (after.players[0].diamonds, after.players[0].cash) == (28, cash)


@pytest.mark.parametrize(
    ("at", "rulings", "cash"),
    [
        (26, Rulings(), 6 + 4),
        (26, Rulings(diamond_overflow="forfeit-overflow"), 6 + 4),
        (27, Rulings(), 6 + 6),
        (27, Rulings(diamond_overflow="forfeit-overflow"), 6 + 4),
        (25, Rulings(), 6 + 2),
        (25, Rulings(diamond_overflow="forfeit-overflow"), 6),
    ],
)
def test_the_steps_for_mines_are_a_move_of_their_own(at: int, rulings: Rulings, cash: int) -> None:
    posts: dict[str, Company] = {"R10": "cairo", "R12": "cairo"}
    state = table(player(["merchant-cairo"], diamonds=at), posts=posts, rulings=rulings)
    after = effect(state, merchant("merchant-cairo"))
    assert (after.players[0].diamonds, after.players[0].cash) == (28, cash)


def test_the_steps_for_other_merchants_are_a_move_of_their_own() -> None:
    tile = TileId("merchant-tile")
    me = player(["merchant"], diamonds=27, tiles=frozenset({tile}))
    state = table(me, rulings=Rulings(diamond_overflow="forfeit-overflow"))
    assert effect(state, merchant(tile)).players[0].cash == 5 + 2


def test_every_merchant_is_found() -> None:
    state = table(player(["merchant", "merchant-cairo", "coffee1"]))
    expected = {CanonicalMerchant(seat=ME, card=CardId(c)) for c in ("merchant", "merchant-cairo")}
    assert solutions(state, "merchant") == expected
    assert find(table(player(["coffee1"])), "merchant") is None
