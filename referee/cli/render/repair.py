"""What was probably meant by a record, for people."""

from collections.abc import Iterator

from rich.console import Group, RenderableType

from referee.api.repairs import LineChange, Repair, Suggestion
from referee.cli.render.layout import number_of, said
from referee.cli.render.problems import one_line


def repair_page(found: Repair) -> RenderableType:
    """Return the suggestions as small diffs, and how far the search has come."""
    if found.verdict == "legal":
        return said(f"{found.file}: legal as it stands; there is nothing to repair")
    parts: list[RenderableType] = []
    for number, suggestion in enumerate(found.suggestions, 1):
        parts += [*_suggestion(number, suggestion), ""]
    return Group(*parts, said(f"{found.file}: {_how_far(found)}"))


def _suggestion(number: int, suggestion: Suggestion) -> Iterator[RenderableType]:
    yield said(f"{number}. {suggestion.words}", "bold")
    for change in suggestion.changes:
        yield from _diff(change)
    if suggestion.note:
        yield said(f"   {suggestion.note}")
    if suggestion.same_result:
        others = number_of(len(suggestion.same_result), "other change comes", "other changes come")
        yield said(f"   {others} to the same game, such as:", "dim")
        for change in suggestion.same_result[0].changes:
            yield from _diff(change)
    if suggestion.settled_by:
        yield said(f"   settled if you remember {suggestion.settled_by}")
    if not suggestion.proven:
        yield said("   legal by the engine; for the model there was no time", "dim")


def _diff(change: LineChange) -> Iterator[RenderableType]:
    if change.before is not None:
        yield one_line(said(f"   {change.line:>4} - {change.before}", "red"))
    if change.after is not None:
        yield one_line(said(f"   {change.line:>4} + {change.after}", "green"))


def _how_far(found: Repair) -> str:
    tried = number_of(found.tried, "change was", "changes were")
    if found.stopped:
        return f"stopped before everything was tried; {tried} tried"
    nothing = "" if found.suggestions else "nothing was found that explains it; "
    if not found.tried:
        return f"{nothing}too much of it cannot be read"
    lost = "" if found.complete else ", but not every way to fill a lost line"
    return f"{nothing}all single changes up to cost {found.up_to} were tried{lost} ({tried} tried)"
