"""`referee repair`: the likeliest slips of the pen in a recorded game."""

from collections.abc import Iterator
from pathlib import Path
from shlex import join

import click
from rich.console import Group, RenderableType

import referee
from referee.api.errors import UnreadableError, UsageError
from referee.api.repairs import (
    MOST_EDITS,
    NOTHING_WRONG,
    SHOWN,
    LineChange,
    Repair,
    Suggestion,
    likely_slip,
)
from referee.cli import options
from referee.cli.group import Reply, command
from referee.cli.interrupts import NO, UNDECIDED, so_far
from referee.cli.options import FILE, IntRange, argument, option
from referee.cli.output import put, remark
from referee.cli.render.layout import one_line, phrase, text
from referee.i18n.speech import named, one_by_one, say


@command(
    "referee repair game.mgn",
    "referee repair game.mgn --edits 1 --timeout 5",
    "referee repair game.mgn --apply 1 -o fixed.mgn",
    "referee repair game.mgn --json",
)
@argument("file", metavar="GAME", type=FILE)
@options.max_items(default=SHOWN, show_default=True)
@option("--edits", type=IntRange(1, MOST_EDITS), default=MOST_EDITS, show_default=True)
@options.timeout()
@option("--apply", "chosen", type=IntRange(1), metavar="N")
@options.output
@options.components
def repair(
    file: Path, chosen: int | None, output: Path | None, **asked: object
) -> Reply[Repair] | None:
    """Suggest what was probably meant in GAME, if it is not legal as it stands."""
    if (chosen is None) != (output is None):
        raise click.UsageError(say("commands.repair.apply-with-output"))
    if output is not None and output.exists() and file.exists() and output.samefile(file):
        raise click.UsageError(say("commands.repair.output-is-game"))
    found = so_far(referee.repair, file, **asked)
    if chosen is not None:
        _write(found, chosen, output)
        return None
    is_lost = not found.suggestions and found.verdict not in NOTHING_WRONG
    code = (UNDECIDED if found.stopped else NO) if is_lost else 0
    return Reply(found, repair_page, code)


def _write(found: Repair, chosen: int, output: Path | None) -> None:
    there = len(found.suggestions)
    if chosen > there:
        words = say("commands.repair.no-suggestion", chosen=chosen, count=there)
        raise UsageError(words, file=found.file)
    suggestion = found.suggestions[chosen - 1]
    put(output, suggestion.text.encode())
    remark(suggestion.words)


def slip_words(file: Path, components: Path | None) -> str | None:
    """Return the slip that probably explains all that is wrong in a file, and where to see more."""
    if str(file) == "-":
        return None
    try:
        words = likely_slip(file, components=components)
    except UnreadableError:
        # What cannot be read at all was told before.
        return None
    if words is None:
        return None
    asked = ["referee", "repair", str(file)]
    asked += [] if components is None else ["--set", str(components)]
    return say("commands.slips.shows-it", change=words, command=join(asked))


# What was probably meant by a record, for people --------------------------------------------------
def repair_page(found: Repair) -> RenderableType:
    """Return the suggestions as small diffs, and how far the search has come."""
    if found.verdict == "legal":
        return phrase("pages.repair.legal", file=found.file)
    if found.verdict == "conditional":
        return phrase("pages.repair.legal-if", file=found.file)
    parts: list[RenderableType] = []
    for number, suggestion in enumerate(found.suggestions, 1):
        parts += [*_suggestion(number, suggestion, found.unread), ""]
    return Group(*parts, text(named(found.file, _how_far(found))))


def _suggestion(number: int, suggestion: Suggestion, unread: int) -> Iterator[RenderableType]:
    yield text(f"{number}. {suggestion.words}", "bold")
    for change in suggestion.changes:
        yield from _diff(change)
    if suggestion.note:
        yield text(f"   {suggestion.note}")
    if suggestion.same_result:
        yield phrase("pages.repair.same-game", "dim", n=len(suggestion.same_result))
        for change in suggestion.same_result[0].changes:
            yield from _diff(change)
    if suggestion.settled_by:
        yield text(f"   {suggestion.settled_by}")
    if unread:
        yield phrase("pages.repair.as-far-as-read", "dim", unread=unread)
    elif not suggestion.proven:
        yield phrase("pages.repair.model-out-of-time", "dim")


def _diff(change: LineChange) -> Iterator[RenderableType]:
    if change.before is not None:
        yield one_line(text(f"   {change.line:>4} - {change.before}", "red"))
    if change.after is not None:
        yield one_line(text(f"   {change.line:>4} + {change.after}", "green"))


def _how_far(found: Repair) -> str:
    if found.stopped:
        return say("pages.repair.stopped", tried=found.tried)
    words = [] if found.suggestions else [say("pages.repair.nothing-found")]
    facts = {"up_to": found.up_to, "tried": found.tried}
    if not found.tried:
        words.append(say("pages.repair.unreadable"))
    elif found.complete:
        words.append(say("pages.repair.all-single-changes", **facts))
    else:
        words.append(say("pages.repair.all-but-lost-lines", **facts))
    return one_by_one(words)
