"""Many files checked, several at a time; verdicts are kept, and a later run goes on from them."""

from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from functools import partial
from itertools import chain, islice, repeat
from pathlib import Path
from typing import Final

from msgspec import UNSET, Struct, field, structs

from referee.api.batch_checkers import (
    BatchChecker,
    CheckedFile,
    CheckOptions,
    CorpusItem,
    GatheredGame,
    is_stdin,
    judging,
)
from referee.api.errors import MisuseError, ProgramError
from referee.api.kept_results import KeptResults, ResultKey, keeper
from referee.api.record_forms import list_files
from referee.api.sources import path_name, require_modules_for
from referee.api.verdict_answers import VERDICTS, AnyVerdict, Loss, UnreadableVerdict
from referee.api.verdicts import bare
from referee.batch.streams import (
    PLAIN,
    BrokenSourceError,
    ClusterError,
    CorpusError,
    games_in,
    holds_several,
    is_compressed,
    opened,
    plain_suffix,
)
from referee.core.answer import Answer
from referee.core.component_set import ComponentSet
from referee.core.digests import sha256_of
from referee.core.input_limits import BYTES_OF_A_RECORD
from referee.i18n.speech import say
from referee.rulebook import RULES

# Who shares the work on many files: this process, others beside it, or a cluster of machines ------
MOST_AT_ONCE = 32
"""Files that a process is given at a time at most, so that progress is seen."""

SENT_AT_ONCE = 100
"""Games that are sent to another machine at a time, so that the way there does not count."""


class Workforce(Struct, frozen=True):
    """Who shares the work."""

    jobs: int = 1
    """Processes on this machine."""
    cluster: str | None = None
    """The address of a scheduler; `local` starts one with so many processes."""
    game_limit: float | None = None
    """Seconds of computing after which a game is given up."""

    @property
    def is_this_process(self) -> bool:
        """Whether nobody else takes part."""
        return self.jobs == 1 and self.cluster is None and self.game_limit is None

    def seconds(self, options: CheckOptions) -> float | None:
        """Return how long a game may take; on a cluster nobody looks on who could stop it."""
        if self.game_limit is None and self.cluster is not None:
            return 60 + 2 * (options.limit or 0)
        return self.game_limit


def checked_files(
    items: Iterable[CorpusItem],
    options: CheckOptions,
    workforce: Workforce,
    *,
    kept: bool = False,
) -> Iterator[CheckedFile]:
    """Yield what there is to say about every file, in their order."""
    here = BatchChecker(options, kept=kept)
    few = isinstance(items, Sequence) and len(items) <= 1
    if workforce.is_this_process or (few and workforce.jobs > 1 and workforce.cluster is None):
        yield from map(here.check, items)
    elif workforce.cluster is None:
        # Whoever works alone does without it.
        from referee.batch.crew import Crew  # noqa: PLC0415

        make = partial(judging, options, kept=kept)
        lost = partial(_given_up, options, kept)
        many = repeat(MOST_AT_ONCE)
        sizes = _shares(len(items), workforce.jobs) if isinstance(items, Sequence) else many
        # Only this process has the standard input.
        read = (here.read(item) if is_stdin(item) else item for item in items)
        with Crew(workforce.jobs, make, lost, seconds=workforce.game_limit) as found:
            yield from _flat(found.results(_batches(read, sizes)))
    else:
        yield from _sent(here, items, options, workforce, kept=kept)


def _sent(
    here: BatchChecker,
    items: Iterable[CorpusItem],
    options: CheckOptions,
    workforce: Workforce,
    *,
    kept: bool,
) -> Iterator[CheckedFile]:
    """Yield the same from a cluster of machines, to which everything is sent that they need."""
    # An extra, for whoever asks for it.
    from referee.batch.cluster import cluster  # noqa: PLC0415

    assert workforce.cluster is not None  # noqa: S101
    chosen = options.chosen
    if chosen is not None and type(chosen) is not ComponentSet:
        # What nobody has read yet does not travel.
        yield from map(here.check, items)
        return
    there = structs.replace(options, components=chosen)
    make = partial(judging, there, kept=kept)
    lost = partial(_given_up, there, kept)
    seconds = workforce.seconds(options)
    try:
        with cluster(workforce.cluster, make, lost, seconds=seconds, jobs=workforce.jobs) as found:
            yield from _flat(found.results(_batches(map(here.packed, items), repeat(SENT_AT_ONCE))))
    except CorpusError as error:
        raise MisuseError(str(error)) from error
    except (ClusterError, OSError) as error:
        raise ProgramError(say("answers.corpora.cluster-ended", error=error)) from error


def _given_up(options: CheckOptions, kept: bool, item: CorpusItem, why: Loss) -> CheckedFile:  # noqa: FBT001
    return BatchChecker(options, kept=kept).given_up(item, why)


def _shares(files: int, jobs: int) -> Iterator[int]:
    """Yield how many files a process is given: fewer towards the end, which then comes for all."""
    left = files
    while left > 0:
        share = max(1, min(MOST_AT_ONCE, left // (4 * jobs)))
        yield share
        left -= share


def _batches(items: Iterable[CorpusItem], sizes: Iterable[int]) -> Iterator[list[CorpusItem]]:
    coming = iter(items)
    for size in sizes:
        batch = [*islice(coming, size)]
        if not batch:
            return
        yield batch


def _flat(batches: Iterable[list[CheckedFile]]) -> Iterator[CheckedFile]:
    return chain.from_iterable(batches)


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
            if isinstance(file, str) or _may_hold_many(file):
                self._gathered.append(str(file))
                continue
            done = keeping.done(file, asked)
            if done is None:
                self.waiting.append(file)
            else:
                self.before.append(done)

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
                    self._keeping.keep(key, found.found.verdict, found.seconds)
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
        return CheckedFile(game.source, bare(found), content, game=number, is_known=True)


def _may_hold_many(file: Path) -> bool:
    """Return whether a file holds many games, or may; one of a single game is as any other."""
    name = file.name
    if is_compressed(name):
        return plain_suffix(name) == PLAIN
    return file.suffix == PLAIN and holds_several(file)


def _games_of(source: str) -> Iterator[GatheredGame]:
    """Yield the games of a file, and last why it could not be read to its end, if so."""
    number, name = 0, path_name(source)
    try:
        with opened(source) as stream:
            if plain_suffix(source) != PLAIN:
                data = stream.read(BYTES_OF_A_RECORD + 1)
                yield GatheredGame(name, 1, data, single=True)
                return
            for number, data in enumerate(games_in(stream), 1):
                yield GatheredGame(name, number, data)
            if not number:
                # No game is a game that cannot be read.
                yield GatheredGame(name, 1, b"", single=True)
    except BrokenSourceError as error:
        yield GatheredGame(name, number + 1, b"", str(error), single=not number)


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

    A path may also be the address of an object store, and a file of JSON lines may hold many games.
    `jobs` processes share the work, or the machines of a `cluster`, named by the address of its
    scheduler (`docs/scale.md`); a game that takes longer than `game_limit` seconds of computing is
    given up. `results` keeps every verdict in a file as soon as it is known, and `resume` leaves
    out what is there. `progress` is told how many files of how many are done; `stop` is asked
    before each whether to end.

    >>> import referee
    >>> games = ["games/own-copy/three-players.mgn", "games/languages"]
    >>> {verdict.verdict for verdict in referee.check_all(games)}
    {'legal'}
    """
    folder = Path(components) if isinstance(components, str) else components
    options = CheckOptions(folder, keep_going, prove, verdicts_only=True)
    files = list_files(paths).everything
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
                yield found.found.verdict


# Many verdicts counted: how many games are legal, and which rule is broken how often --------------
class RuleCount(Answer, frozen=True, kw_only=True):
    """How many games break a rule, and where the first of them does."""

    games: int
    file: str
    line: int | None
    """None where a record has no lines."""


class Summary(Answer, frozen=True, kw_only=True):
    """The verdicts of many games, counted."""

    verdicts: Mapping[str, int]
    """How many games have which verdict; every verdict is there."""
    disagreements: int
    """Between engine and model, where both were asked."""
    rules: Mapping[str, RuleCount]
    """By the ids of rules, in the order of the rulebook."""


ANSWERS: Final = (RuleCount, Summary)


def summary(verdicts: Iterable[AnyVerdict]) -> Summary:
    """Return how many games are legal, and how many break which rule.

    >>> import referee
    >>> games = ["games/two-players.mgn", "games/illegal/exp-06-points-suffice.mgn"]
    >>> counted = referee.summary(referee.check_all(games))
    >>> counted.verdicts["legal"], counted.rules["EXP-06"].games
    (1, 1)
    """
    tally = VerdictTally()
    for verdict in verdicts:
        tally.count(verdict)
    return tally.summary()


class _Broken(Struct):
    games: int
    file: str
    line: int | None


class VerdictTally(Struct):
    """Verdicts counted while they come in."""

    verdicts: Counter[str] = field(default_factory=Counter)
    disagreements: int = 0
    with_open_gaps: int = 0
    """Games that leave something open, though they are legal."""
    _rules: dict[str, _Broken] = {}

    def count(self, verdict: AnyVerdict) -> None:
        """Count one game."""
        self.verdicts[verdict.verdict] += 1
        if isinstance(verdict, UnreadableVerdict):
            return
        self.with_open_gaps += bool(verdict.open_gaps)
        if verdict.proof is not UNSET:
            self.disagreements += len(verdict.proof.disagreements)
        places: dict[str, int | None] = {broken.rule: 1 for broken in verdict.header}
        for fault in verdict.faults:
            for broken in fault.violations:
                places.setdefault(broken.rule, fault.line)
        for rule, line in places.items():
            self._rules.setdefault(rule, _Broken(0, verdict.file, line)).games += 1

    def summary(self) -> Summary:
        """Return what was counted so far."""
        return Summary(
            verdicts={verdict: self.verdicts[verdict] for verdict in VERDICTS},
            disagreements=self.disagreements,
            rules={
                rule: RuleCount(games=found.games, file=found.file, line=found.line)
                for rule in RULES
                if (found := self._rules.get(rule)) is not None
            },
        )
