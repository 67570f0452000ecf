"""What compiled code looks up by name is remembered, and looked up anew when it has changed.

Plain modules pass all of this as well: remembering must not be noticed.
"""

import pytest

from referee.core.components import FirstPlayerSpace, TileSpace
from referee.core.set_reader import reference_set
from referee.engine import bonus
from referee.engine.actions import has_turn
from referee.engine.bonus import options_of


class Table:
    """As much of a table as is looked at here, its fields kept like those of a struct."""

    __slots__ = ("book_display", "phase", "to_move")

    def __init__(self) -> None:
        self.book_display = ("B01",)
        self.phase = "actions"
        self.to_move = 1


def test_a_field_is_read_as_it_is_now() -> None:
    table = Table()
    assert has_turn(table)  # type: ignore[arg-type]
    table.phase = "over"
    assert not has_turn(table)  # type: ignore[arg-type]
    table.phase = "actions"
    assert has_turn(table)  # type: ignore[arg-type]


def test_tables_of_another_kind_are_told_apart() -> None:
    class Over(Table):
        phase = property(lambda _: "over", lambda *_: None)

    assert [has_turn(each()) for each in (Table, Over, Table)] == [True, False, True]  # type: ignore[arg-type]


def test_a_class_that_is_changed_is_asked_again() -> None:
    class Changing(Table):
        pass

    table = Changing()
    assert has_turn(table)  # type: ignore[arg-type]
    Changing.phase = property(lambda _: "over")  # type: ignore[assignment]
    assert not has_turn(table)  # type: ignore[arg-type]
    del Changing.phase  # type: ignore[misc]
    assert has_turn(table)  # type: ignore[arg-type]


def test_a_field_without_a_value_is_an_error() -> None:
    table = Table()
    assert has_turn(table)  # type: ignore[arg-type]
    del table.to_move
    for _ in range(2):
        with pytest.raises(AttributeError, match="to_move"):
            has_turn(table)  # type: ignore[arg-type]


def test_a_kind_is_what_an_object_says_it_is() -> None:
    class Pretending:
        reward = None

        @property  # type: ignore[misc]
        def __class__(self) -> type:
            return FirstPlayerSpace

    class Itself:
        pass

    spaces = {type(space): space for space in reference_set().spaces}
    for _ in range(2):
        assert options_of(spaces[FirstPlayerSpace]) == 1
        assert options_of(spaces[TileSpace]) == 0
        assert options_of(Pretending()) == 1  # type: ignore[arg-type]
        assert options_of(Itself()) == 0  # type: ignore[arg-type]


def test_a_class_may_know_its_instances_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    class Any(type):
        def __instancecheck__(cls, instance: object) -> bool:
            return instance == "first"

    class Special(metaclass=Any):
        pass

    assert options_of("first") == 0  # type: ignore[arg-type]
    monkeypatch.setattr(bonus, "FirstPlayerSpace", Special)
    assert [options_of(each) for each in ("first", "last", "first")] == [1, 0, 1]  # type: ignore[arg-type]
    monkeypatch.undo()
    assert options_of("first") == 0  # type: ignore[arg-type]
