"""Bookkeepers and diamond merchants."""

from typing import Any

from . import books
from .area import meets, of_kind
from .bugs import bug
from .printed import Entry
from .rewards import pot_of, take_all
from .table import Game, Player
from .tracks import move_diamond
from .verdict import demand


def use_bookkeeper(game: Game, seat: int, said: dict[str, Any]) -> list[str]:
    """Perhaps flip a book, move the jar, take the reward, spend the points."""
    card = said["card"]
    player = game.players[seat]
    demand(card in of_kind(game, seat, "bookkeeper"), "a bookkeeper that lies face up")
    if said["flip"] is not None:
        _flip(game, player, said["flip"])
    start = player["ink"]
    goal = start if said["to"] is None else said["to"]
    demand(start <= goal <= game.printed.book_track["last"], "a step ahead")
    for step in range(start + 1, goal + 1):
        book = _book(game, player, step)
        demand(book, "a book to enter")
        assert book is not None
        open_to_all = step in player["flipped"]
        demand(open_to_all or meets(game, seat, book["requires"], card), "the requirements")
    player["ink"] = goal
    book = _book(game, player, goal) if goal > start and goal not in player["flipped"] else None
    taken = take_all(game, seat, pot_of(game, seat, book["reward"] if book else {}), said["reward"])
    entry = game.printed.item(card)
    assert entry is not None
    taken += books.spend(game, seat, entry["points"], said["points"], of_card=True)
    player["used"] = sorted([*player["used"], card])
    return taken


def _flip(game: Game, player: Player, step: int) -> None:
    demand(_book(game, player, step), "a book to flip")
    demand(step not in player["flipped"], "a book that lies face up")
    price = 1 if bug("flip-for-one") else 2
    demand(player["cash"] >= price, "the price of flipping")
    player["cash"] -= price
    player["flipped"] = sorted([*player["flipped"], step])


def _book(game: Game, player: Player, step: int) -> Entry | None:
    """What lies on a step: the starting tile on the first, else the top of the pile."""
    if step == 1:
        return game.printed.starting_tile[player["starting_tile"]]
    pile = player["books"].get(str(step))
    return game.printed.book[pile[-1]] if pile else None


def use_merchant(game: Game, seat: int, said: dict[str, Any]) -> list[str]:
    """Move the diamond marker and take pounds."""
    card = said["card"]
    player = game.players[seat]
    merchants = of_kind(game, seat, "merchant")
    demand(card in merchants, "a diamond merchant that lies face up")
    entry = game.printed.item(card)
    assert entry is not None
    more = 0
    if entry.get("company"):
        mines_per_step = 1 if bug("every-mine-counts") else entry["mines_per_step"]
        more += _mines(game, entry["company"]) // mines_per_step
    others = len(merchants) - (0 if bug("tile-counts-itself") else 1)
    more += entry.get("per_merchant", 0) * others
    move_diamond(game, seat, entry["steps"])
    move_diamond(game, seat, more)
    player["cash"] += entry.get("pounds", 0)
    player["used"] = sorted([*player["used"], card])
    return []


def _mines(game: Game, company: str) -> int:
    return sum(
        game.printed.region[region].get("mines", 0)
        for region, owner in game.table["regions"].items()
        if owner == company
    )
