"""What a turn is judged by: worth, margin, cash, shares, spaces, or a weighted sum of these."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from referee.core.ids import COMPANIES
from referee.i18n.speech import say

Plain = Literal["net-worth", "margin", "cash", "diamonds", "ink"]
SHARES = "shares:"
SHARE_MEASURES = tuple(SHARES + company for company in COMPANIES)
TRACK_MEASURES = tuple("track:" + company for company in COMPANIES)
"""The space of the marker on each company's track."""

MEASURES: tuple[str, ...] = (*get_args(Plain), *SHARE_MEASURES, *TRACK_MEASURES)
"""What the table after a turn shows of a player, by name: everything that can be weighed."""

NUMBER = ""
"""Under which a plain number stands among the weights of a sum."""

LARGEST_WEIGHT = 1_000_000
"""No measure comes near it, and sums of this size are safe for the solver."""


class ObjectiveError(ValueError):
    """An objective or condition that cannot be read, with what was expected."""


@dataclass(frozen=True, slots=True)
class Objective:
    """A weighted sum of measures; more is better."""

    terms: tuple[tuple[int, str], ...]

    def __str__(self) -> str:
        signed = "".join(
            f"{weight:+d}*{name}" if abs(weight) != 1 else f"{weight:+d}"[0] + name
            for weight, name in self.terms
        )
        return signed.removeprefix("+") or "0"

    def of(self, measured: Mapping[str, int]) -> int:
        """Return what the sum comes to."""
        return sum(weight * measured[name] for weight, name in self.terms)


def objective(text: str) -> Objective:
    """Return the objective that `text` names, such as `margin` or `cash-2*ink+shares:cairo`."""
    weights = _Reader(text).sum()
    return Objective(tuple((weight, name) for name, weight in weights.items()))


Sign = Literal[">=", "<=", "="]
SIGNS = (">=", "<=", "==", "=", ">", "<")
"""What may stand between the sides of a condition."""


@dataclass(frozen=True, slots=True)
class Condition:
    """What has to hold of the table after a turn: a sum of measures held against a number."""

    sum: Objective
    sign: Sign
    bound: int

    def __str__(self) -> str:
        return f"{self.sum}{self.sign}{self.bound}"

    def holds(self, measured: Mapping[str, int]) -> bool:
        """Return whether it holds of the measures of a table."""
        reached = self.sum.of(measured)
        if self.sign == "=":
            return reached == self.bound
        return reached >= self.bound if self.sign == ">=" else reached <= self.bound


def condition(text: str) -> Condition:
    """Return the condition that `text` says, such as `cash>=10` or `track:cairo>ink+1`."""
    reader = _Reader(text, "track:cairo>=5", numbers=True)
    weights = reader.sum(*SIGNS)
    sign = reader.takes(*SIGNS)
    for name, weight in reader.sum().items():
        weights[name] = weights.get(name, 0) - weight
    bound = -weights.pop(NUMBER, 0) + {">": 1, "<": -1}.get(sign, 0)
    least: Sign = "=" if sign in {"=", "=="} else ">=" if sign[0] == ">" else "<="
    return Condition(Objective(tuple((n, name) for name, n in weights.items())), least, bound)


# Reads sums, word by word -------------------------------------------------------------------------
_ALSO: Mapping[str, str] = dict(zip(COMPANIES, SHARE_MEASURES, strict=True))
"""A company by itself stands for its shares."""

_NAMES = "|".join(sorted({*MEASURES, *COMPANIES}, key=len, reverse=True))
_WORD = re.compile(rf"(?:{_NAMES})(?![\w:])|[0-9]+|[<>=]=?|[^\W\d][\w:]*(?:-[^\W\d][\w:]*)*|\S")
"""A hyphen belongs to the names that have one; elsewhere it is a minus."""


class _Reader:
    """A text with the place up to which it was read."""

    def __init__(self, text: str, example: str = "cash-2*ink", *, numbers: bool = False) -> None:
        self._text, self._example = text, example
        self._numbers = numbers
        self._words = [(word.start() + 1, word[0]) for word in _WORD.finditer(text)]
        self._words.append((len(text) + 1, ""))
        self._at = 0

    @property
    def _next(self) -> str:
        word = self._words[self._at][1]
        return _ALSO.get(word, word)

    def takes(self, *words: str) -> str:
        """Return which of some words comes next, and go on behind it; "" if none does."""
        found = self._next
        if found not in words:
            return ""
        self._at += 1
        return found

    def sum(self, *until: str) -> dict[str, int]:
        """Return the weights of a sum by name; nothing else may follow it."""
        weights: dict[str, int] = {}
        sign = self.takes("+", "-")
        while not weights or sign:
            weight, name = self._term()
            weights[name] = weights.get(name, 0) + (-weight if sign == "-" else weight)
            if abs(weights[name]) > LARGEST_WEIGHT:
                raise _too_large(str(weights[name]))
            sign = self.takes("+", "-")
        if self._next not in (until or ("",)):
            raise self.error()
        return weights

    def _term(self) -> tuple[int, str]:
        weight = self._weight()
        if weight is not None:
            if not self.takes("*"):
                if self._numbers:
                    return weight, NUMBER
                raise self.error()
            return weight, self._name()
        name = self._name()
        weight = self._weight() if self.takes("*") else 1
        if weight is None:
            raise self.error()
        return weight, name

    def _weight(self) -> int | None:
        """Return the whole number that comes next, if one does."""
        word = self._next
        if not (word.isascii() and word.isdigit()):
            return None
        digits = word.lstrip("0") or "0"
        # Python reads no number of some thousand digits.
        if len(digits) > len(str(LARGEST_WEIGHT)):
            raise _too_large(digits)
        self._at += 1
        return int(digits)

    def _name(self) -> str:
        if self._next not in MEASURES:
            raise self.error()
        return self.takes(self._next)

    def error(self) -> ObjectiveError:
        """Return what is wrong with the word that comes next."""
        column, found = self._words[self._at]
        is_name = found[:1].isalpha() and self._next not in MEASURES
        key = "no-measure" if is_name else "unreadable" if found else "unfinished"
        return ObjectiveError(
            say(
                f"answers.objective.{key}",
                text=f"{self._text!r:.60}",
                column=column,
                name=f"{found!r:.40}",
                example=self._example,
                measures=", ".join(MEASURES),
            )
        )


def _too_large(factor: str) -> ObjectiveError:
    key = "answers.objective.too-large"
    return ObjectiveError(say(key, factor=f"{factor:.40}", largest_weight=LARGEST_WEIGHT))


# What is asked of the solvers, and how far an answer is proved; none of it needs a solver ---------
Status = Literal["optimal", "bound"]
"""Whether nothing better exists for certain, or only up to a bound."""

OPTIMA_LIMIT = 100
"""So many turns with the best value are counted unless said otherwise."""

Aim = Literal["furthest", "value"]
"""What a plan with books is to be best in: where the jar ends, or what it is all worth."""


@dataclass(frozen=True, slots=True)
class Weights:
    """Pounds that a plan counts for things that are not money."""

    diamonds: int = 2
    posts: int = 1
    steps: int = 2
