"""A recorded game: what it was played with, and its statements in their order."""

from collections.abc import Iterable
from typing import Literal

from msgspec import Struct

from referee.game.ids import TrackId
from referee.game.rulings import DEFAULT_RULINGS, Rulings
from referee.transcript.said import Said, SaidClaim

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


class Place(Struct, frozen=True, forbid_unknown_fields=True):
    """Where in its file something stands, both counted from 1; 0 is nowhere."""

    line: int = 0
    column: int = 0


NOWHERE = Place()


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
    comments: tuple[str, ...] = ()
    """Comments that stand before the first statement."""


class Statement(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """One line of a record."""

    said: Said
    claims: tuple[SaidClaim, ...] = ()
    taken_back: bool = False
    comment: str | None = None
    at: Place = NOWHERE


class Record(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A whole recorded game."""

    format: Literal["mgn-1"]
    header: Header
    statements: tuple[Statement, ...] = ()
