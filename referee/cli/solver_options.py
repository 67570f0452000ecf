"""Options and faults that all commands share which ask for something best."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

import click

from referee.api.errors import FaultError, MisuseError
from referee.api.optima import read_objective
from referee.cli.at_once import UNDECIDED
from referee.cli.console import show
from referee.cli.render.optima import fault_page
from referee.cli.shell import objectives

F = TypeVar("F", bound=Callable[..., Any])


def _objective(_: click.Context, __: click.Parameter, given: str) -> str:
    try:
        read_objective(given)
    except MisuseError as error:
        raise click.BadParameter(error.message) from error
    return given


def objective_option(command: F) -> F:
    """Add the option that says by what turns are judged."""
    return click.option(
        "--objective",
        metavar="OBJECTIVE",
        default="net-worth",
        show_default=True,
        callback=_objective,
        shell_complete=objectives,
    )(command)


def time_limit_option(command: F) -> F:
    """Add the option that bounds the time of the solver."""
    return click.option(
        "--time-limit",
        type=click.FloatRange(0, min_open=True),
        metavar="SECONDS",
    )(command)


def cores_option(command: F) -> F:
    """Add the option that says how many processes share the work: by default one a core."""
    return click.option(
        "--jobs",
        type=click.IntRange(1, 64),
        default=lambda: os.cpu_count() or 1,
        show_default="as many as there are cores",
    )(command)


@contextmanager
def reporting_faults(*, as_json: bool) -> Iterator[None]:
    """Show a person all that it takes to see a fault of the solvers again."""
    try:
        yield
    except FaultError as error:
        if as_json or not error.report:
            raise
        show(fault_page(error))
        raise click.exceptions.Exit(UNDECIDED) from error
