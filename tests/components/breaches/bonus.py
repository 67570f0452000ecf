from collections.abc import Callable, Mapping

from msgspec.structs import replace

from referee.core.components import (
    BonusSpace,
    BookkeeperTile,
    BuySpace,
    DiscardSpace,
    ExpansionTile,
    FirstPlayerSpace,
    GoodsCard,
    MajoritySpace,
    MerchantTile,
    PlusOneTile,
    Reward,
    Tier,
    TileSpace,
    TrackSteps,
)
from tests.components.spoilt_sets import (
    Spoil,
    Which,
    change,
    change_all,
    drop,
    edit,
    edit_all,
    repeat,
)


def a(kind: type) -> Which:
    return lambda entry: isinstance(entry, kind)


def is_board_buy(space: BonusSpace) -> bool:
    return isinstance(space, BuySpace) and not space.diamonds


def is_board_discard(space: BonusSpace) -> bool:
    return isinstance(space, DiscardSpace) and space.more == 2


def majority(counts: str) -> Which:
    return lambda space: isinstance(space, MajoritySpace) and space.counts == counts


def tiers(*rewards: Reward) -> tuple[Tier, ...]:
    return tuple(Tier(least, reward) for least, reward in enumerate(rewards, 1))


def rewarding(editing: Callable[[Reward], Reward]) -> Spoil:
    """Edit the reward of every tier of every majority space."""

    def edited(space: BonusSpace) -> BonusSpace:
        if not isinstance(space, MajoritySpace):
            return space
        given = tuple(Tier(tier.least, editing(tier.reward)) for tier in space.tiers)
        return replace(space, tiers=given)

    return edit_all("spaces", edited)


CAIRO = TrackSteps("cairo", 1)
MOMBASA = TrackSteps("mombasa", 1)

BREACHES: Mapping[str, list[Spoil]] = {
    "bonus-board": [
        drop("spaces", a(FirstPlayerSpace)),
        drop("spaces", a(TileSpace)),
        drop("spaces", is_board_buy),
        repeat("spaces", a(DiscardSpace), id="twin"),
        change_all("tracks", bonuses=()),
    ],
    "bonus-first-player": [
        change("spaces", a(FirstPlayerSpace), cost=1),
        change("spaces", a(FirstPlayerSpace), reward=Reward(points=2)),
    ],
    "bonus-buy": [
        change("spaces", is_board_buy, cost=2),
        change("spaces", is_board_buy, less=1),
        change("spaces", is_board_buy, diamonds=1),
    ],
    "bonus-discard": [
        change("spaces", is_board_discard, more=1),
        change("spaces", is_board_discard, good="coffee"),
    ],
    "bonus-tile-costs": [
        change("spaces", a(TileSpace), cost=3),
        change_all("spaces", a(TileSpace), cost=1),
        change_all("spaces", a(TileSpace), cost=2),
    ],
    "bonus-tile-each": [
        change("spaces", a(TileSpace), tile="nothing"),
        lambda components: change_all("spaces", a(TileSpace), tile=components.tiles[0].id)(
            components
        ),
    ],
    "bonus-points-1-to-3": [
        change("spaces", a(FirstPlayerSpace), reward=Reward(points=4)),
        change("spaces", a(MajoritySpace), tiers=tiers(Reward(points=4))),
        edit_all(
            "spaces",
            lambda s: replace(s, rewards=(Reward(points=5),)) if hasattr(s, "rewards") else s,
        ),
    ],
    "bonus-no-cotton": [
        change("spaces", a(FirstPlayerSpace), reward=Reward(points=1, cotton_less=1)),
        change("spaces", a(MajoritySpace), tiers=tiers(Reward(cotton_less=1))),
    ],
    "bonus-tiles": [drop("tiles"), repeat("tiles", id="twin")],
    "bonus-tile-values": [
        change("tiles", a(PlusOneTile), units=2),
        change("tiles", a(BookkeeperTile), points=2),
        change("tiles", a(MerchantTile), per_merchant=2),
        change("tiles", a(ExpansionTile), points=1),
    ],
    "majority-four": [
        drop("spaces", a(MajoritySpace)),
        change("spaces", majority("cotton"), counts="coffee"),
    ],
    "majority-free": [change("spaces", a(MajoritySpace), cost=1)],
    "majority-tiers": [
        change("spaces", a(MajoritySpace), tiers=()),
        change("spaces", a(MajoritySpace), tiers=tiers(Reward(track=CAIRO)) * 2),
    ],
    "majority-one-track": [
        change("spaces", a(MajoritySpace), tiers=tiers(Reward(pounds=1))),
        change(
            "spaces",
            a(MajoritySpace),
            tiers=tiers(Reward(track=CAIRO), Reward(track=MOMBASA)),
        ),
    ],
    "majority-coffee": [
        edit("spaces", lambda s: replace(s, tiers=s.tiers[:2]), majority("coffee")),
        change("spaces", majority("coffee"), tiers=tiers(Reward(track=CAIRO))),
    ],
    "majority-bananas": [
        change("spaces", majority("bananas"), tiers=tiers(Reward(track=CAIRO))),
        edit(
            "spaces",
            lambda s: replace(s, tiers=tuple(Tier(6 + n, t.reward) for n, t in enumerate(s.tiers))),
            majority("bananas"),
        ),
    ],
    "majority-cotton": [change("spaces", majority("cotton"), tiers=tiers(Reward(track=CAIRO)))],
    "majority-extras": [
        rewarding(lambda reward: replace(reward, points=0)),
        rewarding(lambda reward: replace(reward, pounds=0)),
    ],
    "display-cards": [
        drop("card_spaces"),
        change_all("card_spaces", row=1),
        repeat("card_spaces", row=5),
    ],
    "display-first-cards": [
        change("cards", lambda card: card.letter == "A", letter="B"),
        change("card_spaces", lambda space: space.column == 2, column=1),
        change_all("cards", letter=None),
    ],
    "display-price-3": [
        change_all("card_spaces", crate=4),
        change_all("cards", a(GoodsCard), crate=9),
    ],
    "display-books": [
        drop("book_spaces"),
        change_all("book_spaces", round=2),
        repeat("book_spaces", id="twin", round=8),
    ],
    "display-book-letters": [change("book_spaces", lambda space: space.letter == "A", letter="C")],
    "rounds-players": [drop("round_coins"), change_all("round_coins", players=2)],
    "rounds-coins": [
        change("round_coins", coins=()),
        change("round_coins", lambda row: row.players == 3, coins=(1, 2, 1, 2, 1, 2)),
    ],
    "ids-writable": [
        change("regions", id=""),
        change("cards", id="a b"),
        change("books", id="x" * 25),
        change("tiles", id="-1"),
        change("spaces", id="é"),
        change("book_spaces", id="a\n"),
    ],
    "ids-unique": [
        lambda components: change("cards", id=components.cards[1].id)(components),
        repeat("tracks"),
        repeat("bases"),
        repeat("round_coins"),
    ],
    "ids-items": [
        lambda components: change("tiles", id=components.cards[0].id)(components),
    ],
    "ids-sources": [
        change("regions", source="rulebook en nowhere"),
        change("regions", source="rulebook manual setup-bank"),
        change("books", sources=(("reward", "rulebook fr nowhere"),)),
    ],
}
