"""What is stated about the company tracks, their bonuses, and the tracks of a player board."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import reduce
from typing import Final

from referee.components.set_invariant import (
    Findings,
    across,
    at,
    each,
    holds,
    is_increasing,
    stated,
)
from referee.core import components as printed
from referee.core.component_set import ComponentSet
from referee.core.ids import Company
from referee.core.set_reader import EntryFinding
from referee.i18n.speech import say, thing

SIDES: Final = ("A1", "A2", "B1", "B2", "C1", "C2", "D1", "D2")
FIRST_GAME: Final[Mapping[Company, str]] = {
    "mombasa": "A1",
    "cape-town": "B1",
    "saint-louis": "C1",
    "cairo": "D1",
}
CALLS: Final = (1, 2)
SPECIALS: Final = 2
SPECIAL_POUNDS: Final = (1, 2)
EXAMPLE_SHARES: Final = 5
EXAMPLE_SPECIAL_POUNDS: Final = 1
TRACK_CARDS: Final = 4


@stated("tracks-eight-sides", "components", "tracks")
def _sides(components: ComponentSet) -> Findings:
    for track in components.tracks:
        if track.id not in SIDES:
            yield at(track, "tracks.no-such-side", sides=", ".join(SIDES))
    seen = Counter(track.id for track in components.tracks)
    for side in SIDES:
        if side not in seen:
            yield across("tracks", "tracks.missing-side", side=side)


@stated("tracks-shares", "shares", "tracks")
def _shares(components: ComponentSet) -> Findings:
    for track in components.tracks:
        spaces = [icon.at for icon in track.shares]
        if not spaces:
            yield at(track, "tracks.no-share-icon")
        elif not is_increasing(spaces) or spaces[-1] > track.last:
            yield at(track, "tracks.share-spaces", spaces=f"{spaces!s:.60}", last=track.last)
        if not is_increasing(shares := [icon.shares for icon in track.shares]):
            yield at(track, "tracks.share-numbers", shares=f"{shares!s:.60}")


holds("tracks-five-shares", "shares", "tracks", "tracks.no-example-shares",
      lambda components: any(icon.shares == EXAMPLE_SHARES
                             for track in components.tracks for icon in track.shares),
      example_shares=EXAMPLE_SHARES)  # fmt: skip


@stated("tracks-calls", "capital-calls", "tracks")
def _calls(components: ComponentSet) -> Findings:
    for track in components.tracks:
        if (seen := len(track.calls)) not in CALLS:
            yield at(track, "tracks.call-count", seen=seen)
    for number in CALLS:
        if not any(len(track.calls) == number for track in components.tracks):
            yield across("tracks", "tracks.no-call-count", number=number)


def _out_of_order(spaces: list[int], last: int) -> dict[str, object] | None:
    if is_increasing(spaces) and max(spaces, default=0) <= last:
        return None
    return {"spaces": f"{spaces!s:.60}"}


each("tracks-calls-within", "capital-calls", "tracks", "tracks.call-spaces",
     lambda track: _out_of_order([call.before for call in track.calls], track.last))  # fmt: skip
each("tracks-specials", "special-spaces", "tracks", "tracks.special-count",
     lambda track: len(track.specials) != SPECIALS
     and {"seen": len(track.specials), "specials": SPECIALS})  # fmt: skip
each("tracks-specials-within", "", "tracks", "tracks.special-spaces",
     lambda track: _out_of_order([special.at for special in track.specials], track.last)
     )  # fmt: skip


@stated("tracks-special-pounds", "special-spaces", "tracks")
def _special_pounds(components: ComponentSet) -> Findings:
    for track in components.tracks:
        for special in track.specials:
            if special.pounds not in SPECIAL_POUNDS:
                yield at(track, "tracks.special-pay", at=special.at, pounds=special.pounds)
    seen = {special.pounds for track in components.tracks for special in track.specials}
    for pounds in SPECIAL_POUNDS:
        if pounds not in seen:
            yield across("tracks", "tracks.no-special-pay", pounds=pounds)


holds("tracks-first-special", "special-spaces", "tracks", "tracks.no-first-special",
      lambda components: any(track.specials and track.specials[0].pounds == EXAMPLE_SPECIAL_POUNDS
                             for track in components.tracks))  # fmt: skip


@stated("tracks-cards", "setup-later-tracks", "track_cards")
def _track_cards(components: ComponentSet) -> Findings:
    if (seen := len(components.track_cards)) != TRACK_CARDS:
        yield across("track_cards", "tracks.track-card-count", seen=seen, track_cards=TRACK_CARDS)
    shown: set[str] = set()
    for card in components.track_cards:
        for half in card.halves:
            if half in shown:
                yield at(card, "tracks.side-twice", half=f"{half:.40}")
            shown.add(half)


# Any card may come to lie at any edge, either half first. If the two sides of a piece stood on two
# cards, both could be asked for at once.
each("tracks-card-pieces", "", "track_cards", "tracks.two-pieces",
     lambda card: len({half[:1] for half in card.halves}) > 1)  # fmt: skip


@stated("tracks-card-halves", "", "tracks track_cards")
def _card_halves(components: ComponentSet) -> Findings:
    for card in components.track_cards:
        for half in card.halves:
            if half not in components.track:
                yield at(card, "tracks.no-half", half=f"{half:.40}")


@stated("tracks-first-game", "setup-tracks", "first_game")
def _first_game(components: ComponentSet) -> Findings:
    seen = Counter(placed.company for placed in components.first_game)
    for company, side in FIRST_GAME.items():
        if seen[company] != 1:
            facts = {"seen": seen[company], "company": company, "side": side}
            yield across("first_game", "tracks.first-game-tracks", **facts)
    for placed in components.first_game:
        if placed.track != (side := FIRST_GAME[placed.company]):
            yield at(placed, "tracks.first-game-track", track=f"{placed.track:.40}", side=side)


@stated("tracks-first-game-sides", "", "tracks first_game")
def _first_game_sides(components: ComponentSet) -> Findings:
    for placed in components.first_game:
        if placed.track not in components.track:
            yield at(placed, "tracks.no-track", track=f"{placed.track:.40}")


BONUSES: Final = 2
MARKERS: Final = "more bonus markers"
OTHER_TRACKS: Final = "steps on other tracks"
PERMANENT: Final[Mapping[str, tuple[printed.TrackBonus, printed.TrackBonus]]] = {
    "a higher expansion total": (printed.ExpansionBonus(1), printed.ExpansionBonus(2)),
    MARKERS: (printed.MarkerBonus(1), printed.MarkerBonus(2)),
    "cheaper cards for bananas, then for any goods": (
        printed.DiscountBonus("bananas", 1),
        printed.DiscountBonus("any", 1, mixed=True),
    ),
    "cheaper cards for cotton, then more cotton": (
        printed.DiscountBonus("cotton", 1),
        printed.UnitBonus("cotton", 1),
    ),
}
"""The pairs of permanent bonuses, first and second."""

EXTRA: Final = ("books and diamonds", "buying a card", "discarding a card", OTHER_TRACKS)

_LESS = frozenset({printed.Reward(points=1, diamonds=2), printed.Reward(points=2, diamonds=1)})
_MORE = frozenset({printed.Reward(points=2, diamonds=2)})


def _extra_pair(first: printed.BonusSpace, second: printed.BonusSpace) -> str | None:
    match first, second:
        case printed.ChoiceSpace(), printed.ChoiceSpace():
            given = (frozenset(first.rewards), frozenset(second.rewards))
            return EXTRA[0] if given == (_LESS, _MORE) and first.cost and second.cost else None
        case printed.BuySpace(cost=0, less=0, diamonds=1), printed.BuySpace(
            cost=0, less=1, diamonds=2
        ):
            return EXTRA[1]
        case (
            printed.DiscardSpace(cost=0, more=3, good=None),
            printed.DiscardSpace(cost=0, more=8, good="coffee"),
        ):
            return EXTRA[2]
        case (
            printed.OtherTracksSpace(cost=1, tracks=2, steps=2),
            printed.OtherTracksSpace(cost=1, tracks=3, steps=2),
        ):
            return EXTRA[3]
        case _:
            return None


def _pair(components: ComponentSet, track: printed.Track) -> str | None:
    if len(track.bonuses) != BONUSES:
        return None
    first, second = track.bonuses
    if isinstance(first, printed.SpaceBonus) and isinstance(second, printed.SpaceBonus):
        one, other = components.space.get(first.space), components.space.get(second.space)
        return _extra_pair(one, other) if one and other else None
    return next((name for name, pair in PERMANENT.items() if pair == track.bonuses), None)


each("tracks-two-bonuses", "track-bonuses", "tracks", "track_bonuses.bonus-count",
     lambda track: len(track.bonuses) != BONUSES and {"seen": len(track.bonuses)},
     bonuses=BONUSES)  # fmt: skip


@stated("tracks-bonus-kinds", "track-bonuses", "tracks")
def _kinds(components: ComponentSet) -> Findings:
    for track in components.tracks:
        extra = [isinstance(bonus, printed.SpaceBonus) for bonus in track.bonuses]
        if track.id[:1] in {"A", "B"} and any(extra):
            yield at(track, "track_bonuses.bonus-space")
        if track.id[:1] in {"C", "D"} and not all(extra):
            yield at(track, "track_bonuses.permanent-bonus")


@stated("tracks-permanent-pairs", "permanent-bonuses", "tracks spaces")
def _permanent(components: ComponentSet) -> Findings:
    sides = [track for track in components.tracks if not _has_spaces(track)]
    expected = _either(PERMANENT)
    yield from _each_once(
        components,
        sides,
        PERMANENT,
        lambda side: at(side, "track_bonuses.unknown-permanent", permanent=expected),
    )


@stated("tracks-extra-pairs", "extra-spaces", "tracks spaces")
def _extra(components: ComponentSet) -> Findings:
    sides = [track for track in components.tracks if _has_spaces(track)]
    expected = _either(EXTRA)
    yield from _each_once(
        components,
        sides,
        EXTRA,
        lambda side: at(side, "track_bonuses.unknown-extra", extra=expected),
    )


def _either(pairs: Iterable[str]) -> str:
    def either(one: str, other: str) -> str:
        return say("components.track_bonuses.or-else", one=one, other=thing(other))

    first, *others = pairs
    return reduce(either, others, thing(first))


def _has_spaces(track: printed.Track) -> bool:
    return any(isinstance(bonus, printed.SpaceBonus) for bonus in track.bonuses)


def _each_once(
    components: ComponentSet,
    sides: Sequence[printed.Track],
    pairs: Iterable[str],
    unstated: Callable[[printed.Track], EntryFinding],
) -> Findings:
    """Yield sides without a stated pair of bonuses, or with one that another has, or none."""
    seen: dict[str, str] = {}
    for track in sides:
        pair = _pair(components, track)
        if pair is None:
            yield unstated(track)
        elif pair in seen:
            yield at(track, "track_bonuses.same-pair", pair=pair, seen=seen[pair])
        else:
            seen[pair] = track.id
    for pair in pairs:
        if pair not in seen:
            yield across("tracks", "track_bonuses.no-pair", pair=pair)


@stated("tracks-markers-side", "setup-player", "tracks spaces")
def _markers(components: ComponentSet) -> Findings:
    for track in components.tracks:
        if track.id not in {"A2", "B2"} and _pair(components, track) == MARKERS:
            yield at(track, "track_bonuses.more-markers")


@stated("tracks-d2", "extra-spaces", "tracks spaces")
def _d2(components: ComponentSet) -> Findings:
    for track in components.tracks:
        if track.id != "D2" and _pair(components, track) == OTHER_TRACKS:
            yield at(track, "track_bonuses.other-tracks")


@stated("tracks-spaces-exist", "", "tracks spaces")
def _known_spaces(components: ComponentSet) -> Findings:
    seen: dict[str, str] = {}
    for track in components.tracks:
        for bonus in track.bonuses:
            if not isinstance(bonus, printed.SpaceBonus):
                continue
            if bonus.space not in components.space:
                yield at(track, "track_bonuses.no-bonus-space", space=f"{bonus.space:.40}")
            elif bonus.space in seen:
                facts = {"space": bonus.space, "seen": seen[bonus.space]}
                yield at(track, "track_bonuses.space-twice", **facts)
            seen[bonus.space] = track.id


EXAMPLE_BOOKS: Final = 5
FIRST_FREE_STEP: Final = 2
"""The starting tile's book is step 1, so acquired books lie from here on."""

BOARDS: Final = "diamond_tracks book_tracks"

each("board-slots", "additional-slots", BOARDS, "player_board.slot-step",
     lambda track: track.slot_at > track.last)  # fmt: skip
each("board-values", "object", BOARDS, "player_board.no-values",
     lambda track: not track.values)  # fmt: skip


@stated("board-values-rise", "", BOARDS)
def _rising(components: ComponentSet) -> Findings:
    boards: tuple[printed.DiamondTrack | printed.BookTrack, ...] = (
        *components.diamond_tracks,
        *components.book_tracks,
    )
    for track in boards:
        steps = [value.at for value in track.values]
        if not is_increasing(steps) or max(steps, default=0) > track.last:
            yield at(track, "player_board.value-steps", steps=f"{steps!s:.60}", last=track.last)
        if not is_increasing(pounds := [value.pounds for value in track.values]):
            yield at(track, "player_board.value-pounds", pounds=f"{pounds!s:.60}")


each("board-crossed-out", "book-placing", "book_tracks", "player_board.no-crossed-out",
     lambda track: not track.crossed_out)  # fmt: skip


@stated("board-crossed-out-within", "", "book_tracks")
def _crossed_out_within(components: ComponentSet) -> Findings:
    for track in components.book_tracks:
        steps = track.crossed_out
        if steps and not (
            is_increasing(steps) and steps[0] >= FIRST_FREE_STEP and steps[-1] <= track.last
        ):
            seen = ", ".join(map(str, steps))
            facts = {"seen": f"{seen:.60}", "first_free_step": FIRST_FREE_STEP, "last": track.last}
            yield at(track, "player_board.crossed-out", **facts)


each("board-five-books", "bookkeeper-move", "book_tracks", "player_board.too-short",
     lambda track: track.last < EXAMPLE_BOOKS, example_books=EXAMPLE_BOOKS)  # fmt: skip
