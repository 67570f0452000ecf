"""The lines that say what a game was played with."""

import re
from collections.abc import Callable
from typing import get_args

import msgspec
from lark import Token, Tree

from referee.game.component_set import ComponentSet
from referee.game.ids import COMPANIES, TrackId
from referee.game.input_limits import CHARACTERS_OF_A_LINE
from referee.game.rulings import RULINGS, Rulings
from referee.transcript.bounds import name_fault
from referee.transcript.names import Names, Scope
from referee.transcript.problems import WordError, listed
from referee.transcript.record import Header, NamedPlayer, SetupMode
from referee.transcript.roster import read_roster, unquoted

HEADERS = frozenset({"players", "components", "rulings", "tracks", "setup", "title"})

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

    def take(self, tree: Tree[Token]) -> None:
        """Read one line; a `WordError` if it says nothing that makes sense."""
        kind = str(tree.data)
        first = next(tree.scan_values(lambda value: isinstance(value, Token)))
        if kind in self._seen and kind != "rulings":
            word = str(first).split(maxsplit=1)[0]
            raise WordError(f"`{word}` is said a second time", first.column or 1)
        tokens = list(tree.scan_values(lambda value: isinstance(value, Token)))[1:]
        match kind:
            case "players":
                self._take_players(first)
            case "components":
                self._take_set(tokens)
            case "rulings":
                for ruling in tree.find_data("ruling"):
                    self._take_ruling(ruling)
            case "tracks":
                self._take_tracks(tree, first)
            case "setup":
                self._take_setup(tokens)
            case _:
                self._take_title(tokens[0])
        # A line that cannot be read has said nothing, so it may be put into other words.
        self._seen.add(kind)

    def _take_players(self, line: Token) -> None:
        before = " " * ((line.column or 1) - 1)
        keyword = re.match(r"players?", str(line), re.IGNORECASE)
        start = len(before) + (keyword.end() if keyword else 0)
        self.players = read_roster(before + str(line), start)

    def _take_title(self, token: Token) -> None:
        self._title = unquoted(str(token))
        if fault := name_fault("the title", self._title, CHARACTERS_OF_A_LINE):
            raise WordError(fault, token.column or 1)

    def _take_set(self, tokens: list[Token]) -> None:
        self._set = str(tokens[0])
        self.components = self._sets(self._set)
        if self.components is None:
            message = f"the component set {self._set!r} is not known; its folder has to be given"
            raise WordError(message, tokens[0].column or 1)
        if len(tokens) > 1:
            self._digest = str(tokens[1]).partition(":")[2].casefold()
            if not self.components.digest.startswith(self._digest):
                message = (
                    f"the game was recorded with a set whose digest begins {self._digest[:12]}; "
                    f"that of {self._set!r} begins {self.components.digest[:12]}"
                )
                raise WordError(message, tokens[1].column or 1)

    def _take_ruling(self, tree: Tree[Token]) -> None:
        name, answer = (token for token in tree.children if isinstance(token, Token))
        choice = Scope("ruling", {ruling: ruling for ruling in RULINGS})
        found = choice.find(str(name), name.column or 1)
        if found not in {field.encode_name for field in msgspec.structs.fields(Rulings)}:
            if str(answer).casefold() == RULINGS[found].default:
                return
            message = f"the ruling {found} has only the answer {RULINGS[found].default}"
            raise WordError(message, answer.column or 1)
        answers = Scope(f"answer to {found}", {known: known for known in RULINGS[found].answers})
        self._rulings[found] = answers.find(str(answer), answer.column or 1)

    def _take_tracks(self, tree: Tree[Token], first: Token) -> None:
        if self.components is None:
            return
        names = Names(self.components, ())
        placed: dict[str, TrackId] = {}
        unnamed = iter(COMPANIES)
        for branch in tree.find_data("track"):
            *edge, track = (token for token in branch.children if isinstance(token, Token))
            where = (
                names.companies.find(str(edge[0]), edge[0].column or 1)
                if edge
                else next((company for company in unnamed if company not in placed), "")
            )
            placed[where] = TrackId(names.tracks.find(str(track), track.column or 1))
        if {*placed} != {*COMPANIES}:
            message = f"{len(placed)} tracks were named; each of {listed(COMPANIES)} has one"
            raise WordError(message, first.column or 1)
        self._tracks = tuple(placed[company] for company in COMPANIES)

    def _take_setup(self, tokens: list[Token]) -> None:
        first, *further = tokens
        mode = _MODES.find(str(first), first.column or 1)
        if further and mode == "first-game" and str(further[0]).casefold() == "game":
            further = further[1:]
        if further:
            mode += f"-{_PARTS.find(str(further[0]), further[0].column or 1)}"
        if len(further) > 1:
            raise WordError(
                f"{str(further[1])!r} was seen; the line should end here", further[1].column or 1
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
