"""What games teach about a copy, written into its files; and what contradicts them."""

import errno
import json
import os
import re
from pathlib import Path

import pytest

import referee
from tests.cli.running import run
from tests.copies.blanked_copies import BORDERS, CRATES, GAME, SET, blanked_copy

pytestmark = pytest.mark.slow


@pytest.fixture
def game(tmp_path: Path) -> Path:
    return blanked_copy(tmp_path, CRATES, BORDERS)


def test_games_leave_values_that_are_told_with_the_games_that_prove_them(game: Path) -> None:
    lessons = referee.Copy(game.parent / SET).learn([game])
    settled = {each.key: each for each in lessons.settled}
    found = settled["borders.cape-town~R24.lines"]
    assert found.remaining == ("single",)
    assert found.games == (str(game),)
    assert any(each.what == "the crate value of exp2d" for each in lessons.narrowed)
    assert lessons.untouched > 50
    assert lessons.contradiction == ()


def test_what_is_settled_is_true(game: Path) -> None:
    true = referee.Copy("games/own-copy/anns-copy").components()
    lines = {frozenset(border.between): border.lines for border in true.borders}
    for each in referee.Copy(game.parent / SET).learn([game]).settled:
        ends = re.fullmatch(r"borders\.(.+)~(.+)\.lines", each.key)
        assert ends is not None
        assert each.remaining == ("single",)
        assert lines[frozenset(ends.groups())] == 1


def test_settled_values_are_written_with_their_games(game: Path) -> None:
    folder = game.parent / SET
    comments = [line for line in (folder / "map.toml").read_text().split("\n") if "#" in line]
    result = run("components", "learn", str(folder), str(game), "--write")
    assert result.exit_code == 0
    border = next(b for b in referee.Copy(folder).components().borders if "R24" in b.between)
    assert border.lines == 1
    assert str(border.provenance("lines")) == f"deduced {GAME}"
    assert [line for line in (folder / "map.toml").read_text().split("\n") if "#" in line] == (
        comments
    )
    again = referee.Copy(folder).learn([game])
    assert again.settled == ()


def test_a_misread_value_is_among_the_suspects(tmp_path: Path) -> None:
    doubled = ("map.toml", r'(\["cape-town", "R24"\], +lines = )1', r"\g<1>2")
    game = blanked_copy(tmp_path, doubled)
    lessons = referee.Copy(game.parent / SET).learn([game])
    [statement] = lessons.contradiction
    assert statement.line == 66
    suspects = {each.key: each for each in lessons.suspects}
    found = suspects["borders.cape-town~R24.lines"]
    assert (found.read, found.possible) == ("2", ("single",))
    result = run("components", "learn", str(game.parent / SET), str(game))
    assert result.exit_code == 1
    assert "the border between Cape Town and R24: entered as 2" in " ".join(result.output.split())


def test_a_game_of_another_set_teaches_nothing(game: Path) -> None:
    result = run("components", "learn", str(game.parent / SET), "games/two-players.mgn")
    assert result.exit_code == 2
    assert "was played with the set `reference`" in " ".join(result.output.split())


def test_lessons_are_data(game: Path) -> None:
    told = json.loads(
        run("components", "learn", str(game.parent / SET), str(game), "--json").output
    )
    assert told["settled"][0]["games"] == [str(game)]
    assert told["written"] == 0


def _by_faces(game: Path) -> list[Path]:
    told = []
    for name in ("one.mgn", "two.mgn"):
        told.append(game.with_name(name))
        text = game.read_text("utf-8")
        changed, times = re.subn(r"(?m)^(blue plan) \S+", r"\1 [bananas 2]", text, count=1)
        assert times == 1
        told[-1].write_text(changed, "utf-8")
    return told


def test_games_by_faces_are_joined_where_what_was_read_tells_the_pieces_apart(game: Path) -> None:
    joined = referee.Copy(game.parent / SET).learn(_by_faces(game))
    alone = referee.Copy(game.parent / SET).learn([game])
    assert joined.contradiction == ()
    assert {each.key: each.remaining for each in joined.settled} == {
        each.key: each.remaining for each in alone.settled
    }


def test_games_by_faces_that_nobody_has_read_are_not_joined(tmp_path: Path) -> None:
    found = blanked_copy(tmp_path, ("cards.toml", r"(units|crate)( *)= \d+", r'\1\2= "?"'))
    with pytest.raises(referee.UsageError, match="one of them at a time"):
        referee.Copy(found.parent / SET).learn(_by_faces(found))


@pytest.mark.parametrize("room", range(4))
def test_a_full_disk_is_told_as_such(
    game: Path, room: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    write, left = os.write, room

    def limited(number: int, data: bytes) -> int:
        nonlocal left
        left -= 1
        if left < 0:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return write(number, data)

    monkeypatch.setattr("referee.durable.os.write", limited)
    result = run("components", "learn", str(game.parent / SET), str(game), "--write")
    if left < 0:
        assert result.exit_code == 3
        assert "No space left" in result.output
    assert "bug in the referee" not in result.output
    assert room or left < 0
