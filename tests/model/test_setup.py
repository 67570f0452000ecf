"""Setup: deals, starting tiles, resting cards, starting bonuses."""

import pytest
from msgspec.structs import replace

from referee.core.events import (
    BookOnSpace,
    DealBooks,
    DealCards,
    RestStartingCards,
    TakeStartingBonus,
    TakeStartingTile,
)
from referee.core.ids import BookId, CardId, Seat, StartTileId, TrackId
from referee.core.state import Setting, State
from referee.core.turns import Advance, MoveDiamond
from referee_model import effect, find, legal_setting
from referee_model.kinds import JudgedEvent
from tests.model.tables import SET, all_broken, breaks, player, start, table

ME, OTHER = Seat(0), Seat(1)

FIRST = [card.id for card in SET.cards if card.letter == "A"]
SECOND = [card.id for card in SET.cards if card.letter == "B"]


def deal(*cards: str) -> DealCards:
    return DealCards(cards=tuple(map(CardId, cards)))


def test_the_first_deal_fills_the_display_letter_by_letter() -> None:
    after = effect(start(), deal(*FIRST, *SECOND[:3]))
    assert after.display == (*FIRST, *SECOND[:3])
    assert after.unseen_cards[0] == frozenset()
    assert after.phase == "deal-books"


@pytest.mark.parametrize(
    ("event", "rule"),
    [
        (deal(*FIRST), "SET-05"),
        (deal(*FIRST[:8], *SECOND[:4]), "SET-06"),
        (deal(*FIRST, *SECOND[:2], "coffee1"), "SET-07"),
        (deal(*FIRST, *SECOND[:2], SECOND[0]), "SET-07"),
    ],
)
def test_each_fault_of_the_first_deal_is_named(event: DealCards, rule: str) -> None:
    assert breaks(start(), event) == {rule}


def dealt(**changed: str) -> DealBooks:
    """Books as found by the solver, with some spaces given another book."""
    found = find(start(phase="deal-books"), "deal-books")
    assert isinstance(found, DealBooks)
    return DealBooks(
        books=tuple(
            BookOnSpace(entry.space, BookId(changed.get(entry.space, entry.book)))
            for entry in found.books
            if changed.get(entry.space) != ""
        )
    )


def test_books_fill_their_spaces() -> None:
    after = effect(start(phase="deal-books"), dealt())
    assert None not in after.book_display
    assert [len(books) for books in after.unseen_books] == [20, 20, 20]
    assert after.phase == "starting-tiles"


@pytest.mark.parametrize(
    ("event", "rule"),
    [
        (dealt(top2=""), "SET-08"),
        (dealt(top2="b24"), "SET-09"),
        (dealt(top2="nothing"), "SET-10"),
        (dealt(top2="a01", top3="a01"), "SET-10"),
    ],
)
def test_each_fault_of_the_books_is_named(event: DealBooks, rule: str) -> None:
    assert breaks(start(phase="deal-books"), event) == {rule}


def test_a_seen_book_on_a_space_of_another_letter_breaks_two_rules() -> None:
    state = start(phase="deal-books")
    unseen = (state.unseen_books[0], state.unseen_books[1] - {BookId("b24")}, state.unseen_books[2])
    seen = replace(state, unseen_books=unseen)
    assert all_broken(seen, dealt(top2="b24")) == {"SET-09", "SET-10"}


TILES = start(phase="starting-tiles")


def take(tile: str, seat: Seat = ME, rejected: str | None = None) -> TakeStartingTile:
    other = None if rejected is None else StartTileId(rejected)
    return TakeStartingTile(seat=seat, tile=StartTileId(tile), rejected=other)


def test_a_tile_is_taken_and_the_other_goes_back() -> None:
    once = effect(TILES, take("S05", rejected="S06"))
    assert once.players[0].starting_tile == "S05"
    assert once.rejected_tiles == {"S06"}
    assert once.phase == "starting-tiles"
    assert breaks(once, take("S05", OTHER)) == {"SET-12"}
    assert breaks(once, take("S06", OTHER)) == {"SET-12"}
    assert breaks(once, take("S07", OTHER, rejected="S07")) == {"SET-12"}
    assert breaks(once, take("S99", OTHER)) == {"SET-12"}
    assert breaks(once, take("S07")) == {"SET-04"}
    assert effect(once, take("S07", OTHER)).phase == "resting"


def test_the_first_game_gives_each_seat_its_tile() -> None:
    first = start(first_game_tiles=True, phase="starting-tiles")
    assert breaks(first, take("S01")) == set()
    assert breaks(first, take("S05")) == {"SET-11"}


def seated(tile: str) -> State:
    me = player(cash=1, starting_tile=StartTileId(tile))
    return table(me, player(cash=1), phase="starting-bonus", round=1)


def rest(*cards: str, seat: Seat = ME) -> RestStartingCards:
    return RestStartingCards(seat=seat, cards=tuple(map(CardId, cards)))


RESTING = table(player(), player(), phase="resting", round=1, to_move=None)


def test_the_tiles_cards_rest_in_any_order() -> None:
    once = effect(RESTING, rest("clerk2", "banana2", "cotton2"))
    decks = [set(deck) for deck in once.players[0].resting[:3]]
    assert decks == [{"clerk2"}, {"banana2"}, {"cotton2"}]
    assert "clerk2" not in once.players[0].hand
    assert breaks(once, rest("clerk2", "banana2", "cotton2")) == {"SET-04"}
    twice = effect(once, rest("banana2", "cotton2", "clerk2", seat=OTHER))
    assert (twice.phase, twice.to_move) == ("starting-bonus", ME)


@pytest.mark.parametrize(
    "cards", [("banana2", "cotton2"), ("banana2", "cotton2", "exp2"), ("banana2",) * 3]
)
def test_exactly_the_three_cards_rest(cards: tuple[str, ...]) -> None:
    assert breaks(RESTING, rest(*cards)) == {"SET-13"}


def bonus(*parts: Advance | MoveDiamond, seat: Seat = ME) -> TakeStartingBonus:
    return TakeStartingBonus(seat=seat, reward=parts)


def test_starting_bonuses_are_taken_in_turn_order() -> None:
    state = seated("S02")
    assert breaks(state, bonus(Advance("mombasa"), seat=OTHER)) == {"SET-14"}
    after = effect(state, bonus(MoveDiamond(), Advance("saint-louis")))
    assert after.players[0].tracks == (0, 0, 1, 0)
    assert after.players[0].diamonds == 1
    assert after.to_move == OTHER
    last = effect(after, bonus(Advance("mombasa", 3), seat=OTHER))
    assert (last.phase, last.to_move, last.round) == ("planning", None, 1)


@pytest.mark.parametrize(
    "parts",
    [
        (MoveDiamond(),),
        (MoveDiamond(2), Advance("saint-louis")),
        (MoveDiamond(), Advance("saint-louis"), Advance("cairo")),
        (MoveDiamond(), MoveDiamond(), Advance("saint-louis")),
    ],
)
def test_a_starting_bonus_is_as_shown(parts: tuple[Advance | MoveDiamond, ...]) -> None:
    assert breaks(seated("S02"), bonus(*parts)) == {"SET-15"}


@pytest.mark.parametrize("event", [deal(*FIRST, *SECOND[:3]), dealt(), take("S01"), bonus()])
def test_the_setup_has_an_order(event: JudgedEvent) -> None:
    assert breaks(start(phase="planning"), event) == {"SET-04"}


def framed(players: int, *tracks: str, first_game: bool = False) -> Setting:
    sides = tuple(map(TrackId, tracks))
    return Setting(components=SET, players=players, tracks=sides, first_game_tracks=first_game)


@pytest.mark.parametrize(
    ("frame", "rules"),
    [
        (framed(2, "A1", "B1", "C1", "D1", first_game=True), set()),
        (framed(4, "D2", "A1", "B2", "C1"), set()),
        (framed(5, "A1", "B1", "C1", "D1"), {"SET-01"}),
        (framed(2, "B1", "A1", "C1", "D1", first_game=True), {"SET-02"}),
        (framed(2, "A1", "A2", "C1", "D1"), {"SET-03"}),
    ],
)
def test_the_setting_is_judged_before_the_first_event(frame: Setting, rules: set[str]) -> None:
    assert set(legal_setting(frame).core) == rules
