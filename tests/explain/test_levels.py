"""Levels of permanent bonuses in explanations, on tables made by hand."""

import pytest
from msgspec.structs import replace

from referee.core.ids import COMPANIES, CardId, Company, RegionId, Seat
from referee.core.rule import GivenNumber
from referee.core.state import State
from referee.core.turns import (
    CollectRegion,
    Entering,
    Expand,
    UseGoods,
    UseLevel,
)
from referee.i18n.page_words import explaining
from referee_model import legal
from referee_model.explain import Lack, Why
from referee_model.explain.questions import why, why_with_answers
from tests.model.tables import player, table

ME = Seat(0)
MOVED: Company = "saint-louis"

COTTON = ("A2", "B1", "C1", "D1")
"""Mombasa: first 1 off for cotton, then 1 unit more for each cotton card."""

TRADER = table(
    player(["cotton2", "coffee2"], levels=(2, 0, 0, 0), tracks=(12, 0, 0, 0)), tracks=COTTON
)


def goods(steps: int, *levels: UseLevel) -> UseGoods:
    advance = (MOVED,) * steps
    return UseGoods(seat=ME, cards=(CardId("cotton2"),), advance=advance, levels=levels)


def told(found: Why) -> list[str | None]:
    numbers = [n for core in found.cores.found for n in core.numbers if n.rule == "TRK-09"]
    return [explaining().number(n.rule, n.name, n.value) for n in numbers]


def test_a_turn_that_only_a_lower_level_allows_is_legal_and_has_no_answers() -> None:
    found = why_with_answers(TRADER, goods(2))
    assert found.cores.outcome == "yes"
    assert (found.cores.found, found.correction, found.shortfall) == ((), None, None)
    assert why(TRADER, goods(2), most=1).outcome == "yes"


def test_a_core_is_told_at_the_highest_level() -> None:
    found = why_with_answers(TRADER, goods(1))
    assert [core.rules for core in found.cores.found] == [{"GDS-07"}]


@pytest.mark.parametrize(
    ("level", "words"),
    [
        (0, "the bonus of the mombasa track is not used"),
        (1, "the bonus of the mombasa track is used at level 1"),
    ],
)
def test_a_level_is_told_where_it_matters(level: int, words: str) -> None:
    found = why_with_answers(TRADER, goods(3, UseLevel("mombasa", level)))
    core = found.cores.found[0]
    assert core.rules == {"GDS-08"}
    assert GivenNumber(rule="TRK-09", name="level-mombasa", value=level, parts=()) in core.numbers
    assert "levels" in core.fields
    assert told(found) == [words]


def test_a_level_is_not_told_where_none_helps() -> None:
    found = why_with_answers(TRADER, goods(9, UseLevel("mombasa", 1)))
    assert [core.rules for core in found.cores.found] == [{"GDS-08"}]
    assert told(found) == []


def test_a_correction_keeps_what_was_not_said_unsaid() -> None:
    correction = why_with_answers(TRADER, goods(1)).correction
    assert correction is not None
    assert isinstance(correction.event, UseGoods)
    assert (len(correction.event.advance), correction.event.levels) == (2, ())
    assert correction.changed == ("advance",)


def test_a_correction_may_change_a_level_that_was_said() -> None:
    correction = why_with_answers(TRADER, goods(3, UseLevel("mombasa", 1))).correction
    assert correction is not None
    assert correction.event in {goods(3), goods(2, UseLevel("mombasa", 1))}
    assert correction.distance == 1


def test_a_level_that_cannot_be_used_is_dropped_and_others_are_kept() -> None:
    named = (UseLevel("mombasa", 1), UseLevel("cairo", 1))
    found = why_with_answers(TRADER, goods(2, *named))
    assert [core.rules for core in found.cores.found] == [{"TRK-13"}]
    assert found.correction is not None
    assert found.correction.event == goods(2, UseLevel("mombasa", 1))
    assert found.correction.changed == ("levels",)
    assert found.shortfall is not None
    assert found.shortfall.lacks == ()
    assert found.shortfall.still_broken == {"TRK-13"}


def test_with_a_level_that_cannot_be_used_nothing_else_is_told_that_a_lower_one_mends() -> None:
    wrong = goods(2, UseLevel("mombasa", 3))
    for most in (1, 12):
        assert [core.rules for core in why(TRADER, wrong, most=most).found] == [{"TRK-13"}]


@pytest.mark.parametrize(
    ("levels", "lack"),
    [((), 1), ((UseLevel("mombasa", 2),), 1), ((UseLevel("mombasa", 0),), 2)],
)
def test_what_is_missing_is_counted_from_the_level_in_use(
    levels: tuple[UseLevel, ...], lack: int
) -> None:
    shortfall = why_with_answers(TRADER, goods(4, *levels)).shortfall
    assert shortfall is not None
    assert shortfall.lacks == (Lack("units", lack),)


def expander(level: int) -> State:
    return table(player(["exp1-1"], levels=(level, 0, 0, 0), tracks=(10, 0, 0, 0)))


@pytest.mark.slow
def test_a_level_of_an_expansion_can_be_what_is_wrong() -> None:
    regions = tuple(RegionId(region) for region in ("R21", "R17"))
    turn = Expand(
        seat=ME,
        company="cape-town",
        enter=tuple(Entering(region, 1) for region in regions),
        rewards=tuple(CollectRegion(region) for region in regions),
    )
    assert why(expander(2), turn).outcome == "yes"
    none = replace(turn, levels=(UseLevel("mombasa", 0),))
    found = why_with_answers(expander(2), none)
    assert told(found) == ["the bonus of the mombasa track is not used"]
    assert found.shortfall is not None
    assert found.shortfall.lacks == (Lack("expansion-points", 1),)
    assert found.correction is not None
    assert found.correction.event is not None
    assert found.correction.event == replace(turn, levels=(UseLevel("mombasa", 1),))
    assert legal(expander(2), found.correction.event).is_legal


def test_every_track_has_words_for_its_level() -> None:
    for company in COMPANIES:
        for level in range(3):
            assert company in (explaining().number("TRK-09", f"level-{company}", level) or "")
