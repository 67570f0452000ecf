"""Whatever stands in an entry of a set, the reader says what is wrong and where."""

from collections.abc import Callable
from pathlib import Path

import pytest

from referee.core.components import provenance
from referee.core.set_reader import read_draft
from tests.components.a_map import BORDER, REGION, found_in

AN_ENTRY = 'expected an entry with its values, such as `{ id = "R01", amount = 2 }`'
SOURCES = "`rulebook EDITION SECTION`, `secondhand`, `reconstructed`, `copy` or `deduced GAMES`"


def found_in_map(folder: Path, region: str) -> list[str]:
    """Return what the reader finds in a map of this region and one border."""
    return [str(finding) for finding in found_in(folder, "map.toml", region + BORDER)]


def test_nothing_is_found_in_a_whole_set(folder: Path) -> None:
    draft = read_draft(folder)
    assert draft.findings == []
    assert draft.gaps == set()


def test_one_region_and_one_border_are_a_map_to_the_reader(folder: Path) -> None:
    assert found_in_map(folder, REGION) == []


@pytest.mark.parametrize(
    ("spoil", "expected"),
    [
        (
            lambda text: text.replace("amount = 2", "amount = -1"),
            "map.toml, region R1: amount: found -1; expected a number from 0 to 999",
        ),
        (
            lambda text: text.replace("amount = 2", "amount = 1000"),
            "map.toml, region R1: amount: found 1000; expected a number from 0 to 999",
        ),
        (
            lambda text: text.replace("amount = 2", 'amount = "two"'),
            'map.toml, region R1: amount: found "two"; expected a number from 0 to 999',
        ),
        (
            lambda text: text.replace("amount = 2", "amount = true"),
            "map.toml, region R1: amount: found true; expected a number",
        ),
        (
            lambda text: text.replace("amount = 2", "amount = 1979-05-27"),
            'map.toml, region R1: amount: found "1979-05-27"; expected a number from 0 to 999',
        ),
        (
            lambda text: text.replace("amount = 2", "amount = nan"),
            "map.toml, region R1: amount: found NaN; expected a number",
        ),
        (
            lambda text: text.replace("amount = 2", "amount = {}"),
            "map.toml, region R1: amount: found {}; expected a number",
        ),
        (
            lambda text: text.replace("amount = 2", "amount = 99999999999999999999999"),
            "map.toml, region R1: amount: ",
        ),
        (
            lambda text: text.replace('"pounds"', '"gold"'),
            'map.toml, region R1: reward: found "gold"; expected diamonds, none, points, ',
        ),
        (
            lambda text: text.replace("[1, 1]", "[1, 1, 1]"),
            "map.toml, region R1: drawn: found [1, 1, 1]; expected a list of 2",
        ),
        (
            lambda text: text.replace("[1, 1]", "{ column = 1 }"),
            'map.toml, region R1: drawn: found {"column": 1}; expected a list',
        ),
        (
            lambda text: text.replace("name =", "nam ="),
            "map.toml, region R1: `nam` is unknown; expected ",
        ),
        (
            lambda text: text.replace('name = "A region"\n', ""),
            "map.toml, region R1: `name` is missing",
        ),
        (
            lambda text: text.replace('id = "R1"', "id = 7"),
            "map.toml, region 7: id: found 7; expected a text",
        ),
        (
            lambda text: text.replace('id = "R1"\n', ""),
            "map.toml, region number 1: `id` is missing",
        ),
        (
            lambda text: text.replace('"copy"', '"a friend"'),
            f'map.toml, region R1: source: found "a friend"; expected {SOURCES}',
        ),
        (
            lambda text: text.replace('"copy"', '"copy\\n"'),
            f'map.toml, region R1: source: found "copy\\n"; expected {SOURCES}',
        ),
        (
            lambda text: text.replace('source = "copy"', ""),
            "map.toml, region R1: `source` is missing",
        ),
        (
            lambda text: text + 'sources = { mines = "hearsay" }',
            "map.toml, region R1: sources",
        ),
        (
            lambda text: text + 'sources = { gold = "copy" }',
            "map.toml, region R1: sources: there is no value named `gold`",
        ),
        (lambda text: text + "sources = [1]", "map.toml, region R1: sources"),
        (lambda text: text + "mines = '?'", "map.toml, region R1: mines has not been entered"),
        (
            lambda text: text.replace("[1, 1]", '[1, "?"]'),
            "map.toml, region R1: drawn[2] has not been entered",
        ),
        (
            lambda text: text.replace('id = "R1"', 'id = "?"'),
            "map.toml, region number 1: id has not been entered",
        ),
    ],
)
def test_a_fault_is_named_with_its_file_and_entry(
    spoil: Callable[[str], str], expected: str, folder: Path
) -> None:
    assert spoil(REGION) != REGION
    found = found_in_map(folder, spoil(REGION))
    assert len(found) == 1
    assert found[0].startswith(expected)


@pytest.mark.parametrize(
    ("region", "expected"),
    [
        ("", "map.toml: has no tables [[region]]"),
        ("region = 5", "map.toml: found 5; expected tables [[region]]"),
        ("region = []", "map.toml: found []; expected tables [[region]]"),
        ("[region]\nid = 1", 'map.toml: found {"id": 1}; expected tables [[region]]'),
        ("region = [5]", f"map.toml, region number 1: found 5; {AN_ENTRY}"),
        ("region = [[[1]]]", f"map.toml, region number 1: found [[1]]; {AN_ENTRY}"),
        (
            f"{REGION}\n[more]",
            "map.toml: has an unknown key `more`; expected region, border, source",
        ),
    ],
)
def test_a_table_of_another_shape_is_named(region: str, expected: str, folder: Path) -> None:
    assert found_in_map(folder, region) == [expected]


def test_a_single_table_stands_once(folder: Path) -> None:
    board = (folder / "player_board.toml").read_text(encoding="utf-8")
    twice = board.replace("[book_track]", "[[book_track]]")
    assert found_in(folder, "player_board.toml", twice) == []
    twice += twice[twice.index("[[book_track]]") :]
    found = found_in(folder, "player_board.toml", twice)
    assert list(map(str, found)) == ["player_board.toml: has 2; expected one table [book_track]"]


def test_blanks_are_told_from_faults(folder: Path) -> None:
    found = found_in(folder, "map.toml", REGION.replace("2", '"?"') + BORDER.replace("1", "3"))
    assert [(finding.blank, finding.entry) for finding in found] == [
        (True, "region R1"),
        (False, "border cairo-R3"),
    ]


def test_an_entry_amiss_leaves_a_gap_in_its_table_alone(folder: Path) -> None:
    (folder / "map.toml").write_text(REGION.replace("2", '"?"') + BORDER, encoding="utf-8")
    draft = read_draft(folder)
    assert draft.gaps == {"regions"}
    assert draft.entries["regions"] == []
    assert len(draft.entries["borders"]) == 1


def test_the_default_source_of_a_file_can_be_wrong_too(folder: Path) -> None:
    without = REGION.replace('source = "copy"\n', "")
    assert found_in_map(folder, f'source = "copy"\n{without}') == []
    for wrong in ('"?"', "5", "[]", "{ a = 1 }"):
        (found,) = found_in_map(folder, f"source = {wrong}\n{without}")
        assert found.startswith("map.toml, region R1: source: ")


def test_a_source_that_says_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="is not a source; expected rulebook, "):
        provenance("hearsay")
