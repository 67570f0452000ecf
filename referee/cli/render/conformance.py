"""What a run of the conformance kit shows."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, get_args

import msgspec
from rich.console import Group, RenderableType
from rich.padding import Padding

from referee.api.conformance import Conformance, CutRun, KnownFailures, ProgramDifference, SavedFate
from referee.api.turn_lists import CountComparison, CountDifference, Counts
from referee.cli.render.columns import columns, row
from referee.cli.render.layout import cited_words, heading, part, said, typed
from referee.core.digests import canonical_json, contrasted
from referee.core.rule import Rule
from referee.core.turns import Action
from referee.i18n import language
from referee.i18n.speech import named, numeral, one_by_one, say
from referee.rulebook import RULES

LONGEST_VALUE: Final = 240
"""Characters of a value that both sides tell, around the place where they part."""

LONGEST_ITEM: Final = 2000
"""Characters of what only one side tells; a whole turn and more."""

MOST_RULES: Final = 6
MOST_ROWS: Final = 12


def report_page(report: Conformance) -> RenderableType:
    """Return the rules that agree, differ and were never reached, and every difference."""
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
        said(
            say("pages.conformance.played", name=name, games=report.games, events=report.events)
            + (say("pages.conformance.answers-compared", asked=asked) if asked else ""),
            "dim",
        )
    )
    verdict = said(named(name, ""), "bold")
    if report.differences:
        kinds = say("pages.conformance.kinds-of-differences", n=len(report.differences))
        verdict.append(kinds, "bold red")
    elif report.cut is None:
        verdict.append(say("pages.conformance.no-difference"), "bold green")
    else:
        verdict.append(say("pages.conformance.no-difference-so-far"), "yellow")
    return Group(*parts, verdict)


def cut_page(cut: CutRun, results: Path | None) -> RenderableType:
    """Return what a run left out when its time was up or it was interrupted, and how to go on."""
    left = []
    if cut.not_played:
        left.append(say("pages.conformance.games-not-played", games=len(cut.not_played)))
    if cut.not_shrunk:
        kinds = say("pages.conformance.kinds-of-differences", n=len(cut.not_shrunk))
        left.append(say("pages.conformance.not-made-as-short-as", kinds=kinds))
    if results is None:
        how = [say("pages.conformance.with-results-and-resume-nothing")]
    else:
        how = [say("pages.conformance.results-resume-plays-only-what", results=results)]
    when = say("pages.conformance.before-the-end")
    if cut.seconds is not None:
        how.insert(0, say("pages.conformance.a-longer-limit-goes-on"))
        when = say("pages.conformance.after-seconds", seconds=f"{cut.seconds:g}")
    words = say(
        "pages.conformance.stopped",
        when=when,
        left=", ".join(left) or say("pages.conformance.everything-was-played"),
    )
    return Group(said(words, "yellow"), said(one_by_one(how), "dim"))


def _rules(report: Conformance) -> RenderableType:
    lines: list[RenderableType] = []
    differing = [rule for rule in report.rules if rule.differ]
    if differing:
        table = columns(
            say("pages.heads.rule"),
            say("pages.heads.name"),
            say("pages.heads.agrees"),
            say("pages.heads.differs"),
            right=[say("pages.heads.agrees"), say("pages.heads.differs")],
        )
        # What always differs is the likeliest culprit.
        for rule in sorted(differing, key=lambda one: -one.differ / (one.differ + one.agree)):
            row(table, rule.rule, rule.name, rule.agree, rule.differ)
        lines += [table, ""]
    agreeing = sum(bool(rule.agree and not rule.differ) for rule in report.rules)
    lines.append(
        said(
            say(
                "pages.conformance.of-rules-agree-wherever-they",
                agreeing=agreeing,
                rules=len(report.rules),
            )
        )
    )
    if report.never_reached:
        lines.append(
            said(
                say(
                    "pages.conformance.never-reached", never_reached=", ".join(report.never_reached)
                ),
                "dim",
            )
        )
    return part(say("pages.conformance.rules"), *lines)


def _again(again: Mapping[str, SavedFate]) -> RenderableType:
    table = columns(say("pages.heads.saved-difference"), say("pages.heads.now"))
    for name, fate in again.items():
        row(
            table,
            name,
            say(f"pages.conformance.fates.{fate}"),
            style="" if fate == "gone" else "yellow",
        )
    still = sum(fate == "still" for fate in again.values())
    words = say(
        "pages.conformance.of-saved-differences-still-there", still=still, differences=len(again)
    )
    return part(say("pages.conformance.asked-again"), table, "", said(words))


def _difference(found: ProgramDifference) -> RenderableType:
    lines: list[RenderableType] = [
        said(
            say(
                "pages.conformance.seen-in-games-the-first",
                games=len(found.games),
                games2=found.games[0],
            )
        ),
        _shortest(found),
    ]
    if found.asked is not None:
        # The fault may be in any part of the question, so all of it is shown.
        lines.append(
            said(say("pages.conformance.asked", decode=msgspec.json.encode(found.asked).decode()))
        )
    lines.append(_side_by_side(found.referee, found.program))
    if not found.repeated:
        lines.append(said(say("pages.conformance.it-did-not-happen-again"), "yellow"))
    for at_work in found.rules[:MOST_RULES]:
        lines += _rule(RULES[at_work.rule])
    if (more := len(found.rules) - MOST_RULES) > 0:
        lines.append(said(say("pages.conformance.and-rules-more-at-work", rules=more), "dim"))
    return part(found.id, *lines)


def _shortest(found: ProgramDifference) -> RenderableType:
    if not found.players:
        return said(say("pages.conformance.no-game-was-begun"))
    size = say(
        "pages.conformance.rounds-events-players",
        rounds=found.rounds,
        events=found.events,
        players=found.players,
    )
    if not found.file:
        return said(say("pages.conformance.shortest-game", size=size))
    return said(say("pages.conformance.shortest-game-in", size=size, file=found.file))


def _side_by_side(one: object, other: object) -> RenderableType:
    table = columns(
        "",
        say("pages.heads.referee"),
        say("pages.heads.program"),
        wrapped=[say("pages.heads.referee"), say("pages.heads.program")],
    )
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
        said(f"{rule.id} ", "bold")
        .append(named(rule.name, ""), "dim")
        .append(language().holds(rule)),
        said(f"{' ' * len(rule.id)} ({cited})", "dim"),
    ]


def _expectation(expected: KnownFailures) -> list[RenderableType]:
    lines: list[RenderableType] = [
        said(say("pages.conformance.known-failures", known=len(expected.known)), "dim"),
        *(said(say("pages.conformance.new-failure", name=name), "red") for name in expected.new),
        *(
            said(say("pages.conformance.unexpected-pass", name=name), "yellow")
            for name in expected.passed
        ),
    ]
    return [part(say("pages.conformance.known-failures-2"), *lines)]


# Counts of rows of turns, and where another program counts otherwise ------------------------------
ACTIONS: tuple[Action, ...] = get_args(Action)


def counts_page(counts: Counts) -> RenderableType:
    """Return the counts as a table, and their sum."""
    table = columns(
        say("pages.heads.action"),
        say("pages.heads.first-choice"),
        say("pages.heads.rows"),
        right=[say("pages.heads.rows")],
    )
    for count in counts.counts:
        row(table, count.action, typed(count.choice), numeral(count.rows))
    least = "" if counts.finished else say("pages.perft.at-least")
    parts: list[RenderableType] = [
        heading(counts.moment),
        "",
        table,
        "",
        said(
            say("pages.perft.rows-at-depth", least=least, rows=counts.rows, depth=counts.depth),
            "bold",
        ),
    ]
    if counts.ended:
        parts.append(
            said(say("pages.perft.shorter-rows-end-the-action", ended=counts.ended), "dim")
        )
    if not counts.finished:
        parts.append(said(say("pages.perft.the-rest-could-not-be"), "yellow"))
    return Group(*parts)


def comparison_page(compared: CountComparison) -> RenderableType:
    """Return the counts that agree, and the first difference with what each side says."""
    same = said(say("pages.perft.tables-compared-no-difference", tables=compared.tables), "bold")
    if compared.difference is None:
        parts: list[RenderableType] = [heading(compared.moment), "", *_agreed(compared), same]
        if not compared.finished:
            parts.append(said(say("pages.perft.the-rest-could-not-be-2"), "yellow"))
        return Group(*parts)
    return Group(
        heading(compared.moment), "", *_agreed(compared), *_count_difference(compared.difference)
    )


def _count_difference(found: CountDifference) -> Iterator[RenderableType]:
    """Yield where a program answers otherwise, and what each side says."""
    where = "after-turns" if found.turns else "here"
    yield said(say(f"pages.perft.the-first-difference-is-{where}"))
    yield from map(said, found.turns)
    yield ""
    if found.is_failure:
        yield said(
            say("pages.perft.the-program-failed", kind=found.kind, program=found.program["said"]),
            "red",
        )
        if found.program["wrote"]:
            yield said(found.program["wrote"])
        return
    yield from _counts(found)
    yield from _answers(found)


def _agreed(compared: CountComparison) -> Iterator[RenderableType]:
    """Yield the counts on which both sides agree, by the number of turns."""
    if not compared.agreed:
        return
    yield said(say("pages.perft.counts-that-agree"))
    table = columns(
        say("pages.heads.depth"),
        say("pages.heads.tables"),
        *ACTIONS,
        say("pages.heads.all"),
        right=[say("pages.heads.tables"), *ACTIONS, say("pages.heads.all")],
    )
    for each in compared.agreed:
        counts = [numeral(each.counts.get(action, 0)) for action in ACTIONS]
        row(table, each.depth, numeral(each.tables), *counts, numeral(sum(each.counts.values())))
    yield table
    yield ""


def _counts(found: CountDifference) -> Iterator[RenderableType]:
    """Yield what each side counts at a table, the actions on which they agree among them."""
    if not found.counts.referee:
        return
    table = columns(
        say("pages.heads.action"),
        say("pages.heads.referee"),
        say("pages.heads.program"),
        right=[say("pages.heads.referee"), say("pages.heads.program")],
    )
    for action, count in found.counts.referee.items():
        told = found.counts.program[action]
        row(table, action, numeral(count), numeral(told), style="" if count == told else "red")
    yield table


def _answers(found: CountDifference) -> Iterator[RenderableType]:
    """Yield the turns that only one side has, or whatever else the answers say."""
    if found.kind == "count":
        return
    table = columns(
        "",
        say("pages.heads.referee"),
        say("pages.heads.program"),
        wrapped=[say("pages.heads.referee"), say("pages.heads.program")],
    )
    for key in dict.fromkeys((*found.referee, *found.program)):
        row(table, key, str(found.referee.get(key, "-")), str(found.program.get(key, "-")))
    yield ""
    yield table
