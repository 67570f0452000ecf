"""The table as people see it: small beside a verdict, or whole."""

from collections.abc import Callable, Collection, Iterable, Iterator
from functools import partial
from typing import TypeVar

from rich.console import Group, RenderableType
from rich.text import Text

from referee.api.tables import PossibleTables, Table, share_values, shares_of
from referee.cli.render.columns import TableCell, by_place, headed, row
from referee.cli.render.layout import (
    MARKED,
    PointedIds,
    marked,
    marked_id,
    part,
    phrase,
    text,
    typed,
)
from referee.cli.render.map import (
    STROKES,
    CanvasLabel,
    Drawing,
    Stroke,
    base_labels,
    requirement_words,
    reward_signs,
    reward_words,
    short,
)
from referee.core.component_set import if_read
from referee.core.components import Book, StartingTile
from referee.core.events import DealBooks, DealCards, Event, PrepareRound, RefillBooks
from referee.core.ids import BOOK_LETTERS, CARD_LETTERS, COMPANIES, SLOTS, Company
from referee.core.public import OPEN, shared_members
from referee.core.state import Player, State
from referee.core.turns import BuyCard, Expand, PlaceMarker, SpendPoints, UseBookkeeper, UseGoods
from referee.i18n.speech import named, say, thing

# Cells of tables that are not certain: a `?` where those that are possible differ -----------------
Cell = TypeVar("Cell")


def certain(tables: PossibleTables, cell: Callable[..., Cell], *where: object) -> Cell | str:
    """Return what a cell shows on all tables, or a `?`; it is given a table and where it stands."""
    first, *others = (cell(state, *where) for state in tables.states)
    return first if all(other == first for other in others) else OPEN


def certain_of_several(
    tables: PossibleTables, cell: Callable[..., Cell], *where: object
) -> Cell | str:
    """Return what a cell shows that several places of a table decide together, or a `?`."""
    return certain(tables, cell, *where) if tables.every else OPEN


def listed(
    tables: PossibleTables, names: Callable[..., Iterable[str]], *where: object
) -> list[str]:
    """Return the names that are on all tables, in order, and a `?` for what else there is."""
    return shared_members([[*names(state, *where)] for state in tables.states])


# The cards and books on display, what the books say, and the bonus markers ------------------------
def cards_part(tables: PossibleTables, marks: PointedIds = ()) -> RenderableType:
    """Return the card display, each card with its price."""
    spaces = tables.table.components.filling_order
    lies_on: dict[tuple[int, int], TableCell] = {
        (space.row, space.column): certain(tables, _card, at, marks)
        for at, space in enumerate(spaces)
    }
    left = certain(tables, lambda state: _left(CARD_LETTERS, state.unseen_cards))
    note = say(
        "pages.table.stack", left=left, discarded=certain(tables, lambda state: len(state.discards))
    )
    return part(
        say("pages.table.cards-on-display"),
        by_place("pages.table.column", lies_on),
        phrase("pages.table.prices", "dim"),
        text(note, "dim"),
    )


def _card(state: State, at: int, marks: PointedIds) -> Text:
    components, card = state.setting.components, state.display[at]
    if card is None:
        return text("-")
    printed, space = components.card[card], components.filling_order[at]
    price = if_read(lambda: f"{printed.crate + space.crate:d}", lambda: "?")
    return marked_id(card, marks).append(f" ({price})")


def _left(letters: Iterable[str], unseen: Iterable[Collection[str]]) -> str:
    supplies = zip(letters, unseen, strict=True)
    return " ".join(f"{letter}{len(supply)}" for letter, supply in supplies)


def books_part(tables: PossibleTables, marks: PointedIds = ()) -> RenderableType:
    """Return the book display."""
    found: dict[tuple[int, int], TableCell] = {}
    for at, space in enumerate(tables.table.components.book_spaces):
        book = certain(tables, lambda state, at: state.book_display[at] or "-", at)
        coins = certain(tables, lambda state, at: " £" * state.book_coins[at], at)
        found[space.row, space.round] = marked_id(book, marks).append(coins)
    left = certain(tables, lambda state: _left(BOOK_LETTERS, state.unseen_books))
    return part(
        say("pages.table.books-on-display"),
        by_place("pages.table.under", found),
        phrase("pages.table.supply", "dim", left=left),
    )


def book_texts_part(tables: PossibleTables) -> RenderableType:
    """Return what every book says that lies on the table, and every starting tile."""
    components = tables.table.components
    seen = {book for state in tables.states for book in state.book_display if book}
    players = [player for state in tables.states for player in state.players]
    seen |= {book for player in players for pile in player.books for book in pile}
    table = headed("id", "needs", "gives", wrapped=["needs", "gives"])
    for book in components.books:
        if book.id in seen:
            row(table, typed(book.id), *_book_words(book))
    tiles = {player.starting_tile for player in players}
    for tile in components.starting_tiles:
        if tile.id in tiles:
            row(table, say("pages.table.tile", id=tile.id), *_book_words(tile))
    return part(say("pages.table.book-texts"), table)


def _book_words(book: Book | StartingTile) -> tuple[str, str]:
    return (
        if_read(lambda: requirement_words(book.requires), lambda: "?"),
        if_read(lambda: reward_words(book.reward), lambda: "?"),
    )


def markers_part(tables: PossibleTables, marks: PointedIds = ()) -> RenderableType:
    """Return the bonus markers on the table, and the marked spaces without one."""
    placed = []
    for at, space in enumerate(tables.table.state.setting.spaces):
        whose = certain(tables, _whose, at, tables.table.colours)
        if whose or space.id in marks:
            holder = thing(whose) if whose else say("pages.table.free")
            placed.append(marked_id(space.id, marks).append(named("", holder)))
    return part(
        say("pages.table.bonus-markers"),
        Text(", ").join(placed) if placed else phrase("pages.table.none-placed"),
    )


def _whose(state: State, space: int, colours: tuple[str, ...]) -> str:
    seat = state.markers[space]
    return "" if seat is None else colours[seat]


# What lies before a player ------------------------------------------------------------------------
def _status(state: State, seat: int) -> str:
    words = [say("pages.table.first-player")] if state.first_player == seat else []
    words += [say("pages.table.to-move")] if state.to_move == seat else []
    words += [say("pages.table.ended-phase")] if state.players[seat].done else []
    return f" ({', '.join(words)})" if words else ""


def player_part(tables: PossibleTables, seat: int, marks: PointedIds = ()) -> RenderableType:
    """Return everything that lies before a player."""
    status = certain(tables, _status, seat)
    title = f"{thing(tables.table.colours[seat])}{' (?)' if status == OPEN else status}"
    return part(title, *_player(tables, seat, marks))


def _player(tables: PossibleTables, seat: int, marks: PointedIds) -> Iterator[RenderableType]:
    def of(read: Callable[[Player], object]) -> object:
        return certain(tables, lambda state: read(state.players[seat]))

    yield phrase(
        "pages.table.diamonds-ink-tile",
        cash=of(lambda player: player.cash),
        diamonds=of(lambda player: player.diamonds),
        ink=of(lambda player: player.ink),
        tile=of(lambda player: player.starting_tile) or "-",
    )
    hand = listed(tables, lambda state: sorted(state.players[seat].hand))
    words = Text(" ").join(marked_id(card, marks) for card in hand)
    yield phrase("pages.table.hand").append_text(words or text("-"))
    table = headed("slot", "card", "resting-deck", wrapped=["resting-deck"])
    for at, slot in enumerate(SLOTS):
        card = certain(tables, _slot, seat, at, marks)
        deck = listed(tables, lambda state, at: sorted(state.players[seat].resting[at]), at)
        if card != text("-") or deck:
            name = text(marked(thing(slot), slot in marks), MARKED if slot in marks else "")
            row(table, name, card, " ".join(deck) or "-")
    if table.row_count:
        yield table
    tiles = listed(tables, lambda state: _tiles(state.players[seat]))
    if tiles:
        yield phrase("pages.table.tiles").append_text(
            Text(" ").join(_marked_first(t, marks) for t in tiles)
        )
    books = listed(tables, lambda state: _books_of(state, state.players[seat]))
    yield phrase("pages.table.books", books=", ".join(books) or "-")


def _slot(state: State, seat: int, slot: int, marks: PointedIds) -> Text:
    player = state.players[seat]
    card = player.slots[slot]
    if card is None:
        return text("-")
    tile = " +1" if player.plus_one == card else ""
    return marked_id(card, marks).append(f"{tile}{_used(card, player)}")


def _tiles(player: Player) -> list[str]:
    return [f"{tile}{_used(tile, player)}" for tile in sorted(player.tiles)]


def _used(item: str, player: Player) -> str:
    return f" ({say('pages.table.used')})" if item in player.used else ""


def _marked_first(words: str, marks: PointedIds) -> Text:
    name, _, rest = words.partition(" ")
    return marked_id(name, marks).append(f" {rest}" if rest else "")


def _books_of(state: State, player: Player) -> list[str]:
    first = state.setting.components.book_track.last - len(player.books) + 1
    flipped = f" ({say('pages.table.flipped')})"
    return [
        named(str(step), f"{pile[-1]}{flipped if step in player.flipped else ''}")
        for step, pile in enumerate(player.books, first)
        if pile
    ]


MOST_VALUES = 6
"""Values of a place that are told."""


def small_table(state: State, colours: tuple[str, ...], marks: PointedIds = ()) -> RenderableType:
    """Return what decides most disputes: money, markers and face-up cards of everybody."""
    table = headed("", "£", *COMPANIES, "diamonds", "ink", "face-up", wrapped=["face-up"])
    for colour, player in zip(colours, state.players, strict=False):
        cards = [card for card in player.slots if card and card not in player.used]
        up = [*cards, *sorted(player.tiles - player.used)]
        row(
            table,
            text(colour, "bold"),
            player.cash,
            *player.tracks,
            player.diamonds,
            player.ink,
            Text(" ").join(marked_id(item, marks) for item in up) if up else "-",
        )
    return table


def whole_table(tables: PossibleTables, *, with_books: bool = False) -> RenderableType:
    """Return everything that lies on the table, with a `?` for what is not certain."""
    seats = range(len(tables.table.state.players))
    return Group(
        text(tables.moment, "bold"),
        "",
        map_part(tables, with_legend=True),
        companies_part(tables),
        cards_part(tables),
        books_part(tables),
        markers_part(tables),
        *(player_part(tables, seat) for seat in seats),
        *([] if tables.is_certain else [open_part(tables)]),
        *([book_texts_part(tables)] if with_books else [phrase("pages.table.books-option", "dim")]),
    )


def open_part(tables: PossibleTables) -> RenderableType:
    """Return what can lie in the places that are not certain."""
    colours = tables.table.colours
    table = headed("place", "can-be", wrapped=["place", "can-be"])
    for fact in tables.facts.open:
        keys = fact.place.split(".")
        if keys[0] == "players":
            keys[1] = colours[int(keys[1])]
        names_seats = keys[0] in OF_SEATS
        values = [_open_value(value, colours if names_seats else ()) for value in fact.values]
        more = len(values) - MOST_VALUES
        shown = " | ".join(values[:MOST_VALUES]) + (" | ..." if more > 0 else "")
        row(table, typed(".".join(keys)), typed(shown))
    return part(say("pages.table.what-is-open"), table)


OF_SEATS = frozenset({"markers", "to_move", "first_player"})
"""Facts that are the number of a seat."""


def _open_value(value: object, colours: tuple[str, ...]) -> str:
    if isinstance(value, list):
        return " ".join(map(str, value)) or "-"
    if isinstance(value, int) and colours:
        return thing(colours[value])
    return "-" if value is None else str(value)


def map_part(
    tables: PossibleTables, marks: PointedIds = (), *, with_legend: bool = False
) -> RenderableType:
    """Return the map with the posts on it, and if wanted what its signs mean."""
    components = tables.table.components
    places: dict[str, CanvasLabel] = {}
    for index, region in enumerate(components.regions):
        post = certain(tables, _post, index)
        signs = if_read(partial(reward_signs, region), lambda: "?")
        places[region.id] = CanvasLabel(
            (
                short(f"{marked(region.id, region.id in marks)} {region.name}"),
                f"{post} {signs}" if post else signs,
            ),
            *region.drawn,
            style=MARKED if region.id in marks else "",
        )
    places |= base_labels(components)
    lines = [
        Stroke(border.between, if_read(lambda: STROKES[border.lines], lambda: "?"), "dim")  # noqa: B023
        for border in components.borders
    ]
    names = "   ".join(f"{_initials(company)} {thing(company)}" for company in COMPANIES)
    legend = [phrase("pages.map.legend", "dim"), phrase("pages.table.posts", "dim", names=names)]
    shown = legend if with_legend else []
    return part(say("pages.table.map"), Drawing(places, lines), *shown)


def _post(state: State, region: int) -> str:
    owner = state.regions[region]
    return _initials(owner) if owner else ""


def _initials(company: str) -> str:
    """Return a company as a crowded drawing names it."""
    return say(f"pictures.initials.{company}")


def companies_part(tables: PossibleTables) -> RenderableType:
    """Return what belongs to each company."""
    table = headed(
        "", "track", "posts-by-column", "lost", "regions", "a-share", "markers", wrapped=["markers"]
    )
    for index, company in enumerate(COMPANIES):
        row(table, *_company_cells(tables, index, company))
    note = say("pages.table.opened-note")
    return part(say("pages.table.companies"), table, text(note, "dim"))


def _company_cells(
    tables: PossibleTables, index: int, company: Company
) -> Iterator[str | int | Text]:
    colours = tables.table.colours
    spaces = next(b.columns for b in tables.table.components.bases if b.company == company)
    yield text(company, "bold")
    yield tables.table.state.setting.tracks[index]
    yield " ".join(
        certain(tables, _column, index, at, len(spaces[at])) for at in range(len(spaces))
    )
    yield certain(tables, lambda state: state.lost_posts[index])
    yield certain_of_several(tables, lambda state: state.regions.count(company))
    yield say("pages.numbers.pounds", n=certain_of_several(tables, _share_value, index))
    yield " ".join(
        f"{thing(colour)} {certain(tables, _marker, seat, index)}"
        for seat, colour in enumerate(colours)
    )


def _column(state: State, base: int, column: int, spaces: int) -> str:
    found = state.bases[base][column]
    return f"{found.posts}/{spaces}{'*' if found.opened else ''}"


def _marker(state: State, seat: int, track: int) -> str:
    shares = if_read(lambda: f"{shares_of(state, seat)[track]:d}", lambda: "?")
    return f"{state.players[seat].tracks[track]} ({shares})"


def _share_value(state: State, track: int) -> str:
    return if_read(lambda: f"{share_values(state)[track]:d}", lambda: "?")


# The parts of the table that a statement is about, with the places marked -------------------------
def marked_table(
    state: State, event: Event | None, marks: PointedIds, colours: tuple[str, ...]
) -> RenderableType:
    """Return what decides about an event: everybody's means, and where it happened."""
    return Group(small_table(state, colours, marks), "", *_parts(state, event, marks, colours))


def _parts(
    state: State, event: Event | None, marks: PointedIds, colours: tuple[str, ...]
) -> Iterator[RenderableType]:
    tables = PossibleTables(Table(state, colours))
    parts = (*getattr(event, "rewards", ()), *getattr(event, "reward", ()))
    buys = any(isinstance(part, BuyCard) for part in getattr(event, "reward", ()))
    spends = any(isinstance(part, SpendPoints) for part in parts)
    takes_books = spends or bool(getattr(event, "place", ()))
    if isinstance(event, Expand):
        yield map_part(tables, marks)
        yield companies_part(tables)
    if isinstance(event, UseGoods | DealCards | PrepareRound) or buys:
        yield cards_part(tables, marks)
    if isinstance(event, DealBooks | RefillBooks | UseBookkeeper) or takes_books:
        yield books_part(tables, marks)
    if isinstance(event, PlaceMarker):
        yield markers_part(tables, marks)
    seat = getattr(event, "seat", None)
    if seat is not None and 0 <= seat < len(state.players):
        yield player_part(tables, seat, marks)
