"""A scheduler and workers as processes of their own: the same answers, whatever happens to them."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import referee
from referee.api.batches import SENT_AT_ONCE
from scripts.tools.oracle.corpus import Hosts
from tests.cli.running import run
from tests.cli.test_cli_check import ILLEGAL, LEGAL, UNREADABLE

pytestmark = pytest.mark.slow

PLANTED = Path(__file__).parent / "planted"
GAMES = 3 * SENT_AT_ONCE


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hosts]:
    """Two workers in which games may hang or die, if their titles say so."""
    before = os.environ.get("PYTHONPATH", "")
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [str(PLANTED), before]))
    try:
        with Hosts(tmp_path_factory.mktemp("cluster"), 2) as found:
            yield found
    finally:
        os.environ["PYTHONPATH"] = before


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with games of all kinds, most of them in one file."""
    folder = tmp_path_factory.mktemp("corpus")
    for name, text in {"a": LEGAL, "b": ILLEGAL, "c": UNREADABLE}.items():
        (folder / f"{name}.mgn").write_text(text, "utf-8")
    games = [referee.loads(text).to_form("jsonl") for text in (LEGAL, ILLEGAL)]
    (folder / "many.jsonl").write_bytes(b"".join(games * (GAMES // 2)))
    (folder / "torn.jsonl.gz").write_bytes(b"no such thing")
    return folder


def test_the_answers_are_those_of_one_core_byte_for_byte(
    cluster: Hosts, corpus: Path, tmp_path: Path
) -> None:
    one, many = tmp_path / "one.jsonl", tmp_path / "many.jsonl"
    asked = ("check", str(corpus), "--cluster", cluster.address(), "--results", str(many))
    here, there = run("check", str(corpus), "--results", str(one)), run(*asked)
    assert (there.stdout, there.exit_code) == (here.stdout, here.exit_code)
    assert many.read_bytes() == one.read_bytes()
    # And a run that was stopped in the middle goes on to the same end.
    many.write_bytes(one.read_bytes()[: one.stat().st_size // 2])
    again = run(*asked, "--resume", "--summary", "--json")
    assert again.stdout == run("check", str(corpus), "--summary", "--json").stdout
    assert many.read_bytes() == one.read_bytes()


def test_a_game_that_hangs_or_kills_costs_itself(cluster: Hosts, tmp_path: Path) -> None:
    texts = {"a": LEGAL, "b": f"title hangs\n{LEGAL}", "c": ILLEGAL, "d": f"title dies\n{LEGAL}"}
    for name, text in {**texts, "e": LEGAL}.items():
        (tmp_path / f"{name}.mgn").write_text(text, "utf-8")
    asked = ["check", str(tmp_path), "--cluster", cluster.address(), "--timeout-per-game", "1"]
    result = run(*asked, "--json")
    found = {Path(game["file"]).stem: game for game in json.loads(result.stdout)}
    assert {name: game["verdict"] for name, game in found.items()} == {
        "a": "legal",
        "b": "undecided",
        "c": "illegal",
        "d": "undecided",
        "e": "legal",
    }
    assert (found["b"]["given_up"], found["d"]["given_up"]) == ("too-long", "died")
    assert "given_up" not in found["a"]
    assert result.exit_code == 3


def test_a_worker_that_is_killed_in_the_middle_costs_nothing(
    cluster: Hosts, corpus: Path, tmp_path: Path
) -> None:
    whole, results = tmp_path / "whole.jsonl", tmp_path / "results.jsonl"
    run("check", str(corpus), "--summary", "--results", str(whole))
    words = ["check", str(corpus), "--summary", "--cluster", cluster.address()]
    with subprocess.Popen(  # noqa: S603 - our own command
        [sys.executable, "-m", "referee", *words, "--results", str(results)],
        stdout=subprocess.DEVNULL,
    ) as client:
        while client.poll() is None and not (results.exists() and results.stat().st_size):
            time.sleep(0.01)
        cluster.kill_worker(0)
        client.wait()
    assert results.read_bytes() == whole.read_bytes()
    cluster.add_worker()


def test_a_cluster_that_is_not_there_is_told_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("referee.batch.cluster.PATIENCE", 1)
    game = tmp_path / "game.mgn"
    game.write_text(LEGAL, "utf-8")
    result = run("check", str(game), "--cluster", "tcp://127.0.0.1:1")
    assert result.exit_code == 2
    assert "no scheduler answers at tcp://127.0.0.1:1" in result.stderr


def test_workers_with_another_referee_are_refused(
    cluster: Hosts, corpus: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("referee.batch.cluster.sources_digest", lambda: "another")
    result = run("check", str(corpus), "--summary", "--cluster", cluster.address())
    assert result.exit_code == 2
    assert "has another version of the referee" in result.stderr
