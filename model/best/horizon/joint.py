"""All turns to come as one model: built from a position, asked by the solver, read as turns."""

from dataclasses import dataclass

from model.best.draft import Draft, Linear, Lit
from model.best.horizon.area import Area, Item, items_face_up, items_to_plan
from model.best.horizon.bases import Bases
from model.best.horizon.diamonds import DiamondTrack, sell_diamonds
from model.best.horizon.expanding import Expansion
from model.best.horizon.goods import Market, Sales
from model.best.horizon.jar import Jar
from model.best.horizon.points import Points
from model.best.horizon.spaces import Spaces, free_markers
from model.best.horizon.timeline import Timeline
from model.best.horizon.walk import Walk
from model.best.horizon.worth import Worth
from model.best.objective import Objective
from model.best.table import Table
from referee.game.ids import CardId


@dataclass(eq=False)
class Joint:
    """The model of a round, with everything that is needed to read its solutions."""

    draft: Draft
    table: Table
    timeline: Timeline
    walk: Walk
    area: Area
    bases: Bases
    diamonds: DiamondTrack
    points: Points
    jar: Jar
    expansion: Expansion
    sales: Sales
    spaces: Spaces
    goal: Linear

    @property
    def plan(self) -> dict[CardId, Lit]:
        """The cards that a plan may place."""
        return self.area.cards_placed()


def rest_of_round(table: Table, wanted: Objective) -> Joint:
    """Return the model of the turns that the mover has left in this round."""
    draft = Draft()
    items = items_face_up(table)
    expansions = sum(item.thing.id in table.expansion_items(table.me) for item in items)
    uses = len(items) - expansions + min(1, expansions)
    return _joint(draft, table, wanted, items, uses)


def whole_round(table: Table, wanted: Objective, slots: int) -> Joint:
    """Return the model of a round that begins with placing cards in so many slots."""
    draft = Draft()
    items = items_to_plan(draft, table, slots)
    hand = sum(not isinstance(item.present, int) for item in items)
    return _joint(draft, table, wanted, items, min(slots, hand) + len(items) - hand)


def _joint(draft: Draft, table: Table, wanted: Objective, items: list[Item], uses: int) -> Joint:
    free, more = free_markers(table)
    timeline = Timeline(draft, uses + max(0, free) + more)
    walk = Walk(draft, table, timeline)
    area = Area(draft, table, timeline, walk, items)
    market = Market(draft, table, timeline)
    bases = Bases(draft, table, area.expansion)
    diamonds = DiamondTrack(draft, table, walk)
    points = Points(draft, table, timeline, timed=bool(area.bookkeepers))
    last = table.state.setting.components.book_track.last
    jar = Jar(draft, table, area, walk, points, last=last)
    sales = Sales(draft, table, area, walk, market)
    spaces = Spaces(draft, table, timeline, area, walk, market)
    expansion = Expansion(draft, table, area, walk, bases)
    spaces.collect(points, diamonds, bases)
    jar.spend_points()
    jar.move(bases, diamonds)
    sell_diamonds(draft, table, area, diamonds, expansion.entered)
    expansion.collect(points, diamonds)
    _points_at_the_end(table, points, jar, walk)
    for part in (points, diamonds, market, spaces, timeline, walk):
        part.close()
    worth = Worth(draft, table, walk, bases, diamonds, jar, market, spaces, area)
    goal = worth.of(wanted)
    return Joint(
        draft,
        table,
        timeline,
        walk,
        area,
        bases,
        diamonds,
        points,
        jar,
        expansion,
        sales,
        spaces,
        goal,
    )


def _points_at_the_end(table: Table, points: Points, jar: Jar, walk: Walk) -> None:
    every = table.state.setting.rulings.book_money_convert == "every-point"
    for pool in points.pools:
        end = jar.at_last_step(pool.activity)
        if end is not False and (every or not pool.own_points):
            points.pay_double(pool, walk.yes if end is True else end)
