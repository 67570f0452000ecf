"""What the icons and lines of a picture mean."""

from functools import lru_cache
from typing import Final

from referee.game.component_set import ComponentSet
from referee.pictures.area_map import UNREAD_DASHES
from referee.pictures.contents import UNREAD
from referee.pictures.look import Box, Icon, Look
from referee.pictures.metrics import text_width
from referee.pictures.sheet import Frame, PictureSheet
from referee.pictures.tracks import WORKS_SOON

ICONS: Final = (
    *("coin", "diamond", "point", "step", "mine", "post", "share", "crate"),
    *("coffee", "bananas", "cotton", "one-good", "mixed", "expansion", "bookkeeper", "merchant"),
    *("colleague", "jar", "marker", "most", "first", "buy", "discard", "lock", "no-a"),
)
LINE: Final = 22
HEAD: Final = 24
LEFT: Final = 10.0


def draw_legend(sheet: PictureSheet, frame: Frame) -> float:
    """Draw what the icons mean, and return the height."""
    partly_read = type(sheet.table.state.setting.components) is not ComponentSet
    content, height = _legend(sheet.look, frame.width, partly_read)
    sheet.open("legend", sheet.look.words.parts["legend"])
    sheet.place("legend-icons", Box(frame.x, frame.y, frame.width, height), content)
    sheet.close()
    return height


@lru_cache(64)
def _legend(
    look: Look,
    width: float,
    partly_read: bool,  # noqa: FBT001
) -> tuple[str, float]:
    words = look.words.legend
    entries = [(look.run(0, 13, (Icon(name),), 13), words[name]) for name in ICONS]
    entries.append((look.line((0, 9, 18, 9), "edge", 1.4), words["single"]))
    entries.append(
        (
            look.line((0, 9, 18, 9), "edge", 6.6) + look.line((0, 9, 18, 9), "panel", 4),
            words["double"],
        )
    )
    used = look.box(Box(0, 2, 18, 13), "card", "line2", radius=3) + look.hatched(
        Box(0, 2, 18, 13), 3
    )
    entries.append((used, words["used"]))
    price = look.box(Box(1, 1, 16, 15), "price", radius=3)
    price += look.text(9, 13, "5", 11, bold=True, tint="price_text", anchor="middle")
    entries.append((price, words["price"]))
    special = look.box(Box(0, 1, 18, 14), "changed_wash", "changed", radius=3)
    special += look.text(9, 12, "£", 10.5, bold=True, tint="changed", anchor="middle")
    entries.append((special, words["special"]))
    call = f'<path d="M2 0h14v12l-7 5-7 -5z" fill="{look.palette.fault}"/>'
    call += look.text(9, 11.5, "£", 10, bold=True, tint="fault_text", anchor="middle")
    entries.append((call, words["call"]))
    entries.append((look.sign(0, 9, 9, WORKS_SOON), words["soon"]))
    if partly_read:
        line = f'<path d="M0 9H18" fill="none" stroke="{look.palette.edge}" stroke-width="4.6"'
        line += f' stroke-dasharray="{UNREAD_DASHES}"/>'
        entries.append((line, words["unread-border"]))
        entries.append((look.run(0, 13, UNREAD, 13), words["open"]))
    found, x, y = [], LEFT, float(HEAD)
    for drawn, word in entries:
        wide = 24 + text_width(word, 11) + 16
        if x + wide > width and x > LEFT:
            x, y = LEFT, y + LINE
        found.append(
            f'<g transform="translate({x:.1f} {y:.1f})">{drawn}'
            + look.text(24, 13, word, 11, tint="ink2", room=width - 44)
            + "</g>"
        )
        x += wide
    height = y + LINE + 6
    head = look.box(Box(0, 0, width, height), "panel", "line", radius=8)
    head += look.text(10, 17, look.words.parts["legend"], 13, bold=True)
    return head + "".join(found), height
