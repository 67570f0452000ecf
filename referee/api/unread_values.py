"""Answers that would need an unknown value: there are none, and the value is named."""

import sys
from collections.abc import Callable
from typing import Any

from referee.core.component_set import if_read
from referee.core.rule import Violation
from referee.i18n.page_words import copy_words
from referee.i18n.spoken import SpokenAmount


def with_ranges(violation: Violation) -> Violation:
    """Return a broken rule with what its unread numbers can be; it is broken whatever they are."""
    if "referee.copies.runs" not in sys.modules:
        return violation
    from referee.copies.runs import UnreadNumber  # noqa: PLC0415
    from referee.copies.solver import bounds  # noqa: PLC0415

    told: dict[str, Any] = dict(violation.facts)
    for name, fact in [*told.items()]:
        if isinstance(fact, UnreadNumber):
            low, high = bounds(fact.terms, fact.constant, {})
            told[name] = SpokenAmount(copy_words().say("lists", "range", low=low, high=high))
    return Violation(violation.rule, told)


def known_or(told: Callable[[], str], unknown: str = "?") -> str:
    """Return what is told of something printed, or a question mark if it was not read."""
    return if_read(told, lambda: unknown)
