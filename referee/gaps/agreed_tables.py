"""The table after what people agreed on, where nothing before it is open."""

from referee.game.state import State
from referee.gaps.agreed import agreed
from referee.gaps.lines import RulingFromHere
from referee.gaps.records import with_ruling
from referee.gaps.stand_ins import World
from referee.notation.record import Adjust, AsItLies, RulingMark, Statement


def table_as_agreed(table: State, statement: Statement) -> State | None:
    """Return the table behind a statement that is no event; None if it cannot lie so."""
    match statement.said:
        case Adjust() | AsItLies() as said:
            change: Adjust | AsItLies | RulingFromHere = said
        case RulingMark() as mark:
            change = RulingFromHere(with_ruling(table.setting.rulings, mark))
        case _:
            return None
    found = agreed(World(table), change, statement.claims)
    return None if found is None else found.table
