"""Puzzles as people see them: the list, the table and the question, the verdict, the proofs."""

from collections.abc import Iterable

from rich.console import Group, RenderableType

from referee.api.optima import Horizon
from referee.api.possible_tables import PossibleTables
from referee.api.puzzle_answers import Attempt, PuzzleProofs, PuzzleSummary
from referee.api.puzzles import Puzzle
from referee.api.tables import Table
from referee.cli.render.layout import columns, number_of, row, said
from referee.cli.render.optima import AimChange, change_table
from referee.cli.render.table import whole_table
from referee.cli.render.verdict import rule_lines
from referee.game.public import deviations

GOALS = {
    "net-worth": "be worth as much as possible if the game ended after this turn",
    "margin": "be as far as possible ahead of the best opponent if the game ended after this turn",
    "cash": "have as much cash as possible after this turn",
    "diamonds": "get as far as possible on the diamond track",
    "ink": "get as far as possible on the bookkeeping track",
}
"""What the plain measures ask of a player."""

ENDS: dict[Horizon, str] = {"round": "this round", "plan": "this round", "game": "this last round"}
ASKED: dict[Horizon, str] = {
    "round": "plays on in this round",
    "plan": "plans and plays this round",
    "game": "plays the last round",
}
STILL = "The others stand still, and nothing that is taken is replaced."


def goal_words(puzzle: Puzzle) -> str:
    """Return what is asked for in a sentence."""
    player = puzzle.colours[puzzle.seat]
    wanted = str(puzzle.objective)
    goal = GOALS.get(wanted, f"reach the highest {wanted} after this turn")
    if wanted.startswith("shares:"):
        goal = f"own as many shares of {wanted.partition(':')[2]} as possible after this turn"
    if puzzle.horizon != "turn":
        goal = goal.replace("this turn", ENDS[puzzle.horizon])
        return f"{player} {ASKED[puzzle.horizon]}: {goal}. {STILL}"
    only = f" Only the action `{puzzle.action}` counts." if puzzle.action else ""
    return f"{player} is to move: {goal}.{only}"


def puzzle_list(puzzles: Iterable[PuzzleSummary]) -> RenderableType:
    """Return the puzzles as a table."""
    table = columns("id", "difficulty", "themes", "title", wrapped=["themes", "title"])
    for puzzle in puzzles:
        themes = " ".join(puzzle.themes)
        row(table, puzzle.id, puzzle.difficulty, themes, puzzle.title)
    return table


def puzzle_page(puzzle: Puzzle, name: str, *, with_books: bool = False) -> RenderableType:
    """Return the table of a puzzle and the question; `name` is what it was asked for by."""
    tables = PossibleTables(Table(puzzle.state, puzzle.colours))
    rulings = deviations(puzzle.state.setting.rulings)
    words = ", ".join(f"{name}={answer}" for name, answer in rulings.items())
    return Group(
        whole_table(tables, with_books=with_books),
        "",
        said(f"{puzzle.title} ({puzzle.difficulty})", "bold"),
        said(puzzle.text),
        said(goal_words(puzzle)),
        *([said(f"rulings: {words}")] if words else []),
        said(f"`referee puzzle solve {name} {_wanted(puzzle)}", "dim"),
    )


def _wanted(puzzle: Puzzle) -> str:
    if puzzle.horizon == "turn":
        return "'TURN'` judges a turn"
    first = "'PLAN' " if puzzle.planner is not None else ""
    return f"{first}'TURN' 'TURN' ...` judges turns in their order"


def attempt_page(puzzle: Puzzle, attempt: Attempt) -> RenderableType:
    """Return what an attempt came to."""
    if attempt.verdict == "undecided":
        return Group(said("undecided", "bold yellow"), said(attempt.missing_words))
    if attempt.verdict == "illegal":
        number = max(1, len(attempt.turns))
        return Group(
            said("illegal" if puzzle.horizon == "turn" else f"turn {number}: illegal", "bold red"),
            *(line for broken in attempt.violations for line in rule_lines(broken)),
        )
    is_solved = attempt.verdict == "solved"
    verdict = said(_verdict_words(puzzle, attempt), "bold green" if is_solved else "bold")
    comment = [said(puzzle.comment)] if is_solved and puzzle.comment else []
    change = AimChange(
        puzzle.colours[puzzle.seat],
        str(puzzle.objective),
        attempt.pad or {},
        attempt.totals or {},
        attempt.aims or {},
    )
    return Group(
        *(said(words) for words in attempt.turns), "", change_table(change), "", verdict, *comment
    )


def _verdict_words(puzzle: Puzzle, attempt: Attempt) -> str:
    worth = f"legal, {puzzle.objective} {attempt.value}"
    if attempt.verdict == "solved":
        return f"solved: {worth}, and nothing is better"
    if (attempt.short or 0) < 0:
        return f"{worth}: more than the proven optimum of {puzzle.optimum}, which must be wrong"
    return f"{worth}: {attempt.short} short of the optimum"


def proofs_page(found: PuzzleProofs) -> RenderableType:
    """Return how every puzzle stood the proof."""
    table = columns("id", "optimum", "proof", "s", right=["optimum", "s"], wrapped=["proof"])
    for proof in found.puzzles:
        words = said("; ".join(proof.faults), "bold red") if proof.faults else said("optimal")
        row(table, proof.id, proof.optimum, words, f"{proof.seconds:.2f}")
    proved = number_of(found.checked, "puzzle")
    if found.asked:
        proved = f"{found.checked} of {number_of(found.asked, 'puzzle')}"
    summary = f"{proved} proved in {found.seconds:.1f} s, {found.failed} failed"
    return Group(table, "", said(summary, "bold red" if found.failed else "bold green"))
