"""What each bonus space offers, as numbers that depend on the space and the option chosen."""

from collections.abc import Callable, Iterator
from functools import cached_property

from referee.core.components import (
    BonusSpace,
    BuySpace,
    ChoiceSpace,
    DiscardSpace,
    FirstPlayerSpace,
    MajoritySpace,
    OtherTracksSpace,
    Reward,
    SpaceBonus,
    TileSpace,
)
from referee.core.ids import COMPANIES, Majority, SpaceId
from referee.core.state import Player
from referee.rulebook import bonus as rules
from referee_model.legality.goods_tile import GoodsTile
from referee_model.legality.levels import TurnLevels
from referee_model.legality.rewards import Amounts
from referee_model.legality.table import SeatView
from referee_model.relation import Relation
from referee_model.terms import (
    Bit,
    Num,
    Truth,
    Whole,
    both,
    either,
    eq,
    greatest,
    some,
    total,
    when,
)


class Offers:
    """The bonus spaces on the table as one seat sees them."""

    def __init__(
        self,
        relation: Relation,
        seen: SeatView,
        tile: GoodsTile,
        levels: TurnLevels,
        space: Num,
        option: Num,
    ) -> None:
        self._relation = relation
        self._seen = seen
        self._tile = tile
        self._bonuses = levels
        self._space = space
        self._option = option
        self.spaces: dict[int, BonusSpace] = dict(enumerate(seen.setting.spaces, 1))
        self.named: list[Bit] = [relation.bit(f"named-{company}") for company in COMPANIES]
        """Whether steps on a company's track are among the parts taken."""
        self.settled: Truth = False
        """A space of the table and, where it has several, one of its rewards are chosen."""

    # Spaces of tracks

    @cached_property
    def _levels(self) -> dict[SpaceId, tuple[int, int]]:
        """The company and the level of each track's bonus space."""
        return {
            bonus.space: (company, level)
            for company, track in enumerate(self._seen.tracks)
            for level, bonus in enumerate(self._seen.bonuses(track), 1)
            if isinstance(bonus, SpaceBonus)
        }

    def own_company(self, space: SpaceId) -> int | None:
        """Return the company at whose track a space lies, if it lies at one."""
        return self._levels[space][0] if space in self._levels else None

    @property
    def locked(self) -> dict[int, tuple[str, int]]:
        """The spaces that do not work for this seat yet, with what is lacking, and how much."""
        found: dict[int, tuple[str, int]] = {}
        for number, space in self.spaces.items():
            if space.id not in self._levels:
                continue
            company, level = self._levels[space.id]
            if self._seen.me.levels[company] < level:
                track = self._seen.tracks[company]
                needed = sorted(special.at for special in track.specials)
                # A track that ends before its special space never gives the bonus.
                at = needed[level - 1] if level <= len(needed) else track.last + 1
                steps = at - self._seen.me.tracks[company]
                found[number] = (f"steps-{COMPANIES[company]}", steps) if steps > 0 else ("turn", 1)
        return found

    @property
    def doubled(self) -> list[int]:
        """The spaces of tracks on whose other space this seat has a marker."""
        mine = {
            self.own_company(space.id)
            for number, space in self.spaces.items()
            if self._seen.state.markers[number - 1] == self._seen.seat
        } - {None}
        return [
            number
            for number, space in self.spaces.items()
            if self.own_company(space.id) in mine
            and self._seen.state.markers[number - 1] != self._seen.seat
        ]

    # Options and majorities

    @cached_property
    def options(self) -> dict[int, int]:
        """How many rewards each space lets a player choose from."""
        return {number: len(_rewards(space)) for number, space in self.spaces.items()}

    def chosen(self, number: int, option: int) -> Truth:
        """Say that a space and one of its rewards are chosen."""
        here = eq(self._space, number)
        if self.options.get(number, 0) < 2:  # noqa: PLR2004
            return here
        return both(here, eq(self._option, option))

    @cached_property
    def majorities(self) -> dict[int, tuple[Whole, Whole]]:
        """Of each majority space what this seat has, and the most that another has."""
        seen = self._seen
        others = [p for seat, p in enumerate(seen.state.players) if seat != seen.seat]
        found: dict[int, tuple[Whole, Whole]] = {}
        for number, space in self.spaces.items():
            if isinstance(space, MajoritySpace):
                most = greatest(self._counted(player, space.counts) for player in others)
                have = self._relation.have(space.counts, self._own(space.counts))
                found[number] = (self._relation.let(have), most)
        return found

    def _own(self, what: Majority) -> Whole:
        if what == "expansion":
            return self._bonuses.expansion_total()
        return self._bonuses.good_total(what) + self._tile.more_of(what)

    def _counted(self, player: Player, what: Majority) -> int:
        if what == "expansion":
            return self._seen.expansion_total(player)
        return self._seen.good_total(player, what)

    def tiers(self, number: int) -> Iterator[tuple[int, int]]:
        """Yield the tiers of a majority space, and the total each needs."""
        space = self.spaces[number]
        if isinstance(space, MajoritySpace):
            for tier, entry in enumerate(space.tiers, 1):
                yield tier, entry.least

    # Rewards

    def amounts(self, crate: Whole, named: Callable[[int], Truth]) -> Amounts:
        """Return what is given, if the removed card has this crate value."""
        combos: list[Combo] = [
            (self._relation.let_bit(self.chosen(number, option)), space, reward)
            for number, space in self.spaces.items()
            for option, reward in enumerate(_rewards(space) or (Reward(),), 1)
        ]
        self.settled = some(here for here, _, _ in combos)
        pounds = [self._pounds(combo, crate) for combo in combos]
        give, majority = rules.EXTRA_SPACE_GIVES, rules.MAJORITY_GIVES
        define = self._relation.define
        diamonds = total(
            when(here, space.diamonds if isinstance(space, BuySpace) else reward.diamonds)
            for here, space, reward in combos
        )
        points = total(when(here, reward.points) for here, _, reward in combos)
        posts = total(when(here, reward.posts) for here, _, reward in combos)
        return Amounts(
            pounds=define(majority, "given-pounds", total(pounds)),
            has_pounds=some(both(here, _pays(space, reward)) for here, space, reward in combos),
            diamonds=define(give, "given-diamonds", diamonds),
            points=define(give, "given-points", points),
            posts=define(majority, "given-posts", posts),
            tracks=tuple(
                define(
                    majority,
                    f"given-{name}",
                    total(self._steps(combo, company, named(company)) for combo in combos),
                )
                for company, name in enumerate(COMPANIES)
            ),
            most_steps=max(_most_steps(space, reward) for _, space, reward in combos),
        )

    def _pounds(self, combo: "Combo", crate: Whole) -> Whole:
        here, space, reward = combo
        if isinstance(space, DiscardSpace):
            name = f"sold-{space.id}"
            return self._relation.define(rules.DISCARD_PAYS, name, when(here, crate + space.more))
        return when(here, reward.pounds)

    def _steps(self, combo: "Combo", company: int, named: Truth) -> Whole:
        here, space, reward = combo
        if isinstance(space, OtherTracksSpace):
            other = company != self.own_company(space.id)
            return when(both(here, other, named), space.steps)
        if reward.track and reward.track.company == COMPANIES[company]:
            return when(here, reward.track.steps)
        return 0


Combo = tuple[Truth, BonusSpace, Reward]
"""That a space and one of its rewards are chosen, the space, and the reward."""


def _pays(space: BonusSpace, reward: Reward) -> Truth:
    return either(isinstance(space, DiscardSpace), reward.pounds > 0)


def _most_steps(space: BonusSpace, reward: Reward) -> int:
    if isinstance(space, OtherTracksSpace):
        return space.steps
    return reward.track.steps if reward.track else 0


def _rewards(space: BonusSpace) -> tuple[Reward, ...]:
    match space:
        case MajoritySpace(tiers=tiers):
            return tuple(tier.reward for tier in tiers)
        case ChoiceSpace(rewards=rewards):
            return rewards
        case FirstPlayerSpace(reward=reward):
            return (reward,)
        case BuySpace() | DiscardSpace() | TileSpace() | OtherTracksSpace():
            return ()
