"""`referee table`: games recorded in the browser while they are played."""

import sys
import webbrowser
from importlib.util import find_spec
from pathlib import Path

import click

from referee import CompiledModulesError
from referee.cli.group import command
from referee.cli.options import FilePath, IntRange, argument, option, setting
from referee.cli.output import remark
from referee.i18n.speech import say, spoken
from referee.plain_modules import compiled_modules, use_plain_modules

NEEDED = ("starlette", "uvicorn", "segno")


@command(
    "referee table",
    "referee table sunday-games --port 9000 --no-browser",
    "referee table --lan",
    json=False,
)
@argument(
    "folder",
    metavar="[FOLDER]",
    default=setting("group", "mombasa-games"),
    type=FilePath(file_okay=False),
)
@option("--port", type=IntRange(1, 65535), show_default="8787, or any free port")
@option("--no-browser", is_flag=True)
@option("--lan", is_flag=True)
def table(folder: Path, *, port: int | None, no_browser: bool, lan: bool) -> None:
    """Open a page for recording games by tapping, each in a file of FOLDER."""
    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing:
        raise click.UsageError(say("commands.table.not-installed", missing=", ".join(missing)))
    # A copy that is only partly read can be begun at any moment, and only plain modules judge it.
    if compiled := compiled_modules([*sys.modules.values()]):
        raise CompiledModulesError(compiled[0])
    use_plain_modules()
    from referee.web import connections  # noqa: PLC0415 - an extra
    from referee.web.game_files import game_folder  # noqa: PLC0415 - as above
    from referee.web.server import table_app  # noqa: PLC0415 - as above

    with game_folder(folder) as games, connections.listening(port, lan=lan) as opened:
        number: int = opened.getsockname()[1]
        door = connections.door_of(number, lan=lan)
        address = connections.page_address(number, door, lan=lan)

        def ready() -> None:
            click.echo(say("commands.table.open-at", address=address))
            if lan:
                click.echo(connections.qr_code(address))
            remark(say("commands.table.kept-in", folder=folder))
            if not no_browser:
                webbrowser.open(address)

        connections.serve(table_app(games, door, spoken()), opened, ready)
