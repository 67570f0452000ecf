"""The map as a graph of regions and company bases."""

from collections.abc import Iterable, Mapping

from referee.game.components import Border


def neighbours(borders: Iterable[Border]) -> Mapping[str, Mapping[str, int]]:
    """Return what each place borders on, and with how many lines."""
    near: dict[str, dict[str, int]] = {}
    for border in borders:
        one, other = border.between
        near.setdefault(one, {})[other] = border.lines
        near.setdefault(other, {})[one] = border.lines
    return near


def reached_from(start: str, near: Mapping[str, Mapping[str, int]], closed: set[str]) -> set[str]:
    """Return every place on a way from `start` that goes through no place of `closed`."""
    seen = {start}
    waiting = [start]
    while waiting:
        for place in near.get(waiting.pop(), {}):
            if place not in seen and place not in closed:
                seen.add(place)
                waiting.append(place)
    return seen
