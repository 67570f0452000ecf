"""Turns of the examples in the rulebook, and the rules that they break."""

from referee.core.ids import CardId, Company, Seat
from referee.core.state import State
from referee.core.turns import Turn, UseGoods
from referee.engine import check

BLUE, GREEN = Seat(0), Seat(1)


def broken(state: State, turn: Turn) -> list[str]:
    return [violation.rule.id for violation in check(state, turn)]


def goods(*cards: str, buy: str | None = None, advance: tuple[Company, ...] = ()) -> UseGoods:
    return UseGoods(
        seat=BLUE,
        cards=tuple(map(CardId, cards)),
        buy=None if buy is None else CardId(buy),
        advance=advance,
    )
