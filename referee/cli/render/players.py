"""What players are called in sentences."""

from collections.abc import Iterable

from referee.transcript.record import NamedPlayer


def called(players: Iterable[NamedPlayer]) -> tuple[str, ...]:
    """Return what each player is called by seat: by colour, and by name if it is known."""
    return tuple(f"{each.name} ({each.colour})" if each.name else each.colour for each in players)
