"""Values put into the files of a set: nothing else in them changes."""

import tomllib
from pathlib import Path
from typing import Any, Final

import pytest

from referee.components.set_invariant import KEY_OF_TABLE
from referee.copies.set_files import EntryChange, changed_text
from referee.core.component_set import SINGLE_TABLES
from referee.core.set_reader import FILE_OF_TABLE

BENS: Final = Path("games/own-copy/bens-copy")
TEMPLATE: Final = Path("referee/components/template")
SOURCES: Final = {"crate": "deduced first.mgn", "points": "deduced a.mgn b.mgn"}


def _entries(text: str, table: str) -> list[dict[str, Any]]:
    found = tomllib.loads(text)[KEY_OF_TABLE[table]]
    return [found] if table in SINGLE_TABLES else found


@pytest.mark.parametrize("folder", [BENS, TEMPLATE], ids=["rows", "blocks"])
@pytest.mark.parametrize("table", ["cards", "regions", "books", "card_spaces", "starting_tiles"])
def test_one_value_changes_no_other_line(folder: Path, table: str) -> None:
    text = (folder / FILE_OF_TABLE[table]).read_text("utf-8")
    rows = _entries(text, table)
    for number in {0, len(rows) // 2, len(rows) - 1}:
        blank = next(field for field, value in rows[number].items() if value == "?")
        for values in ({blank: 7}, {blank: {"pounds": 3}, "sources": SOURCES}, {"sources": None}):
            changed = changed_text(text, EntryChange(table, number, values))
            expected = {**rows[number], **values}
            kept = {field: value for field, value in expected.items() if value is not None}
            assert _entries(changed, table)[number] == kept
            before, after = text.split("\n"), changed.split("\n")
            assert len({*before} - {*after}) <= len(values)
            assert [line for line in before if line.lstrip().startswith("#")] == [
                line for line in after if line.lstrip().startswith("#")
            ]


@pytest.mark.parametrize("folder", [BENS, TEMPLATE], ids=["rows", "blocks"])
def test_an_entry_is_added_behind_the_last(folder: Path) -> None:
    text = (folder / "map.toml").read_text("utf-8")
    borders = _entries(text, "borders")
    values = {"between": ["R01", "R24"], "lines": 2, "source": "deduced first.mgn"}
    changed = changed_text(text, EntryChange("borders", len(borders), values))
    assert _entries(changed, "borders") == [*borders, values]
    assert {*text.split("\n")} <= {*changed.split("\n")}


def test_a_row_in_a_form_of_its_own_is_changed_in_place() -> None:
    text = """\
card = [ # all of them
  { id = "a", crate = "?",
    # no comment
    sources = { crate = "copy" } }, { crate = "?", id = "b" } # the last
]
""".replace(",\n    # no comment\n    ", ", ")
    first = changed_text(text, EntryChange("cards", 0, {"crate": 3, "sources": {"crate": "x"}}))
    assert first == text.replace('"?"', "3", 1).replace('"copy"', '"x"')
    last = changed_text(text, EntryChange("cards", 1, {"crate": None, "units": 2}))
    assert last == text.replace('{ crate = "?", id = "b" }', '{ id = "b", units = 2 }')
    more = changed_text(text, EntryChange("cards", 2, {"id": "c"}))
    assert tomllib.loads(more)["card"][2] == {"id": "c"}
    assert "# the last" in more
