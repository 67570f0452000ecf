"""What has happened in a game, and which event last changed a quantity."""

from collections.abc import Iterable

from referee.core.events import Event
from referee.core.ids import Company, Seat
from referee.records.claims import OF_COMPANIES, OF_ITEMS, OF_NOBODY, OF_PLAYERS
from referee.records.quantities import TurnEnd, actual
from referee.records.record import Quantity, SaidClaim

_OF_TURNS = frozenset({"cost", "points"})
"""Quantities that a turn has, and no table."""

_Key = tuple[Quantity, Seat | None, Company | None, str | None, int | None]


class _Looked:
    """How far a game was searched for the last change of a quantity, and what was found."""

    def __init__(self) -> None:
        self.events = 0
        self.value = 0
        self.changed_at: int | None = None


AppliedEvent = tuple[Event, TurnEnd]
"""An event that was carried out, and the tables around it."""


class History:
    """The events of a game and the moments they made, in their order."""

    def __init__(self, happened: Iterable[AppliedEvent] = ()) -> None:
        self._moments: list[AppliedEvent] = [*happened]
        self._looked: dict[_Key, _Looked] = {}

    def __len__(self) -> int:
        return len(self._moments)

    def since(self, number: int) -> tuple[AppliedEvent, ...]:
        """Return what has happened after so many events."""
        return tuple(self._moments[number:])

    def add(self, event: Event, moment: TurnEnd) -> None:
        """Note what has happened."""
        self._moments.append((event, moment))

    @property
    def last(self) -> AppliedEvent | None:
        """The last event, if anything has happened."""
        return self._moments[-1] if self._moments else None

    def last_change(self, claim: SaidClaim) -> AppliedEvent | None:
        """Return the last event that changed what a claim is about, if one did."""
        what = claim.what
        # All of a claim on which it depends what the rules give.
        key = (
            what,
            None if what in OF_NOBODY else claim.seat,
            claim.company if what in OF_COMPANIES else None,
            claim.item if what in OF_ITEMS else None,
            claim.value if what in OF_PLAYERS else None,
        )
        looked = self._looked.setdefault(key, _Looked())
        # Of many notes about one quantity each goes on where the one before has stopped.
        for at in range(looked.events, len(self._moments)):
            moment = self._moments[at][1]
            before = looked.value
            goes_on = at > 0 and moment.before is self._moments[at - 1][1].after
            if not goes_on or what in _OF_TURNS:
                before = actual(TurnEnd(moment.before, moment.before), claim)
            looked.value = actual(moment, claim)
            if looked.value != before:
                looked.changed_at = at
        looked.events = len(self._moments)
        return None if looked.changed_at is None else self._moments[looked.changed_at]
