"""The short way to fill blanks: where every stage leaves one answer, no branching is needed.

Most blanks of a record are of this kind: nothing to oust, no reward to take, no tier to choose. As
soon as a stage leaves a choice, or what was said breaks a rule, the long way has to be taken.
"""

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from referee.engine.actions import ROWS, turn_of
from referee.engine.stage import Stage
from referee.engine.turn_end import table_after
from referee.engine.work import Work
from referee.game.state import State
from referee.game.turns import SpendPoints, Turn
from referee.transcript.said import BLANK
from referee.transcript.stages import OWN_POINTS, Answers, is_open


class Completed(Struct, frozen=True):
    """The turn that was meant, and the table after it if it is known to be legal."""

    turn: Turn
    after: State | None = None


class _ChoiceError(Exception):
    """A stage leaves more than one answer, or none."""


def straight(state: State, said: Answers) -> Completed | None:
    """Return the one turn that `said` can be, or None where it takes more to find out."""
    # Where parts may be left, almost every stage leaves a choice.
    if state.setting.rulings.may_decline_calls:
        return None
    work = Work(state, said.seat)
    answers: list[tuple[Any, ...]] = []
    try:
        for stage, wanted in zip(ROWS[said.action], said.stages, strict=True):
            own = (said.action, len(answers)) == OWN_POINTS
            answers.append(tuple(_through(work, stage, wanted, said, own=own)))
    except _ChoiceError:
        return None
    return Completed(turn_of(said.action, said.seat, answers), table_after(work))


def _through(
    work: Work, stage: Stage[Any], wanted: tuple[Any, ...], said: Answers, *, own: bool
) -> Iterator[Any]:
    """Yield the only answers that a stage can have, and do what they say."""
    for answer in wanted:
        if answer != BLANK:
            if is_open(answer) or any(stage.judge(work, answer)):
                raise _ChoiceError
            stage.take(work, answer)
            yield answer
        elif own and said.books is not None:
            # The bookkeeper's points come last, so they bought whatever else was placed.
            rest = SpendPoints(tuple(sorted(said.books.difference(work.taken))))
            if any(stage.judge(work, rest)):
                raise _ChoiceError
            stage.take(work, rest)
            yield rest
        else:
            yield from _only_options(work, stage, said)
    if stage.repeated and any(stage.close(work)):
        raise _ChoiceError


def _only_options(work: Work, stage: Stage[Any], said: Answers) -> Iterator[Any]:
    """Yield what a blank can only stand for, at a repeated stage as often as there is more."""
    while True:
        options = [option for option in stage.legal(work) if said.may_spend(option)]
        if stage.repeated and not options:
            return
        may_stop = stage.repeated and not any(stage.close(work))
        if len(options) != 1 or may_stop:
            raise _ChoiceError
        stage.take(work, options[0])
        yield options[0]
        if not stage.repeated:
            return
