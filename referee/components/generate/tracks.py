"""Random company tracks."""

from random import Random
from typing import Final

from referee.components.generate.chances import covering, numbered, rising, shuffled
from referee.components.statements.track_bonuses import MARKERS, PERMANENT
from referee.components.statements.tracks import (
    CALLS,
    EXAMPLE_SHARES,
    FIRST_GAME,
    SIDES,
    SPECIAL_POUNDS,
    SPECIALS,
)
from referee.game.components import (
    BonusSpace,
    BuySpace,
    Call,
    ChoiceSpace,
    DiscardSpace,
    FirstGameTrack,
    OtherTracksSpace,
    Reward,
    ShareIcon,
    SpaceBonus,
    Special,
    Track,
    TrackBonus,
    TrackCard,
)
from referee.game.ids import SpaceId, TrackId
from referee.game.messages.speech import say

SOURCE: Final = "reconstructed"
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
