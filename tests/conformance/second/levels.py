"""At which levels the player whose turn it is uses the permanent bonuses of the tracks."""

from collections.abc import Iterator
from itertools import product
from typing import Any

from .bugs import bug
from .printed import COMPANIES
from .table import Game
from .verdict import demand

Levels = dict[str, int]


def ways(game: Game, seat: int, said: list[dict[str, Any]]) -> Iterator[Levels]:
    """Every choice of levels that agrees with those said, from the highest down, Cairo's first."""
    works: Levels = game.players[seat]["levels"]
    named: Levels = {}
    for use in said:
        company, level = use["company"], use["level"]
        demand(company not in named, "a track once")
        demand(level in _may_use(game, company, works[company]), "a level that works")
        named[company] = level
    if bug("bonus-not-declined"):
        named = works
    rows = [
        [named[company]] if company in named else _may_use(game, company, works[company])
        for company in COMPANIES
    ]
    # The last factor of a product changes fastest.
    for levels in product(*(row or [0] for row in rows)):
        yield dict(zip(COMPANIES, levels, strict=True))


def _may_use(game: Game, company: str, works: int) -> list[int]:
    """The levels of a track that can be chosen; none where it has no permanent bonus."""
    if all(bonus["type"] == "space" for bonus in game.bonuses[company]):
        return []
    always = game.rulings["bonus-use"] == "always"
    return [works] if always else list(range(works, -1, -1))
