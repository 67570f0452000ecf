"""What a position says is read with all that it leaves unsaid, and nothing is lost by it."""

from collections import Counter
from typing import Any

import pytest

from referee.core.events import Plan
from referee.core.ids import COMPANIES, SLOTS, Seat
from referee.core.public import public
from referee.core.state import PHASES, State
from referee.engine import check, initial
from referee.positions.audit import audit
from referee.positions.loader import load_position, position_of
from referee.positions.parser import PositionError
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
        ({"colour": "blue"}, "colour: there is no such key here"),
        ({"seat": {0: {"money": 3}}}, "seat.0.money: there is no such key here"),
        ({"seat": {2: {}}}, "seat.2: there is no player '2'"),
        ({"first_player": 5}, "first_player: there is no player '5'"),
        ({"players": 5}, "players: found 5; 2, 3 or 4 can play"),
        ({"players": 100}, "players: found 100; 2, 3 or 4 can play"),
        ({"players": []}, "players: found 0; 2, 3 or 4 can play"),
        ({"players": "two"}, "players: expected a whole number from 0, found 'two'"),
        ({"players": ["blue", "Blue"]}, "players: each player needs a different colour"),
        ({"markers": {"C2-1": 0}}, "markers.C2-1: there is no bonus space 'C2-1'"),
        ({"regions": {"R25": "cairo"}}, "regions.R25: there is no region 'R25'"),
        ({"regions": {"R1": "cairo", "mombasa": ["maghreb"]}}, "R01 already belongs to cairo"),
        ({"display": {"right-5": "exp3"}}, "display.right-5: there is no space 'right-5'"),
        ({"display": {"right-1": "coffee1"}}, "display.right-1: there is no action card"),
        ({"books": {"top2": "a99"}}, "books.top2: there is no book 'a99'"),
        ({"book_coins": {"top9": 1}}, "book_coins.top9: there is no book space 'top9'"),
        ({"book_coins": {"top2": -1}}, "book_coins.top2: expected a whole number from 0, found -1"),
        ({"round": True}, "round: expected a whole number from 0, found true"),
        ({"seat": {0: {"done": 1}}}, "seat.0.done: expected true or false, found 1"),
        ({"seat": {0: {"hand": "exp1"}}}, "seat.0.hand: expected a list, found 'exp1'"),
        ({"seat": [3]}, "seat: expected a table, found a list"),
        ({"seat": {0: {"books": {1: "a09"}}}}, "seat.0.books.1: there is no step for books '1'"),
        ({"rulings": {"capital-call": "never"}}, "there is no answer to capital-call 'never'"),
        ({"set": "mine"}, "set: the component set 'mine' is unknown"),
        ({"digest": "0000"}, "digest: found '0000'; the digest of 'reference' begins"),
    ],
)
def test_what_means_nothing_is_refused_with_its_key(form: dict[str, Any], message: str) -> None:
    with pytest.raises(PositionError) as refusal:
        position(**form)
    assert message in str(refusal.value)


def test_names_are_abbreviated_as_in_recorded_games() -> None:
    short = position(
        players=["Blue", "red"],
        to_move="r",
        turn=2,
        regions={"sl": ["R7"], "maghreb": "CAIRO"},
        seat={"blue": {"slots": {"l": "cof2", "mid": "exp1"}, "tracks": {"st-louis": 2}}},
        display={"right": ["empty", "clerk3"]},
    )
    spelled = position(
        to_move=1,
        turn=2,
        regions={"R07": "saint-louis", "R01": "cairo"},
        seat={0: {"slots": {"left": "coffee2", "middle": "exp1-1"}, "tracks": {"saint-louis": 2}}},
        display={"right-1": "empty", "right-2": "clerk3"},
    )
    assert short == spelled


def test_a_later_letter_on_the_table_means_that_the_earlier_ones_were_drawn() -> None:
    state = position(round=3, display={"left-1": "share-cairo"})
    assert [len(unseen) for unseen in state.unseen_cards[:3]] == [0, 0, 0]
    assert state.unseen_cards[4]
    assert len(state.discards) > 20


def test_all_unreadable_words_are_told_with_their_lines() -> None:
    text = """
round = 3
phaze = "actions"
[seat.blue]
cash = "much"
slots = { left = "cofee2", midle = "exp2" }
""".lstrip()
    with pytest.raises(PositionError) as refusal:
        load_position(text, "table.toml")
    assert refusal.value.is_unreadable
    assert str(refusal.value).splitlines() == [
        (
            "table.toml:2:1: phaze: there is no such key here; expected title, set, digest, "
            "players, tracks, setup, rulings, phase, round, turn, first_player, to_move, regions, "
            "bases, display, stack, discards, books, book_coins, markers, rejected or seat; did "
            "you mean "
            "`phase`?"
        ),
        "table.toml:4:1: seat.blue.cash: expected a whole number from 0, found 'much'",
        (
            "table.toml:5:11: seat.blue.slots.left: there is no card 'cofee2'; "
            "did you mean `coffee2`, `coffee2b` or `coffee4`?"
        ),
        "table.toml:5:28: seat.blue.slots.midle: there is no slot 'midle'; did you mean `middle`?",
    ]


def test_broken_toml_is_told_with_its_place() -> None:
    with pytest.raises(PositionError) as refusal:
        load_position("round = 3\nturn == 2\n", "table.toml")
    (fault,) = refusal.value.faults
    assert (fault.at.line, fault.at.column, fault.line) == (2, 7, "turn == 2")
    assert "is not valid TOML" in fault.message


def test_a_player_may_be_called_by_number_and_his_lines_are_found() -> None:
    with pytest.raises(PositionError) as refusal:
        load_position("[seat.1]\ncash = 3\nink = 99\n", "table.toml")
    assert str(refusal.value) == "table.toml:3:1: seat.green.ink: found 99; the track ends at 15"


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("phase", ["planning", "actions"])
@pytest.mark.parametrize("number", range(1, 8))
def test_a_position_of_any_round_that_says_no_more_is_possible(
    number: int, phase: str, players: int
) -> None:
    found = position_of({"round": number, "phase": phase, "players": players})
    assert audit(found.state, found.colours) == []


def test_a_card_acquired_before_the_round_leaves_no_gap_on_the_display() -> None:
    form = {"round": 2, "phase": "planning", "seat": {0: {"gets": ["coffee3"]}}}
    found = position_of(form)
    assert audit(found.state, found.colours) == []
    assert None not in found.state.display
