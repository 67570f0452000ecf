"""What a game was played with, by an older name: it is `referee.notation.headers`."""

from referee.notation.headers import *  # noqa: F403
