"""`referee conform`: tests another program that plays the game."""

import sys
from datetime import UTC, datetime
from pathlib import Path
from random import SystemRandom
from typing import Any

import click

import referee
from referee.api.conformance import (
    DEFAULT_SETS,
    SHRINK_TRIES,
    WHOLE_RUN,
    Conformance,
    request_lines,
)
from referee.api.conformance import serve_engine as answers_of
from referee.api.golden_games import GoldenCheck, GoldenDifference, golden_series, write_golden
from referee.cli.at_once import NO, UNDECIDED
from referee.cli.console import show, show_json
from referee.cli.group import examples
from referee.cli.interrupts import SoFar
from referee.cli.output import version_words
from referee.cli.parameters import FOLDER, NAMED_FILE, OUTPUT
from referee.cli.progress import Bar
from referee.cli.render.conformance import cut_page, report_page
from referee.cli.render.layout import said
from referee.cli.shell import set_names
from referee.cli.sources import components_option, json_option, standard_input
from referee.core.input_limits import SECONDS_FOR_A_COUNT, SECONDS_FOR_AN_ANSWER
from referee.core.limits import PLAYER_COUNTS, ROUNDS
from referee.i18n.speech import named, say


def _numbers(_: click.Context, __: click.Parameter, given: str) -> tuple[int, ...]:
    try:
        players = tuple(dict.fromkeys(int(part) for part in given.split(",")))
    except ValueError:
        players = ()
    if not players or not {*players} <= {*PLAYER_COUNTS}:
        raise click.BadParameter(
            say("commands.conform.was-given-expected-some-of", given=f"{given!r:.40}")
        )
    return players


def _names(_: click.Context, __: click.Parameter, given: str | None) -> tuple[str, ...]:
    return tuple(given.split(",")) if given else DEFAULT_SETS


@click.command(
    epilog=examples(
        "referee conform -- referee serve-engine",
        "referee conform --games 5000 --jobs 2 --results run.jsonl -- ./mine --serve",
        "referee conform --games 5000 --results run.jsonl --resume -- ./mine --serve",
        "referee conform --golden games/golden --known known.txt -- ./mine --serve",
        "referee conform --again differences -- ./mine --serve",
    ),
)
@click.argument("command", metavar="-- COMMAND [ARGS]...", nargs=-1, required=True)
@click.option("--games", type=click.IntRange(1), default=20, show_default=True)
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True)
@click.option("--players", callback=_numbers, default="2,3,4", show_default=True)
@click.option(
    "--sets",
    callback=_names,
    metavar="SET,...",
    shell_complete=set_names,
)
@click.option("--rounds", type=click.IntRange(1, ROUNDS), default=ROUNDS)
@click.option("--default-rulings", is_flag=True)
@click.option(
    "--illegal",
    type=click.IntRange(0, 50),
    default=2,
    show_default=True,
)
@click.option(
    "--golden",
    type=FOLDER,
)
@click.option(
    "--again",
    type=FOLDER,
)
@click.option(
    "--known",
    type=NAMED_FILE,
)
@click.option(
    "--answer-limit",
    type=click.FloatRange(0.01, 3600),
    default=10.0,
    show_default=True,
)
@click.option(
    "--limit",
    type=click.FloatRange(0, 10**9),
    default=WHOLE_RUN,
    show_default=True,
)
@click.option(
    "--shrink",
    type=click.IntRange(0),
    default=SHRINK_TRIES,
    show_default=True,
)
@click.option(
    "--most",
    type=click.IntRange(0),
    default=10,
    show_default=True,
)
@click.option(
    "--save",
    type=OUTPUT,
    default=Path("differences"),
    show_default=True,
)
@click.option("--jobs", type=click.IntRange(1, 64), default=1)
@click.option("--results", type=OUTPUT)
@click.option("--resume", is_flag=True)
@json_option
def conform(command: tuple[str, ...], *, as_json: bool, **options: Any) -> None:  # noqa: ANN401
    """Play games against COMMAND, a program that speaks the protocol of docs/conformance.md."""
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


# `referee serve-engine`: this engine as a program for the conformance kit -------------------------
@click.command(
    "serve-engine",
    epilog=examples(
        "referee serve-engine",
        """echo '{"do":"hello","id":1}' | referee serve-engine""",
        "referee conform --games 3 -- referee serve-engine",
    ),
)
@click.option(
    "--answer-limit",
    type=click.FloatRange(0.01, 3600),
    default=SECONDS_FOR_AN_ANSWER,
    show_default=True,
)
@components_option
def serve_engine(folder: Path | None, answer_limit: float) -> None:
    """Answer the requests of the conformance protocol, a line of JSON each, on standard input."""
    try:
        requests = standard_input()
    except OSError as error:
        raise click.UsageError(
            say("commands.serve_engine.standard-input-cannot-be-read", strerror=error.strerror)
        ) from error
    for line in answers_of(
        request_lines(requests),
        version=version_words(),
        components=folder,
        answer_limit=answer_limit,
    ):
        sys.stdout.buffer.write(line)
        sys.stdout.buffer.flush()


# `referee golden`: the games that guard the engine ------------------------------------------------
@click.group(
    epilog=examples("referee golden check", "referee golden make new-games --games 60"),
)
def golden() -> None:
    """Check or make the golden games: recorded games with digests and counts after every event."""


@golden.command(
    epilog=examples(
        "referee golden check",
        "referee golden check my-games --jobs 2 --json",
    ),
)
@click.argument("folder", required=False, type=FOLDER)
@click.option("--seed", type=int)
@click.option("--jobs", type=click.IntRange(1, 64), default=1)
@click.option(
    "--seconds", type=click.FloatRange(0.01), default=SECONDS_FOR_A_COUNT, show_default=True
)
@click.option("--json", "as_json", is_flag=True)
def check(
    folder: Path | None, seed: int | None, jobs: int, seconds: float, *, as_json: bool
) -> None:
    """Replay golden games in shuffled order and say where they come out differently."""
    order = SystemRandom().randrange(2**32) if seed is None else seed
    with SoFar[GoldenCheck]() as so_far, Bar("replaying") as bar:
        so_far.keep(
            referee.check_golden(
                folder,
                seed=order,
                jobs=jobs,
                seconds=seconds,
                progress=bar.advance,
                interrupted=so_far.keep,
            )
        )
    found = so_far.answer()
    if as_json:
        show_json(found.to_dict())
    else:
        different = {each.file for each in found.different}
        counts = {"games": found.asked or found.checked, "different": len(different)}
        if found.asked:
            words = say(
                "commands.golden.of-golden-games-replayed-different",
                checked=found.checked,
                **counts,
            )
        else:
            words = say("commands.golden.golden-games-replayed-different", **counts)
        show(*(said(f"{each.file}, {_words(each)}") for each in found.different), said(words))
    so_far.leave()
    raise click.exceptions.Exit(NO if found.different else 0)


@golden.command(
    epilog=examples(
        "referee golden make new-games --games 60",
        "referee golden make new-games --rule GDS-07 --reason 'a misreading'",
    ),
)
@click.argument("folder", type=OUTPUT)
@click.option("--games", type=click.IntRange(1, 1000), default=60, show_default=True)
@click.option("--rule")
@click.option("--reason")
@click.option(
    "--changelog",
    type=OUTPUT,
    default=Path("CHANGELOG.md"),
    show_default=True,
)
def make(folder: Path, games: int, rule: str | None, reason: str | None, changelog: Path) -> None:
    """Make golden games in FOLDER, or make existing ones anew."""
    series = golden_series(folder, games)
    if series.changed:
        show(*(said(named(each.file, _words(each.difference))) for each in series.changed))
    today = datetime.now(UTC).date()
    write_golden(series, rule=rule, reason=reason, changelog=changelog, today=today)
    show(
        said(
            say(
                "commands.golden.golden-games-in-of-them",
                games=games,
                folder=folder,
                changed=len(series.changed),
            )
        )
    )


def _words(found: GoldenDifference | None) -> str:
    if found is None:
        return say("commands.golden.other-events")
    return say(
        "commands.golden.line-was-now",
        line=found.line,
        what=found.what,
        expected=found.expected,
        actual=found.actual,
    )
