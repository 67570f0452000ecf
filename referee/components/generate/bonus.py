"""Random bonus spaces of the board, and the bonus tiles."""

from collections.abc import Sequence
from random import Random
from typing import Final

from referee.components.generate.chances import covering, numbered, rising, shuffled
from referee.components.statements.bonus import FIRST_PLAYER_REWARD, TILE_COSTS
from referee.components.statements.majority import BANANAS, COFFEE, COTTON, EXAMPLE_BANANAS
from referee.game.components import (
    BonusSpace,
    BonusTile,
    BookkeeperTile,
    BuySpace,
    DiscardSpace,
    ExpansionTile,
    FirstPlayerSpace,
    MajoritySpace,
    MerchantTile,
    PlusOneTile,
    Reward,
    Tier,
    TileSpace,
    TrackSteps,
)
from referee.game.ids import COMPANIES, Company, Majority, SpaceId, TileId

SOURCE: Final = "reconstructed"


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
        Tier(least, BANANAS if least == example else _reward(rng, "cape-town"))
        for least in sorted([*totals, example])
    )


def _tiers(rng: Random, totals: Sequence[int], extra: Reward) -> tuple[Tier, ...]:
    company = rng.choice(COMPANIES)
    with_extra = rng.choice(totals)
    return tuple(
        Tier(least, _reward(rng, company, extra if least == with_extra else None))
        for least in totals
    )


def _reward(rng: Random, company: Company, extra: Reward | None = None) -> Reward:
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
