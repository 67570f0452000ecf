"""Headings and paragraphs that look alike in all commands."""

from rich.console import Console, Group, JustifyMethod, OverflowMethod, RenderableType
from rich.containers import Lines
from rich.padding import Padding
from rich.text import Text

from referee.cli.line_breaks import held, released
from referee.cli.output import printable as printable  # noqa: PLC0414 - all that draw find it here
from referee.game.messages.speech import thing


class Paragraph(Text):
    """Text whose lines break where they may, and go on below where an indented line began."""

    whole_elsewhere = False
    """Whether it is broken on a terminal alone, since programs look for a place in its line."""

    def wrap(
        self,
        console: Console,
        width: int,
        *,
        justify: JustifyMethod | None = None,
        overflow: OverflowMethod | None = None,
        tab_size: int = 8,
        no_wrap: bool | None = None,
    ) -> Lines:
        """Return the lines in which the text fits into `width`."""
        lines = Lines()
        if self.whole_elsewhere and console.is_terminal:
            self.no_wrap, self.overflow, no_wrap, overflow = False, "fold", False, "fold"
        for line in self.split(allow_blank=True):
            indent = len(line.plain) - len(line.plain.lstrip(" "))
            if no_wrap or self.no_wrap or line.cell_len <= width or 2 * indent > width:
                indent = 0
            body = line[indent:] if indent else line
            body.plain = held(body.plain, width - indent)
            wrapped = body.wrap(
                console,
                width - indent,
                justify=justify or self.justify,
                overflow=overflow or self.overflow,
                tab_size=tab_size,
                no_wrap=no_wrap or self.no_wrap,
            )
            for part_of_line in wrapped:
                part_of_line.plain = released(part_of_line.plain)
                part_of_line.pad_left(indent)
            lines.extend(wrapped)
        return lines


def said(words: str, style: str = "") -> Text:
    """Return `words` as text in which nothing can steer a terminal; names are said as one reads."""
    return Paragraph(printable(thing(words)), style)


def typed(words: str, style: str = "") -> Text:
    """Return what a person may type, such as an id, as it is."""
    return Text(printable(words), style)


def heading(words: str) -> Text:
    """Return the heading of a part."""
    return said(words, "bold")


def part(title: str, *content: RenderableType) -> RenderableType:
    """Return `content` under a heading, with room below it."""
    return Group(heading(title), *(Padding(item, (0, 0, 0, 2)) for item in content), "")
