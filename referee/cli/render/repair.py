"""What was probably meant by a record, for people."""

from collections.abc import Iterator

from rich.console import Group, RenderableType

from referee.api.repairs import LineChange, Repair, Suggestion
from referee.cli.render.layout import one_line, said
from referee.i18n.speech import named, say


def repair_page(found: Repair) -> RenderableType:
    """Return the suggestions as small diffs, and how far the search has come."""
    if found.verdict == "legal":
        return said(say("pages.repair.legal-as-it-stands-there", file=found.file))
    if found.verdict == "conditional":
        return said(say("pages.repair.legal-on-conditions", file=found.file))
    parts: list[RenderableType] = []
    for number, suggestion in enumerate(found.suggestions, 1):
        parts += [*_suggestion(number, suggestion, found.unread), ""]
    return Group(*parts, said(named(found.file, _how_far(found))))


def _suggestion(number: int, suggestion: Suggestion, unread: int) -> Iterator[RenderableType]:
    yield said(f"{number}. {suggestion.words}", "bold")
    for change in suggestion.changes:
        yield from _diff(change)
    if suggestion.note:
        yield said(f"   {suggestion.note}")
    if suggestion.same_result:
        others = say("pages.repair.other-changes-come", n=len(suggestion.same_result))
        yield said(say("pages.repair.to-the-same-game-such", others=others), "dim")
        for change in suggestion.same_result[0].changes:
            yield from _diff(change)
    if suggestion.settled_by:
        yield said(say("pages.repair.settled-if-you-remember", settled_by=suggestion.settled_by))
    if unread:
        yield said(say("pages.repair.as-far-as-read", unread=unread), "dim")
    elif not suggestion.proven:
        yield said(say("pages.repair.legal-by-the-engine-for"), "dim")


def _diff(change: LineChange) -> Iterator[RenderableType]:
    if change.before is not None:
        yield one_line(said(f"   {change.line:>4} - {change.before}", "red"))
    if change.after is not None:
        yield one_line(said(f"   {change.line:>4} + {change.after}", "green"))


def _how_far(found: Repair) -> str:
    tried = say("pages.repair.changes-were", n=found.tried)
    if found.stopped:
        return say("pages.repair.stopped-before-everything-was-tried", tried=tried)
    nothing = "" if found.suggestions else say("pages.repair.nothing-was-found-that-explains")
    if not found.tried:
        return say("pages.repair.too-much-of-it-cannot", nothing=nothing)
    lost = "" if found.complete else say("pages.repair.but-not-every-way-to")
    return say(
        "pages.repair.all-single-changes-up-to",
        nothing=nothing,
        up_to=found.up_to,
        lost=lost,
        tried=tried,
    )
