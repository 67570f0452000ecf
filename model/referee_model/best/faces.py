"""What lies on the steps of a bookkeeping track, and what a bookkeeper makes of it now."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import product

from referee.core import components as printed
from referee.core.canonical import CanonicalBookkeeper
from referee.core.ids import GOODS, Good
from referee.core.turns import BookStep
from referee_model.best.table import FIRST_FREE_STEP, MoverTable, UsedLevels, level_choices


# Whether face-up cards meet the requirements of a book --------------------------------------------
def are_met(
    requires: Iterable[printed.Requirement],
    totals: Mapping[Good, int],
    expansion: int,
    colleagues: int,
) -> bool:
    """Return whether all that lies face up meets requirements; those of one sort add up."""
    needed = dict.fromkeys(GOODS, 0)
    points = count = 0
    free = []
    for requirement in requires:
        match requirement:
            case printed.NeedsGood(good=good, units=units):
                needed[good] += units
            case printed.NeedsOneGood(units=units):
                free.append(units)
            case printed.NeedsExpansion(points=more):
                points += more
            case printed.NeedsColleague(count=more):
                count += more
    if points > expansion or count > colleagues:
        return False
    return any(
        all(
            needed[good] + sum(u for u, g in zip(free, goods, strict=True) if g == good)
            <= totals[good]
            for good in GOODS
        )
        for goods in product(GOODS, repeat=len(free))
    )


def meeting(table: MoverTable, requires: tuple[printed.Requirement, ...]) -> bool | frozenset[Good]:
    """Return whether a book can be entered; if only with the goods tile, on which goods."""
    expansion = table.expansion(table.me)
    colleagues = len(table.merchants) + len(table.bookkeepers) - 1
    if are_met(requires, table.totals, expansion, colleagues):
        return True
    goods = {card.good for card in table.tile_cards}
    helped = frozenset(
        good
        for good in goods
        if are_met(
            requires,
            {**table.totals, good: table.totals[good] + table.tile_units},
            expansion,
            colleagues,
        )
    )
    return helped or False


@dataclass(frozen=True, slots=True)
class StepFace:
    """What lies on a step: a book's requirements and reward, face up or not."""

    requires: tuple[printed.Requirement, ...]
    reward: printed.Reward
    flipped: bool


def faces(table: MoverTable) -> dict[BookStep, StepFace]:
    """Return the visible books of the mover's track, the starting tile's on step 1."""
    components, me = table.components, table.me
    found = {}
    if me.starting_tile is not None:
        tile = components.starting_tile[me.starting_tile]
        found[1] = StepFace(tile.requires, tile.reward, 1 in me.flipped)
    for step, pile in enumerate(me.books, FIRST_FREE_STEP):
        if pile:
            book = components.book[pile[-1]]
            found[step] = StepFace(book.requires, book.reward, step in me.flipped)
    return found


def cotton_pounds(table: MoverTable, reward: printed.Reward) -> tuple[int, int]:
    """Return what a reward pays for cotton, and what it would pay with the goods tile on it."""
    if reward.cotton_less is None:
        return 0, 0
    cotton = table.totals["cotton"] - reward.cotton_less
    return max(0, cotton), max(0, cotton + table.tile_units)


def bookkeeper_levels(
    table: MoverTable, turn: CanonicalBookkeeper, reward: printed.Reward
) -> list[UsedLevels]:
    """Return the levels at which a turn that is legal at the highest is legal, the highest first.

    Only a reward that counts cotton depends on them.
    """
    choices = level_choices(table, printed.UnitBonus)
    if reward.cotton_less is None:
        return choices[:1]
    on_track = faces(table)
    tile = turn.plus_one if turn.plus_one and turn.plus_one.when == "before" else None
    good = next((c.good for c in table.tile_cards if tile and c.id == tile.card), None)
    entered = [on_track[step] for step in range(table.me.ink + 1, turn.to + 1) if step != turn.flip]
    needs = [face.requires for face in entered if not face.flipped]

    def is_met(seen: MoverTable) -> bool:
        met = [meeting(seen, requires) for requires in needs]
        return all(m is True or (m is not False and good in m) for m in met)

    return choices[:1] + [levels for levels in choices[1:] if is_met(table.at_levels(levels))]
