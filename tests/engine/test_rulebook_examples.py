"""The worked examples of the English rulebook; each test names, in brackets, where one stands."""

from itertools import chain, combinations

from referee.core.events import BookOnSpace, RefillBooks
from referee.core.ids import (
    COMPANIES,
    BookId,
    BookSpaceId,
    CardId,
    Company,
    RegionId,
)
from referee.core.public import public
from referee.core.state import State
from referee.core.turns import (
    CollectRegion,
    Entering,
    Expand,
    Ousting,
    Placing,
    SpendPoints,
    TakePounds,
    UseBookkeeper,
    UseMerchant,
)
from referee.engine import check, pads, step
from tests.engine.rulebook_turns import BLUE, GREEN, broken, goods
from tests.positions import position

CAIRO: Company = "cairo"


def placing(book: str, on: int) -> Placing:
    return Placing(BookId(book), on)


def test_company_shares_and_their_value() -> None:
    """[shares]

    Five shares on the track, two on cards, six coin icons: 7 x 6 = 42.
    """
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
    """[setup-card-display]

    The left column shows a card of letter A on top and three of letter B below it.
    """
    state = position()
    letters = [state.setting.components.card[card].letter for card in state.display if card]
    assert letters == ["A"] * 9 + ["B"] * 3


def test_actions_without_the_appropriate_card() -> None:
    """[actions]

    No bookkeeper lies in the action area; the one of a resting deck does not count.
    """
    state = position(seat={0: {"slots": {"left": "merchant"}, "resting": {"middle": ["clerk2"]}}})
    assert broken(state, UseBookkeeper(seat=BLUE, card=CardId("clerk2"))) == ["BKK-13"]


def test_used_cards() -> None:
    """[used-cards]

    The diamond merchant is turned face down and cannot be used once more.
    """
    state = position(players=2, seat={0: {"slots": {"left": "merchant"}}, 1: {"done": True}})
    turn = UseMerchant(seat=BLUE, card=CardId("merchant"))
    after = step(state, turn)
    assert after.players[BLUE].used == {"merchant"}
    assert broken(after, turn) == ["DIA-01"]


def test_goods_the_choice_of_cards() -> None:
    """[goods]

    Of a 1-unit and a 3-unit coffee card and a 2-unit cotton card there are four choices.
    """
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
    """[goods-advance]

    1 + 3 units of coffee acquire a 2-unit banana card of price 3 and make one step.
    """
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
    """[expansion-notes]

    Single border, single border, double border into a region of Mombasa: 1 + 1 + 3.
    """
    state, turn = expansion({"left": "exp2", "middle": "exp3"})
    after = public(step(state, turn))
    assert after["regions"] == dict.fromkeys(("R17", "R18", "R21"), "cape-town")
    state, turn = expansion({"left": "exp1-1", "middle": "exp3"})
    [violation] = check(state, turn)
    assert violation.rule.id == "EXP-06"
    assert violation.facts == {"cost": 5, "total": 4}


def test_bookkeeping_points_two_a_books_and_a_pound() -> None:
    """[bookkeeping-points] [book-refill]

    Three regions with a point each: two A-books and a pound; then both spaces are refilled.
    """
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
    """[bookkeeper-flip] [bookkeeper-move]

    Two pounds flip the book that needs expansion 2; the fourth book gives 2 points.
    """
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
    """[bookkeeper-move]

    The book after the fourth is not met, and unflipped the second is not either.
    """
    state = bookkeeper_state()
    further = UseBookkeeper(seat=BLUE, card=CardId("clerk2"), flip=2, to=5, reward=(TakePounds(),))
    assert broken(state, further) == ["BKK-18"]
    unflipped = UseBookkeeper(seat=BLUE, card=CardId("clerk2"), to=4, reward=(SpendPoints(),))
    assert broken(state, unflipped) == ["BKK-18"]
