"""Options and errors that all commands share which ask for something best."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any, NoReturn, TypeVar, get_args

import click

from model.best.objective import MEASURES, Objective, ObjectiveError
from model.best.objective import objective as read_objective
from model.best.search import NoTimeError, NoTurnError
from model.best.solving import SolverFaultError
from referee.asking.faults import Fault, PromiseBrokenError
from referee.asking.notation import seat_named
from referee.asking.question import NotDueError, Question
from referee.cli.exits import NO, UNDECIDED
from referee.cli.refusing import refuse
from referee.cli.render.asking import fault_page
from referee.cli.render.layout import said
from referee.game.ids import Seat
from referee.game.turns import Action
from referee.transcript.problems import WordError, did_you_mean

F = TypeVar("F", bound=Callable[..., Any])

ACTIONS: tuple[Action, ...] = get_args(Action)

OBJECTIVES = f"What is to be highest: {', '.join(MEASURES)}, or a sum such as 2*ink+cash."


def _objective(_: click.Context, __: click.Parameter, given: str) -> Objective:
    try:
        return read_objective(given)
    except ObjectiveError as error:
        raise click.BadParameter(str(error)) from error


def question_options(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options that make up a question; the command gets it as `question`."""

    @click.option("--action", type=click.Choice(ACTIONS), help="Only turns of this action.")
    @objective_option
    @time_limit_option
    @wraps(command)
    def asked(
        *arguments: Any,  # noqa: ANN401
        action: Action | None,
        objective: Objective,
        time_limit: float | None,
        **others: Any,  # noqa: ANN401
    ) -> None:
        question = Question(objective=objective, action=action, time_limit=time_limit)
        command(*arguments, question=question, **others)

    return asked


def objective_option(command: F) -> F:
    """Add the option that says by what turns are judged."""
    return click.option(
        "--objective",
        metavar="OBJECTIVE",
        default="net-worth",
        show_default=True,
        callback=_objective,
        help=OBJECTIVES,
    )(command)


def time_limit_option(command: F) -> F:
    """Add the option that bounds the time of the solver."""
    return click.option(
        "--time-limit",
        type=click.FloatRange(0, min_open=True),
        metavar="SECONDS",
        help="Stop then, with the best that was found and a true bound.",
    )(command)


def seat_of(given: str | None, colours: tuple[str, ...]) -> Seat | None:
    """Return the seat of a player whose colour was given, or the beginning of it."""
    if given is None:
        return None
    try:
        return seat_named(given, colours)
    except WordError as error:
        raise click.UsageError(f"{error.message}{did_you_mean(error.guess)}") from error


@contextmanager
def asking() -> Iterator[None]:
    """Turn what keeps a question from being answered into words and an exit code."""
    try:
        yield
    except ObjectiveError as error:
        raise click.UsageError(str(error)) from error
    except NotDueError as error:
        raise click.UsageError(f"{error}; try --at or --player") from error
    except NoTurnError as error:
        refuse("no-turn", str(error), NO, page=said(str(error)))
    except NoTimeError as error:
        words = f"{error}; allow more with --time-limit"
        refuse("no-time", words, UNDECIDED, page=said(words))
    except PromiseBrokenError as error:
        _refuse_by_fault(error.fault)
    except SolverFaultError as error:
        _refuse_by_fault(Fault("an answer without contradiction", str(error), "-"))


def _refuse_by_fault(fault: Fault) -> NoReturn:
    words = f"promised: {fault.promised}; found: {fault.found}"
    refuse("fault", words, UNDECIDED, page=fault_page(fault))
