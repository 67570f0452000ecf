"""Expansion: entering, rewards in the said order, ousting."""

import pytest
from msgspec.structs import replace

from referee.core.canonical import CanonicalExpansion
from referee.core.ids import BookId, Company, ItemId, RegionId, Seat
from referee.core.ids import CardId as Card
from referee.core.rulings import Rulings
from referee.core.state import BaseColumn, Player, State
from referee.core.turns import CollectRegion, Entering, Expand, Ousting, Placing, SpendPoints
from referee_model import effect, find, solutions
from tests.model.tables import all_broken, breaks, player, table

ME = Seat(0)


def enter(region: str, column: int = 1, source: str | None = None) -> Entering:
    return Entering(RegionId(region), column, None if source is None else RegionId(source))


UNCOLLECTED = {"R02", "R04", "R07", "R14", "R16", "R19", "R22", "R24"}
"""Regions that give points, or nothing."""


def collect(region: str, count: int | None = None) -> CollectRegion:
    return CollectRegion(RegionId(region), count)


def oust(region: str, column: int | None = None) -> Ousting:
    return Ousting(RegionId(region), column)


def expand(company: Company, *steps: Entering, **parts: object) -> Expand:
    collected = tuple(collect(step.region) for step in steps if step.region not in UNCOLLECTED)
    said: dict[str, object] = {"rewards": collected, **parts}
    return replace(Expand(seat=ME, company=company, enter=steps), **said)


# Five points in three cards; Mombasa has a post in Zambezi.
FIVE = table(player(["exp2", "exp1-1", "exp2b"]), posts={"R20": "mombasa"})


def test_borders_and_foreign_posts_consume_points() -> None:
    # As in the rulebook's example: one single border, then a double one with a post behind it.
    turn = expand(
        "cape-town",
        enter("R24", 3),
        enter("R22", 1),
        rewards=(SpendPoints(),),
    )
    after = effect(FIVE, turn)
    assert after.regions[21] == after.regions[23] == "cape-town"
    assert after.bases[1] == (BaseColumn(4), BaseColumn(5), BaseColumn(4))
    assert after.players[0].cash == 6
    assert after.players[0].used == {"exp2", "exp1-1", "exp2b"}


def test_an_ousted_post_returns_to_the_chosen_column() -> None:
    turn = expand(
        "cape-town", enter("R22"), enter("R20"), rewards=(collect("R20"),), oust=(oust("R20", 1),)
    )
    after = effect(FIVE, turn)
    assert after.regions[19] == "cape-town"
    assert after.bases[0][0] == BaseColumn(5)
    assert after.players[0].cash == 8


@pytest.mark.parametrize(
    ("turn", "rule"),
    [
        (expand("cape-town", cards=(Card("exp2"),)), "EXP-02"),
        (
            expand("cape-town", cards=tuple(map(Card, ("exp2", "exp2", "exp1-1", "exp2b")))),
            "EXP-02",
        ),
        (expand("cape-town", enter("cairo"), rewards=()), "EXP-03"),
        (expand("cape-town", enter("R01")), "EXP-04"),
        (expand("cape-town", enter("R21", source="R22")), "EXP-04"),
        (expand("cape-town", enter("R21"), enter("R21"), rewards=(collect("R21"),)), "EXP-05"),
        (expand("mombasa", enter("R20")), "EXP-05"),
        (
            expand(
                "cape-town",
                enter("R21"),
                enter("R24"),
                enter("R22"),
                enter("R23"),
                enter("R17"),
                rewards=(
                    collect("R21"),
                    collect("R23"),
                    collect("R17"),
                    SpendPoints(),
                ),
            ),
            "EXP-06",
        ),
        (expand("cape-town", enter("R21", 4)), "EXP-07"),
        (expand("cape-town", enter("R21", 0)), "EXP-07"),
        (expand("cape-town", enter("R21"), rewards=()), "EXP-08"),
        (expand("cape-town", enter("R21"), rewards=(collect("R21"), collect("R21"))), "EXP-08"),
        (expand("cape-town", enter("R24")), "BKK-03"),
        (expand("cape-town", enter("R21"), rewards=(collect("R21"), SpendPoints())), "EXP-09"),
        (
            expand("cape-town", enter("R24"), rewards=(SpendPoints(), SpendPoints())),
            "EXP-09",
        ),
        (expand("cape-town", enter("R21"), rewards=(collect("R21", 2),)), "EXP-10"),
        (expand("cape-town", enter("R22"), enter("R20"), rewards=(collect("R20"),)), "EXP-11"),
        (expand("cape-town", enter("R21"), oust=(oust("R21", 1),)), "EXP-11"),
        (
            expand(
                "cape-town",
                enter("R22"),
                enter("R20"),
                rewards=(collect("R20"),),
                oust=(oust("R20", 2),),
            ),
            "EXP-12",
        ),
        (
            expand(
                "cape-town",
                enter("R22"),
                enter("R20"),
                rewards=(collect("R20"),),
                oust=(oust("R20"),),
            ),
            "EXP-12",
        ),
        (
            expand("cape-town", enter("R24"), rewards=(SpendPoints((BookId("a01"),)),)),
            "BKK-05",
        ),
    ],
)
def test_each_fault_is_named(turn: Expand, rule: str) -> None:
    assert rule in breaks(FIVE, turn)


def test_without_an_expansion_card_nothing_is_expanded() -> None:
    assert breaks(table(player(["coffee1"])), expand("cairo")) == {"EXP-01"}


def test_cards_may_be_used_without_entering_a_region() -> None:
    assert effect(FIVE, expand("cairo")).players[0].used == {"exp2", "exp1-1", "exp2b"}


def test_a_company_without_a_post_in_its_base_is_not_expanded() -> None:
    bases = list(FIVE.bases)
    bases[1] = (BaseColumn(0, opened=True),) * 3
    empty = replace(FIVE, bases=tuple(bases))
    assert all_broken(empty, expand("cape-town")) == {"EXP-21"}
    assert all_broken(empty, expand("cape-town", enter("R21"))) == {"EXP-07", "EXP-21"}
    assert breaks(empty, expand("mombasa")) == set()
    assert find(empty, "expand", {"company": "cape-town"}) is None


def test_points_may_be_left_altogether_under_partial_use() -> None:
    free = table(player(["exp2"]), rulings=Rulings(partial_use="yes"))
    assert all_broken(free, expand("cape-town", enter("R24"))) == set()
    twice = expand("cape-town", enter("R24"), rewards=(SpendPoints(), SpendPoints()))
    assert "EXP-09" in all_broken(free, twice)


def test_a_region_entered_is_a_source_at_once_but_not_before() -> None:
    chain = (enter("R24"), enter("R19"))
    paid = (SpendPoints(),)
    assert breaks(FIVE, expand("cape-town", *chain, rewards=paid)) == set()
    back = (enter("R19"), enter("R24"))
    assert breaks(FIVE, expand("cape-town", *back, rewards=paid)) == {"EXP-04"}


def test_an_enclave_is_entered_from_the_region_around_it_only() -> None:
    assert breaks(FIVE, expand("cape-town", enter("R23"))) == {"EXP-04"}
    around = expand("cape-town", enter("R22"), enter("R23"), rewards=(collect("R23"),))
    assert breaks(FIVE, around) == set()


def test_a_named_source_is_taken_even_if_it_is_dearer() -> None:
    # Mali: a double border from the base, perhaps a single one from Adrar next door.
    state = table(player(["exp2"]), posts={"R07": "saint-louis"})
    cheap = find(state, "expand", {"company": "saint-louis", "enter": (enter("R08"),)})
    assert cheap is not None
    dear = Entering(RegionId("R08"), 1, "saint-louis")
    narrow = table(player(["exp1-1"]), posts={"R07": "saint-louis"})
    assert breaks(narrow, expand("saint-louis", dear)) == {"EXP-06"}


def test_the_working_bonus_raises_the_total() -> None:
    turn = expand(
        "cape-town",
        enter("R21"),
        enter("R24"),
        rewards=(collect("R21"), SpendPoints()),
    )
    assert breaks(table(player(["exp1-1"])), turn) == {"EXP-06"}
    raised = player(["exp1-1"], tracks=(4, 0, 0, 0), levels=(1, 0, 0, 0))
    assert breaks(table(raised), turn) == set()


def test_the_tile_counts_as_a_card_and_flips() -> None:
    state = table(player(["exp1-1"], tiles=frozenset({"expansion-tile"})))
    turn = expand(
        "cape-town",
        enter("R21"),
        enter("R24"),
        rewards=(collect("R21"), SpendPoints()),
    )
    assert effect(state, turn).players[0].used == {"exp1-1", "expansion-tile"}


CALL: dict[str, object] = {"cash": 0, "tracks": (0, 14, 0, 0)}
"""B1 asks for 3 pounds before space 15."""


def at_call(**changes: object) -> State:
    me: Player = player(["exp2", "exp2b"], **{**CALL, **changes})
    return table(me, posts={"R22": "cape-town", "R21": "cape-town"})


def both_regions(*order: str) -> Expand:
    # Zambezi pays 3 pounds, Angola gives one step.
    steps = (enter("R20"), enter("R17"))
    return expand("cape-town", *steps, rewards=tuple(collect(region) for region in order))


def test_pounds_collected_first_pay_the_call() -> None:
    after = effect(at_call(), both_regions("R20", "R17"))
    assert after.players[0].tracks[1] == 15
    assert after.players[0].cash == 0


def test_pounds_collected_later_do_not() -> None:
    after = effect(at_call(), both_regions("R17", "R20"))
    assert after.players[0].tracks[1] == 14
    assert after.players[0].cash == 3


def test_both_orders_are_canonical_turns_of_their_own() -> None:
    state = table(
        player(["exp2", "exp2b"], **CALL),
        posts={"R22": "cape-town", "R21": "cape-town"},
        book_display=(None,) * 12,
        unseen_books=(frozenset(),) * 3,
    )
    found = [
        turn
        for turn in solutions(state, "expand", {"enter": (enter("R20"), enter("R17"))})
        if isinstance(turn, CanonicalExpansion)
    ]
    assert sorted(turn.gains.steps[1] for turn in found) == [0, 1]


def test_steps_that_can_be_made_are_made() -> None:
    turn = expand("cape-town", enter("R17"), rewards=(collect("R17", 0),))
    state = at_call(cash=3)
    assert breaks(state, turn) == {"TRK-03"}
    for rulings in (Rulings(capital_call="may-decline"), Rulings(partial_use="yes")):
        me = player(["exp2", "exp2b"], cash=3, tracks=(0, 14, 0, 0))
        lenient = table(me, posts={"R21": "cape-town"}, rulings=rulings)
        assert breaks(lenient, turn) == set()


def test_a_call_that_cannot_be_paid_is_not_crossed() -> None:
    turn = expand("cape-town", enter("R17"), rewards=(collect("R17", 1),))
    assert breaks(at_call(), turn) == {"TRK-02"}


def test_points_of_all_regions_are_one_pool_with_the_coin_of_a_book() -> None:
    coins = (2, *(0,) * 11)
    state = table(player(["exp2"]), book_coins=coins)
    turn = expand(
        "mombasa",
        enter("R16"),
        enter("R19"),
        rewards=(SpendPoints((BookId("a01"), BookId("a02"))),),
        place=(Placing(BookId("a01"), 2), Placing(BookId("a02"), 3)),
    )
    after = effect(state, turn)
    assert after.players[0].cash == 7
    assert after.book_coins[0] == 0
    assert after.book_display[:2] == (None, None)
    assert after.players[0].books[:2] == (("a01",), ("a02",))


def test_a_final_space_once_empty_stays_empty() -> None:
    bases = (
        (BaseColumn(0, opened=True), BaseColumn(5), BaseColumn(5)),
        *(tuple(BaseColumn(5) for _ in range(3)) for _ in range(3)),
    )
    posts: dict[str, Company] = dict.fromkeys(("R20", "R18", "R15", "R16", "R19"), "mombasa")
    many = player(["exp3", "exp3b", "exp3c"], tiles=frozenset({"expansion-tile"}))
    state = table(many, posts={**posts, "R22": "cape-town"}, bases=bases)
    turn = expand("cape-town", enter("R20"), oust=(oust("R20", 1),))
    assert effect(state, turn).bases[0][0] == BaseColumn(1, opened=True)
    full = table(
        many,
        posts={**posts, "R22": "cape-town"},
        bases=((BaseColumn(4, opened=True), BaseColumn(5), BaseColumn(5)), *bases[1:]),
    )
    assert breaks(full, turn) == {"EXP-12"}
    gone = expand("cape-town", enter("R20"), oust=(oust("R20"),))
    assert effect(full, gone).lost_posts == (1, 0, 0, 0)
    assert breaks(state, gone) == {"EXP-12"}


def test_posts_that_leave_the_game_leave_last() -> None:
    bases = (
        (BaseColumn(3, opened=True), BaseColumn(5), BaseColumn(5)),
        *(tuple(BaseColumn(5) for _ in range(3)) for _ in range(3)),
    )
    me = player(["exp3", "exp3b", "exp3c"])
    state = table(
        me,
        posts={"R20": "mombasa", "R17": "mombasa", "R22": "cape-town", "R21": "cape-town"},
        bases=bases,
    )
    steps = (enter("R20"), enter("R17"))
    first = expand("cape-town", *steps, oust=(oust("R20", 1), oust("R17")))
    assert breaks(state, first) == set()
    last = expand("cape-town", *steps, oust=(oust("R17"), oust("R20", 1)))
    assert breaks(state, last) == {"EXP-12"}


def test_diamond_steps_beyond_the_end_pay_unless_the_game_forfeits_them() -> None:
    # Basuto gives 3 steps; two can be made.
    for answer, cash in (("pounds", 7), ("forfeit-overflow", 5)):
        rulings = Rulings(diamond_overflow="pounds" if answer == "pounds" else "forfeit-overflow")
        state = table(player(["exp2"], diamonds=26), posts={"R22": "cape-town"}, rulings=rulings)
        after = effect(state, expand("cape-town", enter("R23")))
        assert after.players[0].diamonds == 28
        assert after.players[0].cash == cash


def test_a_later_move_pays_even_if_overflow_is_forfeited() -> None:
    rulings = Rulings(diamond_overflow="forfeit-overflow")
    me = player(["exp3", "exp2"], diamonds=26)
    state = table(me, posts={"R22": "cape-town"}, rulings=rulings)
    steps = (enter("R23"), enter("R21"))
    big_first = expand("cape-town", *steps, rewards=(collect("R23"), collect("R21")))
    small_first = expand("cape-town", *steps, rewards=(collect("R21"), collect("R23")))
    assert effect(state, big_first).players[0].cash == 7
    assert effect(state, small_first).players[0].cash == 5


def test_parts_may_be_left_under_partial_use() -> None:
    state = table(player(["exp2"]), rulings=Rulings(partial_use="yes"))
    assert breaks(state, expand("cape-town", enter("R24"), rewards=())) == set()


def test_the_cheapest_turn_is_found_without_any_word() -> None:
    turn = find(FIVE, "expand")
    assert isinstance(turn, Expand)
    assert breaks(FIVE, turn) == set()
    items: tuple[ItemId, ...] | None = turn.cards
    assert items is None
