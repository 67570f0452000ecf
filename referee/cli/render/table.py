"""The table as people see it: small beside a verdict, or whole."""

from collections.abc import Iterator

from rich.console import Group, RenderableType

from referee.cli.render.drawing import Line, Place, drawing, short
from referee.cli.render.layout import columns, part, row, said
from referee.cli.render.map import STROKES
from referee.engine.area import Area
from referee.engine.facts import facts_of
from referee.engine.scoring import share_value, shares_owned
from referee.game.ids import BOOK_LETTERS, CARD_LETTERS, COMPANIES, SLOTS
from referee.game.limits import ROUNDS
from referee.game.state import Player, State

INITIALS = {"mombasa": "MO", "cape-town": "CT", "saint-louis": "SL", "cairo": "CA"}
"""Companies as a crowded drawing names them."""


def moment_words(state: State, colours: tuple[str, ...]) -> str:
    """Return where in the game a table stands."""
    match state.phase:
        case "actions":
            who = "nobody" if state.to_move is None else colours[state.to_move]
            return f"round {state.round}, turn {state.turn}, {who} to move"
        case "planning":
            return f"round {state.round}, planning"
        case "preparation":
            return f"after round {state.round}"
        case "over":
            return f"after round {ROUNDS}, the game is over"
        case _:
            return f"setup: {state.phase.replace('-', ' ')}"


def small_table(state: State, colours: tuple[str, ...]) -> RenderableType:
    """Return what decides most disputes: money, markers and face-up cards of everybody."""
    table = columns("", "£", *COMPANIES, "diamonds", "ink", "face up", wrapped=["face up"])
    facts = facts_of(state.setting)
    for colour, player in zip(colours, state.players, strict=False):
        area = Area(facts, player, player.used, player.plus_one)
        up = [*(card.id for card in area.cards()), *(tile.id for tile in area.tiles())]
        row(
            table,
            said(colour, "bold"),
            player.cash,
            *player.tracks,
            player.diamonds,
            player.ink,
            " ".join(up) or "-",
        )
    return table


def whole_table(state: State, colours: tuple[str, ...]) -> RenderableType:
    """Return everything that lies on the table."""
    return Group(
        said(moment_words(state, colours), "bold"),
        "",
        part("Map", _map(state)),
        part("Companies", _companies(state, colours)),
        part("Cards on display", _cards(state)),
        part("Books on display", _books(state)),
        part("Bonus markers", said(_markers(state, colours))),
        *(
            part(f"{colour}{_status(state, seat)}", *_player(state, player))
            for seat, (colour, player) in enumerate(zip(colours, state.players, strict=False))
        ),
    )


def _map(state: State) -> RenderableType:
    components = state.setting.components
    places: dict[str, Place] = {
        region.id: Place(
            (short(f"{region.id} {region.name}"), INITIALS[owner] if owner else "·"), *region.drawn
        )
        for region, owner in zip(components.regions, state.regions, strict=True)
    }
    places |= {
        base.company: Place((f"[{short(base.company)}]",), *base.drawn, style="bold")
        for base in components.bases
    }
    lines = [Line(border.between, STROKES[border.lines], "dim") for border in components.borders]
    return drawing(places, lines)


def _companies(state: State, colours: tuple[str, ...]) -> RenderableType:
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
    coins = facts_of(state.setting).base_coins
    for index, company in enumerate(COMPANIES):
        held = [
            region.id
            for region, owner in zip(state.setting.components.regions, state.regions, strict=True)
            if owner == company
        ]
        posts = " ".join(
            f"{column.posts}/{len(spaces)}{'*' if column.opened else ''}"
            for column, spaces in zip(state.bases[index], coins[index], strict=True)
        )
        markers = " ".join(
            f"{colour} {player.tracks[index]} ({shares_owned(state, player, company)})"
            for colour, player in zip(colours, state.players, strict=False)
        )
        row(
            table,
            said(company, "bold"),
            state.setting.tracks[index],
            posts,
            state.lost_posts[index],
            len(held),
            f"£{share_value(state, company)}",
            markers,
        )
    note = "* its final space was opened; behind each marker's space the shares in brackets"
    return Group(table, said(note, "dim"))


def _cards(state: State) -> RenderableType:
    spaces = state.setting.components.filling_order
    lies_on = {
        (space.row, space.column): (card, space.crate)
        for space, card in zip(spaces, state.display, strict=True)
    }
    numbers = sorted({column for _, column in lies_on})
    table = columns(*(f"+{next(s.crate for s in spaces if s.column == n)}" for n in numbers))
    for line in sorted({line for line, _ in lies_on}):
        row(table, *(lies_on[line, number][0] or "-" for number in numbers))
    left = " ".join(
        f"{letter}{len(unseen)}"
        for letter, unseen in zip(CARD_LETTERS, state.unseen_cards, strict=True)
    )
    return Group(table, said(f"in the stack: {left}; discarded: {len(state.discards)}", "dim"))


def _books(state: State) -> RenderableType:
    spaces = state.setting.components.book_spaces
    found = {
        (space.row, space.round): f"{book or '-'}{' £' * coins}"
        for space, book, coins in zip(spaces, state.book_display, state.book_coins, strict=True)
    }
    numbers = sorted({number for _, number in found})
    table = columns(*(f"under {number}" for number in numbers))
    for line in sorted({line for line, _ in found}):
        row(table, *(found.get((line, number), "") for number in numbers))
    left = " ".join(
        f"{letter}{len(unseen)}"
        for letter, unseen in zip(BOOK_LETTERS, state.unseen_books, strict=True)
    )
    return Group(table, said(f"in the supply: {left}", "dim"))


def _markers(state: State, colours: tuple[str, ...]) -> str:
    placed = [
        f"{space.id}: {colours[seat]}"
        for space, seat in zip(state.setting.spaces, state.markers, strict=True)
        if seat is not None
    ]
    return ", ".join(placed) or "none placed"


def _status(state: State, seat: int) -> str:
    words = ["first player"] if state.first_player == seat else []
    words += ["to move"] if state.to_move == seat else []
    words += ["has ended the phase"] if state.players[seat].done else []
    return f" ({', '.join(words)})" if words else ""


def _player(state: State, player: Player) -> Iterator[RenderableType]:
    yield said(
        f"£{player.cash}   diamonds {player.diamonds}   ink {player.ink}   "
        f"tile {player.starting_tile or '-'}"
    )
    yield said(f"hand: {' '.join(sorted(player.hand)) or '-'}")
    table = columns("slot", "card", "resting deck", wrapped=["resting deck"])
    for slot, card, deck in zip(SLOTS, player.slots, player.resting, strict=True):
        if card or deck:
            row(table, slot, _face(card, player), " ".join(sorted(deck)) or "-")
    if any(player.slots) or any(player.resting):
        yield table
    if player.tiles:
        yield said(f"tiles: {' '.join(_face(tile, player) for tile in sorted(player.tiles))}")
    first = state.setting.components.book_track.last - len(player.books) + 1
    books = [
        f"{step}: {pile[-1]}{' (flipped)' if step in player.flipped else ''}"
        for step, pile in enumerate(player.books, first)
        if pile
    ]
    yield said(f"books: {', '.join(books) or '-'}")


def _face(card: str | None, player: Player) -> str:
    if card is None:
        return "-"
    tile = " +1" if player.plus_one == card else ""
    return f"{card}{tile}{' (used)' if card in player.used else ''}"
