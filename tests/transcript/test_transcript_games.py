from pathlib import Path

import pytest

from referee.game.reading import reference_set
from referee.game.rulebook import RULES
from referee.transcript.judge import judge
from referee.transcript.loading import load
from referee.transcript.record import Record
from referee.transcript.writing import text_of
from tests.transcript.games import sets

GAMES = sorted(Path("games").glob("*.mgn"))
ILLEGAL = sorted([*Path("games/illegal").glob("*.mgn"), *Path("games/illegal").glob("*.jsonl")])


def record_in(file: Path) -> Record:
    return load(file.read_bytes(), sets).record


def declared(record: Record) -> str:
    """Return the rule that the first comment of a game names."""
    word, rule, *_ = record.header.comments[0].split()
    assert word == "breaks"
    return rule


@pytest.mark.parametrize("file", GAMES, ids=lambda file: file.stem)
def test_complete_games_are_legal_to_the_end(file: Path) -> None:
    verdict = judge(record_in(file), reference_set())
    assert verdict.outcome == "legal"
    assert verdict.finished
    assert verdict.legal == verdict.events


def test_there_are_games_of_two_three_and_four_players() -> None:
    assert {len(record_in(file).header.players) for file in GAMES} == {2, 3, 4}


def test_a_game_is_told_as_a_person_writes() -> None:
    text = Path("games/as-written.mgn").read_text("utf-8")
    record = record_in(Path("games/as-written.mgn"))
    canonical = {*text_of(record).split("\n")}
    lines = [line for line in text.split("\n") if line and not line.startswith("#")]
    assert sum(line in canonical for line in lines) < 0.2 * len(lines)
    assert sum(bool(statement.claims) for statement in record.statements) > 20
    assert sum(statement.comment is not None for statement in record.statements) > 10


@pytest.mark.parametrize("file", ILLEGAL, ids=lambda file: file.name)
def test_an_illegal_game_breaks_exactly_its_rule_in_its_last_line(file: Path) -> None:
    record = record_in(file)
    verdict = judge(record, reference_set())
    assert verdict.outcome == "illegal"
    if verdict.header:
        assert [violation.rule.id for violation in verdict.header] == [declared(record)]
        return
    (fault,) = verdict.faults
    assert [violation.rule.id for violation in fault.violations] == [declared(record)]
    assert fault.statement is record.statements[-1]


def test_every_rule_has_a_game_that_breaks_it() -> None:
    assert {declared(record_in(file)) for file in ILLEGAL} == {*RULES}
