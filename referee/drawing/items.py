"""Cards, tiles and books, at every size in which they lie on a table."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from msgspec import Struct

from referee.core.component_set import ComponentSet
from referee.core.components import Book, Card, PrintedCard, Requirement, Reward
from referee.core.ids import BookLetter, Company
from referee.drawing import contents
from referee.drawing.look import (
    FONTS,
    OPEN_KIND,
    QUESTION,
    SMALLER,
    Box,
    Look,
    Run,
    UnreadCard,
    UnreadPart,
    ending,
    is_open_kind,
    num,
    run_width,
    text_width,
)
from referee.drawing.shapes import TINTS
from referee.i18n.speech import named

DrawnCard = Card | UnreadCard
LETTER_TINTS: dict[BookLetter, str] = {"A": "expansion", "B": "cotton", "C": "fault"}


def _share_of(item: contents.DrawnItem) -> Company | None:
    return item.share if isinstance(item, PrintedCard) else None


@lru_cache(8192)
def card_face(
    look: Look,
    item: contents.DrawnItem,
    width: float,
    height: float,
    *,
    price: int | None = None,
    used: bool = False,
    more: int = 0,
) -> str:
    """Return a card: kind, number, share, id, and on the display its price."""
    kind = contents.item_kind(item)
    tint = TINTS.get(kind, "ink2")
    box = Box(0, 0, width, height)
    found = look.box(box, "card", "line2", radius=5)
    if used:
        found += look.hatched(box, 5)
    left = f"M5 0H6V{num(height)}H5A5 5 0 0 1 0 {num(height - 5)}V5A5 5 0 0 1 5 0z"
    found += f'<path d="{left}" fill="{look.palette.tint(tint)}"/>'
    faded = ' opacity=".8"' if used else ""
    share = _share_of(item)
    right = 24 if price is not None else 20 if share is not None else 4
    runs = contents.item_runs(item)
    tall = height >= _TALL
    size = 20.0 if tall else 16.0
    room = width - 10 - right
    line = 26 if tall else 18
    below = 19
    id_room = width - 14 - (24 if share is not None and price is not None else 0)
    id_lines = _id_lines(item.id, id_room) if tall else (item.id,)
    if len(runs) > 1:
        size, line, below = (14.0, 17, 19) if tall else (11.0, 14, 13)
        if len(id_lines) > 1 and height < _TALLER:
            size, line, below = 12.0, 14, 15
    content = ""
    for number, run in enumerate(runs):
        # Only the first line has the price or the share beside it.
        width_left = room if number == 0 else width - 14
        fits = min(size, size * width_left / run_width(run, size))
        content += look.run(10, line + number * below, run, fits)
    for number, words in enumerate(reversed(id_lines)):
        y = height - 6 - 12 * number
        content += look.text(10, y, words, 11, tint="ink" if used else "ink2", room=id_room)
    if share is not None:
        # Beside a price it stands in the corner below.
        side, top = (19, 3.0) if price is None else (23, height - 27)
        content += look.icon("share", width - side - 2, top, side)
        content += _share_post(look, share, width - 2 - side * 0.84, top + side * 0.12, side * 0.68)
    found += f"<g{faded}>{content}</g>"
    if price is not None:
        found += (
            f'<path d="M{width - 21:g} 0H{width - 5:g}A5 5 0 0 1 {width:g} 5V20H{width - 16:g}'
            f'A5 5 0 0 1 {width - 21:g} 15z" fill="{look.palette.price}"/>'
            + look.text(
                width - 10.5, 15, str(price), 14, bold=True, tint="price_text", anchor="middle"
            )
        )
    if more:
        found += look.box(Box(width - 26, -6, 24, 15), "changed_wash", "changed", radius=7)
        found += look.text(
            width - 14, 5.5, f"+{more}", 11, bold=True, tint="changed", anchor="middle"
        )
    return found


def _share_post(look: Look, share: Company, x: float, y: float, width: float) -> str:
    if is_open_kind(share):
        box = look.box(Box(x, y, width, width), "card", "line2", radius=2)
        return box + look.icon(OPEN_KIND, x, y, width)
    return look.post(share, x, y, width)


def _id_lines(name: str, room: float, size: float = 11) -> tuple[str, ...]:
    """Return an id in one line, or parted behind its hyphens where it is too long for one."""
    first, *parts = name.replace("-", "-\n").split("\n")
    lines = [first]
    for part in parts:
        if text_width(lines[-1] + part, size) * SMALLER <= room:
            lines[-1] += part
        else:
            lines.append(part)
    return tuple(lines)


class ChipLine(Struct, frozen=True):
    """The first line of a chip: what a card does, and where its id would stand."""

    run: Run
    size: float
    start: float
    end: float
    more: tuple[Run, ...] = ()
    """What a card does that has no room in this line."""


@lru_cache(8192)
def _chip_line(card: DrawnCard, width: float) -> ChipLine:
    run = contents.joined(contents.item_runs(card), 0.3)
    end = width - 4 - 8 * len(str(card.crate))
    if width >= _WIDE:
        end -= 13
    if _share_of(card) is not None:
        end -= 15
    size = 12.5
    more: tuple[Run, ...] = ()
    if run_width(run, size) > end - 4:
        # What a merchant gives by mines has a line of its own where it would be too small.
        if size * (end - 5) / run_width(run, size) < _SMALLEST:
            run, *others = contents.item_runs(card)
            more = tuple(others)
        size = min(size, size * (end - 5) / run_width(run, size))
    return ChipLine(run, size, 4 + run_width(run, size) + 5, end, more)


@lru_cache(8192)
def _lines_below(card: DrawnCard, width: float) -> tuple[str, ...]:
    line = _chip_line(card, width)
    if not line.more and text_width(card.id, 11) * SMALLER <= line.end - line.start:
        return ()
    return _id_lines(card.id, width - 8)


def chip_height(card: DrawnCard, width: float) -> float:
    """Return how high a card is that lies in a deck or in a hand."""
    below = len(_lines_below(card, width))
    more = len(_chip_line(card, width).more)
    return CHIP + RUN_LINE * more + ID_LINE * below + (1 if below else 0)


@lru_cache(8192)
def chip(look: Look, card: DrawnCard, width: float) -> str:
    """Return a card that lies in a deck or in a hand: what it does, its crate, and its id."""
    height = chip_height(card, width)
    found = look.box(Box(0, 0, width, height), "card", "line2", radius=4)
    base = CHIP / 2 + 4.5
    crate = str(card.crate)
    found += look.text(width - 4, base - 0.5, crate, 10.5, tint="ink2", anchor="end")
    end = width - 4 - 8 * len(crate)
    if width >= _WIDE:
        found += look.icon("crate", end - 11, base - 9, 11, "ink2")
        end -= 13
    share = _share_of(card)
    if share is not None:
        # Above an id in a line of its own it is a little smaller, so that they do not touch.
        size = 11 if _lines_below(card, width) else 13
        found += _share_post(look, share, end - 13, (CHIP - 14) / 2 - (13 - size), size)
    line, below = _chip_line(card, width), _lines_below(card, width)
    found += look.run(4, base, line.run, line.size)
    if not below:
        room = line.end - line.start
        return found + look.text(line.start, base - 0.5, card.id, 11, tint="ink2", room=room)
    for number, run in enumerate(line.more, 1):
        fits = min(line.size, line.size * (width - 8) / run_width(run, line.size))
        found += look.run(4, base + RUN_LINE * number - 2, run, fits)
    for number, words in enumerate(below, 1):
        y = base - 0.5 + RUN_LINE * len(line.more) + ID_LINE * number
        found += look.text(4, y, words, 11, tint="ink2", room=width - 8)
    return found


CHIP: Final = 20
"""The height of a chip with one line."""
ID_LINE: Final = 11
RUN_LINE: Final = 18
"""The height of a line more of what a card does; a roof in it reaches below the words."""
_TALL = 56
"""A card as tall as this has two lines."""
_TALLER = 68
"""One as tall as this has room for two lines and an id of two."""
_WIDE = 96
"""A chip as wide as this also shows what its last number is."""
_SMALLEST = 9
_SLIM = 36
"""A book narrower than this has a small letter."""


@lru_cache(8192)
def card_title(look: Look, item: contents.DrawnItem) -> str:
    """Return a card or a tile in words."""
    words = look.words
    parts = [named(item.id, contents.item_words(words, item))]
    share = _share_of(item)
    if share is not None:
        company = words.companies.get(share, QUESTION)
        parts.append(words.say("gives", "share", company=company))
    if isinstance(item, PrintedCard):
        parts.append(words.say("gives", "crate", n=item.crate))
    return ", ".join(parts)


@lru_cache(8192)
def book_face(
    look: Look, book: Book, width: float, height: float, *, flipped: bool = False, foot: float = 0
) -> str:
    """Return a book: its letter and id, what it needs, and below the line what it gives.

    At its foot so much room is left.
    """
    slim = width < _SLIM
    left, size = (3, 10.5) if slim else (5, 12)
    head = look.text(left, 13, book.letter, size, bold=True, tint=LETTER_TINTS[book.letter])
    room = width - (14 if slim else 19)
    name = ending(book.id, 10.5, room)
    tint = "ink" if flipped else "ink2"
    head += look.text(width - 4, 13, name, 10.5, tint=tint, anchor="end", room=room)
    box = Box(0, 0, width, height)
    return _pages(look, head, book.requires, book.reward, box, flipped=flipped, foot=foot)


@lru_cache(1024)
def first_page(
    look: Look,
    name: str,
    requires: tuple[Requirement | UnreadPart, ...],
    reward: Reward,
    width: float,
    height: float,
    *,
    flipped: bool = False,
) -> str:
    """Return the book of a starting tile."""
    head = look.text(width / 2, 13, name, 10.5, bold=True, anchor="middle", room=width - 4)
    return _pages(look, head, requires, reward, Box(0, 0, width, height), flipped=flipped)


def _pages(
    look: Look,
    head: str,
    requires: tuple[Requirement | UnreadPart, ...],
    reward: Reward,
    box: Box,
    *,
    flipped: bool,
    foot: float = 0,
) -> str:
    width, height = box.width, box.height
    line = 16 + (height - 18) * 0.52
    found = look.box(box, "card", "line2", radius=4)
    found += (
        f'<path d="M.5 {line:.1f}H{width - 0.5:.1f}V{height - 4:.1f}A4 4 0 0 1 {width - 4:.1f}'
        f' {height - 0.5:.1f}H4A4 4 0 0 1 .5 {height - 4:.1f}z" fill="{look.palette.slot}"/>'
    )
    if flipped:
        found += look.hatched(box)
    needs = [contents.requirement_run(one) for one in requires]
    gives = list(contents.reward_runs(reward))
    content = _stacked(look, needs, Box(2, 16, width - 4, line - 17))
    content += _stacked(look, gives, Box(2, line + 1, width - 4, height - line - 3 - foot))
    faded = ' opacity=".8"' if flipped else ""
    # The letter and the id are small: faded they could not be read on the hatch.
    fold = look.line((1, line, width - 1, line), "line2", 0.8)
    return f"{found}{head}<g{faded}>{content}</g>{fold}"


def _stacked(look: Look, runs: list[Run], box: Box) -> str:
    if not runs:
        return ""
    each = min(box.height / len(runs), 19)
    size = min(13.0, each * 0.84)
    size = min([size, *(size * box.width / run_width(run, size) for run in runs)])
    top = box.y + (box.height - each * len(runs)) / 2
    x = box.x + box.width / 2
    bases = [top + each * number + each / 2 + size * 0.36 for number in range(len(runs))]
    return "".join(
        look.run(x, base, run, size, "middle") for base, run in zip(bases, runs, strict=True)
    )


@lru_cache(8192)
def book_title(look: Look, book: Book) -> str:
    """Return a book in words."""
    needs = contents.requirement_words(look.words, book.requires)
    gives = contents.reward_words(look.words, book.reward)
    facts = {"id": book.id, "letter": book.letter, "needs": needs, "gives": gives}
    return look.words.say("places", "book", **facts)


# Cards, books and starting tiles one by one, as small pictures of a page --------------------------
CARD = (92.0, 62.0)
BOOK = (66.0, 84.0)


class Face(Struct, frozen=True):
    """A thing that lies on a table, drawn by itself."""

    id: str
    svg: str
    title: str


def item_faces(look: Look, components: ComponentSet) -> Iterator[Face]:
    """Yield every card, book, bonus tile and starting tile of a set, as a page can show it."""
    for item in (*components.cards, *components.tiles):
        yield Face(item.id, _svg(look, CARD, card_face(look, item, *CARD)), card_title(look, item))
    for book in components.books:
        yield Face(book.id, _svg(look, BOOK, book_face(look, book, *BOOK)), book_title(look, book))
    for tile in components.starting_tiles:
        drawn = first_page(look, tile.id, tile.requires, tile.reward, *BOOK)
        yield Face(tile.id, _svg(look, BOOK, drawn), tile.id)


def _svg(look: Look, size: tuple[float, float], content: str) -> str:
    width, height = map(num, size)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-1 -1 {num(size[0] + 2)}'
        f' {num(size[1] + 2)}" width="{width}" height="{height}" font-family="{FONTS}"'
        f' fill="{look.palette.ink}" aria-hidden="true">{content}</svg>'
    )
