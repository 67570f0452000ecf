"""What is stated about the majority spaces."""

from collections import Counter
from collections.abc import Iterator
from typing import Final, get_args

from referee.components.set_invariant import across, at, needed, stated
from referee.components.statements.amounts import is_increasing
from referee.game.component_set import ComponentSet
from referee.game.components import MajoritySpace, Reward, Tier, TrackSteps
from referee.game.ids import Majority
from referee.game.set_reader import EntryFinding

COFFEE: Final = (
    Tier(1, Reward(track=TrackSteps("cairo", 2))),
    Tier(3, Reward(track=TrackSteps("cairo", 3))),
    Tier(5, Reward(track=TrackSteps("cairo", 4), posts=1)),
)
EXAMPLE_BANANAS: Final = 5
BANANAS: Final = Reward(track=TrackSteps("cape-town", 3), diamonds=1)
COTTON: Final = (4, 6)


def _spaces(components: ComponentSet) -> tuple[MajoritySpace, ...]:
    return tuple(space for space in components.spaces if isinstance(space, MajoritySpace))


def _four(components: ComponentSet) -> Iterator[EntryFinding]:
    seen = Counter(space.counts for space in _spaces(components))
    for counted in get_args(Majority):
        if seen[counted] != 1:
            problem = f"{seen[counted]} majority spaces count {counted}; expected 1"
            yield across("spaces", problem)


def _free(components: ComponentSet) -> Iterator[EntryFinding]:
    for space in _spaces(components):
        if space.cost:
            yield at("spaces", space, f"costs {space.cost}; a majority space costs nothing")


def _tiers(components: ComponentSet) -> Iterator[EntryFinding]:
    for space in _spaces(components):
        totals = [tier.least for tier in space.tiers]
        if not totals or not is_increasing(totals):
            problem = f"tiers from {totals!s:.60}; expected one or more, each from a higher total"
            yield at("spaces", space, problem)


def _one_track(components: ComponentSet) -> Iterator[EntryFinding]:
    for space in _spaces(components):
        tracks = {tier.reward.track and tier.reward.track.company for tier in space.tiers}
        if None in tracks:
            yield at("spaces", space, "a tier gives no steps on a company track; every tier does")
        elif len(tracks) > 1:
            named = ", ".join(sorted(str(track) for track in tracks))
            yield at("spaces", space, f"gives steps on {named}; a space moves on one track")


def _coffee(components: ComponentSet) -> Iterator[EntryFinding]:
    for space in _spaces(components):
        if space.counts == "coffee" and space.tiers != COFFEE:
            problem = "expected, on the cairo track, 2 steps from 1 unit, 3 from 3, and from 5"
            yield at("spaces", space, f"{problem} 4 steps and removing a post")


def _bananas(components: ComponentSet) -> Iterator[EntryFinding]:
    for space in _spaces(components):
        if space.counts == "bananas" and not any(
            tier.least <= EXAMPLE_BANANAS and tier.reward == BANANAS for tier in space.tiers
        ):
            problem = "no tier that 5 units reach gives 3 steps of cape-town and 1 diamond step"
            yield at("spaces", space, f"{problem}; an example gains them")


def _cotton(components: ComponentSet) -> Iterator[EntryFinding]:
    for space in _spaces(components):
        totals = {tier.least for tier in space.tiers}
        if space.counts == "cotton" and not totals.issuperset(COTTON):
            yield at("spaces", space, "expected tiers from 4 and from 6 units, as in an example")


def _extras(components: ComponentSet) -> Iterator[EntryFinding]:
    rewards = [tier.reward for space in _spaces(components) for tier in space.tiers]
    if not any(reward.points == 1 for reward in rewards):
        yield across("spaces", "no majority space gives 1 bookkeeping point; one does")
    if not any(reward.pounds == 1 for reward in rewards):
        yield across("spaces", "no majority space gives 1 pound; one does")


STATEMENTS = (
    stated(
        "majority-four",
        "majority",
        "spaces",
        _four,
        "Four majority spaces count coffee, bananas, cotton and expansion points.",
    ),
    stated(
        "majority-free",
        "majority",
        "spaces",
        _free,
        "A majority space requires a majority and costs nothing.",
    ),
    needed(
        "majority-tiers",
        "spaces",
        _tiers,
        "The tiers of a majority space begin at rising totals.",
    ),
    stated(
        "majority-one-track",
        "majority",
        "spaces",
        _one_track,
        "Every reward of a majority space moves the marker on one certain company track.",
    ),
    stated(
        "majority-coffee",
        "majority",
        "spaces",
        _coffee,
        "Coffee moves on the Cairo track: 2 steps from 1 unit, 3 from 3 units, from 5 units 4 "
        "steps and a post is removed.",
    ),
    stated(
        "majority-bananas",
        "majority",
        "spaces",
        _bananas,
        "An example with 5 bananas moves 3 steps on the Cape Town track and 1 diamond step.",
    ),
    stated(
        "majority-cotton",
        "majority",
        "spaces",
        _cotton,
        "An example names rewards from 4 and from 6 cotton.",
    ),
    stated(
        "majority-extras",
        "majority",
        "spaces",
        _extras,
        "Further parts of these rewards are 1 bookkeeping point and 1 pound.",
    ),
)
