"""Who may place a marker where, what it costs, and which card a space removes."""

from model.legality.spaces import Offers
from model.legality.table import SeatView
from model.relation import Relation
from model.terms import Num, Truth, Whole, both, eq, implies, is_among, no, some, table
from referee.game.components import DiscardSpace, FirstPlayerSpace, GoodsCard, ShareCard
from referee.game.ids import CardId
from referee.game.rulebook import bonus as rules
from referee.game.rulebook import tracks as track_rules


def of_kind(seen: SeatView, space: Num, kind: type[object]) -> Truth:
    """Say that the space chosen is of a kind."""
    spaces = enumerate(seen.setting.spaces, 1)
    return is_among(space, [number for number, entry in spaces if isinstance(entry, kind)])


def demand_placing(
    relation: Relation, seen: SeatView, offers: Offers, space: Num, in_all: Whole
) -> Whole:
    """State where one of so many markers `in_all` may be placed; return what that costs."""
    spaces = offers.spaces
    placed = sum(seat == seen.seat for seat in seen.state.markers)
    markers = relation.stated(track_rules.MORE_MARKERS, "markers", in_all)
    relation.demand(rules.HAS_MARKER, relation.have("markers", markers) > placed)
    relation.demand(rules.SPACE_ON_TABLE, is_among(space, spaces))
    taken = [n for n in spaces if seen.state.markers[n - 1] is not None]
    relation.demand(rules.SPACE_EMPTY, no(is_among(space, taken)))
    for number, (what, lacking) in offers.locked.items():
        unlocked = relation.have(what, 0) >= lacking
        relation.demand(rules.SPACE_UNLOCKED, implies(eq(space, number), unlocked))
    relation.demand(rules.ONE_SPACE_A_TRACK, no(is_among(space, offers.doubled)))
    prices = {number: entry.cost for number, entry in spaces.items() if entry.cost}
    cost = relation.define(rules.SPACE_COSTS, "cost", table(space, prices))
    relation.demand(rules.SPACE_IS_PAID, cost <= relation.have("pounds", seen.me.cash))
    # Nobody gets the marker before his own first turn, so that is the first turn of the round.
    holder = seen.state.first_player == seen.seat and seen.state.turn == 1
    barred = holder and of_kind(seen, space, FirstPlayerSpace)
    relation.demand(rules.NOT_ON_FIRST_TURN, no(barred))
    for number, (own, most) in offers.majorities.items():
        relation.demand(rules.NOBODY_HAS_MORE, implies(eq(space, number), own >= most))
        for tier, least in offers.tiers(number):
            chosen = offers.chosen(number, tier)
            relation.demand(rules.TIER_REACHED, implies(chosen, own >= least))
    return cost


def demand_option(relation: Relation, offers: Offers, space: Num, option: Num) -> None:
    """State how many of a space's rewards are chosen; the only one need not be said."""
    for number, options in offers.options.items():
        allowed = [0] if not options else [0, 1] if options == 1 else range(1, options + 1)
        relation.demand(
            rules.CHOOSES_ONE_REWARD, implies(eq(space, number), is_among(option, allowed))
        )


def demand_discard(relation: Relation, seen: SeatView, space: Num, discard: Num) -> Whole:
    """State which cards of the hand may be removed; return the crate value of the one that is."""
    hand = enumerate(sorted(seen.me.hand), 1)
    crates = {number: seen.components.card[card].crate for number, card in hand}
    spaces = dict(enumerate(seen.setting.spaces, 1))
    allowed: list[Truth] = [
        both(no(of_kind(seen, space, DiscardSpace)), eq(discard, 0)),
        no(is_among(space, spaces)),
    ]
    for number, entry in spaces.items():
        if isinstance(entry, DiscardSpace):
            accepted = [
                n for n, card in enumerate(sorted(seen.me.hand), 1) if _accepts(seen, entry, card)
            ]
            allowed.append(both(eq(space, number), is_among(discard, accepted)))
    relation.demand(rules.DISCARD_FROM_HAND, some(allowed))
    return table(discard, crates)


def _accepts(seen: SeatView, space: DiscardSpace, name: CardId) -> bool:
    card = seen.components.card[name]
    if isinstance(card, ShareCard) and seen.rulings.share_cards == "kept":
        return False
    return space.good is None or (isinstance(card, GoodsCard) and card.good == space.good)
