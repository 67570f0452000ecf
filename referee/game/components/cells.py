"""How a set draws its map as areas; nothing here decides anything."""

from typing import Annotated

from msgspec import Meta, Struct

Length = Annotated[float, Meta(ge=0, le=10_000)]
Point = tuple[Length, Length]

_NUMBER = r"\d{1,5}(\.\d{1,3})?"
Outline = Annotated[str, Meta(pattern=rf"^{_NUMBER},{_NUMBER}( {_NUMBER},{_NUMBER}){{2,400}}$")]
"""The corners of a closed outline as SVG writes them: `x,y x,y x,y`."""


class Enclave(Struct, frozen=True, forbid_unknown_fields=True):
    """An oval inside the cell of the region around it."""

    centre: Point
    radii: Point


class MapCells(Struct, frozen=True, forbid_unknown_fields=True):
    """A page with an area for every region and base: areas touch where there is a border."""

    size: Point
    cells: dict[str, Outline]
    enclaves: dict[str, Enclave]
    labels: dict[str, Point]
    """Where the names of the cells stand."""
