"""`referee examples`: the games that come with the referee, wherever it is installed."""

from pathlib import Path
from typing import Any

from referee.api.errors import UsageError
from referee.api.record_forms import write_file
from referee.cli.group import Reply, command, command_group
from referee.cli.options import FilePath, argument, option
from referee.cli.output import remark
from referee.cli.shell import shipped_games
from referee.core.shipped_files import shipped, shipped_path
from referee.i18n.speech import say


@command_group(
    "referee examples list",
    "referee examples copy games/four-players.mgn my-game.mgn",
    "referee check games/four-players.mgn",
)
def examples() -> None:
    """List the games that come with the referee, or copy one of them."""


@command(
    "referee examples list",
    "referee examples list --all",
    "referee examples list --json",
    name="list",
    group=examples,
)
@option("--all", "every", is_flag=True)
def list_games(*, every: bool) -> Reply[dict[str, Any]]:
    """List the games by the names that every command accepts."""
    names = [name for name in shipped_games() if every or name.count("/") == 1]
    found = {"folder": str(shipped("games")), "games": names}
    return Reply(found, lambda _: "\n".join(names))


@command(
    "referee examples copy games/four-players.mgn",
    "referee examples copy games/four-players.mgn my-game.mgn",
    group=examples,
    json=False,
)
@argument("name", metavar="NAME", shell_complete=lambda *said: shipped_games(said[2]))
@argument("to", metavar="[FILE]", required=False, type=FilePath())
@option("--force", is_flag=True)
def copy(name: str, to: Path | None, *, force: bool) -> None:
    """Copy the game NAME to FILE, or into this folder under its own name."""
    wanted = name if name.startswith("games/") else f"games/{name}"
    if wanted not in shipped_games():
        raise UsageError.of("commands.examples.no-game", name=f"{name!r:.80}")
    source = shipped_path(Path(wanted)) or Path(wanted)
    target = Path(source.name) if to is None else to
    if target.is_dir():
        target /= source.name
    if target.exists() and not force:
        raise UsageError.of("commands.examples.already-there", target=target)
    write_file(target, source.read_bytes())
    remark(say("commands.examples.written", game=wanted, target=target))
