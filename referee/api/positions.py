"""Tables that people write down, and whatever else may stand for a table."""

from pathlib import Path

from referee.api.errors import ImpossibleTableError, MisuseError
from referee.api.games import POSITION, Game, game_in
from referee.api.possible_tables import MomentFacts, PossibleTables
from referee.api.sources import Given, Source, given, sets_beside, sets_of, unreadable
from referee.api.tables import Table
from referee.api.unread_values import answered_if_read
from referee.game.component_set import ComponentSet
from referee.game.input_limits import BYTES_OF_A_POSITION
from referee.game.messages.speech import say
from referee.notation.errors import UnreadableRecordError
from referee.positions import Position, PositionError
from referee.positions import load_position as read_position_file
from referee.transcript.moments import At


@answered_if_read
def load_position(source: Source, *, components: ComponentSet | Path | str | None = None) -> Table:
    r"""Return the table of a position in a file, a text, bytes or a stream.

    >>> import referee
    >>> referee.load_position("players = 2\nround = 3\n").state.round
    3
    """
    return table_in(position_in(given(source, BYTES_OF_A_POSITION), components=components))


def position_in(read: Given, *, components: ComponentSet | Path | str | None = None) -> Position:
    """Return the position in what was read; an `UnreadableError` with all that is wrong with it."""
    try:
        return read_position_file(read.data, read.name, sets_beside(read.path, sets_of(components)))
    except UnreadableRecordError as error:
        raise unreadable(read.name, error.problems) from error
    except PositionError as error:
        found = unreadable(read.name, [fault.problem for fault in error.faults])
        if error.is_unreadable:
            raise found from error
        raise ImpossibleTableError(
            found.message, file=found.file, problems=found.problems
        ) from error


def table_in(position: Position) -> Table:
    """Return the table of a position."""
    return Table(position.state, position.colours)


@answered_if_read
def load_table(
    source: Source | Game | Table,
    at: str | At | None = None,
    *,
    components: ComponentSet | Path | str | None = None,
) -> Table:
    """Return the table of a position, or of a recorded game at a moment or where it ends.

    >>> import referee
    >>> referee.load_table("games/two-players.mgn", "3.2").state.turn
    2
    """
    found = opened(source, components=components)
    if isinstance(found, Game):
        return found.at(at)
    _require_no_moment(at)
    return found


def opened(
    source: Source | Game | Table, *, components: ComponentSet | Path | str | None = None
) -> Game | Table:
    """Return the game or the table that a source holds."""
    if isinstance(source, Game | Table):
        return source
    read = given(source)
    if read.path is None or read.path.suffix != POSITION:
        return game_in(read, components=components)
    return table_in(position_in(read, components=components))


@answered_if_read
def possible_tables(
    source: Source | Game | Table,
    at: str | At | None = None,
    *,
    components: ComponentSet | Path | str | None = None,
) -> PossibleTables:
    """Return every table that is possible at a moment of a recorded game, or at its end.

    A position, and a game without gaps before the moment, have only one.

    >>> import referee
    >>> tables = referee.possible_tables("games/with-gaps/two-turns-forgotten.mgn", "3.4")
    >>> [fact.place for fact in tables.facts.open]
    ['markers.bananas', 'players.0.used']
    """
    if isinstance(source, Game):
        return source.tables_at(at)
    if isinstance(source, Table):
        _require_no_moment(at)
        return PossibleTables(source)
    read = given(source)
    if read.path is None or read.path.suffix != POSITION:
        return game_in(read, components=components).tables_at(at)
    _require_no_moment(at)
    return PossibleTables(table_in(position_in(read, components=components)))


def _require_no_moment(at: str | At | None) -> None:
    if at is not None:
        raise MisuseError(say("answers.positions.a-position-is-one-moment"))


@answered_if_read
def table_facts(
    source: Source | Game | Table,
    at: str | At | None = None,
    *,
    components: ComponentSet | Path | str | None = None,
) -> MomentFacts:
    """Return the public facts of a position, or of a game at a moment or where it ends.

    >>> import referee
    >>> referee.table_facts("games/two-players.mgn", "3.2").state["phase"]
    'actions'
    """
    return possible_tables(source, at, components=components).facts
