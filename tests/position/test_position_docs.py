"""The page on positions tells every key, and its example is a table that can be."""

import re
from pathlib import Path

from referee.positions.audit import audit
from referee.positions.loader import load_position
from referee.positions.parser import PositionError, SeatForm
from referee.positions.writer import position_text
from tests.positions import position

PAGE = Path("docs/positions.md").read_text("utf-8")


def test_the_example_is_possible() -> None:
    found = re.search(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    assert found is not None
    example = load_position(found[1], "example.toml")
    assert audit(example.state, example.colours) == []
    assert example.title == "Should green expand?"


def test_every_key_is_on_the_page() -> None:
    try:
        position(unknown=1)
    except PositionError as error:
        expected = error.faults[0].message.partition("expected ")[2]
    keys = [*re.findall(r"\w+", expected.replace(" or ", ", ")), *SeatForm.__struct_fields__]
    assert len(keys) > 30
    assert [
        key for key in keys if f"`{key}`" not in PAGE.replace("`[seat.", "`seat` `[seat.")
    ] == []


def test_the_canonical_form_uses_keys_of_the_page_only() -> None:
    used = set(re.findall(r"^(\w+) = ", position_text(position()), re.MULTILINE))
    assert {key for key in used if f"`{key}`" not in PAGE} <= set("abcd") | {
        *re.findall(r"(?:top|low)\d|right|middle|left|mombasa|cairo", " ".join(used))
    }
