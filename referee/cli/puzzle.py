"""`referee puzzle`: positions at which the best is proved."""

import time
from pathlib import Path

import click

from referee.asking.best import Best
from referee.asking.puzzle import DIFFICULTIES, Difficulty, Puzzle, PuzzleError
from referee.asking.puzzle_files import SUFFIX, puzzle_paths, read_puzzle, shipped_puzzles
from referee.asking.solving import judge, prove
from referee.asking.solving import solve as solved
from referee.cli.asking import asking, time_limit_option
from referee.cli.console import show, show_json
from referee.cli.examples import examples
from referee.cli.exits import MISUSED, NO, UNDECIDED
from referee.cli.interrupts import SoFar
from referee.cli.lookup import look_up
from referee.cli.progress import progress
from referee.cli.render.asking import best_data, best_page
from referee.cli.render.horizons import horizon_data, horizon_page
from referee.cli.render.layout import said
from referee.cli.render.problems import problem_data, problem_page
from referee.cli.render.puzzles import (
    judged_data,
    judged_page,
    proof_data,
    proofs_page,
    puzzle_data,
    puzzle_list,
    puzzle_page,
)
from referee.cli.shell import puzzle_ids
from referee.cli.sources import json_option
from referee.transcript.problems import UnreadableError

ID = click.argument("name", metavar="ID", shell_complete=puzzle_ids)


@click.group(
    short_help="Positions at which the best is proved.",
    epilog=examples(
        "referee puzzle list",
        "referee puzzle show cotton-for-cotton",
        "referee puzzle solve cotton-for-cotton 'goods cotton1 buy cotton2b'",
        "referee puzzle check",
    ),
)
def puzzle() -> None:
    """Solve puzzles: the most that can be reached at a table is proved; often several turns do.

    An ID is the name of a shipped puzzle, or the file of one of your own (docs/puzzles.md).
    """


def _named(name: str) -> Puzzle:
    """Return the puzzle that an argument names, from its file or from those shipped."""
    if name.endswith(SUFFIX) or "/" in name:
        return _read(Path(name))
    return _read(
        look_up("puzzle", name, {path.stem: path for path in puzzle_paths()}, "puzzle list")
    )


def _read(path: Path) -> Puzzle:
    try:
        return read_puzzle(path)
    except PuzzleError as error:
        raise click.UsageError(str(error)) from error


@puzzle.command(
    name="list",
    short_help="List the puzzles.",
    epilog=examples(
        "referee puzzle list",
        "referee puzzle list --theme routing --difficulty hard",
        "referee puzzle list --json",
        keys="a list of: id, title, difficulty, themes, players, player, round, objective, action, "
        "horizon.",
    ),
)
@click.option("--theme", help="Only puzzles with this theme.")
@click.option("--difficulty", type=click.Choice(DIFFICULTIES), help="Only puzzles as hard as this.")
@json_option
def list_puzzles(theme: str | None, difficulty: Difficulty | None, *, as_json: bool) -> None:
    """List the shipped puzzles, the easy ones first."""
    found = [
        each
        for each in shipped_puzzles()
        if (theme is None or theme.casefold() in map(str.casefold, each.themes))
        and difficulty in (None, each.difficulty)
    ]
    if as_json:
        show_json([puzzle_data(each) for each in found])
        return
    if not found:
        themes = sorted({theme for each in shipped_puzzles() for theme in each.themes})
        raise click.UsageError(f"there is no such puzzle; themes are {', '.join(themes)}")
    show(puzzle_list(found))


@puzzle.command(
    name="show",
    short_help="Show a puzzle.",
    epilog=examples(
        "referee puzzle show cotton-for-cotton",
        "referee puzzle show my-puzzle.toml",
        "referee puzzle show cotton-for-cotton --json",
        keys="those of `list`, text, rulings, digest, state (as docs/states.md says).",
    ),
)
@ID
@json_option
def show_puzzle(name: str, *, as_json: bool) -> None:
    """Show the table of a puzzle and what is asked for, but not its solution."""
    found = _named(name)
    if as_json:
        show_json(puzzle_data(found, table=True))
    else:
        show(puzzle_page(found, name))


@puzzle.command(
    short_help="A hint for a puzzle.",
    epilog=examples("referee puzzle hint cotton-for-cotton", keys="id, hint."),
)
@ID
@json_option
def hint(name: str, *, as_json: bool) -> None:
    """Tell what to look at."""
    found = _named(name)
    if as_json:
        show_json({"id": found.id, "hint": found.hint})
    else:
        show(said(found.hint))


@puzzle.command(
    short_help="Judge an attempt, or tell the solution.",
    epilog=examples(
        "referee puzzle solve cotton-for-cotton 'goods cotton1 buy cotton2b'",
        "referee puzzle solve count-the-cotton 'goods banana1 cairo'",
        "referee puzzle solve cotton-for-cotton --solution",
        "referee puzzle solve cotton-for-cotton --solution --json",
        keys="with --solution those of `best`, id and comment; with a turn: id, turn, turns, "
        "verdict (solved, short, illegal, undecided or unreadable), value, optimum, short (what "
        "lacks), violations, missing, problems, pad, totals.",
    ),
)
@ID
@click.argument("turn", nargs=-1)
@click.option("--solution", is_flag=True, help="Solve the puzzle, and tell a best turn.")
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
    """Judge a TURN in the notation of records, or with --solution solve the puzzle with a proof.

    For a puzzle about a round each turn is one argument, a plan the first of them.
    The player need not be named. Exits 0 if the turn is best or the solution proved, 1 if the turn
    falls short or breaks a rule, 2 if it cannot be read, 3 if it leaves something open or the time
    was too short.
    """
    found = _named(name)
    if bool(turn) == solution:
        raise click.UsageError(
            "a turn is judged, or --solution tells a best one; give one of the two"
        )
    if turn:
        _judge(found, turn, as_json=as_json)
        return
    with asking():
        best = solved(found, time_limit)
    if as_json:
        data = (
            best_data(best, found.colours)
            if isinstance(best, Best)
            else horizon_data(best, found.state, found.colours)
        )
        show_json({"id": found.id, **data, "comment": found.comment})
    else:
        show(
            best_page(best, found.colours)
            if isinstance(best, Best)
            else horizon_page(best, found.state, found.colours)
        )
        if found.comment:
            show("", said(found.comment))
    if best.status != "optimal":
        raise click.exceptions.Exit(UNDECIDED)


def _judge(found: Puzzle, turn: tuple[str, ...], *, as_json: bool) -> None:
    try:
        judged = judge(found, *turn)
    except UnreadableError as error:
        if as_json:
            problems = [problem_data(problem) for problem in error.problems]
            show_json({"id": found.id, "verdict": "unreadable", "problems": problems})
        else:
            show(problem_page("turn", error.problems))
        raise click.exceptions.Exit(MISUSED) from error
    if as_json:
        show_json(judged_data(found, judged))
    else:
        show(judged_page(found, judged))
    if judged.attempt.missing is not None or (judged.short or 0) < 0:
        raise click.exceptions.Exit(UNDECIDED)
    if not judged.is_solved:
        raise click.exceptions.Exit(NO)


@puzzle.command(
    short_help="Prove all puzzles anew.",
    epilog=examples(
        "referee puzzle check",
        "referee puzzle check my-puzzle.toml --time-limit 60",
        "referee puzzle check --json",
        keys="checked, failed, seconds, puzzles (id, value, optimum, status, bound, seconds, "
        "faults).",
    ),
)
@click.argument("names", metavar="[ID]...", nargs=-1, shell_complete=puzzle_ids)
@time_limit_option
@json_option
def check(names: tuple[str, ...], time_limit: float | None, *, as_json: bool) -> None:
    """Prove puzzles anew: the solution is legal and worth the optimum, and nothing is better.

    Without an ID all shipped puzzles are proved. Exits 0 if all hold, 1 if one fails, 3 if the time
    was too short for one.
    """
    started = time.monotonic()
    chosen = [_named(name) for name in names] if names else [_read(p) for p in puzzle_paths()]
    if not chosen:
        raise click.UsageError("there is no puzzle to check")
    proofs = []
    with asking(), SoFar() as so_far:
        for each in progress(chosen, len(chosen), "proving"):
            proofs.append(prove(each, time_limit))  # noqa: PERF401 - an interrupt leaves the rest
    failed = sum(bool(proof.faults) for proof in proofs)
    seconds = time.monotonic() - started
    if as_json:
        show_json(
            {
                "checked": len(proofs),
                "failed": failed,
                "seconds": round(seconds, 2),
                "puzzles": [proof_data(proof) for proof in proofs],
            }
        )
    else:
        show(proofs_page(proofs, seconds))
    so_far.leave()
    if failed:
        undecided = any(proof.is_undecided for proof in proofs)
        raise click.exceptions.Exit(UNDECIDED if undecided else NO)
