"""How a fact is said in a sentence: a number with its noun, a list, a player by name.

A template names a fact in braces, and may say behind a colon how it is to be said:
`{seat:player}` is the player in that seat, and `{left:one # unit was|other # units were}` chooses
among forms by the plural categories of CLDR, with the fact in place of `#`.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence

from referee.game.rule import Fact

PLAYER = "player"
OTHER = "other"
"""The plural category that every language has."""


class Amount(str):
    """A number of which only the bounds are known, such as `2 to 5`; it takes the plural."""

    __slots__ = ()


Category = Callable[[int], str]
"""Tells the plural category of a number in a language."""


def _one_or_other(number: int) -> str:
    return "one" if number == 1 else OTHER


CATEGORIES: Mapping[str, Category] = {"en": _one_or_other}
"""The plural categories by the code of the language."""


class Spoken:
    """A fact as a template can say it."""

    def __init__(self, fact: Fact, players: Sequence[str], category: Category) -> None:
        self._fact = fact
        self._players = players
        self._category = category

    def __format__(self, form: str) -> str:
        if not form:
            return str(self)
        if form == PLAYER:
            return self._player()
        return self._counted(_forms(form))

    def __str__(self) -> str:
        if isinstance(self._fact, tuple):
            return ", ".join(self._fact) or "nothing"
        return str(self._fact)

    def _player(self) -> str:
        seat = self._fact
        if not isinstance(seat, int):
            return str(self)
        if 0 <= seat < len(self._players):
            return self._players[seat]
        return f"player {seat + 1}"

    def _counted(self, forms: Mapping[str, str]) -> str:
        """Return the form for a number, or for the length of a list; a word is one thing."""
        fact = self._fact
        if isinstance(fact, tuple):
            fact = max(len(fact), 1)  # an empty list is said as `nothing`
        category = self._category(fact if isinstance(fact, int) else 1)
        if isinstance(fact, Amount):
            category = OTHER
        return forms[category].replace("#", str(self))


class _Named:
    """A fact that is not known yet: its name in braces, as of several."""

    def __init__(self, name: str) -> None:
        self._name = f"{{{name}}}"

    def __format__(self, form: str) -> str:
        if form in {"", PLAYER}:
            return self._name
        return _forms(form)[OTHER].replace("#", self._name)


def filled(
    template: str, facts: Mapping[str, Fact], players: Sequence[str] = (), code: str = "en"
) -> str:
    """Return a template with its facts said, seats as `players` are called."""
    category = CATEGORIES[code]
    return template.format_map(
        {name: Spoken(fact, players, category) for name, fact in facts.items()}
    )


def outlined(template: str, names: Iterable[str]) -> str:
    """Return a template as people read it, with the names of its facts in braces."""
    return template.format_map({name: _Named(name) for name in names})


def _forms(form: str) -> dict[str, str]:
    """Return the words of each plural category."""
    return dict(each.split(" ", 1) for each in form.split("|"))
