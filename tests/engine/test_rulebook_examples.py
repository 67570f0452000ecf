"""The worked examples of the English rulebook; each test names the section it stands in."""

from itertools import chain, combinations

import pytest

from referee.engine import check, pads, step
from referee.game.events import BookOnSpace, PrepareRound, RefillBooks
from referee.game.ids import (
    COMPANIES,
    BookId,
    BookSpaceId,
    CardId,
    Company,
    RegionId,
    Seat,
    SpaceId,
)
from referee.game.public import public
from referee.game.state import State
from referee.game.turns import (
    Advance,
    BuyCard,
    CollectRegion,
    EndPhase,
    Entering,
    Expand,
    MoveDiamond,
    Ousting,
    PlaceMarker,
    Placing,
    PlusOne,
    SpendPoints,
    TakePounds,
    Turn,
    UseBookkeeper,
    UseGoods,
    UseMerchant,
)
from tests.positions import position

BLUE, GREEN = Seat(0), Seat(1)


def broken(state: State, turn: Turn) -> list[str]:
    return [violation.rule.id for violation in check(state, turn)]


CAIRO: Company = "cairo"


def goods(*cards: str, buy: str | None = None, advance: tuple[Company, ...] = ()) -> UseGoods:
    return UseGoods(
        seat=BLUE,
        cards=tuple(map(CardId, cards)),
        buy=None if buy is None else CardId(buy),
        advance=advance,
    )


def placing(book: str, on: int) -> Placing:
    return Placing(BookId(book), on)


def test_company_shares_and_their_value() -> None:
    """Five shares on the track, two on cards, six coin icons: 7 x 6 = 42."""
    state = position(
        phase="over",
        round=7,
        bases={"cape-town": [0, 2, 5]},
        seat={0: {"tracks": {"cape-town": 13}, "gets": ["banana2b", "coffee3b"]}},
    )
    cape_town = COMPANIES.index("cape-town")
    pad = pads(state)[BLUE]
    assert pad.shares[cape_town] == 7
    assert pad.values[cape_town] == 6
    assert pad.rows[1 + cape_town] == 42


def test_setup_card_display() -> None:
    """The left column shows a card of letter A on top and three of letter B below it."""
    state = position()
    letters = [state.setting.components.card[card].letter for card in state.display if card]
    assert letters == ["A"] * 9 + ["B"] * 3


def test_actions_without_the_appropriate_card() -> None:
    """No bookkeeper lies in the action area; the one of a resting deck does not count."""
    state = position(seat={0: {"slots": {"left": "merchant"}, "resting": {"middle": ["clerk2"]}}})
    assert broken(state, UseBookkeeper(seat=BLUE, card=CardId("clerk2"))) == ["BKK-13"]


def test_used_cards() -> None:
    """The diamond merchant is turned face down and cannot be used once more."""
    state = position(players=2, seat={0: {"slots": {"left": "merchant"}}, 1: {"done": True}})
    turn = UseMerchant(seat=BLUE, card=CardId("merchant"))
    after = step(state, turn)
    assert after.players[BLUE].used == {"merchant"}
    assert broken(after, turn) == ["DIA-01"]


def test_goods_the_choice_of_cards() -> None:
    """Of a 1-unit and a 3-unit coffee card and a 2-unit cotton card there are four choices."""
    cards = {"coffee1": 1, "coffee3": 3, "cotton2": 2}
    state = position(
        seat={0: {"slots": dict(zip(("left", "middle", "right"), cards, strict=True))}}
    )
    allowed = set()
    for chosen in chain.from_iterable(combinations(cards, size) for size in range(4)):
        units = sum(cards[card] for card in chosen)
        if not broken(state, goods(*chosen, advance=(CAIRO,) * units)):
            allowed.add(frozenset(chosen))
    assert allowed == {
        frozenset({"coffee1"}),
        frozenset({"coffee3"}),
        frozenset({"coffee1", "coffee3"}),
        frozenset({"cotton2"}),
    }


def test_goods_four_units_for_a_card_of_price_three_and_one_step() -> None:
    """1 + 3 units of coffee acquire a 2-unit banana card of price 3 and make one step."""
    slots = {"left": "coffee1", "middle": "coffee3", "right": "cotton2"}
    state = position(display={"middle-1": "banana2b"}, seat={0: {"slots": slots}})
    after = step(state, goods("coffee1", "coffee3", buy="banana2b", advance=("mombasa",)))
    blue = after.players[BLUE]
    assert "banana2b" in blue.hand
    assert "banana2b" not in after.display
    assert blue.tracks == (1, 0, 0, 0)
    assert blue.used == {"coffee1", "coffee3"}
    two_steps = goods("coffee1", "coffee3", buy="banana2b", advance=("mombasa", "mombasa"))
    assert broken(state, two_steps) == ["GDS-08"]
    assert broken(state, goods("coffee1", "coffee3", buy="banana2b")) == ["GDS-07"]


def expansion(points: dict[str, str]) -> tuple[State, Expand]:
    state = position(regions={"R18": "mombasa"}, seat={0: {"slots": points}})
    regions = [RegionId(region) for region in ("R21", "R17", "R18")]
    turn = Expand(
        seat=BLUE,
        company="cape-town",
        enter=tuple(Entering(region, 1) for region in regions),
        rewards=tuple(CollectRegion(region) for region in regions),
        oust=(Ousting(RegionId("R18"), 1),),
    )
    return state, turn


def test_expansion_three_regions_for_five_points() -> None:
    """Single border, single border, double border into a region of Mombasa: 1 + 1 + 3."""
    state, turn = expansion({"left": "exp2", "middle": "exp3"})
    after = public(step(state, turn))
    assert after["regions"] == dict.fromkeys(("R17", "R18", "R21"), "cape-town")
    state, turn = expansion({"left": "exp1-1", "middle": "exp3"})
    [violation] = check(state, turn)
    assert violation.rule.id == "EXP-06"
    assert violation.facts == {"cost": 5, "total": 4}


def test_bookkeeping_points_two_a_books_and_a_pound() -> None:
    """Three regions with a point each: two A-books and a pound; then both spaces are refilled."""
    state = position(seat={0: {"slots": {"left": "exp2", "middle": "exp1-1"}}})
    regions = ("R16", "R19", "R24")
    turn = Expand(
        seat=BLUE,
        company="mombasa",
        enter=tuple(Entering(RegionId(region), 1) for region in regions),
        rewards=(SpendPoints((BookId("a01"), BookId("a02")), 1),),
        place=(placing("a01", 2), placing("a02", 3)),
    )
    after = step(state, turn)
    assert after.players[BLUE].cash == state.players[BLUE].cash + 1
    assert after.players[BLUE].books[:2] == (("a01",), ("a02",))
    top2, top3 = BookSpaceId("top2"), BookSpaceId("top3")
    refill = RefillBooks(books=(BookOnSpace(top2, BookId("a11")), BookOnSpace(top3, BookId("a12"))))
    filled = step(after, refill)
    assert None not in filled.book_display
    assert filled.to_move == GREEN


def bookkeeper_state() -> State:
    return position(
        seat={
            0: {
                "cash": 2,
                "slots": {"left": "clerk2", "middle": "coffee3"},
                "books": {2: "a18", 3: "a05", 4: "b01", 5: "b04"},
            }
        }
    )


def test_bookkeeper_flips_a_book_and_stops_on_the_fourth() -> None:
    """Two pounds flip the book that needs expansion 2; the fourth book gives 2 points."""
    state = bookkeeper_state()
    turn = UseBookkeeper(
        seat=BLUE,
        card=CardId("clerk2"),
        flip=2,
        to=4,
        reward=(SpendPoints((BookId("a01"), BookId("a02"))),),
        points=SpendPoints((BookId("c01"),)),
        place=(placing("a01", 6), placing("a02", 8), placing("c01", 7)),
    )
    blue = step(state, turn).players[BLUE]
    assert (blue.ink, blue.cash) == (4, 0)
    assert blue.flipped == {2}
    assert blue.used == {"clerk2"}
    assert sum(map(len, blue.books)) == 7


def test_bookkeeper_cannot_go_on_or_pass_without_flipping() -> None:
    """The book after the fourth is not met, and unflipped the second is not either."""
    state = bookkeeper_state()
    further = UseBookkeeper(seat=BLUE, card=CardId("clerk2"), flip=2, to=5, reward=(TakePounds(),))
    assert broken(state, further) == ["BKK-18"]
    unflipped = UseBookkeeper(seat=BLUE, card=CardId("clerk2"), to=4, reward=(SpendPoints(),))
    assert broken(state, unflipped) == ["BKK-18"]


@pytest.mark.parametrize(
    ("regions", "steps"), [(("R06", "R10"), 3), (("R06", "R10", "R21"), 4)], ids=["three", "four"]
)
def test_merchant_of_cairo_with_mines(regions: tuple[str, ...], steps: int) -> None:
    """Two steps and a pound, with three mines one step more, with four two."""
    state = position(
        regions=dict.fromkeys(regions, "cairo"), seat={0: {"slots": {"left": "merchant-cairo"}}}
    )
    blue = step(state, UseMerchant(seat=BLUE, card=CardId("merchant-cairo"))).players[BLUE]
    assert blue.diamonds == steps
    assert blue.cash == state.players[BLUE].cash + 1


def test_space_for_buying_a_card() -> None:
    """A pound for the space and three for the 2-unit coffee card."""
    state = position(display={"middle-1": "coffee2b"}, seat={0: {"cash": 4}})
    turn = PlaceMarker(seat=BLUE, space=SpaceId("buy"), reward=(BuyCard(CardId("coffee2b")),))
    blue = step(state, turn).players[BLUE]
    assert blue.cash == 0
    assert "coffee2b" in blue.hand


def test_space_for_removing_a_card() -> None:
    """The 1-unit coffee card is removed from the hand for 3 pounds."""
    state = position()
    turn = PlaceMarker(
        seat=BLUE, space=SpaceId("discard"), discard=CardId("coffee1"), reward=(TakePounds(),)
    )
    after = step(state, turn)
    assert after.players[BLUE].cash == state.players[BLUE].cash + 3
    assert "coffee1" not in after.players[BLUE].hand
    assert after.discards == ("coffee1",)


def test_majority_of_bananas() -> None:
    """Five against three: three steps on the Cape Town track and one diamond step."""
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
    """With six units of cotton the reward for four or more may be taken."""
    state = position(seat={0: {"slots": {"left": "cotton2", "middle": "cotton4"}}})
    reward = (Advance("saint-louis", 3), SpendPoints())
    turn = PlaceMarker(seat=BLUE, space=SpaceId("cotton"), option=2, reward=reward)
    assert broken(state, turn) == []


def test_goods_tile_makes_a_three_unit_coffee_card() -> None:
    """A 2-unit coffee card with the tile counts as one of 3 units."""
    state = position(seat={0: {"slots": {"left": "coffee2"}, "tiles": ["goods-tile"]}})
    turn = UseGoods(
        seat=BLUE,
        plus_one=PlusOne(CardId("coffee2")),
        cards=(CardId("coffee2"),),
        advance=("cairo",) * 3,
    )
    assert broken(state, turn) == []


def test_end_of_the_action_phase() -> None:
    """The deck of expansion cards comes to the hand, the cards go up, the tile goes back."""
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
    """Rows with two, one, one and no cards left move right, then the columns are filled."""
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
    """One coin goes to the first row, a second one to the second row, under its number."""
    state = position(phase="preparation", players=players)
    drawn = ("banana4", "cotton4", "exp3", "clerk4")
    after = step(state, PrepareRound(cards=tuple(map(CardId, drawn))))
    assert public(after)["book_coins"] == coins
    rows = {space.id: space for space in after.setting.components.book_spaces}
    assert {rows[BookSpaceId(space)].round for space in coins} == {after.round}


def test_special_space_pays_three_players() -> None:
    """Blue passes the first special space; Green and Yellow stood there before him."""
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
    """Met by 3 coffee and 3 cotton, by 3 coffee and 3 bananas, by 6 coffee."""
    state = position(
        seat={0: {"slots": {**slots, "right": "clerk2"}, "ink": 1, "books": {2: "c01"}}}
    )
    turn = UseBookkeeper(seat=BLUE, card=CardId("clerk2"), to=2, reward=(SpendPoints(),))
    assert broken(state, turn) == ([] if enters else ["BKK-18"])


@pytest.mark.parametrize(
    ("slots", "pounds"), [({"left": "cotton2", "middle": "cotton4"}, 5), ({"left": "cotton1"}, 0)]
)
def test_icons_cotton_reward(slots: dict[str, str], pounds: int) -> None:
    """A total of 6 gives 5 pounds, a total of 1 nothing."""
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
        place=(placing("b01", 3),),
    )
    assert step(state, turn).players[BLUE].cash == state.players[BLUE].cash + pounds
