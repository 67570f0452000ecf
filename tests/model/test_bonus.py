"""Bonus markers on every kind of space."""

import pytest
from msgspec.structs import replace

from referee.core.canonical import CanonicalMarker
from referee.core.ids import BookId, CardId, Company, Seat, SpaceId
from referee.core.rulings import Rulings
from referee.core.state import Player, Setting, State
from referee.core.turns import (
    Advance,
    BuyCard,
    MoveDiamond,
    PlaceMarker,
    Placing,
    PlusOne,
    RemovePost,
    RewardPart,
    SpendPoints,
    TakePounds,
)
from referee_model import effect, find, solutions
from tests.model.tables import all_broken, breaks, player, setting, table

ME = Seat(0)


def marker(
    space: str,
    *reward: RewardPart,
    option: int | None = None,
    discard: str | None = None,
    plus_one: PlusOne | None = None,
    place: tuple[Placing, ...] = (),
) -> PlaceMarker:
    return PlaceMarker(
        seat=ME,
        space=SpaceId(space),
        option=option,
        discard=None if discard is None else CardId(discard),
        reward=reward,
        plus_one=plus_one,
        place=place,
    )


def buy(card: str) -> BuyCard:
    return BuyCard(CardId(card))


def occupied(frame: Setting, **spaces: int) -> tuple[Seat | None, ...]:
    names = {name.replace("_", "-"): Seat(seat) for name, seat in spaces.items()}
    return tuple(names.get(space.id) for space in frame.spaces)


COFFEE = table(player(["coffee1", "coffee2", "exp2"]), turn=3)


def test_the_coffee_space_moves_the_cairo_marker() -> None:
    after = effect(COFFEE, marker("coffee", Advance("cairo"), option=2))
    assert after.players[0].tracks == (0, 0, 0, 3)
    assert after.players[0].used == frozenset()
    assert after.markers[3] == ME


def test_the_rulebooks_banana_majority() -> None:
    state = table(player(["banana3", "banana2"]), player(["banana3"]))
    turn = marker("bananas", Advance("cape-town"), MoveDiamond(), option=2)
    after = effect(state, turn)
    assert (after.players[0].tracks[1], after.players[0].diamonds) == (3, 1)
    assert breaks(table(player(["banana3"]), player(["banana4"])), turn) <= {"BON-08", "BON-09"}


def test_a_tie_suffices_and_face_down_cards_do_not_count() -> None:
    turn = marker("coffee", Advance("cairo"), option=1)
    assert breaks(table(player(["coffee1"]), player(["coffee1"])), turn) == set()
    assert breaks(table(player(["coffee1"]), player(["coffee2"])), turn) == {"BON-08"}
    hidden = player(["coffee2"], used=frozenset({"coffee2"}))
    assert breaks(table(player(["coffee1"]), hidden), turn) == set()


def test_the_expansion_bonus_counts_off_turn_while_a_card_lies_face_up() -> None:
    turn = marker("expansion", Advance("mombasa"), option=1)
    other = player(["exp2"], tracks=(4, 0, 0, 0), levels=(1, 0, 0, 0))
    assert breaks(table(player(["exp2"]), other), turn) == {"BON-08"}
    flipped = player(["exp2"], tracks=(4, 0, 0, 0), levels=(1, 0, 0, 0), used=frozenset({"exp2"}))
    assert breaks(table(player(["exp2"]), flipped), turn) == set()


@pytest.mark.parametrize(
    ("turn", "rule"),
    [
        (marker("nowhere"), "BON-02"),
        (marker("C2-1", MoveDiamond()), "BON-02"),
        (marker("coffee", Advance("cairo"), option=3), "BON-09"),
        (marker("coffee", Advance("cairo")), "BON-10"),
        (marker("coffee", Advance("cairo"), option=0), "BON-10"),
        (marker("coffee", Advance("cairo"), option=4), "BON-10"),
        (marker("first", SpendPoints(), option=2), "BON-10"),
        (marker("discard", TakePounds()), "BON-11"),
        (marker("discard", TakePounds(), discard="coffee1"), "BON-11"),
        (marker("first", SpendPoints(), discard="clerk1"), "BON-11"),
        (marker("buy", buy("clerk1")), "BON-12"),
        (marker("buy", buy("coffee4")), "BON-13"),
        (marker("buy"), "BON-14"),
        (marker("coffee", option=1), "BON-14"),
        (marker("first"), "BON-14"),
        (marker("discard", TakePounds(9), discard="clerk1"), "BON-15"),
        (marker("first", SpendPoints(), SpendPoints()), "BON-15"),
        (marker("first", SpendPoints(), TakePounds()), "BON-15"),
        (marker("first", SpendPoints(), buy("exp2b")), "BON-15"),
        (marker("first", SpendPoints(), RemovePost("cairo", 1)), "BON-15"),
        (marker("tile-goods", TakePounds()), "BON-15"),
        (marker("coffee", Advance("mombasa"), option=1), "BON-15"),
        (marker("coffee", Advance("cairo", 1), option=2), "TRK-03"),
        (marker("first", SpendPoints((BookId("a01"),))), "BKK-05"),
        (marker("first", SpendPoints(), plus_one=PlusOne(CardId("coffee1"))), "BON-17"),
        (marker("C1-1", SpendPoints(), MoveDiamond(), option=1), "BON-06"),
    ],
)
def test_each_fault_is_named(turn: PlaceMarker, rule: str) -> None:
    assert rule in breaks(COFFEE, turn)


def test_the_first_player_space_gives_the_marker_and_a_point() -> None:
    state = table(player(), player(["coffee1"]), turn=2, to_move=Seat(1))
    turn = PlaceMarker(seat=Seat(1), space=SpaceId("first"), reward=(SpendPoints(),))
    after = effect(state, turn)
    assert after.first_player == 1
    assert after.players[1].cash == 6


def test_the_first_player_may_not_use_it_on_his_first_turn() -> None:
    assert breaks(table(player()), marker("first", SpendPoints())) == {"BON-05"}
    assert breaks(table(player(), turn=3), marker("first", SpendPoints())) == set()


def test_markers_are_limited_and_spaces_take_one() -> None:
    two = setting(2)
    full = table(player(), markers=occupied(two, buy=0, coffee=0, discard=0), turn=9)
    assert breaks(full, marker("first", SpendPoints())) == {"BON-01"}
    blocked = table(player(), markers=occupied(two, first=1), turn=9)
    assert breaks(blocked, marker("first", SpendPoints())) == {"BON-03"}


def test_a_marker_bonus_gives_a_further_marker() -> None:
    tracks = ("A1", "B2", "C1", "D1")
    frame = setting(2, tracks)
    rich = player(tracks=(0, 7, 0, 0), levels=(0, 1, 0, 0))
    placed = occupied(frame, buy=0, coffee=0, discard=0)
    state = table(rich, markers=placed, tracks=tracks, turn=9)
    assert breaks(state, marker("first", SpendPoints())) == set()
    other = table(
        rich, markers=placed, tracks=tracks, turn=9, rulings=Rulings(extra_markers_track="A2")
    )
    assert breaks(other, marker("first", SpendPoints())) == {"BON-01"}


def test_the_cost_of_a_space_comes_before_its_reward() -> None:
    assert breaks(table(player(cash=0)), marker("tile-goods")) == {"BON-04"}
    assert effect(table(player(cash=1)), marker("tile-goods")).players[0].cash == 0


def test_a_card_is_bought_for_pounds() -> None:
    after = effect(table(player(cash=5)), marker("buy", buy("banana2b")))
    assert after.players[0].cash == 5 - 1 - 2
    assert "banana2b" in after.players[0].hand
    assert after.display[2] is None


def test_the_rulebooks_removed_coffee_card_pays_three_pounds() -> None:
    state = table(player())
    after = effect(state, marker("discard", TakePounds(), discard="coffee1"))
    assert after.players[0].cash == 5 + 3
    assert after.discards == ("coffee1",)
    assert "coffee1" not in after.players[0].hand


def test_share_cards_are_kept_where_the_game_says_so() -> None:
    hand = frozenset({"share-cairo"})
    turn = marker("discard", TakePounds(), discard="share-cairo")
    assert breaks(table(player(hand=hand)), turn) == set()
    kept = table(player(hand=hand), rulings=Rulings(share_cards="kept"))
    assert breaks(kept, turn) == {"BON-11"}


def test_only_coffee_is_removed_at_the_second_space_of_d1() -> None:
    me = player(tracks=(0, 0, 0, 11), levels=(0, 0, 0, 2))
    assert breaks(table(me), marker("D1-2", TakePounds(), discard="cotton1")) == {"BON-11"}
    after = effect(table(me), marker("D1-2", TakePounds(), discard="coffee2"))
    assert after.players[0].cash == 5 + 10


C2 = ("A1", "B1", "C2", "D2")


def expert(**changes: object) -> Player:
    return replace(player(tracks=(3, 0, 10, 14), levels=(0, 0, 2, 2)), **changes)


def test_the_and_or_space_gives_card_or_steps_or_both() -> None:
    state = table(expert(), tracks=C2)
    assert breaks(state, marker("C2-1", MoveDiamond())) == set()
    assert breaks(state, marker("C2-1", buy("banana2b"))) == set()
    assert breaks(state, marker("C2-1", buy("banana2b"), MoveDiamond(1))) == set()
    assert breaks(state, marker("C2-1")) == {"BON-14"}
    strict = table(expert(), tracks=C2, rulings=Rulings(and_or_space="card-first"))
    assert breaks(strict, marker("C2-1", MoveDiamond())) == {"BON-14"}
    assert breaks(strict, marker("C2-1", buy("banana2b"))) == set()


def test_steps_that_overflow_first_pay_for_the_card() -> None:
    state = table(expert(cash=0, diamonds=28), tracks=C2)
    # Two steps pay 4 pounds; the card costs 2 less 1.
    assert effect(state, marker("C2-2", MoveDiamond(), buy("banana2b"))).players[0].cash == 3
    assert breaks(state, marker("C2-2", buy("banana2b"), MoveDiamond())) == {"BON-13"}


def test_one_space_of_a_track_a_round() -> None:
    frame = setting(2, C2)
    state = table(expert(), tracks=C2, markers=occupied(frame, C2_1=0), turn=5)
    assert breaks(state, marker("C2-2", MoveDiamond())) == {"BON-07"}


@pytest.mark.parametrize(
    ("reward", "rules"),
    [
        ((Advance("mombasa"), Advance("mombasa")), {"BON-16"}),
        ((Advance("mombasa"), Advance("cairo")), {"BON-16"}),
        ((Advance("cairo"), Advance("cairo")), {"BON-16"}),
        ((Advance("cairo"),), {"BON-15", "BON-16"}),
        (
            (Advance("mombasa"), Advance("cape-town"), Advance("cape-town")),
            {"BON-15", "BON-16"},
        ),
        ((Advance("mombasa"), Advance("cape-town"), Advance("cairo")), {"BON-15", "BON-16"}),
        ((Advance("mombasa"),), {"BON-15"}),
        ((Advance("mombasa"), Advance("cape-town"), Advance("saint-louis")), {"BON-15"}),
        ((Advance("mombasa", 3), Advance("cape-town")), {"BON-15"}),
        ((), {"BON-14"}),
    ],
)
def test_steps_go_to_two_different_other_tracks(
    reward: tuple[RewardPart, ...], rules: set[str]
) -> None:
    assert all_broken(table(expert(), tracks=C2), marker("D2-1", *reward)) == rules


def test_a_blocked_track_may_be_named() -> None:
    state = table(expert(cash=1, tracks=(6, 0, 10, 14)), tracks=C2)
    turn = marker("D2-1", Advance("mombasa"), Advance("cape-town"))
    assert effect(state, turn).players[0].tracks == (6, 2, 10, 14)


@pytest.mark.parametrize(
    ("named", "cash", "rules"),
    [
        # Mombasa stands before a call of 2, Saint-Louis before one of 2; 1 pound is the cost.
        (("cape-town",), 1, set()),
        (("cape-town",), 3, {"BON-15"}),
        (("mombasa",), 1, set()),
        (("mombasa",), 3, set()),
        (("mombasa",), 5, {"BON-15"}),
        ((), 1, set()),
        ((), 3, {"BON-14"}),
    ],
)
def test_of_two_tracks_a_blocked_one_need_not_be_named(
    named: tuple[Company, ...], cash: int, rules: set[str]
) -> None:
    state = table(expert(cash=cash, tracks=(6, 0, 8, 14)), tracks=C2)
    assert all_broken(state, marker("D2-1", *map(Advance, named))) == rules


def test_of_three_tracks_every_one_that_moves_is_named() -> None:
    state = table(expert(cash=2, tracks=(6, 0, 8, 14)), tracks=C2)
    assert all_broken(state, marker("D2-2", Advance("cape-town"))) == set()
    assert all_broken(state, marker("D2-2", Advance("mombasa"))) == {"BON-15"}


def test_posts_are_removed_one_directly_after_the_other() -> None:
    state = table(player(["coffee3", "coffee2"]))
    post, steps = RemovePost("cairo", 1), Advance("cairo", 4)
    assert all_broken(state, marker("coffee", post, steps, option=3)) == set()
    assert all_broken(state, marker("coffee", steps, post, option=3)) == set()
    again = marker("coffee", post, steps, RemovePost("cairo", 9), option=3)
    assert all_broken(state, again) == {"BON-15"}


def test_pounds_of_one_track_pay_the_call_of_the_next() -> None:
    # A1 pays 1 at space 4; C1 asks 1 before space 6.
    tracks = ("A1", "B1", "C1", "D2")
    me = player(cash=1, tracks=(3, 0, 5, 14), levels=(0, 0, 0, 2))
    state = table(me, tracks=tracks)
    first = marker("D2-1", Advance("mombasa"), Advance("saint-louis"))
    assert effect(state, first).players[0].tracks[2] == 7
    last = marker("D2-1", Advance("saint-louis"), Advance("mombasa"))
    assert effect(state, last).players[0].tracks[2] == 5
    steps = {
        turn.gains.steps
        for turn in solutions(state, "marker", {"space": SpaceId("D2-1")})
        if isinstance(turn, CanonicalMarker)
    }
    assert {(2, 0, 2, 0), (2, 0, 0, 0)} <= steps


def test_a_reward_that_nothing_can_use_may_be_empty() -> None:
    state = table(player(["coffee1"], tracks=(0, 0, 0, 16)))
    assert breaks(state, marker("coffee", option=1)) == set()
    assert breaks(state, marker("coffee", Advance("cairo"), option=1)) == set()


@pytest.mark.parametrize("space", ["buy", "coffee"])
def test_partial_use_lets_a_marker_be_placed_for_nothing(space: str) -> None:
    state: State = table(player(["coffee1"]), rulings=Rulings(partial_use="yes"))
    assert breaks(state, marker(space, option=1 if space == "coffee" else None)) == set()


@pytest.mark.parametrize(
    "space",
    [
        "first",
        "buy",
        "discard",
        "coffee",
        "bananas",
        "cotton",
        "expansion",
        "tile-goods",
        "C1-1",
        "C1-2",
        "D1-1",
        "D1-2",
    ],
)
def test_a_legal_turn_is_found_for_every_kind_of_space(space: str) -> None:
    me = player(
        ["coffee3", "banana2", "cotton2", "exp2"], tracks=(0, 0, 10, 11), levels=(0, 0, 2, 2)
    )
    state = table(me, turn=3)
    turn = find(state, "marker", {"space": SpaceId(space)})
    assert isinstance(turn, PlaceMarker)
    assert turn.space == space
    assert breaks(state, turn) == set()


@pytest.mark.parametrize("space", ["C2-1", "C2-2", "D2-1", "D2-2"])
def test_a_legal_turn_is_found_for_the_other_tracks_spaces(space: str) -> None:
    state = table(expert(), tracks=C2)
    turn = find(state, "marker", {"space": SpaceId(space)})
    assert isinstance(turn, PlaceMarker)
    assert breaks(state, turn) == set()
