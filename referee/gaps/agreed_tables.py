"""The table after what people agreed on, where nothing before it is open."""

from itertools import islice

from referee.game.state import State
from referee.gaps.agreed_changes import agreed
from referee.gaps.as_it_lies import put_right
from referee.gaps.lines import RulingFromHere
from referee.gaps.records import with_ruling
from referee.gaps.stand_ins import World
from referee.notation.record import Adjust, AsItLies, RulingMark, Statement


def table_as_agreed(table: State, statement: Statement) -> State | None:
    """Return the table behind a statement that is no event; None if it cannot lie so.

    None as well if it can lie so in several ways.
    """
    match statement.said:
        case AsItLies():
            tables = [*islice(put_right(table, statement.claims), 2)]
            return tables[0] if len(tables) == 1 else None
        case Adjust() as said:
            change: Adjust | RulingFromHere = said
        case RulingMark() as mark:
            change = RulingFromHere(with_ruling(table.setting.rulings, mark))
        case _:
            return None
    found = agreed(World(table), change)
    return None if found is None else found.table
