"""A recorded game, by an older name: it is `referee.notation.record`."""

from referee.notation.record import *  # noqa: F403
