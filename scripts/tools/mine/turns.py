"""Mines puzzles from seeded games: one best turn, and a greedy player misses it.

The finds are printed with the most interesting first: many decisions at once, then much that greed
misses, then many legal turns. With `--write FOLDER` each becomes the draft of a puzzle, whose title
and texts a person has to write.
"""

import argparse
import sys
from pathlib import Path

from model.best.saying import said
from referee.asking.notation import turn_text
from referee.asking.puzzle import Difficulty, Puzzle
from referee.asking.puzzle_files import puzzle_text
from referee.transcript.saying import COLOURS
from scripts.tools.campaign.progress import counted
from scripts.tools.mine.turn_finds import Find, finds

HARD, MEDIUM = 10_000, 300
"""Legal turns from which on a puzzle counts as hard or medium."""


def draft(find: Find) -> Puzzle:
    """Return a find as a puzzle that still wants a title and words."""
    difficulty: Difficulty = "easy"
    if find.turns >= MEDIUM:
        difficulty = "hard" if find.turns >= HARD else "medium"
    colours = COLOURS[: len(find.state.players)]
    turn = said(find.state, find.turn)
    return Puzzle(
        id=_name(find),
        title="?",
        difficulty=difficulty,
        themes=find.themes,
        text="?",
        hint="?",
        comment=f"{find.turns} legal turns; greed reaches {find.greedy}, the next {find.second}.",
        state=find.state,
        colours=colours,
        objective=find.question.objective,
        action=find.question.action,
        optimum=find.value,
        solution=(turn_text(turn, find.state.setting, colours),),
    )


def _name(find: Find) -> str:
    wanted = str(find.question.objective).replace("*", "x").replace(":", "-")
    only = f"-{find.question.action}" if find.question.action else ""
    return f"mined-{find.seed}-{find.event}-{wanted}{only}"


def line(find: Find) -> str:
    """Return a find on one line."""
    drafted = draft(find)
    return (
        f"{drafted.id}: {find.value}, next {find.second}, greedy {find.greedy}, "
        f"{find.turns} turns, {' '.join(find.themes)}: {drafted.solution[0]}"
    )


def main() -> int:
    """Mine games and print or write what was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10, help="how many games")
    parser.add_argument("--seed", type=int, default=0, help="the first of the seeds")
    parser.add_argument("--from-round", type=int, default=2, help="earlier rounds are left out")
    parser.add_argument("--every", type=int, default=3, help="look at one table of so many")
    parser.add_argument("--theme", help="an action, a track side, routing or books")
    parser.add_argument(
        "--further", action="store_true", help="move the mover's markers and books on beforehand"
    )
    parser.add_argument("--write", type=Path, metavar="FOLDER", help="write drafts of puzzles")
    asked = parser.parse_args()
    found: list[Find] = []
    seeds = range(asked.seed, asked.seed + asked.games)
    for seed in counted(seeds, len(seeds), "games"):
        found += finds(seed, asked.from_round, asked.every, asked.theme, further=asked.further)
    found.sort(key=lambda find: find.interest, reverse=True)
    for find in found:
        print(line(find))
        if asked.write is not None:
            asked.write.mkdir(parents=True, exist_ok=True)
            drafted = draft(find)
            (asked.write / f"{drafted.id}.toml").write_text(puzzle_text(drafted), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
