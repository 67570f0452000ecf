"""The events before the first round."""

from typing import Any

from . import books
from .printed import CARD_LETTERS, SLOTS
from .rewards import Pot, take_all
from .table import Game
from .verdict import demand


def draw_cards(game: Game, cards: list[str], gaps: list[int]) -> None:
    """Lay cards of the stack onto empty spaces of the display, the letters in their order."""
    unseen = game.table["unseen_cards"]
    due = min(len(gaps), sum(len(unseen[letter]) for letter in CARD_LETTERS))
    demand(len(cards) == due, "as many cards as there are gaps")
    for gap, card in zip(gaps, cards, strict=False):
        top = next(letter for letter in CARD_LETTERS if unseen[letter])
        demand(card in unseen[top], "a card of the letter on top of the stack")
        unseen[top].remove(card)
        game.table["display"][gap] = card


def deal_cards(game: Game, said: dict[str, Any]) -> None:
    """Lay out the first cards."""
    draw_cards(game, said["cards"], list(range(len(game.table["display"]))))
    game.table["phase"] = "deal-books"


def deal_books(game: Game, said: dict[str, Any]) -> None:
    """Lay out the first books."""
    books.fill(game, said["books"])
    game.table["phase"] = "starting-tiles"


def take_tile(game: Game, said: dict[str, Any]) -> None:
    """A player's starting tile."""
    player = game.players[said["seat"]]
    tile = game.printed.starting_tile.get(said["tile"])
    demand(player["starting_tile"] is None, "one tile for each player")
    demand(tile, "a starting tile")
    assert tile is not None
    if game.given_tiles:
        demand(tile.get("first_game_seat") == said["seat"] + 1, "the tile of the seat")
        demand(said["rejected"] is None, "no tile to reject")
    for name in (said["tile"], said["rejected"]):
        if name is not None:
            demand(name in game.printed.starting_tile, "a starting tile")
            demand(name not in game.tiles_gone, "a tile that is still there")
            game.tiles_gone.append(name)
    player["starting_tile"] = said["tile"]
    if all(other["starting_tile"] for other in game.players):
        game.table["phase"] = "resting"


def rest_cards(game: Game, said: dict[str, Any]) -> None:
    """The three cards that the starting tile puts to rest."""
    player = game.players[said["seat"]]
    demand(not player["resting"], "once for each player")
    tile = game.printed.starting_tile[player["starting_tile"]]
    demand(sorted(said["cards"]) == sorted(tile["rest"]), "the cards of the tile")
    for slot, card in zip(SLOTS, said["cards"], strict=False):
        player["hand"].remove(card)
        player["resting"][slot] = [card]
    if all(other["resting"] for other in game.players):
        game.table["phase"] = "starting-bonus"
        game.table["to_move"] = 0


def take_bonus(game: Game, said: dict[str, Any]) -> None:
    """The steps of a starting bonus."""
    seat = said["seat"]
    demand(seat == game.table["to_move"], "the player who is due")
    pot = Pot()
    tile = game.printed.starting_tile[game.players[seat]["starting_tile"]]
    for bonus in tile["bonus"]:
        if bonus["track"] == "diamonds":
            pot.amounts["diamonds"] = bonus["steps"]
        else:
            pot.steps[bonus["track"]] = bonus["steps"]
    take_all(game, seat, pot, said["reward"])
    game.table["to_move"] = seat + 1
    if seat + 1 == len(game.players):
        game.table["to_move"] = None
        game.table["phase"] = "planning"
