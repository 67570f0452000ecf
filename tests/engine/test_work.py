"""A table in the middle of an event: a copy has all of it, plain or compiled."""

from referee.engine.work import COMPILED, Work, copy_attributes
from referee.game.ids import Seat
from tests.engine.games import position
from tests.engine.works import BEGUN_WITH, COPIED, attributes


def begun() -> Work:
    return Work.on(position(1), Seat(0))


def test_the_compiled_class_copies_every_attribute() -> None:
    given = vars(begun()) if not COMPILED else {}
    assert {*Work.__annotations__, *given} <= COPIED | BEGUN_WITH


def test_a_copy_has_all_that_the_work_has_come_to() -> None:
    work = begun()
    work.due_pounds, work.entered, work.spent = 7, ("R07",), True  # type: ignore[assignment]
    for copied in (work.copy(), begun()):
        copy_attributes(work, copied)
        assert attributes(copied) == attributes(work)


def test_a_copy_goes_its_own_way() -> None:
    work = begun()
    other = work.copy()
    other.my_cash += 1
    assert other.my_cash != work.my_cash
