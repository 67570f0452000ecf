"""Records that say at which level a permanent bonus was used, and records that do not."""

import json

import pytest
from msgspec.structs import replace

from referee.core.ids import CardId, Seat
from referee.core.rulings import DEFAULT_RULINGS
from referee.core.set_reader import reference_set
from referee.core.state import State
from referee.core.turns import BLANK, Turn, UseGoods, UseLevel
from referee.engine import check, step
from referee.records.blame import blamed
from referee.records.codec import from_json, to_json
from referee.records.completed_turn import Completed, Missing
from referee.records.completion import complete, straight, ways_to_fill
from referee.records.fields import said as noted
from referee.records.history import History
from referee.records.quantities import TurnEnd, actual
from referee.records.record import (
    FORMAT,
    Header,
    NamedPlayer,
    Record,
    SaidClaim,
    Statement,
)
from referee.records.writer import COLOURS, line_of, said_of
from referee.rulebook import goods
from tests.positions import position
from tests.transcript.test_transcript_lines import read as by_reader

BLUE = Seat(0)

EVERY_ACTION = (
    "blue goods banana2 buy merchant level cape-town 0",
    "blue expand mombasa R16:1 take points level mombasa 1",
    "blue clerk clerk1 to 2 take pounds level mombasa 0 level cape-town 2",
    "blue marker expansion 1 take mombasa level mombasa 0 plus coffee2",
)


def said(line: str) -> Turn:
    read = by_reader(line)
    assert isinstance(read, Turn)
    return read


def table(**blue: object) -> State:
    """Return a table where blue's discount for bananas works."""
    return position(seat={0: {"tracks": {"cape-town": 5}, **blue}})


def completed(state: State, line: str) -> Completed:
    found = complete(state, said(line))
    assert isinstance(found, Completed)
    return found


@pytest.mark.parametrize("line", EVERY_ACTION)
def test_levels_are_read_and_written_as_they_were(line: str) -> None:
    read = by_reader(line)
    assert read is not None
    assert line_of(Statement(said=read), COLOURS) == line


@pytest.mark.parametrize(
    ("line", "levels"),
    [
        ("blue goods banana2 level 0", (UseLevel(BLANK, 0),)),
        ("blue g banana2 level cape 1 buy merchant", (UseLevel("cape-town", 1),)),
        ("blue goods banana2 Level ct 2, level st-louis 0", None),
        ("blue e mombasa R16 level mom 1", (UseLevel("mombasa", 1),)),
        ("blue c clerk1 level 1 to 2", (UseLevel(BLANK, 1),)),
        ("blue ma first level 1", (UseLevel(BLANK, 1),)),
    ],
)
def test_levels_are_read_as_people_write_them(
    line: str, levels: tuple[UseLevel, ...] | None
) -> None:
    read = said(line)
    two = (UseLevel("cape-town", 2), UseLevel("saint-louis", 0))
    assert getattr(read, "levels", None) == (two if levels is None else levels)
    assert by_reader(line_of(Statement(said=read), COLOURS)) == read


@pytest.mark.parametrize(
    "line",
    [
        "blue goods banana2 level",
        "blue goods banana2 level cape-town",
        "blue goods banana2 level nowhere 1",
        "blue goods banana2 level cape-town ?",
        "blue merchant merchant level cape-town 1",
        "blue end left level cape-town 1",
    ],
)
def test_a_level_without_its_number_or_at_another_action_is_no_statement(line: str) -> None:
    assert by_reader(line) is None


def encoded(turn: Turn) -> bytes:
    header = Header(players=(NamedPlayer("blue"),))
    return to_json(Record(format=FORMAT, header=header, statements=(Statement(said=turn),)))


def test_json_says_levels_and_only_where_there_are_some() -> None:
    turn = UseGoods(seat=BLUE, cards=(CardId("banana2"),), levels=(UseLevel("cape-town", 0),))
    spoken = said_of(turn, DEFAULT_RULINGS, reference_set())
    plain = json.loads(encoded(spoken))["statements"][0]["said"]
    assert plain["levels"] == [{"level": 0, "company": "cape-town"}]
    assert from_json(encoded(spoken)).statements[0].said == spoken
    silent = said_of(replace(turn, levels=()), DEFAULT_RULINGS, reference_set())
    assert b"levels" not in encoded(silent)


def test_a_level_without_a_company_is_that_of_the_one_bonus_that_works() -> None:
    state = table(slots={"left": "banana2"})
    found = completed(state, "blue goods banana2 buy merchant level 0")
    assert isinstance(found.turn, UseGoods)
    assert found.turn.levels == (UseLevel("cape-town", 0),)
    assert found.after is not None
    assert CardId("merchant") in found.after.players[BLUE].hand


def test_where_several_bonuses_bear_the_companies_are_told() -> None:
    state = position(
        tracks={"mombasa": "A2"},
        seat={0: {"slots": {"left": "cotton2"}, "tracks": {"mombasa": 4, "cape-town": 5}}},
    )
    found = complete(state, said("blue goods cotton2 cairo 2 level 0"))
    assert isinstance(found, Missing)
    assert found.what == ("company of level 0 (mombasa or cape-town)",)


def two_bonuses_bear() -> State:
    """Return a table where blue's bonuses for cotton and for bananas work."""
    return position(
        tracks={"mombasa": "A2"},
        seat={0: {"slots": {"left": "banana2"}, "tracks": {"mombasa": 4, "cape-town": 5}}},
    )


@pytest.mark.parametrize(
    ("line", "rules"),
    [
        ("blue goods banana2 buy merchant cairo 2 level 0", ["GDS-08"]),
        ("blue goods banana2 - level 0", ["GDS-07"]),
        ("blue goods banana2 cairo 2 level 2", ["TRK-13"]),
    ],
)
def test_what_is_illegal_whichever_company_a_level_is_of_breaks_those_rules(
    line: str, rules: list[str]
) -> None:
    found = completed(two_bonuses_bear(), line)
    assert [violation.rule.id for violation in found.violations] == rules


def test_levels_without_companies_are_of_different_tracks() -> None:
    state = two_bonuses_bear()
    both = {UseLevel("mombasa", 0), UseLevel("cape-town", 0)}
    for levels in ("level 0 level 0", "level 0 level mombasa 0", "level cape-town 0 level 0"):
        found = completed(state, f"blue goods banana2 cairo 2 {levels}")
        assert found.after is not None
        assert isinstance(found.turn, UseGoods)
        assert {*found.turn.levels} == both


def test_many_levels_without_companies_are_no_more_work_than_few() -> None:
    state = two_bonuses_bear()
    spoken = said("blue goods banana2" + " level 0" * 60)
    found = complete(state, spoken)
    assert isinstance(found, Completed)
    assert {violation.rule.id for violation in found.violations} == {"TRK-13"}
    looked_at = 0

    def tick() -> None:
        nonlocal looked_at
        looked_at += 1

    assert [*ways_to_fill(state, spoken, tick)] == []
    assert looked_at < 100


def test_a_level_is_named_in_vain_where_no_bonus_works() -> None:
    state = position(seat={0: {"slots": {"left": "banana2"}}})
    idle = complete(state, said("blue goods banana2 cairo 2 level 0"))
    assert isinstance(idle, Completed)
    assert idle.violations == ()
    assert isinstance(idle.turn, UseGoods)
    assert idle.turn.levels == ()
    used = complete(state, said("blue goods banana2 cairo 2 level 1"))
    assert isinstance(used, Completed)
    broken = used.violations or check(state, used.turn)
    assert [violation.rule.id for violation in broken] == ["TRK-13"]


def test_a_level_of_nobody_has_no_company() -> None:
    levels = (UseLevel(BLANK, 0),)
    spoken = noted(UseGoods, Seat(7), cards=(CardId("banana2"),), levels=levels)
    assert isinstance(complete(table(), spoken), Missing)


def test_an_unsaid_level_is_the_highest_at_which_the_blanks_can_be_filled() -> None:
    state = table(slots={"left": "banana2"})
    # With the discount a unit is left, and any track may have got it.
    assert isinstance(complete(state, said("blue goods banana2 buy merchant")), Missing)
    # That no unit was used is possible only without it.
    assert completed(state, "blue goods banana2 buy merchant -").after is None
    bound = table(slots={"left": "banana2"}, cash=0)
    spoken = said("blue goods ? buy merchant -")
    found = complete(bound, spoken)
    assert isinstance(found, Completed)
    assert found.after is not None
    assert found.turn == UseGoods(seat=BLUE, cards=(CardId("banana2"),), buy=CardId("merchant"))
    assert found.after == step(bound, found.turn)


def test_the_price_claimed_is_that_of_the_level_used() -> None:
    state = table(slots={"left": "banana2"})
    claim = SaidClaim(what="cost", value=2)
    declined = UseGoods(seat=BLUE, cards=(CardId("banana2"),), buy=CardId("merchant"))
    used = replace(declined, advance=("cairo",))
    for turn, price, rule in ((declined, 2, goods.PRICE), (used, 1, goods.GOODS_DISCOUNTS)):
        moment = TurnEnd(state, step(state, turn), turn)
        assert actual(moment, claim) == price
        assert blamed(replace(claim, value=9), History([(turn, moment)])) == rule


def test_a_turn_without_a_choice_is_seen_at_once_and_any_other_is_not() -> None:
    state = table(slots={"left": "banana2"})
    forced = said("blue goods ? buy merchant - level cape-town 0")
    assert straight(state, forced) == complete(state, forced)
    for line in ("blue goods banana2", "blue goods ?", "green end left"):
        assert straight(state, said(line)) is None
