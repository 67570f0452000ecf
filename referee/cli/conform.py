"""`referee conform`: tests another program that plays the game."""

import sys
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from random import SystemRandom
from typing import Any, Final

import click
import msgspec
from rich.console import Group, RenderableType
from rich.padding import Padding

import referee
from referee.api.conformance import (
    DEFAULT_SETS,
    SHRINK_TRIES,
    WHOLE_RUN,
    Conformance,
    CutRun,
    KnownFailures,
    ProgramDifference,
    SavedFate,
    request_lines,
)
from referee.api.conformance import serve_engine as answers_of
from referee.api.golden_games import (
    GoldenCheck,
    GoldenDifference,
    check_golden,
    golden_series,
    write_golden,
)
from referee.api.sources import standard_input
from referee.cli import options, shell
from referee.cli.console import Bar, show
from referee.cli.group import Reply, command, command_group
from referee.cli.interrupts import NO, UNDECIDED, so_far
from referee.cli.options import FOLDER, NAMED_FILE, OUTPUT, FloatRange, IntRange, argument, option
from referee.cli.output import version_words
from referee.cli.render.columns import headed, row
from referee.cli.render.layout import cited_words, part, phrase, text
from referee.core.digests import canonical_json, contrasted
from referee.core.input_limits import SECONDS_FOR_A_COUNT, SECONDS_FOR_AN_ANSWER
from referee.core.limits import PLAYER_COUNTS, ROUNDS
from referee.core.rule import Rule
from referee.i18n import language
from referee.i18n.speech import named, numeral, one_by_one, say
from referee.rulebook import RULES


@command_group("referee conform run -- ./mine", "referee conform serve", "referee conform golden")
def conform() -> None:
    """Test a program that plays the game against this engine, and this engine."""


@command(
    "referee conform run -- referee conform serve",
    "referee conform run --games 5000 --results run.jsonl -- ./mine",
    "referee conform run --games 5000 --results run.jsonl --resume -- ./mine",
    "referee conform run --golden games/golden --known known.txt -- ./mine",
    "referee conform run --again differences -- ./mine",
    group=conform,
)
@argument("command", metavar="-- COMMAND [ARGS]...", nargs=-1, required=True)
@option("--games", type=IntRange(1), default=20, show_default=True)
@options.seed(default=0, show_default=True)
@option(
    "--players",
    type=IntRange(PLAYER_COUNTS[0], PLAYER_COUNTS[-1]),
    multiple=True,
    default=PLAYER_COUNTS,
    show_default=True,
)
@option(
    "--set",
    "sets",
    multiple=True,
    default=DEFAULT_SETS,
    metavar="SET",
    shell_complete=shell.set_names,
)
@option("--rounds", type=IntRange(1, ROUNDS), default=ROUNDS)
@option("--default-rulings", is_flag=True)
@option("--illegal", type=IntRange(0, 50), default=2, show_default=True)
@option("--golden", type=FOLDER)
@option("--again", type=FOLDER)
@option("--known", type=NAMED_FILE)
@options.timeout("answer", default=SECONDS_FOR_AN_ANSWER, show_default=True)
@options.timeout(type=FloatRange(0), default=WHOLE_RUN, show_default=True)
@option("--shrink", type=IntRange(0), default=SHRINK_TRIES, show_default=True)
@options.max_items(0, default=10, show_default=True)
@option("-o", "--output", "save", type=OUTPUT, default=Path("differences"), show_default=True)
@options.jobs
@option("--results", type=OUTPUT)
@option("--resume", is_flag=True)
def run(
    command: tuple[str, ...], results: Path | None, timeout_per_answer: float, **asked: object
) -> Reply[Conformance]:
    """Play games against COMMAND, a program that speaks the protocol of docs/conformance.md."""
    with Bar("playing") as bar:
        found = so_far(
            referee.conform,
            command,
            results=results,
            answer_timeout=timeout_per_answer,
            progress=bar.advance,
            shrinking=lambda name: bar.say(f"shrinking {name}"),
            **asked,
        )
    not_asked = found.again is not None and "not-asked" in found.again.values()
    code = UNDECIDED if not_asked or found.cut is not None else 0
    return Reply(found, lambda found: report_page(found, results), code if found.conforms else NO)


# This engine as a program for the conformance kit -------------------------------------------------
@command(
    "referee conform serve",
    """echo '{"do":"hello","id":1}' | referee conform serve""",
    "referee conform run --games 3 -- referee conform serve",
    group=conform,
    json=False,
)
@options.timeout("answer", default=SECONDS_FOR_AN_ANSWER, show_default=True)
@options.components
def serve(components: Path | None, timeout_per_answer: float) -> None:
    """Answer the requests of the conformance protocol, one line of JSON each, on standard input."""
    try:
        requests = request_lines(standard_input())
    except OSError as error:
        raise click.UsageError(say("commands.serve.cannot-read", reason=error.strerror)) from error
    for line in answers_of(
        requests, version=version_words(), components=components, answer_limit=timeout_per_answer
    ):
        sys.stdout.buffer.write(line)
        sys.stdout.buffer.flush()


# The games that guard the engine ------------------------------------------------------------------
@command("referee conform golden", "referee conform golden my-games --jobs 2 --json", group=conform)
@argument("folder", required=False, type=FOLDER)
@options.seed()
@options.jobs
@options.timeout(default=SECONDS_FOR_A_COUNT, show_default=True)
def golden(
    folder: Path | None, seed: int | None, timeout: float, **asked: object
) -> Reply[GoldenCheck]:
    """Replay golden games in random order and report any that come out differently."""
    asked["seed"] = SystemRandom().randrange(2**32) if seed is None else seed
    asked["seconds_per_count"] = timeout
    with Bar("replaying") as bar:
        found = so_far(check_golden, folder, progress=bar.advance, **asked)
    return Reply(found, golden_page, NO if found.different else 0)


def golden_page(found: GoldenCheck) -> RenderableType:
    """Return what came out differently, and how many games did."""
    different = {each.file for each in found.different}
    counts = {"games": found.asked or found.checked, "different": len(different)}
    words = say("commands.golden.replayed", **counts)
    if found.asked:
        words = say("commands.golden.part-replayed", checked=found.checked, **counts)
    lines = (text(f"{each.file}, {_difference_words(each)}") for each in found.different)
    return Group(*lines, text(words))


@command(
    "referee conform make-golden new-games --games 60",
    "referee conform make-golden new-games --rule GDS-07 --reason 'a misreading'",
    group=conform,
    json=False,
)
@argument("folder", type=OUTPUT)
@option("--games", type=IntRange(1, 1000), default=60, show_default=True)
@option("--rule")
@option("--reason")
@option("--changelog", type=OUTPUT, default=Path("CHANGELOG.md"), show_default=True)
def make_golden(folder: Path, games: int, **noted: Any) -> None:  # noqa: ANN401 - those of the function
    """Make golden games in FOLDER, or update existing ones."""
    series = golden_series(folder, games)
    if series.changed:
        show(*(text(named(one.file, _difference_words(one.difference))) for one in series.changed))
    write_golden(series, today=datetime.now(UTC).date(), **noted)
    changed = len(series.changed)
    show(phrase("commands.golden.made", games=games, folder=folder, changed=changed))


def _difference_words(found: GoldenDifference | None) -> str:
    if found is None:
        return say("commands.golden.other-events")
    return say(
        "commands.golden.difference",
        line=found.line,
        what=found.what,
        expected=found.expected,
        actual=found.actual,
    )


# What a run of the conformance kit shows ----------------------------------------------------------
LONGEST_VALUE: Final = 240
"""Characters of a value that both sides tell, around the place where they part."""

LONGEST_ITEM: Final = 2000
"""Characters of what only one side tells; a whole turn and more."""

MOST_RULES: Final = 6
MOST_ROWS: Final = 12


def report_page(report: Conformance, results: Path | None = None) -> RenderableType:
    """Return the rules that agree, differ and were never reached, every difference, and a cut."""
    program = report.program
    parts: list[RenderableType] = [_difference(found) for found in report.differences]
    if report.again:
        parts.append(_again(report.again))
    elif program is not None:
        parts.append(_rules(report))
    if report.known is not None:
        parts += _expectation(report.known)
    name = (
        say("pages.conformance.the-program")
        if program is None
        else f"{program.name} {program.version}"
    )
    asked = ", ".join(f"{numeral(count)} {what}" for what, count in sorted(report.asked.items()))
    parts.append(
        phrase(
            "pages.conformance.played-compared" if asked else "pages.conformance.played",
            "dim",
            name=name,
            games=report.games,
            events=report.events,
            asked=asked,
        )
    )
    verdict = text(named(name, ""), "bold")
    if report.differences:
        kinds = say("pages.conformance.kinds-of-differences", n=len(report.differences))
        verdict.append(kinds, "bold red")
    elif report.cut is None:
        verdict.append(say("pages.conformance.no-difference"), "bold green")
    else:
        verdict.append(say("pages.conformance.no-difference-so-far"), "yellow")
    return Group(*parts, verdict, *([] if report.cut is None else [cut_page(report.cut, results)]))


def cut_page(cut: CutRun, results: Path | None) -> RenderableType:
    """Return what a run left out when its time was up or it was interrupted, and how to go on."""
    left = []
    if cut.not_played:
        left.append(say("pages.conformance.games-not-played", games=len(cut.not_played)))
    if cut.not_shrunk:
        left.append(say("pages.conformance.not-shortened", n=len(cut.not_shrunk)))
    if results is None:
        how = [say("pages.conformance.keep-results")]
    else:
        how = [say("pages.conformance.resume-hint", results=results)]
    undone = ", ".join(left) or say("pages.conformance.all-played")
    if cut.seconds is None:
        words = say("pages.conformance.stopped")
    else:
        how.insert(0, say("pages.conformance.longer-limit"))
        words = say("pages.conformance.stopped-after", seconds=f"{cut.seconds:g}")
    return Group(text(named(words, undone), "yellow"), text(one_by_one(how), "dim"))


def _rules(report: Conformance) -> RenderableType:
    lines: list[RenderableType] = []
    differing = [rule for rule in report.rules if rule.differ]
    if differing:
        table = headed("rule", "name", "agrees", "differs", right=["agrees", "differs"])
        # What always differs is the likeliest culprit.
        for rule in sorted(differing, key=lambda one: -one.differ / (one.differ + one.agree)):
            row(table, rule.rule, rule.name, rule.agree, rule.differ)
        lines += [table, ""]
    agreeing = sum(bool(rule.agree and not rule.differ) for rule in report.rules)
    lines.append(phrase("pages.conformance.agreement", agreeing=agreeing, rules=len(report.rules)))
    if report.never_reached:
        lines.append(
            phrase(
                "pages.conformance.never-reached",
                "dim",
                never_reached=", ".join(report.never_reached),
            )
        )
    return part(say("pages.conformance.rules"), *lines)


def _again(again: Mapping[str, SavedFate]) -> RenderableType:
    table = headed("saved-difference", "now")
    for name, fate in again.items():
        row(
            table,
            name,
            say(f"pages.conformance.fates.{fate}"),
            style="" if fate == "gone" else "yellow",
        )
    still = sum(fate == "still" for fate in again.values())
    words = say("pages.conformance.still-there", still=still, differences=len(again))
    return part(say("pages.conformance.asked-again"), table, "", text(words))


def _difference(found: ProgramDifference) -> RenderableType:
    lines: list[RenderableType] = [
        phrase("pages.conformance.seen-in", games=len(found.games), first=found.games[0]),
        _shortest(found),
    ]
    if found.asked is not None:
        # The fault may be in any part of the question, so all of it is shown.
        lines.append(
            phrase("pages.conformance.asked", question=msgspec.json.encode(found.asked).decode())
        )
    lines.append(_side_by_side(found.referee, found.program))
    if not found.repeated:
        lines.append(phrase("pages.conformance.not-again", "yellow"))
    for at_work in found.rules[:MOST_RULES]:
        lines += _rule(RULES[at_work.rule])
    if (more := len(found.rules) - MOST_RULES) > 0:
        lines.append(phrase("pages.conformance.more-rules", "dim", rules=more))
    return part(found.id, *lines)


def _shortest(found: ProgramDifference) -> RenderableType:
    if not found.players:
        return phrase("pages.conformance.no-game")
    size = {"rounds": found.rounds, "events": found.events, "players": found.players}
    if not found.file:
        return phrase("pages.conformance.shortest-game", **size)
    return phrase("pages.conformance.shortest-game-in", **size, file=found.file)


def _side_by_side(one: object, other: object) -> RenderableType:
    table = headed("", "referee", "program", wrapped=["referee", "program"])
    if isinstance(one, dict) and isinstance(other, dict):
        keys = [key for key in dict.fromkeys((*one, *other)) if key != "id"]
        for key in keys[:MOST_ROWS]:
            for number, pair in enumerate(_pairs(one, other, key)):
                row(table, "" if number else key, *pair)
    else:
        given = other if isinstance(other, dict) else {"": other}
        row(table, "", _words(one), "")
        for key, value in given.items():
            if value:
                row(table, key, "", _words(value))
    return Padding(table, (0, 0, 0, 0))


def _pairs(one: dict[str, Any], other: dict[str, Any], key: str) -> Iterator[tuple[str, str]]:
    """Yield what both answers have under a key; a list that only one of them has item by item."""
    if key in one and key in other:
        yield contrasted(_words(one[key]), _words(other[key]), LONGEST_VALUE)
        return
    value = one.get(key, other.get(key))
    for item in value if isinstance(value, list) and value else [value]:
        words = contrasted(_words(item), "", LONGEST_ITEM)[0]
        yield (words, "-") if key in one else ("-", words)


def _words(value: object) -> str:
    return value if isinstance(value, str) else canonical_json(value)


def _rule(rule: Rule) -> list[RenderableType]:
    cited = cited_words(rule.citations)
    return [
        text(f"{rule.id} ", "bold")
        .append(named(rule.name, ""), "dim")
        .append(language().holds(rule)),
        text(f"{' ' * len(rule.id)} ({cited})", "dim"),
    ]


def _expectation(expected: KnownFailures) -> list[RenderableType]:
    lines: list[RenderableType] = [
        phrase("pages.conformance.known-failures", "dim", known=len(expected.known)),
        *(phrase("pages.conformance.new-failure", "red", name=name) for name in expected.new),
        *(
            phrase("pages.conformance.unexpected-pass", "yellow", name=name)
            for name in expected.passed
        ),
    ]
    return [part(say("pages.conformance.known-failures-title"), *lines)]
