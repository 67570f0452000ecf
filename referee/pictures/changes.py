"""Marks for what differs between two tables, and for what somebody named."""

from collections.abc import Collection, Iterator, Sequence
from typing import Final

from referee.game.events import Event
from referee.game.ids import COMPANIES, SLOTS, Company, Seat
from referee.game.messages.pictures import PictureWords, picture_words
from referee.game.state import Player, State
from referee.game.turns import Expand
from referee.pictures.look import place_id
from referee.pictures.marks import Arrow, MarkKind, PointedPlace, PointedPlaces

STARTING_TILE_STEP: Final = 1
"""The step of the bookkeeping track on which the starting tile's book lies."""


def changes(
    before: State,
    after: State,
    event: Event | None = None,
    *,
    kind: MarkKind = "changed",
    language: str = "",
) -> PointedPlaces:
    """Return marks for everything that differs between two tables of one game.

    `event` tells where a post came from, if it says so; `kind` sets the answers apart that are
    compared with each other.
    """
    words = picture_words(language)
    places = [
        *_posts(before, after, kind),
        *_displays(before, after, kind),
        *(
            mark
            for seat, (old, new) in enumerate(zip(before.players, after.players, strict=True))
            if old != new
            for mark in (
                *_numbers(words, Seat(seat), (old, new), kind),
                *_steps(after, Seat(seat), (old, new), kind),
                *_items(Seat(seat), (old, new), kind),
            )
        ),
    ]
    if before.first_player != after.first_player:
        places.append(PointedPlace("first-player", kind))
    return PointedPlaces(tuple(places), tuple(_ways(before, after, event, kind)))


def open_places(tables: Sequence[State], *, language: str = "") -> PointedPlaces:
    """Return marks for every place at which one of several possible tables differs from the first.

    On a track a marker that is not certain is marked where it stands on any of them.
    """
    words = picture_words(language)
    first, *others = tables
    found = {
        mark.place
        for other in others
        for one, two in ((first, other), (other, first))
        for mark in changes(one, two, kind="open", language=language).places
    }
    note = words.parts["open"]
    return PointedPlaces(
        tuple(PointedPlace(place, "open", note) for place in sorted(found)), caption=note
    )


def named(
    state: State, names: Collection[str], kind: MarkKind, seat: Seat | None = None
) -> PointedPlaces:
    """Return marks for what is called by these ids, such as the facts of a broken rule name."""
    components = state.setting.components
    places = [place_id("region", one.id) for one in components.regions if one.id in names]
    places += [place_id("track", company) for company in COMPANIES if company in names]
    places += [
        place_id("card", space.row, space.column)
        for space, card in zip(components.filling_order, state.display, strict=True)
        if card in names
    ]
    places += [
        place_id("book", space.id)
        for space, book in zip(components.book_spaces, state.book_display, strict=True)
        if book in names or space.id in names
    ]
    places += [place_id("space", one.id) for one in state.setting.spaces if one.id in names]
    if seat is not None:
        player = state.players[seat]
        places += [
            place_id("seat", seat, "slot", slot)
            for slot, card in zip(SLOTS, player.slots, strict=True)
            if card in names or slot in names
        ]
        places += [
            place_id("seat", seat, "hand", card) for card in sorted(player.hand) if card in names
        ]
        places += [
            place_id("seat", seat, "tile", tile) for tile in sorted(player.tiles) if tile in names
        ]
    return PointedPlaces(tuple(PointedPlace(place, kind) for place in places))


def _posts(before: State, after: State, kind: MarkKind) -> Iterator[PointedPlace]:
    """Yield the regions and the columns of bases in which posts came or went."""
    components = after.setting.components
    for region, old, new in zip(components.regions, before.regions, after.regions, strict=True):
        if old != new:
            yield PointedPlace(place_id("region", region.id), kind)
    for company, old_base, new_base in zip(COMPANIES, before.bases, after.bases, strict=True):
        for number, (old_column, new_column) in enumerate(zip(old_base, new_base, strict=True), 1):
            if old_column != new_column:
                depth = _depth(after, company, number)
                front = depth - new_column.opened - max(old_column.posts, new_column.posts) + 1
                yield PointedPlace(
                    place_id("base", company, number, min(max(front, 1), depth)), kind
                )


def _displays(before: State, after: State, kind: MarkKind) -> Iterator[PointedPlace]:
    """Yield the cards, books and bonus spaces that changed."""
    components = after.setting.components
    for space, old_card, new_card in zip(
        components.filling_order, before.display, after.display, strict=True
    ):
        if old_card != new_card:
            yield PointedPlace(place_id("card", space.row, space.column), kind)
    shelves = zip(before.book_display, before.book_coins, strict=True)
    now = zip(after.book_display, after.book_coins, strict=True)
    for shelf, old_shelf, new_shelf in zip(components.book_spaces, shelves, now, strict=True):
        if old_shelf != new_shelf:
            yield PointedPlace(place_id("book", shelf.id), kind)
    for spot, old_marker, new_marker in zip(
        after.setting.spaces, before.markers, after.markers, strict=True
    ):
        if old_marker != new_marker:
            yield PointedPlace(place_id("space", spot.id), kind)


def _depth(state: State, company: Company, column: int) -> int:
    base = next(one for one in state.setting.components.bases if one.company == company)
    return len(base.columns[column - 1])


def _numbers(
    words: PictureWords, seat: Seat, change: tuple[Player, Player], kind: MarkKind
) -> Iterator[PointedPlace]:
    """Yield a player's money and markers, as they were and are."""
    old, new = change
    if old.cash != new.cash:
        note = words.say("marks", "cash", old=old.cash, new=new.cash)
        yield PointedPlace(place_id("seat", seat, "cash"), kind, note)
    for company, was, now in zip(COMPANIES, old.tracks, new.tracks, strict=True):
        if was != now:
            note = words.say("marks", "number", old=was, new=now)
            yield PointedPlace(place_id("seat", seat, "track", company), kind, note)
    if old.diamonds != new.diamonds:
        note = words.say("marks", "number", old=old.diamonds, new=new.diamonds)
        yield PointedPlace(place_id("seat", seat, "diamonds"), kind, note)


def _steps(
    after: State, seat: Seat, change: tuple[Player, Player], kind: MarkKind
) -> Iterator[PointedPlace]:
    """Yield the steps of a bookkeeping track on which something changed."""
    old, new = change
    first = after.setting.components.book_track.last - len(new.books) + 1
    steps = {
        step
        for step, (was, now) in enumerate(zip(old.books, new.books, strict=True), first)
        if was != now
    }
    steps |= old.flipped ^ new.flipped
    if old.starting_tile != new.starting_tile:
        steps.add(STARTING_TILE_STEP)
    if old.ink != new.ink:
        steps |= {old.ink, new.ink}
    for step in sorted(steps):
        yield PointedPlace(place_id("seat", seat, "step", step), kind)


def _items(seat: Seat, change: tuple[Player, Player], kind: MarkKind) -> Iterator[PointedPlace]:
    """Yield the cards and tiles of a player that were used, moved or taken."""
    old, new = change
    for slot, was, now in zip(SLOTS, old.slots, new.slots, strict=True):
        turned = now is not None and (now in old.used) != (now in new.used)
        tile_moved = now is not None and (now == old.plus_one) != (now == new.plus_one)
        if was != now or turned or tile_moved:
            yield PointedPlace(place_id("seat", seat, "slot", slot), kind)
    for slot, old_deck, new_deck in zip(SLOTS, old.resting, new.resting, strict=True):
        if old_deck != new_deck:
            yield PointedPlace(place_id("seat", seat, "deck", slot), kind)
    for card in sorted(new.hand - old.hand):
        yield PointedPlace(place_id("seat", seat, "hand", card), kind)
    for tile in sorted(new.tiles):
        if tile not in old.tiles or (tile in old.used) != (tile in new.used):
            yield PointedPlace(place_id("seat", seat, "tile", tile), kind)


def _ways(before: State, after: State, event: Event | None, kind: MarkKind) -> Iterator[Arrow]:
    """Yield how the posts of a company came into regions: from a place of its own beside them."""
    components = after.setting.components
    said: dict[str, str] = {}
    if isinstance(event, Expand):
        said = {one.region: one.source for one in event.enter if one.source is not None}
    regions: list[str] = [region.id for region in components.regions]
    was = dict(zip(regions, before.regions, strict=True))
    now = dict(zip(regions, after.regions, strict=True))
    beside: dict[str, list[str]] = {}
    for border in components.borders:
        for one, other in (border.between, border.between[::-1]):
            beside.setdefault(one, []).append(other)
    holders: dict[str, str | None] = {**was, **{company: company for company in COMPANIES}}
    waiting = [one for one in _in_order(event, regions) if now[one] not in (None, was[one])]
    while waiting:
        # A post comes from one that was there, or from one that came before it.
        for region in waiting:
            owner = now[region]
            held = (place for place in beside.get(region, ()) if holders.get(place) == owner)
            source = said.get(region) or next(held, None)
            if source is not None:
                break
        else:
            return
        waiting.remove(region)
        holders[region] = owner
        start = "home" if source in COMPANIES else "region"
        yield Arrow(place_id(start, source), place_id("region", region), kind)


def _in_order(event: Event | None, regions: list[str]) -> list[str]:
    """Return regions, those that an expansion enters first and as it enters them."""
    entered: list[str] = [one.region for one in event.enter] if isinstance(event, Expand) else []
    return entered + [region for region in regions if region not in entered]
