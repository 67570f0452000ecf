"""The lines that say what a game was played with."""

import re
from collections.abc import Callable
from typing import get_args

import msgspec

from referee.game.component_set import ComponentSet
from referee.game.ids import COMPANIES, TrackId
from referee.game.input_limits import CHARACTERS_OF_A_LINE
from referee.game.rulings import RULINGS, Rulings
from referee.transcript.bounds import name_fault
from referee.transcript.header_lines import HeaderLine, Word
from referee.transcript.names import Names, Scope
from referee.transcript.problems import WordError, listed
from referee.transcript.record import Header, NamedPlayer, SetupMode
from referee.transcript.roster import read_roster, unquoted

Sets = Callable[[str], ComponentSet | None]
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


class HeaderLines:
    """The header of a record while its lines are read."""

    def __init__(self, sets: Sets) -> None:
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
        self.comments: list[str] = []

    def take(self, line: HeaderLine) -> None:
        """Take in one line; a `WordError` if it says nothing that makes sense."""
        kind, first = line.kind, line.first
        if kind in self._seen and kind != "rulings":
            word = first.text.split(maxsplit=1)[0]
            raise WordError(f"`{word}` is said a second time", first.column)
        match kind:
            case "players":
                self._take_players(first)
            case "components":
                self._take_set(line.words)
            case "rulings":
                for name, answer in line.groups:
                    self._take_ruling(name, answer)
            case "tracks":
                self._take_tracks(line)
            case "setup":
                self._take_setup(line.words)
            case _:
                self._take_title(line.words[0])
        # A line that cannot be read has said nothing, so it may be put into other words.
        self._seen.add(kind)

    def _take_players(self, line: Word) -> None:
        before = " " * (line.column - 1)
        keyword = re.match(r"players?", line.text, re.IGNORECASE)
        start = len(before) + (keyword.end() if keyword else 0)
        self.players = read_roster(before + line.text, start)

    def _take_title(self, word: Word) -> None:
        self._title = unquoted(word.text)
        if fault := name_fault("the title", self._title, CHARACTERS_OF_A_LINE):
            raise WordError(fault, word.column)

    def _take_set(self, words: tuple[Word, ...]) -> None:
        self._set = words[0].text
        self.components = self._sets(self._set)
        if self.components is None:
            message = f"the component set {self._set!r} is not known; its folder has to be given"
            raise WordError(message, words[0].column)
        if len(words) > 1:
            self._digest = words[1].text.partition(":")[2].casefold()
            if not self.components.digest.startswith(self._digest):
                message = (
                    f"the game was recorded with a set whose digest begins {self._digest[:12]}; "
                    f"that of {self._set!r} begins {self.components.digest[:12]}"
                )
                raise WordError(message, words[1].column)

    def _take_ruling(self, name: Word, answer: Word) -> None:
        choice = Scope("ruling", {ruling: ruling for ruling in RULINGS})
        found = choice.find(name.text, name.column)
        if found not in {field.encode_name for field in msgspec.structs.fields(Rulings)}:
            if answer.text.casefold() == RULINGS[found].default:
                return
            message = f"the ruling {found} has only the answer {RULINGS[found].default}"
            raise WordError(message, answer.column)
        answers = Scope(f"answer to {found}", {known: known for known in RULINGS[found].answers})
        self._rulings[found] = answers.find(answer.text, answer.column)

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
            message = f"{len(placed)} tracks were named; each of {listed(COMPANIES)} has one"
            raise WordError(message, line.first.column)
        self._tracks = tuple(placed[company] for company in COMPANIES)

    def _take_setup(self, words: tuple[Word, ...]) -> None:
        first, *further = words
        mode = _MODES.find(first.text, first.column)
        if further and mode == "first-game" and further[0].text.casefold() == "game":
            further = further[1:]
        if further:
            mode += f"-{_PARTS.find(further[0].text, further[0].column)}"
        if len(further) > 1:
            raise WordError(
                f"{further[1].text!r} was seen; the line should end here", further[1].column
            )
        known: tuple[SetupMode, ...] = get_args(SetupMode)
        found = next((each for each in known if each == mode), None)
        if found is None:
            raise WordError(f"a setup {mode!r} was named; there is {listed(known)}", 1)
        self._setup = found

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
            comments=tuple(self.comments),
        )
