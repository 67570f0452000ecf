"""How things are written into a picture: texts, boxes, runs of icons and words, places."""

import re
from functools import cache, lru_cache
from typing import Literal, NamedTuple
from xml.sax.saxutils import escape

from referee.game.ids import Company
from referee.game.messages.pictures import PictureWords, picture_words
from referee.pictures.metrics import fitted, text_width
from referee.pictures.palette import PALETTES, Palette, Theme
from referee.pictures.shapes import TINTS

Anchor = Literal["start", "middle", "end"]

FONTS = (
    "Roboto,-apple-system,'Segoe UI','Helvetica Neue',Arial,'Liberation Sans','DejaVu Sans',"
    "sans-serif"
)
"""The first is the face that ships with the referee for PNG; none is wider than the measures."""

_UNWRITABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
_UNFIT = re.compile(r"[^\w.-]+")


@lru_cache(16384)
def plain(text: str) -> str:
    """Return a text as XML may hold it."""
    return escape(_UNWRITABLE.sub("\ufffd", text))


@lru_cache(16384)
def place_id(*parts: object) -> str:
    """Return the id of a place; what an id may not hold becomes an underscore."""
    return "-".join(_UNFIT.sub("_", str(part)) for part in parts)


@lru_cache(65536)
def num(value: float) -> str:
    """Return a coordinate, to a tenth."""
    return format(round(value, 1), "g")


class Box(NamedTuple):
    """Where a place lies in a picture."""

    x: float
    y: float
    width: float
    height: float

    @property
    def centre(self) -> tuple[float, float]:
        """The middle of the box."""
        return self.x + self.width / 2, self.y + self.height / 2


class Icon(NamedTuple):
    """An icon within a run, in its own colour or another."""

    name: str
    tint: str = ""


class RunWord(NamedTuple):
    """A word or a number within a run."""

    text: str
    bold: bool = True
    tint: str = "ink"


class Post(NamedTuple):
    """The roof of a company within a run."""

    company: Company


class Gap(NamedTuple):
    """Some room within a run, in parts of its size."""

    width: float


RunPiece = Icon | RunWord | Post | Gap
Run = tuple[RunPiece, ...]
"""What stands in one line."""

MINUS = "\N{MINUS SIGN}"
TIMES = "\N{MULTIPLICATION SIGN}"

ICON = 1.12
"""An icon is a little larger than the letters beside it."""
CLOSE = 0.14
"""Room between two bits of a run."""


@lru_cache(8192)
def run_width(run: Run, size: float) -> float:
    """Return how wide a run is at most."""
    return sum(_bit_width(bit, size) for bit in run) + CLOSE * size * max(len(run) - 1, 0)


def _bit_width(bit: RunPiece, size: float) -> float:
    match bit:
        case RunWord(text, bold):
            return text_width(text, size, bold)
        case Gap(width):
            return width * size
        case _:
            return ICON * size


class Look:
    """The palette, the words and the ids of a picture, and what is written with them."""

    def __init__(self, theme: Theme, language: str, prefix: str) -> None:
        self.palette: Palette = PALETTES[theme]
        self.words: PictureWords = picture_words(language)
        self.language = language
        self.prefix = prefix

    @lru_cache(32768)  # noqa: B019 - there are a few looks, which are kept for good
    def text(  # noqa: PLR0913 - a text has as many sides as this
        self,
        x: float,
        y: float,
        text: str,
        size: float = 12,
        *,
        bold: bool = False,
        tint: str = "",
        anchor: Anchor = "start",
        room: float | None = None,
    ) -> str:
        """Return a text on a base line; with `room` it is made to fit."""
        if room is not None:
            text, size = fitted(text, size, room, bold)
        more = ' font-weight="700"' if bold else ""
        if tint:
            more += f' fill="{self.palette.tint(tint)}"'
        if anchor != "start":
            more += f' text-anchor="{anchor}"'
        return f'<text x="{num(x)}" y="{num(y)}" font-size="{num(size)}"{more}>{plain(text)}</text>'

    @lru_cache(32768)  # noqa: B019 - there are a few looks, which are kept for good
    def box(
        self,
        box: Box,
        fill: str,
        stroke: str = "",
        *,
        radius: float = 4,
        width: float = 1,
        dashes: str = "",
    ) -> str:
        """Return a box with round corners."""
        tint = self.palette.tint
        more = f' stroke="{tint(stroke)}"' if stroke else ""
        if stroke and width != 1:
            more += f' stroke-width="{num(width)}"'
        if dashes:
            more += f' stroke-dasharray="{dashes}"'
        return (
            f'<rect x="{num(box.x)}" y="{num(box.y)}" width="{num(box.width)}"'
            f' height="{num(box.height)}" rx="{num(radius)}" fill="{tint(fill)}"{more}/>'
        )

    def hatched(self, box: Box, radius: float = 4) -> str:
        """Return the hatch of what is used up."""
        return (
            f'<rect x="{num(box.x)}" y="{num(box.y)}" width="{num(box.width)}"'
            f' height="{num(box.height)}" rx="{num(radius)}" fill="url(#{self.prefix}used)"/>'
        )

    def line(self, ends: tuple[float, float, float, float], stroke: str, width: float = 1) -> str:
        """Return a straight line."""
        x1, y1, x2, y2 = map(num, ends)
        return (
            f'<path d="M{x1} {y1}L{x2} {y2}" fill="none" stroke="{self.palette.tint(stroke)}"'
            f' stroke-width="{num(width)}"/>'
        )

    def icon(self, name: str, x: float, y: float, size: float, tint: str = "") -> str:
        """Return an icon by its upper left corner."""
        colour = self.palette.tint(tint or TINTS.get(name, "ink"))
        paint = "" if name == "coin" else f' fill="{colour}" stroke="{colour}"'
        return self._use(f"icon-{name}", x, y, (size, size), paint)

    def post(self, company: Company, x: float, y: float, width: float) -> str:
        """Return a company's post by its upper left corner."""
        return self._use(f"post-{company}", x, y, (width, width * 28 / 26))

    def sign(self, seat: int, x: float, y: float, size: float) -> str:
        """Return a player's sign by its centre."""
        return self._use(f"sign-{seat}", x - size / 2, y - size / 2, (size, size))

    def _use(
        self, name: str, x: float, y: float, size: tuple[float, float], paint: str = ""
    ) -> str:
        return (
            f'<use href="#{self.prefix}{name}" x="{num(x)}" y="{num(y)}"'
            f' width="{num(size[0])}" height="{num(size[1])}"{paint}/>'
        )

    def run(self, x: float, y: float, run: Run, size: float, anchor: Anchor = "start") -> str:
        """Return icons and words in one line, `y` being the base line of the words."""
        return _drawn_run(self, (x, y), run, size, anchor)

    def fitting_run(
        self, box: Box, run: Run, size: float, anchor: Anchor = "start", least: float = 7
    ) -> str:
        """Return a run on the base line that is the lower edge of a box, as large as fits."""
        width = run_width(run, size)
        if width > box.width:
            size = max(least, size * box.width / width)
        x = {"start": box.x, "middle": box.x + box.width / 2, "end": box.x + box.width}[anchor]
        return self.run(x, box.y + box.height, run, size, anchor)


@lru_cache(16384)
def _drawn_run(look: Look, at: tuple[float, float], run: Run, size: float, anchor: Anchor) -> str:
    x, y = at
    if anchor != "start":
        x -= run_width(run, size) / (2 if anchor == "middle" else 1)
    found = []
    for bit in run:
        match bit:
            case RunWord(text, bold, tint):
                found.append(
                    look.text(x, y, text, size, bold=bold, tint="" if tint == "ink" else tint)
                )
            case Icon(name, tint):
                found.append(look.icon(name, x, y - size * 0.92, size * ICON, tint))
            case Post(company):
                found.append(look.post(company, x, y - size * 0.96, size * ICON))
            case _:
                pass
        x += _bit_width(bit, size) + CLOSE * size
    return "".join(found)


@cache
def look_of(theme: Theme, language: str, prefix: str) -> Look:
    """Return the look of a picture, the same object every time."""
    return Look(theme, language, prefix)
