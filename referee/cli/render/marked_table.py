"""The parts of the table that a statement is about, with the places marked."""

from collections.abc import Iterator

from rich.console import Group, RenderableType

from referee.api.possible_tables import PossibleTables
from referee.api.tables import Table
from referee.cli.render.marked_ids import PointedIds
from referee.cli.render.player_area import player_part
from referee.cli.render.shown_displays import books_part, cards_part, markers_part
from referee.cli.render.table import companies_part, map_part, small_table
from referee.game.events import DealBooks, DealCards, Event, PrepareRound, RefillBooks
from referee.game.state import State
from referee.game.turns import BuyCard, Expand, PlaceMarker, SpendPoints, UseBookkeeper, UseGoods


def marked_table(
    state: State, event: Event | None, marks: PointedIds, colours: tuple[str, ...]
) -> RenderableType:
    """Return what decides about an event: everybody's means, and where it happened."""
    return Group(small_table(state, colours, marks), "", *_parts(state, event, marks, colours))


def _buys(event: Event | None) -> bool:
    return any(isinstance(part, BuyCard) for part in getattr(event, "reward", ()))


def _takes_books(event: Event | None) -> bool:
    if isinstance(event, UseBookkeeper):
        return True
    parts = (*getattr(event, "rewards", ()), *getattr(event, "reward", ()))
    spends = any(isinstance(part, SpendPoints) for part in parts)
    return spends or bool(getattr(event, "place", ()))


def _parts(
    state: State, event: Event | None, marks: PointedIds, colours: tuple[str, ...]
) -> Iterator[RenderableType]:
    tables = PossibleTables(Table(state, colours))
    if isinstance(event, Expand):
        yield map_part(tables, marks)
        yield companies_part(tables)
    if isinstance(event, UseGoods | DealCards | PrepareRound) or _buys(event):
        yield cards_part(tables, marks)
    if isinstance(event, DealBooks | RefillBooks) or _takes_books(event):
        yield books_part(tables, marks)
    if isinstance(event, PlaceMarker):
        yield markers_part(tables, marks)
    seat = getattr(event, "seat", None)
    if seat is not None and 0 <= seat < len(state.players):
        yield player_part(tables, seat, marks)
