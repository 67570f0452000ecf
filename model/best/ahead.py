"""The steps that a marker has before it on a company track."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from referee.game.components import ShareIcon, Track


@dataclass(frozen=True, slots=True)
class Ahead:
    """The steps that a marker has before it; entry 0 of each tuple is the next step."""

    room: int
    calls: tuple[int, ...]
    gains: tuple[int, ...]
    """Pounds that the mover gets for reaching the space."""
    shares: tuple[int, ...]
    """Shares that the space adds."""
    others: tuple[tuple[int, ...], ...]
    """Pounds that each opponent gets when the mover reaches the space, in seat order."""

    def net(self, step: int) -> int:
        """Return what the step before which `step` others were made brings in pounds."""
        return self.gains[step] - self.calls[step]


def steps_ahead(track: Track, at: int, others: Sequence[int]) -> Ahead:
    """Return what lies before a marker on a space, given the spaces of the other markers."""
    spaces = range(at + 1, track.last + 1)
    calls, gains = dict.fromkeys(spaces, 0), dict.fromkeys(spaces, 0)
    for call in track.calls:
        if call.before in calls:
            calls[call.before] += call.pounds
    for special in track.specials:
        if special.at in gains:
            gains[special.at] += special.pounds
    return Ahead(
        room=max(0, track.last - at),
        calls=tuple(calls.values()),
        gains=tuple(gains.values()),
        shares=tuple(after - before for before, after in pairwise(_icons(track, at))),
        others=tuple(
            tuple(pounds if other >= space else 0 for space, pounds in gains.items())
            for other in others
        ),
    )


def share_icon(shares: tuple[ShareIcon, ...], at: int) -> int:
    """Return the last share icon that a marker has reached."""
    reached = [icon for icon in shares if icon.at <= at]
    return max(reached, key=lambda icon: icon.at).shares if reached else 0


def _icons(track: Track, at: int) -> list[int]:
    """Return the last share icon reached on a space and on each one after it."""
    owned = share_icon(track.shares, at)
    by_space = {icon.at: icon.shares for icon in reversed(track.shares)}
    return [owned := by_space.get(space, owned) for space in range(at, track.last + 1)]
