"""`referee conform`: tests another program that plays the game."""

from pathlib import Path
from typing import Any

import click

from referee.cli.conforming import run
from referee.cli.console import show, show_json
from referee.cli.examples import examples
from referee.cli.exits import NO, UNDECIDED
from referee.cli.render.conformance import cut_page, report_data, report_page
from referee.cli.sources import json_option, unusable_set
from referee.conformance.again import SavedDifferenceError
from referee.conformance.known import Expectation, compared, read_known
from referee.conformance.match import Thoroughness
from referee.conformance.program import NotStartedError
from referee.conformance.report import Report
from referee.conformance.results import ResultsError
from referee.conformance.run import Task
from referee.conformance.seeded import Choice, NothingInCommonError
from referee.conformance.sets import DEFAULT, set_named
from referee.conformance.shrinking.shrink import TRIES
from referee.engine.golden import GoldenFileError
from referee.game.limits import PLAYER_COUNTS, ROUNDS
from referee.game.reading import ComponentSetError

FILE = click.Path(dir_okay=False, path_type=Path)


class NothingToPlayError(click.ClickException):
    """No game can be played with the program, so nothing is known about it."""

    exit_code = UNDECIDED


def _numbers(_: click.Context, __: click.Parameter, given: str) -> tuple[int, ...]:
    try:
        players = tuple(dict.fromkeys(int(part) for part in given.split(",")))
    except ValueError:
        players = ()
    if not players or not {*players} <= {*PLAYER_COUNTS}:
        raise click.BadParameter(f"{given!r:.40} was given; expected some of 2,3,4")
    return players


def _sets(_: click.Context, __: click.Parameter, given: str | None) -> tuple[str, ...]:
    names = tuple(given.split(",")) if given else DEFAULT
    for name in names:
        try:
            found = set_named(name)
        except ComponentSetError as error:
            raise click.BadParameter(unusable_set(Path(name), error)) from error
        if found is None:
            raise click.BadParameter(
                f"{name!r:.60} is no set; expected reference, random-N, small-N or a folder"
            )
    return names


@click.command(
    short_help="Test another program that plays the game.",
    epilog=examples(
        "referee conform -- referee serve-engine",
        "referee conform --games 5000 --jobs 2 --results run.jsonl -- ./mine --serve",
        "referee conform --games 5000 --results run.jsonl --resume -- ./mine --serve",
        "referee conform --golden games/golden --known known.txt -- ./mine --serve",
        "referee conform --again differences -- ./mine --serve",
        keys="program (name, version, abilities), games, events, asked, rules (rule, name, agree, "
        "differ), never_reached, differences (id, kind, games, rounds, players, events, asked, "
        "referee, program, rules, repeated, file, game), known (new, known, passed; null without "
        "--known), again (by name of a saved difference: still, otherwise, gone or not-asked; null "
        "without --again), cut (seconds, not_played, not_shrunk; null if --limit was enough).",
    ),
)
@click.argument("command", metavar="-- COMMAND [ARGS]...", nargs=-1, required=True)
@click.option("--games", type=click.IntRange(1), default=20, show_default=True, help="So many.")
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="The first one.")
@click.option(
    "--players", callback=_numbers, default="2,3,4", show_default=True, help="Numbers of players."
)
@click.option(
    "--sets",
    callback=_sets,
    metavar="SET,...",
    help="Component sets: reference, random-N, small-N (short tracks), folders.",
)
@click.option(
    "--rounds", type=click.IntRange(1, ROUNDS), default=ROUNDS, help="Play only so many rounds."
)
@click.option("--default-rulings", is_flag=True, help="Play under no other rulings.")
@click.option(
    "--illegal",
    type=click.IntRange(0, 50),
    default=2,
    show_default=True,
    help="Illegal turns to try at every table, of each of two sorts.",
)
@click.option(
    "--golden",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Play the golden games in this folder instead of seeded ones.",
)
@click.option(
    "--again",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Ask what was saved in this folder once more instead of playing games.",
)
@click.option(
    "--known",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="A file with known failures, one a line: ids of differences, or names of golden games.",
)
@click.option(
    "--answer-limit",
    type=click.FloatRange(0.01, 3600),
    default=10.0,
    show_default=True,
    help="Seconds for an answer.",
)
@click.option(
    "--limit",
    type=click.FloatRange(0, 10**9),
    default=3600.0,
    show_default=True,
    help="Seconds for the whole run, after which no question is asked any more; 0 for no limit.",
)
@click.option(
    "--shrink",
    type=click.IntRange(0),
    default=TRIES,
    show_default=True,
    help="Tries to find a shorter game for each difference.",
)
@click.option(
    "--most",
    type=click.IntRange(0),
    default=10,
    show_default=True,
    help="Shrink so many kinds of differences, the most frequent ones.",
)
@click.option(
    "--save",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("differences"),
    show_default=True,
    help="Where the games that show differences are written.",
)
@click.option("--jobs", type=click.IntRange(1, 64), default=1, help="Play so many at a time.")
@click.option(
    "--results", type=FILE, help="Keep what comes of each game in this file, a line each."
)
@click.option("--resume", is_flag=True, help="Go on with an interrupted run from --results.")
@json_option
def conform(command: tuple[str, ...], **options: Any) -> None:  # noqa: ANN401
    """Play games against COMMAND, a program that speaks the protocol of docs/conformance.md.

    Says by rule what agrees, what differs and what was never reached, and shows of every
    difference the shortest game. Exits 0 if nothing differs, 1 if something does (with --known: if
    it is new, or did not happen), 3 if no game can be played with the program, a saved difference
    cannot be asked, or nothing differs so far and the time was up.
    """
    if options["again"] is not None and options["golden"] is not None:
        raise click.UsageError("--again and --golden name different games; give one of them")
    if options["resume"] and options["results"] is None:
        raise click.UsageError("--resume goes on from a file: name it with --results")
    task = _task(command, options)
    try:
        program, found = run(task, options)
    except (NotStartedError, ResultsError, GoldenFileError, SavedDifferenceError) as error:
        raise click.UsageError(str(error)) from error
    except NothingInCommonError as error:
        raise NothingToPlayError(str(error)) from error
    expected = _expected(found, options)
    if options["as_json"]:
        show_json(report_data(found, program, expected))
    else:
        show(report_page(found, program, expected))
        if found.cut is not None:
            show(cut_page(found.cut, options["results"]))
    # What was not played may still happen.
    passed = expected.passed if expected and found.cut is None else ()
    if (expected.new or passed) if expected else found.groups:
        raise click.exceptions.Exit(NO)
    if "not-asked" in found.again.values() or found.cut is not None:
        raise click.exceptions.Exit(UNDECIDED)


def _task(command: tuple[str, ...], options: dict[str, Any]) -> Task:
    golden: Path | None = options["golden"]
    again: Path | None = options["again"]
    return Task(
        command=command,
        answer_limit=options["answer_limit"],
        choice=Choice(
            sets=options["sets"] if golden is None else ("reference",),
            players=options["players"],
            rounds=options["rounds"],
            default_rulings=options["default_rulings"],
        ),
        how=Thoroughness(illegal=options["illegal"]),
        golden=None if golden is None else str(golden),
        again=None if again is None else str(again),
    )


def _expected(found: Report, options: dict[str, Any]) -> Expectation | None:
    file: Path | None = options["known"]
    if file is None:
        return None
    try:
        known = read_known(file)
    except (OSError, UnicodeDecodeError) as error:
        raise click.UsageError(f"{file} cannot be read: {error}") from error
    if options["golden"] is None:
        return compared([group.id for group in found.groups], known)
    return compared([game for group in found.groups for game in group.games], known)
