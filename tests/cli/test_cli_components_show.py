import json
from pathlib import Path
from random import Random
from typing import Any, get_args

import msgspec
import pytest

from referee.cli.render.component_set import (
    SECTIONS,
    card_words,
    section,
    space_words,
    tile_words,
    whole_set,
)
from referee.cli.render.map import mark
from referee.components.generate import random_set
from referee.components.set_writer import write_set
from referee.core.component_set import TABLES, ComponentSet, count, kinds
from referee.core.components import Base, Card, GoodsCard
from referee.core.ids import CardId
from referee.core.set_reader import FILES, reference_set
from referee.i18n.catalogue import area
from tests.cli.running import run, shown

pytestmark = pytest.mark.slow

KEYS = ("name", "title", "about", "digest", "provenance", "tables", "unread")
MARK = {"R", "S", "c", "C"}


@pytest.fixture(params=["reference", 1, 2, 3])
def components(request: pytest.FixtureRequest) -> ComponentSet:
    """The shipped set and some that nobody thought of."""
    seed: object = request.param
    if isinstance(seed, int):
        return random_set(Random(seed))
    return reference_set()


def test_the_shipped_set_is_shown_by_default() -> None:
    result = run("components", "show")
    assert result.exit_code == 0
    said = " ".join(result.output.split())
    assert reference_set().title in said
    assert reference_set().digest in said
    assert " ".join(reference_set().about.split()) in said


@pytest.mark.parametrize("code", ["nl", "cs", "fr"])
def test_the_shipped_set_speaks_of_itself_in_every_language(code: str) -> None:
    said = " ".join(run("--lang", code, "components", "show").output.split())
    things = area(code, "things")
    assert said.startswith(f"{things['reference-set']} ")
    assert " ".join(things["reference-set-about"].split()) in said
    assert reference_set().title not in said
    facts = json.loads(run("--lang", code, "components", "show", "--json").output)
    assert (facts["title"], facts["about"]) == (reference_set().title, reference_set().about)


def test_the_shipped_set_warns_that_it_is_reconstructed() -> None:
    said = " ".join(run("components", "show").output.split())
    assert "it is largely reconstructed" in said
    assert "needs a set made from that copy" in said


def test_the_origin_of_values_is_counted_in_all_and_by_table() -> None:
    counts = count(reference_set())
    total = sum(by_kind.total() for by_kind in counts.values())
    stated = sum(by_kind["rulebook"] for by_kind in counts.values())
    lines = run("components", "show").output.splitlines()
    assert f"Of {total} values {stated} are stated in a rulebook" in " ".join(
        " ".join(lines).split()
    )
    for table, by_kind in counts.items():
        name = table.replace("_", " ")
        row = next(line.split() for line in lines if line.strip().startswith(f"{name}  "))
        assert row[len(name.split())] == str(by_kind.total())
        assert row[-1] == str(by_kind["copy"] or "-")


def test_a_set_read_off_a_copy_has_no_warning(tmp_path: Path) -> None:
    owned: dict[str, Any] = {
        table: tuple(
            msgspec.structs.replace(entry, source="copy", sources=())
            for entry in getattr(reference_set(), table)
        )
        for table in TABLES
    }
    mine = ComponentSet(name="mine", title="My copy", about="", **owned)
    result = run("components", "show", str(write_set(mine, tmp_path / "mine")))
    assert result.exit_code == 0
    assert "reconstructed. A verdict" not in " ".join(result.output.split())
    assert "0 are reconstructed" in " ".join(result.output.split())


@pytest.mark.parametrize("name", SECTIONS)
def test_a_section_is_shown_alone_with_its_legend(name: str) -> None:
    result = run("components", "show", "--section", name)
    assert result.exit_code == 0
    assert result.output.endswith("R rulebook  S secondhand  c reconstructed  C copy  d deduced\n")
    others = [other for other in SECTIONS if other != name]
    titles = {other: shown(SECTIONS[other](reference_set()), 100)[0] for other in others}
    assert not any(title in result.output.splitlines() for title in titles.values())


def test_an_unknown_section_is_a_misuse() -> None:
    assert run("components", "show", "--section", "moon").exit_code == 2


@pytest.mark.parametrize("width", [80, 100])
def test_every_set_fits(components: ComponentSet, width: int) -> None:
    lines = shown(whole_set(components), width)
    assert max(map(len, lines)) <= width


def test_every_entry_is_shown_with_its_mark(components: ComponentSet) -> None:
    places = {
        "cards": components.cards,
        "books": components.books,
        "tiles": components.starting_tiles,
        "bonus": (*components.spaces, *components.tiles),
        "map": components.regions,
    }
    for name, entries in places.items():
        rows = [line.split() for line in shown(section(components, name), 100)]
        for entry in entries:
            marked = [row[-1] for row in rows if row[:1] == [entry.id] and len(row) > 1]
            assert mark(entry).plain in marked


def test_the_map_is_drawn_with_every_region_and_base(components: ComponentSet) -> None:
    lines = shown(section(components, "map"), 80)
    drawn = lines[: next(i for i, line in enumerate(lines) if "£ pounds" in line)]
    for region in components.regions:
        assert sum(f" {region.id} " in f"{line} " for line in drawn) == 1
    for base in components.bases:
        assert sum(f"[{base.company}]" in line for line in drawn) == 1


def test_the_map_lists_every_border_once() -> None:
    said = run("components", "show", "--section", "map").output
    listed = said.partition("single borders: ")[2]
    single, _, double = listed.partition("double borders: ")
    for border in reference_set().borders:
        place = single if border.lines == 1 else double
        assert f"{'-'.join(border.between)} c" in place
    assert int(single.split()[0]) + int(double.split()[0]) == len(reference_set().borders)


def test_a_track_is_a_line_of_spaces() -> None:
    track = reference_set().track[reference_set().tracks[0].id]
    lines = run("components", "show", "--section", "tracks").output.splitlines()
    start = next(i for i, line in enumerate(lines) if line.split()[:1] == [track.id])
    spaces, shares, calls, pays = lines[start + 1 : start + 5]

    def at(space: int) -> slice:
        end = spaces.index(f" {space}", len("  space ")) + len(f" {space}")
        return slice(end - 2, end)

    assert spaces.split()[1:] == [str(space) for space in range(track.last + 1)]
    for icon in track.shares:
        assert shares[at(icon.at)].strip() == str(icon.shares)
    for call in track.calls:
        assert calls[at(call.before)] == f"£{call.pounds}"
    for special in track.specials:
        assert pays[at(special.at)] == f"£{special.pounds}"


def test_bases_show_their_coins() -> None:
    said = run("components", "show", "--section", "bases").output
    for base in reference_set().bases:
        columns = " | ".join(" ".join(map(str, column)) for column in base.columns)
        assert f"{base.company} " in said
        assert columns in said


def test_the_player_board_shows_values_and_slots() -> None:
    said = run("components", "show", "--section", "board").output
    for value in (*reference_set().diamond_track.values, *reference_set().book_track.values):
        assert f" {value.pounds}" in said
    assert said.count("slot") >= 2


def test_displays_and_rounds_show_their_numbers() -> None:
    said = run("components", "show", "--section", "displays").output
    for space in reference_set().book_spaces:
        assert f"{space.letter} {space.id} " in said
    rounds = run("components", "show", "--section", "rounds").output.splitlines()
    for coins in reference_set().round_coins:
        row = [str(coins.players), *map(str, coins.coins), "R"]
        assert row in [line.split() for line in rounds]


def test_all_that_can_be_printed_has_words(components: ComponentSet) -> None:
    for space in components.spaces:
        assert space_words(space)
    for tile in components.tiles:
        assert tile_words(tile)
    assert {type(card) for card in components.cards} == {*get_args(Card)}
    assert all(card_words(card) for card in components.cards)


def test_the_json_is_the_whole_set_with_its_sources() -> None:
    result = run("components", "show", "--json")
    assert result.exit_code == 0
    found: dict[str, Any] = json.loads(result.output)
    documented = " ".join(run("components", "show", "--help").output.split())
    assert tuple(found) == KEYS
    assert all(key in documented for key in KEYS)
    assert found["digest"] == reference_set().digest
    assert tuple(found["tables"]) == TABLES
    assert tuple(found["provenance"]) == TABLES
    for table in TABLES:
        assert len(found["tables"][table]) == len(getattr(reference_set(), table))
        for entry in found["tables"][table]:
            assert entry["source"]
            assert isinstance(entry["sources"], dict)
    assert found["tables"]["regions"][0]["id"] == reference_set().regions[0].id
    assert found["tables"]["cards"][0]["kind"] == "goods"


def test_json_and_a_section_do_not_go_together() -> None:
    assert run("components", "show", "--json", "--section", "map").exit_code == 2


def test_a_folder_is_shown(components: ComponentSet, tmp_path: Path) -> None:
    folder = write_set(components, tmp_path / "set")
    result = run("components", "show", str(folder))
    assert result.exit_code == 0
    assert components.digest in result.output


def test_a_missing_folder_is_a_misuse(tmp_path: Path) -> None:
    for place in (tmp_path / "nowhere", tmp_path / "file"):
        (tmp_path / "file").touch()
        result = run("components", "show", str(place))
        assert result.exit_code == 2
        assert result.stdout == ""


@pytest.mark.parametrize("options", [(), ("--json",), ("--section", "map")])
def test_a_set_with_faults_is_not_shown(copy: Path, options: tuple[str, ...]) -> None:
    for file in FILES:
        (copy / file).write_text("no toml", encoding="utf-8")
    result = run("components", "show", str(copy), *options)
    assert result.exit_code == 2
    as_json = "--json" in options
    told = json.loads(result.stdout)["error"]["message"] if as_json else result.stderr
    assert "map.toml:1: is not valid TOML" in told
    assert f"and {len(FILES) - 5} more" in told
    assert "referee components check" in told
    assert (result.stderr if as_json else result.stdout) == ""


def test_a_name_cannot_steer_the_terminal(copy: Path) -> None:
    text = (copy / "map.toml").read_text(encoding="utf-8")
    name = reference_set().regions[0].name
    (copy / "map.toml").write_text(text.replace(name, r"\u001b[2JX"), encoding="utf-8")
    for options in ((), ("--section", "map")):
        result = run("components", "show", str(copy), *options)
        assert result.exit_code == 0
        assert "\x1b" not in result.output
        assert "\N{REPLACEMENT CHARACTER}[2JX" in result.output


def test_an_entry_that_cannot_be_read_cannot_steer_the_terminal(copy: Path) -> None:
    text = (copy / "map.toml").read_text(encoding="utf-8")
    name = reference_set().regions[0].name
    spoilt = text.replace('"R01"', r'"\u001b[2J"', 1).replace(f'"{name}"', "1", 1)
    assert spoilt != text
    (copy / "map.toml").write_text(spoilt, encoding="utf-8")
    result = run("components", "show", str(copy))
    assert result.exit_code == 2
    assert (
        "map.toml:10, region \N{REPLACEMENT CHARACTER}[2J: name: found 1; expected" in result.stderr
    )


def test_a_value_that_is_left_out_is_not_counted() -> None:
    card = GoodsCard(id=CardId("x"), crate=1, good="coffee", units=2, source="copy")
    assert [*kinds(card)] == ["copy"] * 3


def test_an_entry_has_a_mark_for_each_kind_of_source() -> None:
    base = Base(
        company="cairo",
        colour="orange",
        columns=((1, 0, 2),),
        drawn=(0, 0),
        source="reconstructed",
        sources=(("colour", "rulebook en setup-tracks"), ("columns", "secondhand")),
    )
    assert mark(base).plain == "S"
    for table in TABLES:
        for entry in getattr(reference_set(), table):
            assert {*mark(entry).plain} <= MARK
            assert mark(entry).plain
