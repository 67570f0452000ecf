"""Whether a figure became worse: the runs of the working tree beside those of a revision.

A figure is worse if its median is more than a twentieth worse and beyond every run of the other;
better likewise. Figures of other programs are a yardstick, and amounts of work no achievement:
neither is judged, but amounts that differ say that not the same was measured.
"""

import re
from collections.abc import Mapping, Sequence
from statistics import median
from typing import Final, Literal

from msgspec import Struct

from scripts.tools.bench.measurement import Figures

Sense = Literal["more is better", "less is better", "yardstick", "amount"]
Change = Literal["worse", "better", "alike", "differs", "missing"]

TOLERATED: Final = 0.05

YARDSTICK: Final = re.compile(r"python-chess|catanatron|startup: import ")
AMOUNT: Final = re.compile(r"at most|questions|given up")
"""Numbers that stand among times and are none."""
MORE: Final = re.compile(r"ratio |.*(/s|%|times as fast)$")
LESS: Final = re.compile(r"(.*\W)?(ms|s|MB)( |$)|times the CPU|of the imports")

Runs = Sequence[Figures]


class FigureChange(Struct, frozen=True):
    """A figure in both trees, run by run; without runs where it was not measured."""

    name: str
    here: tuple[float, ...]
    there: tuple[float, ...]
    sense: Sense
    change: Change

    @property
    def ratio(self) -> float | None:
        """The median here as a multiple of the median there."""
        if not self.here or not self.there or not median(self.there):
            return None
        return round(median(self.here) / median(self.there), 3)


def changes(here: Runs, there: Runs) -> list[FigureChange]:
    """Return what became of each figure, in the order in which figures are printed."""
    ours, theirs = _by_figure(here), _by_figure(there)
    return [
        _changed(*key, tuple(ours.get(key, ())), tuple(theirs.get(key, ())))
        for key in dict.fromkeys((*ours, *theirs))
    ]


def sense(name: str, part: str = "") -> Sense:
    """Return which way a figure, or a part of it, is better."""
    if YARDSTICK.match(name):
        return "yardstick"
    if AMOUNT.search(part):
        return "amount"
    for said in filter(None, (part, name)):
        if MORE.match(said):
            return "more is better"
        if LESS.match(said):
            return "less is better"
    return "amount"


def _by_figure(runs: Runs) -> dict[tuple[str, str], list[float]]:
    found: dict[tuple[str, str], list[float]] = {}
    for figures in runs:
        for name, value in figures.items():
            parts: Mapping[str, object] = value if isinstance(value, dict) else {"": value}
            for part, number in parts.items():
                if isinstance(number, int | float):
                    found.setdefault((name, part), []).append(number)
    return found


def _changed(
    name: str, part: str, here: tuple[float, ...], there: tuple[float, ...]
) -> FigureChange:
    told = f"{name}: {part}" if part else name
    judged = sense(name, part)
    return FigureChange(told, here, there, judged, _change(judged, here, there))


def _change(judged: Sense, here: Sequence[float], there: Sequence[float]) -> Change:
    if not here or not there:
        return "missing"
    ours, theirs = median(here), median(there)
    if judged == "yardstick":
        return "alike"
    if judged == "amount":
        return "alike" if ours == theirs else "differs"
    if ours < theirs * (1 - TOLERATED) and ours < min(there):
        return "worse" if judged == "more is better" else "better"
    if ours > theirs * (1 + TOLERATED) and ours > max(there):
        return "worse" if judged == "less is better" else "better"
    return "alike"
