"""The games that people left with gaps: what docs/gaps.md tells of each of them."""

from pathlib import Path

import pytest

import referee

FOLDER = Path("games/with-gaps")

OPEN = {
    # Not all ways can be tried: these are the turns of the one that is found first.
    "a-lost-sheet": ("legal", {f"7.{turn}" for turn in range(4, 7)}),
    "cannot-have-been": ("illegal", set()),
    "in-no-order": ("legal", {f"1.{turn}" for turn in range(3, 9)}),
    "money-at-the-end-of-rounds": ("legal", set()),
    "red-never-wrote-columns": ("legal", {"1.3", "3.3", "7.3"}),
    "refills-never-noted": ("legal", None),
    "the-pad-proves-a-turn": ("legal", set()),
    "the-table-was-right": ("legal", set()),
    "two-turns-forgotten": ("legal", {"3.3"}),
}
"""By record the verdict, and the addresses of what stays open."""


def test_every_record_is_told_of() -> None:
    names = {file.stem for file in FOLDER.glob("*.mgn")}
    page = Path("docs/gaps.md").read_text("utf-8")
    assert names == {*OPEN}
    assert [name for name in names if f"`{name}`" not in page] == []


@pytest.mark.slow
@pytest.mark.parametrize("name", OPEN)
def test_the_verdict_is_the_one_told(name: str) -> None:
    verdict = referee.check(FOLDER / f"{name}.mgn")
    outcome, addresses = OPEN[name]
    assert verdict.verdict == outcome
    if addresses is not None:
        assert {gap.address for gap in verdict.open_gaps} == addresses


@pytest.mark.parametrize("name", OPEN)
def test_the_canonical_form_says_the_same(name: str) -> None:
    game = referee.load(FOLDER / f"{name}.mgn")
    assert referee.loads(game.to_text()).to_json() == game.to_json()


@pytest.mark.slow
def test_the_wrong_note_is_told_with_what_it_can_be() -> None:
    (excluding,) = referee.check(FOLDER / "cannot-have-been.mgn").conflict
    assert excluding.claim == "blue 12"
    assert max(excluding.possible) == 8


def test_agreements_are_shown_as_what_they_are() -> None:
    verdict = referee.check(FOLDER / "the-table-was-right.mgn")
    assert [agreed.kind for agreed in verdict.agreed] == ["adjust", "table", "ruling"]
    assert verdict.agreed[1].changed == ("green 9 instead of 12",)


@pytest.mark.slow
def test_a_line_to_write_is_only_an_instance_where_not_all_ways_were_found() -> None:
    for gap in referee.check("games/with-gaps/a-lost-sheet.mgn").open_gaps:
        assert gap.bound == "at least"
        assert all(told.startswith("write what it was, such as") for told in gap.write)
