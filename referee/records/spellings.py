"""What people write beside the notation, put into its words: `St. Louis`, `£3`, `Lea: goods`.

A line is respelled only if it cannot be read as it stands, so nothing that can changes its meaning.
"""

import re
from collections.abc import Callable, Iterator
from typing import Literal

from referee.core.components import BuySpace, DiscardSpace
from referee.core.ids import Seat
from referee.records.names import Names
from referee.records.roster import STRING

_Spell = Callable[[re.Match[str]], str | None]
"""Returns what stands for a match, or None to leave it."""

_Part = Literal["line", "statement", "claims"]
"""Where in a line something is spelled otherwise: anywhere, before its `=`, or behind it."""

_QUOTED = re.compile(STRING)


class Respelled:
    """A line in other words, and where each of its characters stood."""

    is_guess = False
    """What is wrong with it would not make sense to whoever wrote the line."""

    def __init__(self, text: str, columns: list[int] | None = None) -> None:
        self.text = text
        self._columns = [*range(1, len(text) + 2)] if columns is None else columns

    def column(self, column: int) -> int:
        """Return the column of the line as it was written."""
        return self._columns[min(max(column, 1), len(self._columns)) - 1]

    def spelled(self, part: _Part, pattern: re.Pattern[str], spell: _Spell) -> "Respelled":
        """Return the line with every match in a part of it, and not quoted, in other words."""
        quoted = [match.span() for match in _QUOTED.finditer(self.text)]
        claims = self.text.find("=") if "=" in self.text else len(self.text)
        text, columns, end = "", list[int](), 0
        for match in pattern.finditer(self.text):
            start = match.start()
            is_elsewhere = part != "line" and (part == "claims") != (start > claims)
            if is_elsewhere or any(a < match.end() and start < b for a, b in quoted):
                continue
            words = spell(match)
            if words is None:
                continue
            text += self.text[end:start] + words
            columns += self._columns[end:start] + [self._columns[start]] * len(words)
            end = match.end()
        return Respelled(text + self.text[end:], columns + self._columns[end:])


def respellings(line: str, names: Names | None) -> Iterator[Respelled]:
    """Yield a line that cannot be read in the words of the notation, as far as there are any."""
    plain = Respelled(line)
    if names is not None:
        plain = _full_names(plain, names)
    for part, pattern, words in _SPELLINGS:
        plain = plain.spelled(part, pattern, lambda match, words=words: match.expand(words))  # type: ignore[misc]
    if names is not None:
        plain = plain.spelled("statement", _CARD_AT_A_SPACE, _with_use(names))
    if plain.text != line:
        yield plain
    if names is not None:
        joined = plain.spelled("statement", _WITH_BLANK, _joined(names))
        joined = joined.spelled("statement", _CARD_AT_A_SPACE, _with_use(names))
        if joined.text != plain.text:
            joined.is_guess = True
            yield joined


_RULES: tuple[tuple[_Part, str, str], ...] = (
    ("line", r"\b(?:st\.?|saint)\s*louis\b", "saint-louis"),
    ("line", r"\bcape\s+town\b", "cape-town"),
    # A colon behind the player, the keyword, or both: `Lea: goods: coffee2 cairo`.
    ("line", r"^(\s*[\w'-]+)\s*:(?=\s)", r"\1 "),
    ("line", r"^(\s*[\w'-]+\s+[\w'-]+)\s*:(?=\s)", r"\1 "),
    ("line", r"(?<![.:!])[.:!]+\s*$", ""),
    ("statement", r"^(\s*)take\s+back\b", r"\1takeback"),
    ("statement", r"^(\s*title)\s+([^\s\"“„«\u2018'][^\"]*?)\s*$", r'\1 "\2"'),
    ("statement", r"^(\s*rulings?\s+[\w-]+)\s+(?=[\w-]+\s*$)", r"\1="),
    ("claims", r"£\s*(\d+)", r"\1 pounds"),
    ("claims", r"[£:=]", " "),
    ("statement", r"(?<!\d)(\d+)\s*£", r"£\1"),
    ("statement", r"\b(for|pounds?)\s+£\s*(\d+)", r"\1 \2"),
    ("statement", r"\bfor\s+(\d+)\s+pounds?\b", r"for \1"),
    ("statement", r"£\s*(\d+)", r"pounds \1"),
    ("statement", r"\btakes?\s+(?=[\w'-]+@\d)", "books "),
    ("statement", r"(\btakes?\s+|[,;)]\s*)(\d+)\s+pounds?\b(?!\s*\d)", r"\1pounds \2"),
)

_SPELLINGS = [(part, re.compile(said, re.IGNORECASE), words) for part, said, words in _RULES]


# Words of one game -------------------------------------------------------------------------------

_CARD_AT_A_SPACE = re.compile(
    r"(\bma\w*\s+)([\w'-]+)((?:\s+\d+)?[\s,;]+)(?=([\w'-]+))", re.IGNORECASE
)
_WITH_BLANK = re.compile(r"\b([a-z][a-z-]*) +(\d+[a-z]?)(?![\w-])", re.IGNORECASE)


def _with_use(names: Names) -> _Spell:
    """Return what puts before the card at a marker's space whether it is removed or bought."""
    spaces: dict[str, object] = {space.id: space for space in names.components.spaces}

    def spell(match: re.Match[str]) -> str | None:
        card = match[4].casefold()
        is_card = any(names.cards_of(Seat(seat)).has(card) for seat in range(len(names.colours)))
        if not is_card or not names.spaces.has(match[2]) or names.companies.has(card):
            return None
        match spaces[names.spaces.find(match[2])]:
            case BuySpace():
                # What else the space gives is not said.
                return f"{match[0]}take buy "
            case DiscardSpace():
                return f"{match[0]}discard "
            case _:
                return None

    return spell


def _joined(names: Names) -> _Spell:
    """Return what closes the blank in an id, such as `coffee 3`."""
    scopes = [names.regions, names.books, names.book_spaces, names.starting_tiles, names.spaces]
    scopes += [names.cards_of(Seat(seat)) for seat in range(len(names.colours))]

    def spell(match: re.Match[str]) -> str | None:
        word = f"{match[1]}{match[2]}"
        return word if any(word.casefold() in scope.known for scope in scopes) else None

    return spell


def _full_names(line: Respelled, names: Names) -> Respelled:
    """Return the line with names of several words as the colours of their players."""
    for word in names.players.known:
        if " " in word:
            colour = names.players.known[word]
            pattern = re.compile(rf"(?<![\w-]){re.escape(word)}(?![\w-])", re.IGNORECASE)
            line = line.spelled("line", pattern, lambda _, colour=colour: colour)  # type: ignore[misc]
    return line
