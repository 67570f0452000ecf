"""Pictures of tables: as they lie there, with what a turn does, or with what is at fault."""

from pathlib import Path

from referee.api.answer import Answer
from referee.api.errors import NoAnswerError
from referee.api.games import Game
from referee.api.positions import possible_tables
from referee.api.possible_tables import PossibleTables
from referee.api.scenes import Scene
from referee.api.sources import Source
from referee.api.tables import Table
from referee.api.unread_values import answered_if_read
from referee.game.component_set import ComponentSet
from referee.game.messages.speech import say
from referee.transcript.moments import At

__all__ = ["Scene", "draw"]


@answered_if_read
def draw(
    source: Source | Game | Table | PossibleTables | Answer,
    at: str | At | None = None,
    *,
    components: ComponentSet | Path | str | None = None,
) -> Scene:
    """Return what a picture of a table shows, or that of an answer with what it points out.

    >>> import referee
    >>> referee.draw("games/two-players.mgn", "3.2").title
    'round 3, turn 2, green to move'
    >>> best = referee.best("games/two-players.mgn", "7.7", objective="cash")
    >>> {mark.kind for mark in referee.draw(best).marks.places}
    {'chosen'}
    """
    if isinstance(source, Answer):
        scene = source.scene
        if scene is None:
            raise NoAnswerError(
                say("answers.pictures.a-is-about-no-single", name=type(source).__name__)
            )
        return scene
    if isinstance(source, PossibleTables):
        return source.scene
    return possible_tables(source, at, components=components).scene
