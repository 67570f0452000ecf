"""The table as people see it: small beside a verdict, or whole."""

from collections.abc import Collection, Iterator
from functools import partial

from rich.console import Group, RenderableType
from rich.text import Text

from referee.api.scores import share_values, shares_of
from referee.api.unread_values import known_or
from referee.cli.render.canvas import CanvasLabel, Drawing, Stroke, short
from referee.cli.render.layout import columns, part, row, said
from referee.cli.render.map import LEGEND, STROKES, reward_signs
from referee.cli.render.words import requirement_words, reward_words
from referee.game.components import Book, Border, Card, CardSpace, Region, StartingTile
from referee.game.ids import BOOK_LETTERS, CARD_LETTERS, COMPANIES, SLOTS
from referee.game.moment_words import moment_words as moment_words  # noqa: PLC0414
from referee.game.moment_words import when_words as when_words  # noqa: PLC0414
from referee.game.state import Player, State

INITIALS = {"mombasa": "MO", "cape-town": "CT", "saint-louis": "SL", "cairo": "CA"}
"""Companies as a crowded drawing names them."""

MARKED = "bold red"

POSTS = (
    f"{'   '.join(f'{letters} {company}' for company, letters in INITIALS.items())}   "
    "a post of that company"
)

PRICES = "in brackets the price: the crates of the card and of its space, before any discount"

BOOKS = "--books tells what the books say"

PointedIds = Collection[str]
"""The ids on the table to which a reader is pointed."""


def marked(words: str, is_marked: bool) -> str:  # noqa: FBT001
    """Return words with a mark around them that needs no colour."""
    return f">{words}<" if is_marked else words


def _marked(words: str, marks: PointedIds) -> Text:
    return said(marked(words, words in marks), MARKED if words in marks else "")


def small_table(state: State, colours: tuple[str, ...], marks: PointedIds = ()) -> RenderableType:
    """Return what decides most disputes: money, markers and face-up cards of everybody."""
    table = columns("", "£", *COMPANIES, "diamonds", "ink", "face up", wrapped=["face up"])
    for colour, player in zip(colours, state.players, strict=False):
        cards = [card for card in player.slots if card and card not in player.used]
        up = [*cards, *sorted(player.tiles - player.used)]
        row(
            table,
            said(colour, "bold"),
            player.cash,
            *player.tracks,
            player.diamonds,
            player.ink,
            Text(" ").join(_marked(item, marks) for item in up) if up else "-",
        )
    return table


def whole_table(
    state: State, colours: tuple[str, ...], *, with_books: bool = False
) -> RenderableType:
    """Return everything that lies on the table."""
    return Group(
        said(moment_words(state, colours), "bold"),
        "",
        map_part(state, with_legend=True),
        companies_part(state, colours),
        cards_part(state),
        books_part(state),
        markers_part(state, colours),
        *(player_part(state, seat, colours) for seat in range(len(state.players))),
        *([book_texts_part(state)] if with_books else [said(BOOKS, "dim")]),
    )


def map_part(state: State, marks: PointedIds = (), *, with_legend: bool = False) -> RenderableType:
    """Return the map with the posts on it, and if wanted what its signs mean."""
    components = state.setting.components
    places: dict[str, CanvasLabel] = {
        region.id: CanvasLabel(
            (
                short(f"{marked(region.id, region.id in marks)} {region.name}"),
                f"{INITIALS[owner]} {_signs(region)}" if owner else _signs(region),
            ),
            *region.drawn,
            style=MARKED if region.id in marks else "",
        )
        for region, owner in zip(components.regions, state.regions, strict=True)
    }
    places |= {
        base.company: CanvasLabel((f"[{short(base.company)}]",), *base.drawn, style="bold")
        for base in components.bases
    }
    lines = [
        Stroke(border.between, known_or(partial(_stroke, border)), "dim")
        for border in components.borders
    ]
    legend = [said(LEGEND, "dim"), said(POSTS, "dim")] if with_legend else []
    return part("Map", Drawing(places, lines), *legend)


def _signs(region: Region) -> str:
    return known_or(partial(reward_signs, region))


def _stroke(border: Border) -> str:
    return STROKES[border.lines]


def companies_part(state: State, colours: tuple[str, ...]) -> RenderableType:
    """Return what belongs to each company."""
    table = columns(
        "",
        "track",
        "posts by column",
        "lost",
        "regions",
        "a share",
        "markers",
        wrapped=("markers",),
    )
    components = state.setting.components
    columns_of = {base.company: base.columns for base in components.bases}
    for index, company in enumerate(COMPANIES):
        held = [
            region.id
            for region, owner in zip(components.regions, state.regions, strict=True)
            if owner == company
        ]
        posts = " ".join(
            f"{column.posts}/{len(spaces)}{'*' if column.opened else ''}"
            for column, spaces in zip(state.bases[index], columns_of[company], strict=True)
        )
        markers = " ".join(
            f"{colour} {player.tracks[index]} ({known_or(partial(_shares, state, seat, index))})"
            for seat, (colour, player) in enumerate(zip(colours, state.players, strict=False))
        )
        row(
            table,
            said(company, "bold"),
            state.setting.tracks[index],
            posts,
            state.lost_posts[index],
            len(held),
            f"£{known_or(partial(_share_value, state, index))}",
            markers,
        )
    note = "* its final space was opened; behind each marker's space the shares in brackets"
    return part("Companies", table, said(note, "dim"))


def _shares(state: State, seat: int, index: int) -> str:
    return f"{shares_of(state, seat)[index]:d}"


def _share_value(state: State, index: int) -> str:
    return f"{share_values(state)[index]:d}"


def _price(card: Card, space: CardSpace) -> str:
    return f"{card.crate + space.crate:d}"


def cards_part(state: State, marks: PointedIds = ()) -> RenderableType:
    """Return the card display, each card with its price."""
    components = state.setting.components
    lies_on = {
        (space.row, space.column): _marked(card, marks).append(
            f" ({known_or(partial(_price, components.card[card], space))})"
        )
        if card
        else said("-")
        for space, card in zip(components.filling_order, state.display, strict=True)
    }
    numbers = sorted({column for _, column in lies_on})
    table = columns("row", *(f"column {number}" for number in numbers))
    for line in sorted({line for line, _ in lies_on}):
        row(table, line, *(lies_on[line, number] for number in numbers))
    left = " ".join(
        f"{letter}{len(unseen)}"
        for letter, unseen in zip(CARD_LETTERS, state.unseen_cards, strict=True)
    )
    note = f"in the stack: {left}; discarded: {len(state.discards)}"
    return part("Cards on display", table, said(PRICES, "dim"), said(note, "dim"))


def books_part(state: State, marks: PointedIds = ()) -> RenderableType:
    """Return the book display."""
    spaces = state.setting.components.book_spaces
    found = {
        (space.row, space.round): _marked(book or "-", marks).append(" £" * coins)
        for space, book, coins in zip(spaces, state.book_display, state.book_coins, strict=True)
    }
    numbers = sorted({number for _, number in found})
    table = columns("row", *(f"under {number}" for number in numbers))
    for line in sorted({line for line, _ in found}):
        row(table, line, *(found.get((line, number), "") for number in numbers))
    left = " ".join(
        f"{letter}{len(unseen)}"
        for letter, unseen in zip(BOOK_LETTERS, state.unseen_books, strict=True)
    )
    return part("Books on display", table, said(f"in the supply: {left}", "dim"))


def book_texts_part(state: State) -> RenderableType:
    """Return what every book says that lies on the table, and every starting tile."""
    components = state.setting.components
    seen = {book for book in state.book_display if book}
    seen |= {book for player in state.players for pile in player.books for book in pile}
    table = columns("id", "needs", "gives", wrapped=["needs", "gives"])
    for book in components.books:
        if book.id in seen:
            row(table, book.id, *_book_words(book))
    tiles = {player.starting_tile for player in state.players}
    for tile in components.starting_tiles:
        if tile.id in tiles:
            row(table, f"tile {tile.id}", *_book_words(tile))
    return part("What the books say", table)


def _book_words(book: Book | StartingTile) -> tuple[str, str]:
    return (
        known_or(lambda: requirement_words(book.requires)),
        known_or(lambda: reward_words(book.reward)),
    )


def markers_part(state: State, colours: tuple[str, ...], marks: PointedIds = ()) -> RenderableType:
    """Return the bonus markers on the table, and the marked spaces without one."""
    placed = [
        _marked(space.id, marks).append(f": {'free' if seat is None else colours[seat]}")
        for space, seat in zip(state.setting.spaces, state.markers, strict=True)
        if seat is not None or space.id in marks
    ]
    return part("Bonus markers", Text(", ").join(placed) if placed else said("none placed"))


def _status(state: State, seat: int) -> str:
    words = ["first player"] if state.first_player == seat else []
    words += ["to move"] if state.to_move == seat else []
    words += ["has ended the phase"] if state.players[seat].done else []
    return f" ({', '.join(words)})" if words else ""


def player_part(
    state: State, seat: int, colours: tuple[str, ...], marks: PointedIds = ()
) -> RenderableType:
    """Return everything that lies before a player."""
    content = _player(state, state.players[seat], marks)
    return part(f"{colours[seat]}{_status(state, seat)}", *content)


def _player(state: State, player: Player, marks: PointedIds) -> Iterator[RenderableType]:
    yield said(
        f"£{player.cash}   diamonds {player.diamonds}   ink {player.ink}   "
        f"tile {player.starting_tile or '-'}"
    )
    hand = Text(" ").join(_marked(card, marks) for card in sorted(player.hand))
    yield said("hand: ").append_text(hand or said("-"))
    table = columns("slot", "card", "resting deck", wrapped=["resting deck"])
    for slot, card, deck in zip(SLOTS, player.slots, player.resting, strict=True):
        if card or deck:
            row(
                table,
                _marked(slot, marks),
                _face(card, player, marks),
                " ".join(sorted(deck)) or "-",
            )
    if any(player.slots) or any(player.resting):
        yield table
    if player.tiles:
        tiles = Text(" ").join(_face(tile, player, marks) for tile in sorted(player.tiles))
        yield said("tiles: ").append_text(tiles)
    first = state.setting.components.book_track.last - len(player.books) + 1
    books = [
        f"{step}: {pile[-1]}{' (flipped)' if step in player.flipped else ''}"
        for step, pile in enumerate(player.books, first)
        if pile
    ]
    yield said(f"books: {', '.join(books) or '-'}")


def _face(card: str | None, player: Player, marks: PointedIds) -> Text:
    if card is None:
        return said("-")
    tile = " +1" if player.plus_one == card else ""
    return _marked(card, marks).append(f"{tile}{' (used)' if card in player.used else ''}")
