"""Copies of the game at the table: begun, photographed, their maps tapped."""

from pathlib import Path

import pytest

import referee
from referee.core.ids import COMPANIES
from tests.table.served import OWN, Client, served

JPEG = b"\xff\xd8\xff\xe0" + b"x" * 100


def _begun(page: Client, title: str = "Our copy") -> str:
    name: str = page.ask("/api/copies", {"title": title})["name"]
    return name


def test_a_copy_is_begun_and_listed(tmp_path: Path) -> None:
    with served(tmp_path) as page:
        assert page.ask("/api/copies") == []
        assert _begun(page) == "our-copy"
        assert _begun(page) == "our-copy-2"
        (first, _) = page.ask("/api/copies")
        assert (first["name"], first["title"]) == ("our-copy", "Our copy")
        assert "still to be entered" in first["blanks"]


def test_a_map_is_made_with_28_taps(tmp_path: Path) -> None:
    with served(tmp_path) as page:
        name = _begun(page)
        places = [each["id"] for each in page.ask(f"/api/copies/{name}/map")["places"]]
        assert len(places) == 28
        for number, place in enumerate(places):
            at = [0.1 + (number % 6) * 0.15, 0.1 + (number // 6) * 0.17]
            found = page.ask(f"/api/copies/{name}/map", {"places": {place: at}})
        assert all(each["placed"] for each in found["places"])
        assert len({tuple(each["drawn"]) for each in found["places"]}) == 28
    drawn = {each.id: each.drawn for each in referee.Copy(tmp_path / name).map().places}
    assert drawn["R01"] == (7, 3)
    assert set(COMPANIES) < set(drawn)


@pytest.mark.slow
def test_borders_are_said_one_by_one(tmp_path: Path) -> None:
    with served(tmp_path) as page:
        name = _begun(page)
        address = f"/api/copies/{name}/borders"
        page.ask(address, {"between": ["R02", "R01"], "lines": 1})
        page.ask(address, {"between": ["R01", "R03"], "lines": 2})
        found = page.ask(address, {"between": ["R01", "cairo"], "lines": 2, "whole": ["R01"]})
        said = {tuple(each["between"]): each["lines"] for each in found["borders"]}
        assert said == {("R01", "R02"): 1, ("R01", "R03"): 2, ("cairo", "R01"): 2}
        assert found["bordered"] == ["R01"]
        found = page.ask(address, {"between": ["R01", "R02"], "lines": 0})
        assert found["none"] == [["R01", "R02"]]
        assert len(found["borders"]) == 2
        found = page.ask(address, {"between": ["R01", "R02"], "lines": 2})
        assert (found["none"], len(found["borders"])) == ([], 3)
    text = (tmp_path / name / "map.toml").read_text()
    assert text.startswith("# The map of the game board.")


def test_borders_beside_a_copy_that_are_no_text_are_forgotten(tmp_path: Path) -> None:
    with served(tmp_path) as page:
        name = _begun(page)
        (tmp_path / ".copies").mkdir()
        (tmp_path / ".copies" / f"{name}.json").write_bytes(b'[["R01", "\xff"]]')
        assert page.ask(f"/api/copies/{name}/map")["none"] == []


def test_a_map_that_was_tapped_can_be_judged_with(tmp_path: Path) -> None:
    with served(tmp_path) as page:
        name = _begun(page)
        page.ask(f"/api/copies/{name}/map", {"places": {"R01": [0.5, 0.5]}})
        page.ask(f"/api/copies/{name}/borders", {"between": ["R01", "cairo"], "lines": 2})
    checked = referee.Copy(tmp_path / name).check()
    assert (checked.unreadable, checked.contradictions) == (0, 0)


def test_a_photograph_stays_beside_the_set(tmp_path: Path) -> None:
    with served(tmp_path) as page:
        name = _begun(page)
        address = f"/api/copies/{name}/photograph"
        assert page.get(address).status_code == 404
        sent = page.http.post(f"/upload/copies/{name}/photograph", content=JPEG, headers=OWN)
        assert sent.status_code == 201
        shown = page.get(address)
        assert (shown.content, shown.headers["content-type"]) == (JPEG, "image/jpeg")
        assert page.ask(f"/api/copies/{name}/map")["photograph"]
    inside = {path.name for path in (tmp_path / name).rglob("*")}
    assert all(each.endswith(".toml") for each in inside)


@pytest.mark.parametrize("junk", [b"", b"<svg onload=alert(1)>", b"GIF89a"])
def test_what_is_no_photograph_is_refused(tmp_path: Path, junk: bytes) -> None:
    with served(tmp_path) as page:
        name = _begun(page)
        sent = page.http.post(f"/upload/copies/{name}/photograph", content=junk, headers=OWN)
        assert sent.status_code == 422
        assert sent.json()["error"]["message"]


@pytest.mark.parametrize(
    ("what", "asked"),
    [
        ("map", {"places": {"R99": [0.5, 0.5]}}),
        ("map", {"places": {"R01": [1.5, 0.5]}}),
        ("map", {"places": {"R01": ["a", 0]}}),
        ("borders", {"between": ["R01", "R01"], "lines": 1}),
        ("borders", {"between": ["cairo", "mombasa"], "lines": 1}),
        ("borders", {"between": ["R01", "R02"], "lines": 3}),
        ("borders", {"between": ["R01", "?"], "lines": 1}),
    ],
)
def test_what_cannot_be_on_a_map_is_refused(
    tmp_path: Path, what: str, asked: dict[str, object]
) -> None:
    with served(tmp_path) as page:
        name = _begun(page)
        before = (tmp_path / name / "map.toml").read_text()
        refused = page.post(f"/api/copies/{name}/{what}", asked)
        assert refused.status_code in {400, 422}
        assert (tmp_path / name / "map.toml").read_text() == before


@pytest.mark.parametrize("name", ["..", "..%2fsecret", ".versions", "linked", "nowhere"])
def test_no_copy_lies_outside_the_folder(tmp_path: Path, name: str) -> None:
    referee.Copy.begin(tmp_path / "secret")
    folder = tmp_path / "games"
    folder.mkdir()
    (folder / "linked").symlink_to(tmp_path / "secret")
    with served(folder) as page:
        assert page.get(f"/api/copies/{name}/map").status_code == 404


def test_hostile_titles_are_only_titles(tmp_path: Path) -> None:
    with served(tmp_path) as page:
        name = _begun(page, '../"]\nname = "x" <script>')
        assert (tmp_path / name).is_dir()
        (row,) = page.ask("/api/copies")
        assert "\n" not in row["title"]


def test_what_is_printed_is_asked_for_one_thing_at_a_time(tmp_path: Path) -> None:
    with served(tmp_path) as page:
        name = _begun(page)
        address = f"/api/copies/{name}/questions"
        told = page.ask(address)
        first = told["questions"][0]
        assert first["key"] == "regions.R01.name"
        assert first["asks"]
        assert first["where"]
        refused = page.post(address, {"key": "regions.R01.nonsense", "text": "x"})
        assert refused.status_code == 422
        later = page.ask(address, {"key": first["key"], "text": "Natal"})
        assert later["questions"][0]["key"] != first["key"]
        assert later["says"] != told["says"]
        assert page.ask(f"/api/copies/{name}/map")["places"][0]["name"] == "Natal"


def test_a_game_with_a_blank_copy_has_a_picture(tmp_path: Path) -> None:
    with served(tmp_path) as page:
        asked = {
            "players": [{"colour": "blue"}, {"colour": "green"}],
            "components": _begun(page),
            "tracks": ["A1", "B1", "C1", "D1"],
        }
        game = page.ask("/api/games", asked)["name"]
        for width in ("phone", "laptop"):
            shown = page.get(f"/api/games/{game}/picture?width={width}")
            assert shown.is_success, shown.text
            assert "a book of letter ? belongs here" in shown.text
