"""A narrow terminal shows everything that a wide one does, in more lines."""

from functools import cache

import pytest
from rich.console import RenderableType

import referee
from referee.api.positions import AuditedPosition, PositionAudit
from referee.cli.position import audited_page
from referee.cli.puzzle import puzzle_list, puzzle_page
from referee.cli.render.component_set import whole_set
from referee.cli.render.pad import pad_page
from referee.cli.render.table import small_table, whole_table
from referee.cli.rules import rule_list, ruling_list
from referee.core.set_reader import reference_set
from referee.types import PossibleTables
from tests.cli.running import run, shown

FOUND = referee.load("games/four-players.mgn").table("3.2")
PUZZLES = [*referee.puzzles()]
NO_FAULTS = PositionAudit(
    file="table.toml", verdict="possible", moment=None, digest=None, faults=()
)
PAGES: dict[str, RenderableType] = {
    "show": whole_table(PossibleTables(FOUND)),
    "show --books": whole_table(PossibleTables(FOUND), with_books=True),
    "beside a verdict": small_table(FOUND.state, FOUND.colours),
    "score": pad_page(FOUND.state, FOUND.colours),
    "rules": rule_list(referee.rules()),
    "rulings": ruling_list(referee.rulings()),
    "components show": whole_set(reference_set()),
    "puzzle list": puzzle_list(each.summary() for each in PUZZLES),
    "puzzle show": puzzle_page(PUZZLES[0], PUZZLES[0].id),
    "position check": audited_page(AuditedPosition(NO_FAULTS, ())),
}
STROKES = {"·", ":", "::"}
NOT_TOLD = {"id", "table", "[cairo]", "[cape-town]", "[mombasa]", "[saint-louis]"}
"""Names of columns, and the places of the bases in the drawing of the map."""


@cache
def lines_of(name: str, width: int) -> list[str]:
    return shown(PAGES[name], width)


@cache
def words_of(name: str, width: int) -> set[str]:
    return {word for line in lines_of(name, width) for word in line.split()} - STROKES


@pytest.mark.parametrize("width", [40, 60, 80])
@pytest.mark.parametrize("name", PAGES)
def test_nothing_is_left_out(name: str, width: int) -> None:
    together = "".join("".join(line.split()) for line in lines_of(name, width))
    wide = {word.strip(":·") for word in words_of(name, 100)}
    # A column may break long words; the name of the first column goes without saying.
    assert {word for word in wide if word[:12] not in together} <= NOT_TOLD


@pytest.mark.parametrize("width", [40, 60, 80])
@pytest.mark.parametrize("name", PAGES)
def test_no_line_is_wider_than_the_terminal(name: str, width: int) -> None:
    assert max(map(len, lines_of(name, width))) <= width


def test_a_row_that_does_not_fit_is_told_below_its_first_cell() -> None:
    lines = lines_of("beside a verdict", 40)
    assert lines[0] == "blue"
    assert "£: 16" in lines[1]
    assert any(line.startswith("  face up: ") for line in lines)


def test_every_card_on_display_has_its_price() -> None:
    output = run("show", "games/four-players.mgn", "--at", "3.2").output
    display = output.partition("Cards on display")[2].partition("in brackets")[0]
    components = FOUND.state.setting.components
    for space, card in zip(components.filling_order, FOUND.state.display, strict=True):
        assert card is not None
        assert f"{card} ({components.card[card].crate + space.crate})" in display
    rows = {space.row for space in components.filling_order}
    crates = {
        row: [space.crate for space in components.filling_order if space.row == row] for row in rows
    }
    assert len({tuple(row) for row in crates.values()}) > 1, "one heading would do for all rows"
