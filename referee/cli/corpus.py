"""`referee corpus`: what the results of many games come to."""

from pathlib import Path

import click

import referee
from referee.cli.console import show, show_json
from referee.cli.group import examples
from referee.cli.output import remark
from referee.cli.parameters import NAMED_FILE, OUTPUT
from referee.cli.render.corpus import report_pages, rows_page
from referee.cli.sources import json_option, put
from referee.i18n.speech import say

RESULTS = click.argument("results", metavar="RESULTS...", nargs=-1, required=True, type=NAMED_FILE)


@click.group(
    epilog=examples(
        "referee check archive/ --jobs 2 --summary --timed --results done.jsonl",
        "referee corpus report done.jsonl --html report.html",
    ),
)
def corpus() -> None:
    """Ask what the results of `check --results` come to."""


@corpus.command(
    epilog=examples(
        "referee corpus report done.jsonl",
        "referee corpus report part-*.parquet --html report.html",
    ),
)
@RESULTS
@click.option("--html", type=OUTPUT)
@json_option
def report(results: tuple[Path, ...], *, html: Path | None, as_json: bool) -> None:
    """Tell of RESULTS which verdicts there are, which rules are broken, and what took long."""
    found = referee.corpus_report(*results)
    if html is not None:
        put(html, found.to_html().encode())
        if str(html) == "-":
            return
        remark(say("commands.replay.written", made=html))
    if as_json:
        show_json(found.to_dict())
    else:
        show(report_pages(found))


@corpus.command(
    epilog=examples(
        "referee corpus query 'SELECT verdict,count(*) FROM games GROUP BY 1' x.jsonl",
        "referee corpus query 'SELECT * FROM faults LIMIT 20' x.jsonl --json",
    ),
)
@click.argument("sql", metavar="SQL")
@RESULTS
@json_option
def query(sql: str, results: tuple[Path, ...], *, as_json: bool) -> None:
    """Answer a question about RESULTS, one SELECT over the tables `games` and `faults`."""
    found = referee.corpus_query(sql, *results)
    if as_json:
        show_json(found.to_dict())
    else:
        show(rows_page(found))


@corpus.command(
    epilog=examples("referee corpus export done.jsonl -o done.parquet"),
)
@RESULTS
@click.option("-o", "--output", type=OUTPUT, required=True)
def export(results: tuple[Path, ...], output: Path) -> None:
    """Write RESULTS as one Parquet file, in which every game is a row."""
    referee.write_corpus_parquet(output, *results)
    remark(say("commands.replay.written", made=output))
