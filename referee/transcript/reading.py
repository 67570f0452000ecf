"""Text in, by an older name: it is `referee.notation.reader`."""

from referee.notation.reader import *  # noqa: F403
