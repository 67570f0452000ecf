"""Book tiles, starting tiles, and the rewards they share with the bonus spaces."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from referee.game.components.entry import Entry, Positive, PrintedCount
from referee.game.ids import BookId, BookLetter, CardId, Company, Good, StartTileId


class NeedsGood(Struct, frozen=True, tag_field="needs", tag="good", forbid_unknown_fields=True):
    """So many units of a named good."""

    good: Good
    units: Positive


class NeedsOneGood(
    Struct, frozen=True, tag_field="needs", tag="one-good", forbid_unknown_fields=True
):
    """So many units of one good, whichever it is."""

    units: Positive


class NeedsExpansion(
    Struct, frozen=True, tag_field="needs", tag="expansion", forbid_unknown_fields=True
):
    """So much total expansion value."""

    points: Positive


class NeedsColleague(
    Struct, frozen=True, tag_field="needs", tag="colleague", forbid_unknown_fields=True
):
    """A diamond merchant, or a bookkeeper besides the one in use."""

    count: Positive = 1


Requirement = NeedsGood | NeedsOneGood | NeedsExpansion | NeedsColleague


class TrackSteps(Struct, frozen=True, forbid_unknown_fields=True):
    """Steps on one company's track."""

    company: Company
    steps: Positive


class Reward(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a book, a majority tier or a bonus space gives; its parts come in any order."""

    pounds: PrintedCount = 0
    diamonds: PrintedCount = 0
    points: PrintedCount = 0
    posts: PrintedCount = 0
    track: TrackSteps | None = None
    cotton_less: PrintedCount | None = None
    """Pounds for the cotton total less this number."""


class Book(Entry, frozen=True, kw_only=True):
    """A book tile."""

    id: BookId
    letter: BookLetter
    requires: tuple[Requirement, ...]
    reward: Reward


class BonusSteps(Struct, frozen=True, forbid_unknown_fields=True):
    """Steps of a starting bonus, on a company's track or the diamond track."""

    track: Company | Literal["diamonds"]
    steps: Positive


class StartingTile(Entry, frozen=True, kw_only=True):
    """A starting tile: cards to rest, the first book of the track, a starting bonus."""

    id: StartTileId
    rest: tuple[CardId, ...]
    requires: tuple[Requirement, ...]
    reward: Reward
    bonus: tuple[BonusSteps, ...]
    first_game_seat: Annotated[int, Meta(ge=1, le=4)] | None = None
