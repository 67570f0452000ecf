"""The shortest game that shows a difference."""

from collections.abc import Iterable

from referee.compare.readings import Difference, differ
from referee.compare.scene import Scene, scene
from referee.compare.short_games import found_elsewhere
from referee.compare.shrink import shrunk
from referee.game.events import Event
from referee.game.setting import Setting


def shortest(
    setting: Setting, events: Iterable[Event], asked: Event, difference: Difference
) -> Scene[Event] | None:
    """Return the smallest scene found in which they differ so; None if it cannot be shown again.

    A game that is short from the start shrinks faster and further than one of many rounds.
    """
    elsewhere = found_elsewhere(setting, asked, difference)
    start = scene(setting, events, asked) if elsewhere is None else elsewhere
    smallest = shrunk(start, differ)
    if smallest is not None or elsewhere is None:
        return smallest
    return shrunk(scene(setting, events, asked), differ)
