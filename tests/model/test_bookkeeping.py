"""Books: the ink jar book by book, points, placing."""

from typing import Literal

import pytest
from msgspec.structs import replace

from referee.core.canonical import CanonicalBookkeeper
from referee.core.components import NeedsColleague, NeedsExpansion, Requirement
from referee.core.ids import GOODS, BookId, Company, Good, Seat
from referee.core.ids import CardId as Card
from referee.core.rulings import Rulings
from referee.core.state import BaseColumn, State
from referee.core.turns import (
    MoveDiamond,
    Placing,
    PlusOne,
    RemovePost,
    RewardPart,
    SpendPoints,
    TakePounds,
    UseBookkeeper,
)
from referee_model import effect, find, solutions
from referee_model.legality.bookkeeping import Totals, met
from referee_model.terms import Whole
from tests.model.tables import all_broken, books, breaks, player, table

ME = Seat(0)


def points(*taken: str, pounds: int | None = None) -> SpendPoints:
    return SpendPoints(tuple(BookId(book) for book in taken), pounds)


def place(**steps: int) -> tuple[Placing, ...]:
    return tuple(Placing(BookId(book), step) for book, step in steps.items())


def clerk(card: str = "clerk2", **said: object) -> UseBookkeeper:
    return replace(UseBookkeeper(seat=ME, card=Card(card)), **said)


# Two coffee for the starting tile, coffee 2 for 2 pounds, expansion 2, coffee 3 for two points.
TRACK = books(s2="a05", s3="a18", s4="b01")
COFFEE = table(player(["coffee1", "coffee3", "clerk2"], books=TRACK, starting_tile="S03"))


def test_a_flipped_book_lets_the_jar_pass_and_only_the_last_book_pays() -> None:
    turn = clerk(
        flip=3,
        to=4,
        reward=(points("a01", "a02"),),
        points=points("a03"),
        place=place(a01=6, a02=5, a03=8),
    )
    after = effect(COFFEE, turn)
    assert after.players[0].ink == 4
    assert after.players[0].flipped == {3}
    assert after.players[0].cash == 5 - 2 + 1
    assert after.players[0].books[3:7] == (("a02",), ("a01",), (), ("a03",))
    assert after.players[0].used == {"clerk2"}


@pytest.mark.parametrize(
    ("turn", "rule"),
    [
        (clerk("clerk1"), "BKK-13"),
        (clerk("coffee1"), "BKK-13"),
        (clerk(flip=9), "BKK-15"),
        (clerk(flip=0), "BKK-15"),
        (clerk(to=-1), "BKK-16"),
        (clerk(flip=3, to=5), "BKK-17"),
        (clerk(to=3, reward=(points(),)), "BKK-18"),
        (clerk(to=2), "BKK-19"),
        (clerk(to=2, reward=(TakePounds(3),)), "BKK-19"),
        (clerk(to=2, reward=(TakePounds(1), TakePounds(1))), "BKK-19"),
        (clerk(to=2, reward=(TakePounds(), MoveDiamond())), "BKK-19"),
        (clerk(reward=(TakePounds(),)), "BKK-19"),
        (clerk(points=points("a99")), "BKK-01"),
        (clerk(points=points("a01", "a01"), place=place(a01=5)), "BKK-01"),
        (clerk(points=points("c01", "a01"), place=place(c01=5, a01=6)), "BKK-02"),
        (clerk(points=points(pounds=3)), "BKK-02"),
        (clerk(points=points(pounds=-1)), "BKK-02"),
        (clerk(points=points("a01", pounds=0), place=place(a01=5)), "BKK-03"),
        (clerk(points=points("a01")), "BKK-05"),
        (clerk(place=place(a01=5)), "BKK-05"),
        (clerk(points=points("a01"), place=place(a01=1)), "BKK-06"),
        (clerk(points=points("a01"), place=place(a01=16)), "BKK-06"),
        (clerk(points=points("a01"), place=place(a01=7)), "BKK-07"),
        (clerk(points=points("a01"), place=place(a01=4)), "BKK-08"),
        (clerk(points=points("a01", "a02"), place=place(a01=5, a02=5)), "BKK-10"),
    ],
)
def test_each_fault_is_named(turn: UseBookkeeper, rule: str) -> None:
    assert breaks(COFFEE, turn) == {rule}


def test_a_flip_must_be_paid() -> None:
    state = table(player(["clerk2"], cash=1, books=TRACK))
    assert breaks(state, clerk(flip=2)) == {"BKK-14"}


def test_a_book_of_one_reward_is_not_taken_again_by_the_other() -> None:
    turn = clerk(
        flip=3,
        to=4,
        reward=(points("a01", "a02"),),
        points=points("a01"),
        place=place(a01=6, a02=5),
    )
    assert breaks(COFFEE, turn) == {"BKK-01"}


def test_books_may_be_covered_by_stronger_ones_and_lie_face_up() -> None:
    state = table(player(["clerk2"], books=TRACK, flipped=frozenset({3})))
    after = effect(state, clerk(points=points("b02", "a01"), place=place(b02=3, a01=2)))
    assert after.players[0].books[:2] == (("a05", "a01"), ("a18", "b02"))
    assert after.players[0].flipped == frozenset()


def test_books_are_covered_only_if_necessary_where_the_game_says_so() -> None:
    rulings = Rulings(cover="if-necessary")
    covering = clerk("clerk1", points=points("a01"), place=place(a01=2))
    state = table(player(["clerk1"], books=TRACK), rulings=rulings)
    assert breaks(state, covering) == {"BKK-09"}
    full = books(**{f"s{step}": "a10" for step in range(2, 16) if step not in (7, 9)})
    crowded = table(player(["clerk1"], books=full), rulings=rulings)
    assert breaks(crowded, covering) == set()
    # A B-book still fits on the crossed-out spaces.
    assert breaks(crowded, clerk("clerk1", points=points("b02"), place=place(b02=2))) == {"BKK-09"}


def test_the_last_empty_space_may_be_filled_first() -> None:
    rulings = Rulings(cover="if-necessary")
    full = books(**{f"s{step}": "a10" for step in range(2, 16) if step != 5})
    state = table(player(["clerk2"], books=full), rulings=rulings)
    good = (Placing(BookId("a01"), 5), Placing(BookId("a02"), 6))
    turn = clerk(points=points("a01", "a02"), place=good)
    assert breaks(state, turn) == set()
    turn = clerk(points=points("a01", "a02"), place=(good[1], good[0]))
    assert breaks(state, turn) == {"BKK-09"}


def colleagues(*area: str, **more: object) -> State:
    return table(player(area, books=books(s2="a20"), ink=1, **more))


def test_the_bookkeeper_in_use_is_no_colleague_of_himself() -> None:
    turn = clerk(to=2, reward=(TakePounds(),))
    assert breaks(colleagues("clerk2"), turn) == {"BKK-18"}
    assert breaks(colleagues("clerk2", "clerk1"), turn) == set()
    assert breaks(colleagues("clerk2", "merchant"), turn) == set()
    assert breaks(colleagues("clerk2", tiles=frozenset({"merchant-tile"})), turn) == set()


@pytest.mark.parametrize(
    ("area", "met"),
    [
        (("coffee3", "cotton3", "clerk2"), True),
        (("coffee3", "banana3", "clerk2"), True),
        (("coffee3", "coffee3b", "clerk2"), True),
        (("coffee4", "coffee1", "clerk2"), False),
        (("coffee3", "cotton2", "clerk2"), False),
        (("cotton4", "cotton3", "clerk2"), False),
    ],
)
def test_requirements_on_one_good_add_up(area: tuple[str, ...], met: bool) -> None:  # noqa: FBT001
    state = table(player(area, books=books(s2="c01"), ink=1))
    turn = clerk(to=2, reward=(points(),))
    assert breaks(state, turn) == (set() if met else {"BKK-18"})


@pytest.mark.parametrize(("card", "pounds"), [("cotton1", 0), ("cotton2", 1), ("cotton4", 3)])
def test_a_cotton_book_pays_the_total_less_one(card: str, pounds: int) -> None:
    state = table(player([card, "clerk2"], books=books(s2="a01"), ink=1))
    after = effect(state, clerk(to=2, reward=(TakePounds(),), points=points(pounds=2)))
    assert after.players[0].cash == 5 + pounds + 2


def test_the_goods_tile_before_the_action_raises_the_cotton_reward() -> None:
    me = player(
        ["cotton2", "clerk2"], books=books(s2="a01"), ink=1, tiles=frozenset({"goods-tile"})
    )
    state = table(me, book_display=(None,) * 12, unseen_books=(frozenset(),) * 3)
    whens = {
        (turn.plus_one.when, turn.to)
        for turn in solutions(state, "bookkeeper")
        if isinstance(turn, CanonicalBookkeeper) and turn.plus_one
    }
    assert whens == {("before", 1), ("before", 2), ("after", 2)}
    late = PlusOne(Card("cotton2"), "after")
    assert breaks(state, clerk(to=2, reward=(TakePounds(1),), plus_one=late)) == set()
    assert breaks(state, clerk(to=2, reward=(TakePounds(2),), plus_one=late)) == {"BKK-19"}


LAST = books(**{f"s{step}": "a03" for step in range(2, 16)})


def test_on_the_last_step_every_point_is_two_pounds() -> None:
    state = table(player(["clerk2", "coffee1"], books=LAST, ink=14))
    turn = clerk(to=15, reward=(points(),))
    assert effect(state, turn).players[0].cash == 5 + 2 + 4
    taken = clerk(to=15, reward=(points("a01"),), place=place(a01=2))
    assert breaks(state, taken) == {"BKK-04"}


def test_the_jar_does_not_leave_the_track() -> None:
    state = table(player(["clerk2", "coffee1"], books=LAST, ink=14))
    assert breaks(state, clerk(to=16)) == {"BKK-16"}


def test_the_bookkeepers_own_points_may_stay_points() -> None:
    rulings = Rulings(book_money_convert="rewards-only")
    state = table(player(["clerk2", "coffee1"], books=LAST, ink=14), rulings=rulings)
    turn = clerk(to=15, reward=(points(),), points=points("b02"), place=place(b02=2))
    assert effect(state, turn).players[0].cash == 5 + 2 + 1


@pytest.mark.parametrize(("column", "company"), [(1, "cairo"), (3, "mombasa")])
def test_a_removed_post_uncovers_its_space(column: int, company: Company) -> None:
    state = table(player(["exp3", "clerk2"], books=books(s2="b09"), ink=1))
    after = effect(state, clerk(to=2, reward=(RemovePost(company, column),)))
    index = ("mombasa", "cape-town", "saint-louis", "cairo").index(company)
    assert after.bases[index][column - 1] == BaseColumn(4)
    assert after.lost_posts[index] == 1


@pytest.mark.parametrize(
    ("reward", "rule"),
    [
        ((), "BKK-19"),
        ((RemovePost("cairo", 1), RemovePost("cairo", 1)), "BKK-19"),
        ((RemovePost("cairo", 4),), "BKK-20"),
        ((RemovePost("mombasa", 1),), "BKK-20"),
    ],
)
def test_as_many_posts_are_removed_as_the_book_says(
    reward: tuple[RewardPart, ...], rule: str
) -> None:
    empty = (BaseColumn(0, opened=True), BaseColumn(5), BaseColumn(5))
    bases = (empty, *(tuple(BaseColumn(5) for _ in range(3)) for _ in range(3)))
    state = table(player(["exp3", "clerk2"], books=books(s2="b09"), ink=1), bases=bases)
    assert rule in breaks(state, clerk(to=2, reward=reward))


def test_a_part_given_is_completed() -> None:
    turn = find(COFFEE, "bookkeeper", {"to": 4})
    assert isinstance(turn, UseBookkeeper)
    assert turn.to == 4
    assert turn.flip == 3
    assert breaks(COFFEE, turn) == set()


def test_points_may_be_left_under_partial_use() -> None:
    me = player(["coffee1", "coffee3", "clerk2"], books=TRACK, starting_tile="S03")
    state = table(me, rulings=Rulings(partial_use="yes"))
    assert breaks(state, clerk(to=2, points=points(pounds=1))) == set()


@pytest.mark.parametrize("partial", ["no", "yes"])
def test_two_posts_are_removed_without_another_part_between(
    partial: Literal["no", "yes"],
) -> None:
    # c11 needs 6 expansion points, gives 4 pounds and removes two posts.
    me = player(["exp2", "exp2b", "exp3", "clerk2"], books=books(s2="c11"), ink=1)
    state = table(me, rulings=Rulings(partial_use=partial))
    one, other, pounds = RemovePost("cairo", 1), RemovePost("mombasa", 1), TakePounds()
    for at_once in ((one, other, pounds), (pounds, one, other)):
        assert all_broken(state, clerk(to=2, reward=at_once)) == set()
    for apart in ((one, pounds, other), (one, pounds, RemovePost("cairo", 9))):
        assert all_broken(state, clerk(to=2, reward=apart)) == {"BKK-19"}
    left = clerk(to=2, reward=(one, pounds))
    assert all_broken(state, left) == (set() if partial == "yes" else {"BKK-19"})


@pytest.mark.parametrize(
    ("needs", "expansion", "colleagues", "enough"),
    [
        ((NeedsExpansion(2), NeedsExpansion(2)), 3, 0, False),
        ((NeedsExpansion(2), NeedsExpansion(2)), 4, 0, True),
        ((NeedsColleague(1), NeedsColleague(1)), 0, 1, False),
        ((NeedsColleague(1), NeedsColleague(1)), 0, 2, True),
    ],
)
def test_two_requirements_add_up(
    needs: tuple[Requirement, ...],
    expansion: int,
    colleagues: int,
    enough: bool,  # noqa: FBT001
) -> None:
    goods: dict[Good, Whole] = dict.fromkeys(GOODS, 0)
    assert met(needs, Totals(goods, expansion, colleagues)) == enough


def test_without_a_book_ahead_a_bookkeeper_brings_neither_pounds_nor_diamonds() -> None:
    turns = [*solutions(table(player(["clerk1"], ink=1)), "bookkeeper")]
    assert turns
    for turn in turns:
        assert isinstance(turn, CanonicalBookkeeper)
        assert (turn.gains.pounds, turn.gains.diamonds) == (0, 0)
