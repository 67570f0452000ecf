"""A recorded game: what it was played with, and its statements in their order.

The turns of a record may hold blanks; `fields` says what silence means for each part of a turn.
"""

from collections.abc import Iterable
from itertools import islice
from typing import Literal

from msgspec import Struct

from referee.core.events import (
    DealBooks,
    DealCards,
    Plan,
    PrepareRound,
    RefillBooks,
    RestStartingCards,
    TakeStartingBonus,
    TakeStartingTile,
)
from referee.core.ids import Company, Seat, TrackId
from referee.core.problem import NOWHERE, Place, Problem
from referee.core.rulings import DEFAULT_RULINGS, Rulings
from referee.core.turns import Turn
from referee.i18n.speech import say, spoken
from referee.i18n.spoken import listed as spoken_list
from referee.records.keywords import NotationLanguage

FORMAT: Literal["mgn-1"] = "mgn-1"
"""Changes when an old record would be read otherwise than before."""

SetupMode = Literal["first-game", "variable", "first-game-tracks", "first-game-tiles"]
"""Which setup was used; tracks and starting tiles may follow different ones."""


class NamedPlayer(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A player's colour, and his name if the record tells it."""

    colour: str
    name: str | None = None


def called(players: Iterable[NamedPlayer]) -> tuple[str, ...]:
    """Return what sentences call each player by seat: by colour, and by name if it is known."""
    return tuple(f"{each.name} ({each.colour})" if each.name else each.colour for each in players)


class Header(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a game was played with and by whom, in the order of the seats."""

    players: tuple[NamedPlayer, ...]
    components: str = "reference"
    digest: str | None = None
    """The digest of the component set, so that a game is not judged with another one."""
    rulings: Rulings = DEFAULT_RULINGS
    setup: SetupMode = "variable"
    tracks: tuple[TrackId, ...] | None = None
    """The track side at each company's edge; the first game prescribes them."""
    title: str | None = None
    lang: NotationLanguage | None = None
    """The language in whose words the text is written, besides English."""
    comments: tuple[str, ...] = ()
    """Comments that stand before the first statement."""

    def __repr__(self) -> str:
        return f"<Header: {', '.join(called(self.players))}>"


# Statements --------------------------------------------------------------------------------------
class Mark(
    Struct, frozen=True, kw_only=True, tag_field="do", forbid_unknown_fields=True, rename="kebab"
):
    """Something in a record that is no event of the game."""


class RoundMark(Mark, frozen=True, kw_only=True, tag="round"):
    """The heading of a round."""

    number: int


class Remark(Mark, frozen=True, kw_only=True, tag="remark"):
    """A line that holds nothing but claims or a comment."""


class Exceptional(
    Struct,
    frozen=True,
    tag_field="do",
    forbid_unknown_fields=True,
    omit_defaults=True,
    rename="kebab",
):
    """A statement that the rules alone do not answer: a gap, or what the table agreed on."""


class BlankTurn(Exceptional, frozen=True, tag="blank-turn"):
    """One turn of which nothing is known, or only whose it was."""

    seat: Seat | None = None


class BlankTurns(Exceptional, frozen=True, tag="blank-turns"):
    """An unknown number of turns within a round, none included, with their refills."""

    until: Literal["unknown", "round"] = "unknown"
    """With `round` they are all that were left of it."""
    number: int | None = None
    """How many turns they were, if that is known."""


class Reading(Struct, frozen=True):
    """One of the things that a line in people's own words can say."""

    said: "SaidHappening | Turn | RoundMark | Remark"
    claims: "tuple[SaidClaim, ...]" = ()
    taken_back: bool = False
    line: str = ""
    """As it stands in the notation."""
    cost: float = 0.0
    """How far-fetched it is."""


class OneOf(BlankTurn, frozen=True, tag="one-of"):
    """A turn that was written down so that it can be read in several ways."""

    text: str = ""
    readings: tuple[Reading, ...] = ()


class AnyOrder(Exceptional, frozen=True, tag="unordered"):
    """From here on the lines stand in no order, up to the next `ordered` or `round`."""


class InOrder(Exceptional, frozen=True, tag="ordered"):
    """From here on the lines stand in their order again."""


class Adjust(Exceptional, frozen=True, tag="adjust"):
    """What the table made good by agreement: no event of the game, and no rule is asked."""

    seat: Seat
    by: int
    what: Literal["cash", "track", "diamonds", "ink"] = "cash"
    company: Company | None = None
    note: str | None = None


class AsItLies(Exceptional, frozen=True, tag="table"):
    """The record goes on from the table as the claims of this line say that it lies."""


class RulingMark(Exceptional, frozen=True, tag="ruling"):
    """A ruling that was chosen in the middle of a game and holds from there on."""

    ruling: str
    answer: str


MOST_BLANK_TURNS = 60
"""No round has nearly as many; a larger number is a slip of the pen."""


SaidHappening = (
    DealCards
    | DealBooks
    | TakeStartingTile
    | RestStartingCards
    | TakeStartingBonus
    | Plan
    | RefillBooks
    | PrepareRound
)
"""An event that is no turn, of which a record may leave something out."""


Gap = BlankTurn | BlankTurns | AnyOrder | InOrder
"""What says only that something happened, or that its order is not known."""

Agreement = Adjust | AsItLies | RulingMark
"""What no rule of the game brings about."""

SaidEvent = SaidHappening | Turn | RoundMark | Remark | Gap | Agreement

Quantity = Literal[
    "cash",
    "track",
    "diamonds",
    "ink",
    "shares",
    "posts",
    "lost",
    "regions",
    "coins",
    "worth",
    "row",
    "diamond-row",
    "book-row",
    "total",
    "winner",
    "round",
    "first",
    "next",
    "hand",
    "rest",
    "up",
    "markers",
    "tiles",
    "books",
    "flipped",
    "price",
    "coffee",
    "bananas",
    "cotton",
    "expansion",
    "cost",
    "points",
    "level",
    "owner",
    "column",
    "book",
    "deck",
]


class SaidClaim(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A result that somebody wrote down; of `first`, `next` and `winner` the value is a seat.

    Of `owner` it is the number of a company from 1, or 0 for nobody; of `deck` that of a slot.
    """

    what: Quantity
    value: int
    seat: Seat | None = None
    company: Company | None = None
    item: str | None = None
    """A card, book, book space, region or column, where the quantity is of one."""
    doubtful: bool = False
    """Whoever wrote it was not sure: it is told how it stands, and refutes nothing."""


class Statement(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """One line of a record."""

    said: SaidEvent
    claims: tuple[SaidClaim, ...] = ()
    taken_back: bool = False
    comment: str | None = None
    at: Place = NOWHERE
    readings: tuple[Reading, ...] = ()
    """What a line in people's own words can say, this statement first."""
    text: str = ""
    """The line as it was written, without its comment."""


class Record(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A whole recorded game."""

    format: Literal["mgn-1"]
    header: Header
    statements: tuple[Statement, ...] = ()

    def __repr__(self) -> str:
        return f"<Record: {len(self.statements)} statements>"


# What a line of a game says, once it was read -----------------------------------------------------
class ReadLine(Struct, frozen=True):
    """What a line of the game says."""

    said: SaidEvent
    claims: tuple[SaidClaim, ...] = ()
    taken_back: bool = False
    tokens: int = 0
    """How many words and signs it has."""


# What cannot be read, where it stands, and what was probably meant --------------------------------
MOST_PROBLEMS = 20
"""So many are told of a file; after that it is probably no recorded game at all."""

LONGEST_WORD = 40
"""Characters of a word that a message repeats."""

MOST_COMPARED = 1_000
"""Words that one which means nothing is compared with."""


class UnreadableRecordError(Exception):
    """A record cannot be read; every problem found is in it."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("; ".join(problem.sentence for problem in self.problems))


class WordError(Exception):
    """A word that means nothing, or too much, where it stands."""

    def __init__(self, message: str, column: int, guess: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.message = message
        self.column = column
        self.guess = guess


class TooMuchError(WordError):
    """A line that says more than a record may, whatever its words mean."""


class UnexpectedWordError(WordError):
    """A word that is none of those with which the notation goes on."""


def near(word: str, known: Iterable[str], cutoff: float = 0.6) -> tuple[str, ...]:
    """Return up to three known words that look like `word` and are not it."""
    # Most records are read without a guess.
    from difflib import get_close_matches  # noqa: PLC0415

    said = word.casefold()
    others = [other for other in islice(known, MOST_COMPARED) if other.casefold() != said]
    return tuple(get_close_matches(said[:LONGEST_WORD], others, n=3, cutoff=cutoff))


def listed(words: Iterable[str], most: int = 8) -> str:
    """Return the words as one says them, cut short if there are many."""
    shown = [*words]
    if len(shown) > most:
        return say("records.errors.or-more", listed=", ".join(shown[:most]), n=len(shown) - most)
    return spoken_list(shown, spoken(), "or") if shown else ""


def shown(text: str) -> str:
    """Return words of a record cut to a length that a message can bear."""
    return text if len(text) <= LONGEST_WORD else f"{text[: LONGEST_WORD - 1]}…"
