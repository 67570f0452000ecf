"""Plays the games of `referee conform` behind a progress bar, and shrinks what differs."""

from pathlib import Path
from time import monotonic
from typing import Any

from msgspec.structs import replace
from rich.console import Console

from referee.cli.console import UnwritableError, remark
from referee.cli.progress import progress
from referee.cli.render.layout import printable
from referee.conformance.again import SavedDifferenceError, read_saved, saved_names
from referee.conformance.golden_games import golden_game, golden_names
from referee.conformance.partner import OutOfTimeError, Partner, is_over
from referee.conformance.program import MisbehaviourError
from referee.conformance.protocol import Introduction
from referee.conformance.report import Cut, Group, Report, Tally
from referee.conformance.results import NotKeptError, keeping
from referee.conformance.run import Played, Task, ended, introduced, partner_of, play_all
from referee.conformance.saving import NotSavedError, record_beside, save
from referee.conformance.seeded import playable
from referee.conformance.sets import set_of
from referee.conformance.shrinking.hunt import shortest
from referee.engine.golden import GoldenFileError


def run(task: Task, options: dict[str, Any]) -> tuple[Introduction | None, Report]:
    """Return what the program says of itself, None if it cannot, and what the games show."""
    games = _games(task, options)
    limit: float = options["limit"]
    until = monotonic() + limit if limit else None
    program = introduced(task)
    if isinstance(program, Played):
        tally = Tally()
        tally.add(program)
        return None, tally.report()
    if task.again is None:
        playable(task.choice, program)
    tally = Tally()
    left = _play(task, program, games, tally, options, until)
    tally.add(ended(task))
    found = tally.report()
    if task.again is None:
        not_shrunk = _shrink(found, task, options, until)
    else:
        not_shrunk = ()
        _name_records(found, Path(task.again))
    if left or not_shrunk:
        cut = Cut(seconds=limit, not_played=left, not_shrunk=not_shrunk)
        found = replace(found, cut=cut)
    return program, found


def _play(
    task: Task,
    program: Introduction,
    games: list[str],
    tally: Tally,
    options: dict[str, Any],
    until: float | None,
) -> tuple[str, ...]:
    """Play the games that were not played before, and return those for which there was no time."""
    results: Path | None = options["results"]
    try:
        with keeping(results, task, resume=options["resume"]) as kept:
            left = dict.fromkeys(game for game in games if game not in kept.done)
            for game in games:
                if game in kept.done:
                    tally.add(kept.done[game])
            played_now = play_all(task, program, [*left], options["jobs"], until)
            for played in progress(played_now, len(left), "playing"):
                kept.keep(played)
                tally.add(played)
                del left[played.game]
    except NotKeptError as error:
        raise UnwritableError(str(error)) from error
    except KeyboardInterrupt:
        if results:
            remark(f"\nwhat was done is in {results}; --resume goes on with it")
        raise
    return tuple(left)


def _games(task: Task, options: dict[str, Any]) -> list[str]:
    if task.again is not None:
        return _saved(Path(task.again))
    if task.golden is None:
        return [str(seed) for seed in range(options["seed"], options["seed"] + options["games"])]
    names = golden_names(Path(task.golden))
    if not names:
        hint = "; --again asks saved differences" if saved_names(Path(task.golden)) else ""
        raise GoldenFileError(f"there is no golden game in {task.golden}{hint}")
    for name in names:
        try:
            golden_game(Path(task.golden), name)
        except GoldenFileError as error:
            raise GoldenFileError(f"{name}: {error}") from error
    return names


def _saved(folder: Path) -> list[str]:
    names = saved_names(folder)
    if not names:
        raise SavedDifferenceError(f"there is no saved difference in {folder}")
    for name in names:
        try:
            read_saved(folder, name)
        except SavedDifferenceError as error:
            raise SavedDifferenceError(f"{name}: {error}") from error
    return names


def _name_records(found: Report, folder: Path) -> None:
    """Say of each difference in which record it was saved."""
    for group in found.groups:
        file = record_beside(folder, group.games[0])
        group.file = None if file is None else str(file)


def _shrink(
    found: Report, task: Task, options: dict[str, Any], until: float | None
) -> tuple[str, ...]:
    """Look for the shortest games that show the differences, and save them.

    Returns the ids of those for which there was no time, or not enough.
    """
    console = Console(stderr=True, markup=False)
    not_shrunk: list[str] = []
    with partner_of(task, until) as partner, console.status("shrinking") as status:
        for number, group in enumerate(found.groups):
            if not group.example.game.players:
                continue
            status.update(printable(f"shrinking {group.id}"))
            if options["shrink"] and number < options["most"]:
                _shrink_one(partner, group, task, options["shrink"])
                if is_over(until):
                    not_shrunk.append(group.id)
            group.example = found.with_likeliest_first(group.example)
            components = set_of(task.choice.sets, group.example.game.components.digest)
            try:
                file = save(group.example, components, options["folder"])
            except NotSavedError as error:
                raise UnwritableError(str(error)) from error
            group.file = None if file is None else str(file)
    return tuple(not_shrunk)


def _shrink_one(partner: Partner, group: Group, task: Task, tries: int) -> None:
    try:
        shrunk = shortest(partner, group.example, task.choice, tries)
    except MisbehaviourError:
        # It fails in another way now, before the game is even begun.
        group.repeated = False
    except OutOfTimeError:
        # The game stays as it was met.
        return
    else:
        group.example, group.tries = shrunk.difference, shrunk.tries
        group.repeated = shrunk.repeated
