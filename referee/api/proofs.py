"""The model beside the engine: every event of a recorded game judged by both."""

from collections.abc import Iterable
from pathlib import Path
from typing import Final

from msgspec import UNSET, UnsetType

from referee.api.answer import Answer
from referee.api.games import Game, load
from referee.api.long_work import Progress, Stop, goes_on
from referee.api.sources import Source
from referee.api.unread_values import answered_if_read
from referee.game.component_set import ComponentSet
from referee.notation.record import Record
from referee.transcript.judgement import Step


class Disagreement(Answer, frozen=True, kw_only=True):
    """Where the two readings of the rules part: a fault of this software, not of the record."""

    line: int
    engine: str
    model: str
    reproduced_by: str
    """A short game that shows it; the record up to that line where there is none."""


class Proof(Answer, frozen=True, kw_only=True):
    """How many events both readings judged alike, and where they did not."""

    events: int
    disagreements: tuple[Disagreement, ...]
    complete: bool | UnsetType = UNSET
    """False where the work was stopped before the end of the record."""


ANSWERS: Final = (Disagreement, Proof)


@answered_if_read
def prove(
    source: Source | Game,
    *,
    components: ComponentSet | Path | str | None = None,
    progress: Progress | None = None,
    stop: Stop | None = None,
) -> Proof:
    """Return what the model says to the header, to every event, and to the final score of a game.

    `progress` is told of every statement, and `stop` asked after it; a proof that was stopped is
    not `complete`.

    >>> import referee
    >>> referee.prove("games/illegal/exp-06-points-suffice.mgn").disagreements
    ()
    """
    game = source if isinstance(source, Game) else load(source, components=components)
    return prove_record(game.record, game.components, progress, stop)


def prove_record(
    record: Record,
    components: ComponentSet,
    progress: Progress | None = None,
    stop: Stop | None = None,
    steps: Iterable[Step] | None = None,
) -> Proof:
    """Return what the model says to a record, and to the `steps` in which it was judged, if any."""
    statements = len(record.statements)
    # The solver takes a second to import, and most games are judged without it.
    from referee.compare.proof import proven  # noqa: PLC0415

    found = proven(
        record, components, lambda done: goes_on(done, statements, progress, stop), steps
    )
    return Proof(
        events=found.events,
        disagreements=tuple(
            Disagreement(
                line=difference.line,
                engine=difference.engine,
                model=difference.model,
                reproduced_by=difference.reproduced_by,
            )
            for difference in found.differences
        ),
        complete=UNSET if found.complete else False,
    )
