"""The words of a game, by an older name: it is `referee.notation.names`."""

from referee.notation.names import *  # noqa: F403
