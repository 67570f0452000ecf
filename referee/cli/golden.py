"""`referee golden`: the games that guard the engine."""

import random
from datetime import UTC, datetime
from pathlib import Path

import click
from rich.text import Text

from referee.cli.console import UnwritableError, show, show_json
from referee.cli.examples import examples
from referee.cli.exits import NO
from referee.cli.lookup import look_up
from referee.cli.writing import put_file
from referee.engine.golden import (
    Difference,
    Golden,
    GoldenFileError,
    differences,
    make_series,
    read_file,
    remade,
    written,
)
from referee.game.reading import reference_set
from referee.game.rulebook import RULES
from referee.game.shipped import shipped

SUFFIX = ".jsonl"


def _folder() -> Path:
    return shipped("games") / "golden"


@click.group(
    short_help="The games that guard the engine.",
    epilog=examples("referee golden check", "referee golden make new-games --games 60"),
)
def golden() -> None:
    """Check or make the golden games: recorded games with digests and counts after every event."""


def _read(path: Path) -> Golden:
    try:
        return read_file(path)
    except (GoldenFileError, OSError) as error:
        raise click.UsageError(f"{path}: {error}") from error


def _differences(path: Path) -> list[Difference]:
    try:
        return list(differences(_read(path), reference_set()))
    except GoldenFileError as error:
        raise click.UsageError(f"{path}: {error}") from error


@golden.command(
    short_help="Replay golden games.",
    epilog=examples(
        "referee golden check",
        "referee golden check my-games --json",
        keys="checked, different (a list of: file, line, what, expected, actual).",
    ),
)
@click.argument(
    "folder", required=False, type=click.Path(exists=True, file_okay=False, path_type=Path)
)
@click.option("--seed", type=int, help="Shuffle the games by this seed; by default they are.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def check(folder: Path | None, seed: int | None, *, as_json: bool) -> None:
    """Replay golden games in shuffled order and say where they come out differently.

    Exits 0 if all agree, 1 if one differs, 2 if a file is not a golden game.
    """
    paths = sorted((folder or _folder()).glob(f"*{SUFFIX}"))
    if not paths:
        raise click.UsageError(f"there is no golden game in {folder or _folder()}")
    random.Random(seed).shuffle(paths)
    found = {}
    for path in paths:
        if parted := _differences(path):
            found[path.name] = parted
    if as_json:
        different = [
            {
                "file": name,
                "line": difference.line,
                "what": difference.what,
                "expected": difference.expected,
                "actual": difference.actual,
            }
            for name, parted in sorted(found.items())
            for difference in parted
        ]
        show_json({"checked": len(paths), "different": different})
    else:
        for name, parted in sorted(found.items()):
            show(*(Text(f"{name}, {difference}") for difference in parted))
        show(Text(f"{len(paths)} golden games replayed, {len(found)} different"))
    raise SystemExit(NO if found else 0)


@golden.command(
    short_help="Make golden games.",
    epilog=examples(
        "referee golden make new-games --games 60",
        "referee golden make new-games --rule GDS-07 --reason 'a misreading'",
    ),
)
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option("--games", type=click.IntRange(1, 1000), default=60, show_default=True)
@click.option("--rule", help="The rule whose change makes existing games come out differently.")
@click.option("--reason", help="Why it was changed; written to the changelog.")
@click.option(
    "--changelog",
    type=click.Path(dir_okay=False, path_type=Path),
    default=Path("CHANGELOG.md"),
    show_default=True,
    help="Where the reason is written.",
)
def make(folder: Path, games: int, rule: str | None, reason: str | None, changelog: Path) -> None:
    """Make golden games in FOLDER, or make existing ones anew.

    Games that exist keep their events as far as they are legal. A game that would come out
    differently is overwritten only with --rule and --reason.
    """
    made = _made(folder, games)
    changed = [path for path, data in made.items() if path.exists() and path.read_bytes() != data]
    if changed:
        show(*(Text(f"{path.name}: {_first_difference(path)}") for path in changed))
        if not (rule and reason):
            raise click.UsageError(
                f"{len(changed)} golden games would change; say why with --rule and --reason"
            )
        named = look_up("rule", rule, RULES)
        _write_reason(changelog, f"{named.id} ({named.name}): {reason}", len(changed))
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UnwritableError(f"{folder} cannot be made: {error.strerror}") from error
    for path, data in made.items():
        put_file(path, data)
    show(Text(f"{len(made)} golden games in {folder}, {len(changed)} of them changed"))


def _remade(path: Path) -> Golden | None:
    try:
        return remade(_read(path), reference_set())
    except GoldenFileError as error:
        raise click.UsageError(f"{path}: {error}") from error


def _made(folder: Path, games: int) -> dict[Path, bytes]:
    made = {}
    for number in range(games):
        path = folder / f"game-{number:02}{SUFFIX}"
        if path.exists():
            game = _remade(path) or make_series(reference_set(), number)
        else:
            game = make_series(reference_set(), number)
        made[path] = written(game)
    return made


def _first_difference(path: Path) -> str:
    return str(next(iter(_differences(path)), "other events"))


def _write_reason(changelog: Path, reason: str, games: int) -> None:
    if not changelog.is_file():
        raise click.UsageError(f"{changelog} does not exist; name the file with --changelog")
    text = changelog.read_text("utf-8")
    today = datetime.now(UTC).date().isoformat()
    entry = f"- {today}: {games} golden games made anew by {reason}\n"
    heading, _, rest = text.partition("\n## ")
    title, _, entries = rest.partition("\n\n")
    put_file(changelog, f"{heading}\n## {title}\n\n{entry}{entries}".encode())
