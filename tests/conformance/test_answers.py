from typing import Any

import pytest
from msgspec.structs import replace

from referee.conformance.difference import Parting, parting
from referee.conformance.partner import answer_about
from referee.conformance.protocol import (
    AskLegal,
    AskScore,
    AskTable,
    Reply,
    ScoreOfSeat,
    ScoresReply,
    TableDigest,
    TableState,
    TurnCounts,
    TurnLists,
    VerdictReply,
)
from referee.core.ids import Seat
from referee.core.state import State
from referee.core.turns import EndPhase
from referee.engine.random_turns import ACTIONS
from tests.engine.games import position

LEGAL = VerdictReply(id=1)


@pytest.fixture(scope="module")
def state() -> State:
    return position(11)


def told(state: State, expected: Reply, given: Reply) -> Parting:
    found = parting(state, expected, given)
    assert found is not None
    return found


def test_verdicts_that_are_the_same_do_not_part(state: State) -> None:
    broken = VerdictReply(id=1, legal=False, rules=("GDS-06", "GDS-07"))
    assert parting(state, LEGAL, VerdictReply(id=9)) is None
    assert parting(state, broken, VerdictReply(id=9, legal=False)) is None
    assert parting(state, broken, VerdictReply(id=9, legal=False, rules=("GDS-07",))) is None


def test_an_illegal_event_called_legal_is_about_the_rules_it_breaks(state: State) -> None:
    found = told(state, VerdictReply(id=1, legal=False, rules=("GDS-06",)), LEGAL)
    assert (found.kind, found.rules) == ("verdict", ("GDS-06",))


def test_a_legal_event_called_illegal_is_about_the_rules_that_were_blamed(state: State) -> None:
    found = told(state, LEGAL, VerdictReply(id=1, legal=False, rules=("GDS-06", "MINE-1")))
    assert (found.kind, found.rules) == ("verdict", ("GDS-06",))


def test_the_one_broken_rule_has_to_be_named(state: State) -> None:
    broken = VerdictReply(id=1, legal=False, rules=("GDS-06",))
    found = told(state, broken, VerdictReply(id=1, legal=False, rules=("GDS-07",)))
    assert (found.kind, found.rules) == ("rules", ("GDS-06", "GDS-07"))


def test_a_digest_may_be_cut_but_not_too_short(state: State) -> None:
    whole = answer_about(state, AskTable(id=1, want="digest"))
    assert isinstance(whole, TableDigest)
    assert parting(state, whole, whole) is None
    assert parting(state, whole, replace(whole, digest=whole.digest[:16])) is None
    for odd in (whole.digest[:15], "", "0" * 64, whole.digest + "0"):
        assert told(state, whole, replace(whole, digest=odd)).kind == "digest"


def test_only_those_parts_of_a_table_are_compared_that_are_told(state: State) -> None:
    whole = answer_about(state, AskTable(id=1, want="state"))
    assert isinstance(whole, TableState)
    players = [{"cash": player["cash"]} for player in whole.state["players"]]
    part = {"round": whole.state["round"], "players": players}
    assert parting(state, whole, whole) is None
    assert parting(state, whole, replace(whole, state=part)) is None
    assert parting(state, whole, replace(whole, state={})) is None


def with_cash(table: TableState, cash: object) -> TableState:
    players = [{"cash": cash}, *({} for _ in table.state["players"][1:])]
    return replace(table, state={"players": players})


def test_a_table_that_differs_tells_where(state: State) -> None:
    whole = answer_about(state, AskTable(id=1, want="state"))
    assert isinstance(whole, TableState)
    cash = whole.state["players"][0]["cash"]
    found = told(state, whole, with_cash(whole, cash + 1))
    assert found.about == ("players.cash",)
    assert found.expected == {"players.0.cash": cash}
    assert found.given == {"players.0.cash": cash + 1}


def test_names_that_only_the_program_knows_are_in_no_id(state: State) -> None:
    whole = answer_about(state, AskTable(id=1, want="state"))
    assert isinstance(whole, TableState)
    players = [{'"x"\n': 1} for _ in whole.state["players"]]
    strange = {f"key\n{number}": number for number in range(1000)} | {"players": players}
    found = told(state, whole, replace(whole, state=strange))
    assert found.about == ("players.unknown", "unknown")
    assert len(found.given) == 50


ODD: list[dict[str, Any]] = [
    {"nonsense": 1},
    {"round": True},
    {"round": 1.0},
    {"players": []},
    {"players": 7},
    {"players": [1, 2, 3, 4]},
    {"books": []},
    {"regions": None},
]


@pytest.mark.parametrize("odd", ODD, ids=str)
def test_a_table_of_odd_types_differs_and_nothing_breaks(state: State, odd: dict[str, Any]) -> None:
    whole = answer_about(state, AskTable(id=1, want="state"))
    assert isinstance(whole, TableState)
    assert told(state, whole, replace(whole, state=odd)).kind == "state"


def test_counts_may_leave_out_what_is_not_there(state: State) -> None:
    expected = TurnCounts(id=1, counts={"goods": 0, "end": 3})
    assert parting(state, expected, TurnCounts(id=1, counts={"end": 3})) is None
    found = told(state, expected, TurnCounts(id=1, counts={"goods": 2, "end": 3}))
    assert (found.kind, found.about, found.given) == ("count", ("goods",), {"goods": 2})


def test_turns_may_be_said_in_any_order_and_more_than_once(state: State) -> None:
    listed = answer_about(state, AskLegal(id=1, want="turns", actions=("end", "merchant")))
    assert isinstance(listed, TurnLists)
    assert listed.turns
    again = replace(listed, turns=(*reversed(listed.turns), listed.turns[0]))
    assert parting(state, listed, again) is None


def test_turns_that_are_missing_or_illegal_are_told(state: State) -> None:
    listed = answer_about(state, AskLegal(id=1, want="turns", actions=("end",)))
    assert isinstance(listed, TurnLists)
    missing = told(state, listed, replace(listed, turns=listed.turns[1:]))
    assert missing.about == ("end missing",)
    assert missing.expected["missing"] == [listed.turns[0]]
    mover = state.to_move or Seat(0)
    wrong = EndPhase(seat=Seat((mover + 1) % len(state.players)))
    nobody = EndPhase(seat=Seat(17))
    illegal = told(state, listed, replace(listed, turns=(*listed.turns, wrong, nobody)))
    assert illegal.about == ("end illegal",)
    assert illegal.rules == ("END-02",)


def test_all_actions_can_be_listed_and_compared(state: State) -> None:
    small = tuple(action for action in ACTIONS if action != "expand")
    listed = answer_about(state, AskLegal(id=1, want="turns", actions=small))
    assert parting(state, listed, listed) is None


def test_scores_differ_by_row_and_are_about_its_rule(state: State) -> None:
    expected = answer_about(state, AskScore(id=1))
    assert isinstance(expected, ScoresReply)
    first = expected.scores[0]
    rows = first.rows
    assert rows is not None
    diamonds = ScoreOfSeat(total=first.total + 5, rows=(*rows[:5], rows[5] + 5, rows[6]))
    found = told(state, expected, replace(expected, scores=(diamonds, *expected.scores[1:])))
    assert (found.about, found.rules) == (("diamonds",), ("SCO-05",))


def test_totals_alone_are_enough_to_compare_scores(state: State) -> None:
    expected = answer_about(state, AskScore(id=1))
    assert isinstance(expected, ScoresReply)
    totals = tuple(ScoreOfSeat(total=score.total) for score in expected.scores)
    assert parting(state, expected, ScoresReply(id=1, scores=totals)) is None
    wrong = (ScoreOfSeat(total=totals[0].total + 1), *totals[1:])
    assert told(state, expected, ScoresReply(id=1, scores=wrong)).about == ("total",)
    assert told(state, expected, ScoresReply(id=1, scores=totals[1:])).about[0] == "players"
    assert told(state, expected, ScoresReply(id=1, scores=totals, winners=())).about == ("winners",)
