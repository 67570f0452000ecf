"""What cannot be read in a file: the place, the line with a caret, what was expected."""

from collections.abc import Iterable

from rich.console import Group, RenderableType
from rich.text import Text

from referee.api.errors import RefereeError, Trouble
from referee.cli.render.layout import printable, said
from referee.transcript.problems import LONGEST_SHOWN, Problem
from referee.transcript.record import Place


def problem_page(file: str, problems: Iterable[Problem | Trouble]) -> RenderableType:
    """Return every problem with its line and a caret under the column."""
    return Group(*(part for problem in problems for part in _problem(file, _as_problem(problem))))


def error_page(error: RefereeError) -> RenderableType:
    """Return why there is no answer: what is wrong with a file, or a sentence."""
    if error.problems and error.file is not None:
        return problem_page(error.file, error.problems)
    return said(error.message)


def _as_problem(told: Problem | Trouble) -> Problem:
    if isinstance(told, Problem):
        return told
    return Problem(Place(told.line or 0, told.column or 0), told.message, told.guess, told.excerpt)


def problem_data(problem: Problem) -> dict[str, object]:
    """Return the keys line, column, message and guess; line and column may be null."""
    return {
        "line": problem.at.line or None,
        "column": problem.at.column or None,
        "message": problem.message,
        "guess": list(problem.guess),
    }


def place_words(file: str, line: int, column: int) -> str:
    """Return a place as editors and terminals know it."""
    return f"{file}:{line}:{column}" if line else file


def one_line(words: Text) -> Text:
    """Return words that are never broken, because programs and editors look for a place in them."""
    words.no_wrap, words.overflow = True, "ignore"
    return words


def excerpt(line: str, column: int) -> list[RenderableType]:
    """Return a line of a file and a caret under a column of it, cut to what a screen can show."""
    start = max(0, column - 1 - LONGEST_SHOWN // 2)
    shown = printable(line[start : start + LONGEST_SHOWN].replace("\t", " "))
    before, after = "…" if start else "", "…" if start + LONGEST_SHOWN < len(line) else ""
    caret = " " * (len(before) + column - 1 - start) + "^"
    return [one_line(said(f"  {before}{shown}{after}")), one_line(said(f"  {caret}", "bold red"))]


def _problem(file: str, problem: Problem) -> list[RenderableType]:
    place = place_words(file, problem.at.line, problem.at.column)
    words = said(f"{place}: ", "bold").append_text(said(problem.sentence))
    parts: list[RenderableType] = [one_line(words)]
    if problem.line:
        parts += excerpt(problem.line, problem.at.column)
    return parts
