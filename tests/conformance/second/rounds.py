"""A round: plans, whose turn it is, the end of a player's phase, the preparation of the next."""

from typing import Any

from . import books
from .bugs import bug
from .printed import ROUNDS, SLOTS
from .setup import draw_cards
from .table import Game, Player
from .tracks import level
from .verdict import demand

ROWS = 4


def plan(game: Game, said: dict[str, Any]) -> None:
    """Place cards face down; when all have, turn them up and let the first player begin."""
    seat = said["seat"]
    player = game.players[seat]
    placed = [card for card in said["slots"] if card is not None]
    demand(game.plans[seat] is None, "one plan a round")
    demand(len(said["slots"]) == len(SLOTS), "all slots")
    demand(len(set(placed)) == len(placed), "a card once")
    demand(set(placed) <= set(player["hand"]), "cards of the hand")
    demand(all(game.printed.card[c]["kind"] != "share" for c in placed), "no share cards")
    for slot, card in zip(SLOTS, said["slots"], strict=True):
        demand(card is None or _unlocked(game, player, slot), "slots that are unlocked")
    game.plans[seat] = said["slots"]
    game.table["planned"][seat] = len(placed)
    if None not in game.plans:
        _turn_up(game)


def _unlocked(game: Game, player: Player, slot: str) -> bool:
    if bug("slots-open"):
        return True
    if slot == "diamond":
        return bool(player["diamonds"] >= game.printed.diamond_track["slot_at"])
    if slot == "ink":
        return bool(player["ink"] >= game.printed.book_track["slot_at"])
    return True


def _turn_up(game: Game) -> None:
    for player, slots in zip(game.players, game.plans, strict=True):
        assert slots is not None
        player["slots"] = {s: c for s, c in zip(SLOTS, slots, strict=True) if c is not None}
        player["hand"] = [c for c in player["hand"] if c not in player["slots"].values()]
    game.plans = [None] * len(game.players)
    game.table["planned"] = [None] * len(game.players)
    game.table["phase"] = "actions"
    game.table["turn"] = 1
    begin_turn(game, game.table["first_player"])


def begin_turn(game: Game, seat: int) -> None:
    """Give a player the turn; what he unlocked before works from now on."""
    game.table["to_move"] = seat
    for company in game.track:
        game.players[seat]["levels"][company] = level(game, seat, company)


def next_turn(game: Game) -> None:
    """Pass the turn to the next player who has not dropped out, if any."""
    table = game.table
    count = len(game.players)
    after = [(table["to_move"] + more) % count for more in range(1, count + 1)]
    seats = [seat for seat in after if not game.players[seat]["done"]]
    table["turn"] += 1
    if seats:
        begin_turn(game, seats[0])
    else:
        table["to_move"] = None
        table["phase"] = "over" if table["round"] == ROUNDS else "preparation"


def end_phase(game: Game, seat: int, said: dict[str, Any]) -> list[str]:
    """Pick up a resting deck, then put the cards of the area to rest."""
    player = game.players[seat]
    resting = player["resting"]
    if bug("rest-before-pick"):
        _rest(player)
    if game.table["round"] < ROUNDS:
        demand(said["deck"] in resting or not (resting or said["deck"]), "a deck that has cards")
        player["hand"] = sorted([*player["hand"], *resting.pop(said["deck"], [])])
    _rest(player)
    player.update(used=[], tiles=[], plus_one=None, done=True)
    return []


def _rest(player: Player) -> None:
    resting = player["resting"]
    for slot, card in player["slots"].items():
        resting[slot] = sorted([*resting.get(slot, []), card])
    player["slots"] = {}


def prepare(game: Game, said: dict[str, Any]) -> None:
    """Move coins, fill the card display, return the markers, begin the next round."""
    table = game.table
    table["round"] += 1
    _move_coins(game)
    _move_cards(game)
    gaps = [space for space, card in enumerate(table["display"]) if card is None]
    if bug("filled-from-left"):
        gaps.sort(key=lambda space: (-(space // ROWS), space))
    draw_cards(game, said["cards"], gaps)
    for space, seat in table["markers"].items():
        tile = game.printed.space[space].get("tile")
        if tile:
            game.players[seat]["tiles"] = sorted([*game.players[seat]["tiles"], tile])
    table["markers"] = {}
    table["phase"] = "planning"
    table["turn"] = 1
    if bug("marker-goes-round"):
        table["first_player"] = (table["first_player"] + 1) % len(game.players)
    for player in game.players:
        player["done"] = False


def _move_coins(game: Game) -> None:
    coins = game.printed.round_coins[len(game.players)][game.table["round"] - 2]
    for name, space in game.printed.book_space.items():
        fallen = int(space["row"] <= coins)
        if bug("coins-in-one-row"):
            fallen = coins if space["row"] == 1 else 0
        if space["round"] == game.table["round"] and fallen:
            game.table["book_coins"][name] = game.table["book_coins"].get(name, 0) + fallen


def _move_cards(game: Game) -> None:
    """Discard the right column, then let the cards of each row move to the right."""
    display = game.table["display"]
    gone = [card for card in display[:ROWS] if card is not None]
    game.table["discards"] = sorted([*game.table["discards"], *gone])
    display[:ROWS] = [None] * ROWS
    for row in range(ROWS):
        spaces = range(row, len(display), ROWS)
        cards = [display[space] for space in spaces if display[space] is not None]
        for space, card in zip(spaces, [*cards, None, None, None], strict=False):
            display[space] = card


def refill(game: Game, said: dict[str, Any]) -> None:
    """Fill the book display after a turn that took books."""
    demand(books.gaps(game), "a gap to fill")
    books.fill(game, said["books"])
