from dataclasses import fields
from itertools import pairwise
from math import dist
from pathlib import Path

import pytest
from msgspec.structs import replace as changed

from referee.components.set_writer import write_set
from referee.conformance.games import component_set
from referee.core.component_set import ComponentSet
from referee.core.set_reader import CELLS, ComponentSetError, read_set, reference_set
from referee.drawing.cells import areas, areas_of, cells_for, inside, touching

SHORTEST_BORDER = 20
"""Of a page 730 wide: shorter than this a border is overlooked."""


def _with_cells(cells: object) -> ComponentSet:
    components = component_set(0)
    return ComponentSet(
        **{each.name: getattr(components, each.name) for each in fields(components)}
        | {"cells": cells}
    )


def test_cells_touch_exactly_where_borders_are() -> None:
    components = reference_set()
    assert components.cells is not None
    stated = {frozenset(border.between) for border in components.borders}
    assert touching(areas(components.cells)) == stated


def test_every_border_is_long_enough_to_be_seen() -> None:
    cells = reference_set().cells
    assert cells is not None
    for pair, lines in areas(cells).shared.items():
        length = sum(dist(one, other) for line in lines for one, other in pairwise(line))
        assert length >= SHORTEST_BORDER, pair


def test_the_coast_is_one_ring() -> None:
    cells = reference_set().cells
    assert cells is not None
    (ring,) = areas(cells).coast
    assert ring[0] == ring[-1]


def test_cells_decide_nothing() -> None:
    assert _with_cells(None).digest == reference_set().digest


def test_a_copy_with_the_same_borders_is_drawn_with_the_same_cells() -> None:
    copy = read_set(Path("games/own-copy/anns-copy"))
    assert copy.cells is None
    found = areas_of(copy)
    assert found is not None
    assert found.cells == reference_set().cells


def test_a_set_without_fitting_cells_has_no_areas() -> None:
    assert areas_of(component_set(1)) is None
    cells = reference_set().cells
    assert cells is not None
    # One cell moved away touches nothing any more; the shipped cells still fit this set.
    moved = changed(cells, cells=cells.cells | {"R13": "1,1 2,1 2,2"})
    found = areas_of(_with_cells(moved))
    assert found is not None
    assert found.cells == cells


def test_cells_are_written_and_read_with_their_set(tmp_path: Path) -> None:
    assert read_set(write_set(reference_set(), tmp_path / "copy")).cells == reference_set().cells


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("size = [1, 1]", "`cells` is missing"),
        ('size = [1, 1]\nenclaves = {}\nlabels = {}\n[cells]\nR01 = "1,1 2"', "corners"),
        ("size = ", "is not valid toml: expected a value"),
    ],
)
def test_unreadable_cells_are_a_finding(tmp_path: Path, text: str, problem: str) -> None:
    folder = write_set(reference_set(), tmp_path / "copy")
    (folder / CELLS).write_text(text)
    with pytest.raises(ComponentSetError) as refused:
        read_set(folder)
    (finding,) = refused.value.findings
    assert finding.file == CELLS
    assert problem in finding.message.casefold()


@pytest.mark.slow
def test_a_search_finds_areas_that_touch_exactly_where_borders_are() -> None:
    components = reference_set()
    found = cells_for(components)
    assert found is not None
    stated = {frozenset(border.between) for border in components.borders}
    assert touching(areas(found)) == stated
    assert {*found.enclaves} == {"R05", "R23"}
    (ring,) = areas(found).coast
    assert ring[0] == ring[-1]


@pytest.mark.slow
def test_no_two_areas_that_were_found_lie_on_each_other() -> None:
    found = cells_for(reference_set())
    assert found is not None
    outlines = areas(found).outlines
    for name, point in found.labels.items():
        assert [other for other, outline in outlines.items() if inside(point, outline)] == [name]


def test_where_borders_have_to_cross_there_are_no_areas() -> None:
    assert cells_for(component_set(7)) is None


def test_places_whose_borders_cross_as_drawn_are_untangled() -> None:
    components = component_set(2)
    found = cells_for(components)
    assert found is not None
    stated = {frozenset(border.between) for border in components.borders}
    assert touching(areas(found)) == stated
