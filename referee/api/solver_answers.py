"""What all questions about the best share: the errors, who is meant, and numbers before and after.

Answers are the same on every machine as long as the solvers finish. A time limit in seconds is only
a guard against waiting: with one, how far a proof gets depends on the machine, and the status of
the answer says so.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from msgspec import UNSET, Struct, UnsetType

from referee.api.change_scenes import scene_of_change
from referee.api.errors import FaultError, MisuseError, NoTimeError, NoTurnError
from referee.core.answer import Answer, showing
from referee.core.ids import Seat
from referee.core.public import moment_words
from referee.core.state import State
from referee.core.turns import Action
from referee.engine import pads
from referee.engine.scoring import PAD_ROWS
from referee.i18n.speech import say, thing
from referee.positions import position_text
from referee.records.record import Statement, WordError, did_you_mean
from referee.records.writer import line_of
from referee.solve.horizons import NET_WORTH, Horizon, NotDueError
from referee.solve.notation import seat_named, turn_text
from referee.solve.worth import measures, weighed
from referee_model.best.objective import MEASURES, SHARES, Objective, ObjectiveError, Status
from referee_model.best.objective import objective as objective_named

if TYPE_CHECKING:
    from referee.solve.best import ConfirmedBest
    from referee.solve.horizons import BestRound


__all__ = [
    "OBJECTIVES",
    "OF_THE_PAD",
    "SHARES",
    "BeforeAfter",
    "Changed",
    "Numbers",
    "asking",
    "changed",
    "naming",
    "posing",
    "read_objective",
    "seat_of",
]

OBJECTIVES: tuple[str, ...] = MEASURES
"""What can be asked for, alone or in a sum such as `2*ink+cash`."""
OF_THE_PAD = frozenset({"net-worth", "margin"})
"""The measures for which all rows of the pad count."""


class BeforeAfter(Answer, frozen=True, kw_only=True):
    """A number at two tables."""

    before: int
    after: int


Numbers = Mapping[str, BeforeAfter]


class Changed(Struct, frozen=True, kw_only=True):
    """What a player aims at, at two tables."""

    pad: Numbers
    """The rows of the scoring pad of the player who is asked about."""
    totals: Numbers
    """The totals of all players by colour."""
    aims: Numbers | UnsetType
    """What the objective is made of and the objective itself, where that is not the net worth."""


def changed(
    before: State, after: State, seat: Seat, colours: tuple[str, ...], wanted: Objective
) -> Changed:
    """Return what changes between two tables."""
    old, new = pads(before), pads(after)
    rows = zip(PAD_ROWS, old[seat].rows, new[seat].rows, strict=True)
    totals = zip(colours, old, new, strict=False)
    return Changed(
        pad={name: BeforeAfter(before=was, after=is_now) for name, was, is_now in rows},
        totals={
            colour: BeforeAfter(before=was.total, after=is_now.total)
            for colour, was, is_now in totals
        },
        aims=UNSET if wanted == NET_WORTH else _aims(before, after, seat, wanted),
    )


def _aims(before: State, after: State, seat: Seat, wanted: Objective) -> Numbers:
    old, new = measures(before, seat), measures(after, seat)
    aims = {
        name: BeforeAfter(before=old[name], after=new[name])
        for _, name in wanted.terms
        if name not in OF_THE_PAD
    }
    if len(wanted.terms) > 1 or wanted.terms[0][1] in OF_THE_PAD:
        whole = BeforeAfter(before=weighed(wanted, old), after=weighed(wanted, new))
        aims[str(wanted)] = whole
    return aims


def read_objective(given: str | Objective) -> Objective:
    """Return the objective that was given or named; a `MisuseError` if there is none such."""
    try:
        return objective_named(given) if isinstance(given, str) else given
    except ObjectiveError as error:
        raise MisuseError(str(error)) from error


def seat_of(given: str | None, colours: tuple[str, ...]) -> Seat | None:
    """Return the seat of a player whose colour was given, or the beginning of it."""
    if given is None:
        return None
    with naming():
        return seat_named(given, colours)


@contextmanager
def naming() -> Iterator[None]:
    """Turn a word that names nothing into a `MisuseError` with a guess."""
    try:
        yield
    except WordError as error:
        raise MisuseError(f"{error.message}{did_you_mean(error.guess)}") from error


@contextmanager
def posing() -> Iterator[None]:
    """Turn a question that makes no sense at its table into a `MisuseError`."""
    try:
        yield
    except ObjectiveError as error:
        raise MisuseError(str(error)) from error
    except NotDueError as error:
        raise MisuseError(say("answers.solver_answers.try-at-or-player", error=error)) from error


@contextmanager
def asking() -> Iterator[None]:
    """Turn what keeps a solver from an answer into errors of the public family."""
    from referee.solve.best import PromiseBrokenError  # noqa: PLC0415
    from referee_model.best import limits, search  # noqa: PLC0415 - whoever asks waits for the solver

    try:
        with posing():
            yield
    except search.NoTurnDueError as error:
        raise NoTurnError(str(error)) from error
    except limits.NothingFoundError as error:
        raise NoTimeError(
            say("answers.solver_answers.allow-more-with-time-limit", error=error)
        ) from error
    except PromiseBrokenError as error:
        fault = error.fault
        table = None if fault.table is None else position_text(fault.table)
        raise _fault(fault.promised, fault.found, fault.turn, table) from error
    except limits.SolverFaultError as error:
        raise _fault(
            say("answers.solver_answers.an-answer-without-contradiction"), str(error), "-"
        ) from error


def _fault(promised: str, found: str, turn: str, table: str | None = None) -> FaultError:
    report = say(
        "answers.solver_answers.promised-found-turn", promised=promised, found=found, turn=turn
    )
    if table is not None:
        report += f"\n\n{table}"
    return FaultError(
        say("answers.solver_answers.promised-found", promised=promised, found=found), report=report
    )


# What is answered about best turns and best ways of playing on ------------------------------------
class ValuedTurn(Answer, frozen=True, kw_only=True):
    """A turn in the notation of records, and what the table after it is worth."""

    turn: str
    value: int


class BestTurn(Answer, frozen=True, kw_only=True):
    """A best turn, which the engine has replayed, and how far it is proved."""

    id: str | UnsetType = UNSET
    """The puzzle that it solves, if it is of one."""
    moment: str
    player: str
    objective: str
    action: Action | None
    turn: str
    value: int
    worth_before: int
    status: Status
    bound: int | None
    """No turn is worth more; None if the time was too short to say."""
    gap: int | None
    """How far the bound lies above the value."""
    optima: int
    """Turns known to have this value, itself among them."""
    counted_all: bool
    """There are no further turns of that value."""
    ties_broken: bool
    """The turn is the first of its equals in the fixed order."""
    seconds: float
    pad: Numbers
    """The rows of the player's scoring pad before and after the turn."""
    totals: Numbers
    """The totals of all players by colour."""
    aims: Numbers | UnsetType = UNSET
    """What the objective is made of, and itself, where that is not the net worth."""
    top: tuple[ValuedTurn, ...] | UnsetType = UNSET
    """The best few turns in falling order, if they were asked for."""
    top_in_time: bool | UnsetType = UNSET
    """Whether the time sufficed for as many as were asked for."""
    comment: str | UnsetType = UNSET
    """What makes the solution of a puzzle work."""


class BestPlay(Answer, frozen=True, kw_only=True):
    """A best way of playing on, turn by turn, with all that it rests on."""

    id: str | UnsetType = UNSET
    """The puzzle that it solves, if it is of one."""
    moment: str
    player: str
    objective: str
    horizon: Horizon
    plan: str | None
    """The cards to place, where a plan was asked for."""
    turns: tuple[ValuedTurn, ...]
    """In order, but for the one that ends the phase."""
    value: int
    worth_before: int
    status: Status
    bound: int | None
    """No way of playing on is worth more; None if no bound is known."""
    gap: int | None
    """How far the bound lies above the value."""
    seconds: float
    assumptions: tuple[str, ...]
    """What the others are taken to do, and what is left out of account."""
    pad: Numbers
    """The rows of the player's scoring pad before and after."""
    totals: Numbers
    """The totals of all players by colour."""
    aims: Numbers | UnsetType = UNSET
    """What the objective is made of, and itself, where that is not the net worth."""
    comment: str | UnsetType = UNSET
    """What makes the solution of a puzzle work."""


ANSWERS: Final[tuple[type[Answer], ...]] = (BestTurn, BestPlay)


def best_turn_answer(
    found: "ConfirmedBest",
    colours: tuple[str, ...],
    *,
    puzzle: str | UnsetType = UNSET,
    top: tuple[ValuedTurn, ...] | UnsetType = UNSET,
    top_in_time: bool | UnsetType = UNSET,
    comment: str | UnsetType = UNSET,
) -> BestTurn:
    """Return a best turn in the words of the public surface."""
    wanted = found.question.objective
    change = changed(found.before, found.best.after, found.seat, colours, wanted)
    answer = BestTurn(
        id=puzzle,
        moment=moment_words(found.before, colours),
        player=colours[found.seat],
        objective=str(wanted),
        action=found.question.action,
        turn=turn_text(found.best.turn, found.before.setting, colours),
        value=found.best.value,
        worth_before=found.worth_before,
        status=found.status,
        bound=found.bound,
        gap=found.gap,
        optima=found.optima,
        counted_all=found.counted_all,
        ties_broken=found.ties_broken,
        seconds=round(found.seconds, 4),
        pad=change.pad,
        totals=change.totals,
        aims=change.aims,
        top=top,
        top_in_time=top_in_time,
        comment=comment,
    )
    return showing(
        answer,
        lambda: scene_of_change(
            (found.before, found.best.after), colours, found.best.turn, caption=(answer.turn,)
        ),
    )


def best_play_answer(
    found: "BestRound",
    asked: State,
    colours: tuple[str, ...],
    *,
    puzzle: str | UnsetType = UNSET,
    comment: str | UnsetType = UNSET,
) -> BestPlay:
    """Return a best way of playing on in the words of the public surface."""
    setting, wanted = found.before.setting, found.question.objective
    end = found.turns[-1].after if found.turns else found.before
    change: Changed = changed(found.before, end, found.seat, colours, wanted)
    answer = BestPlay(
        id=puzzle,
        moment=moment_words(asked, colours),
        player=colours[found.seat],
        objective=str(wanted),
        horizon=found.horizon,
        plan=line_of(Statement(said=found.plan), colours) if found.plan else None,
        turns=tuple(
            ValuedTurn(turn=turn_text(played.turn, setting, colours), value=played.value)
            for played in found.turns
        ),
        value=found.value,
        worth_before=found.worth_before,
        status=found.status,
        bound=found.bound,
        gap=found.gap,
        seconds=round(found.seconds, 4),
        assumptions=tuple(map(thing, found.assumptions)),
        pad=change.pad,
        totals=change.totals,
        aims=change.aims,
        comment=comment,
    )
    said = (*([answer.plan] if answer.plan else []), *(valued.turn for valued in answer.turns))
    return showing(answer, lambda: scene_of_change((asked, end), colours, caption=said))
