"""Everything impossible about a table is named."""

from typing import Any

import pytest

from referee.positions.audit import audit
from referee.positions.loader import position_of
from referee.positions.parser import PositionError

UNSEEN = [card for unseen in position_of({}).state.unseen_cards for card in sorted(unseen)]
"""The stack of a fresh game."""

CANNOT_LIE_THERE: list[tuple[dict[str, Any], str]] = [
    ({"discards": ["exp3"], "seat": {0: {"gets": ["exp3"]}}}, "exp3 lies in 2 places: discards"),
    ({"discards": ["exp3", "exp3"]}, "exp3 lies in 2 places"),
    ({"stack": ["exp3"], "display": {"left-1": "exp3"}}, "exp3 lies in 2 places"),
    ({"display": {"left-1": "exp3", "left-2": "exp3"}}, "display.left-1 and display.left-2"),
    ({"stack": ["exp3", "exp3"]}, "stack: exp3 cannot be there twice"),
    (
        {"books": {"top2": "a09"}, "seat": {0: {"books": {2: "a09"}}}},
        "a09 lies in 2 places: books.top2 and seat.blue.books.2",
    ),
    ({"books": {"top2": "b09"}}, "b09 is a book of letter B; books of letter A lie here"),
    (
        {"seat": {0: {"gets": ["coffee1"], "slots": {"left": "coffee1"}}}},
        "coffee1 lies in 2 places: hand and slots.left",
    ),
    ({"seat": {0: {"hand": ["exp2", "exp2"]}}}, "seat.0.hand: exp2 cannot be there twice"),
    ({"seat": {0: {"slots": {"left": "exp1-2"}}}}, "exp1-2 is another player's starting card"),
    ({"discards": ["coffee1"]}, "coffee1 lies there though every player who began with it"),
    ({"seat": {0: {"used": ["exp2"]}}}, "seat.blue.used: exp2 is neither in a slot"),
    ({"seat": {0: {"flipped": [2]}}}, "seat.blue.flipped: there is no book on step 2"),
    ({"seat": {0: {"tracks": {"cairo": 17}}}}, "seat.blue.tracks.cairo: found 17; the track"),
    ({"seat": {0: {"levels": {"cairo": 1}}}}, "1 bonus works; a marker on space 0 has reached 0"),
    ({"seat": {0: {"diamonds": 99}}}, "seat.blue.diamonds: found 99; the track ends at"),
    ({"seat": {1: {"ink": 99}}}, "seat.green.ink: found 99; the track ends at"),
    (
        {"seat": {0: {"tiles": ["clerk-tile"]}, 1: {"tiles": ["clerk-tile"]}}},
        "clerk-tile is held by two players",
    ),
    (
        {"seat": {0: {"starting_tile": "S01"}, 1: {"starting_tile": "S01"}}},
        "S01 belongs to another player or was rejected",
    ),
    (
        {"rejected": ["S01"], "seat": {0: {"starting_tile": "S01"}}},
        "S01 belongs to another player or was",
    ),
    (
        {"setup": "first-game-tiles", "seat": {0: {"starting_tile": "S05"}}},
        "found S05; a first game has S01 here",
    ),
    (
        {"seat": {0: {"slots": {"left": "coffee2"}, "plus_one": "coffee2"}}},
        "the goods tile is not among",
    ),
    (
        {"seat": {0: {"plus_one": "coffee2", "tiles": ["goods-tile"]}}},
        "the goods tile lies on coffee2, which is in no slot",
    ),
    (
        {"seat": {0: {"slots": {"left": "exp2"}, "plus_one": "exp2", "tiles": ["goods-tile"]}}},
        "exp2 is not a goods card",
    ),
    ({"bases": {"cairo": [5, 5]}}, "bases.cairo: found 2 columns; the base has 3"),
    (
        {"bases": {"cairo": [5, 5, 5]}, "regions": {"R01": "cairo"}},
        "1 post in regions and 15 in the base make 16; there are 15",
    ),
    ({"bases": {"cairo": [6, 5, 4]}}, "column 1 has 6 posts on 5 spaces"),
    ({"bases": {"cairo": [{"posts": 5, "opened": True}, 5, 5]}}, "is never covered"),
    ({"bases": {"cairo": [{"posts": 0}, 5, 5]}}, "column 1 is empty, so its final space"),
    ({"tracks": {"cairo": "A1"}}, "(SET-"),
    ({"round": 8}, "round: found 8; rounds are 1 to 7"),
    ({"turn": 0}, "turn: turns are counted from 1"),
    ({"phase": "planning", "to_move": 0}, "no single player is due in the phase planning"),
    ({"seat": {0: {"done": True}}}, "blue has ended the phase and cannot be due"),
    ({"seat": {0: {"plan": {}}}}, "a plan lies face down only during planning"),
    (
        {"phase": "planning", "seat": {0: {"plan": {"left": "clerk2"}}}},
        "clerk2 is not in the hand",
    ),
    (
        {"phase": "planning", "seat": {0: {"plan": {"left": "exp2", "right": "exp2"}}}},
        "a card lies in two slots",
    ),
    (
        {"phase": "planning", "seat": {0: {"plan": {}}, 1: {"plan": {}}}},
        "everybody has planned, so the plans are revealed",
    ),
]

COULD_NOT_BE_PLAYED: list[tuple[dict[str, Any], str]] = [
    ({"phase": "resting", "round": 2}, "the setup comes before round 1, not 2"),
    ({"phase": "over"}, "the game is over after round 7, not 1"),
    ({"phase": "preparation", "round": 7}, "no round is prepared after round 7"),
    ({"phase": "planning", "turn": 2}, "found 2; before the action phase it is 1"),
    ({"phase": "planning", "first_player": 1}, "the first seat begins the game"),
    ({"phase": "planning", "books": {"top2": "empty"}}, "a space is empty though the supply"),
    ({"phase": "planning", "display": {"left-1": "empty"}}, "empty though the stack could"),
    ({"phase": "planning", "seat": {0: {"slots": {"left": "exp2"}}}}, "no card lies in a slot"),
    ({"phase": "planning", "seat": {0: {"done": True}}}, "nobody has ended the phase during"),
    ({"phase": "preparation"}, "seat.green.done: everybody has ended the phase before"),
    (
        {"turn": 2, "to_move": 1, "seat": {0: {"done": True, "slots": {"left": "exp2"}}}},
        "a player who has ended the phase has put the cards to rest",
    ),
    (
        {"turn": 2, "to_move": 1, "seat": {0: {"done": True, "tiles": ["clerk-tile"]}}},
        "a player who has ended the phase has given the tiles back",
    ),
    ({"to_move": 1}, "turn 1 belongs to blue: blue began and nobody has ended the phase"),
    ({"turn": 3}, "blue has had 1 turn and used 0 cards and markers"),
    (
        {"seat": {1: {"slots": {"left": "exp2"}, "used": ["exp2"]}}},
        "green has had no turn in this round yet",
    ),
    ({"to_move": 1, "seat": {0: {"done": True}}}, "0 turns were taken, and more players"),
    ({"regions": {"R01": "cairo"}}, "there are posts in regions before the first turn"),
    ({"bases": {"cairo": [4, 5, 5]}}, "posts have left a base before the first turn"),
    ({"seat": {0: {"gets": ["share-cairo"]}}}, "share-cairo cannot have been dealt yet"),
    ({"round": 3, "stack": UNSEEN}, "12 cards have left the stack by round 3"),
    ({"phase": "deal-cards", "discards": ["coffee3"]}, "1 card has left the stack before"),
    ({"display": {"left-1": "exp3"}}, "1 card lies there in round 1"),
    (
        {"turn": 2, "to_move": 1, "display": {"right-1": "empty", "right-2": "empty"}},
        "a card is discarded for a marker on such a space",
    ),
    ({"seat": {0: {"gets": ["coffee2b"]}}}, "players have acquired coffee2b in 0 turns"),
    ({"seat": {0: {"slots": {"ink": "exp2"}}}}, "slots.ink: the slot ink is not unlocked yet"),
    ({"seat": {0: {"resting": {"diamond": ["exp2"]}}}}, "the slot diamond is not unlocked yet"),
    ({"seat": {0: {"slots": {"left": "share-cairo"}}}}, "share-cairo is a share card"),
    ({"seat": {0: {"resting": {"left": ["exp2", "clerk1"]}}}}, "2 cards rest there; by round 1"),
    ({"seat": {0: {"resting": {"left": ["exp2"]}}}}, "to rest in round 1"),
    ({"phase": "starting-tiles", "seat": {0: {"resting": {"left": ["exp2"]}}}}, "no card rests"),
    (
        {"seat": {0: {"books": {2: ["b01", "a09"]}}}},
        "a09 covers b01; an A-book covers only A-books",
    ),
    ({"seat": {0: {"books": {15: "a09"}}}}, "a09 lies on a crossed-out step"),
    ({"seat": {0: {"ink": 2}}}, "the jar has passed step 2, on which no book lies"),
    ({"book_coins": {"top2": 1}}, "book_coins.top2: found 1; by round 1 there can be 0"),
    (
        {"phase": "planning", "round": 2, "book_coins": {"top2": 0}},
        "book_coins.top2: round 2 has just put a coin here",
    ),
    ({"phase": "planning", "markers": {"first": 0}}, "no marker lies on a space during planning"),
    (
        {"turn": 9, "markers": {"first": 0, "discard": 0, "tile-clerk": 0, "tile-merchant": 0}},
        "blue has 3 markers; 4 lie there",
    ),
    ({"turn": 3, "markers": {"first": 1}}, "green holds the marker here and so is the first"),
    ({"seat": {0: {"tiles": ["clerk-tile"]}}}, "nobody has a bonus tile in round 1"),
    (
        {"seat": {0: {"tracks": {"mombasa": 4}, "levels": {"mombasa": 0}}}},
        "found 0; at the start of a turn all 1 that were reached work",
    ),
    ({"phase": "resting", "seat": {0: {"ink": 1}}}, "seat.blue.ink: this comes later than"),
    ({"phase": "resting", "seat": {0: {"diamonds": 1}}}, "diamonds: this comes later than"),
    ({"phase": "deal-books", "seat": {0: {"starting_tile": "S01"}}}, "this comes later than"),
]


@pytest.mark.parametrize(("form", "message"), CANNOT_LIE_THERE)
def test_a_table_that_cannot_lie_there_is_refused(form: dict[str, Any], message: str) -> None:
    with pytest.raises(PositionError) as refusal:
        position_of(form)
    assert not refusal.value.is_unreadable
    assert message in str(refusal.value)


@pytest.mark.parametrize(("form", "message"), COULD_NOT_BE_PLAYED)
def test_a_table_that_no_game_leads_to_is_called_impossible(
    form: dict[str, Any], message: str
) -> None:
    found = position_of(form)
    sentences = [fault.sentence for fault in audit(found.state, found.colours)]
    assert [sentence for sentence in sentences if message in sentence], sentences


def test_all_faults_are_named_at_once() -> None:
    with pytest.raises(PositionError) as refusal:
        position_of(
            {
                "round": 9,
                "bases": {"cairo": [6, 5, 5]},
                "discards": ["exp3"],
                "display": {"left-1": "exp3"},
                "seat": {1: {"diamonds": 99, "used": ["exp2"]}},
            }
        )
    keys = {".".join(map(str, fault.path)) for fault in refusal.value.faults}
    assert keys == {
        "round",
        "bases.cairo",
        "display.left-1",
        "seat.green.diamonds",
        "seat.green.used",
    }
