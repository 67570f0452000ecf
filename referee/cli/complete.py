"""`referee complete`: every legal way to fill what nobody wrote down."""

from pathlib import Path

import click
from rich.console import Group, RenderableType

import referee
from referee.cli import options
from referee.cli.group import Reply, command, wants_json
from referee.cli.interrupts import NO, UNDECIDED
from referee.cli.options import FILE, argument, option
from referee.cli.output import put, remark
from referee.cli.render.gaps import MOST_SHOWN, excluding_lines, open_gap_lines
from referee.cli.render.layout import one_line, phrase, text
from referee.i18n.speech import named, say, thing

CODES = {"illegal": NO, "undecided": UNDECIDED}


@command(
    "referee complete game.mgn",
    "referee complete game.mgn --at 3.4",
    "referee complete game.mgn --count",
    "referee complete game.mgn --example -o whole.mgn",
)
@argument("file", metavar="GAME", type=FILE)
@option("--at", metavar="ADDRESS")
@option("--count", is_flag=True)
@option("--forced", is_flag=True)
@option("--example", is_flag=True)
@options.output
@options.timeout()
@options.components
def complete(  # noqa: PLR0913 - one parameter an option
    file: Path,
    at: str | None,
    output: Path | None,
    timeout: float | None,
    components: Path | None,
    *,
    count: bool,
    forced: bool,
    example: bool,
) -> Reply[referee.Gaps]:
    """Count the legal ways to fill the gaps in GAME, and show what they all have in common."""
    game = referee.load(file, components=components)
    found = game.completions(at, budget=referee.Budget(seconds=timeout))

    def page(found: referee.Gaps) -> RenderableType:
        parts: list[RenderableType] = []
        if count:
            number = str(found.number)
            parts.append(text(number if found.exact else say("pages.gaps.at-least", n=number)))
        if forced or not (count or example):
            parts.append(gaps_page(found, only_forced=forced))
        return Group(*parts)

    reply = Reply(found, page, CODES.get(found.verdict, 0))
    if example and not (wants_json() and output is None):
        # It stands below the page.
        reply.print(as_json=wants_json())
        if found.example is None:
            remark(say("commands.complete.no-filling"))
        else:
            put(output, found.example.encode())
        raise click.exceptions.Exit(reply.code)
    return reply


def gaps_page(found: referee.Gaps, *, only_forced: bool) -> RenderableType:
    """Return how many ways there are, what is open, what is certain, and what to ask."""
    parts: list[RenderableType] = []
    if not only_forced:
        parts.append(
            phrase(
                "pages.gaps.fillings" if found.exact else "pages.gaps.least-fillings",
                "bold",
                file=found.file,
                n=found.number,
            )
        )
        if any(gap.bound == "at most" for gap in found.open_gaps):
            parts.append(phrase("pages.gaps.draws-apart", "dim"))
        for gap in found.open_gaps[:MOST_SHOWN]:
            parts += open_gap_lines(found.file, gap)
    for fact in found.must[:MOST_SHOWN]:
        # Most lines begin with whose turn it was.
        is_named = fact.player is None or fact.statement.startswith(fact.player)
        where = fact.address if is_named else f"{fact.address}, {thing(fact.player or '')}"
        parts.append(one_line(text(named(where, ""), "bold").append(fact.statement)))
        parts += [phrase("pages.gaps.certain", words=words) for words in fact.certain]
        parts += [phrase("pages.gaps.open-values", "dim", words=words) for words in fact.open]
    if only_forced and not found.exact:
        parts.append(phrase("pages.gaps.nothing-certain"))
    for excluding in found.conflict[:MOST_SHOWN]:
        parts += excluding_lines(found.file, excluding)
    if found.question is not None and not only_forced:
        asked = found.question
        left = f"{asked.left:g}"
        parts.append(phrase("pages.gaps.ask", question=asked.question, left=left))
    return Group(*parts)
