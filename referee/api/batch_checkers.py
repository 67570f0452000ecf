"""Files of a batch: read where they lie, judged wherever there is room."""

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

import msgspec
from msgspec import UNSET, Struct, UnsetType, structs

from referee.api.errors import RefereeError, UnreadableError
from referee.api.games import Game, game_found_by, require_no_position, source_words
from referee.api.sources import (
    STDIN,
    Given,
    given,
    path_name,
    set_in,
    sets_beside,
    sets_of,
    unreadable,
)
from referee.api.verdict_answers import Loss, given_up_verdict
from referee.api.verdicts import (
    BareVerdict,
    Checked,
    checked,
    has_tables_to_show,
    unreadable_file,
    without_game,
)
from referee.core.citations import Edition
from referee.core.component_set import ComponentSet
from referee.core.digests import sha256_of
from referee.core.set_reader import HEADER
from referee.i18n.speech import say
from referee.records.headers import FindSet
from referee.records.record import NOWHERE, Problem


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
        said = (about, None, self.keep_going, self.prove, self.rulings_of, *limit)
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


def is_stdin(item: CorpusItem) -> bool:
    """Return whether something has to be read by the process that people talk to."""
    return isinstance(item, Path) and str(item) == STDIN


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
        return structs.replace(file, found=without_game(file.found))

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
        return self._file(found, BareVerdict(given_up_verdict(found.given.name, why)))

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
            return self._judged(game_found_by(self._find(read), read.given, read.words))
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
            game = game.judged_by(options.rulings_of)
        return checked(
            game, keep_going=options.keep_going, prove=options.prove, seconds=options.limit
        )


def _gathered(item: GatheredGame) -> ReadFile | CheckedFile:
    """Return a game of a file as something to judge."""
    number = UNSET if item.single else item.number
    if item.problem:
        message = say("answers.sources.it-cannot-be-opened", getattr=item.problem)
        error = unreadable(item.name, [Problem(NOWHERE, message)])
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
        if type(components) is not ComponentSet or components.name != header.parent.name:
            return None
        found.append(components)
    return tuple(found)


def judging(options: CheckOptions, *, kept: bool) -> Callable[[CorpusItem], CheckedFile]:
    """Return what a process that shares the work does with each file."""
    return BatchChecker(options, kept=kept).check_for_others
