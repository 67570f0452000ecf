"""Many files checked, several at a time; verdicts are kept, and a later run goes on from them."""

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from itertools import chain
from pathlib import Path

from msgspec import UNSET

from referee.api.batch_checkers import CheckedFile, CheckOptions, CorpusItem, GatheredGame
from referee.api.errors import MisuseError
from referee.api.kept_results import KeptResults, ResultKey, keeper
from referee.api.listings import LOGS, RECORDS, list_files
from referee.api.mappings import load_mapping
from referee.api.sources import require_modules_for
from referee.api.verdict_answers import AnyVerdict
from referee.api.verdicts import bare
from referee.api.workforces import Workforce, checked_files
from referee.corpora.errors import BrokenSourceError
from referee.corpora.gathered import PLAIN, games_in, holds_several
from referee.corpora.streams import is_compressed, opened, plain_suffix
from referee.game.component_set import ComponentSet
from referee.game.digests import sha256_of
from referee.game.input_limits import BYTES_OF_A_RECORD
from referee.game.messages.speech import say
from referee.transcript.foreign.form import Mapping

__all__ = [
    "Batch",
    "CheckOptions",
    "CheckedFile",
    "Workforce",
    "check_all",
    "checked_files",
    "open_batch",
]


class Batch:
    """Files to check, and what an earlier run has found in others."""

    def __init__(
        self,
        files: Iterable[Path | str],
        options: CheckOptions,
        workforce: Workforce,
        keeping: KeptResults,
        asked: str,
    ) -> None:
        self.before: list[AnyVerdict] = []
        """What an earlier run has found in files of one game."""
        self.waiting: list[Path] = []
        """Such files that are left to look at."""
        self._gathered: list[str] = []
        """Files of many games, which are read while they are worked on."""
        self._options, self._workforce = options, workforce
        self._keeping, self._asked = keeping, asked
        for file in files:
            if isinstance(file, str) or (options.mapping is None and _may_hold_many(file)):
                self._gathered.append(str(file))
                continue
            done = keeping.done(file, asked)
            if done is None:
                self.waiting.append(file)
            else:
                self.before += done

    @property
    def total(self) -> int | None:
        """How many files are left to look at; None where nobody knows before they are read."""
        return None if self._gathered else len(self.waiting)

    def checked(self) -> Generator[CheckedFile, None, None]:
        """Yield every file that was waiting, in their order, with verdicts that are kept."""
        items: Iterable[CorpusItem] = self.waiting
        if self._gathered:
            items = chain(self.waiting, self._games())
        kept = bool(self._asked)
        with self._keeping:
            for found in checked_files(items, self._options, self._workforce, kept=kept):
                if not found.is_known:
                    key = ResultKey(found.source, found.sha256, self._asked, found.game)
                    verdicts = [game.verdict for game in found.games]
                    self._keeping.keep(key, verdicts, found.seconds)
                yield found

    def _games(self) -> Iterator[CorpusItem]:
        """Yield the games of files that hold many, those that are kept with their verdicts."""
        for source in self._gathered:
            for game in _games_of(source):
                yield self._known(game) or game

    def _known(self, game: GatheredGame) -> CheckedFile | None:
        if not self._keeping.has_earlier or game.problem:
            return None
        content, number = sha256_of(game.data), UNSET if game.single else game.number
        key = ResultKey(game.source, content, self._asked, number)
        found = self._keeping.found(key)
        if found is None:
            return None
        return CheckedFile(
            game.source, tuple(map(bare, found)), content, game=number, is_known=True
        )


def _may_hold_many(file: Path) -> bool:
    """Return whether a file holds many games, or may; one of a single game is as any other."""
    name = file.name
    if is_compressed(name):
        return plain_suffix(name) == PLAIN
    return file.suffix == PLAIN and holds_several(file)


def _games_of(source: str) -> Iterator[GatheredGame]:
    """Yield the games of a file, and last why it could not be read to its end, if so."""
    number = 0
    try:
        with opened(source) as stream:
            if plain_suffix(source) != PLAIN:
                data = stream.read(BYTES_OF_A_RECORD + 1)
                yield GatheredGame(source, 1, data, single=True)
                return
            for number, data in enumerate(games_in(stream), 1):
                yield GatheredGame(source, number, data)
    except BrokenSourceError as error:
        yield GatheredGame(source, number + 1, b"", str(error), single=not number)


@contextmanager
def open_batch(
    files: Sequence[Path | str],
    options: CheckOptions,
    *,
    workforce: Workforce | None = None,
    results: Path | None = None,
    resume: bool = False,
) -> Iterator[Batch]:
    """Yield files to check; a file `results` keeps the verdicts, and `resume` goes on from it."""
    if resume and results is None:
        raise MisuseError(say("answers.batches.resume-goes-on-from-the"))
    require_modules_for(file for file in files if isinstance(file, Path))
    # The digest needs the component set: one that cannot be used is told before anything is kept.
    asked = "" if results is None else options.digest
    with keeper(results, resume=resume) as keeping:
        yield Batch(files, options, workforce or Workforce(), keeping, asked)


def check_all(  # noqa: PLR0913 - one parameter an option
    paths: Iterable[Path | str],
    *,
    components: ComponentSet | Path | str | None = None,
    mapping: Mapping | Path | str | None = None,
    keep_going: bool = False,
    prove: bool = False,
    jobs: int = 1,
    cluster: str | None = None,
    game_limit: float | None = None,
    results: Path | str | None = None,
    resume: bool = False,
    progress: Callable[[int, int], None] | None = None,
    stop: Callable[[], bool] | None = None,
) -> Iterator[AnyVerdict]:
    """Yield the verdicts on the games in files and folders, those of an earlier run first.

    With a `mapping` they are logs of another program; a path may also be the address of an object
    store, and a file of JSON lines may hold many games. `jobs` processes share the work, or the
    machines of a `cluster`, named by the address of its scheduler (`docs/scale.md`); a game that
    takes longer than `game_limit` seconds of computing is given up. `results`
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
    files = list_files(paths, suffixes, only_records=mapping is None).everything
    workforce = Workforce(jobs, cluster, game_limit)
    kept = None if results is None else Path(results)
    with open_batch(files, options, workforce=workforce, results=kept, resume=resume) as batch:
        yield from batch.before
        with closing(batch.checked()) as checking:
            number = 0
            while stop is None or not stop():
                found = next(checking, None)
                if found is None:
                    return
                number += 1
                if progress is not None:
                    progress(number, max(number, len(batch.waiting)))
                yield from (game.verdict for game in found.games)


def _mapping(given_as: Mapping | Path | str | None) -> Mapping | None:
    return load_mapping(given_as) if isinstance(given_as, str | Path) else given_as
