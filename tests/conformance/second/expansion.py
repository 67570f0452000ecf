"""Expanding a company: regions entered, their rewards, posts ousted."""

from typing import Any

from . import books
from .area import of_kind, total
from .bugs import bug
from .rewards import advance, take_post, use
from .table import Game
from .tracks import must_step
from .verdict import demand


def expand(game: Game, seat: int, said: dict[str, Any]) -> list[str]:
    """Use all expansion cards for one company; return the books taken."""
    items = of_kind(game, seat, "expansion")
    company = said["company"]
    demand(items, "an expansion card that lies face up")
    if said["cards"] is not None:
        demand(sorted(said["cards"]) == sorted(items), "all expansion cards")
    posts = sum(column["posts"] for column in game.table["bases"][company])
    demand(posts or bug("empty-base-expands"), "a post in the base")
    points = total(game, seat, "expansion")
    ousted: dict[str, str] = {}
    entered: list[str] = []
    for entering in said["enter"]:
        points -= _cost(game, company, entering)
        demand(points >= 0, "expansion points for the border")
        take_post(game, company, entering["column"])
        region = entering["region"]
        if region in game.table["regions"]:
            ousted[region] = game.table["regions"][region]
        game.table["regions"][region] = company
        entered.append(region)
    taken = _collect(game, seat, company, entered, said["rewards"])
    _oust(game, ousted, said["oust"])
    game.players[seat]["used"] = sorted([*game.players[seat]["used"], *items])
    return taken


def _cost(game: Game, company: str, entering: dict[str, Any]) -> int:
    """The points it takes to enter a region from where the company stands now."""
    region, source = entering["region"], entering["source"]
    regions = game.table["regions"]
    demand(region in game.printed.region, "a region")
    demand(regions.get(region) != company, "a region without a post of the company")
    lines = {
        place: number
        for place, number in game.printed.borders[region].items()
        if place == company or regions.get(place) == company
    }
    if source is not None:
        lines = {place: number for place, number in lines.items() if place == source}
    demand(lines, "a border of the company")
    cheapest = 1 if bug("double-is-single") else min(lines.values())
    return cheapest + (region in regions and not bug("occupied-for-nothing"))


def _collect(
    game: Game, seat: int, company: str, entered: list[str], parts: list[dict[str, Any]]
) -> list[str]:
    """Take the rewards of the regions; the points of all are one pool."""
    rewards = {region: game.printed.region[region] for region in entered}
    points = sum(r["amount"] for r in rewards.values() if r["reward"] == "points")
    open_regions = {name: r for name, r in rewards.items() if r["reward"] not in ("points", "none")}
    taken: list[str] = []
    for part in parts:
        if part["part"] == "points":
            demand(points, "points of the regions")
            taken += books.spend(game, seat, points, part, of_card=False)
            points = 0
            continue
        demand(part["region"] in open_regions, "a region with a reward of its own")
        reward = open_regions.pop(part["region"])
        if reward["reward"] == "track":
            advance(game, seat, company, reward["amount"], part["count"])
        else:
            use(game, seat, reward["reward"], reward["amount"], part["count"])
    for reward in open_regions.values():
        steps = reward["reward"] == "track"
        points += must_step(game, seat, company) if steps else reward["amount"]
    demand(not points or game.rulings["partial-use"] != "no", "all rewards are collected")
    return taken


def _oust(game: Game, ousted: dict[str, str], said: list[dict[str, Any]]) -> None:
    """Return the posts of other companies to their bases."""
    columns = {ousting["region"]: ousting["column"] for ousting in said}
    demand(len(columns) == len(said) and columns.keys() <= ousted.keys(), "posts that were ousted")
    for region in [*columns, *(r for r in ousted if r not in columns)]:
        company, column = ousted[region], columns.get(region)
        base = game.table["bases"][company]
        if bug("ousted-post-lost"):
            game.table["lost_posts"][company] += 1
            continue
        if column is None:
            roomy = any(_has_room(game, company, number + 1) for number in range(len(base)))
            demand(not roomy, "a column while there is room")
            game.table["lost_posts"][company] += 1
            continue
        demand(_has_room(game, company, column), "room in the column")
        base[column - 1]["posts"] += 1


def _has_room(game: Game, company: str, number: int) -> bool:
    """Whether a post can return to a column; a final space that was opened stays open."""
    columns = game.table["bases"][company]
    if not 1 <= number <= len(columns):
        return False
    spaces = len(game.printed.base[company][number - 1])
    return bool(columns[number - 1]["posts"] < spaces - columns[number - 1]["opened"])
