"""Records with gaps out of seeded games, true claims and false ones behind them."""

from collections.abc import Iterator, Sequence
from random import Random

from msgspec import Struct
from msgspec.structs import replace

from referee.engine.actions import TURNS
from referee.game.events import Event, Plan, RefillBooks
from referee.game.ids import COMPANIES, Seat
from referee.game.state import State
from referee.game.turns import (
    ANY,
    BLANK,
    EndPhase,
    Entering,
    Expand,
    PlaceMarker,
    Turn,
    UseBookkeeper,
    UseGoods,
    UseMerchant,
)
from referee.gaps.lines import Content, GapLine
from referee.notation.fields import said
from referee.notation.record import BlankTurn, Quantity, SaidClaim
from referee.transcript.quantities import TurnEnd, actual

Played = Sequence[tuple[State, Event, State]]
"""Events of a game, each with the table before and after it."""


class GapCase(Struct, frozen=True):
    """A table, and lines from there on of which some are gaps."""

    start: State
    lines: tuple[GapLine, ...]
    refills_written: bool
    falsified: bool
    """A claim was changed, so that there may be no completion."""


MARKERS: tuple[Quantity, ...] = ("track", "diamonds", "ink")
REST_OF_RECORD = (5, 40)
"""At most so many lines follow a gap: the next turns, or the next round as well."""
OTHERS: tuple[Quantity, ...] = ("hand", "up", "markers", "books", "flipped", "expansion", "coffee")


def turns_in_a_row(played: Played, first: int, number: int) -> int | None:
    """Return the place behind so many turns of one round; None if the round ends before."""
    found = 0
    for place in range(first, len(played)):
        event = played[place][1]
        if isinstance(event, TURNS):
            found += 1
            if found == number:
                return place + 1
        elif not isinstance(event, RefillBooks):
            return None
    return None


def case_at(
    played: Played,
    first: int,
    turns: int,
    rng: Random,
    *,
    lost_refills: bool = False,
    partly: bool = False,
    falsify: bool = False,
) -> GapCase | None:
    """Return a case whose gap begins at a turn; None if the round ends too early for it."""
    behind = turns_in_a_row(played, first, turns)
    if behind is None:
        return None
    last = min(len(played), behind + rng.randint(1, rng.choice(REST_OF_RECORD)))
    lines: list[GapLine] = []
    movers: list[Seat] = []
    for place in range(first, last):
        before, event, after = played[place]
        content: Content = event  # type: ignore[assignment]
        if lost_refills and isinstance(event, RefillBooks):
            continue
        turn = event if isinstance(event, TURNS) else None
        if turn is not None and place < behind:
            movers.append(turn.seat)
            content = (partly_said(turn) if partly else None) or BlankTurn(turn.seat)
        claims: tuple[SaidClaim, ...] = ()
        if movers and (place >= behind - 1 or rng.random() < 1 / 2):
            moment = TurnEnd(before, after, turn)
            claims = tuple(true_claims(moment, rng.choice(movers), rng))
        lines.append(GapLine(content, claims))
    if falsify:
        lines = _falsified(lines, rng)
    return GapCase(played[first][0], tuple(lines), not lost_refills, falsify)


def true_claims(moment: TurnEnd, seat: Seat, rng: Random) -> Iterator[SaidClaim]:
    """Yield a few results as they are on a table: mostly cash and a marker of a player."""
    if rng.random() < 2 / 3:
        yield _claim(moment, "cash", seat)
    if rng.random() < 2 / 3:
        yield _claim(moment, rng.choice(MARKERS), seat, rng)
    if rng.random() < 1 / 6:
        yield _claim(moment, rng.choice(OTHERS), seat)


def cash_and_marker(moment: TurnEnd, seat: Seat, rng: Random) -> tuple[SaidClaim, ...]:
    """Return a player's cash and one of his markers as they are on a table."""
    return _claim(moment, "cash", seat), _claim(moment, rng.choice(MARKERS), seat, rng)


def _claim(moment: TurnEnd, what: Quantity, seat: Seat, rng: Random | None = None) -> SaidClaim:
    company = rng.choice(COMPANIES) if what == "track" and rng is not None else None
    claim = SaidClaim(what=what, value=0, seat=seat, company=company)
    return replace(claim, value=actual(moment, claim))


def _falsified(lines: list[GapLine], rng: Random) -> list[GapLine]:
    """Return the lines with another value in one claim."""
    claimed = [place for place, line in enumerate(lines) if line.claims]
    if not claimed:
        return lines
    place = rng.choice(claimed)
    claims = list(lines[place].claims)
    which = rng.randrange(len(claims))
    wrong = max(0, claims[which].value + rng.choice((-3, -2, -1, 1, 2, 3)))
    claims[which] = replace(claims[which], value=wrong)
    return [*lines[:place], GapLine(lines[place].content, tuple(claims)), *lines[place + 1 :]]


def partly_said(turn: Turn) -> Turn | None:  # noqa: PLR0911
    """Return a turn with its main choice said and the rest blank; None if there is no such."""
    if turn.plus_one is not None:
        return None
    seat = turn.seat
    match turn:
        case UseGoods():
            return said(UseGoods, seat, cards=turn.cards, buy=turn.buy)
        case Expand():
            enter = tuple(Entering(entering.region, BLANK) for entering in turn.enter)
            return said(Expand, seat, company=turn.company, enter=enter, place=ANY)
        case UseBookkeeper() if turn.to is not None:
            known = {"card": turn.card, "flip": turn.flip, "to": turn.to}
            return said(UseBookkeeper, seat, **known, place=ANY)
        case PlaceMarker():
            return said(PlaceMarker, seat, space=turn.space, place=ANY)
        case UseMerchant():
            return said(UseMerchant, seat)
        case EndPhase():
            return said(EndPhase, seat)
        case _:
            return None


def first_turns(played: Played) -> list[int]:
    """Return the places of turns before which a gap can begin."""
    return [
        place
        for place, (_, event, _) in enumerate(played)
        if isinstance(event, TURNS) and not isinstance(played[place - 1][1], Plan)
    ]
