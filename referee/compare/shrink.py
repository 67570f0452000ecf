"""The shortest game that still asks the same question: parts are dropped as long as it holds."""

from collections.abc import Callable
from itertools import islice
from typing import Any, Generic, TypeVar

import msgspec

from referee.compare.cuts import LARGE_CUTS, SMALL_CUTS, Cut, is_least
from referee.compare.replay import replayed
from referee.compare.scene import Scene, scene
from referee.game.public import deviations
from referee.game.state import SETUP_PHASES, State

Asked = TypeVar("Asked")

Holds = Callable[[State, Asked], bool]
"""Whether the question is still the same at a table."""

MOST_TRIES = 1500
"""So many games are tried before the shortest so far has to do."""


def shrunk(start: Scene[Asked], holds: Holds[Asked]) -> Scene[Asked] | None:
    """Return the smallest scene found in which `holds`; None if it does not even hold at first."""
    search = _Search(holds)
    best = search.settled(start)
    if best is None:
        return None
    before = None
    while best != before:
        before = best
        for cut in LARGE_CUTS:
            best = search.cut(best, cut)
        best = search.without_events(best)
        for cut in SMALL_CUTS:
            best = search.cut(best, cut)
    return best


class _Search(Generic[Asked]):
    """Tries scenes and counts the tries."""

    def __init__(self, holds: Holds[Asked]) -> None:
        self._holds = holds
        self._tries = 0

    def settled(self, tried: Scene[Asked]) -> Scene[Asked] | None:
        """Return the scene as it can be played, if it still holds."""
        self._tries += 1
        replay = replayed(tried)
        if replay is None or not self._holds(replay.table, tried.asked):
            return None
        return scene(tried.setting, replay.events, tried.asked)

    def _better(self, tried: Scene[Asked], than: Scene[Asked]) -> Scene[Asked] | None:
        if self._tries >= MOST_TRIES:
            return None
        found = self.settled(tried)
        return found if found is not None and size(found) < size(than) else None

    def without_events(self, best: Scene[Asked]) -> Scene[Asked]:
        """Leave out all events after the setup, then halves, quarters, ..., the last ones first."""
        setup = sum(happened.at.phase in SETUP_PHASES for happened in best.events)
        length = len(best.events) - setup
        while length:
            end = len(best.events)
            while end > setup:
                start = max(setup, end - length)
                dropped = best.events[start:end]
                if not all(is_least(happened.event) for happened in dropped):
                    left = best.events[:start] + best.events[end:]
                    best = self._better(best.keeping(left), best) or best
                end = min(start, len(best.events))
            length //= 2
        return best

    def cut(self, best: Scene[Asked], cut: Cut) -> Scene[Asked]:
        """Make one kind of cut wherever it can be made."""
        place = 0
        while (smaller := next(islice(cut(best), place, None), None)) is not None:
            found = self._better(smaller, best)
            if found is None:
                place += 1
            else:
                best = found
        return best


def size(of: Scene[Any]) -> tuple[int, int, int]:
    """Return how large a scene is: its events, the rulings it names, the letters of it all."""
    events = [happened.event for happened in of.events]
    letters = len(msgspec.json.encode([events, of.asked]))
    return len(events), len(deviations(of.setting.rulings)), letters
