"""Numbers that are defined by cases, so that nobody has to be asked which of them holds."""

from collections.abc import Hashable, Sequence
from typing import Any

from referee.unread.conditions import Cube, bounds
from referee.unread.derived_numbers import DefinedNumber
from referee.unread.numbers import UnreadNumber
from referee.unread.runs import current
from referee.unread.variables import Mask, between

FIRST_ORDER = 2_000_000
"""These numbers come behind all others."""


class Amount(UnreadNumber):
    """An amount that may be nothing, too: whoever adds it need not know, so nobody is asked."""

    __slots__ = ()

    def __bool__(self) -> bool:
        return True


class DefinedNumbers:
    """The defined numbers of one game, each made once."""

    def __init__(self) -> None:
        self._made: dict[Hashable, DefinedNumber] = {}

    def number(
        self,
        key: Hashable,
        subject: str,
        cases: Sequence[tuple[Cube, Any]],
        kind: type[UnreadNumber],
    ) -> UnreadNumber:
        """Return the number with these cases, defined on the path that is being explored."""
        # What is left of the cases depends on what the path knows.
        key = key, tuple((cube, form_of(form)) for cube, form in cases)
        found = self._made.get(key)
        if found is None:
            order = FIRST_ORDER + len(self._made)
            found = DefinedNumber(
                f"defined.{len(self._made)}", subject, _domain(cases), cases, order
            )
            self._made[key] = found
        current().define(found, found.definition)
        return kind(((found, 1),))


def _domain(cases: Sequence[tuple[Cube, Any]]) -> Mask:
    domain = 0
    for _, form in cases:
        low = high = form
        if isinstance(form, UnreadNumber):
            low, high = bounds(form.terms, form.constant, {})
        domain |= between(max(0, low), high)
    return domain


def form_of(number: Any) -> Hashable:  # noqa: ANN401
    """Return what tells a number from others without asking for it."""
    return number.form if isinstance(number, UnreadNumber) else number
