"""Random cards, books, starting tiles, bonus spaces and bonus tiles."""

from collections.abc import Sequence
from random import Random
from typing import Final, Literal

from msgspec.structs import replace

from referee.components.generate.chances import SOURCE, covering, numbered, rising, shuffled
from referee.components.statements.bonus import (
    BANANAS,
    COFFEE,
    COTTON,
    EXAMPLE_BANANAS,
    FIRST_PLAYER_REWARD,
    TILE_COSTS,
)
from referee.components.statements.books import (
    BONUS_TRACKS,
    BOOKS_OF_A_LETTER,
    COFFEE_AND_MORE,
    COTTON_LESS,
    EXAMPLE_POINTS,
    MOST_POSTS,
    ONE_COTTON,
    REQUIREMENTS,
    SHOWN,
    SHOWN_BONUSES,
    TILES,
)
from referee.components.statements.cards import (
    BY_LETTER,
    COMPANY_MERCHANT,
    EXAMPLE_BOOKKEEPER,
    NUMBERED_POINTS,
    PLAIN_MERCHANT,
    POINTS,
    SHARE_LETTERS,
    STARTING_CARDS,
    UNITS,
)
from referee.components.statements.displays import EXAMPLE_PRICE, EXAMPLE_UNITS
from referee.components.statements.entries import MOST_POINTS
from referee.core.components import (
    BonusSpace,
    BonusSteps,
    BonusTile,
    Book,
    BookkeeperCard,
    BookkeeperTile,
    BuySpace,
    Card,
    DiscardSpace,
    ExpansionCard,
    ExpansionTile,
    FirstPlayerSpace,
    GoodsCard,
    MajoritySpace,
    MerchantCard,
    MerchantTile,
    NeedsColleague,
    NeedsExpansion,
    NeedsGood,
    NeedsOneGood,
    PlusOneTile,
    Requirement,
    Reward,
    ShareCard,
    StartingTile,
    Tier,
    TileSpace,
    TrackSteps,
)
from referee.core.ids import (
    BOOK_LETTERS,
    COLOURED_SLOTS,
    COMPANIES,
    GOODS,
    BookId,
    CardId,
    Company,
    Good,
    Majority,
    SpaceId,
    StartTileId,
    TileId,
)
from referee.core.limits import PLAYER_COUNTS

MOST_CRATE: Final = 6
MOST_BOOKKEEPING: Final = 4
NO_ID: Final = CardId("")
EXAMPLES: Final[tuple[Good, ...]] = ("bananas", "coffee")
"""Goods of which an example buys a card."""


def random_cards(rng: Random, display_crates: Sequence[int]) -> tuple[Card, ...]:
    """Return all cards; the examples' prices come about with one of `display_crates`."""
    starting = [_goods(rng), _expansion(rng), _bookkeeper(rng)]
    acquired = [*_merchants(rng), *_bought(rng, display_crates), _shared(rng, _expansion(rng))]
    stack_size = sum(n for letter, n in BY_LETTER.items() if letter not in SHARE_LETTERS)
    free = STARTING_CARDS + stack_size - len(starting) - len(acquired)
    somewhere = _shown_somewhere(rng)
    somewhere += [_any(rng) for _ in range(free - len(somewhere))]
    rng.shuffle(somewhere)
    split = STARTING_CARDS - len(starting)
    starting += somewhere[:split]
    acquired += [_shared(rng, c) if rng.random() < 1 / 3 else c for c in somewhere[split:]]

    cards = [*starting, *_numbered_cards(rng), *_lettered(rng, acquired)]
    ids = shuffled(rng, numbered(rng, ("card", "c", "K"), len(cards)))
    named = (replace(card, id=CardId(id_)) for card, id_ in zip(cards, ids, strict=True))
    return shuffled(rng, named)


def _lettered(rng: Random, acquired: Sequence[Card]) -> list[Card]:
    number = sum(BY_LETTER[letter] for letter in SHARE_LETTERS)
    # An example has two share cards of one company.
    companies = ("cape-town", "cape-town", *rng.choices(COMPANIES, k=number - 2))
    single = [_share_card(rng, company) for company in companies]
    stack = [*shuffled(rng, acquired), *shuffled(rng, single)]
    letters = [letter for letter, number in BY_LETTER.items() for _ in range(number)]
    return [replace(card, letter=letter) for card, letter in zip(stack, letters, strict=True)]


def _shown_somewhere(rng: Random) -> list[Card]:
    """Return cards that exist, whether players start with them or acquire them."""
    cards: list[Card] = [_goods(rng, good, units) for good in GOODS for units in UNITS]
    cards[0] = replace(cards[0], crate=1)
    cards += [_expansion(rng, points) for points in POINTS]
    return [*cards, _bookkeeper(rng, EXAMPLE_BOOKKEEPER)]


def _bought(rng: Random, display_crates: Sequence[int]) -> list[Card]:
    beside = [crate for crate in display_crates if crate <= EXAMPLE_PRICE]
    return [
        replace(_goods(rng, good, EXAMPLE_UNITS), crate=EXAMPLE_PRICE - rng.choice(beside))
        for good in EXAMPLES
    ]


def _merchants(rng: Random) -> list[Card]:
    return [
        MerchantCard(
            id=NO_ID,
            crate=rng.randint(0, MOST_CRATE),
            company=company,
            source=SOURCE,
            **(COMPANY_MERCHANT if company else PLAIN_MERCHANT),
        )
        for company in (None, *COMPANIES)
    ]


def _numbered_cards(rng: Random) -> list[Card]:
    return [
        replace(_expansion(rng, NUMBERED_POINTS), seat=seat)
        for seat in range(1, max(PLAYER_COUNTS) + 1)
    ]


def _any(rng: Random) -> Card:
    return rng.choice((_goods, _goods, _goods, _expansion, _bookkeeper))(rng)


def _goods(rng: Random, good: Good | None = None, units: int = 0) -> Card:
    return GoodsCard(
        id=NO_ID,
        crate=rng.randint(0, MOST_CRATE),
        good=rng.choice(GOODS) if good is None else good,
        units=units or rng.choice(UNITS),
        source=SOURCE,
    )


def _expansion(rng: Random, points: int = 0) -> Card:
    return ExpansionCard(
        id=NO_ID,
        crate=rng.randint(0, MOST_CRATE),
        points=points or rng.choice(POINTS),
        source=SOURCE,
    )


def _bookkeeper(rng: Random, points: int = 0) -> Card:
    return BookkeeperCard(
        id=NO_ID,
        crate=rng.randint(0, MOST_CRATE),
        points=points or rng.randint(1, MOST_BOOKKEEPING),
        source=SOURCE,
    )


def _shared(rng: Random, card: Card) -> Card:
    return replace(card, share=rng.choice(COMPANIES))


def _share_card(rng: Random, company: Company) -> Card:
    crate = rng.randint(0, MOST_CRATE)
    return ShareCard(id=NO_ID, crate=crate, share=company, source=SOURCE)


BookFace = tuple[tuple[Requirement, ...], Reward]


def random_books(rng: Random) -> tuple[Book, ...]:
    """Return all book tiles, those that the rulebooks show among them."""
    number = BOOKS_OF_A_LETTER * len(BOOK_LETTERS)
    # The order of two requirements must not depend on the order within a set.
    coffee_and_more = tuple(sorted(COFFEE_AND_MORE, key=repr))
    faces: list[BookFace] = [
        *((shuffled(rng, [wanted, _requirement(rng)]), _reward(rng)) for wanted in SHOWN.values()),
        ((ONE_COTTON,), Reward(cotton_less=COTTON_LESS)),
        (shuffled(rng, coffee_and_more), Reward(points=EXAMPLE_POINTS)),
    ]
    faces += [_face(rng, n) for n in covering(rng, REQUIREMENTS, number - len(faces))]
    ids = shuffled(rng, numbered(rng, ("book", "k", "T"), number))
    letters = BOOK_LETTERS * BOOKS_OF_A_LETTER
    return tuple(
        Book(id=BookId(id_), letter=letter, requires=requires, reward=reward, source=SOURCE)
        for id_, letter, (requires, reward) in zip(ids, letters, shuffled(rng, faces), strict=True)
    )


def random_starting_tiles(rng: Random, starting: Sequence[CardId]) -> tuple[StartingTile, ...]:
    """Return the starting tiles; each rests three of the `starting` cards."""
    seats = shuffled(rng, [*range(1, max(PLAYER_COUNTS) + 1), *[None] * (TILES - 4)])
    shown = [tuple(sorted(bonus, key=repr)) for bonus in SHOWN_BONUSES.values()]
    bonuses = [*shown, *(_bonus(rng) for _ in range(TILES - len(shown)))]
    ids = shuffled(rng, numbered(rng, ("start", "t", "S"), TILES))
    tiles = []
    for id_, bonus, seat in zip(ids, bonuses, seats, strict=True):
        requires, reward = _face(rng, rng.choice(REQUIREMENTS))
        tiles.append(
            StartingTile(
                id=StartTileId(id_),
                rest=tuple(rng.sample(starting, len(COLOURED_SLOTS))),
                requires=requires,
                reward=reward,
                bonus=shuffled(rng, bonus),
                first_game_seat=seat,
                source=SOURCE,
            )
        )
    return shuffled(rng, tiles)


def _bonus(rng: Random) -> tuple[BonusSteps, ...]:
    every: tuple[Company | Literal["diamonds"], ...] = (*COMPANIES, "diamonds")
    tracks = rng.sample(every, rng.choice(BONUS_TRACKS))
    return tuple(BonusSteps(track, rng.randint(1, 4)) for track in tracks)


def _face(rng: Random, requirements: int) -> BookFace:
    requires = tuple(_requirement(rng) for _ in range(requirements))
    if ONE_COTTON in requires and rng.random() < 1 / 2:
        return requires, Reward(cotton_less=COTTON_LESS)
    return requires, _reward(rng)


def _requirement(rng: Random) -> Requirement:
    return rng.choice(
        (
            NeedsGood(rng.choice(GOODS), rng.randint(1, 6)),
            NeedsOneGood(rng.randint(1, 5)),
            NeedsExpansion(rng.randint(1, 5)),
            NeedsColleague(),
        )
    )


def _reward(rng: Random) -> Reward:
    parts = rng.sample(("pounds", "diamonds", "points", "posts"), rng.choice((1, 1, 2)))
    return Reward(
        pounds=rng.randint(1, 5) if "pounds" in parts else 0,
        diamonds=rng.randint(1, 4) if "diamonds" in parts else 0,
        points=rng.randint(1, MOST_POINTS) if "points" in parts else 0,
        posts=rng.randint(1, MOST_POSTS) if "posts" in parts else 0,
    )


def random_tiles(rng: Random) -> tuple[BonusTile, ...]:
    """Return the four bonus tiles, whose values the rulebook tells."""
    ids = iter(map(TileId, numbered(rng, ("tile", "p", "Plus"), 4)))
    return shuffled(
        rng,
        (
            PlusOneTile(id=next(ids), units=1, source=SOURCE),
            BookkeeperTile(id=next(ids), points=1, source=SOURCE),
            MerchantTile(id=next(ids), steps=2, per_merchant=1, source=SOURCE),
            ExpansionTile(id=next(ids), points=2, source=SOURCE),
        ),
    )


def random_board_spaces(rng: Random, tiles: Sequence[BonusTile]) -> tuple[BonusSpace, ...]:
    """Return the bonus spaces of the board."""
    ids = iter(map(SpaceId, numbered(rng, ("space", "s", "Feld"), 11)))
    costs = covering(rng, TILE_COSTS, len(tiles))
    cotton = {*COTTON, *rng.sample(range(1, 9), rng.randint(0, 1))}
    expansion = rising(rng, 1, 8, rng.randint(2, 3))
    bananas = _banana_tiers(rng)
    return (
        FirstPlayerSpace(id=next(ids), reward=FIRST_PLAYER_REWARD, source=SOURCE),
        BuySpace(id=next(ids), cost=1, source=SOURCE),
        DiscardSpace(id=next(ids), more=2, source=SOURCE),
        _majority(next(ids), "coffee", COFFEE),
        _majority(next(ids), "bananas", bananas),
        _majority(next(ids), "cotton", _tiers(rng, sorted(cotton), Reward(points=1))),
        _majority(next(ids), "expansion", _tiers(rng, expansion, Reward(pounds=1))),
        *(
            TileSpace(id=next(ids), cost=cost, tile=tile.id, source=SOURCE)
            for cost, tile in zip(costs, tiles, strict=True)
        ),
    )


def _majority(id_: SpaceId, counts: Majority, tiers: tuple[Tier, ...]) -> BonusSpace:
    return MajoritySpace(id=id_, counts=counts, tiers=tiers, source=SOURCE)


def _banana_tiers(rng: Random) -> tuple[Tier, ...]:
    totals = rising(rng, 1, 8, rng.randint(1, 2))
    example = rng.choice([n for n in range(1, EXAMPLE_BANANAS + 1) if n not in totals])
    return tuple(
        Tier(least, BANANAS if least == example else _tier_reward(rng, "cape-town"))
        for least in sorted([*totals, example])
    )


def _tiers(rng: Random, totals: Sequence[int], extra: Reward) -> tuple[Tier, ...]:
    company = rng.choice(COMPANIES)
    with_extra = rng.choice(totals)
    return tuple(
        Tier(least, _tier_reward(rng, company, extra if least == with_extra else None))
        for least in totals
    )


def _tier_reward(rng: Random, company: Company, extra: Reward | None = None) -> Reward:
    other = extra or rng.choice(
        (Reward(), Reward(pounds=rng.randint(1, 3)), Reward(diamonds=1), Reward(posts=1))
    )
    return Reward(
        track=TrackSteps(company, rng.randint(1, 5)),
        pounds=other.pounds,
        diamonds=other.diamonds,
        points=other.points,
        posts=other.posts,
    )
