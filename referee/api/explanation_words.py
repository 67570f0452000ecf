"""What an explanation says in words: the numbers of a contradiction, and what was missing."""

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Protocol

from referee.game.messages import language
from referee.game.messages.explaining import explaining
from referee.game.messages.speech import one_by_one, say
from referee.game.rulebook import RULES

if TYPE_CHECKING:
    from model.explain import Shortfall


class _Part(Protocol):
    """Some of the points that a number is the sum of."""

    @property
    def region(self) -> str: ...
    @property
    def what(self) -> str: ...
    @property
    def points(self) -> int: ...
    @property
    def company(self) -> str | None: ...


class _RuleNumber(Protocol):
    """A number that a rule gives, as the model or an answer has it."""

    @property
    def rule(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def value(self) -> int: ...
    @property
    def parts(self) -> Sequence[_Part]: ...


def number_words(given: Iterable[_RuleNumber], rule: str) -> list[str]:
    """Return what an effect rule of a core gives here; nothing where all of that is nothing."""
    numbers = [number for number in given if number.rule == rule]
    if not numbers:
        return [language().holds(RULES[rule])]
    told = [_with_parts(number) for number in numbers if number.value]
    told = told or [explaining().number(n.rule, n.name, 0) for n in numbers]
    return [sentence(words) for words in told if words]


def _with_parts(number: _RuleNumber) -> str | None:
    """Return what is said of a number, and what it is the sum of if it is one."""
    words = explaining().number(number.rule, number.name, number.value)
    if words is None or all(part.points == number.value for part in number.parts):
        return words
    by_region = groupby(number.parts, key=lambda part: part.region)
    told = (_cost_words(region, [*parts]) for region, parts in by_region)
    return f"{words} ({one_by_one(told)})"


def _cost_words(region: str, parts: Sequence[_Part]) -> str:
    told = [say(f"explaining.costs.{part.what}", n=part.points, of=part.company) for part in parts]
    return say("explaining.costs.region", region=region, parts=", ".join(told))


def sentence(words: str) -> str:
    """Return words as a sentence; an id at its beginning stays as it is written."""
    is_word = words.split(" ", 1)[0].rstrip(",:").replace("'", "").isalpha()
    start = words[:1].upper() if is_word else words[:1]
    return start + words[1:] + ("" if words.endswith(".") else ".")


def shortfall_words(shortfall: "Shortfall") -> str:
    """Return what was missing, as a sentence."""
    rules = ", ".join(sorted(shortfall.still_broken))
    lacks = tuple(explaining().lack(lack.what, lack.amount) for lack in shortfall.lacks)
    if shortfall.outcome == "unknown":
        return say("explaining.phrases.undecided", reason=shortfall.reason)
    if not lacks:
        return say("explaining.shortfall.none", rules=rules)
    if rules:
        return sentence(say("explaining.shortfall.not_enough", lacks=lacks, rules=rules))
    return sentence(say("explaining.shortfall.enough", lacks=lacks))
