"""Claims of a record about a player, as far as they bound the table after an earlier turn."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from referee.game.ids import COMPANIES, Company, Seat
from referee.gaps.lines import PUTS_RIGHT, SOME_TURNS, GapLine, Unordered, may_be_turn_of
from referee.notation.record import BlankTurns, SaidClaim

Marker = Company | str
"""What a claim about a marker of a player is of: a company's track, `diamonds` or `ink`."""


class SeatBounds(Struct, frozen=True):
    """Claims about one player, as far as they bear on the table after a turn of his."""

    at_most: Mapping[Marker, int] = {}
    """Markers never go back, so a later claim is a bound on every earlier turn."""
    exactly: Mapping[Marker, int] = {}
    """Where the player has no turn in between, the marker stands there already."""
    cash: tuple[int, ...] = ()
    """What the player has later, without a turn of his in between: others' turns can only add."""
    cash_now: tuple[int, ...] = ()
    """What the player has after this very turn."""


NO_LIMITS = SeatBounds()


def seat_bounds(lines: Sequence[GapLine], place: int, seat: Seat) -> SeatBounds:
    """Return the claims of a line and later ones about a player."""
    at_most: dict[Marker, int] = {}
    exactly: dict[Marker, int] = {}
    cash: list[int] = []
    cash_now: list[int] = []
    his_last = not isinstance(lines[place].content, (BlankTurns, Unordered))
    last_of_all = his_last
    for further, line in enumerate(lines[place:]):
        if isinstance(line.content, PUTS_RIGHT):
            # Behind this nothing follows any more from what was before.
            break
        if further:
            his_last = his_last and not may_be_turn_of(line.content, seat)
            last_of_all = last_of_all and not isinstance(line.content, SOME_TURNS)
        for claim in line.claims:
            if claim.seat != seat:
                continue
            if claim.what == "cash" and his_last:
                (cash_now if last_of_all else cash).append(claim.value)
            if (marker := marker_of(claim)) is not None:
                at_most[marker] = min(claim.value, at_most.get(marker, claim.value))
                if his_last:
                    exactly.setdefault(marker, claim.value)
    return SeatBounds(at_most, exactly, tuple(cash), tuple(cash_now))


def marker_of(claim: SaidClaim) -> Marker | None:
    """Return the marker of a player that a claim is about."""
    if claim.what == "track" and claim.company in COMPANIES:
        return claim.company
    return claim.what if claim.what in {"diamonds", "ink"} else None
