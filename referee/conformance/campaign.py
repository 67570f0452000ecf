"""A whole run against a program: its games played and tallied, and what differs shrunk."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from itertools import count
from pathlib import Path
from time import monotonic
from typing import Final, Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from referee.conformance.difference import Difference
from referee.conformance.games import GameChoice, drawn_game, golden_game, golden_names, playable
from referee.conformance.partner import Engine, ForeignProgram, OutOfTimeError, Pair, is_over
from referee.conformance.program import MisbehaviourError
from referee.conformance.protocol import Introduction, set_of
from referee.conformance.records import (
    SavedDifferenceError,
    read_saved,
    record_beside,
    save,
    saved_names,
)
from referee.conformance.report import Group, Played, Report, RunCut, Tally
from referee.conformance.run import Task, ended, introduced, partner_of, play_all
from referee.conformance.shrink import SHORT, TRIES, Shrunk, shortest
from referee.durable import Lines, open_lines
from referee.engine.golden import GoldenFileError
from referee.i18n.speech import named, say


# What came of each game, kept line by line, so that an interrupted run can go on ------------------
class ResultsHeader(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The first line of a file of results."""

    format: Literal["conform-1"] = "conform-1"
    task: Task


BEGINNING = b'{"format":"conform-'
"""How the first line begins, also one that was cut off."""


class ResultsError(Exception):
    """A file of results that cannot be used."""


class NotKeptError(Exception):
    """What comes of the games cannot be written."""


class Results:
    """Where what comes of the games is kept, if anywhere, and what an earlier run left there."""

    def __init__(self, path: Path | None = None, lines: Lines | None = None) -> None:
        self._path, self._lines = path, lines
        self.done: Mapping[str, Played] = {}

    def keep(self, played: Played) -> None:
        """Write what came of a game at once."""
        if self._lines is not None:
            try:
                self._lines.append(msgspec.json.encode(played))
            except OSError as error:
                raise NotKeptError(
                    say(
                        "conformance.results.cannot-be-written",
                        path=self._path,
                        strerror=error.strerror,
                    )
                ) from error


@contextmanager
def keeping(path: Path | None, task: Task, *, resume: bool) -> Iterator[Results]:
    """Open a file of results to write to, after what it has if the run goes on."""
    if path is None:
        yield Results()
        return
    with ExitStack() as stack:
        heading = msgspec.json.encode(ResultsHeader(task=task))
        try:
            lines = stack.enter_context(open_lines(path))
            found = Results(path, lines)
            _require_results(path, lines)
            lines.drop_torn()
            if resume and next(lines.whole(), None) is not None:
                found.done = _done(path, lines, task)
            else:
                lines.clear()
                lines.append(heading)
        except OSError as error:
            raise NotKeptError(
                say("conformance.results.cannot-be-written", path=path, strerror=error.strerror)
            ) from error
        yield found


def _require_results(path: Path, lines: Lines) -> None:
    """Refuse a file that holds anything else, before a byte of it is changed."""
    first = next(lines.whole(), None)
    try:
        if first is not None:
            msgspec.json.decode(first, type=ResultsHeader)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ResultsError(
            say("conformance.results.has-no-results-of-referee", path=path, error=error)
        ) from error
    torn = lines.torn()
    if first is None and torn[: len(BEGINNING)] != BEGINNING[: len(torn)]:
        raise ResultsError(say("conformance.results.has-no-results-of-referee-2", path=path))


def _done(path: Path, lines: Lines, task: Task) -> dict[str, Played]:
    """Return by game what a file already has; a `ResultsError` if it is of another run."""
    whole = lines.whole()
    try:
        if msgspec.json.decode(next(whole), type=ResultsHeader).task != task:
            raise ResultsError(say("conformance.results.has-the-results-of-another", path=path))
        kept = (msgspec.json.decode(line, type=Played) for line in whole)
        return {played.game: played for played in kept}
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ResultsError(
            say("conformance.results.has-no-results-of-referee", path=path, error=error)
        ) from error


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


class Campaign:
    """A run, which can tell at any moment what its games so far show."""

    def __init__(self, task: Task, options: Options, watch: Watch) -> None:
        self._task, self._options, self._watch = task, options, watch
        self._games = _games(task, options)
        self._left = dict.fromkeys(self._games)
        self._tally = Tally()
        self._report: Report | None = None
        self._is_over = False
        self.program: Introduction | None = None
        """What the program says of itself; None if it cannot, or was not asked yet."""

    def run(self) -> None:
        """Play all games, and shrink what differs."""
        until = monotonic() + self._options.limit if self._options.limit else None
        program = introduced(self._task)
        if isinstance(program, Played):
            self._tally.add(program)
            self._is_over = True
            return
        if self._task.again is None:
            playable(self._task.choice, program)
        self.program = program
        self._play(program, until)
        # Whoever stops a run knows that games are left.
        not_played = tuple(self._left) if is_over(until) else ()
        self._tally.add(ended(self._task))
        found = self._report = self._tally.report()
        not_shrunk: tuple[str, ...] = ()
        if self._task.again is None:
            not_shrunk = _shrink(found, self._task, self._options, self._watch, until)
        else:
            _name_records(found, Path(self._task.again))
        if not_played or not_shrunk:
            cut = RunCut(seconds=self._options.limit, not_played=not_played, not_shrunk=not_shrunk)
            self._report = replace(found, cut=cut)
        self._is_over = True

    def _play(self, program: Introduction, until: float | None) -> None:
        options, watch = self._options, self._watch
        with keeping(options.results, self._task, resume=options.resume) as kept:
            for game in self._games:
                if game in kept.done:
                    self._tally.add(kept.done[game])
                    self._left.pop(game, None)
            due = len(self._left)
            playing = play_all(self._task, program, [*self._left], options.jobs, until)
            for number, played in enumerate(playing, 1):
                kept.keep(played)
                self._tally.add(played)
                del self._left[played.game]
                if watch.played is not None:
                    watch.played(number, due)
                if watch.stop is not None and watch.stop():
                    return

    def report(self) -> Report:
        """Return what the games show; those of a run that did not come to its end, so far."""
        found = self._report or self._tally.report()
        if self._is_over:
            return found
        shrinks = self._options.shrink and self._task.again is None
        not_shrunk = tuple(group.id for group in found.groups if shrinks and not group.tries)
        cut = RunCut(seconds=None, not_played=tuple(self._left), not_shrunk=not_shrunk)
        return replace(found, cut=cut)


def _games(task: Task, options: Options) -> list[str]:
    if task.again is not None:
        return _saved(Path(task.again))
    if task.golden is None:
        return [str(seed) for seed in range(options.seed, options.seed + options.games)]
    names = golden_names(Path(task.golden))
    if not names:
        hint = (
            say("conformance.campaign.again-asks-saved-differences")
            if saved_names(Path(task.golden))
            else ""
        )
        raise GoldenFileError(
            say("conformance.campaign.there-is-no-golden-game", golden=task.golden, hint=hint)
        )
    for name in names:
        try:
            golden_game(Path(task.golden), name)
        except GoldenFileError as error:
            raise GoldenFileError(named(name, str(error))) from error
    return names


def _saved(folder: Path) -> list[str]:
    names = saved_names(folder)
    if not names:
        raise SavedDifferenceError(
            say("conformance.campaign.there-is-no-saved-difference", folder=folder)
        )
    for name in names:
        try:
            read_saved(folder, name)
        except SavedDifferenceError as error:
            raise SavedDifferenceError(named(name, str(error))) from error
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
    partner: ForeignProgram, difference: Difference, choice: GameChoice, tries: int = TRIES
) -> Shrunk:
    """Return a difference of a program in the shortest game found among those of a choice."""
    components = set_of(choice.sets, difference.game.components.digest)
    briefly = replace(choice, rounds=SHORT)
    games = (drawn_game(seed, briefly, partner.introduction()) for seed in count(FIRST_SEED))
    pair = Pair(partner, Engine(partner.go_on))
    return shortest(pair, difference, components, games, tries)
