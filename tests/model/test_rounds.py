"""Plans, turn order, the end of a phase, preparation, refills, scoring."""

import pytest
from msgspec.structs import replace

from referee.core.canonical import CanonicalEnd
from referee.core.events import BookOnSpace, Plan, PrepareRound, RefillBooks, TakeBack
from referee.core.ids import BookId, BookSpaceId, CardId, Seat, SpaceId, TileId
from referee.core.rulings import Rulings
from referee.core.state import BaseColumn, State
from referee.core.turns import EndPhase, PlaceMarker, PlusOne, SpendPoints, UseMerchant
from referee_model import IllegalEffectError, effect, find, legal, score, solutions
from tests.model.tables import SET, all_broken, breaks, player, setting, table

ME, OTHER = Seat(0), Seat(1)


def plan(*cards: str | None, seat: Seat = ME) -> Plan:
    slots = tuple(None if card is None else CardId(card) for card in cards)
    return Plan(seat=seat, slots=slots + (None,) * (5 - len(slots)))


PLANNING = table(player(), player(), phase="planning", to_move=None)


def test_cards_lie_face_down_until_all_have_planned() -> None:
    once = effect(PLANNING, plan("coffee1", None, "exp2"))
    assert once.phase == "planning"
    assert "coffee1" in once.players[0].hand
    twice = effect(once, plan("cotton1", seat=OTHER))
    assert twice.phase == "actions"
    assert twice.to_move == ME
    assert twice.players[0].slots == ("coffee1", None, "exp2", None, None)
    assert "coffee1" not in twice.players[0].hand
    assert twice.plans == (None, None)


@pytest.mark.parametrize(
    ("event", "rule"),
    [
        (plan("coffee3"), "PLN-03"),
        (plan("coffee1", "coffee1"), "PLN-04"),
        (plan(None, None, None, "coffee1"), "PLN-05"),
        (plan(None, None, None, None, "coffee1"), "PLN-05"),
        (Plan(seat=ME, slots=(None,) * 6), "PLN-08"),
        (plan(seat=Seat(7)), "PLN-02"),
    ],
)
def test_each_fault_of_a_plan_is_named(event: Plan, rule: str) -> None:
    assert breaks(PLANNING, event) == {rule}


def test_plans_belong_to_the_planning_phase_and_are_made_once() -> None:
    assert breaks(table(player()), plan("coffee1")) == {"PLN-01"}
    assert breaks(effect(PLANNING, plan()), plan()) == {"PLN-02"}


def test_share_cards_stay_in_the_hand() -> None:
    state = table(player(hand=frozenset({"share-cairo"})), phase="planning")
    assert breaks(state, plan("share-cairo")) == {"PLN-06"}


def test_additional_slots_open_at_their_steps() -> None:
    state = table(player(diamonds=8, ink=4), phase="planning")
    assert breaks(state, plan(None, None, None, "coffee1", "exp2")) == set()


NO_CARDS: frozenset[CardId] = frozenset()
RESTING = (
    frozenset({CardId("coffee1")}),
    NO_CARDS,
    frozenset({CardId("exp2")}),
    NO_CARDS,
    NO_CARDS,
)


def ending(deck: str | None = None, **changes: object) -> EndPhase:
    return replace(EndPhase(seat=ME), deck=deck, **changes)


def test_one_deck_comes_up_before_the_cards_go_to_rest() -> None:
    me = player(
        ["cotton1", "clerk1"],
        resting=RESTING,
        hand=frozenset(),
        used=frozenset({"clerk1"}),
        tiles=frozenset({"goods-tile"}),
        plus_one="cotton1",
    )
    after = effect(table(me), ending("left"))
    mine = after.players[0]
    assert mine.hand == {"coffee1"}
    assert [set(deck) for deck in mine.resting[:3]] == [{"cotton1"}, {"clerk1"}, {"exp2"}]
    assert mine.slots == (None,) * 5
    assert not mine.used | mine.tiles
    assert mine.plus_one is None
    assert mine.done
    assert after.to_move == OTHER


@pytest.mark.parametrize("deck", [None, "middle", "ink"])
def test_exactly_one_deck_with_cards_is_picked_up(deck: str | None) -> None:
    assert breaks(table(player(resting=RESTING)), ending(deck)) == {"END-03"}


def test_without_decks_none_is_picked_up() -> None:
    assert breaks(table(player()), ending()) == set()
    assert breaks(table(player()), ending("left")) == {"END-03"}


def test_in_the_last_round_no_deck_matters() -> None:
    state = table(player(resting=RESTING), player(done=True), round=7)
    assert solutions(state, "end") == {CanonicalEnd(seat=ME)}
    after = effect(state, ending("left"))
    assert after == effect(state, ending())
    assert after.phase == "over"
    assert after.to_move is None


def test_the_phase_ends_with_the_last_player() -> None:
    after = effect(table(player(), player(done=True)), ending())
    assert after.phase == "preparation"


def test_decks_are_the_choices_of_an_end() -> None:
    state = table(player(resting=RESTING))
    assert solutions(state, "end") == {
        CanonicalEnd(seat=ME, deck="left"),
        CanonicalEnd(seat=ME, deck="right"),
    }


def test_the_goods_tile_cannot_be_placed_after_the_phase() -> None:
    state = table(player(["coffee1"], tiles=frozenset({"goods-tile"})))
    late = PlusOne(CardId("coffee1"), "after")
    assert breaks(state, ending(plus_one=late)) == {"BON-17"}


def test_turns_go_in_order_and_in_their_phase() -> None:
    assert breaks(table(player(), to_move=OTHER), ending()) == {"END-02"}
    assert breaks(table(player()), EndPhase(seat=Seat(5))) == {"END-02"}
    assert breaks(PLANNING, ending()) == {"END-01"}


def test_a_refill_comes_before_the_next_turn() -> None:
    holes = (None, *table(player()).book_display[1:])
    assert breaks(table(player(), book_display=holes), ending()) == {"END-01"}


def test_a_turn_taken_back_is_ruled_on_and_changes_nothing() -> None:
    state = table(player(["merchant"]))
    back = TakeBack(turn=UseMerchant(seat=ME, card=CardId("clerk1")))
    assert breaks(state, back) == {"DIA-01"}
    assert effect(state, back) == state


def test_no_effect_is_told_of_an_illegal_event() -> None:
    with pytest.raises(IllegalEffectError, match="END-03"):
        effect(table(player(resting=RESTING)), ending())


# Refills --------------------------------------------------------------------------------------


def refill(**books: str) -> RefillBooks:
    return RefillBooks(
        books=tuple(BookOnSpace(BookSpaceId(s), BookId(book)) for s, book in books.items())
    )


def with_holes(*spaces: str, **changes: object) -> State:
    shown = table(player()).book_display
    ids = [space.id for space in SET.book_spaces]
    display = tuple(None if i in spaces else book for i, book in zip(ids, shown, strict=True))
    return replace(table(player(), book_display=display), **changes)


HOLES = with_holes("top2", "top4")


def test_a_refill_fills_each_space_with_its_letter() -> None:
    after = effect(HOLES, refill(top2="a10", top4="b10"))
    assert (after.book_display[0], after.book_display[2]) == ("a10", "b10")
    assert "a10" not in after.unseen_books[0]
    assert after.to_move == ME


@pytest.mark.parametrize(
    ("event", "rule"),
    [
        (refill(top2="a10"), "BKK-12"),
        (refill(top2="a10", top4="b10", top3="a11"), "BKK-12"),
        (refill(top2="b11", top4="b10"), "BKK-31"),
        (refill(top2="a02", top4="b10"), "BKK-32"),
        (refill(top2="x", top4="b10"), "BKK-32"),
    ],
)
def test_each_fault_of_a_refill_is_named(event: RefillBooks, rule: str) -> None:
    assert breaks(HOLES, event) == {rule}


def test_a_seen_book_on_a_space_of_another_letter_breaks_two_rules() -> None:
    assert all_broken(HOLES, refill(top2="b02", top4="b10")) == {"BKK-31", "BKK-32"}


def test_a_refill_is_made_only_when_due() -> None:
    assert "BKK-11" in breaks(table(player()), refill())
    assert find(table(player()), "refill-books") is None


def test_a_short_supply_fills_what_it_can() -> None:
    state = with_holes("top2", "top3", unseen_books=(frozenset({"a10"}), frozenset(), frozenset()))
    assert breaks(state, refill(top3="a10")) == set()
    assert breaks(state, refill()) == {"BKK-12"}


# Preparation ------------------------------------------------------------------------------------


def prepared(**changes: object) -> State:
    plain = table(player(done=True), player(done=True), phase="preparation", to_move=None, turn=9)
    return replace(plain, **changes)


def test_the_display_moves_right_and_is_filled_from_the_stack() -> None:
    # The right column goes; the B-cards that are left come in from the left.
    before = prepared()
    event = find(before, "prepare")
    assert isinstance(event, PrepareRound)
    after = effect(before, event)
    assert after.display[:4] == before.display[4:8]
    assert after.display[4:8] == before.display[8:]
    assert after.display[8:] == event.cards
    assert after.discards == tuple(sorted(card for card in before.display[:4] if card))
    assert (after.round, after.phase, after.turn, after.to_move) == (3, "planning", 1, None)
    assert not any(seated.done for seated in after.players)


def test_gaps_close_within_their_row() -> None:
    shown = prepared().display
    # Row 1 keeps only its left card, row 2 none at all.
    display = (*shown[:4], None, None, *shown[6:8], shown[8], None, *shown[10:])
    before = prepared(display=display)
    event = find(before, "prepare")
    assert isinstance(event, PrepareRound)
    after = effect(before, event)
    assert after.display[0] == shown[8]
    assert after.display[1] == event.cards[0]
    assert len(event.cards) == 7


@pytest.mark.parametrize(
    ("cards", "rule"),
    [
        (("banana4",), "PRE-02"),
        (("banana4", "cotton3b", "cotton4", "coffee4b"), "PRE-03"),
        (("banana4", "cotton3b", "cotton4", "coffee2"), "PRE-04"),
        (("banana4", "cotton3b", "cotton4", "cotton4"), "PRE-04"),
        (("banana4", "cotton3b", "cotton4", "banana3"), "PRE-04"),
    ],
)
def test_each_fault_of_a_preparation_is_named(cards: tuple[str, ...], rule: str) -> None:
    assert breaks(prepared(), PrepareRound(cards=tuple(map(CardId, cards)))) == {rule}


def test_a_round_is_prepared_when_all_have_dropped_out() -> None:
    cards = find(prepared(), "prepare")
    assert isinstance(cards, PrepareRound)
    assert breaks(prepared(phase="over"), cards) == {"PRE-01"}


def test_coins_move_down_by_the_number_of_players() -> None:
    event = find(prepared(), "prepare")
    assert isinstance(event, PrepareRound)
    coins = effect(prepared(), event).book_coins
    spaces = {s.id: n for s, n in zip(SET.book_spaces, coins, strict=True) if n}
    assert spaces == {"top3": 1}
    four = prepared(
        setting=setting(4), players=tuple(player(done=True) for _ in range(4)), plans=(None,) * 4
    )
    coins = effect(four, event).book_coins
    spaces = {s.id: n for s, n in zip(SET.book_spaces, coins, strict=True) if n}
    assert spaces == {"top3": 1, "low3": 1}


def test_markers_return_with_the_tiles_they_reserved() -> None:
    frame = setting(2)
    markers = tuple(OTHER if s.id == "tile-clerk" else None for s in frame.spaces)
    before = prepared(markers=markers)
    event = find(before, "prepare")
    assert isinstance(event, PrepareRound)
    after = effect(before, event)
    assert after.players[1].tiles == {TileId("clerk-tile")}
    assert not any(seat is not None for seat in after.markers)


# Scoring ------------------------------------------------------------------------------------------


def test_the_rulebooks_seven_shares_at_six_pounds() -> None:
    # B1 shows 5 shares from space 13 on; two more on cards, one of them in a resting deck.
    resting = (frozenset({CardId("coffee3b")}), *(NO_CARDS,) * 4)
    me = player(
        cash=4,
        tracks=(0, 13, 0, 0),
        hand=frozenset({"banana2b"}),
        resting=resting,
        diamonds=9,
        ink=4,
    )
    bases = list(table(player()).bases)
    # One column empty shows 4 coins, the front of another 0, 1 and 1.
    bases[1] = (BaseColumn(0, opened=True), BaseColumn(2), BaseColumn(5))
    pad = score(table(me, player(cash=99), bases=tuple(bases), phase="over"))
    assert pad.rows[0] == (4, 0, 42, 0, 0, 15, 10)
    assert pad.totals[0] == 71
    assert pad.winners == {1}


def test_a_value_may_count_only_beyond_its_step() -> None:
    diamonds, books = SET.diamond_track.values[1].at, SET.book_track.values[1].at
    me = player(diamonds=diamonds, ink=books)
    beyond = player(diamonds=diamonds + 1, ink=books + 1)
    tables = (table(me, beyond), table(me, beyond, rulings=Rulings(value_passed="beyond")))
    at, later = (score(state).rows for state in tables)
    assert [row[5:] for row in at] == [values(1), values(1)]
    assert [row[5:] for row in later] == [values(0), values(1)]


def values(number: int) -> tuple[int, int]:
    tracks = (SET.diamond_track, SET.book_track)
    first, second = (track.values[number].pounds for track in tracks)
    return first, second


def test_a_tie_is_shared_and_a_returned_post_covers_coins() -> None:
    bases = list(table(player()).bases)
    bases[0] = (BaseColumn(1, opened=True), BaseColumn(5), BaseColumn(5))
    me = player(cash=3, tracks=(2, 0, 0, 0), hand=frozenset())
    pad = score(table(me, me, bases=tuple(bases), phase="over"))
    # The column shows 1, 0, 1, then a post over 0, then 2.
    assert pad.rows[0][1] == 4
    assert pad.winners == {0, 1}


def test_an_undecided_question_is_no_no() -> None:
    verdict = legal(
        table(player()), PlaceMarker(seat=ME, space=SpaceId("x"), reward=(SpendPoints(),))
    )
    assert not verdict.is_legal
