"""What cannot be read, by an older name: it is `referee.notation.errors`."""

from referee.notation.errors import *  # noqa: F403
