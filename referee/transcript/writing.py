"""Text out, by an older name: it is `referee.notation.writer`."""

from referee.notation.writer import *  # noqa: F403
