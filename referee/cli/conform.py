"""`referee conform`: tests another program that plays the game."""

from pathlib import Path
from typing import Any

import click

import referee
from referee.api.conformance import DEFAULT_SETS, SHRINK_TRIES, WHOLE_RUN, Conformance
from referee.cli.bar import Bar
from referee.cli.console import show, show_json
from referee.cli.examples import examples
from referee.cli.exits import NO, UNDECIDED
from referee.cli.interrupts import SoFar
from referee.cli.parameters import FOLDER, NAMED_FILE, OUTPUT
from referee.cli.render.conformance import cut_page, report_page
from referee.cli.shell import set_names
from referee.cli.sources import json_option
from referee.game.limits import PLAYER_COUNTS, ROUNDS


def _numbers(_: click.Context, __: click.Parameter, given: str) -> tuple[int, ...]:
    try:
        players = tuple(dict.fromkeys(int(part) for part in given.split(",")))
    except ValueError:
        players = ()
    if not players or not {*players} <= {*PLAYER_COUNTS}:
        raise click.BadParameter(f"{given!r:.40} was given; expected some of 2,3,4")
    return players


def _names(_: click.Context, __: click.Parameter, given: str | None) -> tuple[str, ...]:
    return tuple(given.split(",")) if given else DEFAULT_SETS


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
        "without --again), cut (seconds: null after Ctrl-C, not_played, not_shrunk; null "
        "if the run came to its end).",
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
    callback=_names,
    metavar="SET,...",
    shell_complete=set_names,
    help="Component sets: reference, random-N, small-N (short tracks), tiny-N, folders.",
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
    type=FOLDER,
    help="Play the golden games in this folder instead of seeded ones.",
)
@click.option(
    "--again",
    type=FOLDER,
    help="Ask what was saved in this folder once more instead of playing games.",
)
@click.option(
    "--known",
    type=NAMED_FILE,
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
    default=WHOLE_RUN,
    show_default=True,
    help="Seconds for the whole run, after which no question is asked any more; 0 for no limit.",
)
@click.option(
    "--shrink",
    type=click.IntRange(0),
    default=SHRINK_TRIES,
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
    type=OUTPUT,
    default=Path("differences"),
    show_default=True,
    help="Where the games that show differences are written.",
)
@click.option("--jobs", type=click.IntRange(1, 64), default=1, help="Play so many at a time.")
@click.option(
    "--results", type=OUTPUT, help="Keep what comes of each game in this file, a line each."
)
@click.option("--resume", is_flag=True, help="Go on with an interrupted run from --results.")
@json_option
def conform(command: tuple[str, ...], *, as_json: bool, **options: Any) -> None:  # noqa: ANN401
    """Play games against COMMAND, a program that speaks the protocol of docs/conformance.md.

    Says by rule what agrees, what differs and what was never reached, and shows of every
    difference the shortest game. Exits 0 if nothing differs, 1 if something does (with --known: if
    it is new, or did not happen), 3 if no game can be played with the program, a saved difference
    cannot be asked, or nothing differs so far and the time was up.
    """
    with SoFar[Conformance]() as so_far, Bar("playing") as bar:
        so_far.keep(
            referee.conform(
                command,
                progress=bar.advance,
                shrinking=lambda name: bar.say(f"shrinking {name}"),
                interrupted=so_far.keep,
                **options,
            )
        )
    found = so_far.answer()
    if as_json:
        show_json(found.to_dict())
    else:
        show(report_page(found))
        if found.cut is not None:
            show(cut_page(found.cut, options["results"]))
    so_far.leave()
    if not found.conforms:
        raise click.exceptions.Exit(NO)
    not_asked = found.again is not None and "not-asked" in found.again.values()
    if not_asked or found.cut is not None:
        raise click.exceptions.Exit(UNDECIDED)
