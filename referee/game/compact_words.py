"""The words of what is printed, as people write it, and what is said of a text without sense."""

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from referee.game.ids import COMPANIES, GOODS
from referee.game.messages.copies import copy_words

BLANK: Final = "?"
ARROW: Final = "->"

_TOKEN: Final = re.compile(r"\d{1,4}|->|→|[a-z][a-z-]*|[?+:;,£()-]|\S")
_SPELLINGS: Final = (
    (re.compile(r"cape[ _]town"), "cape-town"),
    (re.compile(r"(saint|st\.?)[ _-]louis"), "saint-louis"),
)
GOOD_WORDS: Final[Mapping[str, str]] = {"banana": "bananas", **{good: good for good in GOODS}}
POINTS: Final = frozenset({"point", "points"})
STEPS: Final = frozenset({"step", "steps"})
DIAMONDS: Final = frozenset({"diamond", "diamonds"})
POUNDS: Final = frozenset({"pound", "pounds"})
MINES: Final = frozenset({"mine", "mines"})
CLERKS: Final = frozenset({"bookkeeper", "clerk"})
NOTHING: Final = frozenset({"nothing", "none", "-"})

Raw = dict[str, Any]


class CompactFormError(ValueError):
    """A text that is not what may be printed in its place."""

    def __init__(self, form: str, seen: str) -> None:
        words = copy_words()
        allowed = words.forms[form]
        super().__init__(words.say("forms", "refused", seen=seen[:60], allowed=allowed))
        self.form = form
        self.field: tuple[str, ...] = ()
        """The field of an entry in which the text stands, if it is one of a file."""


class CompactWords:
    """The words of a text, taken from left to right."""

    def __init__(self, text: str, form: str) -> None:
        lowered = text.casefold().strip()
        for pattern, company in _SPELLINGS:
            lowered = pattern.sub(company, lowered)
        self._tokens = [*_TOKEN.findall(lowered.replace("→", ARROW))]
        self._form = form
        self._text = text
        self.at = 0

    @property
    def ended(self) -> bool:
        """Whether no word is left."""
        return self.at >= len(self._tokens)

    def peek(self, ahead: int = 0) -> str:
        """Return a word without taking it; nothing where there is none."""
        at = self.at + ahead
        return self._tokens[at] if at < len(self._tokens) else ""

    def take(self) -> str:
        """Return the next word."""
        self.at += 1
        return self.peek(-1)

    def skip(self, *words: str) -> bool:
        """Pass over the next word if it is one of these."""
        found = self.peek() in words
        self.at += found
        return found

    def number(self) -> int | str:
        """Return the next word, which has to be a number or a question mark."""
        if not self.peek().isdigit() and self.peek() != BLANK:
            raise self.refused()
        word = self.take()
        return BLANK if word == BLANK else int(word)

    def is_number(self) -> bool:
        """Return whether a number or a question mark comes next."""
        return self.peek().isdigit() or self.peek() == BLANK

    def company(self) -> str:
        """Return the next word, which has to be a company."""
        if self.peek() not in COMPANIES:
            raise self.refused()
        return self.take()

    def refused(self) -> CompactFormError:
        """Return the error of a text that says something else."""
        return CompactFormError(self._form, self._text)

    def end(self) -> None:
        """Refuse whatever is left."""
        if not self.ended:
            raise self.refused()


def listed(words: CompactWords, one: Callable[[CompactWords], Any]) -> list[Any]:
    """Read parts between which `+`, a comma or `and` stands."""
    found = [one(words)]
    while words.skip("+", ",", "and"):
        found.append(one(words))
    return found
