"""Slips of whole lines, of results and of words that were misread each time, in a short record."""

from functools import cache

import pytest

import referee
from referee.api.sources import sets_of
from referee.core.budget import Budget
from referee.repairs.costs import MOST_WORK
from referee.repairs.line_edits import may_be_lost_before
from referee.repairs.search import Repairing, Searched
from referee.repairs.sheet import Sheet
from tests.repairs.written_games import written_game

pytestmark = pytest.mark.slow


@cache
def text() -> str:
    """Return the first two rounds of a game with the money noted after each."""
    whole = written_game(104)
    return whole[: whole.index("\nround 3")] + "\n"


def searched(record: str) -> Searched:
    return Repairing(Sheet(record, sets_of(None)), Budget(MOST_WORK), edits=1).search()


def suggested(record: str) -> list[str]:
    """Return the texts of all versions that are legal, likeliest first."""
    return [version.sheet.text_with(version.rows) for version in searched(record).found]


def lines() -> list[str]:
    return text().split("\n")


def place(*words: str) -> int:
    """Return the first line in which all of some words stand."""
    return next(at for at, line in enumerate(lines()) if all(word in line for word in words))


def changed(begin: int, end: int, *others: str) -> str:
    return "\n".join([*lines()[:begin], *others, *lines()[end:]])


def test_the_record_itself_is_legal() -> None:
    assert referee.loads(text()).check().verdict == "legal"


def test_a_line_that_was_broken_in_two_is_joined() -> None:
    at = place(" goods ")
    first, second = lines()[at][:10].rstrip(), lines()[at][10:]
    assert suggested(changed(at, at + 1, first, second))[0].split() == text().split()


@pytest.mark.parametrize("joint", [" ", ", ", ""])
def test_two_lines_that_were_run_together_are_parted(joint: str) -> None:
    at = place(" plan ")
    joined = changed(at, at + 2, f"{lines()[at]}{joint}{lines()[at + 1]}")
    assert suggested(joined)[0] == text()


def test_a_line_that_stands_too_late_goes_back() -> None:
    at = place("refill")
    moved = changed(at, at + 4, *lines()[at + 1 : at + 4], lines()[at])
    assert text() in suggested(moved)


def test_the_sign_of_a_comment_is_put_in() -> None:
    at = place(" goods ")
    found = suggested(changed(at, at + 1, f"{lines()[at]} and then tea"))
    assert f"{lines()[at]} # and then tea" in found[0]


def test_a_word_that_was_misread_each_time_is_one_slip() -> None:
    book = lines()[place("refill")].split(":")[-1]
    assert text().count(book) > 1
    found = searched(text().replace(book, f"{book}x"))
    assert found.found[0].edits[0].kind == "throughout"
    assert found.found[0].sheet.text_with(found.found[0].rows) == text()


def test_results_that_are_wrong_from_somewhere_on_are_one_slip() -> None:
    record = "\n".join(_with_more(line, 2) if line.startswith("=") else line for line in lines())
    found = searched(record).found
    assert found[0].edits[0].kind == "wrong-results"
    assert found[0].sheet.text_with(found[0].rows) == text()


def _with_more(line: str, by: int) -> str:
    head, _, last = line.rpartition(" ")
    return f"{head} {int(last) + by}"


def test_a_plan_of_other_cards_is_found_as_a_gap() -> None:
    at = place(" plan ")
    player, verb, *cards = lines()[at].split()
    other = lines()[at + 1].split()[2:]
    assert cards != other
    found = searched(changed(at, at + 1, " ".join([player, verb, *other])))
    assert any(version.edits[0].kind == "garbled-line" for version in found.found)


def test_a_line_that_cannot_be_read_is_the_only_one_that_is_changed() -> None:
    at = place(" goods ")
    found = searched(changed(at, at + 1, lines()[at].replace("goods", "gdos")))
    assert {edit.at for version in found.found for edit in version.edits} == {
        found.found[0].edits[0].at
    }


def test_only_who_plays_alone_can_have_taken_another_turn_unnoticed() -> None:
    start = Repairing(Sheet(text(), sets_of(None)), Budget()).as_it_is()
    assert start is not None
    for row, table in zip(start.rows, start.tables, strict=False):
        if may_be_lost_before(table, row):
            assert table.phase == "actions"
            assert sum(not player.done for player in table.players) == 1
