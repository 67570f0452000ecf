"""What a record with gaps leaves open, and what excludes each other in it, for people."""

from collections.abc import Iterator
from itertools import islice

from rich.console import RenderableType
from rich.padding import Padding

from referee.api.gap_answers import Excluding, OpenGap
from referee.api.verdicts import Verdict
from referee.cli.render.layout import number_of, said
from referee.cli.render.problems import one_line, place_words

MOST_SHOWN = 100
"""Of the gaps of a record; nobody reads more."""


def gap_lines(verdict: Verdict) -> Iterator[RenderableType]:
    """Yield what the table agreed on, what is doubtful, what is open and what conflicts."""
    file = verdict.file
    for agreed in verdict.agreed:
        yield one_line(said(f"{place_words(file, agreed.line or 0, 0)}: ", "bold").append("agreed"))
        yield said(f"  {agreed.statement}")
        yield from (said(f"  on the table: {words}", "dim") for words in agreed.changed)
    for doubt in verdict.doubts:
        stands = "may be right" if doubt.possible else "is wrong"
        values = ", ".join(map(str, doubt.values)) or "unknown"
        words = f"the doubtful note `{doubt.claim}` {stands}; possible: {values}"
        yield said(f"{place_words(file, doubt.line or 0, 0)}: {words}")
    for gap in islice(verdict.open_gaps, MOST_SHOWN):
        yield from open_gap_lines(file, gap)
    if verdict.conflict:
        yield said(f"{file}: whatever happened in the gaps, these exclude each other:", "bold")
        for excluding in verdict.conflict:
            yield from _excluding(file, excluding)
        yield ""


def open_gap_lines(file: str, gap: OpenGap) -> Iterator[RenderableType]:
    """Yield what is open at one place, how many ways are left, and what to write."""
    where = place_words(file, gap.line or 0, gap.column or 0)
    yield one_line(
        said(f"{where}: ", "bold").append(f"{gap.address}: {gap.what} is open{_ways(gap)}")
    )
    yield one_line(said(f"  {gap.statement}"))
    for words in gap.write:
        yield Padding(said(words, "dim"), (0, 0, 0, 2))


def _ways(gap: OpenGap) -> str:
    if gap.ways is None:
        return ""
    bound = "" if gap.bound == "exactly" else f"{gap.bound} "
    return f", {bound}{number_of(gap.ways, 'way is', 'ways are')} left"


def _excluding(file: str, excluding: Excluding) -> Iterator[RenderableType]:
    where = place_words(file, excluding.line or 0, excluding.column or 0)
    said_there = excluding.statement if excluding.claim is None else f"the note `{excluding.claim}`"
    yield one_line(said(f"  {where}: ", "bold").append(said_there))
    for rule in excluding.rules:
        cited = next(iter(rule.citations), "")
        yield Padding(said(f"{rule.rule} {rule.name}: {rule.holds} ({cited})", "dim"), (0, 0, 0, 4))
    if excluding.claim is not None and excluding.possible:
        values = ", ".join(map(str, excluding.possible))
        yield said(f"    by all the others it can only be {values}", "dim")
