"""What is stated about the special bonuses of the company tracks."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import reduce
from typing import Final

from referee.components.set_invariant import across, at, needed, stated
from referee.game.component_set import ComponentSet
from referee.game.components import (
    BonusSpace,
    BuySpace,
    ChoiceSpace,
    DiscardSpace,
    DiscountBonus,
    ExpansionBonus,
    MarkerBonus,
    OtherTracksSpace,
    Reward,
    SpaceBonus,
    Track,
    TrackBonus,
    UnitBonus,
)
from referee.game.messages.speech import say, thing
from referee.game.set_drafts import EntryFinding

BONUSES: Final = 2
MARKERS: Final = "more bonus markers"
OTHER_TRACKS: Final = "steps on other tracks"
PERMANENT: Final[Mapping[str, tuple[TrackBonus, TrackBonus]]] = {
    "a higher expansion total": (ExpansionBonus(1), ExpansionBonus(2)),
    MARKERS: (MarkerBonus(1), MarkerBonus(2)),
    "cheaper cards for bananas, then for any goods": (
        DiscountBonus("bananas", 1),
        DiscountBonus("any", 1, mixed=True),
    ),
    "cheaper cards for cotton, then more cotton": (
        DiscountBonus("cotton", 1),
        UnitBonus("cotton", 1),
    ),
}
"""The pairs of permanent bonuses, first and second."""

EXTRA: Final = ("books and diamonds", "buying a card", "discarding a card", OTHER_TRACKS)
"""The pairs of extra bonus spaces."""

_LESS = frozenset({Reward(points=1, diamonds=2), Reward(points=2, diamonds=1)})
_MORE = frozenset({Reward(points=2, diamonds=2)})


def extra_pair(first: BonusSpace, second: BonusSpace) -> str | None:
    """Return which pair of extra bonus spaces these are, None if they are none."""
    match first, second:
        case ChoiceSpace(), ChoiceSpace():
            given = (frozenset(first.rewards), frozenset(second.rewards))
            return EXTRA[0] if given == (_LESS, _MORE) and first.cost and second.cost else None
        case BuySpace(cost=0, less=0, diamonds=1), BuySpace(cost=0, less=1, diamonds=2):
            return EXTRA[1]
        case (
            DiscardSpace(cost=0, more=3, good=None),
            DiscardSpace(cost=0, more=8, good="coffee"),
        ):
            return EXTRA[2]
        case (
            OtherTracksSpace(cost=1, tracks=2, steps=2),
            OtherTracksSpace(cost=1, tracks=3, steps=2),
        ):
            return EXTRA[3]
        case _:
            return None


def _pair(components: ComponentSet, track: Track) -> str | None:
    if len(track.bonuses) != BONUSES:
        return None
    first, second = track.bonuses
    if isinstance(first, SpaceBonus) and isinstance(second, SpaceBonus):
        one, other = components.space.get(first.space), components.space.get(second.space)
        return extra_pair(one, other) if one and other else None
    return next((name for name, pair in PERMANENT.items() if pair == track.bonuses), None)


def _two(components: ComponentSet) -> Iterator[EntryFinding]:
    for track in components.tracks:
        if (seen := len(track.bonuses)) != BONUSES:
            yield at(
                "tracks",
                track,
                say(
                    "components.track_bonuses.has-special-bonuses-expected",
                    seen=seen,
                    bonuses=BONUSES,
                ),
            )


def _kinds(components: ComponentSet) -> Iterator[EntryFinding]:
    for track in components.tracks:
        extra = [isinstance(bonus, SpaceBonus) for bonus in track.bonuses]
        if track.id[:1] in {"A", "B"} and any(extra):
            yield at("tracks", track, say("components.track_bonuses.has-a-bonus-space-sides"))
        if track.id[:1] in {"C", "D"} and not all(extra):
            yield at("tracks", track, say("components.track_bonuses.has-a-permanent-bonus-sides"))


def _permanent(components: ComponentSet) -> Iterator[EntryFinding]:
    problem = say("components.track_bonuses.the-bonuses-are-no-stated")
    expected = say(
        "components.track_bonuses.expected", problem=problem, permanent=_either(PERMANENT)
    )
    sides = [track for track in components.tracks if not _has_spaces(track)]
    yield from _each_once(components, sides, PERMANENT, expected)


def _extra(components: ComponentSet) -> Iterator[EntryFinding]:
    problem = say("components.track_bonuses.the-bonus-spaces-are-no")
    expected = say("components.track_bonuses.expected-2", problem=problem, extra=_either(EXTRA))
    sides = [track for track in components.tracks if _has_spaces(track)]
    yield from _each_once(components, sides, EXTRA, expected)


def _either(pairs: Iterable[str]) -> str:
    def either(one: str, other: str) -> str:
        return say("components.track_bonuses.or-else", one=one, other=thing(other))

    first, *others = pairs
    return reduce(either, others, thing(first))


def _has_spaces(track: Track) -> bool:
    return any(isinstance(bonus, SpaceBonus) for bonus in track.bonuses)


def _each_once(
    components: ComponentSet, sides: Sequence[Track], pairs: Iterable[str], expected: str
) -> Iterator[EntryFinding]:
    """Yield sides without a stated pair of bonuses, or with one that another has, or none."""
    seen: dict[str, str] = {}
    for track in sides:
        pair = _pair(components, track)
        if pair is None:
            yield at("tracks", track, expected)
        elif pair in seen:
            twice = say(
                "components.track_bonuses.has-and-so-has-expected", pair=pair, seen=seen[pair]
            )
            yield at("tracks", track, twice)
        else:
            seen[pair] = track.id
    for pair in pairs:
        if pair not in seen:
            yield across("tracks", say("components.track_bonuses.no-side-has", pair=pair))


def _markers(components: ComponentSet) -> Iterator[EntryFinding]:
    for track in components.tracks:
        if track.id not in {"A2", "B2"} and _pair(components, track) == MARKERS:
            problem = say("components.track_bonuses.has-more-bonus-markers-they")
            yield at("tracks", track, problem)


def _d2(components: ComponentSet) -> Iterator[EntryFinding]:
    for track in components.tracks:
        if track.id != "D2" and _pair(components, track) == OTHER_TRACKS:
            yield at("tracks", track, say("components.track_bonuses.has-steps-on-other-tracks"))


def _known_spaces(components: ComponentSet) -> Iterator[EntryFinding]:
    seen: dict[str, str] = {}
    for track in components.tracks:
        for bonus in track.bonuses:
            if not isinstance(bonus, SpaceBonus):
                continue
            if bonus.space not in components.space:
                yield at(
                    "tracks",
                    track,
                    say(
                        "components.track_bonuses.there-is-no-bonus-space",
                        space=f"{bonus.space:.40}",
                    ),
                )
            elif bonus.space in seen:
                problem = say(
                    "components.track_bonuses.the-bonus-space-stands-on",
                    space=bonus.space,
                    seen=seen[bonus.space],
                )
                yield at("tracks", track, problem)
            seen[bonus.space] = track.id


STATEMENTS = (
    stated(
        "tracks-two-bonuses",
        "track-bonuses",
        "tracks",
        _two,
    ),
    stated(
        "tracks-bonus-kinds",
        "track-bonuses",
        "tracks",
        _kinds,
    ),
    stated(
        "tracks-permanent-pairs",
        "permanent-bonuses",
        "tracks spaces",
        _permanent,
    ),
    stated(
        "tracks-extra-pairs",
        "extra-spaces",
        "tracks spaces",
        _extra,
    ),
    stated(
        "tracks-markers-side",
        "setup-player",
        "tracks spaces",
        _markers,
    ),
    stated(
        "tracks-d2",
        "extra-spaces",
        "tracks spaces",
        _d2,
    ),
    needed(
        "tracks-spaces-exist",
        "tracks spaces",
        _known_spaces,
    ),
)
