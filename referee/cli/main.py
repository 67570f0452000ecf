"""The command `referee`: a table of all commands, none of which is imported before it is called."""

from referee.cli.at_once import Importing

with Importing():
    import click

    from referee.cli.examples import examples
    from referee.cli.lazy import LazyGroup

COMMANDS = {
    "check": ("referee.cli.check:check", "Judge recorded games."),
    "explain": (
        "referee.cli.explain:explain",
        "Why a turn is illegal, and what would have been legal.",
    ),
    "gaps": ("referee.cli.gaps:gaps", "Every legal way to fill what nobody wrote down."),
    "repair": ("referee.cli.repair:repair", "The likeliest slips of the pen in a game."),
    "show": ("referee.cli.show:show_table", "Show the table of a recorded game."),
    "score": ("referee.cli.score:score", "The scoring pad of a recorded game."),
    "legal": ("referee.cli.legal:legal", "The legal turns at a moment of a game."),
    "perft": ("referee.cli.perft:perft", "Count rows of legal turns."),
    "best": ("referee.cli.best:best", "The best turn at a moment of a game, with a proof."),
    "review": ("referee.cli.review:review", "Every turn of a game beside the best one."),
    "replay": ("referee.cli.replay:replay", "A recorded game as a page to step through."),
    "books": (
        "referee.cli.books:books",
        "The best plan for books: what to take, where to put it, when to flip.",
    ),
    "puzzle": ("referee.cli.puzzle:puzzle", "Positions at which the best is proved."),
    "fmt": ("referee.cli.fmt:fmt", "Put recorded games into canonical form."),
    "convert": (
        "referee.cli.convert:convert",
        "Turn a recorded game into text, JSON or JSON lines.",
    ),
    "play": ("referee.cli.play:play", "Play a game by lot and record it."),
    "table": ("referee.cli.table:table", "Record a game in the browser while it is played."),
    "position": ("referee.cli.position:position", "Check, show or write down a table."),
    "games": ("referee.cli.games:games", "The games that come with the referee."),
    "rules": (
        "referee.cli.rules:rules",
        "The rules, all about one of them, or those about something.",
    ),
    "rulings": ("referee.cli.rulings:rulings", "Readings chosen where the rulebooks are open."),
    "components": (
        "referee.cli.components:components",
        "Show, check or start a component set.",
    ),
    "golden": ("referee.cli.golden:golden", "The games that guard the engine."),
    "conform": ("referee.cli.conform:conform", "Test another program that plays the game."),
    "serve-engine": ("referee.cli.serve_engine:serve_engine", "Speak the conformance protocol."),
}
"""By name where each command lies, and its short help, which is that of the command itself."""

COMPLETION = """

\b
Completion in this shell (or with zsh_source, fish_source):
  eval "$(_REFEREE_COMPLETE=bash_source referee)"
"""


def _tell_version(context: click.Context, _: click.Parameter, wanted: bool) -> None:  # noqa: FBT001
    if not wanted or context.resilient_parsing:
        return
    from referee.cli.version import kind_of_modules, version_words  # noqa: PLC0415 - nobody else needs it

    click.echo(f"referee {version_words()}, {kind_of_modules()}")
    context.exit()


@click.group(
    cls=LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog=examples(
        "referee rules GDS-04",
        "referee rulings --json",
        "referee components check",
    )
    + COMPLETION,
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_tell_version,
    help="Show the version and exit.",
)
def main() -> None:
    """Check, score and explain recorded games of Mombasa.

    Exit codes: 0 fine; 1 the answer is no; 2 unreadable or misused; 3 undecided, not written, or a
    fault of the referee itself (REFEREE_DEBUG=1 shows where); 130 interrupted; 141 the reader of
    the output went away.
    """


main.stand_in(COMMANDS)
