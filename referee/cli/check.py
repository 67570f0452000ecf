"""`referee check`: judges recorded games."""

import sys
from pathlib import Path

import click
from click.shell_completion import CompletionItem

from referee.api.batches import CheckOptions, Summary, VerdictTally, Workforce, open_batch
from referee.api.verdicts import LONGEST, AnyVerdict, Checked
from referee.cli.at_once import INTERRUPTED, MISUSED, NO, UNDECIDED
from referee.cli.console import remark, show, show_json
from referee.cli.group import examples
from referee.cli.options import rulings_of_option, tell_answers
from referee.cli.parameters import CORPUS, OUTPUT
from referee.cli.progress import progress
from referee.cli.render.layout import said
from referee.cli.render.verdict import summary_page, verdict_page
from referee.cli.slips import slip_words
from referee.cli.sources import components_option, json_option, listed_games
from referee.core.citations import Edition
from referee.i18n.speech import say

LOCAL = "local"
"""Instead of an address: a cluster on this machine."""

CODES = {
    "legal": 0,
    "illegal": NO,
    "wrong-note": NO,
    "unreadable": MISUSED,
    "conditional": UNDECIDED,
    "undecided": UNDECIDED,
}


def _clusters(_: click.Context, __: click.Parameter, incomplete: str) -> list[CompletionItem]:
    return [CompletionItem(LOCAL)] if LOCAL.startswith(incomplete) else []


@click.command(
    epilog=examples(
        "referee check game.mgn",
        "referee check games/ --jobs 2",
        "referee check --keep-going --json game.mgn",
        "referee check archive/ --jobs 2 --summary --results done.jsonl --resume",
        "referee check corpus.jsonl.zst --cluster tcp://10.0.0.1:8786 --summary",
    ),
)
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=CORPUS)
@click.option("--keep-going", is_flag=True)
@click.option("--jobs", type=click.IntRange(1, 64), default=1)
@click.option("--cluster", metavar="ADDRESS", shell_complete=_clusters)
@click.option("--game-limit", type=click.FloatRange(1, LONGEST))
@click.option("--complete", is_flag=True)
@click.option("--prove", "proving", is_flag=True)
@click.option("--limit", type=click.FloatRange(0.01, LONGEST))
@click.option("--summary", is_flag=True)
@click.option(
    "--results",
    type=OUTPUT,
)
@click.option("--resume", is_flag=True)
@click.option("--timed", is_flag=True)
@click.option(
    "--hint",
    is_flag=True,
)
@rulings_of_option
@components_option
@json_option
def check(  # noqa: PLR0913 - one parameter an option
    files: tuple[Path | str, ...],
    folder: Path | None,
    rulings_of: Edition | None,
    *,
    jobs: int,
    cluster: str | None,
    game_limit: float | None,
    results: Path | None,
    limit: float | None,
    keep_going: bool,
    complete: bool,
    proving: bool,
    summary: bool,
    resume: bool,
    timed: bool,
    hint: bool,
    as_json: bool,
) -> None:
    """Say of every FILE whether the game in it was legal, and where it first went wrong."""
    listed = listed_games(files)
    options = CheckOptions(
        folder,
        keep_going,
        proving,
        rulings_of,
        limit,
        verdicts_only=as_json or summary,
        timed=timed,
    )
    workforce = Workforce(jobs, cluster, game_limit)
    if rulings_of is not None and not as_json:
        tell_answers(rulings_of)
    tally = VerdictTally()
    found: list[AnyVerdict] = []
    try:
        with open_batch(
            listed, options, workforce=workforce, results=results, resume=resume
        ) as batch:
            found += batch.before
            for verdict in batch.before:
                tally.count(verdict)
            for checked in progress(batch.checked(), batch.total, "checking"):
                game = checked.found
                tally.count(game.verdict)
                if as_json and not summary:
                    found.append(game.verdict)
                elif not (as_json or summary):
                    show(verdict_page(game))
                    if listed == files:
                        _hint(files, game, folder, asked=hint)
    except KeyboardInterrupt:
        _tell(tally.summary(), None if summary else found, as_json=as_json)
        remark(
            say(
                "commands.check.interrupted",
                words=say("commands.check.resume-goes-on-from-here") if results else "",
            )
        )
        raise click.exceptions.Exit(INTERRUPTED) from None
    if as_json or summary:
        _tell(tally.summary(), None if summary else found, as_json=as_json)
    _leave(tally, complete=complete)


def _hint(
    files: tuple[Path | str, ...], game: Checked, folder: Path | None, *, asked: bool
) -> None:
    """Say what was probably meant where one game is checked and a person wants to know."""
    wanted = len(files) == 1 and (asked or sys.stdout.isatty())
    file = Path(files[0])
    # A game among many has a name of its own, and no file to be read from.
    if not wanted or game.verdict.verdict == "legal" or game.verdict.file != str(file):
        return
    if words := slip_words(file, folder):
        show(said(say("commands.check.probably-a-slip", words=words)))


def _tell(counted: Summary, found: list[AnyVerdict] | None, *, as_json: bool) -> None:
    """Print the counts for people; for programs the verdicts, or the counts if there are none."""
    if not as_json:
        show(summary_page(counted))
    elif found is None:
        show_json(counted.to_dict())
    else:
        show_json([verdict.to_dict() for verdict in found])


def _leave(tally: VerdictTally, *, complete: bool) -> None:
    """Exit with the highest code of all verdicts."""
    worst = max(CODES[verdict] for verdict in tally.verdicts)
    if complete and tally.with_open_gaps:
        worst = UNDECIDED
    if worst or tally.disagreements:
        raise click.exceptions.Exit(UNDECIDED if tally.disagreements else worst)
