"""What people agree on at the table, and the table as it lies."""

import pytest
from msgspec.structs import replace

from referee.core.ids import COMPANIES, Seat
from referee.core.rulings import Rulings
from referee.core.state import State
from referee.engine import step
from referee.gaps.completions import Completions, complete_record
from referee.gaps.lines import GapLine, RulingFromHere
from referee.records.as_it_lies import CorrectedValue, Corrections
from referee.records.record import Adjust, AsItLies, BlankTurn, Quantity, Remark, SaidClaim
from tests.gaps.played_gaps import SMALL, one_turn, played


@pytest.mark.slow
def test_an_adjustment_changes_the_table_and_nothing_else() -> None:
    start, turn, _ = one_turn()
    lines = (GapLine(Adjust(turn.seat, 2)), GapLine(turn))
    found = complete_record(start, lines)
    me = start.players[turn.seat]
    richer = start.with_player(turn.seat, replace(me, cash=me.cash + 2))
    assert found.table == step(richer, turn)
    assert complete_record(start, (GapLine(Adjust(turn.seat, -1_000)),)).exists == "no"


def test_the_record_goes_on_from_the_table_as_it_lies() -> None:
    start, turn, _ = one_turn()
    cash = SaidClaim(what="cash", value=start.players[turn.seat].cash + 3, seat=turn.seat)
    ink = SaidClaim(what="ink", value=start.players[turn.seat].ink, seat=turn.seat)
    found = complete_record(start, (GapLine(AsItLies(), (cash, ink)), GapLine(turn)))
    assert found.exists == "yes"
    assert found.choices[0] == (Corrections((CorrectedValue(cash, cash.value - 3),)),)
    assert found.table is not None
    plain = step(start, turn)
    assert found.table.players[turn.seat].cash == plain.players[turn.seat].cash + 3


@pytest.mark.parametrize(
    "what", ["cash", "track", "diamonds", "ink", "first", "coins", "level", "owner", "book", "deck"]
)
@pytest.mark.parametrize("value", [-5, 10_000])
def test_what_cannot_lie_on_a_table_is_refused(what: Quantity, value: int) -> None:
    start, turn, _ = one_turn()
    space = start.setting.components.book_spaces[0].id
    claim = SaidClaim(what=what, value=value, seat=turn.seat, company="cairo", item=space)
    found = complete_record(start, (GapLine(AsItLies(), (claim,)),))
    is_amount = what in {"cash", "coins"} and value > 0
    assert found.exists == ("yes" if is_amount else "no")


def test_claims_behind_a_correction_do_not_bear_on_gaps_before_it() -> None:
    start, turn, _ = one_turn()
    wrong = SaidClaim(what="cash", value=777, seat=turn.seat)
    lines = (
        GapLine(BlankTurn(turn.seat)),
        GapLine(AsItLies(), (wrong,)),
        GapLine(Remark(), (wrong,)),
    )
    found = complete_record(start, lines)
    assert found.exists == "yes"
    assert found.number == complete_record(start, lines[:1]).number


def test_a_ruling_holds_from_where_it_was_decided() -> None:
    start, turn, _ = one_turn()
    rulings = Rulings(diamond_overflow="forfeit-overflow")
    found = complete_record(start, (GapLine(turn), GapLine(RulingFromHere(rulings))))
    assert found.table is not None
    assert found.table.setting.rulings == rulings
    assert replace(found.table, setting=start.setting) == step(start, turn)


# What is told of the completions. ---------------------------------------------------------------


def _lying(start: State, *claims: SaidClaim) -> Completions:
    return complete_record(start, (GapLine(AsItLies(), claims),))


def _tables(found: Completions) -> list[State]:
    return [world.table for world in found.worlds(1)]


def _in_the_middle() -> State:
    """Return a table in the middle of a game, at which somebody is to move."""
    states = [state for state, *_ in played(SMALL) if state.phase == "actions"]
    return next(state for state in states if state.round == 5)


def test_a_region_lies_as_claimed_and_its_post_comes_from_the_base() -> None:
    start = _in_the_middle()
    columns = [sum(column.posts > 0 for column in base) for base in start.bases]
    company = columns.index(max(columns))
    at = start.regions.index(None)
    region = start.setting.components.regions[at].id
    found = _lying(start, SaidClaim(what="owner", value=company + 1, item=region))
    assert found.exact
    assert len(_tables(found)) == columns[company] > 1
    posts = sum(column.posts for column in start.bases[company])
    for table in _tables(found):
        assert table.regions[at] == COMPANIES[company]
        assert sum(column.posts for column in table.bases[company]) == posts - 1
        assert table.lost_posts == start.lost_posts


def test_a_post_in_another_region_than_was_written_leaves_the_base_alone() -> None:
    start = _in_the_middle()
    regions = start.setting.components.regions
    at = next(place for place, owner in enumerate(start.regions) if owner is not None)
    owner = start.regions[at]
    assert owner is not None
    there = start.regions.index(None)
    claims = (
        SaidClaim(what="owner", value=0, item=regions[at].id),
        SaidClaim(what="owner", value=COMPANIES.index(owner) + 1, item=regions[there].id),
    )
    (table,) = _tables(_lying(start, *claims))
    assert (table.regions[at], table.regions[there]) == (None, owner)
    assert table.bases == start.bases


def test_columns_are_as_claimed_and_posts_are_lost_or_found() -> None:
    start = _in_the_middle()
    column = start.bases[1][0]
    claim = SaidClaim(what="column", value=column.posts - 1, company=COMPANIES[1], item="1")
    (table,) = _tables(_lying(start, claim))
    assert table.bases[1][0].posts == column.posts - 1
    assert table.lost_posts[1] == start.lost_posts[1] + 1
    posts = sum(each.posts for each in start.bases[1])
    total = SaidClaim(what="posts", value=posts - 1, company=COMPANIES[1])
    assert all(
        sum(each.posts for each in table.bases[1]) == posts - 1
        for table in _tables(_lying(start, total))
    )


def test_a_card_is_in_the_hand_that_it_is_claimed_to_be_in() -> None:
    start = _in_the_middle()
    card = next(card for card in start.display if card is not None)
    (table,) = _tables(_lying(start, SaidClaim(what="hand", value=1, seat=Seat(0), item=card)))
    assert card in table.players[0].hand
    assert card not in table.display
    held = min(start.players[0].hand)
    (table,) = _tables(_lying(start, SaidClaim(what="deck", value=2, seat=Seat(0), item=held)))
    assert held in table.players[0].resting[1]
    assert held not in table.players[0].hand
    gone = _tables(_lying(start, SaidClaim(what="hand", value=0, seat=Seat(0), item=held)))
    assert len(gone) == len(start.players[0].resting) + 1
    assert all(held not in table.players[0].hand for table in gone)


def test_a_book_lies_on_the_step_that_is_claimed() -> None:
    start = _in_the_middle()
    book = min(start.unseen_books[0])
    (table,) = _tables(_lying(start, SaidClaim(what="book", value=4, seat=Seat(1), item=book)))
    first = start.setting.components.book_track.last - len(start.players[1].books) + 1
    assert table.players[1].books[4 - first][-1] == book
    assert book not in table.unseen_books[0]


def test_a_count_chooses_among_the_ways_in_which_a_table_can_lie() -> None:
    start = _in_the_middle()
    held = min(start.players[0].hand)
    away = SaidClaim(what="hand", value=0, seat=Seat(0), item=held)
    resting = sum(map(len, start.players[0].resting))
    discarded = SaidClaim(what="rest", value=resting, seat=Seat(0))
    (table,) = _tables(_lying(start, away, discarded))
    assert held in table.discards


def test_behind_a_count_that_nothing_explains_nothing_is_excluded_or_certain() -> None:
    start, turn, _ = one_turn()
    more = SaidClaim(what="hand", value=len(start.players[turn.seat].hand) + 1, seat=turn.seat)
    found = complete_record(start, (GapLine(AsItLies(), (more,)), GapLine(turn)))
    assert (found.exists, found.exact) == ("yes", False)
    assert found.choices[0] == (Corrections((CorrectedValue(more, more.value - 1),)),)
    wrong = GapLine(Remark(), (SaidClaim(what="cash", value=999, seat=turn.seat),))
    behind = complete_record(start, (GapLine(AsItLies(), (more,)), wrong))
    assert behind.exists == "unknown"


def test_a_total_that_differs_is_told_and_goes_on() -> None:
    start = _in_the_middle()
    total = SaidClaim(what="total", value=500, seat=Seat(0))
    found = _lying(start, total)
    assert found.exists == "yes"
    (told,) = found.choices[0]
    assert isinstance(told, Corrections)
    assert [each.claim for each in told.corrections] == [total]
