"""What all questions about the best share: the errors, who is meant, and numbers before and after.

Answers are the same on every machine as long as the solvers finish. A time limit in seconds is only
a guard against waiting: with one, how far a proof gets depends on the machine, and the status of
the answer says so.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from msgspec import UNSET, Struct, UnsetType

from model.best.objective import MEASURES, SHARES, Objective, ObjectiveError
from model.best.objective import objective as objective_named
from referee.api.answer import Answer
from referee.api.errors import FaultError, MisuseError, NoTimeError, NoTurnError
from referee.engine import pads
from referee.engine.scoring import PAD_ROWS
from referee.game.ids import Seat
from referee.game.messages.speech import say
from referee.game.state import State
from referee.notation.errors import WordError, did_you_mean
from referee.positions import position_text
from referee.solutions.notation import seat_named
from referee.solutions.question import NET_WORTH, NotDueError
from referee.solutions.worth import measures, weighed

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
    "read_objective",
    "require",
    "require_seconds",
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


def require(holds: bool, message: str) -> None:  # noqa: FBT001
    """Raise a `MisuseError` with a message unless something holds."""
    if not holds:
        raise MisuseError(message)


def require_seconds(limit: float | None) -> None:
    """Raise a `MisuseError` for a time limit within which nothing can be done."""
    require(limit is None or limit > 0, say("answers.solver_answers.a-time-limit-is-more"))


def require_limits(seconds: float | None, work: float | None) -> None:
    """Raise a `MisuseError` for limits within which nothing can be done."""
    require_seconds(seconds)
    require(work is None or work > 0, say("answers.solver_answers.a-limit-of-work-is"))


@contextmanager
def naming() -> Iterator[None]:
    """Turn a word that names nothing into a `MisuseError` with a guess."""
    try:
        yield
    except WordError as error:
        raise MisuseError(f"{error.message}{did_you_mean(error.guess)}") from error


@contextmanager
def asking() -> Iterator[None]:
    """Turn what keeps a solver from an answer into errors of the public family."""
    from model.best import limits, search  # noqa: PLC0415 - whoever asks waits for the solver
    from referee.solutions.faults import PromiseBrokenError  # noqa: PLC0415

    try:
        yield
    except ObjectiveError as error:
        raise MisuseError(str(error)) from error
    except NotDueError as error:
        raise MisuseError(say("answers.solver_answers.try-at-or-player", error=error)) from error
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
