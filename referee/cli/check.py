"""`referee check`: judges recorded games."""

import sys
from pathlib import Path

import click

from referee.api.batches import CheckOptions, Summary, VerdictTally, Workforce, open_batch
from referee.api.verdicts import AnyVerdict, Checked
from referee.cli import options
from referee.cli.console import progress, show
from referee.cli.group import Reply, command, wants_json
from referee.cli.interrupts import INTERRUPTED, MISUSED, NO, UNDECIDED
from referee.cli.options import CORPUS, OUTPUT, argument, listed_files, option
from referee.cli.output import remark
from referee.cli.render.layout import phrase, rulings_line
from referee.cli.render.verdict import summary_page, verdict_page
from referee.core.citations import Edition
from referee.i18n.speech import say

LONGEST = 3600
"""Seconds that a game may be given."""

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


@command(
    "referee check game.mgn",
    "referee check games/ --jobs 2",
    "referee check --keep-going --json game.mgn",
    "referee check archive/ --jobs 2 --summary --results done.jsonl --resume",
    "referee check corpus.jsonl.zst --cluster tcp://10.0.0.1:8786 --summary",
)
@argument("files", metavar="FILE...", nargs=-1, required=True, type=CORPUS)
@option("--keep-going", is_flag=True)
@options.jobs
@option(
    "--cluster",
    metavar="ADDRESS",
    shell_complete=lambda *said: [LOCAL] if LOCAL.startswith(said[2]) else [],
)
@options.timeout("game")
@option("--complete", is_flag=True)
@option("--prove", "proving", is_flag=True)
@options.timeout()
@option("--summary", is_flag=True)
@option("--results", type=OUTPUT)
@option("--resume", is_flag=True)
@option("--timed", is_flag=True)
@option("--hint", is_flag=True)
@option("--strict", is_flag=True)
@options.rulings_of
@options.components
def check(  # noqa: PLR0913 - one parameter an option
    files: tuple[Path | str, ...],
    components: Path | None,
    rulings_of: Edition | None,
    *,
    jobs: int,
    cluster: str | None,
    timeout_per_game: float | None,
    results: Path | None,
    timeout: float | None,
    keep_going: bool,
    complete: bool,
    proving: bool,
    summary: bool,
    resume: bool,
    timed: bool,
    hint: bool,
    strict: bool,
) -> Reply[Summary | list[AnyVerdict]]:
    """Report whether the game in each FILE is legal, and if not, where it first goes wrong."""
    listed = listed_files(files)
    as_json = wants_json()
    only_verdicts = as_json or summary
    wanted = CheckOptions(
        components,
        keep_going,
        proving,
        rulings_of,
        timeout,
        verdicts_only=only_verdicts,
        timed=timed,
        strict=strict,
    )
    workforce = Workforce(jobs, cluster, timeout_per_game)
    if rulings_of is not None and not as_json:
        show(rulings_line(rulings_of))
    wants_hint = listed == files and len(files) == 1 and (hint or sys.stdout.isatty())
    tally = VerdictTally()
    found: list[AnyVerdict] = []
    interrupted = False
    try:
        with open_batch(
            listed, wanted, workforce=workforce, results=results, resume=resume
        ) as batch:
            found += batch.before
            for verdict in batch.before:
                tally.count(verdict)
            for checked in progress(batch.checked(), batch.total, "checking"):
                game = checked.found
                tally.count(game.verdict)
                if as_json and not summary:
                    found.append(game.verdict)
                elif not only_verdicts:
                    # One after the other, as they are judged.
                    show(verdict_page(game))
                    if wants_hint:
                        _hint(Path(files[0]), game, components)
    except KeyboardInterrupt:
        interrupted = True
    counted = tally.summary()
    code = max((CODES[verdict] for verdict in tally.verdicts), default=0)
    if tally.disagreements or (complete and tally.with_open_gaps):
        code = UNDECIDED
    reply = Reply[Summary | list[AnyVerdict]](
        found if as_json and not summary else counted,
        lambda _: summary_page(counted) if summary or interrupted else None,
        code,
    )
    if interrupted:
        reply.print(as_json=as_json)
        remark(
            say("commands.check.interrupted-resumable" if results else "commands.check.interrupted")
        )
        raise click.exceptions.Exit(INTERRUPTED)
    return reply


def _hint(file: Path, game: Checked, components: Path | None) -> None:
    """Say what was probably meant where one game is checked and a person wants to know."""
    # A game among many has a name of its own, and no file to be read from.
    if game.verdict.verdict == "legal" or game.verdict.file != str(file):
        return
    # Most games are legal, and are checked without the search.
    from referee.cli.repair import slip_words  # noqa: PLC0415

    if words := slip_words(file, components):
        show(phrase("commands.check.slip", change=words))
