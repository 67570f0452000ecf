"""What a line of a game says, once it was read."""

from msgspec import Struct

from referee.notation.record import SaidClaim, SaidEvent


class ReadLine(Struct, frozen=True):
    """What a line of the game says."""

    said: SaidEvent
    claims: tuple[SaidClaim, ...] = ()
    taken_back: bool = False
    tokens: int = 0
    """How many words and signs it has."""
