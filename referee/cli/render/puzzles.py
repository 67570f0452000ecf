"""Puzzles as people see them: the list, the table and the question, the verdict, the proofs."""

from collections.abc import Iterable, Sequence

from rich.console import Group, RenderableType

from referee.asking.horizons import Horizon
from referee.asking.notation import turn_text
from referee.asking.puzzle import Puzzle
from referee.asking.solving import Judged, Proof
from referee.cli.render.asking import Change, change_data, change_table
from referee.cli.render.layout import columns, number_of, row, said
from referee.cli.render.table import whole_table
from referee.cli.render.verdict import violation_lines
from referee.game.messages import language
from referee.game.public import deviations, digest, public

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


def puzzle_list(puzzles: Iterable[Puzzle]) -> RenderableType:
    """Return the puzzles as a table."""
    table = columns("id", "difficulty", "themes", "title", wrapped=["themes", "title"])
    for puzzle in puzzles:
        themes = " ".join(puzzle.themes)
        row(table, puzzle.id, puzzle.difficulty, themes, puzzle.title)
    return table


def puzzle_page(puzzle: Puzzle, name: str) -> RenderableType:
    """Return the table of a puzzle and the question; `name` is what it was asked for by."""
    rulings = deviations(puzzle.state.setting.rulings)
    words = ", ".join(f"{name}={answer}" for name, answer in rulings.items())
    return Group(
        whole_table(puzzle.state, puzzle.colours),
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


def judged_page(puzzle: Puzzle, judged: Judged) -> RenderableType:
    """Return what an attempt came to."""
    tried = judged.attempt
    if tried.missing is not None:
        return Group(said("undecided", "bold yellow"), said(tried.missing.words("turn")))
    if tried.after is None or judged.value is None:
        number = len(judged.earlier) + 1
        return Group(
            said("illegal" if puzzle.horizon == "turn" else f"turn {number}: illegal", "bold red"),
            *(
                line
                for violation in tried.violations
                for line in violation_lines(violation, puzzle.colours)
            ),
        )
    verdict = said(_verdict_words(puzzle, judged), "bold green" if judged.is_solved else "bold")
    comment = [said(puzzle.comment)] if judged.is_solved and puzzle.comment else []
    return Group(
        *(said(words) for words in _turns_said(puzzle, judged)),
        "",
        change_table(
            Change(judged.start or puzzle.state, tried.after, puzzle.seat, puzzle.colours),
            puzzle.objective,
        ),
        "",
        verdict,
        *comment,
    )


def _turns_said(puzzle: Puzzle, judged: Judged) -> list[str]:
    turns = (tried.turn for tried in (*judged.earlier, judged.attempt))
    return [turn_text(turn, puzzle.state.setting, puzzle.colours) for turn in turns if turn]


def _verdict_words(puzzle: Puzzle, judged: Judged) -> str:
    worth = f"legal, {puzzle.objective} {judged.value}"
    if judged.is_solved:
        return f"solved: {worth}, and nothing is better"
    if (judged.short or 0) < 0:
        return f"{worth}: more than the proven optimum of {puzzle.optimum}, which must be wrong"
    return f"{worth}: {judged.short} short of the optimum"


def verdict_of(judged: Judged) -> str:
    """Return the verdict on an attempt in a word."""
    if judged.attempt.missing is not None:
        return "undecided"
    if judged.value is None:
        return "illegal"
    return "solved" if judged.is_solved else "short"


def judged_data(puzzle: Puzzle, judged: Judged) -> dict[str, object]:
    """Return an attempt with the keys that the help of `solve` names."""
    tried = judged.attempt
    data: dict[str, object] = {
        "id": puzzle.id,
        "turn": turn_text(tried.turn, puzzle.state.setting, puzzle.colours) if tried.turn else None,
        "turns": _turns_said(puzzle, judged),
        "verdict": verdict_of(judged),
        "value": judged.value,
        "optimum": puzzle.optimum if judged.is_solved else None,
        "short": judged.short,
        "violations": [
            {**violation.as_dict(), "message": language().message(violation, puzzle.colours)}
            for violation in tried.violations
        ],
        "missing": list(tried.missing.what) if tried.missing else [],
    }
    if tried.after is not None:
        data |= change_data(judged.start or puzzle.state, tried.after, puzzle.seat, puzzle.colours)
    return data


def puzzle_data(puzzle: Puzzle, *, table: bool = False) -> dict[str, object]:
    """Return a puzzle without its solution, with the keys that the help of `list` names."""
    data: dict[str, object] = {
        "id": puzzle.id,
        "title": puzzle.title,
        "difficulty": puzzle.difficulty,
        "themes": list(puzzle.themes),
        "players": list(puzzle.colours),
        "player": puzzle.colours[puzzle.seat],
        "round": puzzle.state.round,
        "objective": str(puzzle.objective),
        "action": puzzle.action,
        "horizon": puzzle.horizon,
    }
    if table:
        data |= {
            "text": puzzle.text,
            "rulings": deviations(puzzle.state.setting.rulings),
            "digest": digest(puzzle.state),
            "state": public(puzzle.state),
        }
    return data


def proofs_page(proofs: Sequence[Proof], seconds: float) -> RenderableType:
    """Return how every puzzle stood the proof."""
    table = columns("id", "optimum", "proof", "s", right=["optimum", "s"], wrapped=["proof"])
    for proof in proofs:
        words = said("; ".join(proof.faults), "bold red") if proof.faults else said("optimal")
        row(table, proof.puzzle.id, proof.puzzle.optimum, words, f"{proof.best.seconds:.2f}")
    failed = sum(bool(proof.faults) for proof in proofs)
    summary = f"{number_of(len(proofs), 'puzzle')} proved in {seconds:.1f} s, {failed} failed"
    return Group(table, "", said(summary, "bold red" if failed else "bold green"))


def proof_data(proof: Proof) -> dict[str, object]:
    """Return a proof with the keys that the help of `check` names."""
    return {
        "id": proof.puzzle.id,
        "value": proof.best.value,
        "optimum": proof.puzzle.optimum,
        "status": proof.best.status,
        "bound": proof.best.bound,
        "seconds": round(proof.best.seconds, 3),
        "faults": list(proof.faults),
    }
