"""Lines and clauses that nobody wrote, draws that are noticed late, in a short record."""

from functools import cache

import pytest

from referee.api.sources import sets_of
from referee.core.budget import Budget
from referee.repairs.costs import MOST_WORK
from referee.repairs.distinctions import telling_fact
from referee.repairs.search import Repairing
from referee.repairs.sheet import Sheet
from tests.repairs.written_games import written_game

pytestmark = pytest.mark.slow


@cache
def text() -> str:
    """Return the first two rounds of a game with the money noted after each."""
    whole = written_game(104)
    return whole[: whole.index("\nround 3")] + "\n"


def suggested(record: str, *, edits: int = 1) -> list[str]:
    """Return the texts of all versions that are legal, likeliest first."""
    found = Repairing(Sheet(record, sets_of(None)), Budget(MOST_WORK), edits=edits).search().found
    return [version.sheet.text_with(version.rows) for version in found]


def slipped(old: str, new: str) -> str:
    """Return the record with something in it written otherwise."""
    assert text().count(old) == 1
    return text().replace(old, new)


@pytest.mark.parametrize(
    "lost",
    [
        "green end right\nred end right\n",
        "red marker first take points(b03) books b03@2\nrefill: low5:b15\n",
    ],
)
def test_two_lines_in_a_row_are_lost_together(lost: str) -> None:
    record = slipped(lost, "")
    assert not suggested(record)
    assert suggested(record, edits=2)


def test_the_books_of_a_turn_are_looked_for_before_a_refill_that_is_not_due() -> None:
    found = suggested(slipped("yellow clerk clerk1 books b15@5", "yellow clerk clerk1"))
    assert all("yellow clerk clerk1 books b15@" in record for record in found[:3])


def test_what_was_drawn_is_put_right_though_it_is_noticed_late() -> None:
    assert suggested(slipped("low3:a13", "low3:a14"))[0] == text()
    assert text() in suggested(slipped("top4:b11", "top4:b17"))


def test_a_book_goes_to_the_other_row() -> None:
    assert suggested(slipped("refill: low5:b15", "refill: top5:b15"))[0] == text()


def test_lines_whose_ends_were_exchanged_get_their_own() -> None:
    record = slipped(
        "red marker tile-clerk\nyellow clerk clerk1 books b15@5\n",
        "red clerk clerk1 books b15@5\nyellow marker tile-clerk\n",
    )
    assert suggested(record)[0] == text()


def test_lines_that_begin_with_an_initial_are_parted() -> None:
    short = text().replace("\ngreen end", "\ng end").replace("\nred end", "\nr end")
    at = short.index("\nr end")
    assert suggested(short[:at] + short[at + 1 :])[0] == short


def test_of_two_readings_the_one_that_looks_alike_is_likelier() -> None:
    found = suggested(slipped("low3:a13", "low3:a73"))
    assert found[0] == text()


def test_a_card_or_a_post_tells_games_apart_where_money_is_the_same() -> None:
    tables = []
    for record in (text(), slipped("R21:3 R22:3 take R21", "R21:2 R22:3 take R21")):
        start = Repairing(Sheet(record, sets_of(None)), Budget()).as_it_is()
        assert start is not None
        assert start.failure is None
        tables.append(start.tables)
    colours = ("blue", "green", "red", "yellow")
    fact = telling_fact(tables[0], tables[1], colours)
    assert fact is not None
    assert fact.round == 1
    assert fact.question == "how many posts were in column 2 of cape-town?"
    assert telling_fact(tables[0], tables[0], colours) is None
