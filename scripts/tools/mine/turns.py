"""Mine puzzles from seeded games: one best turn, and a greedy player misses it.

The finds are printed with the most interesting first: many decisions at once, then much that greed
misses, then many legal turns. With `--write FOLDER` each becomes the draft of a puzzle, whose title
and texts a person has to write.
"""

from functools import partial
from pathlib import Path

import click

from model.best.spoken_turns import said
from referee.solutions.notation import turn_text
from referee.solutions.puzzle import Difficulty, Puzzle
from referee.solutions.puzzle_files import puzzle_text
from referee.transcript.abbreviation import COLOURS
from scripts.tools.campaign.progress import counted
from scripts.tools.campaign.shared_work import Share, sharing
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


@click.command(help=__doc__)
@click.option("--games", default=10, show_default=True, help="How many games.")
@click.option("--seed", "first_seed", default=0, show_default=True, help="The first of the seeds.")
@click.option("--from-round", default=2, show_default=True, help="Earlier rounds are left out.")
@click.option("--every", default=3, show_default=True, help="Look at one table of so many.")
@click.option("--theme", help="An action, a track side, routing or books.")
@click.option("--further", is_flag=True, help="Move the mover's markers and books on beforehand.")
@click.option("--write", type=Path, metavar="FOLDER", help="Write drafts of puzzles.")
@sharing
def command(  # noqa: PLR0913 - one parameter an option
    games: int,
    first_seed: int,
    from_round: int,
    every: int,
    theme: str | None,
    *,
    further: bool,
    write: Path | None,
    share: Share,
) -> None:
    """Mine games and print or write what was found."""
    found: list[Find] = []
    seeds = range(first_seed, first_seed + games)
    work = partial(_found, from_round=from_round, every=every, theme=theme, further=further)
    for of_game in counted(share.results(seeds, work), len(seeds), "games"):
        found += of_game
    found.sort(key=lambda find: find.interest, reverse=True)
    for find in found:
        print(line(find))
        if write is not None:
            write.mkdir(parents=True, exist_ok=True)
            drafted = draft(find)
            (write / f"{drafted.id}.toml").write_text(puzzle_text(drafted), "utf-8")


def _found(
    seed: int, *, from_round: int, every: int, theme: str | None, further: bool
) -> list[Find]:
    return [*finds(seed, from_round, every, theme, further=further)]
