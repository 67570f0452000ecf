"""`referee puzzle`: positions at which the best is proved."""

from collections.abc import Iterable
from pathlib import Path

import click
from rich.console import Group, RenderableType

from referee.api.errors import UnreadableError
from referee.api.optima import BestPlay, BestTurn
from referee.api.puzzles import (
    DIFFICULTIES,
    Attempt,
    Difficulty,
    Puzzle,
    PuzzleHint,
    PuzzleProofs,
    PuzzleSummary,
    UnreadableAttempt,
    puzzle_at,
    puzzles,
    unreadable_attempt,
)
from referee.api.tables import PossibleTables, Table
from referee.cli import options, shell
from referee.cli.console import Bar
from referee.cli.group import Reply, command, command_group
from referee.cli.interrupts import MISUSED, NO, UNDECIDED, so_far, stoppable
from referee.cli.options import Choice, argument, option
from referee.cli.output import draw_into
from referee.cli.render.columns import headed, row
from referee.cli.render.layout import phrase, problem_page, text, typed
from referee.cli.render.optima import change_table, found_page
from referee.cli.render.table import whole_table
from referee.cli.render.verdict import rule_lines
from referee.core.answer import Answer
from referee.core.public import deviations
from referee.i18n.speech import numeral, one_by_one, say, say_or, thing

ID = argument("name", metavar="ID", shell_complete=shell.puzzle_ids)


@command_group(
    "referee puzzle list",
    "referee puzzle show cotton-for-cotton",
    "referee puzzle solve cotton-for-cotton 'goods cotton1 buy cotton2b'",
    "referee puzzle check",
)
def puzzle() -> None:
    """Solve puzzles: positions where the best result is proven, often reached by several turns."""


@command(
    "referee puzzle list",
    "referee puzzle list --theme routing --difficulty hard",
    "referee puzzle list --json",
    name="list",
    group=puzzle,
)
@option("--theme", shell_complete=shell.themes)
@option("--difficulty", type=Choice(DIFFICULTIES))
def list_puzzles(theme: str | None, difficulty: Difficulty | None) -> Reply[list[PuzzleSummary]]:
    """List the shipped puzzles, the easy ones first."""
    found = [each.summary() for each in puzzles(theme, difficulty)]
    if not found:
        known = sorted({theme for each in puzzles() for theme in each.themes})
        raise click.UsageError(say("commands.puzzle.no-puzzle", themes=", ".join(known)))
    return Reply(found, puzzle_list)


@command(
    "referee puzzle show cotton-for-cotton",
    "referee puzzle show my-puzzle.toml",
    "referee puzzle show cotton-for-cotton --json",
    "referee puzzle show cotton-for-cotton --picture puzzle.svg",
    name="show",
    group=puzzle,
)
@ID
@options.books
@options.picture
def show_puzzle(name: str, picture: Path | None, *, with_books: bool) -> Reply[Answer]:
    """Show the table of a puzzle and what is asked, but not its solution."""
    found = puzzle_at(name)
    table = found.facts()
    draw_into(picture, table)
    return Reply(table, lambda _: puzzle_page(found, name, with_books=with_books))


@command("referee puzzle hint cotton-for-cotton", group=puzzle)
@ID
def hint(name: str) -> Reply[PuzzleHint]:
    """Give a hint on what to look at."""
    return Reply(puzzle_at(name).clue(), lambda found: text(found.hint))


@command(
    "referee puzzle solve cotton-for-cotton 'goods cotton1 buy cotton2b'",
    "referee puzzle solve count-the-cotton 'goods banana1 cairo'",
    "referee puzzle solve cotton-for-cotton --solution",
    "referee puzzle solve cotton-for-cotton --solution --json",
    group=puzzle,
)
@ID
@argument("turn", nargs=-1)
@option("--solution", is_flag=True)
@options.timeout()
def solve(
    name: str, turn: tuple[str, ...], timeout: float | None, *, solution: bool
) -> Reply[Attempt] | Reply[UnreadableAttempt] | Reply[BestTurn | BestPlay]:
    """Judge a TURN in the notation of records, or solve the puzzle with a proof."""
    asked = puzzle_at(name)
    if bool(turn) == solution:
        raise click.UsageError(say("commands.puzzle.turn-or-solution"))
    if turn:
        return _judged(asked, turn)
    found = stoppable(asked.solve, timeout=timeout)
    comment: list[RenderableType] = []
    comment += ["", text(asked.told.comment)] if asked.told.comment else []
    return Reply(
        found,
        lambda found: Group(found_page(found), *comment),
        0 if found.status == "optimal" else UNDECIDED,
    )


def _judged(asked: Puzzle, turn: tuple[str, ...]) -> Reply[Attempt] | Reply[UnreadableAttempt]:
    try:
        attempt = asked.attempt(*turn)
    except UnreadableError as error:
        # The place is one in the turn that was typed.
        page = problem_page(thing("turn"), error.problems)
        return Reply(unreadable_attempt(asked, error), lambda _: page, MISUSED)
    code = 0 if attempt.verdict == "solved" else NO
    if attempt.verdict == "undecided" or (attempt.short or 0) < 0:
        code = UNDECIDED
    return Reply(attempt, lambda attempt: attempt_page(asked, attempt), code)


@command(
    "referee puzzle check",
    "referee puzzle check my-puzzle.toml --timeout 60",
    "referee puzzle check --json",
    group=puzzle,
)
@argument("names", metavar="[ID]...", nargs=-1, shell_complete=shell.puzzle_ids)
@options.timeout()
def check(names: tuple[str, ...], timeout: float | None) -> Reply[PuzzleProofs]:
    """Prove puzzles again: the solution is legal and worth the optimum, and nothing is better."""
    asked = [puzzle_at(name) for name in names]
    with Bar("proving") as bar:
        found = so_far(Puzzle.prove_all, asked, timeout=timeout, progress=bar.advance)
    is_undecided = any(proof.is_undecided for proof in found.puzzles)
    return Reply(found, proofs_page, (UNDECIDED if is_undecided else NO) if found.failed else 0)


# Puzzles as people see them: the list, the table and the question, the verdict, the proofs --------
def goal_words(puzzle: Puzzle) -> str:
    """Return what is asked for in a sentence."""
    player = puzzle.colours[puzzle.seat]
    goal = _goal(str(puzzle.objective), say(f"pages.puzzles.ends.{puzzle.horizon}"))
    if puzzle.horizon != "turn":
        return say(f"pages.puzzles.asked.{puzzle.horizon}", player=player, goal=goal)
    if puzzle.action:
        return say("pages.puzzles.one-action", player=player, goal=goal, action=puzzle.action)
    return say("pages.puzzles.is-to-move", player=player, goal=goal)


def _goal(wanted: str, when: str) -> str:
    if wanted.startswith("shares:"):
        company = wanted.partition(":")[2]
        return say("pages.puzzles.goal-shares", company=company, when=when)
    highest = say("pages.puzzles.goal-other", objective=wanted, when=when)
    return say_or(highest, f"pages.puzzles.goals.{wanted}", when=when)


def puzzle_list(puzzles: Iterable[PuzzleSummary]) -> RenderableType:
    """Return the puzzles as a table."""
    table = headed("id", "difficulty", "themes", "title", wrapped=["title"])
    listed = [*puzzles]
    longest = max((len(theme) for puzzle in listed for theme in puzzle.themes), default=0)
    for puzzle in listed:
        themes = " ".join(puzzle.themes)
        if len(themes) > longest:
            themes = "\n".join(puzzle.themes)
        row(table, typed(puzzle.id), puzzle.difficulty, typed(themes), typed(puzzle.title))
    return table


def puzzle_page(puzzle: Puzzle, name: str, *, with_books: bool = False) -> RenderableType:
    """Return the table of a puzzle and the question; `name` is what it was asked for by."""
    tables = PossibleTables(Table(puzzle.state, puzzle.colours))
    rulings = deviations(puzzle.state.setting.rulings)
    words = ", ".join(f"{name}={answer}" for name, answer in rulings.items())
    return Group(
        whole_table(tables, with_books=with_books),
        "",
        text(f"{puzzle.told.title} ({thing(puzzle.difficulty)})", "bold"),
        text(puzzle.told.text),
        text(goal_words(puzzle)),
        *([phrase("pages.puzzles.rulings", words=words)] if words else []),
        phrase(f"pages.puzzles.solve-{_typed(puzzle)}", "dim", name=name),
    )


def _typed(puzzle: Puzzle) -> str:
    """Return what is to be typed for an attempt."""
    if puzzle.horizon == "turn":
        return "turn"
    return "turns" if puzzle.planner is None else "plan"


def attempt_page(puzzle: Puzzle, attempt: Attempt) -> RenderableType:
    """Return what an attempt came to."""
    if attempt.verdict == "undecided":
        return Group(phrase("pages.puzzles.undecided", "bold yellow"), text(attempt.missing_words))
    if attempt.verdict == "illegal":
        number = max(1, len(attempt.turns))
        return Group(
            text(
                say("pages.puzzles.illegal")
                if puzzle.horizon == "turn"
                else say("pages.puzzles.turn-illegal", number=number),
                "bold red",
            ),
            *(line for broken in attempt.violations for line in rule_lines(broken)),
        )
    is_solved = attempt.verdict == "solved"
    verdict = text(_verdict_words(puzzle, attempt), "bold green" if is_solved else "bold")
    comment = [text(puzzle.told.comment)] if is_solved and puzzle.told.comment else []
    player, objective = puzzle.colours[puzzle.seat], str(puzzle.objective)
    numbers = (attempt.pad or {}, attempt.totals or {}, attempt.aims or {})
    change = change_table(player, objective, *numbers)
    return Group(*(text(words) for words in attempt.turns), "", change, "", verdict, *comment)


def _verdict_words(puzzle: Puzzle, attempt: Attempt) -> str:
    worth = {"objective": puzzle.objective, "value": attempt.value}
    if attempt.verdict == "solved":
        return say("pages.puzzles.solved", **worth)
    if (attempt.short or 0) < 0:
        return say("pages.puzzles.beyond-optimum", **worth, optimum=puzzle.optimum)
    return say("pages.puzzles.short", **worth, short=attempt.short)


def proofs_page(found: PuzzleProofs) -> RenderableType:
    """Return how every puzzle stood the proof."""
    table = headed("id", "optimum", "proof", "s", right=["optimum", "s"], wrapped=["proof"])
    for proof in found.puzzles:
        words = (
            text(one_by_one(proof.faults), "bold red")
            if proof.faults
            else phrase("pages.puzzles.optimal")
        )
        row(table, typed(proof.id), proof.optimum, words, numeral(proof.seconds, ".2f"))
    summary = say(
        "pages.puzzles.part-proved" if found.asked else "pages.puzzles.proved",
        checked=found.checked,
        puzzles=found.asked,
        seconds=found.seconds,
        failed=found.failed,
    )
    return Group(table, "", text(summary, "bold red" if found.failed else "bold green"))
