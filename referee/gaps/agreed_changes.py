"""What people agree on at the table: no event of the game, and no rule is asked."""

import dataclasses
from functools import lru_cache

from msgspec.structs import replace

from referee.game.rulings import Rulings
from referee.game.setting import Setting
from referee.game.state import State
from referee.gaps.as_it_lies import can_lie, with_value
from referee.gaps.lines import RulingFromHere
from referee.gaps.stand_ins import World
from referee.notation.record import Adjust, SaidClaim
from referee.transcript.quantities import NOT_THERE, TurnEnd, actual


def agreed(world: World, content: Adjust | RulingFromHere) -> World | None:
    """Return the world after what was agreed; None if it cannot be put on the table."""
    match content:
        case Adjust():
            table = adjusted(world.table, content)
        case RulingFromHere():
            setting = _with_rulings(world.table.setting, content.rulings)
            table = replace(world.table, setting=setting)
    return None if table is None else replace(world, table=table)


def adjusted(table: State, content: Adjust) -> State | None:
    """Return the table with a value changed by an amount; None if there is no such value."""
    claim = SaidClaim(what=content.what, value=0, seat=content.seat, company=content.company)
    was = actual(TurnEnd(table, table), claim)
    wanted = replace(claim, value=was + content.by)
    return with_value(table, wanted) if was != NOT_THERE and can_lie(table, wanted) else None


@lru_cache(maxsize=64)
def _with_rulings(setting: Setting, rulings: Rulings) -> Setting:
    return dataclasses.replace(setting, rulings=rulings)
