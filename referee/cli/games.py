"""`referee games`: the games that come with the referee, wherever it is installed."""

from pathlib import Path

import click

from referee.api.errors import MisuseError, UnwritableError
from referee.cli.group import examples
from referee.cli.output import remark, show_json, writing
from referee.cli.shell import shipped_games
from referee.core.shipped_files import shipped, shipped_path
from referee.durable import replace_file
from referee.i18n.speech import say


@click.group(
    epilog=examples(
        "referee games list",
        "referee games copy games/four-players.mgn my-game.mgn",
        "referee check games/four-players.mgn",
    ),
)
def games() -> None:
    """List the games that come with the referee, or copy one of them."""


@games.command(
    name="list",
    epilog=examples(
        "referee games list",
        "referee games list --all",
        "referee games list --json",
    ),
)
@click.option("--all", "every", is_flag=True)
@click.option("--json", "as_json", is_flag=True)
def list_games(*, every: bool, as_json: bool) -> None:
    """List the games by the names that every command understands."""
    names = [name for name in shipped_games() if every or name.count("/") == 1]
    if as_json:
        show_json({"folder": str(shipped("games")), "games": names})
        return
    with writing():
        click.echo("\n".join(names))


@games.command(
    name="copy",
    epilog=examples(
        "referee games copy games/four-players.mgn",
        "referee games copy games/four-players.mgn my-game.mgn",
    ),
)
@click.argument("name", metavar="NAME", shell_complete=lambda *said: shipped_games(said[2]))
@click.argument("to", metavar="[FILE]", required=False, type=click.Path(path_type=Path))
@click.option("--force", is_flag=True)
def copy(name: str, to: Path | None, *, force: bool) -> None:
    """Copy the game NAME to FILE, or into this folder under its own name."""
    wanted = name if name.startswith("games/") else f"games/{name}"
    if wanted not in shipped_games():
        raise MisuseError(say("commands.games.there-is-no-game-referee", name=f"{name!r:.80}"))
    source = shipped_path(Path(wanted)) or Path(wanted)
    target = Path(source.name) if to is None else to
    if target.is_dir():
        target /= source.name
    if target.exists() and not force:
        raise MisuseError(say("commands.games.is-there-already-force-replaces", target=target))
    try:
        replace_file(target, source.read_bytes())
    except OSError as error:
        raise UnwritableError(
            say("commands.games.cannot-be-written", target=target, strerror=error.strerror)
        ) from error
    remark(say("commands.games.is-now-in", wanted=wanted, target=target))
