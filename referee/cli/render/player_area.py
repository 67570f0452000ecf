"""What lies before a player."""

from collections.abc import Callable, Iterator

from rich.console import RenderableType
from rich.text import Text

from referee.api.possible_tables import OPEN, PossibleTables
from referee.cli.render.columns import columns, row
from referee.cli.render.layout import part, said
from referee.cli.render.marked_ids import MARKED, PointedIds, marked, marked_id
from referee.cli.render.open_cells import listed, told
from referee.game.ids import SLOTS
from referee.game.messages.speech import named, say, thing
from referee.game.state import Player, State


def _status(state: State, seat: int) -> str:
    words = [say("pages.table.first-player")] if state.first_player == seat else []
    words += [say("pages.table.to-move")] if state.to_move == seat else []
    words += [say("pages.table.has-ended-the-phase")] if state.players[seat].done else []
    return f" ({', '.join(words)})" if words else ""


def player_part(tables: PossibleTables, seat: int, marks: PointedIds = ()) -> RenderableType:
    """Return everything that lies before a player."""
    status = told(tables, _status, seat)
    title = f"{thing(tables.table.colours[seat])}{' (?)' if status == OPEN else status}"
    return part(title, *_player(tables, seat, marks))


def _player(tables: PossibleTables, seat: int, marks: PointedIds) -> Iterator[RenderableType]:
    def of(read: Callable[[Player], object]) -> object:
        return told(tables, lambda state: read(state.players[seat]))

    yield said(
        say(
            "pages.table.diamonds-ink-tile",
            cash=of(lambda player: player.cash),
            diamonds=of(lambda player: player.diamonds),
            ink=of(lambda player: player.ink),
            tile=of(lambda player: player.starting_tile) or "-",
        )
    )
    hand = listed(tables, lambda state: sorted(state.players[seat].hand))
    words = Text(" ").join(marked_id(card, marks) for card in hand)
    yield said(say("pages.table.hand")).append_text(words or said("-"))
    table = columns(
        say("pages.heads.slot"),
        say("pages.heads.card"),
        say("pages.heads.resting-deck"),
        wrapped=[say("pages.heads.resting-deck")],
    )
    for at, slot in enumerate(SLOTS):
        card = told(tables, _slot, seat, at, marks)
        deck = listed(tables, _deck, seat, at)
        if card != said("-") or deck:
            row(table, _marked_slot(slot, marks), card, " ".join(deck) or "-")
    if table.row_count:
        yield table
    tiles = listed(tables, lambda state: _tiles(state.players[seat]))
    if tiles:
        yield said(say("pages.table.tiles")).append_text(
            Text(" ").join(_marked_first(t, marks) for t in tiles)
        )
    books = listed(tables, lambda state: _books_of(state, state.players[seat]))
    yield said(say("pages.table.books", books=", ".join(books) or "-"))


def _deck(state: State, seat: int, slot: int) -> list[str]:
    return sorted(state.players[seat].resting[slot])


def _slot(state: State, seat: int, slot: int, marks: PointedIds) -> Text:
    player = state.players[seat]
    card = player.slots[slot]
    if card is None:
        return said("-")
    tile = " +1" if player.plus_one == card else ""
    return marked_id(card, marks).append(f"{tile}{_used(card, player)}")


def _tiles(player: Player) -> list[str]:
    return [f"{tile}{_used(tile, player)}" for tile in sorted(player.tiles)]


def _used(item: str, player: Player) -> str:
    return f" ({say('pages.table.used')})" if item in player.used else ""


def _marked_slot(slot: str, marks: PointedIds) -> Text:
    return said(marked(thing(slot), slot in marks), MARKED if slot in marks else "")


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
