"""Slips of every kind in a seeded game, and the likeliest change that takes each back."""

from functools import cache

import pytest

import referee
from referee.api.sources import sets_of
from referee.core.budget import Budget
from referee.repairs.costs import MOST_WORK, Nearness, costs
from referee.repairs.search import Repairing, Searched
from referee.repairs.sheet import Sheet, looks_like, within_two
from tests.repairs.written_games import written_game

SEED = 104


@cache
def text() -> str:
    return written_game(SEED)


def searched(record: str, *, edits: int = 1) -> Searched:
    return Repairing(Sheet(record, sets_of(None)), Budget(MOST_WORK), edits=edits).search()


def first_text(record: str, *, edits: int = 1) -> str:
    version = searched(record, edits=edits).found[0]
    return version.sheet.text_with(version.rows)


def line_with(beginning: str, number: int = 0) -> str:
    """Return one of the lines in which something stands."""
    return [line for line in text().split("\n") if beginning in line][number]


def slipped(old: str, new: str) -> str:
    """Return the record with one line written otherwise."""
    changed = text().replace(f"\n{old}\n", f"\n{new}\n" if new else "\n", 1)
    assert changed != text()
    return changed


def slips() -> dict[str, tuple[str, str]]:
    goods = line_with(" goods ", 3)
    expand = line_with(" expand ", 1)
    plan = line_with(" plan ", 5)
    money = line_with("= blue", 1)
    return {
        "a letter": (goods, goods.replace("goods", "gods")),
        "a word twice": (plan, f"{plan} {plan.split()[-1]}"),
        "a player": (
            goods,
            f"{'green' if goods.startswith('blue') else 'blue'} {goods.split(' ', 1)[1]}",
        ),
        "a sign": (expand, expand.replace(":", ";", 1)),
        "two words in one": (expand, expand.replace(" ", "", 1)),
        "a line twice": (goods, f"{goods}\n{goods}"),
        "a result": (money, _one_more(money)),
    }


def _one_more(line: str) -> str:
    head, _, last = line.rpartition(" ")
    return f"{head} {int(last) + 1}"


@pytest.mark.slow
@pytest.mark.parametrize("kind", [*slips()])
def test_a_slip_is_taken_back(kind: str) -> None:
    record = slipped(*slips()[kind])
    assert referee.loads(first_text(record)).check().verdict == "legal"
    assert first_text(record).split() == text().split()


def test_swapped_lines_are_put_back() -> None:
    lines = text().split("\n")
    at = next(
        i for i, line in enumerate(lines) if line.startswith("refill") and " goods " in lines[i + 1]
    )
    lines[at], lines[at + 1] = lines[at + 1], lines[at]
    assert first_text("\n".join(lines)) == text()


def test_a_lost_end_of_the_phase_is_filled_as_a_gap() -> None:
    lost = line_with(" end ", 2)
    found = searched(slipped(lost, ""))
    assert found.found[0].edits[0].kind == "lost-line"
    assert lost in {edit.texts[0] for version in found.found for edit in version.edits}


@pytest.mark.slow
def test_a_slip_in_the_header_is_taken_back() -> None:
    tracks = line_with("tracks ")
    assert first_text(slipped(tracks, f"{tracks}\n{tracks}")) == text()
    assert first_text(text().replace("players", "playrs", 1)) == text()
    assert first_text(slipped(tracks, tracks.replace("mombasa", "cairo", 1))) == text()


@pytest.mark.slow
def test_a_lost_region_is_put_back() -> None:
    expand = next(line for line in text().split("\n") if " expand " in line and " take R" in line)
    words = expand.split()
    del words[3]
    found = searched(slipped(expand, " ".join(words)))
    assert text() in {version.sheet.text_with(version.rows) for version in found.found}


@pytest.mark.slow
def test_two_slips_are_looked_for_only_where_one_explains_nothing() -> None:
    first, second = line_with(" goods ", 2), line_with(" plan ", 9)
    record = slipped(first, first.replace("goods", "gods"))
    both = record.replace(second, second.replace("plan", "pln"), 1)
    assert not searched(both).found
    assert first_text(both, edits=2) == text()
    assert {len(version.edits) for version in searched(record, edits=2).found} == {1}


def test_a_legal_record_gets_no_suggestion() -> None:
    found = searched(text())
    assert found.legal
    assert not found.found


def test_comments_and_blank_lines_stay_where_they_are() -> None:
    goods = line_with(" goods ", 3)
    noted = text().replace(goods, f"{goods}  # her third\n\n# a note", 1)
    assert first_text(noted.replace(goods, goods.replace("goods", "gods"), 1)) == noted


def test_no_work_leaves_everything_undecided() -> None:
    goods = line_with(" goods ", 3)
    record = slipped(goods, goods.replace("goods", "gods"))
    found = Repairing(Sheet(record, sets_of(None)), Budget(work=3)).search()
    assert found.ended == "stopped"
    assert not found.found
    assert found.singles_after is None


def test_every_kind_of_slip_has_a_cost_and_they_are_added_up() -> None:
    assert costs().of("typo", 1) == costs().kinds["typo"]
    assert costs().of("typo", 3) > costs().of("typo", 2)
    near, far = (costs().of_distance(Nearness(d)) for d in (0, 40))
    assert near < far
    mine = Nearness(2, same_player=True)
    assert costs().of_distance(mine) < costs().of_distance(Nearness(2))


@pytest.mark.parametrize(
    ("word", "other", "kind"),
    [
        ("R12", "R21", "transposed"),
        ("R12", "R11", "one-character"),
        ("exp2", "exp2b", "one-character"),
        ("3", "4", "off-by-one"),
        ("9", "10", "off-by-one"),
        ("coffee2", "cotton2", None),
        ("R12", "R12", None),
    ],
)
def test_words_look_like_each_other(word: str, other: str, kind: str | None) -> None:
    assert looks_like(word, other) == kind


def test_two_letters_may_differ_and_no_more() -> None:
    assert within_two("exapnd", "expand")
    assert within_two("expnd", "expand")
    assert not within_two("ex", "expand")
    assert not within_two("marker", "goods")
