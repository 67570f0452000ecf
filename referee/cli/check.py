"""`referee check`: judges recorded games."""

import sys
from pathlib import Path

import click

from referee.api.batches import CheckOptions, open_batch
from referee.api.listings import LOGS, RECORDS
from referee.api.mappings import load_mapping
from referee.api.summaries import Summary, VerdictTally
from referee.api.verdicts import AnyVerdict, Checked
from referee.cli.console import remark, show, show_json
from referee.cli.examples import examples
from referee.cli.exits import INTERRUPTED, MISUSED, NO, UNDECIDED
from referee.cli.parameters import OUTPUT
from referee.cli.progress import progress
from referee.cli.render.layout import said
from referee.cli.render.tally import summary_page
from referee.cli.render.verdict import verdict_page
from referee.cli.slips import slip_words
from referee.cli.sources import (
    FILES,
    components_option,
    json_option,
    listed_files,
    mapping_option,
)

CODES = {
    "legal": 0,
    "illegal": NO,
    "wrong-note": NO,
    "unreadable": MISUSED,
    "conditional": UNDECIDED,
    "undecided": UNDECIDED,
}


@click.command(
    short_help="Judge recorded games.",
    epilog=examples(
        "referee check game.mgn",
        "referee check games/ --jobs 2",
        "referee check --keep-going --json game.mgn",
        "referee check archive/ --jobs 2 --summary --results done.jsonl --resume",
        "referee check --mapping mapping.toml exported.ndjson",
        keys="a list of games: file, verdict (legal, illegal, wrong-note, conditional, undecided, "
        "unreadable), "
        "finished, events, legal, header, faults, open, missing, write (what to type for it), "
        "wrong_notes (how many), filled_in (statements left out), taken_back, or problems "
        "(line, column, message, guess, excerpt). A fault has line, column, round, turn, "
        "phase, player, statement, violations (rule, name, kind, facts, citations, message, "
        "keep_going), wrong_note, missing, write, choices, explain (the command that tells "
        "why), treatment, debts. Of a game with gaps also open_gaps (address, line, what, ways, "
        "bound, write), conflict (line, statement, claim, rules, possible), "
        "conflict_is_minimal, agreed, doubts, tried. Of a game with a partly read copy also unread "
        "(how many values), conditions (line, statement, condition, parts, depends_on, "
        "settled_by). With --prove also proof: events, "
        "disagreements (line, engine, model, reproduced_by). With --summary one object: "
        "verdicts, disagreements, rules (games, file, line). A line of --results has the keys of "
        "a game, source and sha256 of its file, and asked (what else the verdict depends on).",
    ),
)
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=FILES)
@click.option("--keep-going", is_flag=True, help="Look beyond the first line that breaks a rule.")
@click.option("--jobs", type=click.IntRange(1, 64), default=1, help="Look at so many at a time.")
@click.option("--complete", is_flag=True, help="Exit 3 if a legal game leaves something open, too.")
@click.option(
    "--prove", "proving", is_flag=True, help="Ask the model as well, and report a difference."
)
@click.option(
    "--summary", is_flag=True, help="Print only how many games break which rule, and the first."
)
@click.option(
    "--results",
    type=OUTPUT,
    help="Keep every verdict in this file, a JSON line a game, as soon as it is known.",
)
@click.option(
    "--resume", is_flag=True, help="Go on from --results: leave out what it has of the same files."
)
@click.option(
    "--hint",
    is_flag=True,
    help="Say in a line if a single slip of the pen probably explains everything wrong in one "
    "FILE; on a terminal that is done unasked.",
)
@mapping_option
@components_option
@json_option
def check(  # noqa: PLR0913 - one parameter an option
    files: tuple[Path, ...],
    folder: Path | None,
    mapping: Path | None,
    jobs: int,
    results: Path | None,
    *,
    keep_going: bool,
    complete: bool,
    proving: bool,
    summary: bool,
    resume: bool,
    hint: bool,
    as_json: bool,
) -> None:
    """Say of every FILE whether the game in it was legal, and where it first went wrong.

    FILE may be a folder, or - for standard input. Of a folder's JSON files only those are taken
    that hold recorded games; how many others there are is told. A wrong note does not end the
    check. What a game leaves open is searched for every legal way to fill it, for 10 seconds at
    most. A game with a partly read copy is judged whatever is printed there; if that decides, the
    condition is told. Exits 0 if all are legal, 1 if one is illegal or has a wrong note, 2 if one
    cannot be read, 3 if one is conditional or undecided; the highest wins.
    """
    suffixes = RECORDS if mapping is None else LOGS
    listed = listed_files(files, suffixes, only_records=mapping is None)
    translating = None if mapping is None else load_mapping(mapping)
    options = CheckOptions(folder, translating, keep_going, proving)
    tally = VerdictTally()
    found: list[AnyVerdict] = []
    try:
        with open_batch(listed, options, jobs=jobs, results=results, resume=resume) as batch:
            found += batch.before
            for verdict in batch.before:
                tally.count(verdict)
            for checked in progress(batch.checked(), len(batch.waiting), "checking"):
                for game in checked.games:
                    tally.count(game.verdict)
                    if as_json and not summary:
                        found.append(game.verdict)
                    elif not (as_json or summary):
                        show(verdict_page(game))
                        if mapping is None and listed == files:
                            _hint(files, game, folder, asked=hint)
    except KeyboardInterrupt:
        _tell(tally.summary(), None if summary else found, as_json=as_json)
        remark(f"interrupted{'; --resume goes on from here' if results else ''}")
        raise click.exceptions.Exit(INTERRUPTED) from None
    if as_json or summary:
        _tell(tally.summary(), None if summary else found, as_json=as_json)
    _leave(tally, complete=complete)


def _hint(files: tuple[Path, ...], game: Checked, folder: Path | None, *, asked: bool) -> None:
    """Say what was probably meant where one game is checked and a person wants to know."""
    wanted = len(files) == 1 and (asked or sys.stdout.isatty())
    if wanted and game.verdict.verdict != "legal" and (words := slip_words(files[0], folder)):
        show(said(f"probably a slip: {words}"))


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
