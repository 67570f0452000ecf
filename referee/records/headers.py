"""The lines that say what a game was played with."""

import re
from collections.abc import Callable
from itertools import takewhile
from typing import Final, get_args

import msgspec
from msgspec import Struct

from referee.core.component_set import ComponentSet
from referee.core.ids import COMPANIES, TrackId
from referee.core.input_limits import CHARACTERS_OF_A_LINE
from referee.core.rulings import RULINGS, Rulings
from referee.i18n.speech import say
from referee.records.keywords import LANGUAGES, NotationLanguage
from referee.records.names import Names, Scope
from referee.records.record import Header, NamedPlayer, SetupMode, WordError, listed
from referee.records.roster import STRING_OF_A_TITLE, name_fault, read_roster, unquoted
from referee.records.tokens import END, NAME, QUOTED, TOKEN, is_word, unexpected

HEADERS: Final = frozenset({"players", "set", "rulings", "tracks", "setup", "title"})
"""The keywords of the lines that say what a game was played with."""


class HeaderWord(Struct, frozen=True):
    """A word of a line, and the column where it begins, counted from 1."""

    text: str
    column: int


class HeaderLine(Struct, frozen=True):
    """A line of the header: its keyword, and the words behind that."""

    kind: str
    first: HeaderWord
    """The keyword; of the players the whole line, in which commas count."""
    words: tuple[HeaderWord, ...] = ()
    groups: tuple[tuple[HeaderWord, ...], ...] = ()
    """The words of the rulings and of the tracks, those that belong together in one."""


_HEADER_TOKEN: Final = re.compile(
    rf"sha256:[0-9a-f]{{8,64}}(?![\w-])|{TOKEN.pattern}", re.IGNORECASE
)
_TITLE: Final = re.compile(rf"[ \t,;]*({STRING_OF_A_TITLE})")
_LINKS: Final = frozenset("=:")
_END: Final = HeaderWord("", 0)


def read_header(kind: str, text: str) -> HeaderLine:
    """Return the words of a line of the header; a `WordError` if it is no such line."""
    words = [HeaderWord(found[0], found.start() + 1) for found in _HEADER_TOKEN.finditer(text)]
    first, rest = words[0], [*words[1:], _END]
    match kind:
        case "players":
            return HeaderLine(kind, HeaderWord(text[first.column - 1 :], first.column))
        case "set":
            _require(text, rest[0], {NAME})
            digest = rest[1].text.casefold().startswith("sha256:")
            return _ended(text, HeaderLine(kind, first, tuple(rest[: 1 + digest])), rest)
        case "setup":
            _require(text, rest[0], {NAME})
            said = takewhile(lambda word: is_word(word.text), rest[:MOST_WORDS_OF_SETUP])
            return _ended(text, HeaderLine(kind, first, tuple(said)), rest)
        case "title":
            return _title(text, first)
        case _:
            return _grouped(text, kind, first, rest)


def _require(text: str, word: HeaderWord, expected: set[str]) -> None:
    if not is_word(word.text):
        raise unexpected(text, word.text, word.column, expected)


def _ended(text: str, line: HeaderLine, rest: list[HeaderWord]) -> HeaderLine:
    behind = rest[len(line.words)]
    if behind is not _END:
        names = {NAME} if line.kind == "setup" and len(line.words) < MOST_WORDS_OF_SETUP else set()
        raise unexpected(text, behind.text, behind.column, {END, *names})
    return line


MOST_WORDS_OF_SETUP: Final = 3


def _title(text: str, first: HeaderWord) -> HeaderLine:
    behind = first.column - 1 + len(first.text)
    found = _TITLE.match(text, behind)
    end = found.end() if found else behind
    further = TOKEN.search(text, end)
    if found is None:
        token, column = (further[0], further.start() + 1) if further else ("", 0)
        raise unexpected(text, token, column, {QUOTED})
    if further:
        raise unexpected(text, further[0], further.start() + 1, {END})
    return HeaderLine("title", first, (HeaderWord(found[1], found.start(1) + 1),))


def _grouped(text: str, kind: str, first: HeaderWord, rest: list[HeaderWord]) -> HeaderLine:
    """Read rulings with their answers, or tracks with or without their companies."""
    groups: list[tuple[HeaderWord, ...]] = []
    at = 0
    while not groups or rest[at] is not _END:
        _require(text, rest[at], {NAME, END} if groups else {NAME})
        linked = rest[at + 1].text in _LINKS
        if linked:
            _require(text, rest[at + 2], {NAME})
            groups.append((rest[at], rest[at + 2]))
        elif kind == "rulings":
            raise unexpected(text, rest[at + 1].text, rest[at + 1].column, {*_LINKS})
        else:
            groups.append((rest[at],))
        at += 3 if linked else 1
    return HeaderLine(kind, first, tuple(word for group in groups for word in group), tuple(groups))


FindSet = Callable[[str], ComponentSet | None]
"""Finds a component set by the name that a record gives it."""

_MODES = Scope(
    "setup",
    {
        "first-game": "first-game",
        "firstgame": "first-game",
        "first": "first-game",
        "variable": "variable",
    },
)
_PARTS = Scope("part of the setup", {"tracks": "tracks", "tiles": "tiles"})


RULINGS_TO_CHOOSE: Final = frozenset(field.encode_name for field in msgspec.structs.fields(Rulings))
"""The rulings that have more than one answer."""


def chosen_ruling(name: HeaderWord, answer: HeaderWord) -> tuple[str, str]:
    """Return the ruling and the answer that two words mean; a `WordError` if they mean none."""
    choice = Scope("ruling", {ruling: ruling for ruling in RULINGS})
    found = choice.find(name.text, name.column)
    if found not in RULINGS_TO_CHOOSE:
        default = RULINGS[found].default
        if answer.text.casefold() != default:
            message = say("records.headers.only-answer", ruling=found, default=default)
            raise WordError(message, answer.column)
        return found, default
    answers = Scope(
        say("records.headers.answer", ruling=found),
        {known: known for known in RULINGS[found].answers},
    )
    return found, answers.find(answer.text, answer.column)


class HeaderLines:
    """The header of a record while its lines are read."""

    def __init__(self, sets: FindSet) -> None:
        self._sets = sets
        self._seen: set[str] = set()
        self.components: ComponentSet | None = sets("reference")
        self.players: tuple[NamedPlayer, ...] = ()
        self._set = "reference"
        self._digest: str | None = None
        self._rulings: dict[str, str] = {}
        self._setup: SetupMode = "variable"
        self._tracks: tuple[TrackId, ...] | None = None
        self._title: str | None = None
        self.lang: NotationLanguage | None = None
        self.comments: list[str] = []

    def take_language(self, code: str) -> None:
        """Take in the language in whose words the record is written."""
        if "lang" in self._seen:
            raise WordError(say("records.headers.said-twice", word="lang"), 1)
        self._seen.add("lang")
        self.lang = next((known for known in LANGUAGES if known == code), None)

    def take(self, line: HeaderLine) -> None:
        """Take in one line; a `WordError` if it says nothing that makes sense."""
        kind, first = line.kind, line.first
        if kind in self._seen and kind != "rulings":
            word = first.text.split(maxsplit=1)[0]
            raise WordError(say("records.headers.said-twice", word=word), first.column)
        match kind:
            case "players":
                before = " " * (first.column - 1)
                keyword = re.match(r"players?", first.text, re.IGNORECASE)
                start = len(before) + (keyword.end() if keyword else 0)
                self.players = read_roster(before + first.text, start)
            case "set":
                self._take_set(line.words)
            case "rulings":
                for name, answer in line.groups:
                    ruling, chosen = chosen_ruling(name, answer)
                    if ruling in RULINGS_TO_CHOOSE:
                        self._rulings[ruling] = chosen
            case "tracks":
                self._take_tracks(line)
            case "setup":
                self._take_setup(line.words)
            case _:
                self._title = unquoted(line.words[0].text)
                what = say("records.headers.title")
                if fault := name_fault(what, self._title, CHARACTERS_OF_A_LINE):
                    raise WordError(fault, line.words[0].column)
        # A line that cannot be read has said nothing, so it may be put into other words.
        self._seen.add(kind)

    def _take_set(self, words: tuple[HeaderWord, ...]) -> None:
        self._set = words[0].text
        self.components = self._sets(self._set)
        if self.components is None:
            message = say("records.headers.unknown-set", set=f"{self._set!r}")
            raise WordError(message, words[0].column)
        if len(words) > 1:
            self._digest = words[1].text.partition(":")[2].casefold()
            if (refusal := self.components.refusal(self._digest)) is not None:
                message = refusal or say(
                    "records.headers.other-digest",
                    digest=self._digest[:12],
                    set=f"{self._set!r}",
                    own_digest=self.components.digest[:12],
                )
                raise WordError(message, words[1].column)

    def _take_tracks(self, line: HeaderLine) -> None:
        if self.components is None:
            return
        names = Names(self.components, ())
        placed: dict[str, TrackId] = {}
        unnamed = iter(COMPANIES)
        for *edge, track in line.groups:
            where = (
                names.companies.find(edge[0].text, edge[0].column)
                if edge
                else next((company for company in unnamed if company not in placed), "")
            )
            placed[where] = TrackId(names.tracks.find(track.text, track.column))
        if {*placed} != {*COMPANIES}:
            message = say(
                "records.headers.track-count", placed=len(placed), companies=listed(COMPANIES)
            )
            raise WordError(message, line.first.column)
        self._tracks = tuple(placed[company] for company in COMPANIES)

    def _take_setup(self, words: tuple[HeaderWord, ...]) -> None:
        first, *further = words
        mode = _MODES.find(first.text, first.column)
        if further and mode == "first-game" and further[0].text.casefold() == "game":
            further = further[1:]
        if further:
            mode += f"-{_PARTS.find(further[0].text, further[0].column)}"
        if len(further) > 1:
            raise WordError(
                say("records.headers.line-should-end", text=f"{further[1].text!r}"),
                further[1].column,
            )
        known: tuple[SetupMode, ...] = get_args(SetupMode)
        if mode not in known:
            message = say("records.headers.no-setup", mode=f"{mode!r}", known=listed(known))
            raise WordError(message, 1)
        self._setup = known[known.index(mode)]

    def header(self) -> Header:
        """Return the header that the lines make."""
        return Header(
            players=self.players,
            components=self._set,
            digest=self._digest,
            rulings=msgspec.convert(self._rulings, Rulings),
            setup=self._setup,
            tracks=self._tracks,
            title=self._title,
            lang=self.lang,
            comments=tuple(self.comments),
        )
