"""Judging a game from Python: the answer is what the command prints as JSON."""

import json
import pickle
from pathlib import Path

import pytest
from msgspec import UNSET
from msgspec.structs import replace

import referee
from referee.conformance import partner
from referee.core.set_reader import reference_set
from referee.core.shipped_files import shipped
from referee.records.judge import Walker
from referee.records.judgement import Step
from tests.cli.running import run
from tests.cli.test_cli_check import ILLEGAL, LEGAL, UNDECIDED, UNREADABLE

TEXTS = {
    "legal": LEGAL,
    "illegal": ILLEGAL,
    "undecided": UNDECIDED,
    "wrong-note": LEGAL + "= blue 2, green 3\n",
}
OPEN_HEADER = "players blue, green\nblue tile S01\n"
SHIPPED = [
    "two-players.mgn",
    "illegal/set-02-first-game-tracks.mgn",
    "illegal/gds-07-all-units-used.mgn",
]


def told(*arguments: str) -> object:
    (game,) = json.loads(run("check", "--json", *arguments).stdout)
    return game


def plain(verdict: referee.Verdict) -> object:
    return json.loads(verdict.to_json())


@pytest.mark.slow
@pytest.mark.parametrize("name", SHIPPED)
def test_the_answer_is_what_the_command_prints(name: str) -> None:
    file = str(shipped("games") / name)
    assert plain(referee.check(file)) == told(file)
    assert plain(referee.check(file, keep_going=True)) == told(file, "--keep-going")
    assert plain(referee.check(file, prove=True)) == told(file, "--prove")


@pytest.mark.parametrize("text", [*TEXTS.values(), OPEN_HEADER], ids=[*TEXTS, "open header"])
def test_a_loaded_game_gets_the_same_verdict_as_its_file(text: str, tmp_path: Path) -> None:
    file = tmp_path / "game.mgn"
    file.write_text(text, "utf-8")
    verdict = referee.load(file).check()
    assert plain(verdict) == told(str(file))
    assert verdict == referee.check(file)
    assert verdict.to_dict() == json.loads(json.dumps(verdict.to_dict()))


@pytest.mark.parametrize("name", TEXTS)
def test_a_game_can_be_a_text_or_bytes(name: str) -> None:
    data = TEXTS[name].encode()
    found = [referee.loads(source).check() for source in (TEXTS[name], data)]
    assert [each.verdict for each in found] == [name] * 2
    # No command could be told where to read it again.
    assert {fault.explain for each in found for fault in each.faults} <= {None}


def test_a_set_from_elsewhere_is_part_of_the_command_that_explains(tmp_path: Path) -> None:
    file = tmp_path / "game.mgn"
    file.write_text(ILLEGAL, "utf-8")
    folder = shipped("games") / "own-copy" / "anns-copy"
    (fault,) = referee.check(file, components=folder).faults
    assert fault.explain == f"referee explain {file} --set {folder}"
    (fault,) = referee.check(file, components=reference_set()).faults
    assert fault.explain == f"referee explain {file}"


def test_what_cannot_be_read_is_an_error_with_places() -> None:
    with pytest.raises(referee.UnreadableError) as raised:
        referee.loads(UNREADABLE).check()
    (problem,) = raised.value.problems
    assert (problem.line, problem.column, problem.guess) == (5, 6, ("blue tile S01",))
    assert problem.excerpt == "blue tiel S01"


@pytest.mark.parametrize("source", ["nowhere.mgn", "puzzles/banana-boat.toml", "games", "a\0b"])
def test_what_is_no_record_is_an_error(source: str) -> None:
    with pytest.raises(referee.UnreadableError) as raised:
        referee.check(source)
    assert raised.value.file == source
    assert raised.value.problems


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_a_verdict_crosses_processes(text: str) -> None:
    verdict = referee.loads(text).check(keep_going=True)
    assert pickle.loads(pickle.dumps(verdict)) == verdict  # noqa: S301 - our own


def test_a_verdict_cannot_be_changed() -> None:
    verdict = referee.loads(LEGAL).check()
    with pytest.raises(AttributeError):
        verdict.verdict = "illegal"  # type: ignore[misc]


def test_a_proof_alone_is_that_of_the_verdict() -> None:
    game = referee.load(shipped("games") / "illegal" / "gds-07-all-units-used.mgn")
    assert game.prove() == game.check(prove=True).proof


@pytest.mark.slow
@pytest.mark.parametrize("keep_going", [True, False])
@pytest.mark.parametrize("name", ["as-written.mgn", "illegal/gds-07-all-units-used.mgn"])
def test_the_engine_judges_every_statement_once_for_verdict_and_proof(
    name: str, monkeypatch: pytest.MonkeyPatch, *, keep_going: bool
) -> None:
    file = str(shipped("games") / name)
    alone = referee.check(file, keep_going=keep_going)
    proof = referee.load(file).prove()
    taken: list[int] = []
    take = Walker.take

    def counted(walker: Walker, number: int) -> Step:
        taken.append(number)
        return take(walker, number)

    def asked_again(*_: object) -> object:
        raise AssertionError("the engine was asked a second time")

    monkeypatch.setattr(Walker, "take", counted)
    monkeypatch.setattr(partner, "step", asked_again)
    proven = referee.check(file, keep_going=keep_going, prove=True)
    assert taken == sorted({*taken})
    assert replace(proven, proof=UNSET) == alone
    assert proven.proof == proof


def test_a_majority_space_without_its_goods_is_forbidden_by_the_tier_that_is_not_reached() -> None:
    text = (shipped("games") / "illegal" / "bon-09-tier-reached.mgn").read_text("utf-8")
    said, _, _ = text.rpartition(" 1 discard")
    assert said.endswith("blue marker cotton")
    (fault,) = referee.loads(said).check().faults
    assert [each.rule for each in fault.violations] == ["BON-09"]
    assert [each.rule for each in referee.loads(said).explain().violations] == ["BON-09"]
