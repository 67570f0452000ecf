"""How large a record may be, by an older name: it is `referee.notation.bounds`."""

from referee.notation.bounds import *  # noqa: F403
