"""Every turn that the model lists is one of the engine's, listed once, and legal as worded."""

from collections.abc import Callable

import pytest

from referee.core.rulings import Rulings
from referee.core.state import State
from referee.core.turns import Action
from referee.engine.legal_turns import legal_turns
from referee_model import all_turns, legal
from tests.model.tables import player, table

pytestmark = pytest.mark.slow

RULINGS = (
    Rulings(),
    Rulings(cover="if-necessary"),
    Rulings(diamond_overflow="forfeit-overflow"),
    Rulings(partial_use="rewards", diamond_overflow="forfeit-overflow"),
    Rulings(partial_use="yes", diamond_overflow="forfeit-overflow"),
    Rulings(capital_call="may-decline", diamond_overflow="forfeit-overflow"),
)


def nearly_full_of_diamonds(rulings: Rulings) -> State:
    return table(player(["banana4", "banana2"], diamonds=27), rulings=rulings, turn=3)


def before_a_call(rulings: Rulings) -> State:
    # B1 asks for 3 pounds before space 15; points and pounds of other regions can pay it.
    return table(
        player(["exp2"], cash=0, tracks=(0, 14, 0, 0), diamonds=26),
        posts={"R22": "cape-town", "R21": "cape-town"},
        rulings=rulings,
        book_display=(None,) * 12,
        unseen_books=(frozenset(),) * 3,
    )


@pytest.mark.parametrize("rulings", RULINGS)
@pytest.mark.parametrize(
    ("action", "laid"), [("marker", nearly_full_of_diamonds), ("expand", before_a_call)]
)
def test_every_listed_turn_is_listed_once_and_legal_as_worded(
    action: Action, laid: Callable[[Rulings], State], rulings: Rulings
) -> None:
    state = laid(rulings)
    listed = list(all_turns(state, action))
    assert len({canonical for canonical, _ in listed}) == len(listed) > 0
    assert {canonical for canonical, _ in listed} == {t for t, _ in legal_turns(state, (action,))}
    assert [turn for _, turn in listed if not legal(state, turn).is_legal] == []
