"""Every operator of an unread number keeps its form, asks the path, or pins it; none loses it."""

import copy
import math
import operator
import pickle
from collections.abc import Callable
from typing import Any

import pytest

from referee.copies.runs import (
    PINNING,
    PINNING_METHODS,
    NotExploringError,
    UnreadNumber,
    conditions_of,
    leaves,
    telling_apart,
    unread,
)
from referee.copies.solver import Guard, Variable, between, holds, values_of
from referee.core.budget import Budget

A = Variable("a", "a", between(0, 3), order=0)
B = Variable("b", "b", between(1, 4), order=1)

BINARY = {
    "__add__": operator.add,
    "__sub__": operator.sub,
    "__mul__": operator.mul,
    "__floordiv__": operator.floordiv,
    "__mod__": operator.mod,
    "__divmod__": divmod,
    "__pow__": operator.pow,
    "__truediv__": operator.truediv,
    "__lshift__": operator.lshift,
    "__rshift__": operator.rshift,
    "__and__": operator.and_,
    "__or__": operator.or_,
    "__xor__": operator.xor,
    "__eq__": operator.eq,
    "__ne__": operator.ne,
    "__lt__": operator.lt,
    "__le__": operator.le,
    "__gt__": operator.gt,
    "__ge__": operator.ge,
}
UNARY: dict[str, Callable[[Any], object]] = {
    "__abs__": abs,
    "__bool__": bool,
    "__ceil__": math.ceil,
    "__float__": float,
    "__floor__": math.floor,
    "__hash__": hash,
    "__index__": operator.index,
    "__int__": int,
    "__invert__": operator.invert,
    "__neg__": operator.neg,
    "__pos__": operator.pos,
    "__round__": round,
    "__trunc__": math.trunc,
    "__format__": lambda x: f"{x:03d}",
    "bit_length": lambda x: x.bit_length(),
    "bit_count": lambda x: x.bit_count(),
    "to_bytes": lambda x: x.to_bytes(2, "big"),
    "as_integer_ratio": lambda x: x.as_integer_ratio(),
    "conjugate": lambda x: x.conjugate(),
    "real": lambda x: x.real,
    "imag": lambda x: x.imag,
    "numerator": lambda x: x.numerator,
    "denominator": lambda x: x.denominator,
}
IN_PLACE = {"__getnewargs__", "from_bytes"}
"""How plain integers are made and copied, which is nothing that is asked of a number."""
OF_OBJECT = {*dir(object)} - {*UNARY, *BINARY}


def test_every_operator_of_integers_is_known_here() -> None:
    reflected = {f"__r{name[2:]}" for name in BINARY}
    unknown = {*dir(int)} - {*BINARY, *UNARY, *reflected} - IN_PLACE - OF_OBJECT
    assert not unknown


def test_an_operator_that_is_not_known_raises() -> None:
    missing = [name for name in dir(int) if not hasattr(UnreadNumber, name)]
    assert {*missing} <= IN_PLACE
    for name in missing:
        with pytest.raises(AttributeError):
            getattr(unread(A), name)


def check(compute: Callable[[Any, Any], object]) -> None:
    """Hold what a computation gives for unread numbers against every pair of plain ones."""
    x, y = unread(A), unread(B)

    def attempt(one: object, other: object) -> object:
        try:
            return compute(one, other)
        except (ZeroDivisionError, ValueError, OverflowError) as error:
            return type(error)

    found = [*leaves(Guard(), Budget(10**6), lambda: attempt(x, y))]
    conditions = conditions_of(found, [*range(len(found))])
    for a in values_of(A.domain):
        for b in values_of(B.domain):
            values = {A: a, B: b}
            taken = [
                leaf
                for number, leaf in enumerate(found)
                if any(all(holds(c, values) for c in cube) for cube in conditions[number])
            ]
            assert len(taken) == 1
            assert plain(taken[0].result, values) == attempt(a, b)


def plain(result: object, values: dict[Variable, int]) -> object:
    if isinstance(result, UnreadNumber):
        return result.constant + sum(factor * values[v] for v, factor in result.terms)
    if isinstance(result, tuple):
        return tuple(plain(each, values) for each in result)
    return result


@pytest.mark.parametrize("name", BINARY)
def test_an_operator_gives_what_integers_give(name: str) -> None:
    compute = BINARY[name]
    check(compute)
    check(lambda x, _: compute(x, 2))
    check(lambda x, _: compute(2, x))
    check(lambda x, y: compute(x + 2 * y - 1, y - x))


@pytest.mark.parametrize("name", UNARY)
def test_a_function_gives_what_it_gives_for_integers(name: str) -> None:
    compute = UNARY[name]
    check(lambda x, _: compute(x))
    check(lambda x, y: compute(x + y))


def test_whatever_needs_the_number_itself_pins_it() -> None:
    check(lambda x, _: [*range(x)])
    check(lambda x, _: "abcd"[x])
    check(lambda x, _: (1, 2) * x)
    check(lambda x, _: "ab" * x)
    check(lambda x, y: [1, 2, 3, 4][x:y])
    check(lambda x, _: {0: "a", 1: "b", 2: "c"}.get(x))
    check(lambda x, _: x in {1, 2})
    check(lambda x, y: (x, y) == (1, 2))
    check(lambda x, y: tuple(sorted([x, y, 2])))
    check(lambda x, y: (max(x, y, 2), min(x, y), sum([x, y, 1])))
    check(lambda x, _: (round(x, -1), complex(x), x * 1.5, x + 0.5, x - 0.5))
    check(lambda x, _: (x < math.inf, x > math.inf, x <= 2.5, x == 2.0, x >= -math.inf))
    check(lambda x, _: (x + math.inf, math.inf + x, x is None, x == "2"))
    check(lambda x, _: math.sqrt(x) + math.gcd(x, 6))


def test_what_pins_is_listed() -> None:
    assert {f"__{name}__" for name in PINNING} | {*PINNING_METHODS} <= {*dir(UnreadNumber)}


def test_sums_keep_their_form_and_ask_nothing() -> None:
    x, y = unread(A), unread(B)
    summed: object = 3 * x - (y + 2) + 5 - x
    assert isinstance(summed, UnreadNumber)
    assert summed.form == (((A, 2), (B, -1)), 3)
    assert x - x == 0
    assert type(x - x) is int


def test_text_shows_the_form() -> None:
    x = unread(A)
    assert str(x + 2) == f"{x + 2}" == "<a + 2>"


def test_nothing_is_answered_where_nothing_is_explored() -> None:
    with pytest.raises(NotExploringError):
        bool(unread(A))
    with pytest.raises(NotExploringError):
        [1, 2][unread(A)]


def test_it_is_copied_as_itself_and_never_written_down_without_its_set() -> None:
    x = unread(A)
    assert copy.copy(x) is x
    assert copy.deepcopy((x,))[0] is x
    with pytest.raises(TypeError, match="cannot be copied without it"):
        pickle.dumps(x)


def test_numbers_can_be_told_apart_without_pinning_them() -> None:
    with telling_apart():
        assert hash(unread(A)) == hash(unread(A))
        assert len({unread(A) + 1, unread(A) + 1}) == 1


def test_it_is_no_integer_so_that_compiled_code_refuses_it() -> None:
    # Compiled code checks for an integer before it takes its value out; `array` and `struct` do
    # the same, and stand in for it where nothing is compiled.
    assert int not in type(unread(A)).__mro__
    with pytest.raises(NotExploringError):
        int.__add__(1, unread(A).__index__())
    with pytest.raises(TypeError):
        int.__index__(unread(A))
    assert int.__add__(1, unread(A)) is NotImplemented
