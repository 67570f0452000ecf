"""What games teach about a copy, for people."""

from collections.abc import Iterator, Sequence
from typing import Final

from rich.console import Group, RenderableType
from rich.padding import Padding

from referee.api.copy_lessons import LearntValue, Lessons
from referee.cli.render.layout import said
from referee.cli.render.problems import one_line, place_words
from referee.game.messages.copies import copy_words
from referee.game.messages.speech import named

MOST_VALUES: Final = 40
"""Of the values that games teach something about; nobody reads more."""

MOST_POSSIBLE: Final = 8


def lessons_page(lessons: Lessons) -> RenderableType:
    """Return what games settle and narrow, or what in them contradicts the copy."""
    if lessons.contradiction:
        return Group(*_contradiction(lessons))
    return Group(*_learnt(lessons))


def _learnt(lessons: Lessons) -> Iterator[RenderableType]:
    words = copy_words().lessons
    if not lessons.settled and not lessons.narrowed:
        yield said(words["nothing" if lessons.untouched else "all-read"])
    for key, values in (("settled", lessons.settled), ("narrowed", lessons.narrowed)):
        if values:
            yield said(copy_words().say("lessons", key, n=len(values)), "bold")
            yield from _values(values)
            yield ""
    if lessons.untouched:
        yield said(copy_words().say("lessons", "untouched", n=lessons.untouched), "dim")
    if not lessons.complete:
        yield said(words["incomplete"], "yellow")
    if lessons.written:
        n, folder = lessons.written, lessons.folder
        yield said(copy_words().say("lessons", "written", n=n, folder=folder), "green")
    elif lessons.settled:
        yield said(copy_words().say("lessons", "write", folder=lessons.folder), "dim")


def _values(values: Sequence[LearntValue]) -> Iterator[RenderableType]:
    for value in values[:MOST_VALUES]:
        line = said(f"  {_value(value.what, value.remaining)}")
        if value.games:
            proved = copy_words().say("lessons", "by", games=", ".join(value.games))
            line.append(f"  {proved}", "dim")
        yield line
    if (more := len(values) - MOST_VALUES) > 0:
        yield said(f"  {copy_words().say('lessons', 'more', n=more)}", "dim")


def _value(what: str, possible: Sequence[str]) -> str:
    return copy_words().say("lessons", "is", what=what, values=_possible(possible))


def _possible(possible: Sequence[str]) -> str:
    if len(possible) > MOST_POSSIBLE and all(value.isdigit() for value in possible):
        return copy_words().say("lists", "range", low=possible[0], high=possible[-1])
    shown = possible[:MOST_POSSIBLE]
    return copy_words().any_of([*shown, "..."] if len(shown) < len(possible) else shown)


def _contradiction(lessons: Lessons) -> Iterator[RenderableType]:
    words = copy_words()
    yield said(words.lessons["contradiction"], "bold red")
    for each in lessons.contradiction:
        where = place_words(each.file, each.line or 0, 1 if each.line else 0)
        yield one_line(said(f"  {named(where, '')}", "bold").append(each.statement))
    if not lessons.contradiction_is_minimal:
        yield said(f"  {words.lessons['not-minimal']}", "dim")
    yield ""
    if lessons.suspects:
        yield said(words.lessons["suspects"], "bold")
    for suspect in lessons.suspects[:MOST_VALUES]:
        values = _possible(suspect.possible)
        told = words.say("lessons", "suspect", what=suspect.what, read=suspect.read, values=values)
        yield Padding(said(told), (0, 0, 0, 2))
    if not lessons.suspects:
        yield said(words.lessons["no-suspects"])
    if not lessons.suspects_are_all:
        yield said(words.lessons["not-all-suspects"], "yellow")
