"""What is stated about the majority spaces."""

from collections import Counter
from collections.abc import Iterator
from typing import Final, get_args

from referee.components.set_invariant import across, at, needed, stated
from referee.components.statements.amounts import is_increasing
from referee.game.component_set import ComponentSet
from referee.game.components import MajoritySpace, Reward, Tier, TrackSteps
from referee.game.ids import Majority
from referee.game.messages.speech import say
from referee.game.set_drafts import EntryFinding

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
            problem = say(
                "components.majority.majority-spaces-count-expected-1",
                seen=seen[counted],
                counted=counted,
            )
            yield across("spaces", problem)


def _free(components: ComponentSet) -> Iterator[EntryFinding]:
    for space in _spaces(components):
        if space.cost:
            yield at(
                "spaces",
                space,
                say("components.majority.costs-a-majority-space-costs", cost=space.cost),
            )


def _tiers(components: ComponentSet) -> Iterator[EntryFinding]:
    for space in _spaces(components):
        totals = [tier.least for tier in space.tiers]
        if not totals or not is_increasing(totals):
            problem = say(
                "components.majority.tiers-from-expected-one-or", totals=f"{totals!s:.60}"
            )
            yield at("spaces", space, problem)


def _one_track(components: ComponentSet) -> Iterator[EntryFinding]:
    for space in _spaces(components):
        tracks = {tier.reward.track and tier.reward.track.company for tier in space.tiers}
        if None in tracks:
            yield at("spaces", space, say("components.majority.a-tier-gives-no-steps"))
        elif len(tracks) > 1:
            named = ", ".join(sorted(str(track) for track in tracks))
            yield at(
                "spaces", space, say("components.majority.gives-steps-on-a-space", named=named)
            )


def _coffee(components: ComponentSet) -> Iterator[EntryFinding]:
    for space in _spaces(components):
        if space.counts == "coffee" and space.tiers != COFFEE:
            problem = say("components.majority.expected-on-the-cairo-track")
            yield at(
                "spaces", space, say("components.majority.4-steps-and-removing-a", problem=problem)
            )


def _bananas(components: ComponentSet) -> Iterator[EntryFinding]:
    for space in _spaces(components):
        if space.counts == "bananas" and not any(
            tier.least <= EXAMPLE_BANANAS and tier.reward == BANANAS for tier in space.tiers
        ):
            problem = say("components.majority.no-tier-that-5-units")
            yield at(
                "spaces", space, say("components.majority.an-example-gains-them", problem=problem)
            )


def _cotton(components: ComponentSet) -> Iterator[EntryFinding]:
    for space in _spaces(components):
        totals = {tier.least for tier in space.tiers}
        if space.counts == "cotton" and not totals.issuperset(COTTON):
            yield at("spaces", space, say("components.majority.expected-tiers-from-4-and"))


def _extras(components: ComponentSet) -> Iterator[EntryFinding]:
    rewards = [tier.reward for space in _spaces(components) for tier in space.tiers]
    if not any(reward.points == 1 for reward in rewards):
        yield across("spaces", say("components.majority.no-majority-space-gives-1"))
    if not any(reward.pounds == 1 for reward in rewards):
        yield across("spaces", say("components.majority.no-majority-space-gives-1-2"))


STATEMENTS = (
    stated(
        "majority-four",
        "majority",
        "spaces",
        _four,
    ),
    stated(
        "majority-free",
        "majority",
        "spaces",
        _free,
    ),
    needed(
        "majority-tiers",
        "spaces",
        _tiers,
    ),
    stated(
        "majority-one-track",
        "majority",
        "spaces",
        _one_track,
    ),
    stated(
        "majority-coffee",
        "majority",
        "spaces",
        _coffee,
    ),
    stated(
        "majority-bananas",
        "majority",
        "spaces",
        _bananas,
    ),
    stated(
        "majority-cotton",
        "majority",
        "spaces",
        _cotton,
    ),
    stated(
        "majority-extras",
        "majority",
        "spaces",
        _extras,
    ),
)
