"""What may be said to a game that is being recorded, read as a statement that makes sense in it."""

from msgspec.structs import replace

from referee.api.errors import MisuseError
from referee.api.sources import unreadable
from referee.api.turn_answers import FinishedTurn
from referee.api.turns_in_progress import TurnInProgress
from referee.game.component_set import ComponentSet
from referee.game.events import Event
from referee.game.messages.speech import one_by_one, say
from referee.notation.errors import UnreadableRecordError
from referee.notation.names import Names
from referee.notation.reader import read_statement
from referee.notation.record import FORMAT, NOWHERE, Header, Record, Statement
from referee.transcript.abbreviation import statement_of
from referee.transcript.soundness import sound

Stated = str | Statement | Event | FinishedTurn | TurnInProgress
"""A line of the notation, an event, or a turn that was said to its end."""


def statement_said(said: Stated, header: Header, components: ComponentSet) -> Statement:
    """Return what was said as a statement that makes sense in this game."""
    statement = _read(said, header, components)
    require_sound(Record(format=FORMAT, header=header, statements=(statement,)), components)
    return replace(statement, at=NOWHERE)


def require_sound(record: Record, components: ComponentSet) -> None:
    """Refuse what a record in JSON could not say either."""
    try:
        sound(record, lambda _: components)
    except UnreadableRecordError as error:
        raise MisuseError(one_by_one(problem.message for problem in error.problems)) from error


def _read(said: Stated, header: Header, components: ComponentSet) -> Statement:
    if isinstance(said, Statement):
        return said
    if isinstance(said, TurnInProgress):
        return said.finish().statement
    if isinstance(said, FinishedTurn):
        return said.statement
    if not isinstance(said, str):
        return statement_of(said, header.rulings)
    try:
        found = read_statement(said, Names(components, header.players))
    except UnreadableRecordError as error:
        raise unreadable(say("answers.games_in_progress.the-statement"), error.problems) from error
    if found is None:
        raise MisuseError(say("answers.games_in_progress.there-is-no-statement-in"))
    return found
