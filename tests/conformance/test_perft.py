from collections import Counter
from itertools import islice

import pytest

from referee.conformance.perft import after, counted, rows_from
from referee.core.ids import BookId
from referee.core.state import State
from referee.engine.actions import action_of, has_turn
from referee.engine.legal_turns import legal_turns
from tests.engine.games import game

ORDER = tuple(BookId(f"{letter}{number:02}") for letter in "abc" for number in range(1, 25))
FEW = 30


def has_few(state: State) -> bool:
    return sum(1 for _ in islice(legal_turns(state), FEW)) < FEW


def small_tables(seed: int) -> list[State]:
    """Return tables with few turns, after each of which there are few again."""
    tables = (table for table, _, _ in game(seed) if has_turn(table) and has_few(table))
    small = (
        table
        for table in tables
        if all(has_few(after(table, turn, ORDER)[0]) for _, turn in legal_turns(table))
    )
    return list(islice(small, 2))


@pytest.mark.parametrize("seed", [4, 9])
def test_rows_are_what_comes_of_trying_every_turn(seed: int) -> None:
    tables = small_tables(seed)
    assert tables
    for state in tables:
        rows: Counter[str] = Counter()
        ended: Counter[str] = Counter()
        for _, turn in legal_turns(state):
            later, _ = after(state, turn, ORDER)
            if has_turn(later):
                rows[action_of(turn)] += sum(1 for _ in legal_turns(later))
            else:
                ended[action_of(turn)] += 1
        found = list(counted(state, 2, ORDER, divide=False))
        assert {each.action: each.rows for each in found if each.rows} == dict(rows)
        assert {each.action: each.ended for each in found if each.ended} == dict(ended)
        assert rows_from(state, 2, ORDER) == (rows.total(), ended.total())


def test_a_table_where_nobody_has_a_turn_is_the_end_of_a_row() -> None:
    last = [table for _, _, table in game(4)][-1]
    assert rows_from(last, 3, ORDER) == (0, 1)
