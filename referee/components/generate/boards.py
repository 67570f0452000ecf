"""A random map, company tracks, player boards and displays."""

from dataclasses import dataclass
from itertools import product
from random import Random
from typing import Final, Literal

from referee.components.generate.chances import SOURCE, covering, numbered, rising, shuffled
from referee.components.statements.displays import (
    BOOK_ROWS,
    BOOK_SPACES_OF_A_LETTER,
    CARD_COLUMNS,
    CARD_ROWS,
    COINS,
    FIRST_COIN_ROUND,
)
from referee.components.statements.map import (
    COLOURS,
    COLUMNS,
    ENCLAVES,
    EXAMPLE_COINS,
    REAR_COINS,
    REGIONS,
    SPACES,
    can_show,
)
from referee.components.statements.tracks import (
    CALLS,
    EXAMPLE_SHARES,
    FIRST_FREE_STEP,
    FIRST_GAME,
    MARKERS,
    PERMANENT,
    SIDES,
    SPECIAL_POUNDS,
    SPECIALS,
)
from referee.core.components import (
    Base,
    BonusSpace,
    BookSpace,
    BookTrack,
    Border,
    BuySpace,
    Call,
    CardSpace,
    ChoiceSpace,
    DiamondTrack,
    DiscardSpace,
    FirstGameTrack,
    OtherTracksSpace,
    Region,
    Reward,
    RewardKind,
    RoundCoins,
    ShareIcon,
    SpaceBonus,
    Special,
    Track,
    TrackBonus,
    TrackCard,
    TrackValue,
)
from referee.core.ids import (
    BOOK_LETTERS,
    COMPANIES,
    BookSpaceId,
    Company,
    RegionId,
    SpaceId,
    TrackId,
)
from referee.core.limits import ROUNDS
from referee.i18n.speech import say

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


def random_land(rng: Random) -> Land:
    """Return a land in which everything is connected and two regions enclose one each."""
    ids = shuffled(rng, numbered(rng, ("r", "R", "land", "Reg"), REGIONS))
    inner, outer = ids[:ENCLAVES], ids[ENCLAVES:]
    cells = _grown(rng, len(outer))
    by_cell = dict(zip(cells, outer, strict=True))

    tree = _tree(rng, cells)
    loose = [pair for pair in _beside(cells) if pair not in tree]
    kept = rng.sample(loose, rng.randint(len(loose) // 3, len(loose)))
    pairs = [(by_cell[one], by_cell[other]) for one, other in [*tree, *kept]]

    enclaves = dict(zip(inner, rng.sample(outer, ENCLAVES), strict=True))
    # The land itself takes every other column and line, which leaves room inside each region.
    drawn = {region: (2 * cell[0] + 2, 2 * cell[1] + 2) for cell, region in by_cell.items()}
    for enclave, around in enclaves.items():
        column, line = drawn[around]
        drawn[enclave] = (column + 1, line + 1)
        pairs.append((enclave, around))
    for company in COMPANIES:
        landings = rng.sample(outer, rng.randint(1, MOST_LANDINGS))
        pairs.extend((company, region) for region in landings)

    corners = [
        (0, 0),
        (2 * LAND_COLUMNS + 2, 0),
        (0, 2 * LAND_LINES + 2),
        (2 * LAND_COLUMNS + 2, 2 * LAND_LINES + 2),
    ]
    bases = dict(zip(COMPANIES, shuffled(rng, corners), strict=True))
    return Land(drawn, bases, enclaves, shuffled(rng, pairs))


def _grown(rng: Random, number: int) -> list[GridCell]:
    grown = [(rng.randrange(LAND_COLUMNS), rng.randrange(LAND_LINES))]
    while len(grown) < number:
        coast = [
            cell for cell in product(range(LAND_COLUMNS), range(LAND_LINES)) if cell not in grown
        ]
        grown.append(rng.choice([cell for cell in coast if any(_touch(cell, g) for g in grown)]))
    return grown


def _touch(one: GridCell, other: GridCell) -> bool:
    return abs(one[0] - other[0]) + abs(one[1] - other[1]) == 1


def _beside(cells: list[GridCell]) -> list[tuple[GridCell, GridCell]]:
    return [(a, b) for n, a in enumerate(cells) for b in cells[n + 1 :] if _touch(a, b)]


def _tree(rng: Random, cells: list[GridCell]) -> list[tuple[GridCell, GridCell]]:
    # Each cell touches one that came before it; joining it to any of those connects them all.
    return [
        (rng.choice([before for before in cells[:number] if _touch(before, cell)]), cell)
        for number, cell in enumerate(cells)
        if number
    ]


MOST: Final[dict[RewardKind, int]] = {"pounds": 6, "diamonds": 3, "track": 3, "points": 3}


def random_regions(rng: Random, land: Land) -> tuple[Region, ...]:
    """Return the regions of `land` with rewards and mines."""
    around = set(land.enclaves.values())
    giving = [region for region in land.drawn if region not in around]
    # Three regions of one point and three mines in all are in the rulebook's examples.
    fixed: list[tuple[RewardKind, int, int]] = [
        *(("points", 1, 0) for _ in range(3)),
        *rng.choice(
            (
                (("diamonds", 1, 1), ("diamonds", 1, 2)),
                (("diamonds", 2, 3),),
                (("diamonds", 1, 1), ("diamonds", 2, 1), ("diamonds", 3, 1)),
            )
        ),
    ]
    free = [_reward(rng, kind) for kind in covering(rng, tuple(MOST), len(giving) - len(fixed))]
    given = dict(zip(giving, shuffled(rng, [*fixed, *free]), strict=True))
    return shuffled(
        rng,
        [
            Region(
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


def _reward(rng: Random, kind: RewardKind) -> tuple[RewardKind, int, int]:
    mines = rng.randint(0, 2) if kind == "diamonds" else 0
    return kind, rng.randint(1, MOST[kind]), mines


def random_borders(rng: Random, land: Land) -> tuple[Border, ...]:
    """Return a border of one or two lines for each pair of neighbours in `land`."""
    double = rng.uniform(0.2, 0.8)
    lines: dict[tuple[str, str], Literal[1, 2]] = {
        pair: 2 if rng.random() < double else 1 for pair in land.pairs
    }
    lines |= _cape_town_example(rng, land)
    return tuple(
        Border(between=rng.choice((pair, pair[::-1])), lines=number, source=SOURCE)
        for pair, number in lines.items()
    )


def _cape_town_example(rng: Random, land: Land) -> dict[tuple[str, str], Literal[1, 2]]:
    """Return the borders of two single steps from the Cape Town base and a double one beyond."""

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


def random_bases(rng: Random, land: Land) -> tuple[Base, ...]:
    """Return the four bases with coins on their spaces."""
    bases = []
    for company in COMPANIES:
        columns = _columns(rng)
        while not can_show(EXAMPLE_COINS, columns):
            columns = _columns(rng)
        bases.append(
            Base(
                company=company,
                colour=COLOURS[company],
                columns=columns,
                drawn=land.bases[company],
                source=SOURCE,
            )
        )
    return shuffled(rng, bases)


def _columns(rng: Random) -> tuple[tuple[int, ...], ...]:
    bare = rng.randrange(COLUMNS * (SPACES - 1))
    coins = [0 if space == bare else rng.randint(0, 1) for space in range(COLUMNS * (SPACES - 1))]
    return tuple(
        (*coins[column * (SPACES - 1) : (column + 1) * (SPACES - 1)], REAR_COINS)
        for column in range(COLUMNS)
    )


SHORTEST: Final = 8
LONGEST: Final = 24
MOST_SHARES: Final = 10

SpacePair = tuple[BonusSpace, BonusSpace]


def random_extra_spaces(rng: Random) -> tuple[SpacePair, ...]:
    """Return the four pairs of extra bonus spaces; the last is the one of D2."""
    ids = iter(map(SpaceId, numbered(rng, ("extra", "x", "Bonus"), 8)))
    choices = shuffled(rng, [Reward(points=1, diamonds=2), Reward(points=2, diamonds=1)])
    return (
        (
            ChoiceSpace(id=next(ids), cost=rng.randint(1, 3), rewards=choices, source=SOURCE),
            ChoiceSpace(
                id=next(ids),
                cost=rng.randint(1, 3),
                rewards=(Reward(points=2, diamonds=2),),
                source=SOURCE,
            ),
        ),
        (
            BuySpace(id=next(ids), diamonds=1, source=SOURCE),
            BuySpace(id=next(ids), less=1, diamonds=2, source=SOURCE),
        ),
        (
            DiscardSpace(id=next(ids), more=3, source=SOURCE),
            DiscardSpace(id=next(ids), more=8, good="coffee", source=SOURCE),
        ),
        (
            OtherTracksSpace(id=next(ids), cost=1, tracks=2, steps=2, source=SOURCE),
            OtherTracksSpace(id=next(ids), cost=1, tracks=3, steps=2, source=SOURCE),
        ),
    )


def random_tracks(rng: Random, extra: tuple[SpacePair, ...]) -> tuple[Track, ...]:
    """Return the eight sides; the bonus spaces of C and D are those of `extra`."""
    bonuses = _bonuses(rng, extra)
    calls = covering(rng, CALLS, len(SIDES))
    # Every side has two special spaces, so the pounds come in pairs, the first space's first.
    pounds = covering(rng, ((1, 2), *((a, b) for a in SPECIAL_POUNDS for b in SPECIAL_POUNDS)), 8)
    with_five = rng.choice(SIDES)
    tracks = []
    for side, number, pair in zip(SIDES, calls, pounds, strict=True):
        last = rng.randint(SHORTEST, LONGEST)
        shares = rising(rng, 1, MOST_SHARES, rng.randint(3, 7))
        if side == with_five and EXAMPLE_SHARES not in shares:
            shares = sorted([*shares[1:], EXAMPLE_SHARES])
        spaces = rising(rng, 0, last, len(shares))
        tracks.append(
            Track(
                id=TrackId(side),
                last=last,
                shares=tuple(map(ShareIcon, spaces, shares)),
                calls=tuple(Call(at, rng.randint(1, 3)) for at in rising(rng, 1, last, number)),
                specials=tuple(map(Special, rising(rng, 1, last, SPECIALS), pair)),
                bonuses=bonuses[side],
                source=SOURCE,
            )
        )
    return shuffled(rng, tracks)


def _bonuses(rng: Random, extra: tuple[SpacePair, ...]) -> dict[str, tuple[TrackBonus, TrackBonus]]:
    markers_side = rng.choice(("A2", "B2"))
    sides = [side for side in SIDES[:4] if side != markers_side]
    others = [pair for name, pair in PERMANENT.items() if name != MARKERS]
    bonuses = {markers_side: PERMANENT[MARKERS]}
    bonuses |= zip(sides, shuffled(rng, others), strict=True)
    pairs = (*shuffled(rng, extra[:-1]), extra[-1])
    for side, (first, second) in zip(SIDES[4:], pairs, strict=True):
        bonuses[side] = (SpaceBonus(first.id), SpaceBonus(second.id))
    return bonuses


def random_track_cards(rng: Random) -> tuple[TrackCard, ...]:
    """Return a card for each piece, either half first."""
    pieces = zip(SIDES[::2], SIDES[1::2], strict=True)
    return shuffled(
        rng,
        [
            TrackCard(halves=(TrackId(one), TrackId(other)), source=SOURCE)
            for one, other in (rng.choice((piece, piece[::-1])) for piece in pieces)
        ],
    )


def first_game() -> tuple[FirstGameTrack, ...]:
    """Return the tracks of the first game, which the rulebook tells."""
    return tuple(
        FirstGameTrack(
            company=company,
            track=TrackId(side),
            source=say("components.tracks.rulebook-en-setup-tracks"),
        )
        for company, side in FIRST_GAME.items()
    )


MOST_CRATE: Final = 3


def random_diamond_track(rng: Random) -> DiamondTrack:
    """Return a diamond track."""
    last = rng.randint(12, 30)
    return DiamondTrack(
        last=last, slot_at=rng.randint(3, last), values=_values(rng, last), source=SOURCE
    )


def random_book_track(rng: Random) -> BookTrack:
    """Return a bookkeeping track."""
    last = rng.randint(8, 18)
    crossed_out = rising(rng, FIRST_FREE_STEP, last, rng.randint(1, last // 2))
    return BookTrack(
        last=last,
        slot_at=rng.randint(2, last),
        values=_values(rng, last),
        crossed_out=tuple(crossed_out),
        source=SOURCE,
    )


def _values(rng: Random, last: int) -> tuple[TrackValue, ...]:
    number = rng.randint(3, 8)
    steps = rising(rng, 1, last, number)
    return tuple(map(TrackValue, steps, (5 * fives for fives in rising(rng, 1, 14, number))))


def random_card_spaces(rng: Random) -> tuple[CardSpace, ...]:
    """Return the spaces of the card display with their crate values."""
    return shuffled(
        rng,
        [
            CardSpace(row=row, column=column, crate=rng.randint(0, MOST_CRATE), source=SOURCE)
            for row in range(1, CARD_ROWS + 1)
            for column in range(1, CARD_COLUMNS + 1)
        ],
    )


def random_book_spaces(rng: Random) -> tuple[BookSpace, ...]:
    """Return the spaces of the book display with their letters."""
    letters = iter(shuffled(rng, BOOK_LETTERS * BOOK_SPACES_OF_A_LETTER))
    ids = iter(numbered(rng, ("shelf", "b", "D"), len(BOOK_LETTERS) * BOOK_SPACES_OF_A_LETTER))
    return shuffled(
        rng,
        [
            BookSpace(
                id=BookSpaceId(next(ids)),
                letter=next(letters),
                row=row,
                round=number,
                source=SOURCE,
            )
            for row in range(1, BOOK_ROWS + 1)
            for number in range(FIRST_COIN_ROUND, ROUNDS + 1)
        ],
    )


def round_coins() -> tuple[RoundCoins, ...]:
    """Return the coins of the round track, which the rulebook tells."""
    return tuple(
        RoundCoins(
            players=players,
            coins=coins,
            source=say("components.board.rulebook-en-setup-round-track"),
        )
        for players, coins in COINS.items()
    )
