"""Random borders, rewards, mines and bases for a land."""

from random import Random
from typing import Final, Literal

from referee.components.generate.chances import covering, shuffled
from referee.components.generate.regions import Land
from referee.components.statements.bases import (
    COLOURS,
    COLUMNS,
    EXAMPLE_COINS,
    REAR_COINS,
    SPACES,
    can_show,
)
from referee.game.components import Base, Border, Region, RewardKind
from referee.game.ids import COMPANIES, RegionId

MOST: Final[dict[RewardKind, int]] = {"pounds": 6, "diamonds": 3, "track": 3, "points": 3}
SOURCE: Final = "reconstructed"


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
