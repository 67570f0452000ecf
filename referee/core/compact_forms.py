"""What is printed, as people write it: `2 coffee + colleague -> 3 pounds`.

The forms are those that `components show` prints. Each reader returns what a file of a set says in
TOML, or raises a `CompactFormError` that says what was seen and what may stand there. A question
mark in place of a number is a number that was not read.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from referee.core.ids import COMPANIES, GOODS
from referee.i18n.page_words import copy_words

# The words of what is printed, as people write it, and what is said of a text without sense -------
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
        if not self.is_number():
            raise self.refused()
        word = self.take()
        return BLANK if word == BLANK else int(word)

    def expect(self, *words: str) -> None:
        """Take the next word, which has to be one of these."""
        if not self.skip(*words):
            raise self.refused()

    def diamonds(self) -> bool:
        """Pass over `diamonds` or `diamond steps`, if that comes next."""
        found = self.skip("diamond", "diamonds")
        if found:
            self.skip(*STEPS)
        return found

    def points(self) -> bool:
        """Pass over `points` or `bookkeeping points`, if that comes next."""
        found = self.skip("book", "bookkeeping")
        if found:
            self.expect(*POINTS)
        return found or self.skip(*POINTS)

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


# Books, starting tiles and bonuses, as people write them: `2 coffee + colleague -> 3 pounds` ------
def requirements(text: str) -> list[Raw]:
    """Return the requirements of a book: `2 coffee + colleague`."""
    words = CompactWords(text, "requirements")
    found = listed(words, _requirement)
    words.end()
    return found


def _requirement(words: CompactWords) -> Raw:
    words.skip("a", "an")
    if words.skip("expansion"):
        return {"needs": "expansion", "points": words.number()}
    if words.skip("colleague"):
        return {"needs": "colleague"}
    count = words.number()
    if words.skip("expansion"):
        return {"needs": "expansion", "points": count}
    if words.skip("colleague", "colleagues"):
        return {"needs": "colleague", "count": count}
    if words.peek() in GOOD_WORDS:
        return {"needs": "good", "good": GOOD_WORDS[words.take()], "units": count}
    words.skip("of")
    if words.skip("one", "any", "a"):
        words.skip("good", "kind")
        return {"needs": "one-good", "units": count}
    raise words.refused()


def reward(text: str) -> Raw:
    """Return a reward: `3 pounds + 1 diamond step`."""
    words = CompactWords(text, "reward")
    found = _reward(words)
    words.end()
    return found


def _reward(words: CompactWords) -> Raw:
    if words.skip(*NOTHING):
        return {}
    found: Raw = {}
    for part in listed(words, _reward_part):
        if found.keys() & part.keys():
            raise words.refused()
        found |= part
    return found


def _reward_part(words: CompactWords) -> Raw:  # noqa: PLR0911
    if words.skip("£"):
        return {"pounds": words.number()}
    if words.skip("cotton"):
        words.skip("total")
        words.expect("-", "less")
        less = words.number()
        words.skip(*POUNDS)
        return {"cotton_less": less}
    words.skip("remove")
    count = words.number()
    if words.skip(*POUNDS):
        return {"pounds": count}
    if words.diamonds():
        return {"diamonds": count}
    if words.skip("post", "posts"):
        return {"posts": count}
    if words.points():
        return {"points": count}
    words.skip(*STEPS)
    return {"track": {"company": words.company(), "steps": count}}


def book(text: str) -> Raw:
    """Return what a book says: `2 coffee + colleague -> 3 pounds`."""
    needs, arrow, gives = text.replace("→", ARROW).partition(ARROW)
    if not arrow:
        raise CompactFormError("book", text)
    return {"requires": requirements(needs), "reward": reward(gives)}


def tiers(text: str) -> list[Raw]:
    """Return the tiers of a majority space: `1+ 2 steps cairo; 3+ 3 steps cairo`."""
    found = []
    for part in re.split(r"[;\n]", text):
        words = CompactWords(part, "tiers")
        least = words.number()
        words.skip("+")
        words.skip(":")
        found.append({"least": least, "reward": _reward(words)})
        words.end()
    return found


def starting_bonus(text: str) -> list[Raw]:
    """Return a starting bonus: `1 diamond step + 1 step saint-louis`."""
    words = CompactWords(text, "starting-bonus")

    def one(words: CompactWords) -> Raw:
        steps = words.number()
        if words.diamonds():
            return {"track": "diamonds", "steps": steps}
        words.skip(*STEPS)
        return {"track": words.company(), "steps": steps}

    found = listed(words, one)
    words.end()
    return found


# Cards and regions, as people write them: `3 coffee, crate 3, share cairo` ------------------------
def card(text: str) -> Raw:
    """Return what a card shows: `3 coffee, crate 3, share cairo`."""
    words = CompactWords(text, "card")
    found = _action(words)
    while not words.ended:
        words.skip(",", "+", ";")
        if words.skip("crate"):
            found["crate"] = words.number()
        elif words.skip("share"):
            words.skip("of")
            found["share"] = words.company()
        else:
            raise words.refused()
    if found["kind"] == "share" and "share" not in found:
        raise words.refused()
    return found


def _action(words: CompactWords) -> Raw:
    """Return the kind of a card with what belongs to it."""
    if words.skip("expansion"):
        return {"kind": "expansion", "points": words.number()}
    if words.skip(*CLERKS):
        return {"kind": "bookkeeper", "points": words.number()}
    if words.skip("merchant"):
        words.skip("of")
        return _merchant(words.company() if words.peek() in COMPANIES else None)
    if words.skip("share"):
        words.skip("of")
        return {"kind": "share", "share": words.company()}
    if words.peek() == "no" and words.peek(1) == "action":
        words.at += 2
        return {"kind": "share"}
    return _counted_action(words)


def _counted_action(words: CompactWords) -> Raw:
    """Return the kind of a card that is told by a number first."""
    count = words.number()
    if words.diamonds():
        return _shown_merchant(words, count)
    if words.peek() in GOOD_WORDS:
        return {"kind": "goods", "good": GOOD_WORDS[words.take()], "units": count}
    if words.skip("expansion"):
        return {"kind": "expansion", "points": count}
    if words.points():
        return {"kind": "bookkeeper", "points": count}
    raise words.refused()


def _shown_merchant(words: CompactWords, steps: int | str) -> Raw:
    """Return a merchant told by what it gives: `2 diamond steps (+1 per 2 mines of cairo)`."""
    found: Raw = {"kind": "merchant", "steps": steps, "pounds": 0}
    if words.skip("("):
        words.skip("+")
        if words.number() != 1:
            raise words.refused()
        words.expect("per")
        found["mines_per_step"] = words.number() if words.is_number() else 1
        words.expect(*MINES)
        words.expect("of")
        found["company"] = words.company()
        words.expect(")")
    if words.peek() in {"+", ","} and words.peek(2) in POUNDS:
        words.take()
        found["pounds"] = words.number()
        words.take()
    return found


def _merchant(company: str | None) -> Raw:
    # The rulebook states what the five merchants give.
    if company is None:
        return {"kind": "merchant", "steps": 1, "pounds": 2}
    return {"kind": "merchant", "company": company, "steps": 2, "pounds": 1, "mines_per_step": 2}


def region(text: str) -> Raw:
    """Return what a region gives: `2 diamonds, 1 mine`."""
    words = CompactWords(text, "region")
    found = _region_reward(words)
    words.skip(",", "+", ";")
    if words.is_number():
        found["mines"] = words.number()
        words.expect(*MINES)
    words.end()
    return found


def _region_reward(words: CompactWords) -> Raw:
    if words.skip(*NOTHING):
        return {"reward": "none", "amount": 0, "mines": 0}
    words.skip("£")
    pounds = words.peek(-1) == "£"
    amount = words.number()
    if pounds or words.skip(*POUNDS):
        kind = "pounds"
    elif words.diamonds():
        kind = "diamonds"
    elif words.skip("track"):
        words.skip(*STEPS)
        kind = "track"
    elif words.skip(*STEPS):
        kind = "track"
    elif words.points():
        kind = "points"
    else:
        raise words.refused()
    return {"reward": kind, "amount": amount, "mines": 0}


def pairs(text: str, names: tuple[str, str]) -> list[Raw]:
    """Return places with numbers: `6:10 9:15`."""
    words = CompactWords(text, "pairs")
    found = []
    while not words.ended:
        first = words.number()
        words.expect(":")
        words.skip("£")
        found.append({names[0]: first, names[1]: words.number()})
        words.skip(",", ";")
    if not found:
        raise words.refused()
    return found


def numbers(text: str) -> list[int | str]:
    """Return some numbers: `1 0 1 0`."""
    words = CompactWords(text, "numbers")
    if words.skip(*NOTHING):
        words.end()
        return []
    found = []
    while not words.ended:
        found.append(words.number())
        words.skip(",", ";")
    return found


def names(text: str) -> list[str]:
    """Return some ids: `coffee1 exp2 clerk1`."""
    return [word for word in re.split(r"[\s,;]+", text.strip()) if word]


FIELDS: Final[Mapping[tuple[str, str], Callable[[str], Any]]] = {
    ("books", "requires"): requirements,
    ("books", "reward"): reward,
    ("starting_tiles", "requires"): requirements,
    ("starting_tiles", "reward"): reward,
    ("starting_tiles", "bonus"): starting_bonus,
    ("starting_tiles", "rest"): names,
    ("spaces", "reward"): reward,
    ("spaces", "tiers"): tiers,
    ("tracks", "shares"): lambda text: pairs(text, ("at", "shares")),
    ("tracks", "calls"): lambda text: pairs(text, ("before", "pounds")),
    ("tracks", "specials"): lambda text: pairs(text, ("at", "pounds")),
    ("diamond_tracks", "values"): lambda text: pairs(text, ("at", "pounds")),
    ("book_tracks", "values"): lambda text: pairs(text, ("at", "pounds")),
    ("book_tracks", "crossed_out"): numbers,
}
"""By table and field how a text in place of a list or table is read."""

WHOLE: Final[Mapping[str, Callable[[str], Raw]]] = {
    "books": book,
    "starting_tiles": book,
    "cards": card,
    "regions": region,
}
"""By table how the value `shows` of an entry is read, which stands for several of its values."""

PARTS: Final[Mapping[str, tuple[str, ...]]] = {
    "books": ("requires", "reward"),
    "starting_tiles": ("requires", "reward"),
    "cards": ("kind", "crate"),
    "regions": ("reward", "amount", "mines"),
}
"""The values that `shows` stands for."""

SHOWS: Final = "shows"


def expanded(table: str, row: Raw) -> Raw:
    """Return an entry with everything said at length; a `CompactFormError` if a text says nothing.

    Such an error knows its field.
    """
    if SHOWS not in row and not any(
        isinstance(value, str) and (table, field) in FIELDS for field, value in row.items()
    ):
        return row
    found: Raw = {}
    for field, value in row.items():
        try:
            found |= _at_length(table, field, value)
        except CompactFormError as error:
            error.field = (field,)
            raise
    return found


def _at_length(table: str, field: str, value: object) -> Raw:
    if field == SHOWS and table in WHOLE and isinstance(value, str):
        blank = dict.fromkeys(PARTS[table], BLANK)
        return blank if value == BLANK else WHOLE[table](value)
    if isinstance(value, str) and value != BLANK and (table, field) in FIELDS:
        return {field: FIELDS[table, field](value)}
    return {field: value}
