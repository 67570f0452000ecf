"""Puzzles as people see them: the list, the table and the question, the verdict, the proofs."""

from collections.abc import Iterable

from rich.console import Group, RenderableType

from referee.api.puzzles import Attempt, Puzzle, PuzzleProofs, PuzzleSummary
from referee.api.tables import PossibleTables, Table
from referee.cli.render.columns import columns, row
from referee.cli.render.layout import said, typed
from referee.cli.render.optima import AimChange, change_table
from referee.cli.render.table import whole_table
from referee.cli.render.verdict import rule_lines
from referee.core.public import deviations
from referee.i18n.speech import numeral, one_by_one, say, say_or, thing


def goal_words(puzzle: Puzzle) -> str:
    """Return what is asked for in a sentence."""
    player = puzzle.colours[puzzle.seat]
    goal = _goal(str(puzzle.objective), say(f"pages.puzzles.ends.{puzzle.horizon}"))
    if puzzle.horizon != "turn":
        return say(f"pages.puzzles.asked.{puzzle.horizon}", player=player, goal=goal)
    only = (
        say("pages.puzzles.only-the-action-counts", action=puzzle.action) if puzzle.action else ""
    )
    return say("pages.puzzles.is-to-move", player=player, goal=goal, only=only)


def _goal(wanted: str, when: str) -> str:
    if wanted.startswith("shares:"):
        company = wanted.partition(":")[2]
        return say("pages.puzzles.own-as-many-shares-of", company=company, when=when)
    highest = say("pages.puzzles.reach-the-highest", wanted=wanted, when=when)
    return say_or(highest, f"pages.puzzles.goals.{wanted}", when=when)


def puzzle_list(puzzles: Iterable[PuzzleSummary]) -> RenderableType:
    """Return the puzzles as a table."""
    table = columns(
        say("pages.heads.id"),
        say("pages.heads.difficulty"),
        say("pages.heads.themes"),
        say("pages.heads.title"),
        wrapped=[say("pages.heads.title")],
    )
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
        said(f"{puzzle.told.title} ({thing(puzzle.difficulty)})", "bold"),
        said(puzzle.told.text),
        said(goal_words(puzzle)),
        *([said(say("pages.puzzles.rulings", words=words))] if words else []),
        said(say("pages.puzzles.referee-puzzle-solve", name=name, wanted=_wanted(puzzle)), "dim"),
    )


def _wanted(puzzle: Puzzle) -> str:
    if puzzle.horizon == "turn":
        return say("pages.puzzles.turn-judges-a-turn")
    first = f"'{say('help.placeholders.plan')}' " if puzzle.planner is not None else ""
    return say("pages.puzzles.turn-turn-judges-turns-in", first=first)


def attempt_page(puzzle: Puzzle, attempt: Attempt) -> RenderableType:
    """Return what an attempt came to."""
    if attempt.verdict == "undecided":
        return Group(
            said(say("pages.puzzles.undecided"), "bold yellow"), said(attempt.missing_words)
        )
    if attempt.verdict == "illegal":
        number = max(1, len(attempt.turns))
        return Group(
            said(
                say("pages.puzzles.illegal")
                if puzzle.horizon == "turn"
                else say("pages.puzzles.turn-illegal", number=number),
                "bold red",
            ),
            *(line for broken in attempt.violations for line in rule_lines(broken)),
        )
    is_solved = attempt.verdict == "solved"
    verdict = said(_verdict_words(puzzle, attempt), "bold green" if is_solved else "bold")
    comment = [said(puzzle.told.comment)] if is_solved and puzzle.told.comment else []
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
    worth = say("pages.puzzles.legal", objective=puzzle.objective, value=attempt.value)
    if attempt.verdict == "solved":
        return say("pages.puzzles.solved-and-nothing-is-better", worth=worth)
    if (attempt.short or 0) < 0:
        return say(
            "pages.puzzles.more-than-the-proven-optimum", worth=worth, optimum=puzzle.optimum
        )
    return say("pages.puzzles.short-of-the-optimum", worth=worth, short=attempt.short)


def proofs_page(found: PuzzleProofs) -> RenderableType:
    """Return how every puzzle stood the proof."""
    table = columns(
        say("pages.heads.id"),
        say("pages.heads.optimum"),
        say("pages.heads.proof"),
        "s",
        right=[say("pages.heads.optimum"), "s"],
        wrapped=[say("pages.heads.proof")],
    )
    for proof in found.puzzles:
        words = (
            said(one_by_one(proof.faults), "bold red")
            if proof.faults
            else said(say("pages.puzzles.optimal"))
        )
        row(table, typed(proof.id), proof.optimum, words, numeral(proof.seconds, ".2f"))
    proved = say("pages.puzzles.puzzles", n=found.checked)
    if found.asked:
        proved = say("pages.puzzles.of-puzzles", checked=found.checked, puzzles=found.asked)
    summary = say(
        "pages.puzzles.proved-in-s-failed",
        proved=proved,
        seconds=found.seconds,
        failed=found.failed,
    )
    return Group(table, "", said(summary, "bold red" if found.failed else "bold green"))
