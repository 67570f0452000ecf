"""Placing a bonus marker on any kind of space, and what the space gives."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from referee.core import components as printed
from referee.core.canonical import CanonicalMarker
from referee.core.ids import COMPANIES, CardId, Majority, SpaceId
from referee.core.turns import BuyCard, PlaceMarker
from referee.rulebook import bonus as rules
from referee.rulebook import tracks as track_rules
from referee_model.legality import writes
from referee_model.legality.goods import display_numbers, display_prices
from referee_model.legality.pools import BookPlaces
from referee_model.legality.rewards import Amounts, RewardParts, gains
from referee_model.legality.table import SeatView
from referee_model.legality.turn import BonusTurnRelation, GoodsTile, TurnLevels
from referee_model.legality.writes import After
from referee_model.relation import Relation
from referee_model.solver import Values
from referee_model.terms import (
    Bit,
    Num,
    Truth,
    Whole,
    both,
    count,
    either,
    eq,
    floor_zero,
    greatest,
    implies,
    is_among,
    no,
    same,
    some,
    table,
    total,
    when,
)


# What each bonus space offers, as numbers that depend on the space and the option chosen ----------
@dataclass(eq=False)
class Offers:
    """The bonus spaces on the table as one seat sees them."""

    _relation: Relation
    _seen: SeatView
    _tile: GoodsTile
    _bonuses: TurnLevels
    _space: Num
    _option: Num

    def __post_init__(self) -> None:
        self.spaces: dict[int, printed.BonusSpace] = dict(enumerate(self._seen.setting.spaces, 1))
        self.named: list[Bit] = [self._relation.bit(f"named-{company}") for company in COMPANIES]
        """Whether steps on a company's track are among the parts taken, before those exist."""
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
            if isinstance(bonus, printed.SpaceBonus)
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
        markers = dict(enumerate(self._seen.state.markers, 1))
        own = {number for number, seat in markers.items() if seat == self._seen.seat}
        mine = {self.own_company(self.spaces[number].id) for number in own} - {None}
        spaces = self.spaces.items()
        return [n for n, s in spaces if n not in own and self.own_company(s.id) in mine]

    # Options and majorities

    @cached_property
    def options(self) -> dict[int, int]:
        """How many rewards each space lets a player choose from."""
        return {number: len(_rewards(space)) for number, space in self.spaces.items()}

    def chosen(self, number: int, option: int) -> Truth:
        """Say that a space and one of its rewards are chosen."""
        here = eq(self._space, number)
        return both(here, eq(self._option, option)) if self.options.get(number, 0) > 1 else here

    def majority(self, what: Majority) -> tuple[Whole, Whole]:
        """Return how much of something this seat has, and the most that another has."""
        seen = self._seen
        others = [p for seat, p in enumerate(seen.state.players) if seat != seen.seat]
        if what == "expansion":
            most = greatest(map(seen.expansion_total, others))
            own = self._bonuses.expansion_total()
        else:
            most = greatest(seen.good_total(player, what) for player in others)
            own = self._bonuses.good_total(what) + self._tile.more_of(what)
        return self._relation.let(self._relation.have(what, own)), most

    # Rewards

    def amounts(self, crate: Whole) -> Amounts:
        """Return what is given, if the removed card has this crate value."""
        combos: list[Combo] = [
            (self._relation.let_bit(self.chosen(number, option)), space, reward)
            for number, space in self.spaces.items()
            for option, reward in enumerate(_rewards(space) or (printed.Reward(),), 1)
        ]
        self.settled = some(here for here, _, _ in combos)
        give, majority = rules.EXTRA_SPACE_GIVES, rules.MAJORITY_GIVES
        define = self._relation.define
        pounds = [
            define(rules.DISCARD_PAYS, f"sold-{space.id}", when(here, crate + space.more))
            if isinstance(space, printed.DiscardSpace)
            else when(here, reward.pounds)
            for here, space, reward in combos
        ]
        diamonds = total(
            when(here, space.diamonds if isinstance(space, printed.BuySpace) else reward.diamonds)
            for here, space, reward in combos
        )
        points = total(when(here, reward.points) for here, _, reward in combos)
        posts = total(when(here, reward.posts) for here, _, reward in combos)
        return Amounts(
            pounds=define(majority, "given-pounds", total(pounds)),
            has_pounds=some(
                both(here, isinstance(space, printed.DiscardSpace) or reward.pounds > 0)
                for here, space, reward in combos
            ),
            diamonds=define(give, "given-diamonds", diamonds),
            points=define(give, "given-points", points),
            posts=define(majority, "given-posts", posts),
            tracks=tuple(
                define(
                    majority,
                    f"given-{name}",
                    total(self._steps(combo, company, self.named[company]) for combo in combos),
                )
                for company, name in enumerate(COMPANIES)
            ),
            most_steps=max(_most_steps(space, reward) for _, space, reward in combos),
        )

    def _steps(self, combo: "Combo", company: int, named: Truth) -> Whole:
        here, space, reward = combo
        if isinstance(space, printed.OtherTracksSpace):
            other = company != self.own_company(space.id)
            return when(both(here, other, named), space.steps)
        if reward.track and reward.track.company == COMPANIES[company]:
            return when(here, reward.track.steps)
        return 0


Combo = tuple[Truth, printed.BonusSpace, printed.Reward]
"""That a space and one of its rewards are chosen, the space, and the reward."""


def _most_steps(space: printed.BonusSpace, reward: printed.Reward) -> int:
    if isinstance(space, printed.OtherTracksSpace):
        return space.steps
    return reward.track.steps if reward.track else 0


def _rewards(space: printed.BonusSpace) -> tuple[printed.Reward, ...]:
    match space:
        case printed.MajoritySpace(tiers=tiers):
            return tuple(tier.reward for tier in tiers)
        case printed.ChoiceSpace(rewards=rewards):
            return rewards
        case printed.FirstPlayerSpace(reward=reward):
            return (reward,)
        case _:
            return ()


def marker_outline(seen: SeatView, turn: PlaceMarker) -> Mapping[str, int]:
    """Return what decides which variables the placing of a marker has: their values by name."""
    numbers = {space.id: n for n, space in enumerate(seen.setting.spaces, 1)}
    hand = sorted(seen.me.hand)
    discard = -1
    if turn.discard is None:
        discard = 0
    elif turn.discard in hand:
        discard = hand.index(turn.discard) + 1
    option = 0 if turn.option is None else turn.option or -1
    return {"space": numbers.get(turn.space, -1), "option": option, "discard": discard}


class MarkerRelation(BonusTurnRelation[PlaceMarker]):
    """Placing a bonus marker."""

    bearing = (printed.ExpansionBonus, printed.MarkerBonus, printed.UnitBonus)

    def state_rules(self) -> None:
        relation, seen = self.relation, self.table
        self.space: Num = relation.whole("space")
        self.option: Num = relation.whole("option")
        self.discard: Num = relation.whole("discard")
        self.buy: Num = relation.whole("buy")
        self.hand: tuple[CardId, ...] = tuple(sorted(seen.me.hand))
        self.offers = Offers(relation, seen, self.tile, self.levels, self.space, self.option)
        self._demand_placing()
        for number, options in self.offers.options.items():
            # The only reward of a space need not be said.
            allowed = [0] if not options else [0, 1] if options == 1 else range(1, options + 1)
            one = implies(eq(self.space, number), is_among(self.option, allowed))
            relation.demand(rules.CHOOSES_ONE_REWARD, one)
        self._demand_discard()
        crates = {n: seen.components.card[card].crate for n, card in enumerate(self.hand, 1)}
        amounts = self.offers.amounts(table(self.discard, crates))
        at_end = seen.me.ink == seen.components.book_track.last
        self.start = relation.let(relation.have("pounds", seen.me.cash) - self.cost)
        self.parts = RewardParts(relation, seen, amounts, cash=self.start, converts=at_end)
        self._demand_purchase()
        self._demand_taking()
        self.places = BookPlaces(relation, seen, [self.parts.pool] if self.parts.pool else [])
        self.tile.demand({})
        several = [n for n, options in self.offers.options.items() if options > 1]
        chosen = when(is_among(self.space, several), self.option, 0)
        self.chosen = relation.noted("chosen-option", chosen)

    def _of_kind(self, kind: type[object]) -> Truth:
        """Say that the space chosen is of a kind."""
        spaces = self.offers.spaces.items()
        return is_among(self.space, [n for n, space in spaces if isinstance(space, kind)])

    def _demand_placing(self) -> None:
        """State where a marker may be placed, and what that costs."""
        relation, seen, offers, space = self.relation, self.table, self.offers, self.space
        spaces = offers.spaces
        placed = sum(seat == seen.seat for seat in seen.state.markers)
        markers = relation.stated(track_rules.MORE_MARKERS, "markers", self.levels.markers())
        relation.demand(rules.HAS_MARKER, relation.have("markers", markers) > placed)
        relation.demand(rules.SPACE_ON_TABLE, is_among(space, spaces))
        taken = [n for n in spaces if seen.state.markers[n - 1] is not None]
        relation.demand(rules.SPACE_EMPTY, no(is_among(space, taken)))
        for number, (what, lacking) in offers.locked.items():
            unlocked = relation.have(what, 0) >= lacking
            relation.demand(rules.SPACE_UNLOCKED, implies(eq(space, number), unlocked))
        relation.demand(rules.ONE_SPACE_A_TRACK, no(is_among(space, offers.doubled)))
        prices = {number: entry.cost for number, entry in spaces.items() if entry.cost}
        self.cost = relation.define(rules.SPACE_COSTS, "cost", table(space, prices))
        relation.demand(rules.SPACE_IS_PAID, self.cost <= relation.have("pounds", seen.me.cash))
        # Nobody gets the marker before his own first turn, so that is the first turn of the round.
        holder = seen.state.first_player == seen.seat and seen.state.turn == 1
        barred = holder and self._of_kind(printed.FirstPlayerSpace)
        relation.demand(rules.NOT_ON_FIRST_TURN, no(barred))
        for number, entry in spaces.items():
            if isinstance(entry, printed.MajoritySpace):
                own, most = offers.majority(entry.counts)
                relation.demand(rules.NOBODY_HAS_MORE, implies(eq(space, number), own >= most))
                for option, tier in enumerate(entry.tiers, 1):
                    reached = implies(offers.chosen(number, option), own >= tier.least)
                    relation.demand(rules.TIER_REACHED, reached)

    def _demand_discard(self) -> None:
        """State which cards of the hand may be removed."""
        spaces = self.offers.spaces
        allowed: list[Truth] = [
            both(no(self._of_kind(printed.DiscardSpace)), eq(self.discard, 0)),
            no(is_among(self.space, spaces)),
        ]
        cards = [(n, self.table.components.card[card]) for n, card in enumerate(self.hand, 1)]
        if self.table.rulings.share_cards == "kept":
            cards = [(n, card) for n, card in cards if not isinstance(card, printed.ShareCard)]
        for number, space in spaces.items():
            if isinstance(space, printed.DiscardSpace):
                accepted = [
                    n
                    for n, card in cards
                    if space.good is None
                    or (isinstance(card, printed.GoodsCard) and card.good == space.good)
                ]
                allowed.append(both(eq(self.space, number), is_among(self.discard, accepted)))
        self.relation.demand(rules.DISCARD_FROM_HAND, some(allowed))

    def _demand_purchase(self) -> None:
        relation = self.relation
        prices = display_prices(self.table.state)
        spaces = self.offers.spaces.items()
        less = {n: s.less for n, s in spaces if isinstance(s, printed.BuySpace) and s.less}
        price = floor_zero(table(self.buy, prices) - table(self.space, less))
        self.price = relation.define(rules.BUYING_FOR_POUNDS, "price", price)
        self.bought = self.parts.add_purchase(self.price)
        for company, part in enumerate(self.parts.tracks):
            if part:
                relation.shape(same(self.offers.named[company], part.taken))
        relation.shape(same(no(eq(self.buy, 0)), self.bought > 0))
        # Buying where nothing is sold is a fault of the reward that was taken.
        on_display = is_among(self.buy, [0, *prices])
        buys_shown = implies(self._of_kind(printed.BuySpace), on_display)
        relation.demand(rules.BUYS_FROM_DISPLAY, buys_shown)
        pays = self.parts.cash_at(self.bought) >= self.price
        buys = both(self.bought > 0, self._of_kind(printed.BuySpace))
        relation.demand(rules.CARD_IS_PAID, implies(buys, pays))
        self.parts.demand_order()

    def _demand_taking(self) -> None:
        relation, parts, rulings = self.relation, self.parts, self.table.rulings
        buying = self._of_kind(printed.BuySpace)
        left_out = [*parts.missing(diamonds_optional=buying), *self._tracks_missing()]
        missing = relation.let_bit(some(left_out))
        # Where it is not clear what the space gives, what was taken is judged no further.
        open_discard = both(self._of_kind(printed.DiscardSpace), self.discard <= 0)
        unclear = relation.let_bit(either(no(self.offers.settled), open_discard))
        as_shown = both(either(no(parts.taken), no(missing)), self._fits(buying))
        relation.demand(rules.SPACE_REWARD_AS_SHOWN, either(unclear, as_shown))
        relation.demand(rules.REWARD_IS_TAKEN, either(unclear, parts.taken, no(missing)))
        if not rulings.may_leave_rewards:
            moved = parts.diamonds.taken if parts.diamonds else False
            enough = self.bought > 0
            if rulings.and_or_space == "and-or":
                enough = either(enough, moved)
            relation.demand(rules.REWARD_IS_TAKEN, implies(buying, enough))

    def _fits(self, buying: Truth) -> Truth:
        others = self._of_kind(printed.OtherTracksSpace)
        own_tracks: dict[int, Truth] = {}
        for number, space in self.offers.spaces.items():
            if not isinstance(space, printed.OtherTracksSpace):
                continue
            here = eq(self.space, number)
            own = self.offers.own_company(space.id)
            wrong: Truth = self.parts.twice
            if own is not None:
                own_tracks[own] = either(here, own_tracks.get(own, False))
                wrong = either(wrong, self.offers.named[own])
            self.relation.demand(rules.DIFFERENT_OTHER_TRACKS, implies(here, no(wrong)))
            within = implies(here, self.parts.advances <= space.tracks)
            self.relation.demand(rules.SPACE_REWARD_AS_SHOWN, within)
        once, kept = either(no(self.parts.twice), others), either(eq(self.buy, 0), buying)
        return both(self.parts.fits(own_tracks), once, kept)

    def _tracks_missing(self) -> Iterable[Truth]:
        if self.table.rulings.may_leave_rewards:
            return
        for number, space in self.offers.spaces.items():
            if isinstance(space, printed.OtherTracksSpace):
                own = self.offers.own_company(space.id)
                # A track that is named again, or the space's own, uses up what the space gives.
                unnamed = space.tracks - self.parts.advances
                others = [c for c in range(len(COMPANIES)) if c != own]
                still = (both(no(self.offers.named[c]), no(self.parts.can_move(c))) for c in others)
                blocked = count(still)
                yield both(eq(self.space, number), unnamed > blocked)

    # Reading turns

    def other_facts(self, turn: PlaceMarker) -> Mapping[str, Iterable[Truth]]:
        outline = marker_outline(self.table, turn)
        cards = [part.card for part in turn.reward if isinstance(part, BuyCard)]
        bought = display_numbers(self.table.state).get(cards[0], -1) if cards else 0
        return {
            "space": [eq(self.space, outline["space"])],
            "option": [eq(self.option, outline["option"])],
            "discard": [eq(self.discard, outline["discard"])],
            "reward": [eq(self.buy, bought), *self.parts.facts(turn.reward)],
            "place": self.places.facts(turn.place, self.parts.unjudged_books(turn.reward)),
            "plus_one": self.tile.facts(turn.plus_one),
        }

    def wishes(self, turn: PlaceMarker) -> Mapping[str, Truth]:
        """Return what a marker is placed for: the card to be bought and the books."""
        numbers = display_numbers(self.table.state)
        cards = [part.card for part in turn.reward if isinstance(part, BuyCard)]
        wanted = self.places.wishes(turn.place)
        if cards and cards[0] in numbers:
            wanted["buy"] = eq(self.buy, numbers[cards[0]])
        return wanted

    def _bought(self, values: Values) -> CardId | None:
        number = values.number(self.buy.text)
        return self.table.state.display[number - 1] if number > 0 else None

    def _discarded(self, values: Values) -> CardId | None:
        number = values.number(self.discard.text)
        return self.hand[number - 1] if number > 0 else None

    def read(self, values: Values) -> PlaceMarker:
        return PlaceMarker(
            seat=self.table.seat,
            plus_one=self.tile.read(values),
            space=self.table.setting.spaces[values.number(self.space.text) - 1].id,
            option=self._option(values),
            discard=self._discarded(values),
            reward=self.parts.read(values, self._bought(values)),
            place=self.places.read(values),
        )

    def _option(self, values: Values) -> int | None:
        number = values.number(self.space.text)
        several = self.offers.options.get(number, 0) > 1
        return values.number(self.option.text) if several else None

    def canonical(self, values: Values) -> CanonicalMarker:
        return CanonicalMarker(
            seat=self.table.seat,
            plus_one=self.tile.canonical(values),
            space=self.table.setting.spaces[values.number(self.space.text) - 1].id,
            option=self._option(values),
            discard=self._discarded(values),
            buy=self._bought(values),
            gains=gains(values, self.parts, self.places, self._for_pounds),
        )

    @property
    def _for_pounds(self) -> Whole:
        return self.parts.pool.for_pounds if self.parts.pool else 0

    def choices(self) -> Iterable[Whole | Truth]:
        own = [self.space, self.chosen, self.discard, self.buy, self._for_pounds]
        return [*own, *self.parts.choices(), *self.places.choices(), *self.tile.choices()]

    # Effects

    def state_effects(self, after: After) -> None:
        seen, parts = self.table, self.parts
        spaces = parts.after(after)
        after.sum(self.start + parts.gain, writes.at("players", seen.seat, "cash"))
        for number in self.offers.spaces:
            here = eq(self.space, number)
            after.bit(rules.MARKER_BLOCKS, here, writes.marker(number - 1, seen.seat))
        first = when(self._of_kind(printed.FirstPlayerSpace), seen.seat, seen.state.first_player)
        after.number(rules.FIRST_PLAYER_MARKER, first, writes.at("first_player"))
        for number, card in enumerate(self.hand, 1):
            gone = eq(self.discard, number)
            after.bit(rules.DISCARD_PAYS, gone, writes.discarded(seen.seat, card))
        for space, shown in enumerate(seen.state.display):
            if shown is not None:
                bought = eq(self.buy, space + 1)
                to_hand = writes.at("players", seen.seat, "hand", shown)
                after.bit(rules.BUYING_FOR_POUNDS, bought, to_hand)
                after.bit(rules.BUYING_FOR_POUNDS, bought, writes.off_display(space))
        self.places.after(after)
        self.end_turn(after, spaces)
