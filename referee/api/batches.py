"""Many files checked, several at a time; verdicts are kept, and a later run goes on from them."""

from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from functools import lru_cache, partial
from itertools import chain, islice, repeat
from pathlib import Path
from time import monotonic
from typing import Final, Self

import msgspec
from msgspec import UNSET, Struct, UnsetType, field, structs

from referee.api.errors import ProgramError, RefereeError, UnreadableError, UsageError, WriteError
from referee.api.games import Game, game_found_by, require_no_position, source_words
from referee.api.long_work import budget_of
from referee.api.record_forms import list_files
from referee.api.sources import (
    STDIN,
    Given,
    given,
    path_name,
    require_modules_for,
    set_in,
    sets_beside,
    sets_of,
    unreadable,
)
from referee.api.verdicts import (
    VERDICTS,
    AnyVerdict,
    BareVerdict,
    Checked,
    Loss,
    UnreadableVerdict,
    Verdict,
    checked,
    has_tables_to_show,
    unreadable_file,
)
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
from referee.core.budget import Budget
from referee.core.citations import Edition
from referee.core.component_set import ComponentSet
from referee.core.digests import sha256_of
from referee.core.input_limits import BYTES_OF_A_RECORD, DECODER_ERRORS
from referee.core.problem import Problem
from referee.core.set_reader import HEADER
from referee.durable import Lines, open_lines
from referee.i18n.speech import say
from referee.records.headers import FindSet
from referee.rulebook import RULES

# Verdicts kept in a file, and those that an earlier run has left there ----------------------------
SYNCED_EVERY: Final = 0.5
"""Seconds of work that a power cut may cost: a disk is slower than judging a game."""

BEGINNING: Final = b'{"file":'
"""How every line of results begins, also one that was cut off."""


class ResultKey(Struct, frozen=True):
    """What a result is of: a file, its content, and how it was looked at."""

    source: str
    sha256: str
    """Of the bytes that were judged; nothing if they cannot be had again, or not at all."""
    asked: str
    game: int | UnsetType = UNSET
    """Which game of the file it is, where a file holds many."""

    @property
    def mark(self) -> bytes:
        """What stands for the key where there are many."""
        # Only who goes on from results asks for it.
        import hashlib  # noqa: PLC0415

        said = msgspec.json.encode((self.source, self.sha256, self.asked, str(self.game)))
        return hashlib.blake2b(said, digest_size=16).digest()


def fingerprint(file: Path) -> str:
    """Return what tells one content of a file from another; nothing if it cannot be read twice."""
    if str(file) == STDIN:
        return ""
    import hashlib  # noqa: PLC0415 - as above

    try:
        with file.open("rb") as stream:
            return hashlib.file_digest(stream, "sha256").hexdigest()
    except OSError:
        return ""


def kept_results(path: Path, lines: Lines) -> dict[bytes, int]:
    """Return where in a file the last line of each result begins, by what it is of."""
    kept: dict[bytes, int] = {}
    start = 0
    for number, line in enumerate(lines.whole(), 1):
        key, _ = _read(path, number, line)
        kept[key.mark] = start
        start += len(line) + 1
    return kept


class _Kind(Struct):
    verdict: str


def _read(path: Path, number: int, line: bytes) -> tuple[ResultKey, AnyVerdict]:
    try:
        return msgspec.json.decode(line, type=ResultKey), _verdict(line)
    except DECODER_ERRORS as error:
        message = say("answers.kept_results.not-a-result", path=path, number=number)
        raise UsageError(message) from error


def _verdict(line: bytes) -> AnyVerdict:
    if msgspec.json.decode(line, type=_Kind).verdict == "unreadable":
        return msgspec.json.decode(line, type=UnreadableVerdict)
    return msgspec.json.decode(line, type=Verdict)


def _require_results(path: Path, lines: Lines) -> None:
    """Refuse a file that holds anything else, before a byte of it is changed."""
    for number, line in enumerate(lines.whole(), 1):
        _read(path, number, line)
        return
    torn = lines.torn()
    if torn[: len(BEGINNING)] != BEGINNING[: len(torn)]:
        raise UsageError.of("answers.kept_results.not-results", path=path)


class KeptResults:
    """Where results are kept, if anywhere, and those that an earlier run has left there."""

    def __init__(self, path: Path | None = None, lines: Lines | None = None) -> None:
        self._path, self._lines = path, lines
        self._done: Mapping[bytes, int] = {}
        """Where the lines begin, which takes far less memory than what they say."""
        self._synced = 0.0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._lines is not None:
            self._lines.sync()

    @property
    def has_earlier(self) -> bool:
        """Whether an earlier run has left anything."""
        return bool(self._done)

    def go_on(self) -> None:
        """Look at what an earlier run has done, and write behind it."""
        if self._path is not None and self._lines is not None:
            self._done = kept_results(self._path, self._lines)
            self._lines.drop_torn()

    def done(self, file: Path, asked: str) -> AnyVerdict | None:
        """Return what is kept of a file as it is now; None if it has to be looked at."""
        content = fingerprint(file) if self._done else ""
        return self.found(ResultKey(path_name(file), content, asked)) if content else None

    def found(self, key: ResultKey) -> AnyVerdict | None:
        """Return what is kept under a key; None if nothing is."""
        place = self._done.get(key.mark)
        if place is None or self._lines is None:
            return None
        return _verdict(self._lines.line_at(place))

    def keep(self, key: ResultKey, result: AnyVerdict, seconds: float | UnsetType = UNSET) -> None:
        """Write a result, all of it or nothing; a kill right after it changes nothing.

        It is on the disk, where a power cut cannot reach it, a moment later.
        """
        if self._lines is None:
            return
        told = {**result.to_dict(), **msgspec.to_builtins(key)}
        if seconds is not UNSET:
            told["seconds"] = seconds
        now = monotonic()
        synced = now - self._synced >= SYNCED_EVERY
        with writing_results(self._path):
            self._lines.append(msgspec.json.encode(told), synced=synced)
        if synced:
            self._synced = now


@contextmanager
def writing_results(path: Path | str | None) -> Iterator[None]:
    """Raise a `WriteError` if the system does not let us write results into a file."""
    try:
        yield
    except OSError as error:
        raise WriteError.of(
            "answers.kept_results.cannot-write", path=path, reason=error.strerror
        ) from error


@contextmanager
def keeper(path: Path | None, *, resume: bool) -> Iterator[KeptResults]:
    """Yield what keeps results in a file, behind those that are there if a run goes on."""
    if path is None:
        yield KeptResults()
        return
    with ExitStack() as stack:
        with writing_results(path):
            lines = stack.enter_context(open_lines(path))
            _require_results(path, lines)
            found = KeptResults(path, lines)
            if resume:
                found.go_on()
            else:
                lines.clear()
        yield found


# Files of a batch: read where they lie, judged wherever there is room -----------------------------
class CheckOptions(Struct, frozen=True):
    """How files are checked."""

    components: ComponentSet | Path | None = None
    """A set, or the folder of one."""
    keep_going: bool = False
    prove: bool = False
    rulings_of: Edition | None = None
    """The edition whose answers decide wherever it gives one."""
    limit: float | None = None
    """Seconds at most for the gaps of a record."""
    verdicts_only: bool = False
    """Whether nobody wants to see the games beside their verdicts."""
    timed: bool = False
    """Whether somebody wants to know how long each took."""
    strict: bool = False
    """Whether every line has to be in the notation."""

    @property
    def chosen(self) -> ComponentSet | None:
        """The set that was chosen, read if a folder was named."""
        return set_in(self.components) if isinstance(self.components, Path) else self.components

    @property
    def digest(self) -> str:
        """What tells these verdicts from those that other options lead to."""
        components = self.chosen
        about = "" if components is None else components.digest
        limit = () if self.limit is None else (self.limit,)
        # The empty place keeps what earlier runs have left valid.
        strict = ("strict",) if self.strict else ()
        said = (about, None, self.keep_going, self.prove, self.rulings_of, *limit, *strict)
        return sha256_of(msgspec.json.encode(said))


class GatheredGame(Struct, frozen=True):
    """A game of a file that holds many."""

    source: str
    """The file, or its address."""
    number: int
    """Which of its games this is, from 1 on."""
    data: bytes
    problem: str = ""
    """Why the file could not be read from here on."""
    single: bool = False
    """Whether the file is one game, which lies in a store."""

    @property
    def name(self) -> str:
        """What people call it."""
        return self.source if self.single else f"{self.source}#{self.number}"


class ReadFile(Struct, frozen=True):
    """What was read of a file, with all that is needed to judge it on another machine."""

    source: str
    given: Given
    words: str
    """How a shell is told of it."""
    beside: Path | None
    """The file beside which sets are looked for."""
    game: int | UnsetType = UNSET
    """Which game of the file it is, where a file holds many."""
    sets: tuple[ComponentSet, ...] | None = None
    """The sets beside it, where they cannot be looked for."""


class CheckedFile(Struct, frozen=True):
    """A file, or one of the games in it, and what was found."""

    source: str
    found: Checked
    sha256: str = ""
    """Of the bytes that were judged; nothing if they cannot be had again, or nobody keeps it."""
    game: int | UnsetType = UNSET
    """Which game of the file it is, where a file holds many."""
    seconds: float | UnsetType = UNSET
    """Of computing, if somebody wants to know."""
    is_known: bool = False
    """Whether an earlier run has found it, and kept it."""


CorpusItem = Path | GatheredGame | ReadFile | CheckedFile
"""Something to check, or something that was, which passes through."""


class BatchChecker:
    """Options with the component sets that they lead to, which a process reads once."""

    def __init__(self, options: CheckOptions, *, kept: bool) -> None:
        self._options = options
        self._kept = kept
        self._sets = sets_of(options.chosen)

    def check(self, item: CorpusItem) -> CheckedFile:
        """Return a file with its verdicts, whatever is in it."""
        found = self.read(item)
        return found if isinstance(found, CheckedFile) else self._judged_file(found)

    def check_for_others(self, item: CorpusItem) -> CheckedFile:
        """Return a file with its verdicts, and with games only where a page would show them."""
        file = self.check(item)
        if has_tables_to_show(file.found) and not self._options.verdicts_only:
            return file
        return structs.replace(file, found=BareVerdict(file.found.verdict))

    def read(self, item: CorpusItem) -> ReadFile | CheckedFile:
        """Return what there is to judge, or that it cannot be read."""
        if isinstance(item, ReadFile | CheckedFile):
            return item
        if isinstance(item, GatheredGame):
            return _gathered(item)
        source = path_name(item)
        try:
            require_no_position(str(item))
            read = given(item)
        except UnreadableError as error:
            return CheckedFile(source, unreadable_file(error, error.file or source))
        return ReadFile(source, read, source_words(read, self._options.components), read.path)

    def packed(self, item: CorpusItem) -> ReadFile | CheckedFile:
        """Return what can be judged on another machine, judged here if only this one can."""
        found = self.read(item)
        if isinstance(found, CheckedFile):
            return found
        sets = _sets_around(None if found.beside is None else found.beside.parent)
        if sets is None:
            return self._judged_file(found)
        return structs.replace(found, sets=sets)

    def given_up(self, item: CorpusItem, why: Loss) -> CheckedFile:
        """Return what there is to say of a file over which judging did not come to an end."""
        found = self.read(item)
        if isinstance(found, CheckedFile):
            return found
        lost = Verdict(file=found.given.name, verdict="undecided", given_up=why)
        return self._file(found, BareVerdict(lost))

    def _judged_file(self, read: ReadFile) -> CheckedFile:
        if not self._options.timed:
            return self._file(read, self._found(read))
        # Few want to know.
        from time import thread_time  # noqa: PLC0415

        began = thread_time()
        found = self._found(read)
        return structs.replace(self._file(read, found), seconds=round(thread_time() - began, 4))

    def _file(self, read: ReadFile, found: Checked) -> CheckedFile:
        again = self._kept and read.source != STDIN
        content = sha256_of(read.given.data) if again else ""
        return CheckedFile(read.source, found, content, read.game)

    def _found(self, read: ReadFile) -> Checked:
        try:
            game = game_found_by(
                self._find(read), read.given, read.words, strict=self._options.strict
            )
            return self._judged(game)
        except UnreadableError as error:
            return unreadable_file(error, read.given.name)

    def _find(self, read: ReadFile) -> FindSet:
        if read.sets is None:
            return sets_beside(read.beside, self._sets)
        beside = {each.name: each for each in read.sets}
        return lambda name: self._sets(name) or beside.get(name)

    def _judged(self, game: Game) -> Checked:
        options = self._options
        if options.rulings_of is not None:
            game = game.with_rulings(options.rulings_of)
        budget = None if options.limit is None else Budget(seconds=options.limit)
        return checked(game, keep_going=options.keep_going, prove=options.prove, budget=budget)


def _gathered(item: GatheredGame) -> ReadFile | CheckedFile:
    """Return a game of a file as something to judge."""
    number = UNSET if item.single else item.number
    if item.problem:
        message = say("answers.sources.cannot-open", reason=item.problem)
        error = unreadable(item.name, [Problem(message)])
        return CheckedFile(item.source, unreadable_file(error, item.name), game=number)
    # In a store there are no folders with sets.
    beside = None if "://" in item.source else Path(item.source)
    return ReadFile(item.source, Given(item.name, item.data), "", beside, number)


@lru_cache(maxsize=64)
def _sets_around(folder: Path | None) -> tuple[ComponentSet, ...] | None:
    """Return the sets beside the files of a folder; None if they cannot be sent anywhere."""
    if folder is None:
        return ()
    found = []
    for header in sorted(folder.glob(f"*/{HEADER}")):
        try:
            components = set_in(header.parent)
        except RefereeError:
            return None
        if not components.is_read or components.name != header.parent.name:
            return None
        found.append(components)
    return tuple(found)


def judging(options: CheckOptions, *, kept: bool) -> Callable[[CorpusItem], CheckedFile]:
    """Return what a process that shares the work does with each file."""
    return BatchChecker(options, kept=kept).check_for_others


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

    def seconds(self, options: CheckOptions) -> float | None:
        """Return how long a game may take; on a cluster nobody looks on who could stop it."""
        if self.game_limit is None and self.cluster is not None:
            return 60 + 2 * (options.limit or 0)
        return self.game_limit


def checked_files(
    items: Iterable[CorpusItem], options: CheckOptions, workforce: Workforce, *, kept: bool = False
) -> Iterator[CheckedFile]:
    """Yield what there is to say about every file, in their order."""
    here = BatchChecker(options, kept=kept)
    few = isinstance(items, Sequence) and len(items) <= 1
    alone = few if workforce.jobs > 1 else workforce.game_limit is None
    if alone and workforce.cluster is None:
        yield from map(here.check, items)
    elif workforce.cluster is None:
        # Whoever works alone does without it.
        from referee.batch.crew import Crew  # noqa: PLC0415

        make = partial(judging, options, kept=kept)
        lost = partial(_given_up, options, kept)
        many = repeat(MOST_AT_ONCE)
        sizes = _shares(len(items), workforce.jobs) if isinstance(items, Sequence) else many
        # Only this process has the standard input.
        read = (here.read(item) if item == Path(STDIN) else item for item in items)
        with Crew(workforce.jobs, make, lost, seconds=workforce.game_limit) as found:
            yield from chain.from_iterable(found.results(_batches(read, sizes)))
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
    if chosen is not None and not chosen.is_read:
        # What nobody has read yet does not travel.
        yield from map(here.check, items)
        return
    there = structs.replace(options, components=chosen)
    make = partial(judging, there, kept=kept)
    lost = partial(_given_up, there, kept)
    seconds = workforce.seconds(options)
    try:
        with cluster(workforce.cluster, make, lost, seconds=seconds, jobs=workforce.jobs) as found:
            sent = _batches(map(here.packed, items), repeat(SENT_AT_ONCE))
            yield from chain.from_iterable(found.results(sent))
    except CorpusError as error:
        raise UsageError(str(error)) from error
    except (ClusterError, OSError) as error:
        raise ProgramError.of("answers.corpora.cluster-ended", error=error) from error


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
        return CheckedFile(game.source, BareVerdict(found), content, game=number, is_known=True)


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
        raise UsageError.of("answers.batches.resume-needs-results")
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
    timeout_per_game: float | None = None,
    results: Path | str | None = None,
    resume: bool = False,
    budget: Budget | None = None,
) -> Iterator[AnyVerdict]:
    """Yield the verdicts on the games in files and folders, those of an earlier run first.

    A path may also be the address of an object store, and a file of JSON lines may hold many games.
    `jobs` processes share the work, or the machines of a `cluster`, named by the address of its
    scheduler (`docs/scale.md`); a game that takes longer than `timeout_per_game` seconds of
    computing is given up. `results` keeps every verdict in a file as soon as it is known, and
    `resume` leaves out what is there. The `budget` gets how many files of how many are done, and
    asked before each whether to end.

    >>> import referee
    >>> games = ["games/own-copy/three-players.mgn", "games/languages"]
    >>> {verdict.verdict for verdict in referee.check_all(games)}
    {'legal'}
    """
    folder = Path(components) if isinstance(components, str) else components
    options = CheckOptions(folder, keep_going, prove, verdicts_only=True)
    files = list_files(paths).everything
    workforce = Workforce(jobs, cluster, timeout_per_game)
    kept = None if results is None else Path(results)
    with open_batch(files, options, workforce=workforce, results=kept, resume=resume) as batch:
        yield from batch.before
        with closing(batch.checked()) as checking:
            number = 0
            limits = budget_of(budget)
            while not limits.is_overdue and (found := next(checking, None)) is not None:
                number += 1
                if limits.progress is not None:
                    limits.progress(number, max(number, len(batch.waiting)))
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

    @staticmethod
    def of(verdicts: Iterable[AnyVerdict]) -> "Summary":
        """Return how many games are legal, and how many break which rule.

        >>> import referee.types
        >>> games = ["games/two-players.mgn", "games/illegal/exp-06-points-suffice.mgn"]
        >>> counted = referee.types.Summary.of(referee.check_all(games))
        >>> counted.verdicts["legal"], counted.rules["EXP-06"].games
        (1, 1)
        """
        tally = VerdictTally()
        for verdict in verdicts:
            tally.count(verdict)
        return tally.summary()


class VerdictTally(Struct):
    """Verdicts counted while they come in."""

    verdicts: Counter[str] = field(default_factory=Counter)
    disagreements: int = 0
    with_open_gaps: int = 0
    """Games that leave something open, though they are legal."""
    _rules: dict[str, RuleCount] = {}

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
            found = self._rules.get(rule) or RuleCount(games=0, file=verdict.file, line=line)
            self._rules[rule] = structs.replace(found, games=found.games + 1)

    def summary(self) -> Summary:
        """Return what was counted so far."""
        return Summary(
            verdicts={verdict: self.verdicts[verdict] for verdict in VERDICTS},
            disagreements=self.disagreements,
            rules={rule: self._rules[rule] for rule in RULES if rule in self._rules},
        )
