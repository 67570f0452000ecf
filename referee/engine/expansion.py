"""Expansion: the cards, the company, the regions that are entered."""

from collections.abc import Mapping, Sequence

from referee.engine.pairs import pairs
from referee.engine.stage import Stage, Violations
from referee.engine.work import COMPANY_INDEX, Work, put
from referee.game.components import ExpansionBonus
from referee.game.ids import COMPANIES, Company, ItemId
from referee.game.limits import FOREIGN_POST_POINTS
from referee.game.rule import Violation
from referee.game.rulebook import bonus as bonus_rules
from referee.game.rulebook import expansion as rules
from referee.game.rulebook import tracks as track_rules
from referee.game.turns import Entering


class ChooseExpansionCards(Stage[tuple[ItemId, ...] | None]):
    """Which expansion cards are used: all of them."""

    certain = True

    def candidates(self, work: Work) -> list[tuple[ItemId, ...] | None]:
        """Return the only choice, if there are such cards."""
        return [None] if work.area().expansion_items() else []

    def judge(self, work: Work, answer: tuple[ItemId, ...] | None) -> Violations:
        """Return the rules about the cards in use that are broken."""
        broken: list[Violation] = []
        face_up = work.area().expansion_items()
        if not face_up:
            broken.append(rules.HAS_EXPANSION_CARD.broken())
        if answer is not None:
            odd = set(answer) ^ set(face_up) | {c for c in answer if answer.count(c) > 1}
            if odd:
                broken.append(rules.ALL_EXPANSION_CARDS.broken(missing=tuple(sorted(odd))))
        return broken

    def take(self, work: Work, answer: tuple[ItemId, ...] | None) -> None:
        """Count the total expansion value, and flip the cards."""
        del answer
        area = work.area()
        cards = area.expansion_items()
        work.cards = tuple(cards)
        work.expansion_points = area.expansion_of(cards)
        work.used = work.used.union(work.cards)
        work.note(rules.TOTAL_EXPANSION_VALUE)
        work.note_bonus(ExpansionBonus, track_rules.EXPANSION_BONUS)
        if work.me.tiles.intersection(work.cards):
            work.note(bonus_rules.TILES_ARE_CARDS)
        work.note(rules.EXPANSION_CARDS_FLIP)


def posts_in_base(work: Work, company: Company) -> int:
    """Return how many posts stand in a company's base."""
    return sum([column.posts for column in work.bases[COMPANY_INDEX[company]]])


class ChooseCompany(Stage[Company]):
    """Which company expands."""

    certain = True

    def candidates(self, work: Work) -> list[Company]:
        """Return every company with a post in its base."""
        return [company for company in COMPANIES if posts_in_base(work, company)]

    def judge(self, work: Work, answer: Company) -> Violations:
        """Return a breach if the company's base is empty."""
        if posts_in_base(work, answer):
            return ()
        return [rules.BASE_HAS_POSTS.broken(company=answer)]

    def take(self, work: Work, answer: Company) -> None:
        """Remember the company, and where it stands."""
        work.company = answer
        regions = [
            region
            for region, company in zip(work.facts.region_index, work.state.regions, strict=True)
            if company is not None and company == answer
        ]
        work.stands_in = frozenset([answer, *regions])


def border_points(work: Work, region: str, source: str | None) -> int | None:
    """Return the points of the border into a region, the cheapest if no source is named."""
    held = work.stands_in
    if source is not None:
        return work.facts.borders.get(source, {}).get(region) if source in held else None
    return work.facts.cheapest_entry(region, held)


def foreign_post(work: Work, region: str) -> Company | None:
    """Return the other company whose post stands in a region."""
    owner = work.state.regions[work.facts.region_index[region]]
    return owner if owner != work.company else None


def ousting_points(work: Work, region: str) -> int:
    """Return the points that a foreign post in a region costs."""
    return FOREIGN_POST_POINTS if foreign_post(work, region) else 0


def within_reach(work: Work) -> dict[str, int]:
    """Return the regions over a border that the points left suffice for, with its points."""
    held, borders = work.stands_in, work.facts.borders
    points = work.expansion_points - work.posts_cost
    near: dict[str, int] = {}
    for place in held:
        for region, cost in borders.get(place, NO_BORDERS).items():
            if cost <= points and region not in held and cost < near.get(region, cost + 1):
                near[region] = cost
    return near


NO_BORDERS: Mapping[str, int] = {}


class EnterRegions(Stage[Entering]):
    """Which regions are entered, over which border, with posts of which column."""

    repeated = True

    def idle(self, work: Work) -> bool:
        """Return whether no points are left."""
        return work.posts_cost == work.expansion_points

    def candidates(self, work: Work) -> Sequence[Entering]:
        """Return every region within reach with every column that has a post."""
        return self._entering(work, within_reach(work))

    def known_legal(self, work: Work) -> Sequence[Entering]:
        """Return the candidates for which the points suffice when foreign posts are ousted."""
        points = work.expansion_points - work.posts_cost
        return self._entering(
            work,
            {
                region: cost
                for region, cost in within_reach(work).items()
                if cost + FOREIGN_POST_POINTS <= points
                or cost + ousting_points(work, region) <= points
            },
        )

    def _entering(self, work: Work, regions: dict[str, int]) -> Sequence[Entering]:
        in_order = [region for region in work.facts.region_index if region in regions]
        return pairs(Entering, in_order, self._columns(work))

    @staticmethod
    def _columns(work: Work) -> list[int]:
        """Return the columns of the company's base with a post."""
        columns = work.bases[COMPANY_INDEX[work.company or ""]]
        return [number for number, column in enumerate(columns, 1) if column.posts]

    def judge(self, work: Work, answer: Entering) -> Violations:
        """Return the rules that entering this region breaks."""
        broken: list[Violation] = []
        region = answer.region
        if region not in work.facts.region_index:
            return [rules.ENTERS_REGIONS.broken(region=region)]
        if region in work.stands_in:
            broken.append(rules.NOT_ALREADY_THERE.broken(region=region))
        else:
            points = border_points(work, region, answer.source)
            if points is None:
                source = answer.source or "anywhere"
                broken.append(rules.ACCESSIBLE.broken(region=region, source=source))
            else:
                cost = work.posts_cost + points
                cost += ousting_points(work, region)
                total = work.expansion_points
                if cost > total:
                    broken.append(rules.POINTS_SUFFICE.broken(cost=cost, total=total))
        columns = work.bases[COMPANY_INDEX[work.company or ""]]
        if not 1 <= answer.column <= len(columns) or not columns[answer.column - 1].posts:
            broken.append(rules.FOREMOST_POST.broken(column=answer.column))
        return broken

    def take(self, work: Work, answer: Entering) -> None:
        """Put a post into the region, and note its reward and the post it ousts."""
        index = work.facts.region_index.get(answer.region)
        if index is None or work.company is None or answer.region in work.entered:
            return
        foreign = foreign_post(work, answer.region)
        points = border_points(work, answer.region, answer.source) or 0
        work.note(rules.COST_OF_ENTERING)
        work.posts_cost += points + ousting_points(work, answer.region)
        if work.take_post(work.company, answer.column):
            work.note(rules.POST_LEAVES_BASE)
            column = answer.column - 1
            work.left = put(work.left, column, work.left[column] + 1)
        work.entered += (answer.region,)
        work.stands_in |= {answer.region}
        region = work.facts.components.regions[index]
        if region.reward == "points":
            work.due_points += region.amount
        elif region.reward != "none":
            work.due_regions += (region.id,)
        if foreign:
            work.to_oust += ((region.id, foreign),)
