"""How a fact is said in a sentence: a number with its noun, a list, a player, a term in its form.

A template names a fact in braces, and may say behind a colon how it is to be said:

- `{seat:player}` is the player in that seat;
- `{left:one # unit was|other # units were}` chooses among forms by the plural categories of CLDR,
  with the fact in place of `#`;
- `{cards:and}` and `{cards:or}` are lists with that word before the last;
- `{n:,}` is a number with its thousands set apart, `{seconds:.2f}` one with two decimals;
- `{player:id}` is a fact as programs write it; in backquotes, for what is to be typed, all are;
- `{company:gen}` is the form `gen` of the term that the fact names, from the area `terms`.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from typing import Final

from referee.core.rule import Phrase
from referee.i18n.catalogue import ENGLISH, area, sentence


# Facts that are words: English for programs, and said in any language to people -------------------
#
# What is broken, missing or due is told in facts, and some of them are words: `a refill of the
# book display`, `3 diamond steps`. Programs get them in English, whatever language a person reads.
# A sentence in another language says words alone by their names in the area `things`, and words
# with facts of their own, which are phrases, by the area `facts`.
@lru_cache(4096)
def worded(words: str, code: str) -> str:
    """Return words that name a thing in a language; any others as they are."""
    key = _things().get(words)
    return words if key is None else sentence(code, f"things.{key}")


def thing_key(words: str) -> str:
    """Return the name under which the area `things` has words."""
    return "-".join(re.findall(r"[a-z0-9]+", words.lower()))


@cache
def _things() -> Mapping[str, str]:
    return {words: key for key, words in area(ENGLISH, "things").items()}


GROUPED: Final = ","
OTHER: Final = "other"
"""The plural category that every language has."""

OF_IDS: Final = frozenset({"card", "cards", "item", "space", "spaces"})
"""Names of facts that are ids, of which some are words of a language as well: `merchant`."""

Said = object
"""What a sentence can be filled with: numbers, lists, phrases, and whatever else has a text."""


@cache
def plural_numbers(code: str) -> Mapping[int, str]:
    """Return the plural categories of a language by the numbers that have them."""
    named = plural_forms(sentence(code, "language.plurals"))
    return {int(number): name for name, numbers in named.items() for number in numbers.split()}


def categories(code: str) -> tuple[str, ...]:
    """Return the plural categories that whole numbers have in a language."""
    return (*dict.fromkeys(plural_numbers(code).values()), OTHER)


class SpokenAmount(str):
    """A number of which only the bounds are known, such as `2 to 5`; it takes the plural."""

    __slots__ = ()


class SpokenFact:
    """A fact as a template can say it."""

    def __init__(
        self, fact: Said, players: Sequence[str], code: str, *, is_id: bool = False
    ) -> None:
        self._fact = fact
        self._players = players
        self._code = code
        self._is_id = is_id

    def __format__(self, form: str) -> str:
        if " " in form:
            return self._counted(plural_forms(form))
        match form:
            case "":
                told = str(self)
            case "player":
                told = self._player()
            case "id":
                told = ", ".join(self._plain())
            case "and" | "or":
                told = listed(self._items(), self._code, form)
            case _ if form[0] in ".,":
                told = self._number(form)
            case _:
                told = ", ".join(inflected(item, form, self._code) for item in self._plain())
        return told

    def __str__(self) -> str:
        if isinstance(self._fact, tuple):
            return ", ".join(self._items()) or sentence(self._code, "language.nothing")
        return self._worded(self._fact)

    def _items(self) -> list[str]:
        return [self._worded(item) for item in self._parts()]

    def _plain(self) -> list[str]:
        return [str(item) for item in self._parts()]

    def _parts(self) -> tuple[object, ...]:
        return self._fact if isinstance(self._fact, tuple) else (self._fact,)

    def _worded(self, item: object) -> str:
        """Return a fact as a text; some facts are English words, which every language has."""
        words = str(item)
        if self._code == ENGLISH or not isinstance(item, str):
            return words
        if isinstance(item, Phrase):
            template = sentence(self._code, f"facts.{item.key}")
            return filled(template, item.facts, self._players, self._code)
        if self._is_id and " " not in words:
            return words
        return worded(words, self._code)

    def _player(self) -> str:
        seat = self._fact
        if not isinstance(seat, int):
            return str(self)
        if 0 <= seat < len(self._players):
            return self._players[seat]
        return sentence(self._code, "language.player").format(n=seat + 1)

    def _number(self, form: str) -> str:
        """Return a number with the signs that the language sets into it."""
        told = format(self._fact, form)
        if self._code == ENGLISH:
            return told
        habits = area(self._code, "language")
        signs = {",": habits["thousands"], ".": habits["decimals"]}
        return "".join(signs.get(sign, sign) for sign in told)

    def _counted(self, forms: Mapping[str, str]) -> str:
        """Return the form for a number, or for the length of a list; a word is one thing."""
        fact = self._fact
        if isinstance(fact, tuple):
            fact = max(len(fact), 1)  # an empty list is said as `nothing`
        wanted = plural_numbers(self._code).get(fact if isinstance(fact, int) else 1, OTHER)
        if isinstance(fact, SpokenAmount):
            wanted = OTHER
        form = forms.get(wanted) or forms[OTHER]  # a sentence may still be the English one
        told = self._number(GROUPED) if isinstance(self._fact, int) else str(self)
        return form.replace("#", told)


class _NamedFact:
    """A fact that is not known yet: its name in braces, as of several."""

    def __init__(self, name: str) -> None:
        self._name = f"{{{name}}}"

    def __format__(self, form: str) -> str:
        return plural_forms(form)[OTHER].replace("#", self._name) if " " in form else self._name


def filled(
    template: str, facts: Mapping[str, Said], players: Sequence[str] = (), code: str = ENGLISH
) -> str:
    """Return a template with its facts said, seats as `players` are called."""
    return _with_ids(template).format_map(
        {
            name: SpokenFact(fact, players, code, is_id=name in OF_IDS)
            for name, fact in facts.items()
        }
    )


@lru_cache(maxsize=4096)
def _with_ids(template: str) -> str:
    """Return a template whose facts in backquotes, which are to be typed, are said as they are."""
    if "`" not in template:
        return template
    return _TYPED.sub(lambda found: _PLAIN_FACT.sub(r"{\1:id}", found[0]), template)


_TYPED: Final = re.compile(r"`[^`]+`")
_PLAIN_FACT: Final = re.compile(r"(?<!\{)\{(\w+)\}(?!\})")


def outlined(template: str, names: Iterable[str]) -> str:
    """Return a template as people read it, with the names of its facts in braces."""
    return template.format_map({name: _NamedFact(name) for name in names})


def inflected(term: str, form: str, code: str) -> str:
    """Return the form of a term that is known by an id or by its name; any other word stays."""
    forms = area(code, "terms")
    known = terms_by_name(code).get(term, term)
    return forms.get(f"{known}.{form}", term)


@cache
def terms_by_name(code: str) -> Mapping[str, str]:
    """Return the ids of terms by what they are called, which pictures and pages pass on."""
    named = (key.rpartition(".") for key in area(code, "terms"))
    return {area(code, "terms")[f"{term}.name"]: term for term, _, form in named if form == "name"}


def listed(items: Sequence[str], code: str, word: str = "and") -> str:
    """Return a list as it is said, with a word before the last item."""
    if not items:
        return sentence(code, "language.nothing")
    *others, last = items
    return f"{', '.join(others)} {sentence(code, f'language.{word}')} {last}" if others else last


def plural_forms(form: str) -> dict[str, str]:
    """Return the words of each plural category."""
    return dict(each.split(" ", 1) for each in form.split("|"))
