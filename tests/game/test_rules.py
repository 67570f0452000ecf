"""The catalogue itself: a convention that nothing checks is soon none."""

import re
import string
from typing import get_args

import pytest

from referee.core.citations import EDITIONS
from referee.core.rule import Family, Rule, Violation
from referee.core.rulings import RULINGS
from referee.i18n import language
from referee.i18n.catalogue import area
from referee.rulebook import FAMILIES, RULES, goods, tracks


def constants() -> dict[str, Rule]:
    return {
        name: rule
        for family in FAMILIES
        for name, rule in vars(family).items()
        if isinstance(rule, Rule)
    }


def test_no_id_and_no_name_is_used_twice() -> None:
    rules = [
        rule for family in FAMILIES for rule in vars(family).values() if isinstance(rule, Rule)
    ]
    assert len({rule.id for rule in rules}) == len(rules)
    assert len({rule.name for rule in rules}) == len(rules)


def test_each_family_has_rules_in_its_own_file() -> None:
    families = [
        {rule.family for rule in vars(family).values() if isinstance(rule, Rule)}
        for family in FAMILIES
    ]
    assert [next(iter(family)) for family in families] == list(get_args(Family))
    assert all(len(family) == 1 for family in families)


def test_constants_are_called_like_their_rules() -> None:
    for name, rule in constants().items():
        assert name == rule.name.replace("-", "_").upper()


def test_an_id_is_its_family_and_a_number() -> None:
    for rule in RULES:
        assert re.fullmatch(r"[A-Z]{3}-\d\d", rule)


def test_a_rule_says_what_must_hold_in_one_sentence() -> None:
    for rule in RULES.values():
        holds = language().holds(rule)
        assert holds[0].isupper(), rule.id
        assert holds.endswith("."), rule.id


def test_a_message_tells_exactly_the_facts_of_its_rule() -> None:
    for rule in RULES.values():
        template = language().template(rule)
        named = {field for _, field, _, _ in string.Formatter().parse(template) if field}
        assert named == set(rule.facts), rule.id


def test_a_legality_rule_has_a_message_of_its_own() -> None:
    for rule in RULES.values():
        has_one = f"{rule.id}.broken" in area("en", "rules")
        assert has_one == (rule.kind == "legality"), rule.id


def test_a_rule_is_cited_in_the_english_edition() -> None:
    for rule in RULES.values():
        editions = {citation.edition for citation in rule.citations}
        assert "en" in editions, rule.id
        assert editions <= set(EDITIONS), rule.id


def test_a_rule_names_known_rulings() -> None:
    for rule in RULES.values():
        assert all(RULINGS[ruling.id] is ruling for ruling in rule.rulings), rule.id


def test_every_sentence_belongs_to_a_rule() -> None:
    assert {key.partition(".")[0] for key in area("en", "rules")} == {*RULES, "effect"}


def test_a_violation_is_its_rule_and_facts() -> None:
    broken = goods.UNITS_COVER_PRICE.broken(units=2, price=3)
    assert language().message(broken) == "2 units were used for a price of 3"
    assert broken == goods.UNITS_COVER_PRICE.broken(price=3, units=2)
    assert len({broken, goods.UNITS_COVER_PRICE.broken(units=2, price=3)}) == 1
    assert broken.as_dict()["facts"] == {"units": 2, "price": 3}


def test_several_facts_are_listed() -> None:
    broken = goods.ONE_KIND_OF_GOOD.broken(goods=("bananas", "coffee"))
    assert language().message(broken).startswith("bananas, coffee were mixed")
    assert "nothing" in language().message(goods.GOODS_CARDS_ONLY.broken(cards=()))


def test_a_violation_with_other_facts_is_a_fault_of_ours() -> None:
    with pytest.raises(TypeError, match="TRK-01"):
        tracks.NOT_BEYOND_THE_END.broken(company="cairo")
    assert isinstance(tracks.NOT_BEYOND_THE_END.broken(company="cairo", last=9), Violation)
