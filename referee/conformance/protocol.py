"""The lines that the kit and a program exchange; `docs/conformance.md` describes them."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Final, Literal

from msgspec import Struct

from referee.components.audit import open_set
from referee.components.generate import random_set, shortest, small
from referee.core import components as printed
from referee.core.component_set import TABLES, ComponentSet
from referee.core.events import Event
from referee.core.ids import Seat, TrackId
from referee.core.set_reader import reference_set
from referee.core.turns import Action, Turn


# A component set on its way to another program: every table, entry by entry -----------------------
class SentSet(Struct, frozen=True, kw_only=True):
    """The tables of a component set."""

    regions: tuple[printed.Region, ...]
    borders: tuple[printed.Border, ...]
    bases: tuple[printed.Base, ...]
    tracks: tuple[printed.Track, ...]
    track_cards: tuple[printed.TrackCard, ...]
    first_game: tuple[printed.FirstGameTrack, ...]
    diamond_tracks: tuple[printed.DiamondTrack, ...]
    book_tracks: tuple[printed.BookTrack, ...]
    cards: tuple[printed.Card, ...]
    books: tuple[printed.Book, ...]
    starting_tiles: tuple[printed.StartingTile, ...]
    spaces: tuple[printed.BonusSpace, ...]
    tiles: tuple[printed.BonusTile, ...]
    card_spaces: tuple[printed.CardSpace, ...]
    book_spaces: tuple[printed.BookSpace, ...]
    round_coins: tuple[printed.RoundCoins, ...]


def sent(components: ComponentSet) -> SentSet:
    """Return the tables of a set, to be sent."""
    return SentSet(**{table: getattr(components, table) for table in TABLES})


def received(name: str, tables: SentSet) -> ComponentSet:
    """Return the set that was sent under a name."""
    entries = {table: getattr(tables, table) for table in TABLES}
    return ComponentSet(name=name, title=name, **entries)


PROTOCOL: Final = 2
"""Grows when a program that speaks the protocol would misunderstand the kit."""

Ability = Literal[
    "digest", "state", "count", "legal", "check", "refuse", "rules", "score", "final-score"
]
"""What a program can do beyond beginning a game and applying events."""


class NamedSet(Struct, frozen=True):
    """A component set by its name and its digest."""

    name: str
    digest: str


# Requests ------------------------------------------------------------------------------------
class Request(Struct, frozen=True, kw_only=True, tag_field="do"):
    """What every request has: a number that its answer repeats."""

    id: int


class Hello(Request, frozen=True, kw_only=True, tag="hello"):
    """Ask who the program is and what it can do."""

    protocol: int = PROTOCOL


class New(Request, frozen=True, kw_only=True, tag="new"):
    """Begin a game, forgetting any other, and apply these events to it."""

    components: NamedSet
    set: SentSet | None = None
    """The whole set, for a program that has asked for sets to be sent."""
    players: int
    tracks: tuple[TrackId, ...]
    rulings: dict[str, str] = {}
    first_game_tracks: bool = False
    first_game_tiles: bool = False
    events: tuple[Event, ...] = ()


class Apply(Request, frozen=True, kw_only=True, tag="apply"):
    """Apply an event to the table."""

    event: Event


class AskTable(Request, frozen=True, kw_only=True, tag="state"):
    """Ask what the table looks like."""

    want: Literal["digest", "state"]


class AskLegal(Request, frozen=True, kw_only=True, tag="legal"):
    """Ask which turns the player who is to move may take, or how many."""

    want: Literal["count", "turns"]
    actions: tuple[Action, ...]


class AskVerdict(Request, frozen=True, kw_only=True, tag="check"):
    """Ask whether an event would be legal; the table stays as it is."""

    event: Event


class AskScore(Request, frozen=True, kw_only=True, tag="score"):
    """Ask what everybody would score if the game ended now."""


class Quit(Request, frozen=True, kw_only=True, tag="quit"):
    """Ask the program to end."""


TableQuestion = AskTable | AskLegal | AskVerdict | AskScore
"""What can be asked about a table without changing it."""

AnyRequest = Hello | New | Apply | AskTable | AskLegal | AskVerdict | AskScore | Quit


# Answers -------------------------------------------------------------------------------------
class Reply(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What every answer has: the number of its request."""

    id: int


class Introduction(Reply, frozen=True, kw_only=True):
    """The answer to `hello`."""

    protocol: int
    name: str
    version: str
    sets: tuple[NamedSet, ...] = ()
    """The sets that the program has itself."""
    any_set: bool = False
    """The program plays with any set, if it is sent."""
    rulings: dict[str, tuple[str, ...]] = {}
    """By ruling the answers under which it can play; what is not named it plays by default."""
    abilities: tuple[str, ...] = ()
    """Each an `Ability`; others are ignored, so that a program may be newer than the kit."""


class Done(Reply, frozen=True, kw_only=True):
    """The answer to `new` and `quit`."""


class VerdictReply(Reply, frozen=True, kw_only=True):
    """The answer to `apply` and `check`."""

    legal: bool = True
    rules: tuple[str, ...] = ()
    """The ids of the rules that are broken, as far as the program knows them."""


class TableDigest(Reply, frozen=True, kw_only=True):
    """The answer to `state` where a digest was wanted."""

    digest: str


class TableState(Reply, frozen=True, kw_only=True):
    """The answer to `state` where the table was wanted: all of it or some of its keys."""

    state: dict[str, Any]


class TurnCounts(Reply, frozen=True, kw_only=True):
    """The answer to `legal` where a count was wanted; an action left out has no turns."""

    counts: dict[Action, int]


class TurnLists(Reply, frozen=True, kw_only=True):
    """The answer to `legal` where turns were wanted, in any order, said in any way."""

    turns: tuple[Turn, ...]


class ScoreOfSeat(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What one player scores; the rows in the order of the scoring pad."""

    total: int
    rows: tuple[int, ...] | None = None


class ScoresReply(Reply, frozen=True, kw_only=True):
    """The answer to `score`, by seat."""

    scores: tuple[ScoreOfSeat, ...]
    winners: tuple[Seat, ...] | None = None


class Unable(Reply, frozen=True, kw_only=True):
    """The answer to a request that the program cannot do."""

    error: str


ANSWERS: Final = (
    Introduction,
    Done,
    VerdictReply,
    TableDigest,
    TableState,
    TurnCounts,
    TurnLists,
    ScoresReply,
    Unable,
)


# The component sets that the kit plays with, by name ----------------------------------------------
REFERENCE: Final = "reference"

DEFAULT: Final = (REFERENCE, REFERENCE, REFERENCE, "random-1", "random-2", "small-1", "tiny-1")
"""What games are drawn from for a program that plays with any set: mostly the shipped one."""

_MADE = re.compile(r"(random|small|tiny)-(\d{1,6})")

_MAKERS: Mapping[str, Callable[[ComponentSet], ComponentSet]] = {"small": small, "tiny": shortest}


@cache
def set_named(name: str) -> ComponentSet | None:
    """Return a set: `reference`, one made from `random-7`, `small-7` or `tiny-7`, or in a folder.

    None if there is none of that name; a `ComponentSetError` if a folder holds an unusable one.
    """
    if name == REFERENCE:
        return reference_set()
    made = _MADE.fullmatch(name)
    if made is None:
        return open_set(Path(name)) if Path(name).is_dir() else None
    components = random_set(Random(int(made[2])))
    if made[1] in _MAKERS:
        components = _MAKERS[made[1]](components)
    return replace(components, name=name, title=f"A {made[1]} component set")


def knows(program: Introduction, components: ComponentSet) -> bool:
    """Return whether a program has a set itself."""
    return any(known.digest == components.digest for known in program.sets)


def can_play(program: Introduction, components: ComponentSet) -> bool:
    """Return whether a program can play with a set, its own or sent."""
    return program.any_set or knows(program, components)


def set_of(names: Iterable[str], digest: str) -> ComponentSet:
    """Return the one of these sets that has a digest; the shipped one if none has."""
    found = (set_named(name) for name in names)
    return next((each for each in found if each and each.digest == digest), reference_set())
