"""What cannot be read in a file: the place, the line with a caret, what was expected."""

from collections.abc import Iterable

from rich.console import Group, RenderableType
from rich.text import Text

from referee.api.errors import RefereeError, Trouble
from referee.cli.render.layout import Paragraph, printable, said
from referee.game.messages.speech import named

LONGEST_SHOWN = 160
"""Characters of a line that are shown around a problem."""


def problem_page(file: str, problems: Iterable[Trouble]) -> RenderableType:
    """Return every problem with its line and a caret under the column."""
    return Group(*(part for problem in problems for part in _problem(file, problem)))


def error_page(error: RefereeError) -> RenderableType:
    """Return why there is no answer: what is wrong with a file, or a sentence."""
    if error.problems and error.file is not None:
        return problem_page(error.file, error.problems)
    return said(error.message)


def place_words(file: str, line: int, column: int) -> str:
    """Return a place as editors and terminals know it."""
    return f"{file}:{line}:{column}" if line else file


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
    return [one_line(said(f"  {before}{shown}{after}")), one_line(said(f"  {caret}", "bold red"))]


def _problem(file: str, problem: Trouble) -> list[RenderableType]:
    column = problem.column or 0
    place = place_words(file, problem.line or 0, column)
    words = said(named(place, ""), "bold").append_text(said(problem.sentence))
    parts: list[RenderableType] = [place_line(words)]
    if problem.excerpt:
        parts += excerpt(problem.excerpt, column)
    return parts
