"""What a record with gaps leaves open, and what excludes each other in it, for people."""

from collections.abc import Iterator
from itertools import islice

from rich.console import RenderableType
from rich.padding import Padding

from referee.api.verdicts import ConflictItem, OpenGap, Verdict
from referee.cli.render.layout import at_place, cited_words, one_line, phrase, place_line, text
from referee.i18n.speech import named, say
from referee.rulebook import RULES

MOST_SHOWN = 100
"""Of the gaps of a record; nobody reads more."""


def gap_lines(verdict: Verdict) -> Iterator[RenderableType]:
    """Yield what the table agreed on, what is doubtful, what is open and what conflicts."""
    file = verdict.file
    for agreed in verdict.agreed:
        yield place_line(at_place(file, agreed.line, 1).append(say("pages.gaps.agreed")))
        yield text(f"  {agreed.statement}")
        yield from (
            phrase("pages.gaps.on-the-table", "dim", words=words) for words in agreed.changed
        )
    for doubt in verdict.doubts:
        words = say(
            "pages.gaps.may-be-right" if doubt.possible else "pages.gaps.is-wrong",
            claim=doubt.claim,
            values=", ".join(map(str, doubt.values)) or "unknown",
        )
        yield at_place(file, doubt.line, 1, "").append(words)
    for gap in islice(verdict.open_gaps, MOST_SHOWN):
        yield from open_gap_lines(file, gap)
    yield from _conflict(verdict)


def _conflict(verdict: Verdict) -> Iterator[RenderableType]:
    """Yield what excludes each other; where that is not known, the line that fits nothing."""
    broken = any(not fault.wrong_note for fault in verdict.faults)
    if not verdict.conflict or (broken and not verdict.conflict_is_minimal):
        return
    if verdict.conflict_is_minimal:
        words, shown = say("pages.gaps.conflict"), verdict.conflict
    else:
        words, shown = say("pages.gaps.excluded"), verdict.conflict[-1:]
    yield text(named(verdict.file, words), "bold")
    for excluding in islice(shown, MOST_SHOWN):
        yield from excluding_lines(verdict.file, excluding)
    if not verdict.conflict_is_minimal:
        yield phrase("pages.gaps.excluding-unknown", "dim")
    yield ""


def open_gap_lines(file: str, gap: OpenGap) -> Iterator[RenderableType]:
    """Yield what is open at one place, how many ways are left, and what to write."""
    yield place_line(at_place(file, gap.line, gap.column).append(_open(gap)))
    yield one_line(text(f"  {gap.statement}"))
    for words in gap.write:
        yield Padding(text(words, "dim"), (0, 0, 0, 2))


def _open(gap: OpenGap) -> str:
    if gap.ways is None:
        return say("pages.gaps.open", address=gap.address, what=gap.what)
    bound = gap.bound.replace(" ", "-")
    return say(f"pages.gaps.open-{bound}", address=gap.address, what=gap.what, ways=gap.ways)


def excluding_lines(file: str, excluding: ConflictItem) -> Iterator[RenderableType]:
    """Yield a claim or a statement of a conflict: what it breaks, or would have to be."""
    words = excluding.statement
    if excluding.claim is not None:
        words = say("pages.gaps.note", claim=excluding.claim)
    place = at_place(file, excluding.line, excluding.column, indent="  ")
    yield one_line(place.append(words))
    for rule in excluding.rules:
        cited = cited_words(RULES[rule.rule].citations)
        yield Padding(
            text(named(f"{rule.rule} {rule.name}", f"{rule.holds} ({cited})"), "dim"), (0, 0, 0, 4)
        )
    if excluding.claim is not None and excluding.possible:
        values = ", ".join(map(str, excluding.possible))
        yield phrase("pages.gaps.by-others", "dim", values=values)
