"""The map of a copy, made by pointing: where its regions and bases lie, and what divides them."""

import tomllib
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Literal

from referee.api.answer import Answer
from referee.api.errors import MisuseError, UnreadableError, UnwritableError
from referee.copies.map_files import MapRows, write_border, write_places
from referee.copies.versions import keep_version
from referee.game.messages.speech import say
from referee.game.set_drafts import ComponentSetError
from referee.game.set_tables import BLANK

WIDE = 72
HIGH = 27
"""Columns and lines of the schematic map, from the upper left."""


class MapPlace(Answer, frozen=True, kw_only=True):
    """A region or a base of the map."""

    id: str
    name: str | None
    """What it is called, where that was read."""
    kind: Literal["region", "base"]
    drawn: tuple[int, int]
    """Column and line in a schematic map."""
    placed: bool
    """Whether somebody has pointed it out on the copy."""


class MapBorder(Answer, frozen=True, kw_only=True):
    """A border that is marked on the map."""

    between: tuple[str, str]
    lines: int | None
    """1 or 2; None if that is not read yet."""


class CopyMap(Answer, frozen=True, kw_only=True):
    """What is known of the map of a copy."""

    places: tuple[MapPlace, ...]
    borders: tuple[MapBorder, ...]
    bordered: tuple[str, ...]
    """Places that have no other borders than these."""


ANSWERS: tuple[type[Answer], ...] = (CopyMap,)


def copy_map(folder: Path | str) -> CopyMap:
    """Return what is known of the map of the copy in a folder.

    >>> import referee, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     files = referee.new_components(folder)
    ...     found = referee.copy_map(folder)
    >>> len(found.places), any(place.placed for place in found.places), found.borders
    (28, False, ())
    """
    rows = _rows(Path(folder))
    return CopyMap(
        places=tuple(_place(*place) for place in rows.places),
        borders=tuple(
            MapBorder(between=(one, other), lines=row["lines"] if row["lines"] != BLANK else None)
            for row in rows.borders
            for one, other in [row["between"]]
            if BLANK not in (one, other)
        ),
        bordered=rows.bordered,
    )


def place_map(folder: Path | str, places: Mapping[str, tuple[float, float]]) -> CopyMap:
    """Put down where places of a copy's map lie, each from 0 to 1 to the right and downwards.

    >>> import referee, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     files = referee.new_components(folder)
    ...     found = referee.place_map(folder, {"R01": (0.5, 0.5)})
    >>> found.places[0].drawn, found.places[0].placed
    ((36, 14), True)
    """
    known = {place.id: place.drawn for place in copy_map(folder).places}
    if unknown := sorted(set(places) - set(known)):
        raise MisuseError(say("answers.copy_maps.no-place", place=f"{unknown[0]!r:.40}"))
    if not all(0 <= part <= 1 for point in places.values() for part in point):
        raise MisuseError(say("answers.copy_maps.outside"))
    taken = {drawn for name, drawn in known.items() if name not in places}
    drawn: dict[str, tuple[int, int]] = {}
    for name, (x, y) in places.items():
        drawn[name] = _free((round(x * WIDE), round(y * HIGH)), taken)
        taken.add(drawn[name])
    _written(lambda: write_places(Path(folder), drawn))
    return copy_map(folder)


def mark_border(
    folder: Path | str,
    one: str,
    other: str,
    lines: int,
    *,
    bordered: tuple[str, ...] | None = None,
) -> CopyMap:
    """Put down a border of a copy's map: 1 or 2 lines, or 0 for none.

    `bordered` are the places whose borders have all been said; those known before if left out.

    >>> import referee, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     files = referee.new_components(folder)
    ...     found = referee.mark_border(folder, "cairo", "R01", 2)
    >>> found.borders[0].between, found.borders[0].lines
    (('cairo', 'R01'), 2)
    """
    known = copy_map(folder)
    names = {place.id: place.kind for place in known.places}
    for place in (one, other, *(bordered or ())):
        if place not in names:
            raise MisuseError(say("answers.copy_maps.no-place", place=f"{place!r:.40}"))
    if one == other or (names[one], names[other]) == ("base", "base"):
        raise MisuseError(say("answers.copy_maps.no-border-there"))
    if lines not in (0, 1, 2):
        raise MisuseError(say("answers.copy_maps.lines"))
    # A base is named before a region, a lower number before a higher.
    first, second = sorted((one, other), key=lambda place: (names[place] != "base", place))
    whole = known.bordered if bordered is None else tuple(sorted(bordered))
    _kept(Path(folder))
    _written(lambda: write_border(Path(folder), first, second, lines, whole))
    _kept(Path(folder))
    return copy_map(folder)


def _rows(folder: Path) -> MapRows:
    try:
        return MapRows.of(folder)
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        words = say("answers.copy_maps.unreadable", folder=str(folder), error=str(error))
        raise UnreadableError(words) from error


def _place(name: str, table: str, row: Mapping[str, object]) -> MapPlace:
    called = row.get("name")
    drawn = row.get("drawn")
    sources = row.get("sources")
    guessed = isinstance(sources, dict) and sources.get("drawn") == "reconstructed"
    x, y = drawn if isinstance(drawn, list) and len(drawn) == 2 else (0, 0)  # noqa: PLR2004
    return MapPlace(
        id=name,
        name=called if isinstance(called, str) and called != BLANK else None,
        kind="region" if table == "regions" else "base",
        drawn=(x, y),
        placed=not guessed,
    )


def _free(wanted: tuple[int, int], taken: set[tuple[int, int]]) -> tuple[int, int]:
    """Return the nearest spot at which nothing lies yet."""
    spots = ((x, y) for x in range(WIDE + 1) for y in range(HIGH + 1) if (x, y) not in taken)
    # A line is more than twice as high as a column is wide.
    return min(spots, key=lambda at: (at[0] - wanted[0]) ** 2 + 6 * (at[1] - wanted[1]) ** 2)


def _kept(folder: Path) -> None:
    """Keep a set as it stands, so that games that were recorded with it are read later on."""
    # A map that is only begun is no set yet.
    with suppress(ComponentSetError):
        keep_version(folder)


def _written(write: Callable[[], None]) -> None:
    try:
        write()
    except OSError as error:
        raise UnwritableError(error.strerror or str(error)) from error
