"""Ways to make a scene smaller, the largest cuts first."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, TypeVar, get_args

from msgspec import Struct, structs

from referee.compare.scene import Happened, Moment, Scene
from referee.game.events import Event, Plan, PrepareRound, RefillBooks, TakeBack
from referee.game.ids import Seat
from referee.game.limits import PLAYER_COUNTS
from referee.game.rulings import DEFAULT_RULINGS
from referee.game.setting import Setting
from referee.game.state import SETUP_PHASES
from referee.game.turns import EndPhase

Asked = TypeVar("Asked")


def is_least(event: Event) -> bool:
    """Return whether an event would be filled in again if it were left out."""
    match event:
        case EndPhase() | PrepareRound() | RefillBooks():
            return True
        case Plan():
            return not any(event.slots)
        case _:
            return False


def _without_rounds(of: Scene[Asked]) -> Iterator[Scene[Asked]]:
    """Leave out a whole round; the later ones come one earlier."""
    for left_out in range(1, of.at.round):
        earlier = of.keeping(
            structs.replace(happened, at=_one_earlier(happened.at, left_out))
            for happened in of.events
            if happened.at.round != left_out or happened.at.phase in SETUP_PHASES
        )
        yield replace(earlier, at=_one_earlier(of.at, left_out))


def _one_earlier(at: Moment, left_out: int) -> Moment:
    return structs.replace(at, round=at.round - 1) if at.round > left_out else at


def _without_players(of: Scene[Asked]) -> Iterator[Scene[Asked]]:
    """Leave out a player of whom nothing is asked; the others move up."""
    players = of.setting.players - 1
    asked_of = getattr(of.asked, "seat", None)
    for seat in map(Seat, range(of.setting.players)):
        if players in PLAYER_COUNTS and seat not in {of.at.to_move, asked_of}:
            left = [h for h in of.events if _seat(h.event) != seat and h.at.to_move != seat]
            yield Scene(
                _changed(of.setting, players=players),
                tuple(Happened(_moved_up(h.event, seat), _at(h.at, seat)) for h in left),
                _moved_up(of.asked, seat),
                _at(of.at, seat),
            )


def _without_turns_of_a_round(of: Scene[Asked]) -> Iterator[Scene[Asked]]:
    """Leave out what one player does in one round."""
    for number in range(of.at.round, 0, -1):
        for seat in range(of.setting.players):
            yield of.keeping(
                happened
                for happened in of.events
                if (happened.at.round, _seat(happened.event)) != (number, seat)
                or happened.at.phase in SETUP_PHASES
            )


def _seat(event: Event) -> Seat | None:
    return getattr(event.turn if isinstance(event, TakeBack) else event, "seat", None)


def _moved_up(said: Any, gone: Seat) -> Any:  # noqa: ANN401
    """Return an event as said by players of whom one has gone."""
    if isinstance(said, TakeBack):
        return TakeBack(turn=_moved_up(said.turn, gone))
    seat = getattr(said, "seat", None)
    return said if seat is None or seat < gone else structs.replace(said, seat=seat - 1)


def _at(moment: Moment, gone: Seat) -> Moment:
    seat = moment.to_move
    moved = seat if seat is None or seat < gone else Seat(seat - 1)
    return structs.replace(moment, to_move=moved)


def _with_default_rulings(of: Scene[Asked]) -> Iterator[Scene[Asked]]:
    for name, answer in structs.asdict(DEFAULT_RULINGS).items():
        if getattr(of.setting.rulings, name) != answer:
            rulings = structs.replace(of.setting.rulings, **{name: answer})
            yield replace(of, setting=_changed(of.setting, rulings=rulings))


def _changed(setting: Setting, **changes: Any) -> Setting:  # noqa: ANN401
    """Return another setting; nothing that the old one has worked out is taken along."""
    return replace(setting, **changes)


def _with_simpler_question(of: Scene[Asked]) -> Iterator[Scene[Asked]]:
    if isinstance(of.asked, Struct):
        for simpler in _simpler(of.asked):
            yield replace(of, asked=simpler)


def _with_simpler_events(of: Scene[Asked]) -> Iterator[Scene[Asked]]:
    for place, happened in enumerate(of.events):
        if happened.at.phase not in SETUP_PHASES and not is_least(happened.event):
            for event in _simpler(happened.event):
                simpler = Happened(event, happened.at)
                yield of.keeping((*of.events[:place], simpler, *of.events[place + 1 :]))


def _simpler(said: Any) -> Iterator[Any]:  # noqa: ANN401
    """Yield what was said with one part left out, or with one part of a part left out."""
    if isinstance(said, Plan):
        for place in range(len(said.slots)):
            slots = (*said.slots[:place], None, *said.slots[place + 1 :])
            yield structs.replace(said, slots=slots)
        return
    for field in structs.fields(said):
        value = getattr(said, field.name)
        for other in _simpler_value(value, may_be_none=type(None) in get_args(field.type)):
            yield structs.replace(said, **{field.name: other})


def _simpler_value(value: Any, *, may_be_none: bool) -> Iterator[Any]:  # noqa: ANN401
    if may_be_none and value is not None:
        yield None
    if isinstance(value, Struct):
        yield from _simpler(value)
    if isinstance(value, tuple):
        if len(value) > 1:
            yield ()
        for place, item in enumerate(value):
            yield (*value[:place], *value[place + 1 :])
            for other in _simpler_value(item, may_be_none=False):
                yield (*value[:place], other, *value[place + 1 :])


Cut = Callable[[Scene[Any]], Iterator[Scene[Any]]]

LARGE_CUTS: tuple[Cut, ...] = (_without_rounds, _without_players, _without_turns_of_a_round)
"""Each yields scenes with something left out; whether they still hold is to be tried."""

SMALL_CUTS: tuple[Cut, ...] = (_with_default_rulings, _with_simpler_question, _with_simpler_events)
