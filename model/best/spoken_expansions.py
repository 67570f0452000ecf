"""The order in which a set of regions is entered at its cheapest, and the posts ousted there."""

from model.best.routing import frontier
from model.best.table import MoverTable
from referee.game.canonical import CanonicalExpansion, Columns
from referee.game.ids import COMPANIES, RegionId
from referee.game.turns import Column, Entering, Ousting


def entering(table: MoverTable, turn: CanonicalExpansion) -> tuple[Entering, ...]:
    """Return the regions in an order in which each is entered over its cheapest border."""
    front = frontier(table, turn.company)
    columns = _columns(turn.left)
    price = {r: front.landing[r] for r in sorted(turn.regions) if r in front.landing}
    entered: list[RegionId] = []
    while price:
        # The cheapest border first: a tree grown like this is the cheapest of all.
        region = min(price, key=lambda r: (price[r], r))
        del price[region]
        entered.append(region)
        for other, cost in front.beyond[region].items():
            if other in turn.regions and other not in entered:
                price[other] = min(cost, price.get(other, cost))
    return tuple(Entering(r, column) for r, column in zip(entered, columns, strict=True))


def ousting(table: MoverTable, turn: CanonicalExpansion) -> tuple[Ousting, ...]:
    """Return where the posts in the entered regions go."""
    owners = frontier(table, turn.company).owner
    oustings = []
    for company, returned in zip(COMPANIES, turn.returned, strict=True):
        regions = sorted(r for r in turn.regions if owners.get(r) == company)
        columns: list[Column | None] = [*_columns(returned)]
        columns += [None] * (len(regions) - len(columns))
        oustings += [Ousting(r, column) for r, column in zip(regions, columns, strict=True)]
    return tuple(oustings)


def _columns(posts: Columns) -> list[Column]:
    return [column for column, number in enumerate(posts, 1) for _ in range(number)]
