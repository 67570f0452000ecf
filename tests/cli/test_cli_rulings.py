import json
from typing import Any

import pytest

import referee
from referee.cli.rules import ruling_list, ruling_page
from referee.core.rulings import BONUS_OFF_TURN, COVER, RULINGS, Ruling
from referee.i18n import language
from referee.rulebook import RULES
from tests.cli.running import run, shown

KEYS = (
    "id",
    "question",
    "default",
    "options",
    "not_taken",
    "says",
    "decision",
    "sections",
    "citations",
    "rules",
    "sides",
)


def listed() -> list[Any]:
    result = run("rulings", "--json")
    assert result.exit_code == 0
    found: list[Any] = json.loads(result.output)
    return found


def test_the_list_has_every_ruling_with_its_answers() -> None:
    result = run("rulings")
    assert result.exit_code == 0
    lines = result.output.splitlines()
    for ruling in RULINGS.values():
        start = next(i for i, line in enumerate(lines) if line.split()[:1] == [ruling.id])
        default = ruling.default + ("*" if ruling.decision else "")
        assert lines[start].split()[-1] == default
        for number, option in enumerate(ruling.options, 1):
            assert lines[start + number].endswith(f"or {option}")


def test_the_list_asks_the_questions() -> None:
    said = " ".join(run("rulings").output.split())
    assert language().ruling(COVER).question in said


@pytest.mark.parametrize("width", [80, 100])
def test_the_list_fits(width: int) -> None:
    lines = shown(ruling_list(referee.rulings()), width)
    assert max(map(len, lines)) <= width
    assert not any("…" in line for line in lines)


@pytest.mark.parametrize("asked", ["cover", "COVER"])
def test_the_page_of_a_ruling_has_everything(asked: str) -> None:
    result = run("rulings", asked)
    assert result.exit_code == 0
    said = " ".join(result.output.split())
    words = language().ruling(COVER)
    assert f"default free {words.default}" in said
    assert f"or if-necessary {words.options['if-necessary']}" in said
    assert "a game may name another answer" in said
    assert words.says in said
    for citation in COVER.citations:
        assert str(citation).partition(" ")[2] in said
    for rule in referee.ruling("cover").rules:
        assert f"{rule} {language().holds(RULES[rule])}" in said


def test_a_decision_says_so_and_tells_the_road_not_taken() -> None:
    said = " ".join(run("rulings", "bonus-off-turn").output.split())
    assert "the same for every game; no rulebook covers this, the answer was chosen here" in said
    assert f"not taken {language().ruling(BONUS_OFF_TURN).not_taken}" in said


@pytest.mark.parametrize("ruling", RULINGS.values(), ids=lambda ruling: ruling.id)
def test_every_ruling_has_a_page_that_fits(ruling: Ruling) -> None:
    lines = shown(ruling_page(referee.ruling(ruling.id)), width=80)
    assert max(map(len, lines)) <= 80
    assert not any("…" in line for line in lines)


def test_the_rules_that_depend_on_a_ruling_name_it() -> None:
    for ruling in RULINGS.values():
        depending = referee.ruling(ruling.id).rules
        for rule in RULES.values():
            assert (rule.id in depending) == (ruling in rule.rulings)


def test_the_json_has_the_documented_keys() -> None:
    documented = " ".join(run("rulings", "--help").output.split())
    for ruling in listed():
        assert tuple(ruling) == KEYS
    for key in KEYS:
        assert key in documented


def test_the_json_tells_what_the_ruling_tells() -> None:
    ruling = json.loads(run("rulings", "Cover", "--json").output)
    words = language().ruling(COVER)
    assert ruling in listed()
    assert ruling["default"] == {"answer": "free", "text": words.default}
    assert ruling["options"] == [
        {"answer": "if-necessary", "text": words.options["if-necessary"]},
    ]
    assert "BKK-09" in ruling["rules"]


def test_a_near_miss_gets_a_guess() -> None:
    result = run("rulings", "capitalcall")
    assert result.exit_code == 2
    assert "did you mean `capital-call`?" in result.stderr


def test_an_unknown_ruling_is_a_misuse() -> None:
    result = run("rulings", "zzzzzzzz")
    assert result.exit_code == 2
    assert "there is no ruling 'zzzzzzzz'; `referee rulings` lists all of them" in result.stderr
