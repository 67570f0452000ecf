"""Random component sets, as different from each other as the rulebooks allow."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, product
from random import Random
from typing import Any, Final, Literal, TypeVar

from msgspec import structs

from referee.components.set_invariant import MOST_POINTS
from referee.components.statements import bonus as bonus_rules
from referee.components.statements import books as book_rules
from referee.components.statements import cards as card_rules
from referee.components.statements import displays as display_rules
from referee.components.statements import map as map_rules
from referee.components.statements import tracks as track_rules
from referee.core import components as printed
from referee.core.component_set import ComponentSet
from referee.core.ids import (
    BOOK_LETTERS,
    COLOURED_SLOTS,
    COMPANIES,
    GOODS,
    BookId,
    BookSpaceId,
    CardId,
    Company,
    Good,
    Majority,
    RegionId,
    SpaceId,
    StartTileId,
    TileId,
    TrackId,
)
from referee.core.limits import PLAYER_COUNTS, ROUNDS
from referee.i18n.speech import say

T = TypeVar("T")

SOURCE: Final = "reconstructed"
"""Where the values of an invented entry come from."""


def shuffled(rng: Random, values: Iterable[T]) -> tuple[T, ...]:
    """Return `values` in random order."""
    mixed = list(values)
    rng.shuffle(mixed)
    return tuple(mixed)


def covering(rng: Random, choices: Sequence[T], number: int) -> tuple[T, ...]:
    """Return `number` random choices, each of `choices` among them at least once."""
    return shuffled(rng, [*choices, *rng.choices(choices, k=number - len(choices))])


def rising(rng: Random, least: int, most: int, number: int) -> list[int]:
    """Return different numbers from `least` to `most` in rising order."""
    return sorted(rng.sample(range(least, most + 1), number))


def numbered(rng: Random, words: Sequence[str], number: int) -> list[str]:
    """Return different ids of one random form."""
    word = rng.choice(words)
    form = rng.choice(("{word}{number}", "{word}-{number}", "{word}.{number:02}", "{number}{word}"))
    return [form.format(word=word, number=n) for n in range(1, number + 1)]


# A random map, company tracks, player boards and displays -----------------------------------------
GridCell = tuple[int, int]

LAND_COLUMNS: Final = 7
LAND_LINES: Final = 6
MOST_LANDINGS: Final = 4
"""Regions next to one base."""


@dataclass(frozen=True, slots=True)
class Land:
    """The regions with their place on a drawing, and every pair of neighbours."""

    drawn: dict[str, GridCell]
    bases: dict[Company, GridCell]
    enclaves: dict[str, str]
    """The region around each enclave."""
    pairs: tuple[tuple[str, str], ...]


def _random_land(rng: Random) -> Land:
    """Return a land in which everything is connected and two regions enclose one each."""
    ids = shuffled(rng, numbered(rng, ("r", "R", "land", "Reg"), map_rules.REGIONS))
    inner, outer = ids[: map_rules.ENCLAVES], ids[map_rules.ENCLAVES :]
    cells = [(rng.randrange(LAND_COLUMNS), rng.randrange(LAND_LINES))]
    while len(cells) < len(outer):
        free = [c for c in product(range(LAND_COLUMNS), range(LAND_LINES)) if c not in cells]
        cells.append(rng.choice([c for c in free if any(_touch(c, cell) for cell in cells)]))
    by_cell = dict(zip(cells, outer, strict=True))

    tree = [
        (rng.choice([before for before in cells[:number] if _touch(before, cell)]), cell)
        for number, cell in enumerate(cells)
        if number
    ]
    loose = [pair for pair in combinations(cells, 2) if _touch(*pair) and pair not in tree]
    kept = rng.sample(loose, rng.randint(len(loose) // 3, len(loose)))
    pairs = [(by_cell[one], by_cell[other]) for one, other in [*tree, *kept]]

    enclaves = dict(zip(inner, rng.sample(outer, map_rules.ENCLAVES), strict=True))
    # The land itself takes every other column and line, which leaves room inside each region.
    drawn = {region: (2 * cell[0] + 2, 2 * cell[1] + 2) for cell, region in by_cell.items()}
    for enclave, around in enclaves.items():
        column, line = drawn[around]
        drawn[enclave] = (column + 1, line + 1)
        pairs.append((enclave, around))
    for company in COMPANIES:
        landings = rng.sample(outer, rng.randint(1, MOST_LANDINGS))
        pairs.extend((company, region) for region in landings)

    right, bottom = 2 * LAND_COLUMNS + 2, 2 * LAND_LINES + 2
    corners = [(0, 0), (right, 0), (0, bottom), (right, bottom)]
    bases = dict(zip(COMPANIES, shuffled(rng, corners), strict=True))
    return Land(drawn, bases, enclaves, shuffled(rng, pairs))


def _touch(one: GridCell, other: GridCell) -> bool:
    return abs(one[0] - other[0]) + abs(one[1] - other[1]) == 1


MOST: Final[dict[printed.RewardKind, int]] = {"pounds": 6, "diamonds": 3, "track": 3, "points": 3}


def _random_regions(rng: Random, land: Land) -> tuple[printed.Region, ...]:
    around = set(land.enclaves.values())
    giving = [region for region in land.drawn if region not in around]
    # Three regions of one point and three mines in all are in the rulebook's examples.
    fixed: list[tuple[printed.RewardKind, int, int]] = [
        *(("points", 1, 0) for _ in range(3)),
        *rng.choice(
            (
                (("diamonds", 1, 1), ("diamonds", 1, 2)),
                (("diamonds", 2, 3),),
                (("diamonds", 1, 1), ("diamonds", 2, 1), ("diamonds", 3, 1)),
            )
        ),
    ]
    free = [
        (kind, rng.randint(1, MOST[kind]), mines)
        for kind in covering(rng, tuple(MOST), len(giving) - len(fixed))
        for mines in [rng.randint(0, 2) if kind == "diamonds" else 0]
    ]
    given = dict(zip(giving, shuffled(rng, [*fixed, *free]), strict=True))
    return shuffled(
        rng,
        [
            printed.Region(
                id=RegionId(region),
                name=f"Region {number}",
                reward=reward,
                amount=amount,
                mines=mines,
                drawn=drawn,
                source=SOURCE,
            )
            for number, (region, drawn) in enumerate(land.drawn.items(), 1)
            for reward, amount, mines in [given.get(region, ("none", 0, 0))]
        ],
    )


def _random_borders(rng: Random, land: Land) -> tuple[printed.Border, ...]:
    """Return a border of one or two lines for each pair of neighbours in `land`."""
    double = rng.uniform(0.2, 0.8)
    lines: dict[tuple[str, str], Literal[1, 2]] = {
        pair: 2 if rng.random() < double else 1 for pair in land.pairs
    }
    lines |= _cape_town_example(rng, land)
    return tuple(
        printed.Border(between=rng.choice((pair, pair[::-1])), lines=number, source=SOURCE)
        for pair, number in lines.items()
    )


def _cape_town_example(rng: Random, land: Land) -> dict[tuple[str, str], Literal[1, 2]]:
    def beyond(inside: tuple[str, ...]) -> list[tuple[str, str]]:
        return [
            pair
            for pair in land.pairs
            if len({*pair}.intersection(inside)) == 1
            and not {*pair}.difference(inside).intersection(COMPANIES)
        ]

    first = rng.choice(beyond(("cape-town",)))
    one = next(place for place in first if place != "cape-town")
    second = rng.choice(beyond((one,)))
    two = next(place for place in second if place != one)
    third = rng.choice(beyond((one, two)))
    return {first: 1, second: 1, third: 2}


def _random_bases(rng: Random, land: Land) -> tuple[printed.Base, ...]:
    bases = []
    for company in COMPANIES:
        columns = _columns(rng)
        while not map_rules.can_show(map_rules.EXAMPLE_COINS, columns):
            columns = _columns(rng)
        bases.append(
            printed.Base(
                company=company,
                colour=map_rules.COLOURS[company],
                columns=columns,
                drawn=land.bases[company],
                source=SOURCE,
            )
        )
    return shuffled(rng, bases)


def _columns(rng: Random) -> tuple[tuple[int, ...], ...]:
    height = map_rules.SPACES - 1
    bare = rng.randrange(map_rules.COLUMNS * height)
    coins = [
        0 if space == bare else rng.randint(0, 1) for space in range(map_rules.COLUMNS * height)
    ]
    return tuple(
        (*coins[column * height : (column + 1) * height], map_rules.REAR_COINS)
        for column in range(map_rules.COLUMNS)
    )


SHORTEST: Final = 8
LONGEST: Final = 24
MOST_SHARES: Final = 10

SpacePair = tuple[printed.BonusSpace, printed.BonusSpace]


def _random_extra_spaces(rng: Random) -> tuple[SpacePair, ...]:
    """Return the four pairs of extra bonus spaces; the last is the one of D2."""
    ids = iter(map(SpaceId, numbered(rng, ("extra", "x", "Bonus"), 8)))
    choices = shuffled(
        rng, [printed.Reward(points=1, diamonds=2), printed.Reward(points=2, diamonds=1)]
    )
    return (
        (
            printed.ChoiceSpace(
                id=next(ids), cost=rng.randint(1, 3), rewards=choices, source=SOURCE
            ),
            printed.ChoiceSpace(
                id=next(ids),
                cost=rng.randint(1, 3),
                rewards=(printed.Reward(points=2, diamonds=2),),
                source=SOURCE,
            ),
        ),
        (
            printed.BuySpace(id=next(ids), diamonds=1, source=SOURCE),
            printed.BuySpace(id=next(ids), less=1, diamonds=2, source=SOURCE),
        ),
        (
            printed.DiscardSpace(id=next(ids), more=3, source=SOURCE),
            printed.DiscardSpace(id=next(ids), more=8, good="coffee", source=SOURCE),
        ),
        (
            printed.OtherTracksSpace(id=next(ids), cost=1, tracks=2, steps=2, source=SOURCE),
            printed.OtherTracksSpace(id=next(ids), cost=1, tracks=3, steps=2, source=SOURCE),
        ),
    )


def _random_tracks(rng: Random, extra: tuple[SpacePair, ...]) -> tuple[printed.Track, ...]:
    bonuses = _bonuses(rng, extra)
    calls = covering(rng, track_rules.CALLS, len(track_rules.SIDES))
    # Every side has two special spaces, so the pounds come in pairs, the first space's first.
    pounds = covering(
        rng,
        ((1, 2), *((a, b) for a in track_rules.SPECIAL_POUNDS for b in track_rules.SPECIAL_POUNDS)),
        8,
    )
    with_five = rng.choice(track_rules.SIDES)
    tracks = []
    for side, number, pair in zip(track_rules.SIDES, calls, pounds, strict=True):
        last = rng.randint(SHORTEST, LONGEST)
        shares = rising(rng, 1, MOST_SHARES, rng.randint(3, 7))
        if side == with_five and track_rules.EXAMPLE_SHARES not in shares:
            shares = sorted([*shares[1:], track_rules.EXAMPLE_SHARES])
        spaces = rising(rng, 0, last, len(shares))
        tracks.append(
            printed.Track(
                id=TrackId(side),
                last=last,
                shares=tuple(map(printed.ShareIcon, spaces, shares)),
                calls=tuple(
                    printed.Call(at, rng.randint(1, 3)) for at in rising(rng, 1, last, number)
                ),
                specials=tuple(
                    map(printed.Special, rising(rng, 1, last, track_rules.SPECIALS), pair)
                ),
                bonuses=bonuses[side],
                source=SOURCE,
            )
        )
    return shuffled(rng, tracks)


def _bonuses(
    rng: Random, extra: tuple[SpacePair, ...]
) -> dict[str, tuple[printed.TrackBonus, printed.TrackBonus]]:
    markers_side = rng.choice(("A2", "B2"))
    sides = [side for side in track_rules.SIDES[:4] if side != markers_side]
    others = [pair for name, pair in track_rules.PERMANENT.items() if name != track_rules.MARKERS]
    bonuses = {markers_side: track_rules.PERMANENT[track_rules.MARKERS]}
    bonuses |= zip(sides, shuffled(rng, others), strict=True)
    pairs = (*shuffled(rng, extra[:-1]), extra[-1])
    for side, (first, second) in zip(track_rules.SIDES[4:], pairs, strict=True):
        bonuses[side] = (printed.SpaceBonus(first.id), printed.SpaceBonus(second.id))
    return bonuses


def _random_track_cards(rng: Random) -> tuple[printed.TrackCard, ...]:
    pieces = zip(track_rules.SIDES[::2], track_rules.SIDES[1::2], strict=True)
    return shuffled(
        rng,
        [
            printed.TrackCard(halves=(TrackId(one), TrackId(other)), source=SOURCE)
            for one, other in (rng.choice((piece, piece[::-1])) for piece in pieces)
        ],
    )


def first_game() -> tuple[printed.FirstGameTrack, ...]:
    """Return the tracks of the first game, which the rulebook tells."""
    return tuple(
        printed.FirstGameTrack(
            company=company, track=TrackId(side), source=say("components.tracks.source")
        )
        for company, side in track_rules.FIRST_GAME.items()
    )


MOST_SPACE_CRATE: Final = 3


def _random_diamond_track(rng: Random) -> printed.DiamondTrack:
    last = rng.randint(12, 30)
    return printed.DiamondTrack(
        last=last, slot_at=rng.randint(3, last), values=_values(rng, last), source=SOURCE
    )


def _random_book_track(rng: Random) -> printed.BookTrack:
    last = rng.randint(8, 18)
    crossed_out = rising(rng, track_rules.FIRST_FREE_STEP, last, rng.randint(1, last // 2))
    return printed.BookTrack(
        last=last,
        slot_at=rng.randint(2, last),
        values=_values(rng, last),
        crossed_out=tuple(crossed_out),
        source=SOURCE,
    )


def _values(rng: Random, last: int) -> tuple[printed.TrackValue, ...]:
    number = rng.randint(3, 8)
    steps = rising(rng, 1, last, number)
    pounds = [5 * fives for fives in rising(rng, 1, 14, number)]
    return tuple(map(printed.TrackValue, steps, pounds))


def _random_card_spaces(rng: Random) -> tuple[printed.CardSpace, ...]:
    return shuffled(
        rng,
        [
            printed.CardSpace(
                row=row, column=column, crate=rng.randint(0, MOST_SPACE_CRATE), source=SOURCE
            )
            for row in range(1, display_rules.CARD_ROWS + 1)
            for column in range(1, display_rules.CARD_COLUMNS + 1)
        ],
    )


def _random_book_spaces(rng: Random) -> tuple[printed.BookSpace, ...]:
    shown = BOOK_LETTERS * display_rules.BOOK_SPACES_OF_A_LETTER
    letters = iter(shuffled(rng, shown))
    ids = iter(numbered(rng, ("shelf", "b", "D"), len(shown)))
    return shuffled(
        rng,
        [
            printed.BookSpace(
                id=BookSpaceId(next(ids)),
                letter=next(letters),
                row=row,
                round=number,
                source=SOURCE,
            )
            for row in range(1, display_rules.BOOK_ROWS + 1)
            for number in range(display_rules.FIRST_COIN_ROUND, ROUNDS + 1)
        ],
    )


def round_coins() -> tuple[printed.RoundCoins, ...]:
    """Return the coins of the round track, which the rulebook tells."""
    return tuple(
        printed.RoundCoins(players=players, coins=coins, source=say("components.board.source"))
        for players, coins in display_rules.COINS.items()
    )


# Random cards, books, starting tiles, bonus spaces and bonus tiles --------------------------------
MOST_CRATE: Final = 6
MOST_BOOKKEEPING: Final = 4
NO_ID: Final = CardId("")
EXAMPLES: Final[tuple[Good, ...]] = ("bananas", "coffee")
"""Goods of which an example buys a card."""


def _random_cards(rng: Random, display_crates: Sequence[int]) -> tuple[printed.Card, ...]:
    """Return all cards; the examples' prices come about with one of `display_crates`."""
    starting = [_goods(rng), _expansion(rng), _bookkeeper(rng)]
    acquired = [*_merchants(rng), *_bought(rng, display_crates), _shared(rng, _expansion(rng))]
    stack_size = sum(
        n for letter, n in card_rules.BY_LETTER.items() if letter not in card_rules.SHARE_LETTERS
    )
    free = card_rules.STARTING_CARDS + stack_size - len(starting) - len(acquired)
    somewhere = _shown_somewhere(rng)
    kinds = (_goods, _goods, _goods, _expansion, _bookkeeper)
    somewhere += [rng.choice(kinds)(rng) for _ in range(free - len(somewhere))]
    rng.shuffle(somewhere)
    split = card_rules.STARTING_CARDS - len(starting)
    starting += somewhere[:split]
    acquired += [_shared(rng, c) if rng.random() < 1 / 3 else c for c in somewhere[split:]]

    numbered_cards = [
        structs.replace(_expansion(rng, card_rules.NUMBERED_POINTS), seat=seat)
        for seat in range(1, max(PLAYER_COUNTS) + 1)
    ]
    cards = [*starting, *numbered_cards, *_lettered(rng, acquired)]
    ids = shuffled(rng, numbered(rng, ("card", "c", "K"), len(cards)))
    named = (structs.replace(card, id=CardId(id_)) for card, id_ in zip(cards, ids, strict=True))
    return shuffled(rng, named)


def _lettered(rng: Random, acquired: Sequence[printed.Card]) -> list[printed.Card]:
    number = sum(card_rules.BY_LETTER[letter] for letter in card_rules.SHARE_LETTERS)
    # An example has two share cards of one company.
    companies = ("cape-town", "cape-town", *rng.choices(COMPANIES, k=number - 2))
    single = [
        printed.ShareCard(id=NO_ID, crate=rng.randint(0, MOST_CRATE), share=company, source=SOURCE)
        for company in companies
    ]
    stack = [*shuffled(rng, acquired), *shuffled(rng, single)]
    letters = [letter for letter, number in card_rules.BY_LETTER.items() for _ in range(number)]
    return [
        structs.replace(card, letter=letter) for card, letter in zip(stack, letters, strict=True)
    ]


def _shown_somewhere(rng: Random) -> list[printed.Card]:
    cards: list[printed.Card] = [
        _goods(rng, good, units) for good in GOODS for units in card_rules.UNITS
    ]
    cards[0] = structs.replace(cards[0], crate=1)
    cards += [_expansion(rng, points) for points in card_rules.POINTS]
    return [*cards, _bookkeeper(rng, card_rules.EXAMPLE_BOOKKEEPER)]


def _bought(rng: Random, display_crates: Sequence[int]) -> list[printed.Card]:
    beside = [crate for crate in display_crates if crate <= display_rules.EXAMPLE_PRICE]
    return [
        structs.replace(
            _goods(rng, good, display_rules.EXAMPLE_UNITS),
            crate=display_rules.EXAMPLE_PRICE - rng.choice(beside),
        )
        for good in EXAMPLES
    ]


def _merchants(rng: Random) -> list[printed.Card]:
    return [
        printed.MerchantCard(
            id=NO_ID,
            crate=rng.randint(0, MOST_CRATE),
            company=company,
            source=SOURCE,
            **(card_rules.COMPANY_MERCHANT if company else card_rules.PLAIN_MERCHANT),
        )
        for company in (None, *COMPANIES)
    ]


def _goods(rng: Random, good: Good | None = None, units: int = 0) -> printed.Card:
    return printed.GoodsCard(
        id=NO_ID,
        crate=rng.randint(0, MOST_CRATE),
        good=rng.choice(GOODS) if good is None else good,
        units=units or rng.choice(card_rules.UNITS),
        source=SOURCE,
    )


def _expansion(rng: Random, points: int = 0) -> printed.Card:
    return printed.ExpansionCard(
        id=NO_ID,
        crate=rng.randint(0, MOST_CRATE),
        points=points or rng.choice(card_rules.POINTS),
        source=SOURCE,
    )


def _bookkeeper(rng: Random, points: int = 0) -> printed.Card:
    return printed.BookkeeperCard(
        id=NO_ID,
        crate=rng.randint(0, MOST_CRATE),
        points=points or rng.randint(1, MOST_BOOKKEEPING),
        source=SOURCE,
    )


def _shared(rng: Random, card: printed.Card) -> printed.Card:
    return structs.replace(card, share=rng.choice(COMPANIES))


BookFace = tuple[tuple[printed.Requirement, ...], printed.Reward]


def _random_books(rng: Random) -> tuple[printed.Book, ...]:
    """Return all book tiles, those that the rulebooks show among them."""
    number = book_rules.BOOKS_OF_A_LETTER * len(BOOK_LETTERS)
    # The order of two requirements must not depend on the order within a set.
    coffee_and_more = tuple(sorted(book_rules.COFFEE_AND_MORE, key=repr))
    faces: list[BookFace] = [
        *(
            (shuffled(rng, [wanted, _requirement(rng)]), _reward(rng))
            for wanted in book_rules.SHOWN.values()
        ),
        ((book_rules.ONE_COTTON,), printed.Reward(cotton_less=book_rules.COTTON_LESS)),
        (shuffled(rng, coffee_and_more), printed.Reward(points=book_rules.EXAMPLE_POINTS)),
    ]
    faces += [_face(rng, n) for n in covering(rng, book_rules.REQUIREMENTS, number - len(faces))]
    ids = shuffled(rng, numbered(rng, ("book", "k", "T"), number))
    letters = BOOK_LETTERS * book_rules.BOOKS_OF_A_LETTER
    return tuple(
        printed.Book(id=BookId(id_), letter=letter, requires=requires, reward=reward, source=SOURCE)
        for id_, letter, (requires, reward) in zip(ids, letters, shuffled(rng, faces), strict=True)
    )


def _random_starting_tiles(
    rng: Random, starting: Sequence[CardId]
) -> tuple[printed.StartingTile, ...]:
    """Return the starting tiles; each rests three of the `starting` cards."""
    seats = shuffled(rng, [*range(1, max(PLAYER_COUNTS) + 1), *[None] * (book_rules.TILES - 4)])
    shown = [tuple(sorted(bonus, key=repr)) for bonus in book_rules.SHOWN_BONUSES.values()]
    bonuses = [*shown, *(_bonus(rng) for _ in range(book_rules.TILES - len(shown)))]
    ids = shuffled(rng, numbered(rng, ("start", "t", "S"), book_rules.TILES))
    tiles = []
    for id_, bonus, seat in zip(ids, bonuses, seats, strict=True):
        requires, reward = _face(rng, rng.choice(book_rules.REQUIREMENTS))
        tiles.append(
            printed.StartingTile(
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


def _bonus(rng: Random) -> tuple[printed.BonusSteps, ...]:
    every: tuple[Company | Literal["diamonds"], ...] = (*COMPANIES, "diamonds")
    tracks = rng.sample(every, rng.choice(book_rules.BONUS_TRACKS))
    return tuple(printed.BonusSteps(track, rng.randint(1, 4)) for track in tracks)


def _face(rng: Random, requirements: int) -> BookFace:
    requires = tuple(_requirement(rng) for _ in range(requirements))
    if book_rules.ONE_COTTON in requires and rng.random() < 1 / 2:
        return requires, printed.Reward(cotton_less=book_rules.COTTON_LESS)
    return requires, _reward(rng)


def _requirement(rng: Random) -> printed.Requirement:
    return rng.choice(
        (
            printed.NeedsGood(rng.choice(GOODS), rng.randint(1, 6)),
            printed.NeedsOneGood(rng.randint(1, 5)),
            printed.NeedsExpansion(rng.randint(1, 5)),
            printed.NeedsColleague(),
        )
    )


def _reward(rng: Random) -> printed.Reward:
    most = {"pounds": 5, "diamonds": 4, "points": MOST_POINTS, "posts": book_rules.MOST_POSTS}
    parts = rng.sample(tuple(most), rng.choice((1, 1, 2)))
    amounts: dict[str, Any] = {part: rng.randint(1, most[part]) for part in most if part in parts}
    return printed.Reward(**amounts)


def _random_tiles(rng: Random) -> tuple[printed.BonusTile, ...]:
    ids = iter(map(TileId, numbered(rng, ("tile", "p", "Plus"), 4)))
    return shuffled(
        rng,
        (
            printed.PlusOneTile(id=next(ids), units=1, source=SOURCE),
            printed.BookkeeperTile(id=next(ids), points=1, source=SOURCE),
            printed.MerchantTile(id=next(ids), steps=2, per_merchant=1, source=SOURCE),
            printed.ExpansionTile(id=next(ids), points=2, source=SOURCE),
        ),
    )


def _random_board_spaces(
    rng: Random, tiles: Sequence[printed.BonusTile]
) -> tuple[printed.BonusSpace, ...]:
    ids = iter(map(SpaceId, numbered(rng, ("space", "s", "Feld"), 11)))
    costs = covering(rng, bonus_rules.TILE_COSTS, len(tiles))
    cotton = {*bonus_rules.COTTON, *rng.sample(range(1, 9), rng.randint(0, 1))}
    expansion = rising(rng, 1, 8, rng.randint(2, 3))
    totals = rising(rng, 1, 8, rng.randint(1, 2))
    example = rng.choice([n for n in range(1, bonus_rules.EXAMPLE_BANANAS + 1) if n not in totals])
    bananas = tuple(
        printed.Tier(
            least, bonus_rules.BANANAS if least == example else _tier_reward(rng, "cape-town")
        )
        for least in sorted([*totals, example])
    )
    return (
        printed.FirstPlayerSpace(
            id=next(ids), reward=bonus_rules.FIRST_PLAYER_REWARD, source=SOURCE
        ),
        printed.BuySpace(id=next(ids), cost=1, source=SOURCE),
        printed.DiscardSpace(id=next(ids), more=2, source=SOURCE),
        _majority(next(ids), "coffee", bonus_rules.COFFEE),
        _majority(next(ids), "bananas", bananas),
        _majority(next(ids), "cotton", _tiers(rng, sorted(cotton), printed.Reward(points=1))),
        _majority(next(ids), "expansion", _tiers(rng, expansion, printed.Reward(pounds=1))),
        *(
            printed.TileSpace(id=next(ids), cost=cost, tile=tile.id, source=SOURCE)
            for cost, tile in zip(costs, tiles, strict=True)
        ),
    )


def _majority(
    id_: SpaceId, counts: Majority, tiers: tuple[printed.Tier, ...]
) -> printed.BonusSpace:
    return printed.MajoritySpace(id=id_, counts=counts, tiers=tiers, source=SOURCE)


def _tiers(rng: Random, totals: Sequence[int], extra: printed.Reward) -> tuple[printed.Tier, ...]:
    company = rng.choice(COMPANIES)
    with_extra = rng.choice(totals)
    return tuple(
        printed.Tier(least, _tier_reward(rng, company, extra if least == with_extra else None))
        for least in totals
    )


def _tier_reward(
    rng: Random, company: Company, extra: printed.Reward | None = None
) -> printed.Reward:
    other = extra or rng.choice(
        (
            printed.Reward(),
            printed.Reward(pounds=rng.randint(1, 3)),
            printed.Reward(diamonds=1),
            printed.Reward(posts=1),
        )
    )
    return structs.replace(other, track=printed.TrackSteps(company, rng.randint(1, 5)))


# Component sets nobody has printed, as different from each other as the rulebooks allow -----------
def random_set(rng: Random) -> ComponentSet:
    """Return a set in which the audit finds nothing; the same for the same state of `rng`."""
    land = _random_land(rng)
    card_spaces = _random_card_spaces(rng)
    cards = _random_cards(rng, [space.crate for space in card_spaces])
    tiles = _random_tiles(rng)
    extra = _random_extra_spaces(rng)
    return ComponentSet(
        name="random",
        title=say("components.generate.random-set"),
        regions=_random_regions(rng, land),
        borders=_random_borders(rng, land),
        bases=_random_bases(rng, land),
        tracks=_random_tracks(rng, extra),
        track_cards=_random_track_cards(rng),
        first_game=first_game(),
        diamond_tracks=(_random_diamond_track(rng),),
        book_tracks=(_random_book_track(rng),),
        cards=cards,
        books=_random_books(rng),
        starting_tiles=_random_starting_tiles(
            rng, [c.id for c in cards if card_rules.is_starting(c)]
        ),
        spaces=shuffled(rng, [*_random_board_spaces(rng, tiles), *(s for p in extra for s in p)]),
        tiles=tiles,
        card_spaces=card_spaces,
        book_spaces=_random_book_spaces(rng),
        round_coins=round_coins(),
    )


SHORT_BASE: Final = 2
SHORT_TRACK: Final = 4
SLOT_AT: Final = 2
SHORT_COMPANY_TRACK: Final = 7
CROSSED_OUT: Final = (3,)


def small(components: ComponentSet) -> ComponentSet:
    """Return a set with short bases and tracks, on which the ends are reached within a game."""
    diamonds, books = components.diamond_track, components.book_track
    return replace(
        components,
        bases=tuple(
            structs.replace(base, columns=tuple(column[-SHORT_BASE:] for column in base.columns))
            for base in components.bases
        ),
        diamond_tracks=(structs.replace(diamonds, last=SHORT_TRACK, slot_at=SLOT_AT),),
        book_tracks=(
            structs.replace(books, last=SHORT_TRACK, slot_at=SLOT_AT, crossed_out=CROSSED_OUT),
        ),
    )


def shortest(components: ComponentSet) -> ComponentSet:
    """Return a set with one post in each column, and a jar that is at its end after two books."""
    books = structs.replace(components.book_track, last=2, slot_at=2, crossed_out=())
    bases = tuple(
        structs.replace(base, columns=tuple(column[-1:] for column in base.columns))
        for base in components.bases
    )
    return replace(components, bases=bases, book_tracks=(books,))


def with_short_tracks(components: ComponentSet) -> ComponentSet:
    """Return a set whose company tracks end early, beyond the first icons and calls."""
    last = SHORT_COMPANY_TRACK
    return replace(
        components,
        tracks=tuple(
            structs.replace(
                track,
                last=last,
                shares=tuple(icon for icon in track.shares if icon.at <= last),
                calls=tuple(call for call in track.calls if call.before <= last),
                specials=tuple(special for special in track.specials if special.at <= last),
            )
            for track in components.tracks
        ),
    )
