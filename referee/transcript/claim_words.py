"""Claims in words, by an older name: it is `referee.notation.claims`."""

from referee.notation.claims import *  # noqa: F403
