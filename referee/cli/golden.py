"""`referee golden`: the games that guard the engine."""

from datetime import UTC, datetime
from pathlib import Path
from random import SystemRandom

import click

import referee
from referee.api.golden_games import GoldenCheck, GoldenDifference, golden_series, write_golden
from referee.cli.bar import Bar
from referee.cli.console import show, show_json
from referee.cli.examples import examples
from referee.cli.exits import NO
from referee.cli.interrupts import SoFar
from referee.cli.parameters import FOLDER, OUTPUT
from referee.cli.render.layout import said
from referee.game.input_limits import SECONDS_FOR_A_COUNT
from referee.game.messages.speech import named, say


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
