"""Player boards: markers on their tracks, tiles, what was used."""

from collections import Counter
from collections.abc import Iterator

from referee.game.components import GoodsCard, PlusOneTile
from referee.game.ids import COMPANIES
from referee.game.messages.speech import say
from referee.game.state import SETUP_PHASES, Player
from referee.positions.audit.finding import AuditedTable, PositionFinding, listed


def boards_on_table(table: AuditedTable) -> Iterator[PositionFinding]:
    """Yield markers off their tracks, tiles held twice, and used things that are not there."""
    components = table.components
    held = Counter(tile for player in table.state.players for tile in player.tiles)
    for _, colour, player in table.seats():
        seat = ("seat", colour)
        if twice := sorted(tile for tile in player.tiles if held[tile] > 1):
            says = say("positions.player_boards.is-held-by-two-players", listed=listed(twice))
            yield PositionFinding((*seat, "tiles"), says)
        for index, (company, at) in enumerate(zip(COMPANIES, player.tracks, strict=True)):
            track = table.facts.tracks[index]
            if at > track.last:
                says = say(
                    "positions.player_boards.was-given-the-track-ends",
                    at=at,
                    id=track.id,
                    last=track.last,
                )
                yield PositionFinding((*seat, "tracks", company), says)
            elif player.levels[index] > table.facts.levels[index][at]:
                says = say(
                    "positions.player_boards.bonuses-work-a-marker-on",
                    levels=player.levels[index],
                    at=at,
                    levels2=table.facts.levels[index][at],
                )
                yield PositionFinding((*seat, "levels", company), says)
        for key, step, last in (
            ("diamonds", player.diamonds, components.diamond_track.last),
            ("ink", player.ink, components.book_track.last),
        ):
            if step > last:
                yield PositionFinding(
                    (*seat, key),
                    say("positions.player_boards.was-given-the-track-ends-2", step=step, last=last),
                )
        yield from _area(table, colour, player)


def _area(table: AuditedTable, colour: str, player: Player) -> Iterator[PositionFinding]:
    lying = {card for card in player.slots if card is not None}
    if odd := sorted(player.used - lying - player.tiles):
        says = say("positions.player_boards.lies-in-no-slot-and", listed=listed(odd))
        yield PositionFinding(("seat", colour, "used"), says)
    card = player.plus_one
    if card is None:
        return
    path = ("seat", colour, "plus_one")
    if card not in lying:
        yield PositionFinding(
            path, say("positions.player_boards.the-goods-tile-lies-on", card=card)
        )
    elif not isinstance(table.components.card[card], GoodsCard):
        yield PositionFinding(path, say("positions.player_boards.is-no-goods-card", card=card))
    if not any(isinstance(table.components.tile[tile], PlusOneTile) for tile in player.tiles):
        yield PositionFinding(path, say("positions.player_boards.the-goods-tile-is-not"))


def boards_played(table: AuditedTable) -> Iterator[PositionFinding]:
    """Yield bonuses that must work by now, and progress before the game has begun."""
    state = table.state
    for seat, colour, player in table.seats():
        reached = [of[at] for of, at in zip(table.facts.levels, player.tracks, strict=True)]
        if state.phase == "actions" and seat == state.to_move:
            for company, level, wanted in zip(COMPANIES, player.levels, reached, strict=True):
                if level != wanted:
                    says = say(
                        "positions.player_boards.was-given-at-the-start", level=level, wanted=wanted
                    )
                    yield PositionFinding(("seat", colour, "levels", company), says)
        if state.phase in SETUP_PHASES:
            yield from _unbegun(table, colour, player)


def _unbegun(table: AuditedTable, colour: str, player: Player) -> Iterator[PositionFinding]:
    """Yield what a player cannot have before the game has begun."""
    phase = table.state.phase
    steps = phase == "starting-bonus"
    early = {
        "tracks": any(player.tracks) and not steps,
        "diamonds": player.diamonds > 0 and not steps,
        "ink": player.ink > 0,
        "books": any(player.books),
        "flipped": bool(player.flipped),
        "starting_tile": player.starting_tile is not None and phase in {"deal-cards", "deal-books"},
    }
    for key, is_early in early.items():
        if is_early:
            yield PositionFinding(
                ("seat", colour, key),
                say("positions.player_boards.this-comes-later-than", phase=phase),
            )
