"""The line that names the players: colours, and names with or without quotation marks."""

import re
from collections.abc import Iterator

from msgspec import Struct

from referee.core.input_limits import (
    CHARACTERS_OF_A_LINE,
    CHARACTERS_OF_A_NAME,
    CLAIMS_OF_A_RECORD,
    ENTRIES_OF_A_LIST,
    LINES_OF_A_RECORD,
    PLAYERS_OF_A_RECORD,
    STATEMENTS_OF_A_RECORD,
    too_much,
)
from referee.i18n.speech import say
from referee.records.record import NamedPlayer, Record, WordError, shown

# What a record has too much of, and characters that no line or name has ---------------------------
_NO_TEXT = re.compile("[\0\n\ud800-\udfff]")
"""What no line of a text in UTF-8 can hold."""

_NO_NAME = re.compile('["\0-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]')
"""What no name in quotation marks should hold: control characters and marks that end it."""


def record_excess(record: Record) -> list[str]:
    """Return what a record has too much of, in words; the lists of its statements are left out."""
    header = record.header
    claims = sum([len(statement.claims) for statement in record.statements])
    counted = (
        ("players", len(header.players), PLAYERS_OF_A_RECORD),
        (say("records.bounds.header-comments"), len(header.comments), LINES_OF_A_RECORD),
        ("tracks", len(header.tracks or ()), ENTRIES_OF_A_LIST),
        ("statements", len(record.statements), STATEMENTS_OF_A_RECORD),
        ("claims", claims, CLAIMS_OF_A_RECORD),
        (
            say("records.bounds.set-name-length"),
            len(header.components),
            CHARACTERS_OF_A_NAME,
        ),
    )
    return [too_much(*each) for each in counted if each[1] > each[2]]


def list_excess(name: str, entries: int) -> str:
    """Return in words that a list of a statement is too long; nothing if it is not."""
    if entries <= ENTRIES_OF_A_LIST:
        return ""
    return too_much(say("records.bounds.header-entries", name=name), entries, ENTRIES_OF_A_LIST)


def statement_excess(said: Struct) -> Iterator[str]:
    """Yield which lists of a statement are too long, in words."""
    for name in said.__struct_fields__:
        value = getattr(said, name)
        if isinstance(value, tuple) and (words := list_excess(name, len(value))):
            yield words


def line_fault(what: str, text: str) -> str | None:
    """Return why a text is no line of a record, in words; None if it is one."""
    if len(text) > CHARACTERS_OF_A_LINE:
        return too_much(say("records.bounds.length", what=what), len(text), CHARACTERS_OF_A_LINE)
    if _NO_TEXT.search(text):
        return say("records.bounds.not-one-line", what=what, text=f"{text!r:.60}")
    return (
        say("records.bounds.outer-blanks", what=what, text=f"{text!r:.60}")
        if text != text.strip()
        else None
    )


def name_fault(what: str, text: str, most: int = CHARACTERS_OF_A_NAME) -> str | None:
    """Return why a text is no name, in words; None if it is one."""
    if len(text) > most:
        return too_much(say("records.bounds.length", what=what), len(text), most)
    if found := _NO_NAME.search(text):
        return say("records.bounds.odd-character", what=what, character=f"{found[0]!r}")
    return line_fault(what, text)


COLOUR_WORDS = frozenset(
    {
        *("beige", "black", "blue", "bronze", "brown", "cyan", "gold", "gray", "green", "grey"),
        *("ivory", "lilac", "lime", "magenta", "maroon", "mauve", "navy", "olive", "orange"),
        *("pink", "purple", "red", "rose", "salmon", "silver", "tan", "teal", "turquoise"),
        *("violet", "white", "yellow"),
    }
)
"""Words that are always a colour and never a part of an unquoted name."""

STRING = r""""[^"]*"|“[^”]*”|„[^“”]*[“”]|«[^»]*»|\u2018[^\u2019]*\u2019|(?<!\w)'[^']*'"""
"""A text in the quotation marks that keyboards and word processors have."""

STRING_OF_A_TITLE = STRING.replace(r"(?<!\w)", "")
"""The same where nothing else can stand, so that no apostrophe can be meant."""

COLOUR = re.compile(r"(?=[\w'-]*[^\W\d])\w[\w'-]*")
"""What a player can be called by in every form of a record."""

_TOKEN = re.compile(
    rf"(?P<string>{STRING})"
    r"|(?P<comma>[,;/&+]|and(?![\w-]))"
    r"|(?P<link>[:=()]|\s+)"
    r"|(?P<word>(?=[\w'\u2019.-]*[^\W\d])\w[\w'\u2019.-]*)",
    re.IGNORECASE,
)


def unquoted(text: str) -> str:
    """Return a quoted text without its marks, and without others that would end it."""
    return text[1:-1].replace('"', "'").strip()


class _Player:
    """A player while his part of the line is read."""

    def __init__(self, colour: str, column: int) -> None:
        self.colour = colour
        self.column = column
        self.words: list[str] = []
        self.quoted: str | None = None

    def named(self) -> NamedPlayer:
        """Return what the record keeps of him."""
        name = " ".join(self.words) if self.quoted is None else self.quoted
        return NamedPlayer(self.colour.casefold(), name or None)


class _Roster:
    """The players found so far, and words that wait for the colour behind them."""

    def __init__(self, *, commas: bool) -> None:
        self.players: list[_Player] = []
        self._commas = commas
        self._current: _Player | None = None
        self._waiting: list[tuple[str, int]] = []

    def string(self, text: str, column: int) -> None:
        self._colourless()
        if not self.players or self.players[-1].quoted is not None or self.players[-1].words:
            raise WordError(say("records.roster.colour-before", word=shown(text)), column)
        self.players[-1].quoted = unquoted(text)

    def word(self, text: str, column: int) -> None:
        if text.casefold() in COLOUR_WORDS:
            self._begin(text, column)
            # Some write the name before the colour: `Ann blue, Bob green`.
            self.players[-1].words.extend(word for word, _ in self._waiting)
            self._waiting.clear()
        elif (at := self._current) and at.quoted is None and at.colour.casefold() in COLOUR_WORDS:
            at.words.append(text)
        else:
            self._current = None
            self._waiting.append((text, column))

    def comma(self) -> None:
        self._colourless()
        self._current = None

    def _begin(self, colour: str, column: int) -> None:
        self._current = _Player(colour, column)
        self.players.append(self._current)

    def _colourless(self) -> None:
        """Take a lone word for the colour of a player: any word may be one."""
        if len(self._waiting) > 1 and self._commas:
            name = " ".join(word for word, _ in self._waiting)
            message = say("records.roster.no-colour", word=f"{shown(name)!r}", name=name)
            raise WordError(message, self._waiting[0][1])
        for word, column in self._waiting:
            self._begin(word.rstrip("."), column)
        self._waiting.clear()


def read_roster(line: str, start: int) -> tuple[NamedPlayer, ...]:
    """Return the players that a line names from a place on; a `WordError` if that is none."""
    found = _Roster(commas=any(match["comma"] for match in _tokens(line, start)))
    for match in _tokens(line, start):
        column = match.start() + 1
        if match["string"]:
            found.string(match[0], column)
        elif match["comma"]:
            found.comma()
        elif match["word"]:
            found.word(match[0], column)
    found.comma()
    if not found.players:
        message = say("records.roster.no-players")
        raise WordError(message, len(line) + 1)
    _require_names(found.players)
    return tuple(player.named() for player in found.players)


def _require_names(players: list[_Player]) -> None:
    """Refuse too many players, one who is named twice, and what is no name."""
    if len(players) > PLAYERS_OF_A_RECORD:
        message = too_much("players", len(players), PLAYERS_OF_A_RECORD)
        raise WordError(message, players[PLAYERS_OF_A_RECORD].column)
    colours: set[str] = set()
    for player in players:
        if player.colour.casefold() in colours:
            raise WordError(
                say("records.roster.named-twice", colour=f"{player.colour!r}"),
                player.column,
            )
        colours.add(player.colour.casefold())
        if not COLOUR.fullmatch(player.colour.casefold()):
            message = say("records.roster.not-a-colour", word=f"{shown(player.colour)!r}")
            raise WordError(message, player.column)
        for name in (player.colour, player.named().name or ""):
            if fault := name_fault("a name", name):
                raise WordError(fault, player.column)


def _tokens(line: str, start: int) -> list[re.Match[str]]:
    tokens: list[re.Match[str]] = []
    while start < len(line):
        match = _TOKEN.match(line, start)
        if match is None:
            raise unreadable_sign(line, start) or WordError(
                say("records.roster.not-colour-or-name", seen=f"{_seen(line, start)!r}"),
                start + 1,
            )
        tokens.append(match)
        start = match.end()
    return tokens


def unreadable_sign(line: str, start: int) -> WordError | None:
    """Return what is wrong with a quotation mark that nothing closes; None for other signs."""
    if line[start] not in "\"“”„«»\u2018\u2019'":
        return None
    return WordError(say("records.roster.unclosed-quote", line=line[start]), start + 1)


def _seen(line: str, start: int) -> str:
    found = re.match(r"[\w'-]+|\S", line[start:])
    return shown(found[0]) if found else line[start]
