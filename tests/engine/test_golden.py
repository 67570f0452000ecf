"""Golden games: made, written, read, and held against the engine."""

import os
import random
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

from referee.cli.main import main
from referee.core.rulings import RULINGS
from referee.core.set_reader import reference_set
from referee.core.shipped_files import shipped
from referee.engine.golden import GoldenFileError, differences, make_series, read, remade, written
from tests.cli.running import run

pytestmark = pytest.mark.slow

FOLDER = shipped("games") / "golden"
PATHS = sorted(FOLDER.glob("*.jsonl"))


def shuffled() -> list[Path]:
    paths = list(PATHS)
    # Another order in every run, but one order for all processes of a run.
    random.Random(os.environ.get("PYTEST_XDIST_TESTRUNUID")).shuffle(paths)
    return paths


@pytest.mark.parametrize("path", shuffled(), ids=lambda path: path.stem)
def test_a_golden_game_comes_out_as_recorded(path: Path) -> None:
    assert list(differences(read(path.read_bytes()), reference_set())) == []


def test_the_golden_games_cover_players_tracks_and_rulings() -> None:
    games = [read(path.read_bytes()) for path in PATHS]
    assert len(games) >= 60
    assert {game.header.players for game in games} == {2, 3, 4}
    assert {track for game in games for track in game.header.tracks} == {
        track.id for track in reference_set().tracks
    }
    options = {(r.id, option) for r in RULINGS.values() for option in r.options}
    assert {pair for game in games for pair in game.header.rulings.items()} == options
    assert any(game.header.first_game for game in games)


def test_a_written_game_reads_back() -> None:
    data = PATHS[0].read_bytes()
    assert written(read(data)) == data


def test_a_changed_digest_count_or_pad_is_found() -> None:
    golden = read(PATHS[0].read_bytes())
    line = golden.lines[30]
    for change in ({"digest": "0" * 16}, {"turns": line.turns + 1}):
        changed = msgspec.structs.replace(line, **change)
        lines = (*golden.lines[:30], changed, *golden.lines[31:])
        spoiled = msgspec.structs.replace(golden, lines=lines)
        found = list(differences(spoiled, reference_set()))
        assert found[0].line == 32
    rows = msgspec.structs.replace(golden.final, rows=((1,) * 7,))
    found = list(differences(msgspec.structs.replace(golden, final=rows), reference_set()))
    assert found[0].what == "pad"


def test_turns_that_are_not_counted_in_time_are_a_difference() -> None:
    golden = read(PATHS[0].read_bytes())
    short = msgspec.structs.replace(golden, lines=golden.lines[:10])
    found = [each for each in differences(short, reference_set(), 0) if each.what != "pad"]
    assert {each.actual for each in found} == {"not counted in 0 s"}


@pytest.mark.parametrize(
    "data", [b"", b"\xff\xfe", b"{}\n", b"[]\n[]\n", PATHS[0].read_bytes()[:5000]]
)
def test_what_is_no_golden_game_is_refused_with_its_line(data: bytes) -> None:
    with pytest.raises(GoldenFileError, match="line"):
        read(data)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'"players":2', b'"players":5'),
        (b'"players":2', b'"players":1000000000'),
        (b'"players":2', b'"players":-1'),
        (b'["A1","B1","C1","D1"]', b'["A1","B1","C1"]'),
        (b'["A1","B1","C1","D1"]', b'["A1","B1","C1","X9"]'),
        (b'["A1","B1","C1","D1"]', b'["A1","A2","C1","D1"]'),
        (b'"rulings":{}', b'"rulings":{"nobody":"asked"}'),
        (b'"rulings":{}', b'"rulings":{"cover":"always"}'),
        (b'"seat":1', b'"seat":7'),
        (b'"seat":1', b'"seat":-1'),
        (b'"deal-cards"', b'"deal-\xff\xff"'),
    ],
)
def test_a_golden_game_that_nobody_can_have_played_is_refused(
    old: bytes, new: bytes, tmp_path: Path
) -> None:
    data = PATHS[0].read_bytes()
    assert old in data
    (tmp_path / "game-00.jsonl").write_bytes(data.replace(old, new, 1))
    for command in (("golden",), ("make-golden", "--games", "1")):
        result = run("conform", command[0], str(tmp_path), *command[1:])
        assert result.exit_code == 2
        assert "game-00.jsonl: line" in " ".join(result.output.split())


def test_a_game_made_anew_keeps_its_events() -> None:
    golden = read(PATHS[0].read_bytes())
    assert remade(golden, reference_set()) == golden


def test_overwriting_needs_a_rule_and_a_reason(tmp_path: Path) -> None:
    game = make_series(reference_set(), 3)
    spoiled = msgspec.structs.replace(
        game, final=msgspec.structs.replace(game.final, rows=((0,) * 7,) * 2)
    )
    folder = tmp_path / "golden"
    folder.mkdir()
    path = folder / "game-00.jsonl"
    path.write_bytes(written(spoiled))
    changelog = tmp_path / "CHANGELOG.md"
    changelog.write_text("# Changelog\n\n## 1.0\n\n- Something.\n", "utf-8")
    asked = ["conform", "make-golden", str(folder), "--games", "1", "--changelog", str(changelog)]

    refused = CliRunner().invoke(main, asked)
    assert refused.exit_code == 2
    assert "give the reason" in refused.output
    assert path.read_bytes() == written(spoiled)

    done = CliRunner().invoke(main, [*asked, "--rule", "SCO-07", "--reason", "sums were wrong"])
    assert done.exit_code == 0, done.output
    assert path.read_bytes() == written(game)
    assert "SCO-07 (highest-total): sums were wrong" in changelog.read_text("utf-8")
    assert "- Something." in changelog.read_text("utf-8")


def test_the_command_says_where_a_game_differs(tmp_path: Path) -> None:
    data = PATHS[0].read_bytes()
    (tmp_path / "a.jsonl").write_bytes(data)
    fine = CliRunner().invoke(main, ["conform", "golden", str(tmp_path)])
    assert fine.exit_code == 0, fine.output
    golden = read(data)
    line = msgspec.structs.replace(golden.lines[3], digest="0" * 16)
    lines = (*golden.lines[:3], line, *golden.lines[4:])
    (tmp_path / "a.jsonl").write_bytes(written(msgspec.structs.replace(golden, lines=lines)))
    bad = CliRunner().invoke(main, ["conform", "golden", str(tmp_path)])
    assert bad.exit_code == 1
    assert "a.jsonl, line 5: digest was 0000000000000000" in bad.output
    (tmp_path / "a.jsonl").write_bytes(b"junk")
    assert CliRunner().invoke(main, ["conform", "golden", str(tmp_path)]).exit_code == 2
