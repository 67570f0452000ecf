"""A turn that nothing makes legal, its blanks filled all the same to see what it breaks."""

from collections.abc import Callable, Mapping
from typing import Any

from referee.engine.actions import FIELDS, ROWS, turn_of
from referee.engine.stage import Stage
from referee.engine.work import Work
from referee.game.ids import COMPANIES
from referee.game.state import State
from referee.game.turns import Action, SpendPoints, Turn
from referee.transcript.patience import Patience
from referee.transcript.said_stages import SaidStages, fillings, is_blank


def completed_anyhow(state: State, said: SaidStages, patience: Patience) -> Turn:
    """Return the turn with its blanks filled as far as they can be, to see what it breaks."""
    work = Work.on(state, said.seat)
    answers: list[tuple[Any, ...]] = []
    for stage, wanted in zip(ROWS[said.action], said.stages, strict=True):
        taken: list[Any] = []

        def say(answer: object, taken: list[Any] = taken, take: _Take = stage.take) -> None:
            taken.append(answer)
            take(work, answer)

        for answer in wanted:
            if not is_blank(answer):
                options = [*fillings(work, answer)]
                legal = (o for o in options if not stage.judge(work, o))
                say(next(legal, options[0]))
            elif not stage.repeated:
                likely = said.likeliest(_options(work, stage, patience))
                nothing = _NOTHING.get((said.action, FIELDS[said.action][len(answers)]))
                say(_with_all_books(nothing if likely is None else likely, work, said))
            else:
                while options := [o for o in _options(work, stage, patience) if said.may_spend(o)]:
                    likely = said.likeliest(options)
                    own = said.action == "bookkeeper"
                    say(likely if own else _with_all_books(likely, work, said))
        answers.append(tuple(taken))
    return turn_of(said.action, said.seat, answers)


def _options(work: Work, stage: Stage[Any], patience: Patience) -> list[Any]:
    """Return what may be said at a stage; nothing as soon as enough was tried."""
    return [] if patience.is_at_end else patience.listing(stage.legal(work))


_Take = Callable[[Work, Any], None]


def _with_all_books(answer: object, work: Work, said: SaidStages) -> object:
    """Return a purchase of every book that was placed, also of those that could not be had."""
    left = said.books_left(work)
    return SpendPoints(left) if isinstance(answer, SpendPoints) and left else answer


_NOTHING: Mapping[tuple[Action, str], Any] = {
    ("goods", "cards"): (),
    ("expand", "company"): COMPANIES[0],
    ("bookkeeper", "card"): "no bookkeeper",
    ("bookkeeper", "points"): SpendPoints(),
    ("merchant", "card"): "no merchant",
    ("marker", "space"): "no space",
}
"""What a turn says, by action and field, where a blank has no legal value at all."""
