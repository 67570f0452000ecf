"""The short way: a turn is walked as it was said, and blanks are filled where one answer is left.

Most turns of a record have no blanks, or such as leave no choice: nothing to oust, no reward to
take, no tier to choose. As soon as a stage leaves a choice, or what was said breaks a rule, the
long way has to be taken.
"""

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from referee.engine.actions import ROWS, judge_order, turn_of
from referee.engine.bookkeeping import SpendBookkeeperPoints as OwnPoints
from referee.engine.stage import Stage
from referee.engine.turn_end import table_after
from referee.engine.work import Work
from referee.game.state import State
from referee.game.turns import SpendPoints, Turn
from referee.transcript.patience import ImpatientError, Patience
from referee.transcript.said import BLANK
from referee.transcript.stages import PARTLY_SAID, Answers, is_open


class Completed(Struct, frozen=True):
    """The turn that was meant, and the table after it if it is known to be legal."""

    turn: Turn
    after: State | None = None


class _ChoiceError(Exception):
    """A stage leaves more than one answer, or none."""


def straight(state: State, said: Answers, patience: Patience) -> Completed | None:
    """Return the one legal turn that `said` can be, or None where it takes more to find out."""
    if judge_order(state, said.seat):
        return None
    work = Work.on(state, said.seat)
    answers: list[tuple[Any, ...]] = []
    for stage, wanted in zip(ROWS[said.action], said.stages, strict=True):
        if BLANK in wanted:
            try:
                wanted = tuple(_filled(work, stage, wanted, said, patience))  # noqa: PLW2901
            except (_ChoiceError, ImpatientError):
                return None
        else:
            for answer in wanted:
                if answer is None and stage.none_is_nothing:
                    continue
                if isinstance(answer, PARTLY_SAID) or stage.judge(work, answer):
                    return None
                stage.take(work, answer)
        if stage.repeated and stage.close(work):
            return None
        answers.append(wanted)
    return Completed(turn_of(said.action, said.seat, answers), table_after(work))


def _filled(
    work: Work, stage: Stage[Any], wanted: tuple[Any, ...], said: Answers, patience: Patience
) -> Iterator[Any]:
    """Yield the only answers that a stage with blanks can have, and do what they say."""
    # Where calls may be declined or parts left, almost every stage leaves a choice.
    if work.facts.may_decline_calls:
        raise _ChoiceError
    for answer in wanted:
        if answer == BLANK and not (isinstance(stage, OwnPoints) and said.books is not None):
            yield from _only_options(work, stage, said, patience)
            continue
        # The bookkeeper's points come last, so they bought whatever else was placed.
        told = _rest(work, said) if answer == BLANK else answer
        if is_open(told) or stage.judge(work, told):
            raise _ChoiceError
        stage.take(work, told)
        yield told


def _rest(work: Work, said: Answers) -> SpendPoints:
    """Return the purchase of all books that were placed and are not taken yet."""
    return SpendPoints(tuple(sorted((said.books or frozenset()).difference(work.taken))))


def _only_options(
    work: Work, stage: Stage[Any], said: Answers, patience: Patience
) -> Iterator[Any]:
    """Yield what a blank can only stand for, at a repeated stage as often as there is more."""
    while True:
        listed = patience.listing(stage.legal(work))
        options = [option for option in listed if said.may_spend(option)]
        if stage.repeated and not options:
            return
        may_stop = stage.repeated and not stage.close(work)
        if len(options) != 1 or may_stop:
            raise _ChoiceError
        stage.take(work, options[0])
        yield options[0]
        if not stage.repeated:
            return
