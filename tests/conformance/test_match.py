import pytest

from referee.conformance.campaign import Match, Thoroughness
from referee.conformance.games import GameChoice, NothingInCommonError, drawn_game, playable
from referee.conformance.partner import ABILITIES, ForeignProgram
from referee.conformance.report import Played
from referee.rulebook import RULES
from tests.conformance.commands import PATIENT, fake, faulty

pytestmark = pytest.mark.slow

CHOICE = GameChoice(sets=("reference",), rounds=2)


def compared(command: tuple[str, ...], seed: int = 1, choice: GameChoice = CHOICE) -> Played:
    partner = ForeignProgram(command, PATIENT)
    try:
        setting, events = drawn_game(seed, choice, partner.introduction())
        return Match(partner, setting, str(seed), Thoroughness()).play(events)
    finally:
        partner.kill()


def only(*abilities: str) -> tuple[str, ...]:
    return tuple(each for each in ABILITIES if each not in abilities)


@pytest.mark.parametrize(
    "abilities",
    [("digest",), ("state",), ("count",), ("legal",), ("check",), ("refuse",), ("score",), ()],
    ids=" ".join,
)
def test_whatever_a_program_can_do_is_used_and_nothing_else(abilities: tuple[str, ...]) -> None:
    found = compared(faulty("none", *only(*abilities)))
    assert not found.differences
    uses = {
        "digest": "state",
        "state": "state",
        "count": "legal",
        "legal": "legal",
        "check": "check",
        "score": "score",
    }
    used = {uses[each] for each in abilities if each in uses}
    assert {*found.asked} - {"apply"} == used


def test_rules_are_reached_by_what_happens_and_by_what_is_refused() -> None:
    found = compared(faulty("none"))
    effects = {rule for rule in found.agree if RULES[rule].kind == "effect"}
    assert effects
    assert {*found.agree} - effects
    assert not found.differ


def test_an_illegal_event_that_is_applied_is_found_without_a_check() -> None:
    choice = GameChoice(sets=("reference",), rounds=3, default_rulings=True)
    for seed in range(6):
        found = compared(faulty("lenient", *only("refuse", "digest")), seed, choice)
        if found.differences:
            break
    assert {each.kind for each in found.differences} == {"verdict"}
    assert found.differ["GDS-06"]


def test_a_game_ends_where_the_tables_part() -> None:
    choice = GameChoice(sets=("reference",), default_rulings=True)
    found = compared(faulty("merchant"), 3, choice)
    (difference,) = found.differences
    assert len(difference.game.events) == found.events
    assert difference.kind == "state"


def test_a_program_with_none_of_the_sets_cannot_be_played_with() -> None:
    partner = ForeignProgram(faulty("no sets"), PATIENT)
    try:
        with pytest.raises(NothingInCommonError):
            playable(GameChoice(sets=("random-3",)), partner.introduction())
        assert playable(GameChoice(sets=("random-3", "reference")), partner.introduction())
    finally:
        partner.kill()


def test_unknown_abilities_and_keys_are_ignored() -> None:
    partner = ForeignProgram(fake("newer"), PATIENT)
    assert partner.can("final-score")
    partner.kill()
