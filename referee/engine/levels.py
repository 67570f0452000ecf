"""Permanent bonuses: the levels at which a turn uses them, said or not."""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from itertools import islice, product
from typing import Any

from referee.core.components import (
    DiscountBonus,
    ExpansionBonus,
    MarkerBonus,
    TrackBonus,
    UnitBonus,
)
from referee.core.ids import COMPANIES, Company
from referee.core.turns import Action, UseLevel
from referee.engine.facts import BonusLevels, Working
from referee.engine.stage import Stage, Violations
from referee.engine.work import COMPANY_INDEX, Work, put
from referee.rulebook import tracks as rules

SaidLevels = tuple[UseLevel, ...] | None
"""The levels that a turn names; None where it names none."""


def works_for(work: Work, index: int) -> int:
    """Return the highest level at which the player may use a track's permanent bonus."""
    return work.me.levels[index] if work.facts.permanent.on_track[index] else 0


def misnamed(work: Work, answer: SaidLevels) -> Iterator[tuple[UseLevel, bool]]:
    """Yield each level named, and whether it is one that may not be."""
    always = work.facts.rulings.bonus_use == "always"
    named: set[str] = set()
    for use in answer or ():
        index = COMPANY_INDEX[use.company]
        works = works_for(work, index)
        lowest = works if always else 0
        fits = work.facts.permanent.on_track[index] and lowest <= use.level <= works
        yield use, not fits or use.company in named
        named.add(use.company)


BEARING: Mapping[Action, tuple[type[TrackBonus], ...]] = {
    "goods": (DiscountBonus, UnitBonus),
    "expand": (ExpansionBonus,),
    "bookkeeper": (ExpansionBonus, UnitBonus),
    "marker": (ExpansionBonus, MarkerBonus, UnitBonus),
}
"""By action the permanent bonuses that bear on it."""


def bearing_companies(work: Work, action: Action) -> list[Company]:
    """Return the companies whose tracks have a bonus that works and bears on an action."""
    bonuses = zip(COMPANIES, work.facts.bonuses, work.me.levels, strict=True)
    return [
        company
        for company, of_track, level in bonuses
        if any(isinstance(bonus, BEARING.get(action, ())) for bonus in of_track[:level])
    ]


def lower_levels(work: Work, action: Action, answer: SaidLevels) -> Iterator[BonusLevels]:
    """Yield the levels below the highest at which a turn may be meant, counted down.

    A track that is named keeps its level, and only those are lowered whose bonus can forbid
    something.
    """
    named = {COMPANY_INDEX[use.company] for use, wrong in misnamed(work, answer) if not wrong}
    tracks = work.facts.permanent.lowered.get(action, frozenset()) - named
    # Those of Cairo, the last, are lowered first.
    digits = [
        range(level, -1, -1) if index in tracks else (level,)
        for index, level in enumerate(work.me.levels)
    ]
    return islice(product(*digits), 1, None)


def distinct_lower_levels(
    work: Work, action: Action, effect: Callable[[Working], Hashable]
) -> tuple[BonusLevels, ...]:
    """Return the lower levels whose bonuses come to something else than any higher ones."""
    working, highest = work.facts.working, work.me.levels
    found = {effect(working[highest]): highest}
    for levels in lower_levels(work, action, None):
        found.setdefault(effect(working[levels]), levels)
    return tuple(found.values())[1:]


class UseLevels(Stage[SaidLevels]):
    """At which levels permanent bonuses are used; None is the highest that work."""

    certain = True
    none_is_nothing = True

    bears_until: type[Stage[Any]] | None = None
    """The last stage after which the same can have come of different levels."""

    def idle(self, work: Work) -> bool:
        """Return whether a lower level allows nothing that the highest does not."""
        return not self.lower(work)

    def lower(self, work: Work) -> Sequence[BonusLevels]:  # noqa: ARG002
        """Return the lower levels that allow something which the highest do not."""
        return ()

    def result(self, work: Work) -> Hashable:
        """Return what came of the turn up to the stage until which levels bear on it."""
        return work.levels

    def candidates(self, work: Work) -> list[SaidLevels]:
        """Return the highest levels, which need not be said, and the lower ones."""
        return [None, *[said_levels(work.me.levels, lower) for lower in self.lower(work)]]

    def judge(self, work: Work, answer: SaidLevels) -> Violations:
        """Return a breach for each level that may not be used, or not be named again."""
        return [
            rules.BONUS_LEVEL_WORKS.broken(
                company=use.company,
                level=use.level,
                works=works_for(work, COMPANY_INDEX[use.company]),
            )
            for use, wrong in misnamed(work, answer)
            if wrong
        ]

    def take(self, work: Work, answer: SaidLevels) -> None:
        """Let the bonuses count at the levels named."""
        for use, wrong in misnamed(work, answer):
            if not wrong:
                work.levels = put(work.levels, COMPANY_INDEX[use.company], use.level)


def said_levels(highest: BonusLevels, levels: BonusLevels) -> tuple[UseLevel, ...]:
    """Return what a turn says to use bonuses at these levels: those that are not the highest."""
    return tuple(
        [
            UseLevel(company, level)
            for company, works, level in zip(COMPANIES, highest, levels, strict=True)
            if level != works
        ]
    )
