"""Goods cards: prices, units, steps one after the other."""

import pytest

from referee.core.canonical import CanonicalGoods
from referee.core.ids import CardId, Company, Seat
from referee.core.rulings import Rulings
from referee.core.turns import PlusOne, UseGoods
from referee_model import effect, find, solutions
from tests.model.tables import breaks, player, table

ME = Seat(0)


def goods(
    *cards: str,
    buy: str | None = None,
    advance: tuple[Company, ...] = (),
    plus_one: PlusOne | None = None,
) -> UseGoods:
    return UseGoods(
        seat=ME,
        cards=tuple(CardId(card) for card in cards),
        buy=None if buy is None else CardId(buy),
        advance=advance,
        plus_one=plus_one,
    )


# banana2b lies in the third row of the right column: 2 crates on the card, none on the board.
COFFEE = table(player(["coffee1", "coffee3", "cotton2"]))


def test_four_units_buy_a_card_and_the_rest_advances() -> None:
    turn = goods("coffee1", "coffee3", buy="banana2b", advance=("cairo", "cairo"))
    after = effect(COFFEE, turn)
    assert after.players[0].tracks == (0, 0, 0, 2)
    assert after.players[0].used == {"coffee1", "coffee3"}
    assert "banana2b" in after.players[0].hand
    assert after.display[2] is None
    assert after.to_move == 1
    assert after.turn == 2


@pytest.mark.parametrize(
    ("turn", "rule"),
    [
        (goods(), "GDS-01"),
        (goods("coffee2", advance=("cairo",) * 2), "GDS-02"),
        (goods("coffee1", "coffee1", advance=("cairo",)), "GDS-02"),
        (goods("coffee1", "cotton2", advance=("cairo",) * 3), "GDS-04"),
        (goods("coffee3", buy="share-cairo"), "GDS-05"),
        (goods("coffee1", buy="banana2b"), "GDS-06"),
        (goods("coffee1", "coffee3", buy="banana2b", advance=("cairo",)), "GDS-07"),
        (goods("coffee1", advance=("cairo", "cairo")), "GDS-08"),
        (goods("coffee1", advance=("cairo",) * 99), "GDS-08"),
    ],
)
def test_each_fault_is_named(turn: UseGoods, rule: str) -> None:
    assert breaks(COFFEE, turn) == {rule}


def test_a_bookkeeper_gives_no_units() -> None:
    state = table(player(["clerk1", "coffee1"]))
    assert breaks(state, goods("clerk1", "coffee1", advance=("cairo",))) == {"GDS-03"}


def test_a_used_card_is_not_used_again() -> None:
    state = table(player(["coffee1"], used=frozenset({"coffee1"})))
    assert breaks(state, goods("coffee1", advance=("cairo",))) == {"GDS-02"}


def test_a_step_beyond_the_end_is_not_made() -> None:
    state = table(player(["coffee2"], tracks=(0, 0, 0, 15)))
    assert breaks(state, goods("coffee2", advance=("cairo", "cairo"))) == {"TRK-01"}


def test_pounds_of_a_special_space_pay_a_call_if_it_is_reached_first() -> None:
    # A1 pays 1 at space 4; C1 asks 1 before space 6.
    state = table(player(["coffee2"], cash=0, tracks=(3, 0, 5, 0)))
    assert breaks(state, goods("coffee2", advance=("mombasa", "saint-louis"))) == set()
    assert breaks(state, goods("coffee2", advance=("saint-louis", "mombasa"))) == {"TRK-02"}
    assert effect(state, goods("coffee2", advance=("mombasa", "saint-louis"))).players[0].cash == 0


def test_all_who_passed_a_special_space_are_paid_again() -> None:
    others = (player(tracks=(4, 0, 0, 0)), player(tracks=(9, 0, 0, 0)), player())
    state = table(player(["coffee2"], tracks=(3, 0, 0, 0)), *others)
    after = effect(state, goods("coffee2", advance=("mombasa", "mombasa")))
    assert [seated.cash for seated in after.players] == [6, 6, 6, 5]


def test_a_bonus_works_from_the_owners_next_turn() -> None:
    state = table(player(["coffee1"], tracks=(3, 0, 0, 0)))
    after = effect(state, goods("coffee1", advance=("mombasa",)))
    assert after.players[0].levels == (0, 0, 0, 0)
    alone = table(player(["coffee1"], tracks=(3, 0, 0, 0)), player(done=True))
    assert effect(alone, goods("coffee1", advance=("mombasa",))).players[0].levels == (1, 0, 0, 0)


def test_units_may_be_lost_when_no_marker_can_move() -> None:
    # Every marker stands before a call or at the end, and there is no money.
    state = table(player(["coffee2"], cash=0, tracks=(6, 8, 5, 16)))
    assert breaks(state, goods("coffee2")) == set()
    assert breaks(table(player(["coffee2"], cash=1, tracks=(6, 8, 5, 16))), goods("coffee2")) == {
        "GDS-07"
    }


def test_a_banana_discount_needs_a_banana_card() -> None:
    level = {"tracks": (0, 5, 0, 0), "levels": (0, 1, 0, 0)}
    state = table(player(["banana1", "coffee1"], **level))
    assert breaks(state, goods("banana1", buy="banana2b")) == set()
    assert breaks(state, goods("coffee1", buy="banana2b")) == {"GDS-06"}
    assert breaks(table(player(["banana1"])), goods("banana1", buy="banana2b")) == {"GDS-06"}


def test_the_any_goods_bonus_mixes_only_for_a_purchase() -> None:
    level = {"tracks": (0, 11, 0, 0), "levels": (0, 2, 0, 0)}
    state = table(player(["banana1", "coffee1"], **level))
    bought = goods("banana1", "coffee1", buy="banana2b", advance=("cairo",))
    assert breaks(state, bought) == set()
    assert breaks(state, goods("banana1", "coffee1", advance=("cairo",) * 2)) == {"GDS-04"}


def test_discounts_of_two_tracks_add_up_and_stop_at_zero() -> None:
    # A2 takes 1 off for cotton, B1 another for any good; exp2b costs 1 + 1.
    level = {"tracks": (4, 11, 0, 0), "levels": (1, 2, 0, 0)}
    state = table(player(["cotton1"], **level), tracks=("A2", "B1", "C1", "D1"))
    assert breaks(state, goods("cotton1", buy="exp2b", advance=("cairo",))) == set()
    cheap = goods("cotton1", buy="coffee2b", advance=("cairo",))
    assert breaks(state, cheap) == set()


def test_the_unit_bonus_counts_for_each_cotton_card() -> None:
    level = {"tracks": (12, 0, 0, 0), "levels": (2, 0, 0, 0)}
    state = table(player(["cotton1", "cotton2"], **level), tracks=("A2", "B1", "C1", "D1"))
    assert breaks(state, goods("cotton1", "cotton2", advance=("cairo",) * 5)) == set()


def test_the_goods_tile_adds_a_unit_and_flips_with_its_card() -> None:
    state = table(player(["coffee1", "cotton2"], tiles=frozenset({"goods-tile"})))
    turn = goods("coffee1", advance=("cairo", "cairo"), plus_one=PlusOne(CardId("coffee1")))
    after = effect(state, turn)
    assert after.players[0].plus_one == "coffee1"
    assert after.players[0].used == {"coffee1", "goods-tile"}


@pytest.mark.parametrize(
    ("card", "when"), [("coffee1", "after"), ("clerk1", "before"), ("banana1", "before")]
)
def test_the_goods_tile_goes_onto_a_face_up_goods_card(card: str, when: str) -> None:
    state = table(player(["coffee1", "clerk1"], tiles=frozenset({"goods-tile"})))
    spot = PlusOne(CardId(card), "after" if when == "after" else "before")
    assert breaks(state, goods("coffee1", advance=("cairo",), plus_one=spot)) == {"BON-17"}


def test_the_goods_tile_needs_its_holder() -> None:
    turn = goods("coffee1", advance=("cairo",), plus_one=PlusOne(CardId("coffee3")))
    assert breaks(COFFEE, turn) == {"BON-17"}


def test_a_part_given_is_completed() -> None:
    turn = find(COFFEE, "goods", {"cards": ("coffee3",), "buy": "exp2b"})
    assert isinstance(turn, UseGoods)
    assert turn.cards == ("coffee3",)
    assert breaks(COFFEE, turn) == set()


def test_the_solutions_are_exactly_the_turns_that_some_order_allows() -> None:
    state = table(
        player(["coffee1", "coffee2"], cash=0, tracks=(3, 17, 5, 16)), display=(None,) * 12
    )
    companies: tuple[Company, ...] = ("mombasa", "cape-town", "saint-louis", "cairo")
    legal_turns = set()
    for cards in (("coffee1",), ("coffee2",), ("coffee1", "coffee2")):
        orders: list[tuple[Company, ...]] = [()]
        for length in range(4):
            for order in orders:
                if len(order) == length and not breaks(state, goods(*cards, advance=order)):
                    steps = tuple(order.count(company) for company in companies)
                    legal_turns.add(
                        CanonicalGoods(seat=ME, cards=frozenset(map(CardId, cards)), steps=steps)
                    )
            orders += [(*o, c) for o in orders if len(o) == length for c in companies]
    assert solutions(state, "goods") == legal_turns
    assert legal_turns


@pytest.mark.parametrize(
    ("rulings", "left"),
    [(Rulings(capital_call="may-decline"), {"GDS-07"}), (Rulings(partial_use="yes"), set())],
)
def test_units_may_be_left_only_under_partial_use(rulings: Rulings, left: set[str]) -> None:
    state = table(player(["coffee2"]), rulings=rulings)
    assert breaks(state, goods("coffee2", advance=("cairo",))) == left


def test_calls_may_be_declined_where_the_game_says_so() -> None:
    # Every marker that can move stands before a call that could be paid.
    me = player(["coffee2"], cash=9, tracks=(6, 8, 5, 16))
    assert breaks(table(me), goods("coffee2")) == {"GDS-07"}
    assert breaks(table(me, rulings=Rulings(capital_call="may-decline")), goods("coffee2")) == set()


def test_extra_markers_and_cotton_bonuses_change_places() -> None:
    level = {"tracks": (4, 0, 0, 0), "levels": (1, 0, 0, 0)}
    turn = goods("cotton1", buy="cotton2b")
    tracks = ("A2", "B1", "C1", "D1")
    assert (
        breaks(table(player(["cotton1"], **level), tracks=tracks), goods("cotton1", buy="banana2b"))
        == set()
    )
    swapped = table(
        player(["cotton1"], **level), tracks=tracks, rulings=Rulings(extra_markers_track="A2")
    )
    assert breaks(swapped, turn) == {"GDS-06"}
