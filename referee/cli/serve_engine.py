"""`referee serve-engine`: this engine as a program for the conformance kit."""

import sys
from pathlib import Path

import click

from referee.api.served_engine import request_lines
from referee.api.served_engine import serve_engine as answers_of
from referee.cli.examples import examples
from referee.cli.sources import components_option, standard_input
from referee.cli.version import version_words
from referee.game.input_limits import SECONDS_FOR_AN_ANSWER
from referee.game.messages.speech import say


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
