"""A picture in the making: the sheet, parts that look the same again, frames and players."""

from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, Any, TypeVar

from msgspec import Struct

from referee.pictures.look import Box, Look, num, plain

if TYPE_CHECKING:
    from referee.pictures.shown_table import ShownTable

T = TypeVar("T")
Label = tuple[float, float, float, float]
"""The middle of a label, and how far it reaches from there to the side and up."""


class KeptPart(Struct, frozen=True):
    """A part as it was drawn once, for pictures in which it looks the same."""

    returned: Any
    drawn: tuple[str, ...]
    boxes: dict[str, Box]
    points: dict[str, Label]
    signs: dict[str, tuple[float, float]]
    outlined: frozenset[str]


class PictureSheet:
    """A picture in the making: what was drawn, and where its places lie."""

    def __init__(
        self, look: Look, table: "ShownTable", kept: dict[Hashable, KeptPart] | None = None
    ) -> None:
        self.look = look
        self.table = table
        self.kept = kept
        """Parts of earlier pictures, by all that they show; None if nobody draws a row of them."""
        self.drawn: list[str] = []
        self.boxes: dict[str, Box] = {}
        self.points: dict[str, Label] = {}
        """By area the middle of its label, to which arrows point, and how far the label reaches."""
        self.signs: dict[str, tuple[float, float]] = {}
        """Where the sign of a fault stands in an area."""
        self.outlined: set[str] = set()
        """Places whose mark follows their outline and is drawn with them."""
        self.discreet = False
        """Whether hands, and what everybody would score, are left out."""
        self.uncertain: frozenset[str] = frozenset()
        """Places over which a `?` lies, so that nothing is drawn or said of what may be there."""

    def add(self, *content: str) -> None:
        """Draw something that is no place."""
        self.drawn += content

    def place(self, name: str, box: Box, content: str, title: str = "") -> None:
        """Draw a place: `content` counts from the upper left corner of its box."""
        self.boxes[name] = box
        if name in self.uncertain:
            content, title = "", self.look.words.parts["open"]
        told = f"<title>{plain(title)}</title>" if title else ""
        self.drawn.append(
            f'<g id="{self.look.prefix}{name}" transform="translate({num(box.x)} {num(box.y)})">'
            f"{told}{content}</g>"
        )

    def part(self, facts: Hashable, draw: Callable[[], T]) -> T:
        """Draw a part that shows these facts, or take it as it was kept; return what `draw` did."""
        if self.kept is None:
            return draw()
        facts = facts, self.uncertain
        found = self.kept.get(facts)
        if found is None:
            alone = PictureSheet(self.look, self.table)
            mine = self.drawn, self.boxes, self.points, self.signs, self.outlined
            self.drawn, self.boxes, self.points, self.signs, self.outlined = (
                alone.drawn,
                alone.boxes,
                alone.points,
                alone.signs,
                alone.outlined,
            )
            returned = draw()
            self.drawn, self.boxes, self.points, self.signs, self.outlined = mine
            found = KeptPart(
                returned,
                (*alone.drawn,),
                alone.boxes,
                alone.points,
                alone.signs,
                frozenset(alone.outlined),
            )
            self.kept[facts] = found
        self.drawn += found.drawn
        self.boxes |= found.boxes
        self.points |= found.points
        self.signs |= found.signs
        self.outlined |= found.outlined
        result: T = found.returned
        return result

    def open(self, name: str, title: str) -> None:
        """Begin a part of the picture, which has a name for whom cannot see it."""
        self.drawn.append(
            f'<g id="{self.look.prefix}{name}" role="group" aria-label="{_attribute(title)}">'
        )

    def close(self) -> None:
        """End the part begun last."""
        self.drawn.append("</g>")


def _attribute(text: str) -> str:
    return plain(text).replace('"', "&quot;")


class DrawnPlayer(Struct, frozen=True):
    """A player as a picture calls him."""

    colour: str
    name: str


class Frame(Struct, frozen=True):
    """Where a part begins, how wide it is, and how it is laid out."""

    x: float
    y: float
    width: float
    narrow: bool = False
    """Laid out for a phone."""
