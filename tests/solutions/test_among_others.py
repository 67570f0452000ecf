"""Opponents who move as recorded."""

from referee.core.ids import Seat
from referee.core.state import State
from referee.core.turns import EndPhase, Turn
from referee.engine import step
from referee.solve.horizons import (
    HorizonQuestion,
    RecordedOpponents,
    events_from,
    recorded_plans,
    recorded_turns,
    worth,
)
from referee.solve.rounds import best_round_among_others
from tests.solutions.tables import at, mover, record

QUESTION = HorizonQuestion(time_limit=600)


def queues(state: State) -> dict[Seat, tuple[Turn, ...]]:
    return recorded_turns(events_from(record().record, state), len(state.players))


def played_on(state: State, seat: Seat, turns: dict[Seat, tuple[Turn, ...]]) -> State:
    """Return the table at the end of the round if everybody moves as recorded."""
    company = RecordedOpponents(seat, turns)
    table, taken = company.start(state)
    for turn in turns[seat]:
        table, taken = company.until_due(step(table, turn), taken)
    return table


def test_the_turns_after_a_moment_are_those_of_its_round() -> None:
    found = queues(at(3, 4))
    assert all(isinstance(turns[-1], EndPhase) for turns in found.values())
    assert all(turn.seat == seat for seat, turns in found.items() for turn in turns)


def test_the_plans_of_a_round_follow_its_beginning() -> None:
    state = at(3)
    assert sorted(recorded_plans(events_from(record().record, state))) == [0, 1, 2, 3]


def test_whoever_plays_on_as_recorded_comes_to_the_recorded_end_of_the_round() -> None:
    state = at(6, 10)
    seat, turns = mover(state), queues(state)
    table = played_on(state, seat, turns)
    assert table.phase == "preparation"
    assert [p.cash for p in table.players] == [p.cash for p in at(7).players]


def test_an_answer_among_others_is_at_least_what_was_played() -> None:
    state = at(6, 10)
    seat, turns = mover(state), queues(state)
    table = played_on(state, seat, turns)
    found = best_round_among_others(state, seat, QUESTION, turns)
    assert found.value >= worth(table, seat, QUESTION.objective)
    assert "as recorded" in found.assumptions[0]
