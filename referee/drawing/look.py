"""How things are written into a picture: texts, boxes, runs of icons and words, places."""

import re
from functools import cache, lru_cache
from typing import Any, Final, Literal, NamedTuple
from unicodedata import normalize
from xml.sax.saxutils import escape

from msgspec import Struct

from referee.core import components as printed
from referee.core.ids import Company
from referee.drawing.shapes import PALETTES, TINTS, Palette, Theme
from referee.i18n.page_words import PictureWords, picture_words
from referee.templates import UNWRITABLE

# How wide a text is, at most, in the faces that a picture may meet --------------------------------
#
# The measures are those of DejaVu Sans, the widest of them: what fits by these fits everywhere.
_FIRST, _LAST = 32, 126
_PLAIN: Final = (
    *(32, 40, 46, 84, 64, 95, 78, 27, 39, 39, 50, 84, 32, 36, 32, 34, 64, 64, 64, 64, 64, 64, 64),
    *(64, 64, 64, 34, 34, 84, 84, 84, 53, 100, 68, 69, 70, 77, 63, 58, 77, 75, 29, 29, 66, 56, 86),
    *(75, 79, 60, 79, 69, 63, 61, 73, 68, 99, 69, 61, 69, 39, 34, 39, 84, 50, 50, 61, 63, 55, 63),
    *(62, 35, 63, 63, 28, 28, 58, 28, 97, 63, 61, 63, 63, 41, 52, 39, 63, 59, 82, 59, 59, 52, 64),
    *(34, 64, 84),
)
"""Hundredths of the size, from the space to the tilde."""
_BOLD: Final = (
    *(35, 46, 52, 84, 70, 100, 87, 31, 46, 46, 52, 84, 38, 42, 38, 37, 70, 70, 70, 70, 70, 70, 70),
    *(70, 70, 70, 40, 40, 84, 84, 84, 58, 100, 77, 76, 73, 83, 68, 68, 82, 84, 37, 37, 77, 64, 100),
    *(84, 85, 73, 85, 77, 72, 68, 81, 77, 110, 77, 72, 73, 46, 37, 46, 84, 50, 50, 67, 72, 59, 72),
    *(68, 44, 72, 71, 34, 34, 67, 34, 104, 71, 69, 72, 72, 49, 60, 48, 71, 65, 92, 65, 65, 58, 71),
    *(37, 71, 84),
)
_OTHERS: Final = {
    "£": 70,
    "·": 38,
    "…": 100,
    "→": 84,
    "\N{EN DASH}": 50,
    "\N{MINUS SIGN}": 84,
    "\N{MULTIPLICATION SIGN}": 84,
}
_WIDEST: Final = 117
"""Of what is neither here nor there; no letter of a European alphabet is wider."""

SMALLER: Final = 0.82
"""How much smaller a text may become before it is cut off."""

ELLIPSIS: Final = "…"


@lru_cache(8192)
def text_width(text: str, size: float, bold: bool = False) -> float:  # noqa: FBT001, FBT002
    """Return how wide a text is at most."""
    table = _BOLD if bold else _PLAIN
    # A letter is as wide with an accent as without it.
    return (size / 100) * sum(
        table[ord(letter) - _FIRST]
        if _FIRST <= ord(letter) <= _LAST
        else _OTHERS.get(letter, _WIDEST)
        for letter in (each if each.isascii() else normalize("NFD", each)[0] for each in text)
    )


@lru_cache(8192)
def fitted(
    text: str,
    size: float,
    room: float,
    bold: bool = False,  # noqa: FBT001, FBT002
) -> tuple[str, float]:
    """Return a text and its size such that it fits: a little smaller first, then cut off."""
    width = text_width(text, size, bold)
    if width <= room:
        return text, size
    if width * SMALLER <= room:
        return text, round(size * room / width - 0.05, 1)
    size = round(size * SMALLER, 1)
    while text and text_width(text + ELLIPSIS, size, bold) > room:
        text = text[:-1]
    return text.rstrip() + ELLIPSIS, size


@lru_cache(8192)
def ending(text: str, size: float, room: float) -> str:
    """Return a text, or as much of its end as fits: there the ids of a set differ."""
    if text_width(text, size) * SMALLER <= room:
        return text
    while text and text_width(ELLIPSIS + text, size) * SMALLER > room:
        text = text[1:]
    return ELLIPSIS + text


Anchor = Literal["start", "middle", "end"]

FONTS = (
    "Roboto,-apple-system,'Segoe UI','Helvetica Neue',Arial,'Liberation Sans','DejaVu Sans',"
    "sans-serif"
)
"""The first is the face that ships with the referee for PNG; none is wider than the measures."""

_UNFIT = re.compile(r"[^\w.-]+")


@lru_cache(16384)
def plain(text: str) -> str:
    """Return a text as XML may hold it."""
    return escape(UNWRITABLE.sub("\ufffd", text))


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
        return self.box(box, f"url(#{self.prefix}used)", radius=radius)

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

    @lru_cache(16384)  # noqa: B019 - there are a few looks, which are kept for good
    def run(self, x: float, y: float, run: Run, size: float, anchor: Anchor = "start") -> str:
        """Return icons and words in one line, `y` being the base line of the words."""
        if anchor != "start":
            x -= run_width(run, size) / (2 if anchor == "middle" else 1)
        found = []
        for bit in run:
            match bit:
                case RunWord(text, bold, tint):
                    tint = "" if tint == "ink" else tint
                    found.append(self.text(x, y, text, size, bold=bold, tint=tint))
                case Icon(name, tint):
                    found.append(self.icon(name, x, y - size * 0.92, size * ICON, tint))
                case Post(company):
                    found.append(self.post(company, x, y - size * 0.96, size * ICON))
                case _:
                    pass
            x += _bit_width(bit, size) + CLOSE * size
        return "".join(found)

    def fitting_run(
        self, box: Box, run: Run, size: float, anchor: Anchor = "start", least: float = 7
    ) -> str:
        """Return a run on the base line that is the lower edge of a box, as large as fits."""
        width = run_width(run, size)
        if width > box.width:
            size = max(least, size * box.width / width)
        x = {"start": box.x, "middle": box.x + box.width / 2, "end": box.x + box.width}[anchor]
        return self.run(x, box.y + box.height, run, size, anchor)


@cache
def look_of(theme: Theme, language: str, prefix: str) -> Look:
    """Return the look of a picture, the same object every time."""
    return Look(theme, language, prefix)


# Texts broken into lines that fit -----------------------------------------------------------------
def wrapped(text: str, size: float, room: float) -> list[str]:
    """Return a text in lines no wider than the room; a word that is wider has a line of its own."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_width(longer, size) <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


# What is drawn where nobody knows what stands there: question marks in place of numbers and kinds
#
# A set of which only a part was read is drawn as a plain one with these in the places of what is
# missing. They never equal anything that is known, so that nothing is drawn as if it were.
class OpenNumber(int):
    """A number that is not known: whatever is reckoned with it is not known either."""

    def __eq__(self, other: object) -> bool:
        return self is other

    def __ne__(self, other: object) -> bool:
        return self is not other

    def __hash__(self) -> int:
        return id(self)

    def __bool__(self) -> bool:
        # What is printed may be nothing; that there is something to read is shown.
        return True

    def __str__(self) -> str:
        return QUESTION

    __repr__ = __str__

    def __format__(self, form: str) -> str:
        return QUESTION

    def _open(self, _other: object = None) -> Any:  # noqa: ANN401
        return self

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __neg__ = _open


QUESTION: Final = "?"
OPEN: Final = OpenNumber(0)
"""The one number that is not known; where things are counted one by one it counts as none."""

OPEN_KIND: Final = "open"
"""Stands for a good, a reward or a company that is not known, and names their icon."""


def is_open(value: object) -> bool:
    """Return whether a number is not known."""
    return value is OPEN


def is_open_kind(name: str) -> bool:
    """Return whether a kind, a good or a company is not known."""
    return name == OPEN_KIND


def agreed(values: tuple[int, ...]) -> int:
    """Return the number that all of them are, or the open one."""
    first = values[0]
    return first if all(value == first for value in values) else OPEN


class UnreadCard(printed.PrintedCard, frozen=True, kw_only=True):
    """A card of which nobody knows what kind it is."""


class UnreadPart(Struct, frozen=True):
    """A requirement, or a bonus of a track, of which nothing is known."""


class UnreadReward(printed.Reward, frozen=True, kw_only=True):
    """A reward of which nothing is known."""


class UnreadTrack(printed.Track, frozen=True, kw_only=True):
    """A company track of which something has no place: it is drawn behind the last space."""

    unplaced: tuple[printed.ShareIcon | printed.Call | printed.Special, ...] = ()
    certain: int
    """The last space that is there in any case."""


class UnreadDiamondTrack(printed.DiamondTrack, frozen=True, kw_only=True):
    """A diamond track whose values or whose end were not all read."""


class UnreadBookTrack(printed.BookTrack, frozen=True, kw_only=True):
    """A bookkeeping track of which something was not read."""

    certain: int
    """The last step that is there in any case."""
    crossed_out_open: bool = False
    values_open: bool = False
