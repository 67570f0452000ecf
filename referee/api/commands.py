"""Commands of other programs, as a list of words or as a shell reads them."""

import shlex
from collections.abc import Sequence

from referee.api.errors import MisuseError
from referee.game.messages.speech import say

Command = str | Sequence[str]
"""A program with its arguments."""


def command_words(command: Command) -> tuple[str, ...]:
    """Return the words of a command; a `MisuseError` if there are none."""
    try:
        words = shlex.split(command) if isinstance(command, str) else command
    except ValueError as error:
        raise MisuseError(
            say("answers.commands.is-no-command", command=f"{command!r:.80}", error=error)
        ) from error
    if not words:
        raise MisuseError(say("answers.commands.no-command-is-named"))
    return tuple(words)
