"""The levels at which a player uses the permanent bonuses of tracks in one turn."""

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import NamedTuple

from referee.core import components as printed
from referee.core.ids import COMPANIES, Good
from referee.core.limits import MARKERS_BY_PLAYERS
from referee.core.turns import UseLevel
from referee.rulebook import tracks as rules
from referee_model.legality.table import SeatView
from referee_model.relation import Relation
from referee_model.solver import Values
from referee_model.terms import (
    Bit,
    Num,
    Truth,
    Whole,
    between,
    eq,
    no,
    same,
    some,
    table,
    times,
    total,
    when,
)

Named = dict[int, int]
"""The levels that a turn names and may name, by company."""


class _UsedTrack(NamedTuple):
    level: Whole
    bonuses: tuple[printed.TrackBonus, ...]
    """Those that work for the player."""


class TurnLevels:
    """The level of every track whose bonus bears on an action; it holds for the whole turn.

    Other players' bonuses are not looked at here: they count at the highest level that works.
    """

    def __init__(
        self, relation: Relation, seen: SeatView, bearing: tuple[type[printed.TrackBonus], ...]
    ) -> None:
        self._relation = relation
        self._seen = seen
        self.wrong: Bit = relation.bit("wrong-levels")
        """A level was named that the player cannot use, or a track was named again."""
        relation.demand(rules.BONUS_LEVEL_WORKS, no(self.wrong))
        self.chosen: dict[int, Num] = {}
        """The levels that the player decides on, by company."""
        self._tracks: list[_UsedTrack] = []
        for company, works in enumerate(seen.me.levels):
            bonuses = seen.bonuses(seen.tracks[company])[:works]
            if any(isinstance(bonus, bearing) for bonus in bonuses):
                self._tracks.append(_UsedTrack(self._level(company, works), bonuses))

    def _level(self, company: int, works: int) -> Whole:
        if not self._seen.chooses_levels:
            return works
        name = COMPANIES[company]
        chosen = self._relation.amount(f"choose-level-{name}")
        self._relation.shape(between(0, chosen, works))
        self.chosen[company] = chosen
        # A conflict that rests on no level can do without this rule, and lower ones do not help.
        return self._relation.stated(rules.BONUSES_NOT_ADDED, f"level-{name}", chosen)

    # What the bonuses in use count

    def _sum(self, worth: Callable[[printed.TrackBonus], Whole]) -> Whole:
        """Return what the bonuses in use are worth: of each track one alone."""
        return total(
            table(track.level, {n: worth(bonus) for n, bonus in enumerate(track.bonuses, 1)})
            for track in self._tracks
        )

    def units(self, card: printed.GoodsCard) -> Whole:
        """Return the units that a goods card of this seat counts."""
        return self._seen.plain_units(self._seen.me, card) + self._more_units(card.good)

    def _more_units(self, good: Good) -> Whole:
        return self._relation.let(self._sum(lambda bonus: _more(bonus, good)))

    def good_total(self, good: Good) -> Whole:
        """Return the units of a good that lie face up before this seat."""
        cards = self._seen.goods_face_up(self._seen.me, good)
        plain = sum(self._seen.plain_units(self._seen.me, card) for card in cards)
        return plain + times(len(cards), self._more_units(good))

    def most_units(self, good: Good) -> int:
        """Return the most units of a good that can lie face up before this seat."""
        more = sum(max(_more(bonus, good) for bonus in track.bonuses) for track in self._tracks)
        cards = self._seen.goods_face_up(self._seen.me, good)
        return sum(self._seen.plain_units(self._seen.me, card) + more for card in cards)

    def expansion_total(self) -> Whole:
        """Return the total expansion value face up before this seat (TRK-10)."""
        points = self._seen.expansion_items(self._seen.me).values()
        if not points:
            return 0
        return sum(points) + self._sum(
            lambda bonus: bonus.points if isinstance(bonus, printed.ExpansionBonus) else 0
        )

    def markers(self) -> Whole:
        """Return the bonus markers this seat has in all."""
        more = self._sum(
            lambda bonus: bonus.markers if isinstance(bonus, printed.MarkerBonus) else 0
        )
        return MARKERS_BY_PLAYERS[self._seen.setting.players] + more

    def discount(self, uses: Callable[[Good], Truth]) -> Whole:
        """Return what is taken off a price that is paid with the goods of which `uses` tells."""

        def less(bonus: printed.TrackBonus) -> Whole:
            if not isinstance(bonus, printed.DiscountBonus):
                return 0
            return when(True if bonus.good == "any" else uses(bonus.good), bonus.less)

        return self._sum(less)

    def mixing(self) -> Truth:
        """Say that a price may be paid with different goods."""
        return some(
            eq(track.level, level)
            for track in self._tracks
            for level, bonus in enumerate(track.bonuses, 1)
            if isinstance(bonus, printed.DiscountBonus) and bonus.mixed
        )

    # Reading

    def readings(self, said: Sequence[UseLevel]) -> Iterator[list[Truth]]:
        """Yield what was said at all levels left open, counted down, the last company's first."""
        named, wrong = self._named(said)
        works = self._seen.me.levels
        for levels in product(
            *([named[c]] if c in named else range(works[c], -1, -1) for c in self.chosen)
        ):
            yield self._statements(dict(zip(self.chosen, levels, strict=True)), wrong=wrong)

    def open_facts(self, said: Sequence[UseLevel]) -> list[Truth]:
        """Return what was said, and nothing about the levels left open."""
        named, wrong = self._named(said)
        return self._statements(named, wrong=wrong)

    def usable(self, said: Sequence[UseLevel]) -> tuple[UseLevel, ...]:
        """Return what was said without the levels that this seat cannot use."""
        named, _ = self._named(said)
        return tuple(UseLevel(COMPANIES[company], level) for company, level in named.items())

    def _statements(self, levels: Named, *, wrong: bool) -> list[Truth]:
        known = [eq(chosen, levels[c]) for c, chosen in self.chosen.items() if c in levels]
        return [same(self.wrong, wrong), *known]

    def _named(self, said: Sequence[UseLevel]) -> tuple[Named, bool]:
        """Return the levels named that can be used, and whether there are others."""
        first: Named = {}
        for use in reversed(said):
            first[COMPANIES.index(use.company)] = use.level
        named = {company: level for company, level in first.items() if self._works(company, level)}
        return named, len(named) < len(said)

    def _works(self, company: int, level: int) -> bool:
        seen = self._seen
        works = seen.me.levels[company]
        bonuses = seen.bonuses(seen.tracks[company])
        if all(isinstance(bonus, printed.SpaceBonus) for bonus in bonuses):
            return False
        return 0 <= level <= works if seen.chooses_levels else level == works

    def said(self, values: Values) -> tuple[UseLevel, ...]:
        """Return the levels of a solution that are lower than they could be."""
        works = self._seen.me.levels
        levels = {company: values.number(chosen.text) for company, chosen in self.chosen.items()}
        return tuple(UseLevel(COMPANIES[c], n) for c, n in levels.items() if n < works[c])


def _more(bonus: printed.TrackBonus, good: Good) -> int:
    return bonus.more if isinstance(bonus, printed.UnitBonus) and bonus.good == good else 0
