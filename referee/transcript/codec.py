"""JSON in and out, by an older name: it is `referee.notation.codec`."""

from referee.notation.codec import *  # noqa: F403
