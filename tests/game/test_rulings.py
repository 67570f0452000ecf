"""Rulings as data, and the choice a game makes among them."""

import re
from typing import get_args, get_type_hints

import msgspec
import pytest

from referee.api.languages import languages
from referee.core import rulings
from referee.core.citations import EDITIONS
from referee.core.public import deviations
from referee.core.rulings import DEFAULT_RULINGS, RULINGS, Ruling, Rulings
from referee.i18n import language
from referee.i18n.catalogue import area
from referee.rulebook import RULES

HINTS = get_type_hints(Rulings)


def test_a_ruling_has_a_question_an_answer_and_what_the_editions_say() -> None:
    for ruling in RULINGS.values():
        text = language().ruling(ruling)
        assert text.question.endswith("?"), ruling.id
        assert re.search(r"\.$", text.default), ruling.id
        assert text.says, ruling.id
        assert set(text.options) == set(ruling.options), ruling.id


@pytest.mark.parametrize("ruling", ["all-tracks-call", "bonus-must-reward"])
def test_what_the_answer_to_another_ruling_brings_is_not_told_as_given_up(ruling: str) -> None:
    for spoken in languages():
        assert f"{ruling}.not_taken" not in area(spoken, "rulings")


def test_a_ruling_is_cited() -> None:
    for ruling in RULINGS.values():
        assert any(citation.edition == "en" for citation in ruling.citations), ruling.id


def test_every_ruling_is_in_the_catalogue_and_bears_on_a_rule() -> None:
    constants = {ruling.id for ruling in vars(rulings).values() if isinstance(ruling, Ruling)}
    assert constants == set(RULINGS)
    assert {ruling.id for rule in RULES.values() for ruling in rule.rulings} == set(RULINGS)


def test_all_editions_are_only_claimed_where_all_are_cited() -> None:
    for ruling in RULINGS.values():
        if language().ruling(ruling).says.startswith("All"):
            cited = {citation.edition for citation in ruling.citations}
            assert cited == set(EDITIONS), ruling.id


def test_every_text_belongs_to_a_ruling() -> None:
    assert {key.partition(".")[0] for key in area("en", "rulings")} == set(RULINGS)


def test_a_game_can_choose_exactly_the_rulings_with_options() -> None:
    choosable = {ruling.id: ruling.answers for ruling in RULINGS.values() if ruling.options}
    fields = {name.replace("_", "-"): get_args(HINTS[name]) for name in Rulings.__struct_fields__}
    assert fields == choosable


def test_the_defaults_are_those_of_the_catalogue() -> None:
    for name in Rulings.__struct_fields__:
        assert getattr(DEFAULT_RULINGS, name) == RULINGS[name.replace("_", "-")].default


def test_a_game_names_only_what_it_deviates_in() -> None:
    chosen = msgspec.convert({"capital-call": "may-decline"}, Rulings)
    assert deviations(chosen) == {"capital-call": "may-decline"}
    assert deviations(DEFAULT_RULINGS) == {}


def test_an_unknown_ruling_or_answer_is_refused() -> None:
    with pytest.raises(msgspec.ValidationError, match="unknown field"):
        msgspec.convert({"capital-calls": "may-decline"}, Rulings)
    with pytest.raises(msgspec.ValidationError, match="Invalid enum value"):
        msgspec.convert({"capital-call": "perhaps"}, Rulings)


def test_leaving_parts_includes_declining_calls() -> None:
    assert Rulings(partial_use="yes").may_decline_calls
    assert Rulings(partial_use="yes").may_decline_for_units
    assert Rulings(partial_use="rewards").may_decline_calls
    assert not Rulings(partial_use="rewards").may_decline_for_units
    assert Rulings(partial_use="rewards").may_leave_rewards
    assert not Rulings(partial_use="rewards").may_leave_units
    assert not DEFAULT_RULINGS.may_decline_calls
