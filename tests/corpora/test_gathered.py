"""Many games in one file: told apart, each with its own faults, from wherever the file lies."""

import bz2
import gzip
import json
import lzma
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest
import zstandard
from fsspec.implementations.memory import MemoryFileSystem

import referee
from referee.batch.streams import BrokenSourceError, games_in, holds_several
from referee.core.input_limits import (
    BYTES_OF_A_GATHERED_GAME,
    BYTES_OF_A_RECORD,
    LINES_OF_A_GATHERED_GAME,
)
from tests.cli.running import run
from tests.cli.test_cli_check import ILLEGAL, LEGAL

GAMES = [referee.loads(text).to_form("jsonl") for text in (LEGAL, ILLEGAL, LEGAL)]
ONE_LINE = [
    json.dumps(json.loads(referee.loads(text).to_form("json"))).encode() + b"\n"
    for text in (LEGAL, ILLEGAL)
]


def verdicts(*arguments: str) -> dict[str, str]:
    found = json.loads(run("check", *arguments, "--json").stdout)
    return {Path(game["file"]).name: game["verdict"] for game in found}


def test_games_are_told_apart_in_both_forms() -> None:
    assert [*games_in(BytesIO(b"".join(GAMES)))] == GAMES
    assert [*games_in(BytesIO(b"\n" + b"".join(ONE_LINE + GAMES)))] == ONE_LINE + GAMES


def test_a_line_that_cannot_be_read_costs_one_game(tmp_path: Path) -> None:
    lines = GAMES[0].splitlines(keepends=True)
    broken = b"".join(lines[:2]) + lines[2][:20] + b"\n" + b"".join(lines[3:])
    torn_header = lines[0][:40] + b"\n" + b"".join(lines[1:])
    file = tmp_path / "games.jsonl"
    file.write_bytes(GAMES[0] + broken + GAMES[1] + torn_header + GAMES[2])
    assert verdicts(str(file)) == {
        "games.jsonl#1": "legal",
        "games.jsonl#2": "unreadable",
        "games.jsonl#3": "illegal",
        "games.jsonl#4": "unreadable",
        "games.jsonl#5": "legal",
    }


def test_a_torn_document_does_not_spoil_the_one_before_it(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    file.write_bytes(ONE_LINE[0] + ONE_LINE[1][300:] + ONE_LINE[1])
    assert [*verdicts(str(file)).values()] == ["legal", "unreadable", "illegal"]


def test_no_more_is_kept_of_a_game_than_is_read_of_a_record() -> None:
    endless = GAMES[0] + b"x" * (3 * BYTES_OF_A_RECORD) + b"\n" + GAMES[1]
    first, second = games_in(BytesIO(endless))
    assert len(first) == BYTES_OF_A_RECORD + 1
    assert second == GAMES[1]


def test_a_file_of_one_game_is_as_any_other(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    file.write_bytes(GAMES[0])
    assert not holds_several(file)
    assert verdicts(str(file)) == {"game.jsonl": "legal"}
    file.write_bytes(b'{"some": "thing"}\n{"format": "else"}\n')
    assert not holds_several(file)


@pytest.mark.parametrize(
    ("ending", "compress"),
    [
        (".gz", gzip.compress),
        (".bz2", bz2.compress),
        (".xz", lzma.compress),
        (".zst", zstandard.ZstdCompressor().compress),
    ],
)
def test_compressed_files_hold_the_same_games(
    tmp_path: Path, ending: str, compress: Callable[[bytes], bytes]
) -> None:
    file = tmp_path / f"games.jsonl{ending}"
    whole = compress(b"".join(GAMES))
    file.write_bytes(whole)
    # Found in its folder, too.
    assert [*verdicts(str(tmp_path)).values()] == ["legal", "illegal", "legal"]
    file.write_bytes(b"no such thing" + whole)
    assert verdicts(str(file)) == {file.name: "unreadable"}


def test_what_was_there_before_a_file_breaks_off_is_judged(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl.gz"
    file.write_bytes(gzip.compress(GAMES[0] * 300, 0)[:-5000])
    found = [*verdicts(str(file)).values()]
    assert found[-1] == "unreadable"
    assert {*found[:-2]} == {"legal"}
    assert len(found) > 100


def test_an_object_store_is_read_as_a_folder_is(tmp_path: Path) -> None:
    store = MemoryFileSystem()
    store.pipe("/shelf/many.jsonl.gz", gzip.compress(b"".join(GAMES)))
    store.pipe("/shelf/one.mgn", LEGAL.encode())
    store.pipe("/shelf/other.txt", b"no game")
    try:
        found = verdicts("memory://shelf")
        assert found == {
            "many.jsonl.gz#1": "legal",
            "many.jsonl.gz#2": "illegal",
            "many.jsonl.gz#3": "legal",
            "one.mgn": "legal",
        }
        assert verdicts("memory://shelf/gone.mgn") == {"gone.mgn": "unreadable"}
        assert "No such file or directory" in run("check", "memory://shelf/gone.mgn").stdout
    finally:
        store.rm("/shelf", recursive=True)
    (tmp_path / "game.mgn").write_text(LEGAL, "utf-8")
    assert [*verdicts((tmp_path / "game.mgn").as_uri()).values()] == ["legal"]


def test_a_store_that_nobody_knows_is_told_of() -> None:
    result = run("check", "nowhere://games")
    assert result.exit_code == 2
    assert "nowhere://games cannot be listed" in result.stderr


def test_a_run_over_many_games_goes_on_and_looks_again_at_what_changed(tmp_path: Path) -> None:
    file, results = tmp_path / "games.jsonl", tmp_path / "results.jsonl"
    file.write_bytes(b"".join(GAMES))
    asked = ("check", str(file), "--summary", "--results", str(results))
    whole = run(*asked).stdout
    kept = results.read_bytes()
    results.write_bytes(kept[: kept.index(b"\n") + 30])
    assert run(*asked, "--resume").stdout == whole
    assert results.read_bytes() == kept
    file.write_bytes(GAMES[0] + GAMES[0] + GAMES[2])
    assert run(*asked, "--resume").stdout == "3 games: 3 legal\n"
    assert [json.loads(line)["game"] for line in results.read_bytes().splitlines()] == [1, 2, 3, 2]


@pytest.mark.parametrize("data", [b"\n", b" ", b"x"])
def test_what_a_few_compressed_bytes_hold_is_read_up_to_a_limit(data: bytes) -> None:
    class Counted(BytesIO):
        read_lines = 0

        def readline(self, size: int | None = -1, /) -> bytes:
            self.read_lines += 1
            return super().readline(size)

    most = (
        LINES_OF_A_GATHERED_GAME if data == b"\n" else BYTES_OF_A_GATHERED_GAME // BYTES_OF_A_RECORD
    )
    stream = Counted(data * (BYTES_OF_A_GATHERED_GAME + 2))
    with pytest.raises(BrokenSourceError, match="at most"):
        [*games_in(stream)]
    assert stream.read_lines <= most + 1


def test_games_of_a_long_file_are_counted_each_for_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("referee.batch.streams.LINES_OF_A_GATHERED_GAME", GAMES[0].count(b"\n") + 5)
    assert [*games_in(BytesIO(b"\n".join(GAMES * 3)))] == GAMES * 3


def test_a_compressed_file_without_games_is_unreadable(tmp_path: Path) -> None:
    (tmp_path / "empty.jsonl.gz").write_bytes(gzip.compress(b""))
    (tmp_path / "game.mgn").write_text(LEGAL, "utf-8")
    assert verdicts(str(tmp_path)) == {"game.mgn": "legal", "empty.jsonl.gz": "unreadable"}


def test_a_name_that_is_not_utf_8_costs_no_batch_anything(tmp_path: Path) -> None:
    folder, kept = tmp_path / "games", tmp_path / "results.jsonl"
    folder.mkdir()
    (folder / "caf\udce9.mgn").write_text(ILLEGAL, "utf-8")
    (folder / "caf\udce9.jsonl.gz").write_bytes(gzip.compress(GAMES[0]))
    (folder / "z.mgn").write_text(LEGAL, "utf-8")
    expected = {r"caf\xe9.mgn": "illegal", r"caf\xe9.jsonl.gz#1": "legal", "z.mgn": "legal"}
    assert verdicts(str(folder)) == expected
    assert verdicts(str(folder), "--results", str(kept)) == expected
    assert verdicts(str(folder), "--results", str(kept), "--resume") == expected
    assert len(kept.read_bytes().splitlines()) == 3
    assert referee.BatchResults(kept).report().games == 3
