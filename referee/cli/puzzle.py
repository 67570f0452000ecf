"""`referee puzzle`: positions at which the best is proved."""

from pathlib import Path

import click

from referee.api.errors import UnreadableError
from referee.api.puzzles import (
    DIFFICULTIES,
    Difficulty,
    Puzzle,
    PuzzleProofs,
    check_puzzles,
    load_puzzle,
    puzzle_hint,
    puzzle_summary,
    puzzle_table,
    puzzles,
    solve_puzzle,
    try_puzzle,
    unreadable_attempt,
)
from referee.cli.at_once import MISUSED, NO, UNDECIDED
from referee.cli.console import show, show_json
from referee.cli.group import examples
from referee.cli.interrupts import SoFar, StoppedSolver
from referee.cli.picture import draw_into, picture_option
from referee.cli.progress import Bar
from referee.cli.render.layout import problem_page, said
from referee.cli.render.optima import found_page
from referee.cli.render.puzzles import (
    attempt_page,
    proofs_page,
    puzzle_list,
    puzzle_page,
)
from referee.cli.shell import puzzle_ids, themes
from referee.cli.solver_options import reporting_faults, time_limit_option
from referee.cli.sources import books_option, json_option
from referee.i18n.speech import say, thing

ID = click.argument("name", metavar="ID", shell_complete=puzzle_ids)


@click.group(
    epilog=examples(
        "referee puzzle list",
        "referee puzzle show cotton-for-cotton",
        "referee puzzle solve cotton-for-cotton 'goods cotton1 buy cotton2b'",
        "referee puzzle check",
    ),
)
def puzzle() -> None:
    """Solve puzzles: the most that can be reached at a table is proved; often several turns do."""


@puzzle.command(
    name="list",
    epilog=examples(
        "referee puzzle list",
        "referee puzzle list --theme routing --difficulty hard",
        "referee puzzle list --json",
    ),
)
@click.option("--theme", shell_complete=themes)
@click.option("--difficulty", type=click.Choice(DIFFICULTIES))
@json_option
def list_puzzles(theme: str | None, difficulty: Difficulty | None, *, as_json: bool) -> None:
    """List the shipped puzzles, the easy ones first."""
    found = [puzzle_summary(each) for each in puzzles(theme, difficulty)]
    if not found:
        known = sorted({theme for each in puzzles() for theme in each.themes})
        raise click.UsageError(
            say("commands.puzzle.there-is-no-such-puzzle", themes=", ".join(known))
        )
    if as_json:
        show_json([each.to_dict() for each in found])
    else:
        show(puzzle_list(found))


@puzzle.command(
    name="show",
    epilog=examples(
        "referee puzzle show cotton-for-cotton",
        "referee puzzle show my-puzzle.toml",
        "referee puzzle show cotton-for-cotton --json",
        "referee puzzle show cotton-for-cotton --picture puzzle.svg",
    ),
)
@ID
@books_option
@picture_option
@json_option
def show_puzzle(name: str, *, picture: Path | None, with_books: bool, as_json: bool) -> None:
    """Show the table of a puzzle and what is asked for, but not its solution."""
    found = load_puzzle(name)
    table = puzzle_table(found)
    draw_into(picture, table)
    if as_json:
        show_json(table.to_dict())
    else:
        show(puzzle_page(found, name, with_books=with_books))


@puzzle.command(
    epilog=examples("referee puzzle hint cotton-for-cotton"),
)
@ID
@json_option
def hint(name: str, *, as_json: bool) -> None:
    """Tell what to look at."""
    found = puzzle_hint(name)
    if as_json:
        show_json(found.to_dict())
    else:
        show(said(found.hint))


@puzzle.command(
    epilog=examples(
        "referee puzzle solve cotton-for-cotton 'goods cotton1 buy cotton2b'",
        "referee puzzle solve count-the-cotton 'goods banana1 cairo'",
        "referee puzzle solve cotton-for-cotton --solution",
        "referee puzzle solve cotton-for-cotton --solution --json",
    ),
)
@ID
@click.argument("turn", nargs=-1)
@click.option("--solution", is_flag=True)
@time_limit_option
@json_option
def solve(
    name: str,
    turn: tuple[str, ...],
    time_limit: float | None,
    *,
    solution: bool,
    as_json: bool,
) -> None:
    """Judge a TURN in the notation of records, or solve the puzzle with a proof."""
    asked = load_puzzle(name)
    if bool(turn) == solution:
        raise click.UsageError(say("commands.puzzle.a-turn-is-judged-or"))
    if turn:
        _judge(asked, turn, as_json=as_json)
        return
    with reporting_faults(as_json=as_json), StoppedSolver() as solver:
        found = solve_puzzle(asked, time_limit=time_limit, stop=solver.stop)
    if as_json:
        show_json(found.to_dict())
    else:
        show(found_page(found))
        if asked.told.comment:
            show("", said(asked.told.comment))
    solver.leave()
    if found.status != "optimal":
        raise click.exceptions.Exit(UNDECIDED)


def _judge(asked: Puzzle, turn: tuple[str, ...], *, as_json: bool) -> None:
    try:
        attempt = try_puzzle(asked, *turn)
    except UnreadableError as error:
        if as_json:
            show_json(unreadable_attempt(asked, error).to_dict())
        else:
            # The place is one in the turn that was typed.
            show(problem_page(thing("turn"), error.problems))
        raise click.exceptions.Exit(MISUSED) from error
    if as_json:
        show_json(attempt.to_dict())
    else:
        show(attempt_page(asked, attempt))
    if attempt.verdict == "undecided" or (attempt.short or 0) < 0:
        raise click.exceptions.Exit(UNDECIDED)
    if attempt.verdict != "solved":
        raise click.exceptions.Exit(NO)


@puzzle.command(
    epilog=examples(
        "referee puzzle check",
        "referee puzzle check my-puzzle.toml --time-limit 60",
        "referee puzzle check --json",
    ),
)
@click.argument("names", metavar="[ID]...", nargs=-1, shell_complete=puzzle_ids)
@time_limit_option
@json_option
def check(names: tuple[str, ...], time_limit: float | None, *, as_json: bool) -> None:
    """Prove puzzles anew: the solution is legal and worth the optimum, and nothing is better."""
    with reporting_faults(as_json=as_json), SoFar[PuzzleProofs]() as so_far, Bar("proving") as bar:
        so_far.keep(
            check_puzzles(
                names, time_limit=time_limit, progress=bar.advance, interrupted=so_far.keep
            )
        )
    found = so_far.answer()
    if as_json:
        show_json(found.to_dict())
    else:
        show(proofs_page(found))
    so_far.leave()
    if found.failed:
        undecided = any(proof.is_undecided for proof in found.puzzles)
        raise click.exceptions.Exit(UNDECIDED if undecided else NO)
