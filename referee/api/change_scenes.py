"""What a picture points out: what changed on a table, and what is at fault there."""

from typing import TYPE_CHECKING

from msgspec import to_builtins

from referee.core.events import Event
from referee.core.ids import words_in
from referee.core.public import moment_words
from referee.core.state import State
from referee.i18n import language
from referee.records.judgement import Step
from referee.records.writer import line_of

if TYPE_CHECKING:
    from referee.api.disputes import Explained
    from referee.api.games import Game
    from referee.api.scenes import Scene
    from referee.drawing.marks import PointedPlaces


def scene_of_change(
    tables: tuple[State, State],
    colours: tuple[str, ...],
    event: Event | None = None,
    *,
    caption: tuple[str, ...] = (),
) -> "Scene":
    """Return the table after a turn that was chosen, with what it does."""
    from referee.api.scenes import Scene  # noqa: PLC0415 - few look at pictures
    from referee.drawing.marks import changes  # noqa: PLC0415

    before, after = tables
    return Scene(
        state=after,
        colours=colours,
        marks=changes(before, after, event, kind="chosen"),
        title=moment_words(before, colours),
        caption=caption,
    )


def scene_of_fault(game: "Game", step: Step) -> "Scene":
    """Return the table before a statement, with everything that the broken rules name."""
    return _faulty(game, step, _named(step))


def scene_of_explained(found: "Explained", step: Step) -> "Scene":
    """Return the table before a statement, with what its faults and the nearest legal turn name."""
    from referee.drawing.marks import named  # noqa: PLC0415 - few look at pictures

    wrong = found.marks
    correction = found.why.correction if found.why else None
    if correction is None or correction.event is None:
        return _faulty(found.game, step, wrong)
    # What both turns name needs no mark of its own: it is where they differ that helps.
    better = words_in(to_builtins(correction.event)) - words_in(to_builtins(step.event))
    seat = getattr(step.event, "seat", None)
    return _faulty(found.game, step, wrong, named(step.before, better, "legal", seat))


def _named(step: Step) -> frozenset[str]:
    facts = [to_builtins(violation.facts) for violation in step.violations]
    return words_in([facts, to_builtins(step.event)] if step.missing else facts)


def _faulty(
    game: "Game", step: Step, wrong: frozenset[str], others: "PointedPlaces | None" = None
) -> "Scene":
    from referee.api.scenes import Scene  # noqa: PLC0415 - few look at pictures
    from referee.drawing.marks import PointedPlaces, named  # noqa: PLC0415 - as above

    seat = getattr(step.event, "seat", None)
    faults = named(step.before, wrong, "fault", seat)
    told = [language().message(violation, game.called) for violation in step.violations]
    if step.missing is not None:
        told.append(step.missing.words())
    return Scene(
        state=step.before,
        colours=game.colours,
        names=game.names,
        marks=PointedPlaces((*(others.places if others else ()), *faults.places)),
        title=moment_words(step.before, game.colours),
        caption=(line_of(step.statement, game.colours), *told),
    )
