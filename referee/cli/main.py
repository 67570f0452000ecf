"""The command `referee`: a table of all commands, none of which is imported before it is called."""

from referee.cli.interrupts import importing

with importing():
    import click

    from referee.cli.group import LazyGroup
    from referee.cli.options import option

COMMANDS = {
    "check": "referee.cli.check:check",
    "batch": "referee.cli.batch:batch",
    "explain": "referee.cli.explain:explain",
    "complete": "referee.cli.complete:complete",
    "repair": "referee.cli.repair:repair",
    "show": "referee.cli.show:show_table",
    "score": "referee.cli.show:score",
    "legal": "referee.cli.legal:legal",
    "best": "referee.cli.best:best",
    "review": "referee.cli.replay:review",
    "replay": "referee.cli.replay:replay",
    "puzzle": "referee.cli.puzzle:puzzle",
    "fmt": "referee.cli.fmt:fmt",
    "play": "referee.cli.play:play",
    "table": "referee.cli.table:table",
    "position": "referee.cli.position:position",
    "examples": "referee.cli.examples:examples",
    "rules": "referee.cli.rules:rules",
    "rulings": "referee.cli.rules:rulings",
    "components": "referee.cli.components:components",
    "conform": "referee.cli.conform:conform",
    "config": "referee.cli.settings:config",
}
"""By name where each command lies."""


def _tell_version(context: click.Context, _: click.Parameter, wanted: bool) -> None:  # noqa: FBT001
    if not wanted or context.resilient_parsing:
        return
    from referee.cli.output import kind_of_modules, version_words  # noqa: PLC0415 - nobody else needs it

    click.echo(f"referee {version_words()}, {kind_of_modules()}")
    context.exit()


@click.group(
    "main",
    cls=LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="referee rules GDS-04\nreferee rulings --json\nreferee components check",
)
@option("--version", is_flag=True, is_eager=True, expose_value=False, callback=_tell_version)
def main() -> None:
    """Check, score and explain recorded games of Mombasa."""


main.stand_in(COMMANDS)
