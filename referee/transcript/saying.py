"""From the events of a game to a record that says them, without what goes without saying."""

from collections.abc import Iterable
from typing import assert_never

from referee.game.events import Claim, Event, Plan, PrepareRound, TakeBack
from referee.game.ids import CardId
from referee.game.rulings import Rulings
from referee.game.setting import Setting
from referee.game.turns import (
    EndPhase,
    Expand,
    PlaceMarker,
    SpendPoints,
    Turn,
    UseBookkeeper,
    UseGoods,
    UseMerchant,
    UsesBonuses,
)
from referee.transcript.record import FORMAT, Header, NamedPlayer, Record, SetupMode, Statement
from referee.transcript.said import (
    ANY,
    BLANK,
    Remark,
    RoundMark,
    Said,
    SaidAction,
    SaidBookkeeper,
    SaidClaim,
    SaidEnd,
    SaidEntering,
    SaidExpansion,
    SaidGoods,
    SaidLevel,
    SaidMarker,
    SaidMerchant,
    SaidOusting,
    SaidPlacing,
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
        case UseGoods() | Expand() | UseBookkeeper() | UseMerchant() | PlaceMarker() | EndPhase():
            return Statement(said=said_of(event, rulings, exact=exact))
        case _:
            said: Said = event
            return Statement(said=said)


def said_of(turn: Turn, rulings: Rulings, *, exact: bool = False) -> SaidAction:
    """Return a turn as a record says it; unless `exact`, what has one legal value is left out."""
    # Where calls may be declined or parts left, an empty list is a choice and has to be said.
    choice = exact or rulings.may_decline_calls
    seat, plus_one = turn.seat, turn.plus_one
    match turn:
        case UseGoods():
            return SaidGoods(
                seat=seat,
                plus_one=plus_one,
                levels=_said_levels(turn),
                cards=turn.cards,
                buy=turn.buy,
                advance=turn.advance or (() if choice else ANY),
            )
        case Expand():
            return SaidExpansion(
                seat=seat,
                plus_one=plus_one,
                levels=_said_levels(turn),
                company=turn.company,
                cards=turn.cards,
                enter=tuple(SaidEntering(e.region, e.column, e.source) for e in turn.enter),
                rewards=turn.rewards or (() if choice else ANY),
                oust=tuple(SaidOusting(o.region, o.column) for o in turn.oust)
                or (() if exact else ANY),
                place=tuple(SaidPlacing(p.book, p.step) for p in turn.place),
            )
        case UseBookkeeper():
            pools = any(isinstance(part, SpendPoints) for part in turn.reward)
            taken = {placing.book for placing in turn.place}
            as_placed = {*turn.points.books} == taken and turn.points.for_pounds is None
            return SaidBookkeeper(
                seat=seat,
                plus_one=plus_one,
                levels=_said_levels(turn),
                card=turn.card,
                flip=turn.flip,
                to=turn.to,
                reward=turn.reward or (() if choice else ANY),
                points=BLANK if as_placed and not pools and not choice else turn.points,
                place=tuple(SaidPlacing(p.book, p.step) for p in turn.place),
            )
        case UseMerchant():
            return SaidMerchant(seat=seat, plus_one=plus_one, card=turn.card)
        case PlaceMarker():
            return SaidMarker(
                seat=seat,
                plus_one=plus_one,
                levels=_said_levels(turn),
                space=turn.space,
                option=turn.option if turn.option is not None or exact else BLANK,
                discard=turn.discard if turn.discard is not None or exact else CardId(BLANK),
                reward=turn.reward or (() if choice else ANY),
                place=tuple(SaidPlacing(p.book, p.step) for p in turn.place),
            )
        case EndPhase():
            return SaidEnd(
                seat=seat, plus_one=plus_one, deck=turn.deck or (None if exact else BLANK)
            )
        case _:
            assert_never(turn)


def _said_levels(turn: UsesBonuses) -> tuple[SaidLevel, ...]:
    return tuple([SaidLevel(use.level, use.company) for use in turn.levels])
