from pathlib import Path

import pytest

from referee.core.set_reader import read_set, reference_set
from referee.records.judge import judge
from referee.records.loader import load
from referee.records.record import Record
from referee.records.writer import text_of
from referee.rulebook import RULES
from tests.transcript.games import sets

OWN_COPY = Path("games/own-copy")
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
    assert sum(statement.taken_back for statement in record.statements) > 1


def test_what_a_person_took_back_was_illegal_and_does_not_count() -> None:
    verdict = judge(record_in(Path("games/as-written.mgn")), reference_set())
    rules = [[violation.rule.id for violation in step.violations] for step in verdict.taken_back]
    assert rules == [["EXP-05"], ["GDS-07"]]
    assert verdict.outcome == "legal"


def test_a_game_is_judged_by_the_set_that_it_names() -> None:
    own = read_set(OWN_COPY / "anns-copy")
    assert own.digest != reference_set().digest
    data = (OWN_COPY / "three-players.mgn").read_bytes()
    read = load(data, lambda name: own if name == own.name else None)
    verdict = judge(read.record, read.components)
    assert verdict.outcome == "legal"
    assert verdict.finished
    by_other_values = judge(read.record, reference_set())
    assert by_other_values.outcome == "illegal"
    assert by_other_values.legal > 30


@pytest.mark.parametrize("file", ILLEGAL, ids=lambda file: file.name)
def test_an_illegal_game_breaks_exactly_its_rule_in_its_last_line(file: Path) -> None:
    record = record_in(file)
    verdict = judge(record, reference_set())
    noted = RULES[declared(record)].kind == "effect"
    assert verdict.outcome == ("wrong-note" if noted else "illegal")
    if verdict.header:
        assert [violation.rule.id for violation in verdict.header] == [declared(record)]
        return
    (fault,) = verdict.faults
    assert [violation.rule.id for violation in fault.violations] == [declared(record)]
    assert fault.statement is record.statements[-1]


def test_every_rule_has_a_game_that_breaks_it() -> None:
    assert {declared(record_in(file)) for file in ILLEGAL} == {*RULES}
