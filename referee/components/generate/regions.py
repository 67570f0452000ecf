"""A random land: which regions lie side by side, and where the bases are."""

from dataclasses import dataclass
from itertools import product
from random import Random
from typing import Final

from referee.components.generate.chances import numbered, shuffled
from referee.components.statements.map import ENCLAVES, REGIONS
from referee.game.ids import COMPANIES, Company

GridCell = tuple[int, int]

COLUMNS: Final = 7
LINES: Final = 6
MOST_LANDINGS: Final = 4
"""Regions next to one base."""


@dataclass(frozen=True, slots=True)
class Land:
    """The regions with their place on a drawing, and every pair of neighbours."""

    drawn: dict[str, GridCell]
    bases: dict[Company, GridCell]
    enclaves: dict[str, str]
    """The region around each enclave."""
    pairs: tuple[tuple[str, str], ...]


def random_land(rng: Random) -> Land:
    """Return a land in which everything is connected and two regions enclose one each."""
    ids = shuffled(rng, numbered(rng, ("r", "R", "land", "Reg"), REGIONS))
    inner, outer = ids[:ENCLAVES], ids[ENCLAVES:]
    cells = _grown(rng, len(outer))
    by_cell = dict(zip(cells, outer, strict=True))

    tree = _tree(rng, cells)
    loose = [pair for pair in _beside(cells) if pair not in tree]
    kept = rng.sample(loose, rng.randint(len(loose) // 3, len(loose)))
    pairs = [(by_cell[one], by_cell[other]) for one, other in [*tree, *kept]]

    enclaves = dict(zip(inner, rng.sample(outer, ENCLAVES), strict=True))
    # The land itself takes every other column and line, which leaves room inside each region.
    drawn = {region: (2 * cell[0] + 2, 2 * cell[1] + 2) for cell, region in by_cell.items()}
    for enclave, around in enclaves.items():
        column, line = drawn[around]
        drawn[enclave] = (column + 1, line + 1)
        pairs.append((enclave, around))
    for company in COMPANIES:
        landings = rng.sample(outer, rng.randint(1, MOST_LANDINGS))
        pairs.extend((company, region) for region in landings)

    corners = [(0, 0), (2 * COLUMNS + 2, 0), (0, 2 * LINES + 2), (2 * COLUMNS + 2, 2 * LINES + 2)]
    bases = dict(zip(COMPANIES, shuffled(rng, corners), strict=True))
    return Land(drawn, bases, enclaves, shuffled(rng, pairs))


def _grown(rng: Random, number: int) -> list[GridCell]:
    grown = [(rng.randrange(COLUMNS), rng.randrange(LINES))]
    while len(grown) < number:
        coast = [cell for cell in product(range(COLUMNS), range(LINES)) if cell not in grown]
        grown.append(rng.choice([cell for cell in coast if any(_touch(cell, g) for g in grown)]))
    return grown


def _touch(one: GridCell, other: GridCell) -> bool:
    return abs(one[0] - other[0]) + abs(one[1] - other[1]) == 1


def _beside(cells: list[GridCell]) -> list[tuple[GridCell, GridCell]]:
    return [(a, b) for n, a in enumerate(cells) for b in cells[n + 1 :] if _touch(a, b)]


def _tree(rng: Random, cells: list[GridCell]) -> list[tuple[GridCell, GridCell]]:
    # Each cell touches one that came before it; joining it to any of those connects them all.
    return [
        (rng.choice([before for before in cells[:number] if _touch(before, cell)]), cell)
        for number, cell in enumerate(cells)
        if number
    ]
