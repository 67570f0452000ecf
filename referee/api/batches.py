"""Many files checked, several at a time; verdicts are kept, and a later run goes on from them."""

from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct, structs

from referee.api.errors import MisuseError, UnreadableError
from referee.api.games import Game, game_with, require_no_position, source_words
from referee.api.kept_results import KeptResults, ResultKey, keeper
from referee.api.listings import LOGS, RECORDS, list_files
from referee.api.mappings import load_mapping
from referee.api.sources import (
    STDIN,
    Given,
    given,
    require_modules_for,
    set_in,
    sets_beside,
    sets_of,
    unreadable,
)
from referee.api.verdicts import (
    AnyVerdict,
    Checked,
    checked,
    has_tables_to_show,
    unreadable_file,
    without_game,
)
from referee.game.citations import Edition
from referee.game.component_set import ComponentSet
from referee.game.digests import sha256_of
from referee.game.input_limits import BYTES_OF_A_LOG, SECONDS_FOR_GAPS
from referee.game.messages.speech import say
from referee.notation.errors import UnreadableRecordError
from referee.transcript.foreign.form import Mapping
from referee.transcript.soundness import sound
from referee.workers import workers

if TYPE_CHECKING:
    from referee.transcript.foreign.translator import Translated

MOST_AT_ONCE = 32
"""Files that a process is given at a time at most, so that progress is seen."""


class CheckOptions(Struct, frozen=True):
    """How files are checked."""

    components: ComponentSet | Path | None = None
    """A set, or the folder of one."""
    mapping: Mapping | None = None
    keep_going: bool = False
    prove: bool = False
    rulings_of: Edition | None = None
    """The edition whose answers decide wherever it gives one."""
    limit: float = SECONDS_FOR_GAPS
    """Seconds at most for the gaps of a record."""
    verdicts_only: bool = False
    """Whether nobody wants to see the games beside their verdicts."""

    @property
    def digest(self) -> str:
        """What tells these verdicts from those that other options lead to."""
        components = _chosen(self.components)
        about = ("" if components is None else components.digest, self.mapping)
        limit = () if self.limit == SECONDS_FOR_GAPS else (self.limit,)
        said = (*about, self.keep_going, self.prove, self.rulings_of, *limit)
        return sha256_of(msgspec.json.encode(said))


def _chosen(components: ComponentSet | Path | None) -> ComponentSet | None:
    return set_in(components) if isinstance(components, Path) else components


class CheckedFile(Struct, frozen=True):
    """A file and the games in it; only a log that was translated can hold several."""

    file: Path
    games: tuple[Checked, ...]
    sha256: str = ""
    """Of the bytes that were judged; nothing if they cannot be had again, or nobody keeps it."""


class Batch:
    """Files to check, and what an earlier run has found in others."""

    def __init__(
        self,
        files: Iterable[Path],
        options: CheckOptions,
        jobs: int,
        keeping: KeptResults,
        asked: str,
    ) -> None:
        self.before: list[AnyVerdict] = []
        """What an earlier run has found."""
        self.waiting: list[Path] = []
        """The files that are left to look at."""
        self._options, self._jobs, self._keeping, self._asked = options, jobs, keeping, asked
        for file in files:
            done = keeping.done(file, asked)
            if done is None:
                self.waiting.append(file)
            else:
                self.before += done

    def checked(self) -> Generator[CheckedFile, None, None]:
        """Yield every file that was waiting, in their order, with verdicts that are kept."""
        for found in checked_files(self.waiting, self._options, self._jobs, kept=bool(self._asked)):
            key = ResultKey(str(found.file), found.sha256, self._asked)
            self._keeping.keep(key, [game.verdict for game in found.games])
            yield found


@contextmanager
def open_batch(
    files: Iterable[Path],
    options: CheckOptions,
    *,
    jobs: int = 1,
    results: Path | None = None,
    resume: bool = False,
) -> Iterator[Batch]:
    """Yield files to check; a file `results` keeps the verdicts, and `resume` goes on from it."""
    if resume and results is None:
        raise MisuseError(say("answers.batches.resume-goes-on-from-the"))
    require_modules_for(files)
    # The digest needs the component set: one that cannot be used is told before anything is kept.
    asked = "" if results is None else options.digest
    with keeper(results, resume=resume) as keeping:
        yield Batch(files, options, jobs, keeping, asked)


def check_all(  # noqa: PLR0913 - one parameter an option
    paths: Iterable[Path | str],
    *,
    components: ComponentSet | Path | str | None = None,
    mapping: Mapping | Path | str | None = None,
    keep_going: bool = False,
    prove: bool = False,
    jobs: int = 1,
    results: Path | str | None = None,
    resume: bool = False,
    progress: Callable[[int, int], None] | None = None,
    stop: Callable[[], bool] | None = None,
) -> Iterator[AnyVerdict]:
    """Yield the verdicts on the games in files and folders, those of an earlier run first.

    With a `mapping` they are logs of another program. `jobs` processes share the work. `results`
    keeps every verdict in a file as soon as it is known, and `resume` leaves out what is there.
    `progress` is told how many files of how many are done; `stop` is asked before each whether to
    end.

    >>> import referee
    >>> games = ["games/own-copy/three-players.mgn", "games/foreign"]
    >>> {verdict.verdict for verdict in referee.check_all(games)}
    {'legal'}
    """
    folder = Path(components) if isinstance(components, str) else components
    options = CheckOptions(folder, _mapping(mapping), keep_going, prove, verdicts_only=True)
    suffixes = RECORDS if mapping is None else LOGS
    files = list_files(paths, suffixes, only_records=mapping is None).files
    kept = None if results is None else Path(results)
    with open_batch(files, options, jobs=jobs, results=kept, resume=resume) as batch:
        yield from batch.before
        with closing(batch.checked()) as checking:
            for number in range(1, len(batch.waiting) + 1):
                if stop is not None and stop():
                    return
                found = next(checking)
                if progress is not None:
                    progress(number, len(batch.waiting))
                yield from (game.verdict for game in found.games)


def _mapping(given_as: Mapping | Path | str | None) -> Mapping | None:
    return load_mapping(given_as) if isinstance(given_as, str | Path) else given_as


def checked_files(
    files: list[Path], options: CheckOptions, jobs: int, *, kept: bool = False
) -> Iterator[CheckedFile]:
    """Yield what there is to say about every file, in their order."""
    here = _BatchChecker(options, kept=kept)
    if jobs == 1 or len(files) <= 1:
        yield from map(here.check, files)
        return
    with workers(jobs, _prepare, options, kept) as pool:
        others = [file for file in files if not _is_stdin(file)]
        elsewhere = pool.map(_check, others, chunksize=_files_at_once(len(others), jobs))
        # Only this process has the standard input.
        yield from (here.check(file) if _is_stdin(file) else next(elsewhere) for file in files)


def _files_at_once(files: int, jobs: int) -> int:
    """Return how many files a process is given: few enough that all end at about the same time."""
    return max(1, min(MOST_AT_ONCE, files // (8 * jobs)))


def _is_stdin(file: Path) -> bool:
    return str(file) == STDIN


class _BatchChecker:
    """Options with the component sets that they lead to, which a process reads once."""

    def __init__(self, options: CheckOptions, *, kept: bool) -> None:
        self._options = options
        self._kept = kept
        self.verdicts_only = options.verdicts_only
        self._sets = sets_of(_chosen(options.components))

    def check(self, file: Path) -> CheckedFile:
        """Return a file with its verdicts, whatever is in it."""
        try:
            if self._options.mapping is None:
                require_no_position(str(file))
                read = given(file)
            else:
                read = given(file, BYTES_OF_A_LOG)
        except UnreadableError as error:
            return CheckedFile(file, (unreadable_file(error, error.file or str(file)),))
        content = sha256_of(read.data) if self._kept and not _is_stdin(file) else ""
        return CheckedFile(file, self._games(read), content)

    def _games(self, read: Given) -> tuple[Checked, ...]:
        options = self._options
        try:
            if options.mapping is None:
                source = source_words(read, options.components)
                return (self._judged(game_with(read, self._sets, source)),)
            # Only logs of other programs need it.
            from referee.transcript.foreign.translator import translated  # noqa: PLC0415

            games = translated(read.data, options.mapping)
        except UnreadableError as error:
            return (unreadable_file(error, read.name),)
        except UnreadableRecordError as error:
            return (unreadable_file(unreadable(read.name, error.problems), read.name),)
        return tuple(self._translated(read, game) for game in games)

    def _translated(self, read: Given, game: "Translated") -> Checked:
        title = read.name if game.name is None else f"{read.name}#{game.name}"
        if game.record is None:
            return unreadable_file(unreadable(title, game.problems), title)
        try:
            found = sound(game.record, sets_beside(read.path, self._sets))
        except UnreadableRecordError as error:
            return unreadable_file(unreadable(title, error.problems), title)
        return self._judged(Game(found.record, found.components, title))

    def _judged(self, game: Game) -> Checked:
        options = self._options
        if options.rulings_of is not None:
            game = game.judged_by(options.rulings_of)
        return checked(
            game, keep_going=options.keep_going, prove=options.prove, seconds=options.limit
        )


_checkers: list[_BatchChecker] = []
"""The one of a process that was started to share the work; nothing anywhere else."""


def _prepare(options: CheckOptions, kept: bool) -> None:  # noqa: FBT001 - as a pool hands it on
    _checkers.append(_BatchChecker(options, kept=kept))


def _check(file: Path) -> CheckedFile:
    """Return a file with its verdicts, and with games only where a page would show them."""
    found = _checkers[0].check(file)
    games = tuple(
        game if has_tables_to_show(game) and not _checkers[0].verdicts_only else without_game(game)
        for game in found.games
    )
    return structs.replace(found, games=games)
