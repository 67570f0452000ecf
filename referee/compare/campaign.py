"""A whole run against a program: its games played and tallied, and what differs shrunk."""

from collections.abc import Callable
from itertools import count
from pathlib import Path
from time import monotonic
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from referee.compare.again import SavedDifferenceError, read_saved, saved_names
from referee.compare.difference import Difference
from referee.compare.foreign import ForeignProgram, OutOfTimeError, is_over
from referee.compare.games import Choice, drawn_game, golden_game, golden_names, playable
from referee.compare.partner import Pair
from referee.compare.records import record_beside, save
from referee.compare.report import Cut, Group, Played, Report, Tally
from referee.compare.results import keeping
from referee.compare.run import Task, ended, introduced, partner_of, play_all
from referee.compare.shrink import SHORT, TRIES, Shrunk, shortest
from referee.conformance.program import MisbehaviourError
from referee.conformance.protocol import Introduction
from referee.conformance.sets import set_of
from referee.engine.golden import GoldenFileError

FIRST_SEED: Final = 1_000_000
"""Of the games that are searched for a shorter one: away from the seeds that people choose."""


class Options(Struct, frozen=True, kw_only=True):
    """How a run is made, which decides nothing about what a single game shows."""

    games: int
    """So many seeded games, from the first `seed` on."""
    seed: int
    jobs: int
    results: Path | None
    """Where what comes of each game is kept."""
    resume: bool
    """Go on with what `results` has."""
    shrink: int
    """Tries to find a shorter game for each of the `most` frequent differences."""
    most: int
    folder: Path | None
    """Where games that show differences are saved."""
    limit: float
    """Seconds after which no question is asked any more; 0 for no limit."""


class Watch(Struct, frozen=True, kw_only=True):
    """Who is told how far a run has come, and who may end it."""

    played: Callable[[int, int], None] | None = None
    """Told how many of all games that were left are played."""
    shrinking: Callable[[str], None] | None = None
    """Told which difference is being shrunk."""
    stop: Callable[[], bool] | None = None
    """Asked after each game whether no other is wanted."""


def run(task: Task, options: Options, watch: Watch) -> tuple[Introduction | None, Report]:
    """Return what the program says of itself, None if it cannot, and what the games show."""
    games = _games(task, options)
    until = monotonic() + options.limit if options.limit else None
    program = introduced(task)
    if isinstance(program, Played):
        tally = Tally()
        tally.add(program)
        return None, tally.report()
    if task.again is None:
        playable(task.choice, program)
    tally = Tally()
    with keeping(options.results, task, resume=options.resume) as kept:
        left = dict.fromkeys(game for game in games if game not in kept.done)
        due = len(left)
        for game in games:
            if game in kept.done:
                tally.add(kept.done[game])
        playing = play_all(task, program, [*left], options.jobs, until)
        for number, played in enumerate(playing, 1):
            kept.keep(played)
            tally.add(played)
            del left[played.game]
            if watch.played is not None:
                watch.played(number, due)
            if watch.stop is not None and watch.stop():
                break
    # Whoever stops a run knows that games are left.
    not_played = tuple(left) if is_over(until) else ()
    tally.add(ended(task))
    found = tally.report()
    not_shrunk: tuple[str, ...] = ()
    if task.again is None:
        not_shrunk = _shrink(found, task, options, watch, until)
    else:
        _name_records(found, Path(task.again))
    if not_played or not_shrunk:
        cut = Cut(seconds=options.limit, not_played=not_played, not_shrunk=not_shrunk)
        found = replace(found, cut=cut)
    return program, found


def _games(task: Task, options: Options) -> list[str]:
    if task.again is not None:
        return _saved(Path(task.again))
    if task.golden is None:
        return [str(seed) for seed in range(options.seed, options.seed + options.games)]
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
    found: Report, task: Task, options: Options, watch: Watch, until: float | None
) -> tuple[str, ...]:
    """Look for the shortest games that show the differences, and save them.

    Returns the ids of those for which there was no time, or not enough.
    """
    not_shrunk: list[str] = []
    with partner_of(task, until) as partner:
        for number, group in enumerate(found.groups):
            if not group.example.game.players:
                continue
            if watch.shrinking is not None:
                watch.shrinking(group.id)
            if options.shrink and number < options.most:
                _shrink_one(partner, group, task, options.shrink)
                if is_over(until):
                    not_shrunk.append(group.id)
            group.example = found.with_likeliest_first(group.example)
            if options.folder is not None:
                components = set_of(task.choice.sets, group.example.game.components.digest)
                file = save(group.example, components, options.folder)
                group.file = None if file is None else str(file)
    return tuple(not_shrunk)


def _shrink_one(partner: ForeignProgram, group: Group, task: Task, tries: int) -> None:
    try:
        shrunk = shortest_for(partner, group.example, task.choice, tries)
    except MisbehaviourError:
        # It fails in another way now, before the game is even begun.
        group.repeated = False
    except OutOfTimeError:
        # The game stays as it was met.
        return
    else:
        group.example, group.tries = shrunk.difference, shrunk.tries
        group.repeated = shrunk.repeated


def shortest_for(
    partner: ForeignProgram, difference: Difference, choice: Choice, tries: int = TRIES
) -> Shrunk:
    """Return a difference of a program in the shortest game found among those of a choice."""
    components = set_of(choice.sets, difference.game.components.digest)
    briefly = replace(choice, rounds=SHORT)
    games = (drawn_game(seed, briefly, partner.introduction()) for seed in count(FIRST_SEED))
    return shortest(Pair(partner), difference, components, games, tries)
