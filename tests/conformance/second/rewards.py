"""Rewards: what is in one, and how its parts are taken one after the other."""

from typing import Any

from . import books
from .area import total
from .bugs import bug
from .printed import COMPANIES, Entry
from .table import Game
from .tracks import can_step, move_diamond, must_step, step
from .verdict import demand

Part = dict[str, Any]


class Pot:
    """The parts of a reward that are still to be taken."""

    def __init__(self) -> None:
        self.amounts: dict[str, int] = {}
        self.steps: dict[str, int] = {}
        self.posts = 0
        self.less: int | None = None
        self.optional: set[str] = set()
        self.silent: list[str] = []
        """Tracks that were not named, where the player chose the tracks."""
        self.unnamed = 0
        """The number of tracks that could still have been named."""


def pot_of(game: Game, seat: int, reward: Entry) -> Pot:
    """The parts of a printed reward."""
    pot = Pot()
    for kind in ("pounds", "diamonds", "points"):
        if reward.get(kind):
            pot.amounts[kind] = reward[kind]
    if reward.get("cotton_less") is not None:
        cotton = max(0, total(game, seat, "cotton") - reward["cotton_less"])
        pot.amounts["pounds"] = pot.amounts.get("pounds", 0) + cotton
    if reward.get("track"):
        pot.steps[reward["track"]["company"]] = reward["track"]["steps"]
    pot.posts = reward.get("posts") or 0
    return pot


def take_all(game: Game, seat: int, pot: Pot, parts: list[Part]) -> list[str]:
    """Take the parts of a reward in the order said, leaving nothing; return the books taken."""
    taken: list[str] = []
    _demand_one_row(parts)
    for part in parts:
        taken += _take(game, seat, pot, part)
    demand(not _left(game, seat, pot), "rewards are used as far as they can be")
    return taken


def _demand_one_row(parts: list[Part]) -> None:
    """The posts that are removed are one part: nothing else is taken between them."""
    removed = [number for number, part in enumerate(parts) if part["part"] == "remove"]
    demand(not removed or removed[-1] - removed[0] < len(removed), "posts one after the other")


def _take(game: Game, seat: int, pot: Pot, part: Part) -> list[str]:
    match part["part"]:
        case "pounds" | "diamonds" as kind:
            demand(kind in pot.amounts, "a part of the reward")
            use(game, seat, kind, pot.amounts.pop(kind), part["count"])
        case "points":
            demand("points" in pot.amounts, "a part of the reward")
            return books.spend(game, seat, pot.amounts.pop("points"), part, of_card=False)
        case "advance":
            demand(part["company"] in pot.steps, "a part of the reward")
            amount = pot.steps.pop(part["company"])
            advance(game, seat, part["company"], amount, part["count"])
        case "remove":
            demand(pot.posts, "a part of the reward")
            pot.posts -= 1
            remove_post(game, part["company"], part["column"])
        case "buy":
            demand(pot.less is not None, "a part of the reward")
            buy_for_pounds(game, seat, part["card"], pot.less or 0)
            pot.less = None
        case _:
            demand(holds=False, otherwise="a part of the reward")
    return []


def _left(game: Game, seat: int, pot: Pot) -> bool:
    """Whether something is left that must be used."""
    if any(can_be_left is False for can_be_left in _leavings(game, seat, pot)):
        return game.rulings["partial-use"] == "no"
    return False


def _leavings(game: Game, seat: int, pot: Pot) -> list[bool]:
    movable = [company for company in pot.silent if must_step(game, seat, company)]
    posts_anywhere = any(column["posts"] for c in COMPANIES for column in game.table["bases"][c])
    return [
        *(kind in pot.optional or not amount for kind, amount in pot.amounts.items()),
        *(not must_step(game, seat, company) for company in pot.steps),
        len(pot.silent) - len(movable) >= pot.unnamed,
        not (pot.posts and posts_anywhere),
        pot.less is None or "buy" in pot.optional,
    ]


def use(game: Game, seat: int, kind: str, amount: int, count: int | None) -> None:
    """Take pounds, or make diamond steps."""
    partial = game.rulings["partial-use"] != "no"
    used = amount if count is None else count
    demand(used == amount or (partial and 0 <= used <= amount), "all of the part")
    if kind == "pounds":
        game.players[seat]["cash"] += used
    else:
        move_diamond(game, seat, used)


def advance(game: Game, seat: int, company: str, amount: int, count: int | None) -> None:
    """Make the steps of a reward on one track, as far as the marker can go."""
    made = 0
    goal = amount if count is None else count
    demand(0 <= goal <= amount, "steps of the reward")
    while made < goal and can_step(game, seat, company):
        step(game, seat, company)
        made += 1
    demand(count in (None, made), "as many steps as can be made")
    demand(made == amount or not must_step(game, seat, company), "all steps that can be made")


def remove_post(game: Game, company: str, column: int) -> None:
    """Take the foremost post of a column out of the game."""
    take_post(game, company, column)
    game.table["lost_posts"][company] += 1


def take_post(game: Game, company: str, column: int) -> None:
    """Take the foremost post of a column; an empty final space stays open."""
    columns = game.table["bases"][company]
    demand(1 <= column <= len(columns), "a column of the base")
    there = columns[column - 1]
    demand(there["posts"], "a post in the column")
    there["posts"] -= 1
    if not there["posts"]:
        there["opened"] = True


def buy_for_pounds(game: Game, seat: int, card: str, less: int) -> None:
    """Buy a card of the display for its price in pounds."""
    player = game.players[seat]
    price = max(0, display_price(game, card) - less)
    demand(player["cash"] >= price, "the price in pounds")
    player["cash"] -= price
    take_card(game, seat, card)


def display_price(game: Game, card: str) -> int:
    """The price of a card on the display: its crate and that of its space."""
    display = game.table["display"]
    demand(card in display, "a card of the display")
    crate: int = game.printed.card[card]["crate"]
    if bug("space-crate-forgotten"):
        return crate
    return crate + int(game.printed.crates[display.index(card)])


def take_card(game: Game, seat: int, card: str) -> None:
    """Take a card of the display into the hand."""
    display = game.table["display"]
    display[display.index(card)] = None
    game.players[seat]["hand"] = sorted([*game.players[seat]["hand"], card])
