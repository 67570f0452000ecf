"""Books put onto steps in plain numbers: the same ways, in the same order, as the model has."""

from dataclasses import replace
from random import Random

import pytest
from ortools.sat.python import cp_model

from referee.core.canonical import CanonicalBookkeeper, CanonicalMerchant, Gains
from referee.core.ids import BookId, BookLetter, CardId, Seat
from referee.core.rulings import Rulings
from referee.core.set_reader import reference_set
from referee.core.state import Setting
from referee.core.turns import BookStep, Placing
from referee.engine.dealer import draw_setting
from referee_model.best.books import place_books
from referee_model.best.search import best_turn
from referee_model.best.table import FIRST_FREE_STEP, MoverTable
from referee_model.best.timeline import Draft
from referee_model.best.turn_solver import placed_turns, placements
from tests.positions import position

Visible = dict[BookStep, str]


class _Ways(cp_model.CpSolverSolutionCallback):
    def __init__(self, placed: dict[tuple[BookId, BookStep], cp_model.IntVar]) -> None:
        super().__init__()
        self.placed = placed
        self.found: list[frozenset[Placing]] = []

    def on_solution_callback(self) -> None:
        self.found.append(
            frozenset(Placing(*key) for key, lit in self.placed.items() if self.value(lit))
        )


def of_the_model(
    setting: Setting, visible: Visible, books: dict[BookId, BookLetter]
) -> list[frozenset[Placing]]:
    draft = Draft()
    placed = place_books(draft, setting, visible, {b: (a, 1) for b, a in books.items()})
    draft.model.add_decision_strategy(
        draft.decisions, cp_model.CHOOSE_FIRST, cp_model.SELECT_MIN_VALUE
    )
    solver, ways = cp_model.CpSolver(), _Ways(placed)
    solver.parameters.num_workers = 1
    solver.parameters.search_branching = cp_model.FIXED_SEARCH
    solver.parameters.enumerate_all_solutions = True
    solver.parameters.cp_model_presolve = False
    solver.solve(draft.model, ways)
    return ways.found


@pytest.mark.parametrize("rulings", [Rulings(), Rulings(cover="if-necessary")])
@pytest.mark.parametrize("seed", range(12))
def test_books_are_placed_as_in_the_model(seed: int, rulings: Rulings) -> None:
    rng = Random(seed)
    setting = replace(draw_setting(reference_set(), 4, rng), rulings=rulings)
    components = setting.components
    steps = range(FIRST_FREE_STEP, components.book_track.last + 1)
    fullness = rng.choice((0.3, 0.8, 1.0))
    visible = {s: rng.choice("ABC") if rng.random() < fullness else "" for s in steps}
    books = {b.id: b.letter for b in rng.sample(components.books, rng.choice((1, 2)))}
    ways = list(placements(setting, visible, books))
    assert ways == of_the_model(setting, visible, books)
    assert len(ways) == len(set(ways))


def test_turns_that_differ_in_steps_alone_share_each_way_to_place_books() -> None:
    state = position()
    table = MoverTable(state, Seat(0))
    book = next(book for book in state.book_display if book is not None)
    idle = CanonicalMerchant(seat=Seat(0), card=CardId("merchant"))
    near, far = (
        CanonicalBookkeeper(
            seat=Seat(0),
            card=CardId("clerk1"),
            to=1,
            gains=Gains(steps=steps, books=frozenset({book})),
        )
        for steps in ((1, 0, 0, 0), (2, 0, 0, 0))
    )
    first, *told = placed_turns(table, [idle, near, far])
    assert first == idle
    gains = [turn.gains for turn in told if isinstance(turn, CanonicalBookkeeper)]
    assert len(gains) == len(told) > 2
    assert [g.steps for g in gains[:4]] == [near.gains.steps, far.gains.steps] * 2
    assert gains[0].placed == gains[1].placed != gains[2].placed
    assert all(len(g.placed) == 1 for g in gains)
    assert len(set(told)) == len(told)


def test_a_limit_cuts_the_list_of_equals() -> None:
    state = position()
    everything = best_turn(state, optima_limit=100_000)
    assert everything.counted_all
    some = best_turn(state, optima_limit=max(1, everything.optima - 1))
    assert (some.turn, some.value) == (everything.turn, everything.value)
    assert some.optima == max(1, everything.optima - 1)
    assert not some.counted_all
