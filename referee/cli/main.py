"""The command `referee`: installs all commands."""

import click

from referee.cli.best import best
from referee.cli.books import books
from referee.cli.check import check
from referee.cli.components import components
from referee.cli.conform import conform
from referee.cli.convert import convert
from referee.cli.examples import examples
from referee.cli.explain import explain
from referee.cli.fmt import fmt
from referee.cli.golden import golden
from referee.cli.group import CommandGroup
from referee.cli.legal import legal
from referee.cli.perft import perft
from referee.cli.play import play
from referee.cli.position import position
from referee.cli.puzzle import puzzle
from referee.cli.review import review
from referee.cli.rules import rules
from referee.cli.rulings import rulings
from referee.cli.score import score
from referee.cli.serve_engine import serve_engine
from referee.cli.show import show_table
from referee.cli.version import version_words

COMPLETION = """

\b
Completion in this shell (or with zsh_source, fish_source):
  eval "$(_REFEREE_COMPLETE=bash_source referee)"
"""


@click.group(
    cls=CommandGroup,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog=examples(
        "referee rules GDS-04",
        "referee rulings --json",
        "referee components check",
    )
    + COMPLETION,
)
@click.version_option(version_words(), prog_name="referee", message="%(prog)s %(version)s")
def main() -> None:
    """Check, score and explain recorded games of Mombasa.

    Exit codes: 0 fine; 1 the answer is no; 2 unreadable or misused; 3 undecided, or a fault of the
    referee itself (REFEREE_DEBUG=1 shows where).
    """


for command in (
    check,
    explain,
    show_table,
    score,
    legal,
    perft,
    best,
    review,
    books,
    puzzle,
    fmt,
    convert,
    play,
    position,
    rules,
    rulings,
    components,
    golden,
    conform,
    serve_engine,
):
    main.add_command(command)
