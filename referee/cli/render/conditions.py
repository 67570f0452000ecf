"""On what a verdict depends where a copy is partly read, for people."""

from collections.abc import Iterator
from typing import Final

from rich.console import RenderableType
from rich.padding import Padding

from referee.api.copy_conditions import StatementCondition
from referee.api.verdict_answers import Verdict
from referee.cli.render.layout import said
from referee.cli.render.problems import one_line, place_line, place_words
from referee.game.messages.copies import copy_words
from referee.game.messages.speech import named

MOST_CONDITIONS: Final = 3
"""Of the lines of a game that are told with their conditions; nobody keeps more in mind."""

MOST_SETTLING: Final = 3


def condition_lines(verdict: Verdict) -> Iterator[RenderableType]:
    """Yield the first lines that depend on unread values, how many more, and what games tell."""
    for condition in verdict.conditions[:MOST_CONDITIONS]:
        yield from _condition(verdict.file, condition)
    if (more := len(verdict.conditions) - MOST_CONDITIONS) > 0:
        yield said(copy_words().say("verdicts", "more-conditions", n=more), "dim")
        yield ""
    if verdict.verdict == "conditional" and verdict.conditions:
        yield said(copy_words().verdicts["learn"], "dim")
        yield ""


def conditions_words(verdict: Verdict) -> str:
    """Return how many lines depend on unread values, in words."""
    return copy_words().say("verdicts", "summary-conditional", n=len(verdict.conditions))


def _condition(file: str, told: StatementCondition) -> Iterator[RenderableType]:
    where = place_words(file, told.line or 0, told.column or 0)
    yield place_line(said(named(where, ""), "bold").append(copy_words().verdicts["conditional"]))
    yield one_line(said(f"  {told.statement}"))
    yield Padding(said(told.condition), (0, 0, 0, 2))
    says = [words for value in told.settled_by for words in value.says]
    if len(told.parts) != 1:
        # A single condition says already which value settles it.
        for words in says[:MOST_SETTLING]:
            yield Padding(said(words, "dim"), (0, 0, 0, 2))
    if told.open:
        yield Padding(said(copy_words().verdicts["unsaid"], "dim"), (0, 0, 0, 2))
    yield ""
