"""Levels of permanent bonuses: those that a player may choose, and how a turn says them."""

from itertools import product

from model.best.table import MoverTable, UsedLevels
from referee.game.components import TrackBonus
from referee.game.ids import COMPANIES, Company
from referee.game.turns import UseLevel


def usable(table: MoverTable, company: Company) -> tuple[TrackBonus, ...]:
    """Return the bonuses of a track of which the mover may use one, in the order of levels."""
    works = table.me.levels[COMPANIES.index(company)]
    always = table.state.setting.rulings.bonus_use == "always"
    return table.bonuses(company)[max(0, works - 1) if always else 0 : works]


def level_choices(table: MoverTable, *kinds: type[TrackBonus]) -> list[UsedLevels]:
    """Return the levels that the mover may choose, the highest first.

    Only tracks with bonuses of the `kinds` vary: those of other kinds count at their highest.
    """
    if table.state.setting.rulings.bonus_use == "always":
        return [table.me.levels]
    choices = (
        range(works, -1, -1)
        if any(isinstance(bonus, kinds) for bonus in usable(table, company))
        else (works,)
        for company, works in zip(COMPANIES, table.me.levels, strict=True)
    )
    return list(product(*choices))


def said_levels(table: MoverTable, levels: UsedLevels) -> tuple[UseLevel, ...]:
    """Return what a turn says of its levels: those below the highest."""
    return tuple(
        UseLevel(company, level)
        for company, level, works in zip(COMPANIES, levels, table.me.levels, strict=True)
        if level < works
    )
