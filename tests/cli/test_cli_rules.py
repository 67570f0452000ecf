import json
from typing import Any, get_args

import pytest

import referee
from referee.api.rule_pages import FAMILIES
from referee.cli.rules import rule_list, rule_page
from referee.core.rule import Family, Rule
from referee.core.search import rules_about, terms
from referee.i18n import language
from referee.i18n.speech import say
from referee.rulebook import RULES
from referee.rulebook.goods import ALL_UNITS_USED, ONE_KIND_OF_GOOD
from tests.cli.running import run, shown

KEYS = (
    "id",
    "name",
    "family",
    "kind",
    "holds",
    "broken",
    "facts",
    "sections",
    "citations",
    "rulings",
)


def listed(*options: str) -> list[Any]:
    result = run("rules", "--json", *options)
    assert result.exit_code == 0
    found: list[Any] = json.loads(result.output)
    return found


def test_the_list_names_every_rule_under_its_family() -> None:
    result = run("rules")
    assert result.exit_code == 0
    lines = result.output.splitlines()
    for rule in RULES.values():
        family = lines.index(f"{rule.family}  {say(f'pages.families.{rule.family}')}")
        start = next(i for i, line in enumerate(lines) if line.split()[:1] == [rule.id])
        assert family < start
        assert lines[start].split()[1:3] == [rule.name, rule.kind]


def test_the_list_says_what_must_hold() -> None:
    assert "At least one goods card is used." in run("rules").output


def test_every_family_has_a_title() -> None:
    assert [*FAMILIES] == [*get_args(Family)]
    assert [*dict.fromkeys(rule.family for rule in RULES.values())] == [*FAMILIES]


def test_a_family_is_listed_alone_in_any_case() -> None:
    assert {rule["family"] for rule in listed("--family", "gds")} == {"GDS"}
    assert "TRK-01" not in run("rules", "--family", "GDS").output


def test_a_kind_is_listed_alone() -> None:
    effects = listed("--kind", "effect")
    assert {rule["kind"] for rule in effects} == {"effect"}
    assert len(effects) + len(listed("--kind", "legality")) == len(RULES)


def test_family_and_kind_go_together() -> None:
    ids = [rule["id"] for rule in listed("--family", "SCO", "--kind", "legality")]
    assert ids == [r.id for r in RULES.values() if r.family == "SCO" and r.kind == "legality"]
    assert run("rules", "--family", "SCO", "--kind", "legality").exit_code == 0


def test_unknown_families_and_kinds_are_misuses() -> None:
    assert run("rules", "--family", "XYZ").exit_code == 2
    assert run("rules", "--kind", "odd").exit_code == 2


@pytest.mark.parametrize("asked", ["GDS-07", "gds-07", "all-units-used", "All-Units-Used"])
def test_a_rule_is_found_by_id_or_name_in_any_case(asked: str) -> None:
    result = run("rules", asked)
    assert result.exit_code == 0
    assert result.output.splitlines()[0] == "GDS-07  all-units-used  legality"


def test_the_page_of_a_rule_has_everything() -> None:
    said = " ".join(run("rules", "GDS-07").output.split())
    words = language()
    assert words.holds(ALL_UNITS_USED) in said
    assert words.outline(ALL_UNITS_USED) in said
    assert "facts left" in said
    for citation in ALL_UNITS_USED.citations:
        assert str(citation).partition(" ")[2] in said
    assert {c.edition for c in ALL_UNITS_USED.citations} == {"en", "nl", "cs", "fr", "manual"}
    for ruling in ALL_UNITS_USED.rulings:
        assert f"{ruling.id} {words.ruling(ruling).question}" in said


@pytest.mark.parametrize("rule", RULES.values(), ids=lambda rule: rule.id)
def test_every_rule_has_a_page_that_fits(rule: Rule) -> None:
    lines = shown(rule_page(referee.rule(rule.id)), width=80)
    assert max(map(len, lines)) <= 80
    assert not any("…" in line for line in lines)


@pytest.mark.parametrize("width", [80, 100])
def test_the_list_fits(width: int) -> None:
    lines = shown(rule_list(referee.rules()), width)
    assert max(map(len, lines)) <= width
    assert not any("…" in line for line in lines)


def test_the_json_has_the_documented_keys() -> None:
    documented = " ".join(run("rules", "--help").output.split())
    for rule in listed():
        assert tuple(rule) == KEYS
    for key in KEYS:
        assert key in documented


def test_the_json_of_one_rule_is_that_of_the_list() -> None:
    result = run("rules", "GDS-04", "--json")
    assert result.exit_code == 0
    assert json.loads(result.output) == next(r for r in listed() if r["id"] == "GDS-04")


def test_the_json_tells_what_the_rule_tells() -> None:
    rule = json.loads(run("rules", "GDS-04", "--json").output)
    assert rule["facts"] == ["goods"]
    assert rule["rulings"][0] == {
        "id": "mixed-extra-cards",
        "question": "With the any-goods bonus, how many goods cards may be combined?",
    }
    first = ONE_KIND_OF_GOOD.citations[0]
    assert rule["citations"][0] == {
        "edition": "en",
        "heading": first.heading,
        "part": first.part,
        "page": first.page,
        "lines": first.lines,
    }


@pytest.mark.parametrize(
    ("asked", "guess"),
    [
        ("GSD-04", "GDS-04"),
        ("GDS-4", "GDS-04"),
        ("one-kind-of-goods", "one-kind-of-good"),
        ("gds", "--family GDS"),
    ],
)
def test_a_near_miss_gets_a_guess(asked: str, guess: str) -> None:
    result = run("rules", asked)
    assert result.exit_code == 2
    assert "did you mean" in result.stderr
    assert guess in result.stderr
    assert result.stdout == ""


def test_an_id_that_no_rule_has_is_a_misuse() -> None:
    result = run("rules", "XYZ-99")
    assert result.exit_code == 2
    assert "there is no rule 'XYZ-99'; `referee rules` lists all of them" in result.stderr


def test_words_that_no_rule_has_are_answered_so() -> None:
    result = run("rules", "zzzzzzzz")
    assert result.exit_code == 1
    assert "no rule was found for 'zzzzzzzz'; try fewer words" in result.stdout
    told = run("rules", "zzzzzzzz", "--json")
    assert told.exit_code == 1
    assert json.loads(told.output)["error"]["kind"] == "not-found"


@pytest.mark.parametrize(
    "words",
    [
        "capital call",
        "CAPITAL CALLS",
        "kapitaal aflossing",
        "povinná splátka",
        "povinna splatka",
        "appel de fonds",
    ],
)
def test_rules_are_found_by_words_of_all_editions(words: str) -> None:
    found = {rule["id"] for rule in listed(words)}
    assert {"TRK-02", "TRK-04", "TRK-05"} <= found
    assert len(found) < 10
    assert run("rules", words).output == run("rules", *words.split()).output


def test_all_words_must_be_found() -> None:
    both = {rule["id"] for rule in listed("ink", "step")}
    assert both == {r["id"] for r in listed("ink")} & {r["id"] for r in listed("step")}


def test_rules_are_found_by_a_heading_of_an_edition() -> None:
    heading = next(c.heading for c in ALL_UNITS_USED.citations if c.edition == "nl")
    assert "GDS-07" in {rule["id"] for rule in listed(heading)}


def test_words_and_a_choice_go_together() -> None:
    assert {rule["kind"] for rule in listed("capital call", "--kind", "effect")} == {"effect"}


def test_every_term_belongs_to_a_rule() -> None:
    for term in terms():
        for word in term.everywhere:
            assert rules_about(word), word


def test_an_id_and_a_choice_do_not_go_together() -> None:
    result = run("rules", "GDS-04", "--kind", "effect")
    assert result.exit_code == 2
    assert "an ID names one rule" in result.stderr
