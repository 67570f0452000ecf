"""Headings and paragraphs that look alike in all commands."""

from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING

from rich.console import Console, Group, JustifyMethod, OverflowMethod, RenderableType
from rich.containers import Lines
from rich.padding import Padding
from rich.text import Text

from referee.api.errors import InternalError, RefereeError, Trouble
from referee.cli.output import held, printable, released
from referee.core.citations import Citation, Edition
from referee.core.rulings import answers_of
from referee.i18n.page_words import cited_place, place_words
from referee.i18n.speech import named, say, spoken, thing
from referee.i18n.spoken import Said

if TYPE_CHECKING:
    from rich.table import Table


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


def text(words: str, style: str = "") -> Text:
    """Return `words` as text in which nothing can steer a terminal; names are said as one reads."""
    return Paragraph(printable(thing(words)), style)


def phrase(key: str, style: str = "", /, **facts: Said) -> Text:
    """Return a sentence of the message files as text."""
    return text(say(key, **facts), style)


def typed(words: str, style: str = "") -> Text:
    """Return what a person may type, such as an id, as it is."""
    return Text(printable(words), style)


def heading(words: str) -> Text:
    """Return the heading of a part."""
    return text(words, "bold")


def part(title: str, *content: RenderableType) -> RenderableType:
    """Return `content` under a heading, with room below it."""
    return Group(heading(title), *(Padding(item, (0, 0, 0, 2)) for item in content), "")


# What cannot be read in a file: the place, the line with a caret, what was expected ---------------
LONGEST_SHOWN = 160
"""Characters of a line that are shown around a problem."""


def problem_page(file: str, problems: Iterable[Trouble]) -> RenderableType:
    """Return every problem with its line and a caret under the column."""
    return Group(*(part for problem in problems for part in _problem(file, problem)))


def error_page(error: RefereeError) -> RenderableType:
    """Return why there is no answer: what is wrong with a file, or a sentence."""
    if isinstance(error, InternalError):
        # A report of the solvers that can be passed on.
        facts, _, position = error.report.partition("\n\n")
        table: list[RenderableType] = ["", one_line(text(position, "dim"))] if position else []
        return Group(
            phrase("pages.optima.disagreement", "bold red"),
            phrase("pages.optima.own-fault"),
            text(facts),
            *table,
        )
    if error.problems and error.file is not None:
        return problem_page(error.file, error.problems)
    return text(error.message)


def rulings_line(edition: Edition) -> Text:
    """Return which answers an edition gives, and that games are judged by them."""
    told = " ".join(f"{ruling}={answer}" for ruling, answer in answers_of(edition).items())
    return phrase("commands.rulings_of.judged-by", edition=edition, answers=told)


def at_place(
    file: str, line: int | None, column: int | None, style: str = "bold", indent: str = ""
) -> Text:
    """Return a place as editors and terminals know it, behind which something is said of it."""
    place = f"{file}:{line}:{column or 0}" if line else file
    return text(named(f"{indent}{place}", ""), style)


def one_line(words: Text) -> Text:
    """Return words that are never broken, because programs and editors look for a place in them."""
    words.no_wrap, words.overflow = True, "ignore"
    return words


def place_line(words: Text) -> Text:
    """Return words that begin with a place, broken on a terminal only: no program reads there."""
    if isinstance(words, Paragraph):
        words.whole_elsewhere = True
    return one_line(words)


def excerpt(line: str, column: int) -> list[RenderableType]:
    """Return a line of a file and a caret under a column of it, cut to what a screen can show."""
    start = max(0, column - 1 - LONGEST_SHOWN // 2)
    shown = printable(line[start : start + LONGEST_SHOWN].replace("\t", " "))
    before, after = "…" if start else "", "…" if start + LONGEST_SHOWN < len(line) else ""
    caret = " " * (len(before) + column - 1 - start) + "^"
    return [one_line(text(f"  {before}{shown}{after}")), one_line(text(f"  {caret}", "bold red"))]


def _problem(file: str, problem: Trouble) -> list[RenderableType]:
    place = at_place(file, problem.line, problem.column)
    parts: list[RenderableType] = [place_line(place.append_text(text(problem.sentence)))]
    if problem.excerpt:
        parts += excerpt(problem.excerpt, problem.column or 0)
    return parts


# Ids on the table to which a reader is pointed ----------------------------------------------------
MARKED = "bold red"

PointedIds = Collection[str]
"""The ids on the table to which a reader is pointed."""


def marked(words: str, is_marked: bool) -> str:  # noqa: FBT001
    """Return words with a mark around them that needs no colour."""
    return f">{words}<" if is_marked else words


def marked_id(item: str, marks: PointedIds) -> Text:
    """Return an id, which is the same in every language."""
    return typed(marked(item, item in marks), MARKED if item in marks else "")


# Where the editions say something -----------------------------------------------------------------
def citation_list(citations: Sequence[Citation]) -> "Table":
    """Return the places, one a line, each edition named once."""
    from rich.table import Table  # noqa: PLC0415 - a game without a fault is told without

    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(no_wrap=True)
    table.add_column()
    before = ""
    # Editions in the order in which they first appear, each with its places together.
    order = [citation.edition for citation in citations]
    for citation in sorted(citations, key=lambda citation: order.index(citation.edition)):
        edition = citation.edition
        table.add_row(text("" if edition == before else edition), text(place_words(citation)))
        before = edition
    return table


def cited_words(citations: Sequence[Citation]) -> str:
    """Return one place, in the edition of the reader's language where that states it."""
    own = (citation for citation in citations if citation.edition == spoken())
    found = next(own, next(iter(citations), None))
    return "" if found is None else cited_place(found)
