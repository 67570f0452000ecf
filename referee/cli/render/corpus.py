"""What many results come to, for people."""

from collections.abc import Iterable

from rich.console import Group, RenderableType
from rich.table import Table

from referee.api.corpora import CorpusReport, CorpusRows
from referee.cli.render.layout import part, said, typed
from referee.i18n.speech import numeral, say, thing

SHOWN = 15
"""Rows of a table; the page has all."""


def report_pages(report: CorpusReport) -> RenderableType:
    """Return the report as tables."""
    parts: list[RenderableType] = [said(say("pages.corpus.title", n=report.games), "bold"), ""]
    counted = [(thing(name), numeral(games)) for name, games in report.verdicts.items() if games]
    parts.append(_part("verdicts", counted, 1))
    parts.append(
        _part(
            "rules",
            [
                (each.rule, numeral(each.games), _place(each.file, each.line))
                for each in report.rules
            ],
            1,
        )
    )
    for name, reasons in (("undecided", report.undecided), ("unreadable", report.unreadable)):
        why = [(thing(each.reason), numeral(each.games), each.file) for each in reasons]
        parts.append(_part(name, why, 1))
    if (times := report.seconds) is not None:
        words = say(
            "pages.corpus.times",
            median=_milliseconds(times.median),
            p95=_milliseconds(times.p95),
            most=_milliseconds(times.most),
        )
        slow = [(each.file, _milliseconds(each.seconds)) for each in report.slowest]
        parts += [said(words), "", _part("slowest", slow, 1)]
    if len(report.sources) > 1:
        found = [
            (each.source, numeral(each.games), _counts(each.verdicts)) for each in report.sources
        ]
        parts.append(_part("sources", found, 1))
    return Group(*parts)


def rows_page(found: CorpusRows) -> RenderableType:
    """Return what a question brought as a table."""
    table = Table(box=None, pad_edge=False)
    for name in found.columns:
        table.add_column(typed(name, "bold"), overflow="fold")
    for row in found.rows:
        table.add_row(*(typed("" if value is None else str(value)) for value in row))
    return table


def _part(name: str, rows: Iterable[tuple[str, ...]], number: int) -> RenderableType:
    """Return rows under their heading, one column of them numbers; nothing if there are none."""
    found = [*rows]
    if not found:
        return Group()
    table = Table(box=None, show_header=False, pad_edge=False)
    for place in range(len(found[0])):
        table.add_column(justify="right" if place == number else "left", overflow="fold")
    for row in found[:SHOWN]:
        table.add_row(*map(typed, row))
    more = len(found) - SHOWN
    rest = [said(say("pages.corpus.more-rows", n=more))] if more > 0 else []
    return part(say(f"pages.corpus.{name}"), table, *rest)


def _place(file: str, line: int | None) -> str:
    return file if line is None else f"{file}:{line}"


def _counts(verdicts: dict[str, int]) -> str:
    return ", ".join(f"{numeral(games)} {thing(name)}" for name, games in verdicts.items())


def _milliseconds(seconds: float) -> str:
    return f"{numeral(seconds * 1000, '.1f')} ms"
