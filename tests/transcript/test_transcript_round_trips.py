import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.core.public import digest
from referee.core.rulings import Rulings
from referee.core.set_reader import reference_set
from referee.core.state import Setting
from referee.records.codec import (
    from_json,
    from_json_lines,
    to_json,
    to_json_lines,
)
from referee.records.judge import judge, setting_of, walk
from referee.records.loader import form_of, load
from referee.records.record import Record
from referee.records.writer import record_of, text_of
from scripts.tools.docs import schemas
from tests.transcript.games import played, read, sets

pytestmark = pytest.mark.slow

SEEDS = range(9)


def recorded(seed: int, rulings: Rulings | None = None) -> tuple[Record, list[str]]:
    """Return the record of a seeded game, and the digest of the table after every event."""
    players = 2 + seed % 3
    setting, game = played(seed, players, first_game=seed % 4 == 0, rulings=rulings or Rulings())
    return record_of(setting, [event for event, _ in game]), [digest(state) for _, state in game]


def digests(record: Record) -> list[str]:
    setting = setting_of(record.header, reference_set())
    assert isinstance(setting, Setting)
    return [digest(step.after) for step in walk(record, setting) if step.event is not None]


@pytest.mark.parametrize("seed", SEEDS)
def test_text_says_the_same_game(seed: int) -> None:
    record, expected = recorded(seed)
    assert digests(read(text_of(record))) == expected


@pytest.mark.parametrize("seed", SEEDS)
def test_canonical_text_is_stable(seed: int) -> None:
    text = text_of(recorded(seed)[0])
    assert text_of(read(text)) == text


@pytest.mark.parametrize("seed", SEEDS)
def test_json_says_the_same_game(seed: int) -> None:
    record, expected = recorded(seed)
    assert from_json(to_json(record)) == record
    assert digests(from_json_lines(to_json_lines(record))) == expected


@pytest.mark.parametrize("seed", SEEDS)
def test_text_and_both_forms_of_json_turn_into_each_other(seed: int) -> None:
    text = text_of(recorded(seed)[0])
    as_json = to_json(read(text))
    as_lines = to_json_lines(from_json(as_json))
    assert text_of(from_json_lines(as_lines)) == text
    assert to_json(from_json_lines(as_lines)) == as_json


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize(
    "rulings", [Rulings(partial_use="yes"), Rulings(capital_call="may-decline")], ids=str
)
def test_choices_that_rulings_offer_are_said(seed: int, rulings: Rulings) -> None:
    record, expected = recorded(seed, rulings)
    again = read(text_of(record))
    assert again.header.rulings == rulings
    assert digests(again) == expected


def test_comments_claims_and_turns_taken_back_are_kept_in_every_form() -> None:
    text = text_of(read(WITH_NOTES))
    assert "# a fine day" in text
    assert "takeback blue goods coffee2 cairo 2  # he changed his mind" in text
    assert "= blue 1, cairo 0, first blue" in text
    for data in (to_json(read(text)), to_json_lines(read(text))):
        assert text_of(load(data, sets).record) == text


WITH_NOTES = """\
# a fine day
players blue "Ann", green
setup first-game   # of four
display: coffee3 cotton3
Blue TILE s1
takeback b goods coffee2 cairo 2 # he changed his mind
= blue 1; blue cairo 0, first b
# the end
"""


def test_forms_are_told_apart_by_what_is_in_them() -> None:
    record = recorded(1)[0]
    assert form_of(text_of(record).encode()) == "text"
    assert form_of(to_json(record)) == "json"
    assert form_of(to_json_lines(record)) == "jsonl"


def test_the_published_schema_is_current() -> None:
    assert Path("docs/schema/record.json").read_text("utf-8") == schemas()["record"]


def test_the_schema_has_a_definition_for_every_statement() -> None:
    names = json.loads(schemas()["record"])["$defs"]
    assert {"SaidGoods", "SaidExpansion", "SaidClaim", "Header", "Record"} <= {*names}


def test_a_record_says_only_what_does_not_go_without_saying() -> None:
    text = text_of(recorded(1)[0])
    assert " oust -" not in text
    assert " option -" not in text


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32), st.integers(2, 4))
def test_every_game_is_legal_when_it_is_read_back(seed: int, players: int) -> None:
    setting, game = played.__wrapped__(seed, players)
    record = read(text_of(record_of(setting, [event for event, _ in game])))
    verdict = judge(record, reference_set())
    assert verdict.outcome == "legal"
    assert verdict.finished
    assert verdict.legal == verdict.events == len(game)
