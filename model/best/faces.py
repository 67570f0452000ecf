"""What lies on the steps of a bookkeeping track, and what a bookkeeper makes of it now."""

from dataclasses import dataclass

from model.best.levels import level_choices
from model.best.requirements import meeting
from model.best.table import FIRST_FREE_STEP, MoverTable, UsedLevels
from referee.game.canonical import CanonicalBookkeeper
from referee.game.components import Requirement, Reward, UnitBonus
from referee.game.turns import BookStep


@dataclass(frozen=True, slots=True)
class StepFace:
    """What lies on a step: a book's requirements and reward, face up or not."""

    requires: tuple[Requirement, ...]
    reward: Reward
    flipped: bool


def faces(table: MoverTable) -> dict[BookStep, StepFace]:
    """Return the visible books of the mover's track, the starting tile's on step 1."""
    components, me = table.state.setting.components, table.me
    found = {}
    if me.starting_tile is not None:
        tile = components.starting_tile[me.starting_tile]
        found[1] = StepFace(tile.requires, tile.reward, 1 in me.flipped)
    for step, pile in enumerate(me.books, FIRST_FREE_STEP):
        if pile:
            book = components.book[pile[-1]]
            found[step] = StepFace(book.requires, book.reward, step in me.flipped)
    return found


def cotton_pounds(table: MoverTable, reward: Reward) -> tuple[int, int]:
    """Return what a reward pays for cotton, and what it would pay with the goods tile on it."""
    if reward.cotton_less is None:
        return 0, 0
    cotton = table.totals["cotton"] - reward.cotton_less
    return max(0, cotton), max(0, cotton + table.tile_units)


def bookkeeper_levels(
    table: MoverTable, turn: CanonicalBookkeeper, reward: Reward
) -> list[UsedLevels]:
    """Return the levels at which a turn that is legal at the highest is legal, the highest first.

    Only a reward that counts cotton depends on them.
    """
    choices = level_choices(table, UnitBonus)
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
