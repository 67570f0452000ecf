"""What stands for lists and tables of an entry that are blank as a whole."""

from collections.abc import Mapping
from itertools import combinations, combinations_with_replacement
from typing import TYPE_CHECKING, Any, Final, cast

import msgspec

from referee.game.components import (
    BonusSteps,
    Call,
    NeedsColleague,
    NeedsExpansion,
    NeedsGood,
    NeedsOneGood,
    Requirement,
    Reward,
    Special,
    Tier,
    TrackBonus,
    TrackSteps,
)
from referee.game.ids import COMPANIES, GOODS
from referee.unread.blank_places import NO_BORDER, BlankPlace, printed
from referee.unread.lazy_entries import LazyEntry, NotFollowed, PartChoice
from referee.unread.variables import between

if TYPE_CHECKING:
    from referee.unread.blanks import Builder

MOST_TIERS: Final = 3

ONE_GOOD: Final = "one good"
"""The kind of a requirement that any good meets; as all kinds, the same in every language."""


def blank_calls(builder: "Builder", place: BlankPlace) -> tuple[Call, ...]:
    """Return one or two capital calls somewhere on a track."""
    first, second = place.inner(1), place.inner(2)
    low, high = printed()["numbers"]["tracks.calls.before"]
    befores = [
        builder.number(first.inner("before")),
        builder.number(second.inner("before"), between(low, high) | 1 << NO_BORDER),
    ]
    absent = builder.variables[second.inner("before").key]
    builder.before(*befores, absent=absent)
    return tuple(
        Call(before=before, pounds=builder.number(at.inner("pounds")))
        for before, at in zip(befores, (first, second), strict=True)
    )


def blank_specials(builder: "Builder", place: BlankPlace) -> tuple[object, ...]:
    """Return the two special spaces somewhere on a track."""
    first, second = (
        Special(at=builder.number(at.inner("at")), pounds=builder.number(at.inner("pounds")))
        for at in (place.inner(1), place.inner(2))
    )
    builder.before(first.at, second.at)
    return first, second


def blank_requires(builder: "Builder", place: BlankPlace) -> PartChoice:
    """Return one or two requirements of any kind."""
    shapes = [*GOODS, ONE_GOOD, "expansion", "colleague"]
    sets: list[tuple[str, ...]] = [(shape,) for shape in shapes]
    sets += combinations_with_replacement(shapes, 2)
    parts = [
        tuple(_requirement(builder, shape, place.inner(n)) for n, shape in enumerate(each, 1))
        for each in sets
    ]
    return builder.choice(place, parts, [" + ".join(each) for each in sets])


def _requirement(builder: "Builder", shape: str, place: BlankPlace) -> Requirement:
    for good in GOODS:
        if shape == good:
            return NeedsGood(good=good, units=builder.number(place.inner("units")))
    if shape == ONE_GOOD:
        return NeedsOneGood(units=builder.number(place.inner("units")))
    if shape == "expansion":
        return NeedsExpansion(points=builder.number(place.inner("points")))
    return NeedsColleague()


def blank_reward(builder: "Builder", place: BlankPlace) -> LazyEntry:
    """Return a reward of any parts; a book may count cotton, a tier have steps."""
    fields: dict[str, object] = {
        name: builder.number(place.inner(name))
        for name in ("pounds", "diamonds", "points", "posts")
    }
    fields |= {"track": None, "cotton_less": None}
    if place.table == "spaces":
        steps = builder.number(place.inner("track", "steps"))
        parts = [None, *[TrackSteps(company=company, steps=steps) for company in COMPANIES]]
        labels = ["none", *COMPANIES]
        fields["track"] = builder.choice(place.inner("track", "company"), parts, labels)
    else:
        parts_of_cotton: list[object] = [None, 1]
        labels = ["not counted", "counted less 1"]
        fields["cotton_less"] = builder.choice(place.inner("cotton_less"), parts_of_cotton, labels)
    return LazyEntry(Reward, fields)


def blank_tiers(builder: "Builder", place: BlankPlace) -> PartChoice:
    """Return two or three tiers of a majority space."""
    tiers = [
        Tier(
            least=builder.number(place.inner(n, "least")),
            reward=cast("Reward", blank_reward(builder, place.inner(n, "reward"))),
        )
        for n in range(1, MOST_TIERS + 1)
    ]
    choice = builder.choice(place.inner("count"), [tuple(tiers[:-1]), tuple(tiers)], ["2", "3"])
    builder.before(tiers[0].least, tiers[1].least)
    builder.before(tiers[1].least, tiers[2].least, absent=choice.variable)
    return choice


def blank_bonuses(builder: "Builder", place: BlankPlace) -> PartChoice:
    """Return one of the pairs of bonuses that a side of this piece can have."""
    pairs = printed()["permanent" if place.entry[:1] in {"A", "B"} else "of_spaces"]
    parts = [msgspec.convert(pair["bonuses"], tuple[TrackBonus, ...]) for pair in pairs]
    return builder.choice(place, parts, [pair["label"] for pair in pairs])


def blank_rest(builder: "Builder", place: BlankPlace) -> PartChoice:
    """Return three of the starting cards."""
    triples = [*combinations(builder.starting_cards, 3)]
    return builder.choice(place, triples, [" ".join(triple) for triple in triples])


def blank_starting_bonus(builder: "Builder", place: BlankPlace) -> PartChoice:
    """Return steps on one or two tracks."""
    tracks = (*COMPANIES, "diamonds")
    steps = [builder.number(place.inner(n, "steps")) for n in (1, 2)]
    sets = [*[(track,) for track in tracks], *combinations(tracks, 2)]
    parts = [
        tuple(
            BonusSteps(track=cast("Any", track), steps=count)
            for track, count in zip(each, steps, strict=False)
        )
        for each in sets
    ]
    return builder.choice(place, parts, [" + ".join(each) for each in sets])


def blank_list(builder: "Builder", place: BlankPlace) -> NotFollowed:
    """Return what stands for a list that is not followed."""
    builder.lists[place.key] = place.subject()
    return NotFollowed(builder.lists[place.key])


BLANK_LISTS: Mapping[str, Any] = {
    "tracks.calls": blank_calls,
    "tracks.shares": blank_list,
    "tracks.specials": blank_specials,
    "tracks.bonuses": blank_bonuses,
    "diamond_tracks.values": blank_list,
    "book_tracks.values": blank_list,
    "book_tracks.crossed_out": blank_list,
    "books.requires": blank_requires,
    "books.reward": blank_reward,
    "starting_tiles.requires": blank_requires,
    "starting_tiles.reward": blank_reward,
    "starting_tiles.rest": blank_rest,
    "starting_tiles.bonus": blank_starting_bonus,
    "spaces.tiers": blank_tiers,
    "spaces.tiers.reward": blank_reward,
}
"""By pattern what stands for a list or table that is blank as a whole."""
