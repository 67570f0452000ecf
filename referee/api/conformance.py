"""Another program held against the engine: what agrees, what differs, what was never reached."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from referee.api.commands import Command, command_words
from referee.api.conformance_answers import Conformance, KnownFailures, conformance_of
from referee.api.errors import (
    MisuseError,
    NoAnswerError,
    ProgramError,
    UnreadableError,
    UnwritableError,
)
from referee.api.long_work import Interrupted, Stop, kept_for
from referee.api.sources import unusable_set
from referee.compare.campaign import Campaign, Options, Watch
from referee.compare.games import GameChoice, NothingInCommonError
from referee.compare.match import Thoroughness
from referee.compare.records import NotSavedError
from referee.compare.report import KnownFileError, Report, compared, read_known
from referee.compare.results import NotKeptError, ResultsError
from referee.compare.run import Task
from referee.compare.saved_differences import SavedDifferenceError
from referee.compare.shrink import TRIES
from referee.conformance.program import NotStartedError
from referee.conformance.sets import DEFAULT, REFERENCE, set_named
from referee.engine.golden import GoldenFileError
from referee.game.limits import PLAYER_COUNTS, ROUNDS
from referee.game.messages.speech import say
from referee.game.set_drafts import ComponentSetError

DEFAULT_SETS: Final = DEFAULT
"""What games are drawn from: mostly the shipped set, and some that were made by lot."""

WHOLE_RUN: Final = 3600.0
"""Seconds that a run may take if nobody says otherwise."""

SHRINK_TRIES: Final = TRIES
"""How often a program is asked to find a shorter game for a difference."""


def conform(  # noqa: PLR0913
    command: Command,
    *,
    games: int = 20,
    seed: int = 0,
    players: Sequence[int] = PLAYER_COUNTS,
    sets: Sequence[str] = DEFAULT_SETS,
    rounds: int = ROUNDS,
    default_rulings: bool = False,
    illegal: int = 2,
    golden: Path | str | None = None,
    again: Path | str | None = None,
    known: Path | str | None = None,
    answer_limit: float = 10.0,
    limit: float = WHOLE_RUN,
    shrink: int = SHRINK_TRIES,
    most: int = 10,
    save: Path | str | None = None,
    jobs: int = 1,
    results: Path | str | None = None,
    resume: bool = False,
    progress: Callable[[int, int], None] | None = None,
    shrinking: Callable[[str], None] | None = None,
    stop: Stop | None = None,
    interrupted: Interrupted[Conformance] | None = None,
) -> Conformance:
    """Return in what a program that speaks the protocol of docs/conformance.md differs.

    It plays so many seeded `games` from the first `seed` on, by some of these numbers of
    `players`, with some of these component `sets` (`reference`, `random-7`, `small-7`, folders),
    and is asked about `illegal` turns of two sorts at every table; or it plays the `golden` games
    in a folder; or it is asked `again` what an earlier run has saved in one. `known` is a file with
    the ids of differences, or the names of golden games, that are expected.

    Of the `most` frequent differences shorter games are looked for with up to `shrink` tries each,
    and all are written into the folder `save`, if there is one. What comes of each game is kept in
    the file `results`, with which an interrupted run can be `resume`d.

    After `limit` seconds, or never if it is 0, no question is asked any more, and the answer says
    what was `cut`.

    `progress` is told how many games are played, `shrinking` which difference is worked on. Once
    `stop` says so, no other game is begun, and the answer is about those before. `interrupted` gets
    what there is so far if a `KeyboardInterrupt` ends the run.

    >>> import sys
    >>> import referee
    >>> engine = [sys.executable, "-m", "referee", "serve-engine"]
    >>> found = referee.conform(engine, games=1, rounds=1, sets=["reference"], answer_limit=60)
    >>> found.games, found.conforms
    (1, True)
    """
    if again is not None and golden is not None:
        raise MisuseError(say("answers.conformance.again-and-golden-name-different"))
    if resume and results is None:
        raise MisuseError(say("answers.conformance.resume-goes-on-from-a"))
    _require_players(players)
    _require_sets(sets)
    task = Task(
        command=command_words(command),
        answer_limit=answer_limit,
        choice=GameChoice(
            sets=tuple(sets) if golden is None else (REFERENCE,),
            players=tuple(players),
            rounds=rounds,
            default_rulings=default_rulings,
        ),
        how=Thoroughness(illegal=illegal),
        golden=None if golden is None else str(golden),
        again=None if again is None else str(again),
    )
    options = Options(
        games=games,
        seed=seed,
        jobs=jobs,
        results=None if results is None else Path(results),
        resume=resume,
        shrink=shrink,
        most=most,
        folder=None if save is None else Path(save),
        limit=limit,
    )
    watch = Watch(played=progress, shrinking=shrinking, stop=stop)
    names = None if known is None else _known(Path(known))

    def answer() -> Conformance:
        report = campaign.report()
        expected = _expected(report, names, of_games=golden is not None)
        return conformance_of(report, campaign.program, expected)

    with _translated():
        campaign = Campaign(task, options, watch)
        with kept_for(interrupted, answer):
            campaign.run()
    return answer()


def _require_players(players: Sequence[int]) -> None:
    if not players or not {*players} <= {*PLAYER_COUNTS}:
        raise MisuseError(
            say("answers.conformance.was-given-for-players-expected", words=f"{[*players]!r:.40}")
        )


def _require_sets(names: Sequence[str]) -> None:
    for name in names:
        try:
            found = set_named(name)
        except ComponentSetError as error:
            raise MisuseError(unusable_set(Path(name), error), file=name) from error
        if found is None:
            raise MisuseError(
                say("answers.conformance.is-no-set-expected-reference", name=f"{name!r:.60}")
            )


def _known(file: Path) -> tuple[str, ...]:
    try:
        return read_known(file)
    except (KnownFileError, OSError, UnicodeDecodeError) as error:
        raise UnreadableError(
            say("answers.conformance.cannot-be-read", file=file, error=error), file=str(file)
        ) from error


def _expected(
    report: Report, known: tuple[str, ...] | None, *, of_games: bool
) -> KnownFailures | None:
    if known is None:
        return None
    games = [game for group in report.groups for game in group.games]
    found = compared(games if of_games else [group.id for group in report.groups], known)
    return KnownFailures(new=found.new, known=found.known, passed=found.passed)


@contextmanager
def _translated() -> Iterator[None]:
    """Let what goes wrong in a run be told as an error of this surface."""
    try:
        yield
    except NotStartedError as error:
        raise ProgramError(str(error)) from error
    except NothingInCommonError as error:
        raise NoAnswerError(str(error)) from error
    except (ResultsError, GoldenFileError, SavedDifferenceError) as error:
        raise UnreadableError(str(error)) from error
    except (NotKeptError, NotSavedError) as error:
        raise UnwritableError(str(error)) from error
