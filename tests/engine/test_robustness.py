"""Nonsense that is well typed gets an answer, never an accident."""

from functools import cache
from itertools import groupby, islice

import msgspec
import pytest
from hypothesis import HealthCheck, Phase, event, given, settings
from hypothesis import strategies as st
from msgspec import Struct

from referee.core.events import Event, TakeBack
from referee.core.public import digest
from referee.core.state import State
from referee.engine import IllegalEventError, UnreadableEventError, check, step
from referee.i18n import language
from referee.rulebook import RULES
from tests.engine.event_strategies import events, turns
from tests.engine.games import game
from tests.engine.nonsense import CLERK, EXPANSION, GOODS, NONSENSE, WITHOUT_SEAT, area
from tests.positions import position

pytestmark = pytest.mark.slow

TABLES_OF_A_GAME = 40
GAMES = st.integers(0, 3)


class Said(Struct):
    """An event in its JSON form."""

    event: Event


def said(**plain: object) -> Event:
    return msgspec.convert({"event": plain}, Said).event


@cache
def tables(seed: int) -> tuple[State, ...]:
    """Return tables from all phases of a seeded game."""
    played = [before for before, _, _ in game(seed)]
    return tuple(islice(played, 0, None, max(1, len(played) // TABLES_OF_A_GAME)))


# Shrinking such events takes hours and memory without end; the failing event is short enough.
many_events = settings(
    max_examples=150,
    deadline=None,
    phases=[Phase.explicit, Phase.reuse, Phase.generate],
    suppress_health_check=list(HealthCheck),
)


def assert_answered(state: State, happened: Event) -> list[str]:
    """Return the rules broken, after holding the answer to all that an answer has to be."""
    kept = digest(state)
    try:
        violations = check(state, happened)
    except UnreadableEventError:
        with pytest.raises(UnreadableEventError, match="there is no seat"):
            step(state, happened)
        return ["unreadable"]
    places = [list(RULES).index(violation.rule.id) for violation in violations]
    assert places == sorted(places)
    for violation in violations:
        assert language().message(violation)
        assert msgspec.json.encode(violation.as_dict())
    if isinstance(happened, TakeBack):
        # A turn that was taken back is ruled on, but does not count.
        assert step(state, happened) == state
    elif violations:
        with pytest.raises(IllegalEventError):
            step(state, happened)
    else:
        hash(step(state, happened))
    assert digest(state) == kept
    return [violation.rule.id for violation in violations]


@many_events
@given(st.data(), GAMES)
def test_any_event_on_any_table_is_answered(data: st.DataObject, seed: int) -> None:
    state = data.draw(st.sampled_from(tables(seed)))
    happened = data.draw(events(state))
    broken = assert_answered(state, happened)
    event(type(happened).__name__ + (" broken" if broken else " legal"))


@many_events
@given(st.data(), GAMES)
def test_any_turn_of_the_player_to_move_is_answered(data: st.DataObject, seed: int) -> None:
    acting = [table for table in tables(seed) if table.phase == "actions"]
    state = data.draw(st.sampled_from(acting))
    broken = assert_answered(state, data.draw(turns(state)))
    event(broken[0] if broken else "legal")


@pytest.mark.parametrize("name", NONSENSE)
def test_nonsense_breaks_rules(name: str) -> None:
    state, plain, rules = NONSENSE[name]
    seat = {} if plain["do"] in WITHOUT_SEAT else {"seat": 0}
    broken = assert_answered(state, said(**{**seat, **plain}))
    assert [rule for rule, _ in groupby(broken)] == rules


@pytest.mark.parametrize("column", [0, 4, -1, 10**12])
def test_a_column_that_no_base_has_is_refused(column: int) -> None:
    entering = said(
        do="expand", seat=0, company="cape-town", enter=[{"region": "R22", "column": column}]
    )
    assert assert_answered(EXPANSION, entering) == ["EXP-07"]
    ousting = said(
        do="expand",
        seat=0,
        company="cape-town",
        enter=[{"region": "R24", "column": 1}],
        rewards=[{"part": "points"}],
        oust=[{"region": "R24", "column": column}],
    )
    foreign = position(regions={"R24": "cairo"}, seat={0: {"slots": {"left": "exp2"}}})
    assert assert_answered(foreign, ousting) == ["EXP-12"]
    five_coffee = area("coffee2", "coffee3")
    removing = said(
        do="marker",
        seat=0,
        space="coffee",
        option=3,
        reward=[
            {"part": "advance", "company": "cairo"},
            {"part": "remove", "company": "cairo", "column": column},
        ],
    )
    assert assert_answered(five_coffee, removing) == ["BKK-20"]


@pytest.mark.parametrize("at", [-1, 0, 1, 16, 10**12])
def test_a_step_that_holds_no_acquired_book_is_refused(at: int) -> None:
    turn = said(
        do="bookkeeper",
        seat=0,
        card="clerk2",
        points={"books": ["b01"]},
        place=[{"book": "b01", "step": at}],
    )
    assert assert_answered(CLERK, turn) == ["BKK-06"]


@pytest.mark.parametrize("count", [-1, 2, 10**12])
def test_another_amount_than_the_region_shows_is_refused(count: int) -> None:
    turn = said(
        do="expand",
        seat=0,
        company="cairo",
        enter=[{"region": "R06", "column": 1}],
        rewards=[{"part": "region", "region": "R06", "count": count}],
    )
    assert assert_answered(EXPANSION, turn) == ["EXP-10"]


def test_a_turn_taken_back_and_a_claim_leave_the_table() -> None:
    taken_back = said(do="take-back", turn={"do": "end", "seat": 0, "deck": "left"})
    claim = said(do="claim", what="cash", value=17, seat=0)
    assert step(GOODS, taken_back) == GOODS
    assert step(GOODS, claim) == GOODS
