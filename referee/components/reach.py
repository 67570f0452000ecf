"""Which rules need certain components to come into play, and whether a set has them."""

from collections.abc import Callable, Mapping
from typing import Any, Final, get_args

from referee.components.set_invariant import REACH_ID, SetStatements
from referee.components.statements.map import REWARDS
from referee.core import components as printed
from referee.core.component_set import ComponentSet
from referee.core.ids import GOODS
from referee.rulebook import RULES

Test = Callable[[ComponentSet], bool]


def _bonus(kind: type[Any], level: int | None = None) -> Test:
    def test(components: ComponentSet) -> bool:
        return any(
            isinstance(bonus, kind)
            for track in components.tracks
            for number, bonus in enumerate(track.bonuses)
            if level in {None, number}
        )

    return test


def _has(table: str, kind: type[Any]) -> Test:
    return lambda components: any(isinstance(entry, kind) for entry in getattr(components, table))


def _mixes(components: ComponentSet) -> bool:
    goods = {card.good for card in components.cards if isinstance(card, printed.GoodsCard)}
    mixed = (
        isinstance(bonus, printed.DiscountBonus) and bonus.mixed
        for track in components.tracks
        for bonus in track.bonuses
    )
    return goods == set(GOODS) and any(mixed)


def _price_of_zero(components: ComponentSet) -> bool:
    discount = max(
        (
            bonus.less
            for track in components.tracks
            for bonus in track.bonuses
            if isinstance(bonus, printed.DiscountBonus)
        ),
        default=0,
    )
    crate = min(card.crate for card in components.cards if card.letter)
    return crate + min(space.crate for space in components.card_spaces) <= discount


def _several_options(components: ComponentSet) -> bool:
    return any(
        (isinstance(space, printed.MajoritySpace) and len(space.tiers) > 1)
        or (isinstance(space, printed.ChoiceSpace) and len(space.rewards) > 1)
        for space in components.spaces
    )


def _posts_reward(components: ComponentSet) -> bool:
    books = (book.reward for book in components.books)
    spaces = (reward for space in components.spaces for reward in printed.rewards_of(space))
    return any(reward.posts for reward in (*books, *spaces))


def _mines(components: ComponentSet) -> bool:
    merchants = (card for card in components.cards if isinstance(card, printed.MerchantCard))
    return any(region.mines for region in components.regions) and any(
        card.mines_per_step for card in merchants
    )


_TESTS: Final[Mapping[tuple[str, str], Test]] = {
    ("SET-02", "first_game"): lambda components: bool(components.first_game),
    ("SET-03", "track_cards"): lambda components: bool(components.track_cards),
    ("SET-11", "starting_tiles"): lambda components: any(
        tile.first_game_seat for tile in components.starting_tiles
    ),
    ("SET-20", "starting_tiles"): lambda components: any(
        tile.bonus for tile in components.starting_tiles
    ),
    ("SET-19 BKK-23 PRE-05", "round_coins"): lambda components: any(
        sum(entry.coins) for entry in components.round_coins
    ),
    ("PLN-06", "cards"): _has("cards", printed.ShareCard),
    ("GDS-04", "tracks"): _mixes,
    ("GDS-09", "card_spaces"): _price_of_zero,
    ("GDS-10", "tracks"): _bonus(printed.DiscountBonus),
    ("GDS-11", "tracks"): _bonus(printed.UnitBonus),
    ("TRK-02 TRK-03 TRK-04 TRK-05", "tracks"): lambda components: any(
        track.calls for track in components.tracks
    ),
    ("TRK-06 TRK-07 TRK-08", "tracks"): lambda components: any(
        track.specials for track in components.tracks
    ),
    ("TRK-09", "tracks"): _bonus(printed.ExpansionBonus, level=1),
    ("TRK-10", "tracks"): _bonus(printed.ExpansionBonus),
    ("TRK-11", "tracks"): _bonus(printed.MarkerBonus),
    ("TRK-13", "tracks"): lambda components: any(
        not isinstance(bonus, printed.SpaceBonus)
        for track in components.tracks
        for bonus in track.bonuses
    ),
    ("EXP-13", "borders"): lambda components: (
        {border.lines for border in components.borders} == {1, 2}
    ),
    ("EXP-15", "regions"): lambda components: (
        {*REWARDS} <= {region.reward for region in components.regions}
    ),
    ("EXP-21", "bases"): lambda components: any(
        sum(map(len, base.columns)) <= len(components.regions) for base in components.bases
    ),
    ("BKK-07", "book_tracks"): lambda components: bool(components.book_track.crossed_out),
    ("BKK-18", "books"): lambda components: (
        {type(needs) for book in components.books for needs in book.requires}
        == {*get_args(printed.Requirement)}
    ),
    ("BKK-20 BKK-29", "books"): _posts_reward,
    ("BKK-28", "books"): lambda components: any(
        book.reward.cotton_less is not None for book in components.books
    ),
    ("DIA-02", "cards"): _has("cards", printed.MerchantCard),
    ("DIA-03", "regions"): _mines,
    ("DIA-04", "tiles"): _has("tiles", printed.MerchantTile),
    ("BON-04 BON-19", "spaces"): lambda components: any(space.cost for space in components.spaces),
    ("BON-05 BON-20", "spaces"): _has("spaces", printed.FirstPlayerSpace),
    ("BON-06", "tracks"): _bonus(printed.SpaceBonus),
    ("BON-07", "tracks"): _bonus(printed.SpaceBonus, level=1),
    ("BON-08 BON-09 BON-23", "spaces"): _has("spaces", printed.MajoritySpace),
    ("BON-10", "spaces"): _several_options,
    ("BON-11 BON-21", "spaces"): _has("spaces", printed.DiscardSpace),
    ("BON-12 BON-13 BON-14 BON-22", "spaces"): _has("spaces", printed.BuySpace),
    ("BON-16", "spaces"): _has("spaces", printed.OtherTracksSpace),
    ("BON-17 BON-27", "tiles"): _has("tiles", printed.PlusOneTile),
    ("BON-24", "spaces"): _has("spaces", printed.ChoiceSpace),
    ("BON-25", "spaces"): _has("spaces", printed.TileSpace),
    ("BON-26", "tiles"): lambda components: (
        {printed.BookkeeperTile, printed.ExpansionTile} <= {type(t) for t in components.tiles}
    ),
    ("SCO-02", "cards"): lambda components: any(card.share for card in components.cards),
    ("SCO-03", "bases"): lambda components: any(
        sum(map(sum, base.columns)) for base in components.bases
    ),
    ("SCO-05", "diamond_tracks"): lambda components: bool(components.diamond_track.values),
    ("SCO-06", "book_tracks"): lambda components: bool(components.book_track.values),
}
"""By rules the table that must have something, and the test for it."""

CONDITIONS: Final[Mapping[str, tuple[str, Test]]] = {
    rule: (table, test) for (rules, table), test in _TESTS.items() for rule in rules.split()
}
"""The same rule by rule; other rules need nothing."""

REACH: Final = SetStatements()
"""For each rule that needs components a statement that the set has them."""

for _rule in RULES.values():
    if _rule.id in CONDITIONS:
        REACH.holds(
            f"{REACH_ID}{_rule.id}".lower(),
            "",
            CONDITIONS[_rule.id][0],
            "reach.unreachable",
            CONDITIONS[_rule.id][1],
            rule_id=_rule.id,
            name=_rule.name,
        )
