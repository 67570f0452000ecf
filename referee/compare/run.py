"""Many games against a program, in one process or several."""

from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import contextmanager, suppress
from itertools import takewhile
from multiprocessing.util import Finalize
from pathlib import Path
from typing import Final

from msgspec import Struct

from referee.compare.difference import NO_GAME, from_misbehaviour
from referee.compare.games import GameChoice, drawn_game, golden_game
from referee.compare.match import Match, Thoroughness
from referee.compare.program_partner import ForeignProgram, OutOfTimeError, is_over
from referee.compare.report import Played
from referee.compare.saved_differences import AskedAgain, ask_again
from referee.conformance.program import MisbehaviourError
from referee.conformance.protocol import Hello, Introduction, Quit
from referee.game.events import Event
from referee.workers import workers

AHEAD: Final = 2
"""So many games are given out for each process beforehand."""


class Task(Struct, frozen=True, kw_only=True):
    """What is run: a command, which games it plays, and how much is asked."""

    command: tuple[str, ...]
    answer_limit: float
    choice: GameChoice
    how: Thoroughness = Thoroughness()
    golden: str | None = None
    """The folder of golden games; without one the games are seeded."""
    again: str | None = None
    """The folder of saved differences that are asked again, in place of any games."""


@contextmanager
def partner_of(task: Task, until: float | None = None) -> Iterator[ForeignProgram]:
    """Start the program of a task, and end it whatever happens."""
    partner = ForeignProgram(task.command, task.answer_limit, until=until)
    try:
        yield partner
    finally:
        partner.kill()


def introduced(task: Task) -> Introduction | Played:
    """Return what the program says of itself, or how it failed to."""
    with partner_of(task) as partner:
        try:
            return partner.introduction()
        except MisbehaviourError as error:
            found = from_misbehaviour(error, NO_GAME, Hello(id=0))
            return Played(game="hello", differences=(found,))


def ended(task: Task) -> Played:
    """Return whether the program ends when it is asked to."""
    with partner_of(task) as partner:
        try:
            partner.introduction()
            partner.quit()
        except MisbehaviourError as error:
            found = from_misbehaviour(error, NO_GAME, Quit(id=0))
            return Played(game="quit", differences=(found,))
    return Played(game="quit")


def play_one(partner: ForeignProgram, task: Task, program: Introduction, game: str) -> Played:
    """Return what came of a game, seeded or golden, or of a saved difference."""
    if task.again is not None:
        return _ask_again(partner, Path(task.again), game)
    events: Iterable[Event]
    if task.golden is None:
        setting, events = drawn_game(int(game), task.choice, program)
    else:
        setting, events = golden_game(Path(task.golden), game)
    return Match(partner, setting, game, task.how).play(events)


def _ask_again(partner: ForeignProgram, folder: Path, name: str) -> Played:
    try:
        came = ask_again(partner, folder, name)
    except MisbehaviourError as error:
        # Started anew it does not even say who it is.
        found = from_misbehaviour(error, NO_GAME, Hello(id=0))
        came = AskedAgain(events=0, fate="otherwise", difference=found)
    differences = () if came.difference is None else (came.difference,)
    return Played(game=name, events=came.events, differences=differences, fate=came.fate)


def play_all(
    task: Task,
    program: Introduction,
    games: Iterable[str],
    jobs: int,
    until: float | None = None,
) -> Iterator[Played]:
    """Yield what came of each game, as soon as it is known, as far as the time allows."""
    if jobs > 1:
        yield from _in_processes(task, program, games, jobs, until)
        return
    with partner_of(task, until) as partner, suppress(OutOfTimeError):
        for game in games:
            if is_over(until):
                return
            yield play_one(partner, task, program, game)


_partners: dict[Task, ForeignProgram] = {}
"""The program of this process, kept from game to game."""


def _play_here(task: Task, program: Introduction, game: str, until: float | None) -> Played | None:
    """Return what came of a game; None if the time was up before its end."""
    if task not in _partners:
        partner = ForeignProgram(task.command, task.answer_limit, until=until)
        _partners[task] = partner
        # Even a program that does not notice the end of its input ends with this process.
        Finalize(None, partner.kill, exitpriority=1)
    try:
        return play_one(_partners[task], task, program, game)
    except OutOfTimeError:
        return None


def _in_processes(
    task: Task, program: Introduction, games: Iterable[str], jobs: int, until: float | None
) -> Iterator[Played]:
    due = takewhile(lambda _: not is_over(until), games)
    running: set[Future[Played | None]] = set()
    with workers(jobs) as pool:
        while True:
            while len(running) < jobs * AHEAD and (game := next(due, None)) is not None:
                running.add(pool.submit(_play_here, task, program, game, until))
            if not running:
                return
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                if (played := future.result()) is not None:
                    yield played
