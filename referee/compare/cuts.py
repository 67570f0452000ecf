"""Ways to make a scene smaller, the largest cuts first."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any, Final, TypeVar, get_args

import msgspec
from msgspec import Struct, structs

from referee.compare.scene import ComparedScene, DueMoment, TimedEvent
from referee.conformance.protocol import Apply, AskVerdict
from referee.game.events import Event, Plan, PrepareRound, RefillBooks, TakeBack
from referee.game.ids import Seat
from referee.game.limits import PLAYER_COUNTS
from referee.game.rulings import DEFAULT_RULINGS
from referee.game.state import SETUP_PHASES
from referee.game.turns import EndPhase

T = TypeVar("T")

SceneCut = Callable[[ComparedScene], Iterator[ComparedScene]]
"""Yields scenes with something left out; whether they still show the same is to be tried."""


def _without_chunks(items: Sequence[T]) -> Iterator[tuple[T, ...]]:
    """Yield the items without runs of them: all, halves, quarters, ..., the last ones first."""
    length = len(items)
    while length:
        for end in range(len(items), 0, -length):
            yield (*items[: max(0, end - length)], *items[end:])
        length //= 2


def _without_rounds(of: ComparedScene) -> Iterator[ComparedScene]:
    """Leave out whole rounds; the later ones come earlier."""
    every = range(1, of.at.round)
    for kept in _without_chunks(every):
        gone = [number for number in every if number not in kept]
        earlier = of.keeping(
            structs.replace(happened, at=_earlier(happened.at, gone))
            for happened in of.events
            if happened.at.round not in gone or happened.at.phase in SETUP_PHASES
        )
        yield replace(earlier, at=_earlier(of.at, gone))


def _earlier(at: DueMoment, gone: Sequence[int]) -> DueMoment:
    return structs.replace(at, round=at.round - sum(at.round > number for number in gone))


def _without_players(of: ComparedScene) -> Iterator[ComparedScene]:
    """Leave out a player of whom nothing is asked; the others move up."""
    if of.setting.players - 1 in PLAYER_COUNTS:
        asked_of = {of.at.to_move, _seat(of.last), _seat(_event_of(of))}
        for seat in map(Seat, range(of.setting.players)):
            if seat not in asked_of:
                yield _Moved(of, seat).scene()


class _Moved:
    """How things are called when a player is gone."""

    def __init__(self, of: ComparedScene, gone: Seat) -> None:
        self._of, self._gone = of, gone
        # Starting cards belong to seats: whoever moves up takes those of his new seat.
        of_seat = {(c.seat - 1): c.id for c in of.setting.components.cards if c.seat is not None}
        self._names: dict[str, str] = {
            card: of_seat[Seat(seat - 1)]
            for seat, card in of_seat.items()
            if seat > gone and seat - 1 in of_seat
        }

    def scene(self) -> ComparedScene:
        of = self._of
        left = [h for h in of.events if self._gone not in {_seat(h.event), h.at.to_move}]
        asked = of.asked
        if isinstance(asked, Apply | AskVerdict):
            asked = structs.replace(asked, event=self._event(asked.event))
        # The first game deals tiles by seat; in any other setup they may be anybody's.
        fewer = replace(of.setting, players=of.setting.players - 1, first_game_tiles=False)
        return ComparedScene(
            fewer,
            tuple(TimedEvent(self._event(h.event), self._moment(h.at)) for h in left),
            self._moment(of.at),
            asked,
            None if of.last is None else self._event(of.last),
        )

    def _moment(self, at: DueMoment) -> DueMoment:
        return structs.replace(at, to_move=None if at.to_move is None else self._seat(at.to_move))

    def _seat(self, seat: Seat) -> Seat:
        return Seat(seat - (seat > self._gone))

    def _event(self, event: Event) -> Event:
        return msgspec.convert(self._renamed(msgspec.to_builtins(event)), type(event))

    def _renamed(self, value: Any) -> Any:  # noqa: ANN401
        match value:
            case dict():
                return {
                    key: self._seat(inner) if key == "seat" else self._renamed(inner)
                    for key, inner in value.items()
                }
            case list() | tuple():
                return [self._renamed(inner) for inner in value]
            case str():
                return self._names.get(value, value)
            case _:
                return value


def _without_turns_of_a_round(of: ComparedScene) -> Iterator[ComparedScene]:
    """Leave out what one player does in one round."""
    for number in range(of.at.round, 0, -1):
        for seat in range(of.setting.players):
            yield of.keeping(
                happened
                for happened in of.events
                if (happened.at.round, _seat(happened.event)) != (number, seat)
                or happened.at.phase in SETUP_PHASES
            )


def _without_events(of: ComparedScene) -> Iterator[ComparedScene]:
    """Leave out runs of events after the setup."""
    setup = sum(happened.at.phase in SETUP_PHASES for happened in of.events)
    later = of.events[setup:]
    due = sum(not _is_least(happened.event) for happened in later)
    for kept in _without_chunks(later):
        if sum(not _is_least(happened.event) for happened in kept) < due:
            yield of.keeping((*of.events[:setup], *kept))


def _is_least(event: Event) -> bool:
    """Return whether an event would be filled in again if it were left out."""
    match event:
        case EndPhase() | PrepareRound() | RefillBooks():
            return True
        case Plan():
            return not any(event.slots)
        case _:
            return False


def _without_cards(of: ComparedScene) -> Iterator[ComparedScene]:
    """Leave out runs of cards that were planned."""
    planned = [
        (place, slot)
        for place, happened in enumerate(of.events)
        if isinstance(happened.event, Plan)
        for slot, card in enumerate(happened.event.slots)
        if card is not None
    ]
    for kept in map(set, _without_chunks(planned)):
        yield of.keeping(
            structs.replace(
                happened,
                event=structs.replace(
                    happened.event,
                    slots=tuple(
                        card if (place, slot) in kept else None
                        for slot, card in enumerate(happened.event.slots)
                    ),
                ),
            )
            if isinstance(happened.event, Plan)
            else happened
            for place, happened in enumerate(of.events)
        )


def _with_default_rulings(of: ComparedScene) -> Iterator[ComparedScene]:
    for name, answer in structs.asdict(DEFAULT_RULINGS).items():
        if getattr(of.setting.rulings, name) != answer:
            rulings = structs.replace(of.setting.rulings, **{name: answer})
            yield replace(of, setting=replace(of.setting, rulings=rulings))


def _with_simpler_question(of: ComparedScene) -> Iterator[ComparedScene]:
    if isinstance(of.asked, Apply | AskVerdict):
        for event in _simpler(of.asked.event):
            yield replace(of, asked=structs.replace(of.asked, event=event))
    if of.last is not None:
        for event in _simpler(of.last):
            yield replace(of, last=event)


def _with_simpler_events(of: ComparedScene) -> Iterator[ComparedScene]:
    for place, happened in enumerate(of.events):
        if happened.at.phase not in SETUP_PHASES and not isinstance(happened.event, Plan):
            for event in _simpler(happened.event):
                simpler = TimedEvent(event, happened.at)
                yield of.keeping((*of.events[:place], simpler, *of.events[place + 1 :]))


def _simpler(said: Any) -> Iterator[Any]:  # noqa: ANN401
    """Yield what was said with one part left out, or with one part of a part left out."""
    for field in structs.fields(said):
        value = getattr(said, field.name)
        may_be_none = type(None) in get_args(field.type)
        if isinstance(said, Plan) and isinstance(value, tuple):
            # A plan has a place for every slot.
            for place in (place for place, card in enumerate(value) if card is not None):
                yield structs.replace(said, slots=(*value[:place], None, *value[place + 1 :]))
            continue
        for other in _simpler_value(value, may_be_none=may_be_none):
            yield structs.replace(said, **{field.name: other})


def _simpler_value(value: Any, *, may_be_none: bool) -> Iterator[Any]:  # noqa: ANN401
    if may_be_none and value is not None:
        yield None
    if isinstance(value, Struct):
        yield from _simpler(value)
    if isinstance(value, tuple):
        yield from _without_chunks(value)
        for place, item in enumerate(value):
            for other in _simpler_value(item, may_be_none=False):
                yield (*value[:place], other, *value[place + 1 :])


def _event_of(of: ComparedScene) -> Event | None:
    return of.asked.event if isinstance(of.asked, Apply | AskVerdict) else None


def _seat(event: Event | None) -> Seat | None:
    return getattr(event.turn if isinstance(event, TakeBack) else event, "seat", None)


CUTS: Final[tuple[SceneCut, ...]] = (
    _without_rounds,
    _without_players,
    _without_turns_of_a_round,
    _without_events,
    _without_cards,
    _with_default_rulings,
    _with_simpler_question,
    _with_simpler_events,
)
