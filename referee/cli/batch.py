"""`referee batch`: what the results of many games come to."""

from collections.abc import Iterable
from pathlib import Path

from rich.console import Group, RenderableType
from rich.table import Table

import referee
from referee.api.corpora import CorpusReport, CorpusRows
from referee.cli import options
from referee.cli.group import Reply, command, command_group
from referee.cli.options import NAMED_FILE, OUTPUT, argument, option
from referee.cli.output import put, remark
from referee.cli.render.layout import part, phrase, text, typed
from referee.i18n.speech import numeral, say, thing

RESULTS = argument("results", metavar="RESULTS...", nargs=-1, required=True, type=NAMED_FILE)

SHOWN = 15
"""Rows of a table; the page has all."""


@command_group(
    "referee check archive/ -j 2 --summary --timed --results done.jsonl",
    "referee batch report done.jsonl -o report.html",
)
def batch() -> None:
    """Summarise or query the results of `check --results`."""


@command(
    "referee batch report done.jsonl",
    "referee batch report part-*.parquet -o report.html",
    group=batch,
)
@RESULTS
@options.output
def report(results: tuple[Path, ...], output: Path | None) -> Reply[CorpusReport] | None:
    """Summarise RESULTS: the verdicts, the rules broken, and what took long."""
    found = referee.BatchResults(*results).report()
    if output is not None:
        put(output, found.to_html().encode())
        if str(output) == "-":
            return None
        remark(say("commands.replay.written", made=output))
    return Reply(found, report_pages)


@command(
    "referee batch query 'SELECT verdict,count(*) FROM games GROUP BY 1' x.jsonl",
    "referee batch query 'SELECT * FROM faults LIMIT 20' x.jsonl --json",
    group=batch,
)
@argument("sql", metavar="SQL")
@RESULTS
def query(sql: str, results: tuple[Path, ...]) -> Reply[CorpusRows]:
    """Answer a question about RESULTS: one SELECT over the tables `games` and `faults`."""
    return Reply(referee.BatchResults(*results).query(sql), rows_page)


@command("referee batch export done.jsonl -o done.parquet", group=batch, json=False)
@RESULTS
@option("-o", "--output", type=OUTPUT, required=True)
def export(results: tuple[Path, ...], output: Path) -> None:
    """Write RESULTS as one Parquet file in which every game is a row."""
    referee.BatchResults(*results).to_parquet(output)
    remark(say("commands.replay.written", made=output))


# What many results come to, for people ------------------------------------------------------------
def report_pages(report: CorpusReport) -> RenderableType:
    """Return the report as tables."""
    parts: list[RenderableType] = [phrase("pages.corpus.title", "bold", n=report.games), ""]
    counted = [(thing(name), numeral(games)) for name, games in report.verdicts.items() if games]
    parts.append(_part("verdicts", counted))
    parts.append(
        _part(
            "rules",
            [
                (
                    each.rule,
                    numeral(each.games),
                    each.file if each.line is None else f"{each.file}:{each.line}",
                )
                for each in report.rules
            ],
        )
    )
    for name, reasons in (("undecided", report.undecided), ("unreadable", report.unreadable)):
        why = [(thing(each.reason), numeral(each.games), each.file) for each in reasons]
        parts.append(_part(name, why))
    if (times := report.seconds) is not None:
        words = say(
            "pages.corpus.times",
            median=_milliseconds(times.median),
            p95=_milliseconds(times.p95),
            most=_milliseconds(times.most),
        )
        slow = [(each.file, _milliseconds(each.seconds)) for each in report.slowest]
        parts += [text(words), "", _part("slowest", slow)]
    if len(report.sources) > 1:
        found = [
            (each.source, numeral(each.games), _counts(each.verdicts)) for each in report.sources
        ]
        parts.append(_part("sources", found))
    return Group(*parts)


def rows_page(found: CorpusRows) -> RenderableType:
    """Return what a question brought as a table."""
    table = Table(box=None, pad_edge=False)
    for name in found.columns:
        table.add_column(typed(name, "bold"), overflow="fold")
    for row in found.rows:
        table.add_row(*(typed("" if value is None else str(value)) for value in row))
    return table


def _part(name: str, rows: Iterable[tuple[str, ...]]) -> RenderableType:
    """Return rows under their heading, the second column numbers; nothing if there are none."""
    found = [*rows]
    if not found:
        return Group()
    table = Table(box=None, show_header=False, pad_edge=False)
    for place in range(len(found[0])):
        table.add_column(justify="right" if place == 1 else "left", overflow="fold")
    for row in found[:SHOWN]:
        table.add_row(*map(typed, row))
    more = len(found) - SHOWN
    rest = [phrase("pages.corpus.more-rows", n=more)] if more > 0 else []
    return part(say(f"pages.corpus.{name}"), table, *rest)


def _counts(verdicts: dict[str, int]) -> str:
    return ", ".join(f"{numeral(games)} {thing(name)}" for name, games in verdicts.items())


def _milliseconds(seconds: float) -> str:
    return f"{numeral(seconds * 1000, '.1f')} ms"
