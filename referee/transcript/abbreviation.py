"""From the events of a game to a record that says them, without what goes without saying."""

from collections.abc import Iterable
from typing import Final

from msgspec.structs import replace

from referee.game.events import Claim, Event, Plan, PrepareRound, TakeBack
from referee.game.rulings import Rulings
from referee.game.setting import Setting
from referee.game.turns import BLANK, SpendPoints, Turn, UseBookkeeper
from referee.notation.fields import Emptiness, sparing
from referee.notation.record import (
    FORMAT,
    Header,
    NamedPlayer,
    Record,
    Remark,
    RoundMark,
    SaidClaim,
    SaidEvent,
    SetupMode,
    Statement,
)

COLOURS = ("blue", "green", "red", "yellow")
"""What the players are called if nobody says it."""


MODES: dict[tuple[bool, bool], SetupMode] = {
    (False, False): "variable",
    (True, False): "first-game-tracks",
    (False, True): "first-game-tiles",
    (True, True): "first-game",
}


def setup_mode(setting: Setting) -> SetupMode:
    """Return the word for what of the first game's setup is used."""
    return MODES[setting.first_game_tracks, setting.first_game_tiles]


def header_of(setting: Setting, players: tuple[NamedPlayer, ...] | None = None) -> Header:
    """Return the header of a game with this setting."""
    return Header(
        players=players or tuple(NamedPlayer(colour) for colour in COLOURS[: setting.players]),
        components=setting.components.name,
        digest=setting.components.digest,
        rulings=setting.rulings,
        setup=setup_mode(setting),
        tracks=setting.tracks,
    )


def record_of(
    setting: Setting, events: Iterable[Event], players: tuple[NamedPlayer, ...] | None = None
) -> Record:
    """Return the record of a game: every event, and a heading for every round."""
    statements: list[Statement] = []
    rounds = 0
    plans_due = True
    for event in events:
        if isinstance(event, Plan) and plans_due:
            rounds += 1
            plans_due = False
            statements.append(Statement(said=RoundMark(number=rounds)))
        plans_due = plans_due or isinstance(event, PrepareRound)
        statements.append(statement_of(event, setting.rulings))
    return Record(format=FORMAT, header=header_of(setting, players), statements=tuple(statements))


def statement_of(event: Event, rulings: Rulings, *, exact: bool = False) -> Statement:
    """Return the statement that says an event; see `said_of` for `exact`."""
    match event:
        case TakeBack():
            return Statement(said=said_of(event.turn, rulings, exact=exact), taken_back=True)
        case Claim():
            if event.what == "round":
                claim = SaidClaim(what="round", value=event.value)
            else:
                claim = SaidClaim(
                    what=event.what, value=event.value, seat=event.seat, company=event.company
                )
            return Statement(said=Remark(), claims=(claim,))
        case _ if isinstance(event, Turn):
            return Statement(said=said_of(event, rulings, exact=exact))
        case _:
            said: SaidEvent = event
            return Statement(said=said)


def said_of(turn: Turn, rulings: Rulings, *, exact: bool = False) -> Turn:
    """Return a turn as a record says it; unless `exact`, what has one legal value is left out."""
    if exact:
        return turn
    # Where calls may be declined or parts left, an empty list is a choice and has to be said.
    leaves: frozenset[Emptiness] = _ALWAYS_LEFT if rulings.may_decline_calls else _ALL_LEFT
    if isinstance(turn, UseBookkeeper) and not rulings.may_decline_calls and _as_placed(turn):
        turn = replace(turn, points=BLANK)
    return sparing(turn, leaves=leaves)


_ALWAYS_LEFT: Final[frozenset[Emptiness]] = frozenset({"says nothing"})
_ALL_LEFT: Final[frozenset[Emptiness]] = frozenset({"says nothing", "may be a choice"})


def _as_placed(turn: UseBookkeeper) -> bool:
    """Return whether the bookkeeper's own points bought all books that were placed."""
    pools = any(isinstance(part, SpendPoints) for part in turn.reward)
    taken = {placing.book for placing in turn.place}
    return not pools and {*turn.points.books} == taken and turn.points.for_pounds is None
