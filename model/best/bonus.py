"""Bonus markers: which space, which of its rewards, which card is removed or bought."""

from collections.abc import Iterator

from model.best.bonus_rewards import reward_turns
from model.best.diamonds import move_diamond
from model.best.draft import Draft, Lit, Value, total, weighted
from model.best.effects import Branch, Effects
from model.best.goods import prices
from model.best.rewards import Taken
from model.best.table import Table
from model.best.tile import Tile
from model.best.tracks import Purse, StepPart
from referee.game.canonical import CanonicalMarker
from referee.game.components import (
    BonusSpace,
    BuySpace,
    ChoiceSpace,
    DiscardSpace,
    FirstPlayerSpace,
    GoodsCard,
    MajoritySpace,
    MarkerBonus,
    OtherTracksSpace,
    ShareCard,
    SpaceBonus,
    TileSpace,
)
from referee.game.ids import COMPANIES, CardId, Company
from referee.game.limits import MARKERS_BY_PLAYERS


def marker_turns(table: Table) -> Iterator[Branch]:
    """Yield all placings of a bonus marker, space by space and reward by reward."""
    more = sum(b.markers for b in table.working(table.me) if isinstance(b, MarkerBonus))
    markers = MARKERS_BY_PLAYERS[table.state.setting.players] + more
    if sum(seat == table.seat for seat in table.state.markers) >= markers:
        return
    for space, seat in zip(table.state.setting.spaces, table.state.markers, strict=True):
        if seat is None and space.cost <= table.me.cash and _is_open(table, space):
            yield from _on_space(table, space)


def owner(table: Table, space: BonusSpace) -> Company | None:
    """Return the company at whose track a space lies."""
    return next((c for c in COMPANIES if SpaceBonus(space.id) in table.bonuses(c)), None)


def _is_open(table: Table, space: BonusSpace) -> bool:
    """Return whether the mover may use a space at all, majorities and money aside."""
    if isinstance(space, FirstPlayerSpace):
        # Only the first player of the round can hold the marker on his first turn in it.
        return not (table.state.first_player == table.seat and table.state.turn == 1)
    company = owner(table, space)
    if company is None:
        return True
    bonuses = table.bonuses(company)
    level = table.me.levels[COMPANIES.index(company)]
    used = {
        other.id
        for other, seat in zip(table.state.setting.spaces, table.state.markers, strict=True)
        if seat == table.seat
    }
    beside = {bonus.space for bonus in bonuses if isinstance(bonus, SpaceBonus)}
    return bonuses.index(SpaceBonus(space.id)) < level and not used & beside


def _on_space(table: Table, space: BonusSpace) -> Iterator[Branch]:
    match space:
        case FirstPlayerSpace(reward=reward):
            yield reward_turns(table, space, None, reward)
        case ChoiceSpace(rewards=rewards):
            options = enumerate(rewards, 1) if len(rewards) > 1 else [(None, rewards[0])]
            yield from (reward_turns(table, space, *option) for option in options)
        case MajoritySpace():
            yield from _majority(table, space)
        case BuySpace():
            yield _buy(table, space)
        case DiscardSpace():
            yield from _discard(table, space)
        case OtherTracksSpace():
            yield _other_tracks(table, space)
        case TileSpace():
            yield _plain(table, space)


def _majority(table: Table, space: MajoritySpace) -> Iterator[Branch]:
    counts = space.counts
    others = [table.state.players[seat] for seat in table.opponents]
    if counts == "expansion":
        own, most = table.expansion(table.me), max(map(table.expansion, others))
    else:
        own, most = table.totals[counts], max(table.total(other, counts) for other in others)
    for option, tier in enumerate(space.tiers, 1):
        needed = max(most, tier.least)
        if own >= needed:
            yield reward_turns(table, space, option, tier.reward)
        elif (
            counts != "expansion"
            and any(card.good == counts for card in table.tile_cards)
            and own + table.tile_units >= needed
        ):
            yield reward_turns(table, space, option, tier.reward, needs_tile=counts)


def _plain(table: Table, space: TileSpace) -> Branch:
    draft = Draft()
    tile = Tile(draft, table)

    def read(value: Value) -> CanonicalMarker:
        return CanonicalMarker(seat=table.seat, plus_one=tile.read(value), space=space.id)

    return Branch("marker", draft, Effects(cash=table.me.cash - space.cost), read)


def _buy(table: Table, space: BuySpace) -> Branch:
    draft = Draft()
    model, rulings = draft.model, table.state.setting.rulings
    tile = Tile(draft, table)
    buy = {card: draft.choice(f"buy[{card}]") for card in prices(table)}
    model.add_at_most_one(buy.values())
    moves: list[tuple[int, Lit]] = []
    if space.diamonds:
        moves.append((space.diamonds, draft.choice("take-diamonds")))
    taken = Taken(diamonds=move_diamond(draft, table, moves, space.diamonds))
    if not rulings.may_leave_parts:
        needed = [*buy.values()]
        if rulings.and_or_space == "and-or":
            needed += [lit for _, lit in moves]
        model.add(total(needed) >= 1)
    cost = {card: max(0, price - space.less) for card, price in prices(table).items()}
    cash = table.me.cash - space.cost + taken.money()
    cash = cash - weighted((cost[card], lit) for card, lit in buy.items())
    # Pounds for diamond steps may come first, and nothing else costs anything.
    model.add(cash >= 0)
    effects = taken.effects(table, 0)
    effects.cash = cash
    for card, lit in buy.items():
        if (share := table.card(card).share) is not None:
            effects.cards.setdefault(share, []).append((1, lit))

    def read(value: Value) -> CanonicalMarker:
        return CanonicalMarker(
            seat=table.seat,
            plus_one=tile.read(value),
            space=space.id,
            buy=next((card for card, lit in buy.items() if value(lit)), None),
            gains=taken.read(value),
        )

    return Branch("marker", draft, effects, read)


def _discards(table: Table, space: DiscardSpace) -> tuple[CardId, ...]:
    kept = table.state.setting.rulings.share_cards == "kept"
    cards = (table.card(card) for card in sorted(table.me.hand))
    return tuple(
        card.id
        for card in cards
        if not (kept and isinstance(card, ShareCard))
        and (space.good is None or (isinstance(card, GoodsCard) and card.good == space.good))
    )


def _discard(table: Table, space: DiscardSpace) -> Iterator[Branch]:
    cards = _discards(table, space)
    if not cards:
        return
    draft = Draft()
    tile = Tile(draft, table)
    gone = {card: draft.choice(f"discard[{card}]") for card in cards}
    draft.model.add_exactly_one(gone.values())
    pays = {card: table.card(card).crate + space.more for card in cards}
    taken = Taken(pounds=weighted((pays[card], lit) for card, lit in gone.items()))
    if table.state.setting.rulings.may_leave_parts and any(pays.values()):
        limit, taken.pounds = taken.pounds, draft.chosen_amount(max(pays.values()), "pounds")
        draft.model.add(taken.pounds <= limit)
    effects = taken.effects(table, table.me.cash - space.cost)
    for card, lit in gone.items():
        if (share := table.card(card).share) is not None:
            effects.cards.setdefault(share, []).append((-1, lit))

    def read(value: Value) -> CanonicalMarker:
        return CanonicalMarker(
            seat=table.seat,
            plus_one=tile.read(value),
            space=space.id,
            discard=next(card for card, lit in gone.items() if value(lit)),
            gains=taken.read(value),
        )

    yield Branch("marker", draft, effects, read)


def _other_tracks(table: Table, space: OtherTracksSpace) -> Branch:
    draft = Draft()
    tile = Tile(draft, table)
    others = [company for company in COMPANIES if company != owner(table, space)]
    number = min(space.tracks, len(others))
    named = {company: draft.aside(f"named[{company}]") for company in others}
    draft.model.add(total(named.values()) == number)
    start = table.me.cash - space.cost
    taken = Taken()
    parts = [StepPart(company, space.steps, lit) for company, lit in named.items()]
    taken.make_steps(draft, table, parts, number, Purse(start, start))

    def read(value: Value) -> CanonicalMarker:
        return CanonicalMarker(
            seat=table.seat,
            plus_one=tile.read(value),
            space=space.id,
            gains=taken.read(value),
        )

    return Branch("marker", draft, taken.effects(table, start), read)
