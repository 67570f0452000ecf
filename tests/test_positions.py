"""Positions for tests conserve what they move, and refuse what cannot be."""

from collections import Counter
from typing import Any

import pytest

from referee.engine import check, initial
from referee.game.events import Plan
from referee.game.ids import COMPANIES, SLOTS, Seat
from referee.game.public import public
from referee.game.state import State
from referee.positions import PositionError
from referee.positions.form import PHASES
from tests.positions import position, setting_of

CHANGES: list[dict[str, Any]] = [
    {},
    {"players": 4, "seat": {3: {"hand": ["coffee1", "merchant"]}}},
    {"display": {"left-1": "exp3", "right-2": "empty"}, "stack": ["share-cairo"]},
    {"seat": {0: {"gets": ["share-cairo"], "slots": {"left": "coffee3", "right": "clerk2"}}}},
    {"seat": {1: {"resting": {"ink": ["exp2", "banana4"]}}}, "discards": ["banana3"]},
    {
        "books": {"top2": "a20", "low7": "empty"},
        "seat": {0: {"books": {2: "a01", 5: ["b01", "c01"]}}},
    },
    {"regions": {"R01": "cairo", "R02": "cairo", "R03": "mombasa"}},
    {"bases": {"cairo": [0, {"posts": 2, "opened": True}, 5]}, "regions": {"R01": "cairo"}},
    {"seat": {0: {"starting_tile": "S02"}}},
]


def cards_of(state: State) -> Counter[str]:
    cards: Counter[str] = Counter([card for card in state.display if card] + list(state.discards))
    cards.update(card for unseen in state.unseen_cards for card in unseen)
    for player in state.players:
        cards.update([*player.hand, *filter(None, player.slots)])
        cards.update(card for deck in player.resting for card in deck)
    return cards


def books_of(state: State) -> Counter[str]:
    books: Counter[str] = Counter(book for book in state.book_display if book)
    books.update(book for unseen in state.unseen_books for book in unseen)
    books.update(book for player in state.players for pile in player.books for book in pile)
    return books


def posts_of(state: State) -> list[int]:
    return [
        sum(column.posts for column in base) + lost + state.regions.count(company)
        for company, base, lost in zip(COMPANIES, state.bases, state.lost_posts, strict=True)
    ]


@pytest.mark.parametrize("form", CHANGES)
def test_nothing_is_lost_or_doubled(form: dict[str, Any]) -> None:
    state = position(**form)
    fresh = initial(setting_of({"players": len(state.players)}))
    assert cards_of(state) == cards_of(fresh)
    assert books_of(state) == books_of(fresh)
    assert posts_of(state) == posts_of(fresh)
    tiles = [player.starting_tile for player in state.players]
    assert len(set(tiles)) == len(tiles)


@pytest.mark.parametrize("phase", PHASES)
def test_each_phase_has_its_fresh_position(phase: str) -> None:
    state = position(phase=phase)
    assert public(state)["phase"] == phase
    assert (None in state.display) == (phase == "deal-cards")
    assert (state.to_move is None) == (phase not in {"actions", "starting-bonus"})


def test_a_fresh_position_goes_on_as_a_game() -> None:
    plan = Plan(seat=Seat(0), slots=(None,) * len(SLOTS))
    assert check(position(phase="planning"), plan) == ()


def test_a_card_on_the_display_gives_way_to_the_discard_pile() -> None:
    state = position(display={"right-1": "exp3"})
    assert state.display[0] == "exp3"
    assert state.discards == ("coffee2b",)


def test_a_bonus_that_was_reached_works_unless_it_is_said_otherwise() -> None:
    state = position(
        seat={
            0: {"tracks": {"mombasa": 4}},
            1: {"tracks": {"mombasa": 4}, "levels": {"mombasa": 0}},
        }
    )
    assert [player.levels[0] for player in state.players] == [1, 0]


@pytest.mark.parametrize(
    ("form", "message"),
    [
        ({"colour": "blue"}, "unknown field `colour`"),
        ({"seat": {0: {"money": 3}}}, "unknown field `money`"),
        ({"seat": {2: {}}}, "seat: 2 is none of 0, 1"),
        ({"first_player": 5}, "a seat: 5 is none of 0, 1"),
        ({"markers": {"C2-1": 0}}, "markers: 'C2-1' is none of"),
        ({"regions": {"R25": "cairo"}}, "regions: 'R25' is none of"),
        ({"display": {"right-5": "exp3"}}, "display: 'right-5' is none of"),
        ({"display": {"right-1": "coffee1"}}, "an action card: 'coffee1' is none of"),
        ({"books": {"top2": "a99"}}, "a book: 'a99' is none of"),
        ({"book_coins": {"top9": 1}}, "book_coins: 'top9' is none of"),
        (
            {"discards": ["exp3"], "seat": {0: {"gets": ["exp3"]}}},
            "action cards in two places: exp3",
        ),
        (
            {"books": {"top2": "a09"}, "seat": {0: {"books": {2: "a09"}}}},
            "books in two places: a09",
        ),
        (
            {"seat": {0: {"gets": ["coffee1"], "slots": {"left": "coffee1"}}}},
            "cards of seat 0 in two",
        ),
        ({"seat": {0: {"slots": {"left": "exp1-2"}}}}, "a card of seat 0: 'exp1-2' is none of"),
        ({"seat": {0: {"used": ["exp2"]}}}, "seat 0, used: 'exp2' is none of"),
        ({"seat": {0: {"flipped": [2]}}}, "seat 0, flipped: 2 is none of 1"),
        ({"seat": {0: {"tracks": {"cairo": 17}}}}, "seat 0, tracks.cairo: 17 is none of"),
        ({"seat": {0: {"books": {1: "a09"}}}}, "seat 0, books: 1 is none of"),
        (
            {"seat": {0: {"tiles": ["clerk-tile"]}, 1: {"tiles": ["clerk-tile"]}}},
            "bonus tiles in two",
        ),
        (
            {"seat": {0: {"starting_tile": "S01"}, 1: {"starting_tile": "S01"}}},
            "starting tiles in two",
        ),
        (
            {"seat": {0: {"slots": {"left": "exp2"}, "plus_one": "exp2"}}},
            "the goods tile is not among",
        ),
        ({"bases": {"cairo": [5, 5]}}, "bases.cairo: 2 columns instead of 3"),
        (
            {"bases": {"cairo": [5, 5, 5]}, "regions": {"R01": "cairo"}},
            "bases.cairo: 1 posts too many",
        ),
        ({"rulings": {"capital-call": "never"}}, "never"),
    ],
)
def test_what_cannot_be_is_refused_with_a_reason(form: dict[str, Any], message: str) -> None:
    with pytest.raises(PositionError) as refusal:
        position(**form)
    assert message in str(refusal.value)
