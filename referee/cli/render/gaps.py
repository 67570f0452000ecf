"""What a record with gaps leaves open, and what excludes each other in it, for people."""

from collections.abc import Iterator
from itertools import islice

from rich.console import Group, RenderableType
from rich.padding import Padding

from referee.api.gap_answers import Excluding, OpenGap
from referee.api.gaps import Gaps
from referee.api.verdicts import Verdict
from referee.cli.render.layout import number_of, said
from referee.cli.render.problems import one_line, place_words

MOST_SHOWN = 100
"""Of the gaps of a record; nobody reads more."""


def gap_lines(verdict: Verdict) -> Iterator[RenderableType]:
    """Yield what the table agreed on, what is doubtful, what is open and what conflicts."""
    file = verdict.file
    for agreed in verdict.agreed:
        yield one_line(said(f"{place_words(file, agreed.line or 0, 1)}: ", "bold").append("agreed"))
        yield said(f"  {agreed.statement}")
        yield from (said(f"  on the table: {words}", "dim") for words in agreed.changed)
    for doubt in verdict.doubts:
        stands = "may be right" if doubt.possible else "is wrong"
        values = ", ".join(map(str, doubt.values)) or "unknown"
        words = f"the doubtful note `{doubt.claim}` {stands}; possible: {values}"
        yield said(f"{place_words(file, doubt.line or 0, 1)}: {words}")
    for gap in islice(verdict.open_gaps, MOST_SHOWN):
        yield from open_gap_lines(file, gap)
    yield from _conflict(verdict)


def _conflict(verdict: Verdict) -> Iterator[RenderableType]:
    """Yield what excludes each other; where that is not known, the line that fits nothing."""
    broken = any(not fault.wrong_note for fault in verdict.faults)
    if not verdict.conflict or (broken and not verdict.conflict_is_minimal):
        return
    if verdict.conflict_is_minimal:
        words, shown = "whatever happened in the gaps, these exclude each other:", verdict.conflict
    else:
        words, shown = "no way of filling the gaps before it allows this:", verdict.conflict[-1:]
    yield said(f"{verdict.file}: {words}", "bold")
    for excluding in islice(shown, MOST_SHOWN):
        yield from excluding_lines(verdict.file, excluding)
    if not verdict.conflict_is_minimal:
        yield said("  which lines before exclude it could not be found out in time", "dim")
    yield ""


def open_gap_lines(file: str, gap: OpenGap) -> Iterator[RenderableType]:
    """Yield what is open at one place, how many ways are left, and what to write."""
    where = place_words(file, gap.line or 0, gap.column or 0)
    yield one_line(said(f"{where}: ", "bold").append(f"{gap.address} open: {gap.what}{_ways(gap)}"))
    yield one_line(said(f"  {gap.statement}"))
    for words in gap.write:
        yield Padding(said(words, "dim"), (0, 0, 0, 2))


def _ways(gap: OpenGap) -> str:
    if gap.ways is None:
        return ""
    bound = "" if gap.bound == "exactly" else f"{gap.bound} "
    return f", {bound}{number_of(gap.ways, 'way is', 'ways are')} left"


def excluding_lines(file: str, excluding: Excluding) -> Iterator[RenderableType]:
    """Yield a claim or a statement of a conflict: what it breaks, or would have to be."""
    where = place_words(file, excluding.line or 0, excluding.column or 0)
    said_there = excluding.statement if excluding.claim is None else f"the note `{excluding.claim}`"
    yield one_line(said(f"  {where}: ", "bold").append(said_there))
    for rule in excluding.rules:
        cited = next(iter(rule.citations), "")
        yield Padding(said(f"{rule.rule} {rule.name}: {rule.holds} ({cited})", "dim"), (0, 0, 0, 4))
    if excluding.claim is not None and excluding.possible:
        values = ", ".join(map(str, excluding.possible))
        yield said(f"    by all the others it can only be {values}", "dim")


def gaps_page(found: Gaps, *, only_must: bool) -> RenderableType:
    """Return how many ways there are, what is open, what is certain, and what to ask."""
    parts: list[RenderableType] = []
    if not only_must:
        ways = number_of(found.number, "legal way", "legal ways")
        least = "" if found.exact else "at least "
        parts.append(said(f"{found.file}: {least}{ways} to fill the gaps", "bold"))
        for gap in found.open_gaps[:MOST_SHOWN]:
            parts += open_gap_lines(found.file, gap)
    for fact in found.must[:MOST_SHOWN]:
        parts.append(one_line(said(f"{fact.address}: ", "bold").append(fact.statement)))
        parts += [said(f"  certain: {words}") for words in fact.certain]
        parts += [said(f"  open: {words}", "dim") for words in fact.open]
    if only_must and not found.exact:
        parts.append(said("nothing is certain: not every way could be tried"))
    for excluding in found.conflict[:MOST_SHOWN]:
        parts += excluding_lines(found.file, excluding)
    if found.question is not None and not only_must:
        asked = found.question
        left = f"{asked.left:g} ways would be left on average"
        parts.append(said(f"ask: {asked.question} ({left})"))
    return Group(*parts)
