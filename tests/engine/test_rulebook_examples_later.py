"""More worked examples of the English rulebook, from the diamond merchant on."""

import pytest

from referee.core.events import PrepareRound
from referee.core.ids import (
    BookId,
    BookSpaceId,
    CardId,
    SpaceId,
)
from referee.core.public import public
from referee.core.turns import (
    Advance,
    BuyCard,
    EndPhase,
    MoveDiamond,
    PlaceMarker,
    Placing,
    PlusOne,
    SpendPoints,
    TakePounds,
    UseBookkeeper,
    UseGoods,
    UseMerchant,
)
from referee.engine import step
from tests.engine.rulebook_turns import BLUE, GREEN, broken, goods
from tests.positions import position


@pytest.mark.parametrize(
    ("regions", "steps"), [(("R06", "R10"), 3), (("R06", "R10", "R21"), 4)], ids=["three", "four"]
)
def test_merchant_of_cairo_with_mines(regions: tuple[str, ...], steps: int) -> None:
    """[merchant]

    Two steps and a pound, with three mines one step more, with four two.
    """
    state = position(
        regions=dict.fromkeys(regions, "cairo"), seat={0: {"slots": {"left": "merchant-cairo"}}}
    )
    blue = step(state, UseMerchant(seat=BLUE, card=CardId("merchant-cairo"))).players[BLUE]
    assert blue.diamonds == steps
    assert blue.cash == state.players[BLUE].cash + 1


def test_space_for_buying_a_card() -> None:
    """[space-buy-card]

    A pound for the space and three for the 2-unit coffee card.
    """
    state = position(display={"middle-1": "coffee2b"}, seat={0: {"cash": 4}})
    turn = PlaceMarker(seat=BLUE, space=SpaceId("buy"), reward=(BuyCard(CardId("coffee2b")),))
    blue = step(state, turn).players[BLUE]
    assert blue.cash == 0
    assert "coffee2b" in blue.hand


def test_space_for_removing_a_card() -> None:
    """[space-discard-card]

    The 1-unit coffee card is removed from the hand for 3 pounds.
    """
    state = position()
    turn = PlaceMarker(
        seat=BLUE, space=SpaceId("discard"), discard=CardId("coffee1"), reward=(TakePounds(),)
    )
    after = step(state, turn)
    assert after.players[BLUE].cash == state.players[BLUE].cash + 3
    assert "coffee1" not in after.players[BLUE].hand
    assert after.discards == ("coffee1",)


def test_majority_of_bananas() -> None:
    """[majority]

    Five against three: three steps on the Cape Town track and one diamond step.
    """
    state = position(
        seat={
            0: {"slots": {"left": "banana2", "middle": "banana3"}},
            1: {"slots": {"left": "banana1", "middle": "banana2"}},
        }
    )
    turn = PlaceMarker(
        seat=BLUE,
        space=SpaceId("bananas"),
        option=2,
        reward=(Advance("cape-town", 3), MoveDiamond(1)),
    )
    blue = step(state, turn).players[BLUE]
    assert blue.tracks == (0, 3, 0, 0)
    assert blue.diamonds == 1
    assert blue.used == frozenset()


def test_majority_lower_tier() -> None:
    """[majority]

    With six units of cotton the reward for four or more may be taken.
    """
    state = position(seat={0: {"slots": {"left": "cotton2", "middle": "cotton4"}}})
    reward = (Advance("saint-louis", 3), SpendPoints())
    turn = PlaceMarker(seat=BLUE, space=SpaceId("cotton"), option=2, reward=reward)
    assert broken(state, turn) == []


def test_goods_tile_makes_a_three_unit_coffee_card() -> None:
    """[plus-one-tile]

    A 2-unit coffee card with the tile counts as one of 3 units.
    """
    state = position(seat={0: {"slots": {"left": "coffee2"}, "tiles": ["goods-tile"]}})
    turn = UseGoods(
        seat=BLUE,
        plus_one=PlusOne(CardId("coffee2")),
        cards=(CardId("coffee2"),),
        advance=("cairo",) * 3,
    )
    assert broken(state, turn) == []


def test_end_of_the_action_phase() -> None:
    """[end-phase]

    The deck of expansion cards comes to the hand, the cards go up, the tile goes back.
    """
    state = position(
        seat={
            0: {
                "slots": {"left": "coffee1", "middle": "merchant", "right": "clerk1"},
                "used": ["coffee1", "merchant", "merchant-tile"],
                "tiles": ["merchant-tile"],
                "resting": {"left": ["coffee2"], "middle": ["exp2", "exp1-1"], "right": ["clerk2"]},
            }
        }
    )
    after = step(state, EndPhase(seat=BLUE, deck="middle"))
    blue = after.players[BLUE]
    assert {"exp2", "exp1-1"} <= blue.hand
    decks = [sorted(deck) for deck in blue.resting]
    assert decks == [["coffee1", "coffee2"], ["merchant"], ["clerk1", "clerk2"], [], []]
    assert blue.slots == (None,) * 5
    assert (blue.used, blue.tiles) == (frozenset(), frozenset())
    assert blue.done
    assert after.to_move == GREEN


def test_preparation_fills_up_the_card_display() -> None:
    """[preparation-cards]

    Rows with two, one, one and no cards left move right, then the columns are filled.
    """
    left_over = {"right-2": "empty", "middle-3": "empty", "left-2": "empty"}
    left_over |= {"middle-4": "empty", "left-4": "empty"}
    state = position(phase="preparation", display=left_over)
    rows = [[state.display[column * 4 + row] for column in (2, 1, 0)] for row in range(4)]
    assert rows == [
        ["merchant", "cotton3", "coffee2b"],
        [None, "exp2b", None],
        ["coffee4", None, "banana2b"],
        [None, None, "cotton2b"],
    ]
    drawn = ("banana4", "cotton4", "exp3", "clerk4", "exp2d", "exp3b", "clerk3", "cotton3b")
    after = step(state, PrepareRound(cards=tuple(map(CardId, drawn))))
    filled = [[after.display[column * 4 + row] for column in (2, 1, 0)] for row in range(4)]
    assert filled == [
        ["exp2d", "merchant", "cotton3"],
        ["exp3b", "cotton4", "exp2b"],
        ["clerk3", "exp3", "coffee4"],
        ["cotton3b", "clerk4", "banana4"],
    ]
    assert {"coffee2b", "banana2b", "cotton2b"} <= set(after.discards)


@pytest.mark.parametrize(
    ("players", "coins"), [(2, {"top2": 1}), (3, {"top2": 1, "low2": 1})], ids=["one", "two"]
)
def test_preparation_moves_coins_to_the_book_display(players: int, coins: dict[str, int]) -> None:
    """[preparation-coins]

    One coin goes to the first row, a second one to the second row, under its number.
    """
    state = position(phase="preparation", players=players)
    drawn = ("banana4", "cotton4", "exp3", "clerk4")
    after = step(state, PrepareRound(cards=tuple(map(CardId, drawn))))
    assert public(after)["book_coins"] == coins
    rows = {space.id: space for space in after.setting.components.book_spaces}
    assert {rows[BookSpaceId(space)].round for space in coins} == {after.round}


def test_special_space_pays_three_players() -> None:
    """[special-spaces]

    Blue passes the first special space; Green and Yellow stood there before him.
    """
    state = position(
        players=3,
        seat={
            0: {"slots": {"left": "coffee2"}, "tracks": {"cape-town": 4}},
            1: {"tracks": {"cape-town": 5}},
            2: {"tracks": {"cape-town": 8}},
        },
    )
    before = [player.cash for player in state.players]
    after = step(state, goods("coffee2", advance=("cape-town", "cape-town")))
    assert [player.cash for player in after.players] == [cash + 1 for cash in before]


@pytest.mark.parametrize(
    ("slots", "enters"),
    [
        ({"left": "coffee3", "middle": "cotton3"}, True),
        ({"left": "coffee3", "middle": "banana3"}, True),
        ({"left": "coffee4", "middle": "coffee2"}, True),
        ({"left": "coffee4", "middle": "coffee1"}, False),
        ({"left": "cotton3", "middle": "banana3"}, False),
    ],
)
def test_icons_three_coffee_and_three_further_units(slots: dict[str, str], enters: bool) -> None:  # noqa: FBT001
    """[icons]

    Met by 3 coffee and 3 cotton, by 3 coffee and 3 bananas, by 6 coffee.
    """
    state = position(
        seat={0: {"slots": {**slots, "right": "clerk2"}, "ink": 1, "books": {2: "c01"}}}
    )
    turn = UseBookkeeper(seat=BLUE, card=CardId("clerk2"), to=2, reward=(SpendPoints(),))
    assert broken(state, turn) == ([] if enters else ["BKK-18"])


@pytest.mark.parametrize(
    ("slots", "pounds"), [({"left": "cotton2", "middle": "cotton4"}, 5), ({"left": "cotton1"}, 0)]
)
def test_icons_cotton_reward(slots: dict[str, str], pounds: int) -> None:
    """[icons]

    A total of 6 gives 5 pounds, a total of 1 nothing.
    """
    state = position(
        seat={0: {"slots": {**slots, "right": "clerk1"}, "ink": 1, "books": {2: "a01"}}}
    )
    reward = (TakePounds(),) if pounds else ()
    turn = UseBookkeeper(
        seat=BLUE,
        card=CardId("clerk1"),
        to=2,
        reward=reward,
        points=SpendPoints((BookId("b01"),)),
        place=(Placing(BookId("b01"), 3),),
    )
    assert step(state, turn).players[BLUE].cash == state.players[BLUE].cash + pounds
