"""Using goods cards: a card from the display, and steps on the tracks."""

from typing import Any

from .area import of_kind, units, working
from .bugs import bug
from .printed import COMPANIES
from .rewards import display_price, take_card
from .table import Game, Player
from .tracks import can_step, must_step, step
from .verdict import demand


def use_goods(game: Game, seat: int, said: dict[str, Any]) -> list[str]:
    """Use goods cards of one good."""
    cards: list[str] = said["cards"]
    demand(cards and len(set(cards)) == len(cards), "one card or more")
    demand(set(cards) <= set(of_kind(game, seat, "goods")), "goods cards that lie face up")
    goods = {game.printed.card[card]["good"] for card in cards}
    mixing = said["buy"] is not None and any(
        bonus.get("mixed") for bonus in working(game, seat, "discount")
    )
    demand(len(goods) == 1 or mixing or bug("goods-mixed"), "cards of one good")
    left = sum(units(game, seat, card) for card in cards)
    if said["buy"] is not None:
        left -= price(game, seat, said["buy"], goods)
        demand(left >= 0, "the price of the card")
        take_card(game, seat, said["buy"])
    demand(len(said["advance"]) <= left, "one step for a unit")
    for company in said["advance"]:
        demand(can_step(game, seat, company), "a marker that can move")
        step(game, seat, company)
    stuck = not any(must_step(game, seat, company, of_unit=True) for company in COMPANIES)
    demand(len(said["advance"]) == left or stuck or bug("units-left"), "all units are used")
    player = game.players[seat]
    player["used"] = sorted([*player["used"], *cards, *_tiles_on(game, player, cards)])
    return []


def _tiles_on(game: Game, player: Player, cards: list[str]) -> list[str]:
    """The goods tile, if it lies on one of the cards: it is flipped with its card."""
    if player["plus_one"] not in cards:
        return []
    return [tile for tile in player["tiles"] if game.printed.tile[tile]["kind"] == "goods"]


def price(game: Game, seat: int, card: str, goods: set[str]) -> int:
    """The price of a card in units, when it is paid with these goods."""
    less = sum(
        int(bonus["less"])
        for bonus in working(game, seat, "discount")
        if bonus["good"] == "any" or bonus["good"] in goods
    )
    return max(0, display_price(game, card) - less)
