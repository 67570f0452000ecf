"""What a table promises a player beyond his net worth, counted in integers from what is printed.

Nothing hidden is read: of plans that lie face down and of draws to come the features know nothing.
"""

from collections.abc import Iterable, Sequence
from itertools import accumulate, pairwise
from typing import Final

from msgspec import Struct

from referee.core.components import (
    Book,
    BookkeeperCard,
    ExpansionCard,
    GoodsCard,
    MajoritySpace,
    MerchantCard,
    MerchantTile,
    Requirement,
    Reward,
    StartingTile,
    Track,
)
from referee.core.ids import COMPANIES, GOODS, Majority
from referee.core.limits import ROUNDS
from referee.core.state import BaseColumn, Player, Setting, State
from referee.engine.area import Area, meets
from referee.engine.facts import facts_of
from referee.engine.scoring import last_value

TENTHS: Final = 10
"""Values between two printed ones are counted in tenths."""

NEAR: Final = 4
"""Spaces of a company track, and steps to a slot, that count as near."""

LINED: Final = 6
"""Books ahead of the jar that are looked at."""

STRIDE: Final = 8
"""Steps over which the values ahead on the diamond track are averaged."""


class Features(Struct, frozen=True, gc=False):
    """What a table promises one player; a field without a unit counts things.

    The first part is what lasts, the second what can be used in this action phase only.
    """

    growth: int
    """Shares times the coins still covered in the base of their company."""
    crowded_growth: int
    """The same once more for every player beyond the second."""
    share_worth: int
    """Pounds of all shares now, some of which others may cover again."""
    share_ahead: int
    """Tenths of a pound: the part of the next share icons that is reached, at today's value."""
    share_ahead_growth: int
    track_steps: int
    calls_near: int
    specials_near: int
    diamonds_ahead: int
    """Tenths of a pound: the part of the next value that is reached."""
    diamonds_pull: int
    """Tenths of a pound: steps of all merchants owned, at what a step ahead is worth."""
    diamond_slot: int
    diamond_slot_near: int
    ink_ahead: int
    ink_slot: int
    ink_slot_near: int
    books_lined: int
    """Books ahead of the jar up to the first gap."""
    books_lined_worth: int
    """Pounds that the jar gains on the way over them."""
    books_lined_rewards: int
    bookkeepers: int
    bookkeeping: int
    """Points of all bookkeepers owned."""
    units: int
    units_of_best_good: int
    expansion: int
    merchant_steps: int
    cards: int
    hand_strength: int
    """Of the strongest cards in hand, as many as there are slots."""
    deck_strength: int
    """Of the strongest resting deck."""
    second_deck_strength: int
    deck_to_come: int
    """Of the strongest deck once the cards of the slots rest."""
    expansion_bonus: int
    marker_bonus: int
    discount_bonus: int
    unit_bonus: int
    cash: int
    crate: int
    """The highest crate value in hand."""
    first_player: int
    reserved_tiles: int

    open_units: int
    open_best_good: int
    open_best_good_squared: int
    open_expansion: int
    open_expansion_squared: int
    open_expanding: int
    """Whether an expansion card lies face up."""
    open_bookkeepers: int
    open_bookkeeping: int
    open_jar_worth: int
    """Tenths of a pound that the jar can gain over books whose requirements are met."""
    open_jar_reward: int
    open_merchant_steps: int
    open_diamonds_pull: int
    open_markers: int
    open_goods_tile: int
    open_majorities: int
    """Tenths of a pound: rewards of empty majority spaces that are this player's to take."""
    open_items: int


NAMES: Final[tuple[str, ...]] = Features.__struct_fields__


def reward_worth(reward: Reward) -> int:
    """Return roughly what a reward is worth, in tenths of a pound."""
    steps = reward.track.steps if reward.track is not None else 0
    cotton = 20 if reward.cotton_less is not None else 0
    pounds = TENTHS * reward.pounds + cotton
    return pounds + 20 * reward.diamonds + 12 * reward.points + 10 * reward.posts + 20 * steps


# What follows from the setting alone --------------------------------------------------------------
class Holding(Struct, frozen=True, gc=False):
    """The cards a player owns, added up."""

    shares: tuple[int, ...]
    bookkeepers: int
    bookkeeping: int
    units: tuple[int, ...]
    cards_of_good: tuple[int, ...]
    expansion: int
    merchant_steps: int
    cards: int
    hand: tuple[int, ...]
    """Strengths of the cards in hand, the strongest first."""
    crate: int
    resting: tuple[int, ...]
    """Strengths of the resting decks."""
    slots: tuple[int, ...]


COUNTED: Final[tuple[Majority, ...]] = (*GOODS, "expansion")
"""What majority spaces count."""

MOST_HOLDINGS: Final = 20_000
"""Sums of cards and bases that are kept; play meets the same ones again and again."""


class Yardstick:
    """What is printed, as the features of every table of one setting use it."""

    def __init__(self, setting: Setting) -> None:
        self.facts = facts_of(setting)
        diamonds, books = self.facts.diamond_track, self.facts.book_track
        rulings = setting.rulings
        self.diamond_worth = [
            last_value(diamonds.values, at, rulings) for at in range(diamonds.last + 1)
        ]
        self.book_worth = [last_value(books.values, at, rulings) for at in range(books.last + 1)]
        self.diamonds_between = between(self.diamond_worth)
        self.books_between = between(self.book_worth)
        self.diamond_step = [
            (self.diamonds_between[min(at + STRIDE, diamonds.last)] - here) // STRIDE
            for at, here in enumerate(self.diamonds_between)
        ]
        """Tenths of a pound that a step is worth, on average over those ahead."""
        tracks = self.facts.tracks
        self.icons = [_icons(track) for track in tracks]
        self.icons_between = [between(icons) for icons in self.icons]
        self.calls_near = [_near(t.last, [(c.before, c.pounds) for c in t.calls]) for t in tracks]
        self.specials_near = [_near(t.last, [(s.at, s.pounds) for s in t.specials]) for t in tracks]
        self.coins = [sum(sum(column) for column in base) for base in self.facts.base_coins]
        self.uncovered = [
            [[*accumulate(column, initial=0)] for column in base] for base in self.facts.base_coins
        ]
        self.strength = {card.id: _strength(card) for card in setting.components.cards}
        self.share = {
            card.id: COMPANIES.index(card.share) for card in setting.components.cards if card.share
        }
        self.majorities = [
            (
                at,
                COUNTED.index(space.counts),
                [(tier.least, reward_worth(tier.reward)) for tier in space.tiers],
            )
            for at, space in enumerate(setting.spaces)
            if isinstance(space, MajoritySpace)
        ]
        self.merchant_steps = {
            item.id: item.steps + (isinstance(item, MerchantCard) and item.company is not None)
            for item in (*setting.components.cards, *setting.components.tiles)
            if isinstance(item, MerchantCard | MerchantTile)
        }
        self._holdings: dict[object, Holding] = {}
        self._values: dict[object, tuple[int, ...]] = {}
        self._totals: dict[object, tuple[int, ...]] = {}

    def share_values(self, bases: tuple[tuple[BaseColumn, ...], ...]) -> tuple[int, ...]:
        """Return what a share of each company is worth."""
        known = self._values.get(bases)
        if known is None:
            known = tuple(
                sum(
                    uncovered[len(uncovered) - 1 - column.opened - column.posts]
                    + (coins[-1] if column.opened else 0)
                    for uncovered, coins, column in zip(*of_company, strict=True)
                )
                for of_company in zip(self.uncovered, self.facts.base_coins, bases, strict=True)
            )
            if len(self._values) >= MOST_HOLDINGS:
                self._values.clear()
            self._values[bases] = known
        return known

    def holding(self, player: Player) -> Holding:
        """Return the cards a player owns, added up."""
        key = player.hand, player.slots, player.resting
        known = self._holdings.get(key)
        if known is None:
            if len(self._holdings) >= MOST_HOLDINGS:
                self._holdings.clear()
            known = self._holdings[key] = self._added_up(player)
        return known

    def totals(self, player: Player) -> tuple[int, ...]:
        """Return what lies face up before a player, by good and for expansion."""
        key = player.slots, player.used, player.tiles, player.plus_one, player.levels
        known = self._totals.get(key)
        if known is None:
            if len(self._totals) >= MOST_HOLDINGS:
                self._totals.clear()
            area = Area(self.facts, player, player.used, player.plus_one)
            known = self._totals[key] = tuple([area.total(counts) for counts in COUNTED])
        return known

    def _added_up(self, player: Player) -> Holding:
        cards, strength = self.facts.cards, self.strength
        placed = [card for card in player.slots if card is not None]
        decks = [strength[card] for deck in player.resting for card in deck]
        owned = [*player.hand, *placed, *(card for deck in player.resting for card in deck)]
        shares = [0] * len(COMPANIES)
        units, of_good = [0] * len(GOODS), [0] * len(GOODS)
        bookkeepers = bookkeeping = expansion = steps = 0
        for card in owned:
            if card in self.share:
                shares[self.share[card]] += 1
            match cards[card]:
                case GoodsCard(good=good, units=number):
                    units[GOODS.index(good)] += number
                    of_good[GOODS.index(good)] += 1
                case ExpansionCard(points=points):
                    expansion += points
                case BookkeeperCard(points=points):
                    bookkeepers += 1
                    bookkeeping += points
                case MerchantCard():
                    steps += self.merchant_steps[card]
                case _:
                    pass
        return Holding(
            shares=tuple(shares),
            bookkeepers=bookkeepers,
            bookkeeping=bookkeeping,
            units=tuple(units),
            cards_of_good=tuple(of_good),
            expansion=expansion,
            merchant_steps=steps,
            cards=len(decks) + len(placed) + sum(strength[card] > 0 for card in player.hand),
            hand=tuple(sorted((strength[card] for card in player.hand), reverse=True)),
            crate=max((self.facts.crate[card] for card in player.hand), default=0),
            resting=tuple(sum(strength[card] for card in deck) for deck in player.resting),
            slots=tuple(0 if card is None else strength[card] for card in player.slots),
        )


def between(values: Sequence[int]) -> list[int]:
    """Return in tenths a line from each place where the value rises to the next such place."""
    rises = [0, *(at for at in range(1, len(values)) if values[at] != values[at - 1])]
    line = [TENTHS * value for value in values]
    for start, end in pairwise(rises):
        low, high = line[start], line[end]
        for at in range(start, end):
            line[at] = low + (high - low) * (at - start) // (end - start)
    return line


def _icons(track: Track) -> list[int]:
    """Return the shares that a marker on each space of a track owns."""
    return [
        max((icon.shares for icon in track.shares if icon.at <= at), default=0)
        for at in range(track.last + 1)
    ]


def _near(last: int, pounds_at: Iterable[tuple[int, int]]) -> list[int]:
    """Return for each space of a track the pounds that stand at the next few."""
    here = [*pounds_at]
    return [
        sum(pounds for space, pounds in here if at < space <= at + NEAR) for at in range(last + 1)
    ]


def _strength(card: object) -> int:
    """Return roughly what one use of a card is worth, in tenths of a pound."""
    match card:
        case GoodsCard(units=units):
            return 25 * units
        case ExpansionCard(points=points):
            return 30 * points
        case BookkeeperCard(points=points):
            return 25 + 15 * points
        case MerchantCard(steps=steps, pounds=pounds, company=company):
            return 20 * steps + TENTHS * pounds + 10 * (company is not None)
        case _:
            return 0


class Yardsticks:
    """The yardstick of the setting that was asked for last, as a game asks again and again."""

    def __init__(self) -> None:
        self._last: tuple[Setting, Yardstick] | None = None

    def of(self, setting: Setting) -> Yardstick:
        """Return the yardstick of a setting."""
        last = self._last
        if last is None or last[0] is not setting:
            self._last = last = setting, Yardstick(setting)
        return last[1]


yardsticks: Final = Yardsticks()


# The features of a table --------------------------------------------------------------------------
def rounds_ahead(state: State) -> int:
    """Return for how many rounds is still to be planned."""
    planned = state.phase in {"actions", "preparation", "over"}
    return ROUNDS - state.round + (not planned)


def net_worth(state: State, seat: int, yardstick: Yardstick) -> int:
    """Return what a player would score if the game ended now, as the scoring pad adds it up."""
    player = state.players[seat]
    values = yardstick.share_values(state.bases)
    shares = yardstick.holding(player).shares
    total = player.cash + yardstick.diamond_worth[player.diamonds]
    total += yardstick.book_worth[player.ink]
    for company, at in enumerate(player.tracks):
        total += (shares[company] + yardstick.icons[company][at]) * values[company]
    return total


def features(state: State, seat: int, yardstick: Yardstick) -> Features:
    """Return what a table promises a player."""
    player, facts = state.players[seat], yardstick.facts
    holding = yardstick.holding(player)
    values = yardstick.share_values(state.bases)
    growth = share_worth = ahead = ahead_growth = calls = specials = 0
    for company, at in enumerate(player.tracks):
        value = values[company]
        covered = yardstick.coins[company] - value
        icons = yardstick.icons[company][at]
        owned = holding.shares[company] + icons
        growth += owned * covered
        share_worth += owned * value
        part = yardstick.icons_between[company][at] - TENTHS * icons
        ahead += part * value
        ahead_growth += part * covered
        calls += yardstick.calls_near[company][at]
        specials += yardstick.specials_near[company][at]
    diamonds, ink = player.diamonds, player.ink
    diamond_slot, ink_slot = facts.diamond_track.slot_at, facts.book_track.slot_at
    further = (diamonds >= diamond_slot) + (ink >= ink_slot)
    lined = _lined(player, yardstick)
    working = facts.working[player.levels]
    by_strength = sorted(holding.resting, reverse=True)
    pull = yardstick.diamond_step[diamonds]
    return Features(
        growth,
        growth * (len(state.players) - 2),
        share_worth,
        ahead,
        ahead_growth,
        sum(player.tracks),
        calls,
        specials,
        yardstick.diamonds_between[diamonds] - TENTHS * yardstick.diamond_worth[diamonds],
        holding.merchant_steps * pull,
        diamonds >= diamond_slot,
        max(0, NEAR - max(0, diamond_slot - diamonds)),
        yardstick.books_between[ink] - TENTHS * yardstick.book_worth[ink],
        ink >= ink_slot,
        max(0, NEAR - max(0, ink_slot - ink)),
        len(lined),
        yardstick.book_worth[ink + len(lined)] - yardstick.book_worth[ink],
        sum(reward for _, reward in lined),
        holding.bookkeepers,
        holding.bookkeeping,
        sum(holding.units),
        max(holding.units),
        holding.expansion,
        holding.merchant_steps,
        holding.cards,
        sum(holding.hand[: 3 + further]),
        by_strength[0],
        by_strength[1],
        max(map(sum, zip(holding.resting, holding.slots, strict=True))),
        working.expansion,
        working.markers,
        sum(less for _, less in working.discounts),
        sum(
            more * number
            for more, number in zip(working.units.values(), holding.cards_of_good, strict=True)
        ),
        min(player.cash, 12),
        holding.crate,
        state.first_player == seat,
        sum(state.markers[at] == seat for at, _ in facts.tile_spaces),
        *(
            NOTHING_OPEN
            if player.done or state.phase == "over"
            else _open(state, seat, yardstick, lined)
        ),
    )


def _lined(player: Player, yardstick: Yardstick) -> list[tuple[tuple[Requirement, ...], int]]:
    """Return the requirements and the reward of the books ahead of the jar up to the first gap."""
    facts, components = yardstick.facts, yardstick.facts.components
    found: list[tuple[tuple[Requirement, ...], int]] = []
    for step in range(player.ink + 1, min(player.ink + LINED, facts.last_book_step) + 1):
        face: StartingTile | Book
        if step < facts.first_book_step:
            if player.starting_tile is None:
                break
            face = components.starting_tile[player.starting_tile]
        elif pile := player.books[step - facts.first_book_step]:
            face = components.book[pile[-1]]
        else:
            break
        found.append(
            ((), 0) if step in player.flipped else (face.requires, reward_worth(face.reward))
        )
    return found


NOTHING_OPEN: Final = (0,) * (len(NAMES) - NAMES.index("open_units"))


def _open(
    state: State,
    seat: int,
    yardstick: Yardstick,
    lined: Sequence[tuple[tuple[Requirement, ...], int]],
) -> tuple[int, ...]:
    """Return the features of what can still be used in this action phase."""
    player, facts = state.players[seat], yardstick.facts
    area = Area(facts, player, player.used, player.plus_one)
    totals = yardstick.totals(player)
    best_good, expansion = max(totals[:-1]), totals[-1]
    bookkeepers = area.bookkeepers()
    worth = reward = 0
    if bookkeepers and lined:
        # Whoever moves the jar is turned down, and no colleague of himself.
        busy = Area(facts, player, player.used | {bookkeepers[0]}, player.plus_one)
        for step, (requires, reward_there) in enumerate(lined, player.ink + 1):
            if requires and not meets(busy, requires):
                break
            worth = yardstick.books_between[step] - yardstick.books_between[player.ink]
            reward = max(reward, reward_there)
    steps = sum([yardstick.merchant_steps[item] for item in area.merchants()])
    placed = sum([marker == seat for marker in state.markers])
    markers = facts.markers + facts.working[player.levels].markers - placed
    majorities = 0
    if markers > 0:
        others = [yardstick.totals(one) for at, one in enumerate(state.players) if at != seat]
        for space, counts, tiers in yardstick.majorities:
            total = totals[counts]
            if state.markers[space] is None and all(total >= other[counts] for other in others):
                majorities += max([worth for least, worth in tiers if total >= least], default=0)
    return (
        sum(totals[:-1]),
        best_good,
        best_good * best_good,
        expansion,
        expansion * expansion,
        expansion > 0,
        len(bookkeepers),
        sum([facts.bookkeepers[item] for item in bookkeepers]),
        worth,
        reward,
        steps,
        steps * yardstick.diamond_step[player.diamonds],
        max(0, markers),
        len(player.tiles & facts.goods_tiles - player.used),
        majorities,
        len([card for card in player.slots if card is not None and card not in player.used])
        + len(player.tiles - player.used),
    )
