"""Rules of the solver at tables small enough to be worked out by hand."""

from dataclasses import replace as with_parts

import pytest
from msgspec.structs import replace
from ortools.sat.python import cp_model

from referee.core.components import NeedsColleague, NeedsExpansion, Requirement
from referee.core.ids import COMPANIES, BookId, CardId, Seat
from referee.core.state import State
from referee.core.turns import PlaceMarker, RemovePost, UseBookkeeper
from referee.solve.best import BooksQuestion, ask_books
from referee_model.best.faces import are_met
from referee_model.best.formulation import Formulation, rest_of_round
from referee_model.best.limits import SolverLimits
from referee_model.best.objective import objective
from referee_model.best.search import NoTurnDueError, best_turn
from referee_model.best.spoken_turns import said
from referee_model.best.table import MoverTable
from referee_model.best.timeline import total
from tests.positions import position

BLUE = Seat(0)
NO_MARKERS_LEFT = dict.fromkeys(("discard", "first", "tile-clerk"), "blue")
NO_GOODS = {"coffee": 0, "bananas": 0, "cotton": 0}


def rest(state: State, wanted: str = "net-worth") -> Formulation:
    return rest_of_round(MoverTable(state, BLUE), objective(wanted))


def can_be(joint: Formulation, *demands: cp_model.BoundedLinearExpression | bool) -> bool:
    model = joint.draft.model.clone()
    for demand in demands:
        model.add(demand)
    return SolverLimits().solver().solve(model) in (cp_model.OPTIMAL, cp_model.FEASIBLE)


# Empty bases --------------------------------------------------------------------------------------

EMPTY = [0, 0, 0]
EXPANDER = {"slots": {"left": "exp2", "middle": "clerk1", "right": "cotton2"}}


def test_a_company_without_a_post_in_its_base_is_not_expanded() -> None:
    state = position(bases={"cairo": EMPTY}, seat={0: EXPANDER})
    with pytest.raises(NoTurnDueError):
        best_turn(state, action="expand", companies=("cairo",))
    assert best_turn(state, action="expand", companies=("mombasa",)).status == "optimal"


def test_where_no_base_has_a_post_nothing_is_expanded() -> None:
    state = position(bases=dict.fromkeys(COMPANIES, EMPTY), seat={0: EXPANDER})
    with pytest.raises(NoTurnDueError):
        best_turn(state, action="expand")


def test_no_round_expands_a_company_without_a_post_in_its_base() -> None:
    joint = rest(position(bases={"cairo": EMPTY}, seat={0: EXPANDER}))
    assert not can_be(joint, joint.expansion.chosen["cairo"] == 1)
    assert can_be(joint, joint.expansion.chosen["mombasa"] == 1)


@pytest.mark.slow
def test_no_round_expands_a_company_whose_last_post_was_removed_before() -> None:
    # The book on step 2 needs 2 cotton and 1 expansion point, and removes a post.
    seat = {**EXPANDER, "ink": 1, "books": {2: "b19"}}
    joint = rest(position(bases={"cairo": [1, 0, 0]}, seat={0: seat}))
    gone = joint.bases.removed_early("cairo") == 1
    expanded = joint.expansion.chosen["cairo"] == 1
    assert can_be(joint, gone)
    assert can_be(joint, expanded)
    assert not can_be(joint, gone, expanded)


# Requirements -------------------------------------------------------------------------------------


def test_two_requirements_of_expansion_points_add_up() -> None:
    requires = (NeedsExpansion(2), NeedsExpansion(2))
    assert not are_met(requires, NO_GOODS, expansion=3, colleagues=0)  # type: ignore[arg-type]
    assert are_met(requires, NO_GOODS, expansion=4, colleagues=0)  # type: ignore[arg-type]


def test_two_requirements_of_a_colleague_need_two_of_them() -> None:
    requires = (NeedsColleague(), NeedsColleague())
    assert not are_met(requires, NO_GOODS, expansion=0, colleagues=1)  # type: ignore[arg-type]
    assert are_met(requires, NO_GOODS, expansion=0, colleagues=2)  # type: ignore[arg-type]


def with_requirements(state: State, book: str, requires: tuple[Requirement, ...]) -> State:
    """Return a table of a set in which a book requires something else."""
    components = state.setting.components
    books = tuple(
        replace(one, requires=requires) if one.id == BookId(book) else one
        for one in components.books
    )
    setting = with_parts(state.setting, components=with_parts(components, books=books))
    return replace(state, setting=setting)


@pytest.mark.parametrize(
    ("requires", "slots", "steps"),
    [
        ((NeedsExpansion(1), NeedsExpansion(1)), {"left": "clerk1", "middle": "exp1-1"}, 0),
        ((NeedsExpansion(1), NeedsExpansion(1)), {"left": "clerk1", "middle": "exp2"}, 1),
        ((NeedsColleague(), NeedsColleague()), {"left": "clerk1", "middle": "clerk2"}, 0),
    ],
)
def test_the_jar_stops_before_requirements_that_are_not_met_together(
    requires: tuple[Requirement, ...], slots: dict[str, str], steps: int
) -> None:
    seat = {"cash": 0, "ink": 1, "slots": slots, "books": {2: "a17"}}
    table = position(seat={0: seat}, markers=NO_MARKERS_LEFT)
    state = with_requirements(table, "a17", requires)
    assert best_turn(state, "ink", "bookkeeper").value == 1 + steps
    joint = rest(state, "ink")
    entered = total(keeper.moved[2] for keeper in joint.jar.keepers)
    flipped = total(lit for keeper in joint.jar.keepers for lit in keeper.flip.values())
    assert can_be(joint, entered >= 1, flipped == 0) == bool(steps)


# Diamonds -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("overflow", "gap", "pounds"),
    [
        ("pounds", 1, 6),
        ("forfeit-overflow", 0, 8),
        # Of the 2 steps shown one is lost; those for 2 mines each come after the end was reached.
        ("forfeit-overflow", 1, 4),
        ("forfeit-overflow", 2, 4),
        # The second move reaches the end and loses a step.
        ("forfeit-overflow", 3, 0),
        ("forfeit-overflow", 4, 0),
    ],
)
def test_a_merchants_further_steps_are_a_second_move(overflow: str, gap: int, pounds: int) -> None:
    state = position(
        rulings={"diamond-overflow": overflow},
        regions={"cairo": ["Darfur", "Ashanti"]},
        seat={0: {"cash": 0, "diamonds": 28 - gap, "slots": {"left": "merchant-cairo"}}},
    )
    # The card itself gives 1 pound.
    assert best_turn(state, "cash", "merchant").value == 1 + pounds
    assert best_turn(state, "diamonds", "merchant").value == 28


# Values passed ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("ruling", "value"), [("at-or-beyond", 10), ("beyond", 0)])
def test_a_value_counts_from_its_step_or_from_the_next(ruling: str, value: int) -> None:
    seat = {"cash": 0, "diamonds": 6, "ink": 0}
    state = position(rulings={"value-passed": ruling}, seat={0: seat})
    assert best_turn(state, "net-worth", "end").value == value


@pytest.mark.parametrize(("ruling", "gained"), [("at-or-beyond", 10), ("beyond", 0)])
def test_steps_onto_a_value_gain_it_under_one_ruling_only(ruling: str, gained: int) -> None:
    seat = {"cash": 0, "diamonds": 4, "tiles": ["merchant-tile"]}
    state = position(rulings={"value-passed": ruling}, seat={0: seat})
    assert best_turn(state, "net-worth", "merchant").value == gained


@pytest.mark.parametrize(("ruling", "value"), [("at-or-beyond", 10), ("beyond", 0)])
def test_a_book_plan_counts_the_value_of_the_jars_step_alike(ruling: str, value: int) -> None:
    seat = {"cash": 0, "ink": 2, "slots": {"left": "cotton2"}, "books": {2: "a07", 3: "a10"}}
    state = position(rulings={"value-passed": ruling}, seat={0: seat})
    plan = (CardId("cotton2"), CardId("clerk1"))
    answer = ask_books(state, BLUE, BooksQuestion(plans=(plan,)))
    assert (answer.step, answer.track) == (3, value)


# Removed posts ------------------------------------------------------------------------------------


def test_two_posts_are_removed_directly_after_each_other() -> None:
    # The book needs 3 bananas and 3 cotton, and gives 2 pounds and two posts to remove.
    seat = {
        "ink": 1,
        "slots": {"left": "clerk1", "middle": "banana3", "right": "cotton3"},
        "books": {2: "c13"},
    }
    state = position(seat={0: seat})
    turn = said(state, best_turn(state, "net-worth", "bookkeeper").turn)
    assert isinstance(turn, UseBookkeeper | PlaceMarker)
    removed = [isinstance(part, RemovePost) for part in turn.reward]
    assert removed == sorted(removed)
    assert sum(removed) == 2
