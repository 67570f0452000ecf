"""What a run of the conformance kit shows, for people and for programs."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import msgspec
from rich.console import Group, RenderableType
from rich.padding import Padding

from referee.cli.render.layout import columns, number_of, part, row, said
from referee.conformance.again import Fate
from referee.conformance.contrast import contrasted
from referee.conformance.difference import Difference
from referee.conformance.known import Expectation
from referee.conformance.protocol import Introduction
from referee.conformance.report import Cut, Report
from referee.conformance.report import Group as Sort
from referee.game.canonical_json import canonical_json
from referee.game.messages import language
from referee.game.rule import Rule
from referee.game.rulebook import RULES

LONGEST_VALUE: Final = 240
"""Characters of a value that both sides tell, around the place where they part."""

LONGEST_ITEM: Final = 2000
"""Characters of what only one side tells; a whole turn and more."""

FATES: Final[Mapping[Fate, str]] = {
    "still": "still there",
    "otherwise": "the program differs otherwise",
    "gone": "gone",
    "not-asked": "not asked: the program does not say that it can",
}

MOST_RULES: Final = 6
MOST_ROWS: Final = 12


def report_page(
    report: Report, program: Introduction | None, expected: Expectation | None
) -> RenderableType:
    """Return the rules that agree, differ and were never reached, and every difference."""
    parts: list[RenderableType] = [_difference(sort) for sort in report.groups]
    if report.again:
        parts.append(_again(report))
    elif program is not None:
        parts.append(_rules(report))
    if expected is not None:
        parts += _expectation(expected)
    name = "the program" if program is None else f"{program.name} {program.version}"
    asked = ", ".join(f"{count:,} {what}" for what, count in sorted(report.asked.items()))
    parts.append(
        said(
            f"{name}: {number_of(report.games, 'game')}, {number_of(report.events, 'event')}"
            + (f"; answers compared: {asked}" if asked else ""),
            "dim",
        )
    )
    verdict = said(f"{name}: ", "bold")
    if report.groups:
        kinds = number_of(len(report.groups), "kind of difference", "kinds of differences")
        verdict.append(kinds, "bold red")
    else:
        verdict.append("no difference", "bold green")
    return Group(*parts, verdict)


def cut_page(cut: Cut, results: Path | None) -> RenderableType:
    """Return what a run left out when its time was up, and how to go on."""
    left = []
    if cut.not_played:
        left.append(f"{number_of(len(cut.not_played), 'game')} not played")
    if cut.not_shrunk:
        kinds = number_of(len(cut.not_shrunk), "kind of difference", "kinds of differences")
        left.append(f"{kinds} not made as short as might be")
    how = "a longer --limit goes on, or 0 for none"
    if results is None:
        how += "; with --results and --resume nothing is played twice"
    else:
        how += f"; --results {results} --resume plays only what is left"
    words = f"stopped after {cut.seconds:g} seconds: {', '.join(left)}"
    return Group(said(words, "yellow"), said(how, "dim"))


def _rules(report: Report) -> RenderableType:
    agreeing = [rule for rule in RULES if report.agree.get(rule) and rule not in report.differ]
    lines: list[RenderableType] = []
    differing = [rule for rule in RULES if rule in report.differ]
    if differing:
        table = columns("rule", "name", "agrees", "differs", right=["agrees", "differs"])
        # What always differs is the likeliest culprit.
        share = {
            rule: report.differ[rule] / (report.differ[rule] + report.agree.get(rule, 0))
            for rule in differing
        }
        for rule in sorted(differing, key=lambda one: -share[one]):
            row(table, rule, RULES[rule].name, report.agree.get(rule, 0), report.differ[rule])
        lines += [table, ""]
    lines.append(said(f"{len(agreeing)} of {len(RULES)} rules agree wherever they were reached"))
    if report.never_reached:
        lines.append(said(f"never reached: {', '.join(report.never_reached)}", "dim"))
    return part("Rules", *lines)


def _again(report: Report) -> RenderableType:
    table = columns("saved difference", "now")
    for name, fate in report.again.items():
        row(table, name, FATES[fate], style="" if fate == "gone" else "yellow")
    still = sum(fate == "still" for fate in report.again.values())
    words = f"{still} of {number_of(len(report.again), 'saved difference')} still there"
    return part("Asked again", table, "", said(words))


def _difference(sort: Sort) -> RenderableType:
    example = sort.example
    lines: list[RenderableType] = [
        said(f"seen in {number_of(len(sort.games), 'game')}, the first is {sort.games[0]}"),
        _shortest(sort),
    ]
    if example.asked is not None:
        # The fault may be in any part of the question, so all of it is shown.
        lines.append(said(f"asked: {msgspec.json.encode(example.asked).decode()}"))
    lines.append(_side_by_side(example))
    if not sort.repeated:
        lines.append(said("it did not happen again when this game was played alone", "yellow"))
    for rule_id in example.rules[:MOST_RULES]:
        lines += _rule(RULES[rule_id]) if rule_id in RULES else []
    if (more := len(example.rules) - MOST_RULES) > 0:
        lines.append(said(f"and {number_of(more, 'rule')} more at work", "dim"))
    return part(sort.id, *lines)


def _shortest(sort: Sort) -> RenderableType:
    example = sort.example
    if not example.game.players:
        return said("no game was begun")
    size = (
        f"{number_of(example.round, 'round')}, {number_of(len(example.game.events), 'event')}, "
        f"{example.game.players} players"
    )
    file = f": {sort.file}" if sort.file else ""
    return said(f"shortest game: {size}{file}")


def _side_by_side(example: Difference) -> RenderableType:
    table = columns("", "referee", "program", wrapped=["referee", "program"])
    one, other = example.expected, example.given
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
    cited = next((str(citation) for citation in rule.citations), "")
    return [
        said(f"{rule.id} ", "bold").append(f"{rule.name}: ", "dim").append(language().holds(rule)),
        said(f"{' ' * len(rule.id)} ({cited})", "dim"),
    ]


def _expectation(expected: Expectation) -> list[RenderableType]:
    lines: list[RenderableType] = [
        said(f"known failures: {len(expected.known)}", "dim"),
        *(said(f"new failure: {name}", "red") for name in expected.new),
        *(said(f"unexpected pass: {name}", "yellow") for name in expected.passed),
    ]
    return [part("Known failures", *lines)]


# Plain data --------------------------------------------------------------------------------------


def report_data(
    report: Report, program: Introduction | None, expected: Expectation | None
) -> dict[str, object]:
    """Return the report with the keys that the help of `conform` names."""
    return {
        "program": None
        if program is None
        else {
            "name": program.name,
            "version": program.version,
            "abilities": list(program.abilities),
        },
        "games": report.games,
        "events": report.events,
        "asked": report.asked,
        "rules": [
            {
                "rule": rule.id,
                "name": rule.name,
                "agree": report.agree.get(rule.id, 0),
                "differ": report.differ.get(rule.id, 0),
            }
            for rule in RULES.values()
        ],
        "never_reached": list(report.never_reached),
        "differences": [_difference_data(sort) for sort in report.groups],
        "known": None if expected is None else msgspec.to_builtins(expected),
        "again": report.again or None,
        "cut": None if report.cut is None else msgspec.to_builtins(report.cut),
    }


def _difference_data(sort: Sort) -> dict[str, object]:
    example = sort.example
    return {
        "id": sort.id,
        "kind": example.kind,
        "games": list(sort.games),
        "rounds": example.round,
        "players": example.game.players,
        "events": len(example.game.events),
        "asked": msgspec.to_builtins(example.asked),
        "referee": example.expected,
        "program": example.given,
        "rules": [
            {
                "rule": rule,
                "name": RULES[rule].name,
                "citations": [str(citation) for citation in RULES[rule].citations],
            }
            for rule in example.rules
            if rule in RULES
        ],
        "repeated": sort.repeated,
        "file": sort.file,
        "game": msgspec.to_builtins(example.game),
    }
