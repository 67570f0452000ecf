"""An event applied to a game: is it time for it, and what does it do?"""

from typing import Any

from . import books, clerks, expansion, goods, levels, markers, rounds, setup
from .area import of_kind
from .table import Game
from .verdict import IllegalError, demand

HAPPENINGS = {
    "deal-cards": ("deal-cards", setup.deal_cards),
    "deal-books": ("deal-books", setup.deal_books),
    "starting-tile": ("starting-tiles", setup.take_tile),
    "rest": ("resting", setup.rest_cards),
    "starting-bonus": ("starting-bonus", setup.take_bonus),
    "plan": ("planning", rounds.plan),
    "prepare": ("preparation", rounds.prepare),
    "refill-books": ("actions", rounds.refill),
}

TURNS = {
    "goods": goods.use_goods,
    "expand": expansion.expand,
    "bookkeeper": clerks.use_bookkeeper,
    "merchant": clerks.use_merchant,
    "marker": markers.place_marker,
    "end": rounds.end_phase,
}


def after(game: Game, event: dict[str, Any]) -> Game:
    """The game after an event; the one before stays as it was."""
    if event["do"] in TURNS:
        return _after_turn(game, event)
    later = game.copy()
    phase, happen = HAPPENINGS[event["do"]]
    demand(later.table["phase"] == phase, "the time for it")
    happen(later, event)
    return later


def objection(game: Game, event: dict[str, Any]) -> str | None:
    """What is wrong with an event; None if it is legal."""
    try:
        after(game, event)
    except IllegalError as error:
        return str(error)
    return None


def _after_turn(game: Game, turn: dict[str, Any]) -> Game:
    """The game after a turn, with the first levels of the permanent bonuses that make it legal."""
    seat = turn["seat"]
    demand(game.table["phase"] == "actions", "the time for it")
    demand(seat == game.table["to_move"], "the player who is due")
    demand(not books.gaps(game), "the book display is filled first")
    refusals: list[IllegalError] = []
    for in_use in levels.ways(game, seat, turn.get("levels", [])):
        later = game.copy()
        later.in_use = {seat: in_use}
        try:
            _take_turn(later, turn)
        except IllegalError as refusal:
            refusals.append(refusal)
        else:
            later.in_use = {}
            return later
    raise refusals[0]


def _take_turn(game: Game, turn: dict[str, Any]) -> None:
    seat = turn["seat"]
    tile = turn.get("plus-one")
    if tile and tile["when"] == "before":
        _place_goods_tile(game, seat, tile["card"])
    taken = TURNS[turn["do"]](game, seat, turn)
    books.place(game, seat, taken, turn.get("place", []))
    if tile and tile["when"] == "after":
        _place_goods_tile(game, seat, tile["card"])
    rounds.next_turn(game)


def _place_goods_tile(game: Game, seat: int, card: str) -> None:
    player = game.players[seat]
    held = any(game.printed.tile[tile]["kind"] == "goods" for tile in player["tiles"])
    demand(held and player["plus_one"] is None, "a goods tile to place")
    demand(card in of_kind(game, seat, "goods"), "a goods card that lies face up")
    player["plus_one"] = card
