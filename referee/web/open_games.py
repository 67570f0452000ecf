"""Games that are open: each judged in memory, written to its file, and followed by its pages."""

import asyncio
import re
from collections import OrderedDict
from collections.abc import Callable, Sequence
from contextlib import suppress
from copy import copy
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from referee import (
    Budget,
    Game,
    NoAnswerError,
    Recording,
    RefereeError,
    Scene,
    Score,
    Table,
    UnreadableError,
    UsageError,
    load,
    loads,
)
from referee import ruling as find_ruling
from referee.i18n.speech import say, spoken
from referee.types import Change, NextStatement, PossibleTables, StatementVerdict
from referee.web.copy_folders import CopyFolders
from referee.web.game_files import GameFile, GameFolder, KeptJson
from referee.workers import aside

# A game with gaps as it may have gone: people go on behind a gap, and tap on some table -----------
WORK: Final = (15_000, 45_000)
"""Steps of the search for the ways in which all gaps can be filled: more if the first find none."""
CLAIMS: Final = "="
"""How a line of counts begins, which may leave no way that is found with so much work."""


class Filled:
    """A game with gaps: one of the ways in which it may have gone, and the tables of all."""

    def __init__(self, tables: PossibleTables, game: Recording | None = None) -> None:
        self.tables = tables
        self.game = game
        """None if nothing was found that fits the gaps."""

    @cached_property
    def scene(self) -> Scene:
        """What a picture shows of it, hatched where it is not certain."""
        return self.tables.guess


class LikelyGame:
    """How a game with gaps may have gone; one of the ways is followed from line to line."""

    def __init__(self) -> None:
        self._text = ""
        self._filled: Filled | None = None
        """None if nothing was looked for."""
        self._before: dict[int, Filled] = {}
        self._looking = asyncio.Lock()

    def of(self, game: Recording) -> Recording:
        """Return a game with its gaps filled in some way; as it is if none was found."""
        found = self.filled(game)
        return game if found is None else found.game or game

    def filled(self, game: Recording) -> Filled | None:
        """Return the ways in which the gaps of a game can be filled; None if it has none."""
        if game.status().open is None:
            return None
        if self._filled is None or game.to_text() != self._text:
            self._keep(game.to_text(), filled(game))
        return self._filled

    async def look_for(self, game: Recording) -> None:
        """Have ready what `filled` returns; it is looked for in a thread of its own."""
        if game.status().open is None:
            return
        async with self._looking:
            text = game.to_text()
            if self._filled is None or text != self._text:
                self._keep(text, await aside(filled, _shortened(game)))

    def before(self, game: Recording, address: int) -> Filled:
        """Return the ways in which a game may have gone before a statement."""
        self._forget_another(game)
        if address not in self._before:
            self._before[address] = filled(_shortened(game, address))
        return self._before[address]

    async def look_before(self, game: Recording, address: int) -> None:
        """Have ready what `before` returns."""
        async with self._looking:
            self._forget_another(game)
            if address not in self._before:
                text, before = game.to_text(), _shortened(game, address)
                found = await aside(filled, before)
                if text == self._text:
                    self._before[address] = found

    def _forget_another(self, game: Recording) -> None:
        text = game.to_text()
        if text != self._text:
            self._keep(text, None)

    def _keep(self, text: str, found: Filled | None) -> None:
        if found is not None and (followed := self._followed(text)) is not None:
            found.game = followed
        self._text, self._filled = text, found
        self._before.clear()

    def _followed(self, text: str) -> Recording | None:
        """Return the way that is known with the lines that came behind, if they fit it."""
        game = None if self._filled is None else self._filled.game
        if game is None or not self._text or not text.startswith(self._text):
            return None
        if game.status().open is not None:
            return None
        for line in text[len(self._text) :].splitlines():
            if not line.strip():
                continue
            with suppress(RefereeError):
                change = game.append(line)
                if change.verdict is not None and change.verdict.verdict == "legal":
                    continue
            return None
        return game


def _shortened(game: Recording, upto: int | None = None) -> Recording:
    end = None if upto is None else game.addresses.index(upto)
    record = replace(game.record, statements=game.record.statements[:end])
    return Game(record, game.components, "game").recording()


def filled(game: Recording) -> Filled:
    """Return the ways in which the gaps of a game can be filled, as far as they are found."""
    text = game.to_text()
    kept = [each for each in text.splitlines() if not each.startswith(CLAIMS)]
    # What people counted may fit no way that is found; then it is left aside.
    for record in dict.fromkeys((text, "\n".join((*kept, "")))):
        for work in WORK:
            with suppress(RefereeError):
                found = loads(record, components=game.components).tables(budget=Budget(work))
                if found.example is not None:
                    likely = Game(found.example, game.components, "game").recording()
                    found = replace(found, exact=found.exact and record == text)
                    return Filled(found, likely)
    return Filled(PossibleTables(game.table(), exact=False))


# What people chose for their games that is no part of a record: effort, hints, plans to come ------
FILE: Final = "table"
Effort = Literal["pad", "rounds", "turns"]
"""How much is written down: the scoring pad alone, counts after each round, or every turn."""


class GameMemory(Struct, frozen=True, omit_defaults=True):
    """What was chosen for one game."""

    effort: Effort = "turns"
    hints: bool = True
    """Whether pages mark what may be said next."""
    plans: dict[str, str] = {}
    """By colour a plan that was said in secret, until all are there."""
    plans_for: int = 0
    """The round of these plans: they may stay here when they could be recorded but not removed."""
    best_for: str = ""
    """The version of the game whose best turn was asked for."""
    agreed: tuple[str, ...] = ()
    """The colours of those who want to see it."""
    kept: tuple[str, ...] = ()
    """Entries with a fault that people decided to keep, by round, turn and statement."""
    ruled: dict[str, tuple[str, ...]] = {}
    """By the same, what entries behind a gap break on every table; records leave them unjudged."""


class _Remembered(Struct, frozen=True, omit_defaults=True):
    games: dict[str, GameMemory] = {}
    rulings: dict[str, str] = {}


class _FolderMemory:
    """What is remembered in a folder of games."""

    def __init__(self, folder: Path) -> None:
        self._file = KeptJson(folder, FILE, _Remembered, _Remembered())

    def of(self, game: str) -> GameMemory:
        return self._file.value.games.get(game, GameMemory())

    def remember(self, game: str, memory: GameMemory) -> None:
        games = {**self._file.value.games, game: memory}
        self._file.keep(replace(self._file.value, games=games))

    @property
    def rulings(self) -> dict[str, str]:
        """What this group has decided where the rulebooks leave a question open."""
        return self._file.value.rulings

    def decide(self, ruling: str, answer: str) -> None:
        """Remember what the group decided; a `UsageError` if no such answer is on offer."""
        page = find_ruling(ruling)
        if answer not in {each.answer for each in (page.default, *page.options)}:
            raise UsageError.of("table.rulings.no-such-answer", answer=f"{answer!r:.40}")
        known = {**self.rulings, page.id: answer}
        self._file.keep(replace(self._file.value, rulings=known))


# What a record still owes: turns and rounds that nobody has written down yet ----------------------
_BLANK = re.compile(r"\w+ \?|\w+ plan|\.\.\..*|.*\?.*")
_ROUND = re.compile(r"round (\d+)")
_COUNTED = re.compile(r"\.\.\. (\d+)")
REST = "... round"
_GAPS = {"...": "turns", REST: "round", "refill: ?": "books", "prepare: ?": "cards"}
AS_IT_LIES = "table:"


def owed_entries(verdicts: Sequence[StatementVerdict]) -> tuple[StatementVerdict, ...]:
    """Return the gaps that are left; what was counted as it lies owes nothing any more."""
    found: list[StatementVerdict] = []
    for verdict in verdicts:
        if verdict.statement.startswith(AS_IT_LIES):
            found.clear()
        elif _BLANK.fullmatch(without_note(verdict.statement).partition(" =")[0]):
            found.append(verdict)
    return tuple(found)


def without_note(line: str) -> str:
    """Return a statement without the note that somebody put beside it."""
    return line.partition(" #")[0].rstrip()


def gap_words(verdict: StatementVerdict) -> str:
    """Return what a statement leaves out as a sentence; nothing if it is no such statement."""
    line = without_note(verdict.statement)
    if line == f"{verdict.player} ?":
        return say("table.told.gap-turn")
    if line == f"{verdict.player} plan":
        return say("table.told.gap-plan")
    if counted := _COUNTED.fullmatch(line):
        return say("table.told.gap-number", n=int(counted[1]))
    return say(f"table.told.gap-{_GAPS[line]}") if line in _GAPS else ""


def round_to_count(verdicts: Sequence[StatementVerdict], due: int) -> tuple[int, bool]:
    """Return the round whose end is counted next, and whether its heading stands already."""
    number, over = 0, False
    for verdict in verdicts:
        if heading := _ROUND.fullmatch(without_note(verdict.statement)):
            number, over = int(heading[1]), False
        elif verdict.statement.startswith(REST):
            over = True
    if over or number == 0:
        return number + 1, False
    return (due, False) if due > number else (number, True)


def in_no_order(verdicts: Sequence[StatementVerdict]) -> int | None:
    """Return the address from which on turns are written in no order; None if they have one."""
    found = None
    for verdict in verdicts:
        line = without_note(verdict.statement)
        if line == "unordered":
            found = verdict.address
        elif line == "ordered" or _ROUND.fullmatch(line):
            found = None
    return found


MOST_OPEN: Final = 50
"""Games kept in memory; one that no page shows is read again when it is asked for."""
MOST_ANSWERS: Final = 10
"""Answers about one version of a game that are kept; pages ask for a state and few pictures."""


class StaleError(Exception):
    """Something was to be put behind a version that is not the newest."""


class OpenGame:
    """A game, its file, and the pages that follow it."""

    def __init__(self, name: str, file: GameFile, memory: _FolderMemory) -> None:
        self.name = name
        self.file = file
        self._memory = memory
        self.version = ""
        self.foreign = False
        """Whether the newest version is somebody else's, who wrote to the file."""
        self.game: Recording
        self._sentences: dict[tuple[str, str], str] = {}
        self._likely = LikelyGame()
        self._score: tuple[str, Score | None] = ("", None)
        self._answered: tuple[str, dict[object, bytes]] = ("", {})

    def read(self) -> None:
        """Take over what stands in the file."""
        text = self.file.read()
        self.game = self._readable(text)
        self.version = _version_of(text)

    def _readable(self, text: str) -> Recording:
        """Return the game, without a last line that was being written when all stopped."""
        try:
            return load(self.file.path).recording()
        except UnreadableError:
            whole, _, torn = text.rpartition("\n")
            if not torn or not whole:
                raise
            return loads(f"{whole}\n").recording()

    def look(self) -> bool:
        """Take over what somebody else wrote to the file; return whether that changed the game."""
        with suppress(OSError):
            self.file.restore()
        if self.file.is_unsaved or not self.file.is_touched:
            return False
        before = self.version
        self.read()
        self.foreign = self.version != before
        return self.foreign

    def require(self, version: str) -> None:
        """Refuse what comes after another version than the newest."""
        if self.look() or version != self.version:
            raise StaleError

    def change(self, version: str, change: Callable[[Recording], Change]) -> Change:
        """Make a change that comes after a version, and have it on the disk."""
        self.require(version)
        # Whatever fails, of the change or of the write, the game stays as it is on the disk.
        game = copy(self.game)
        made = change(game)
        self.save(game)
        return made

    def save(self, game: Recording) -> None:
        """Write a game to the file, and only then have it as the newest version."""
        text = self._readable_form(game)
        self.file.write(text)
        self.game = game
        self.version = _version_of(text)
        self.foreign = False

    def _readable_form(self, game: Recording) -> str:
        """Return a game as text, or as JSON if it names something for which text has no word."""
        text = game.to_text()
        if not self.file.is_continued_by(text):
            try:
                loads(text, components=game.components)
            except UnreadableError:
                return f"{game.to_json()}\n"
        return text

    def forget_steps(self) -> None:
        """Have nothing that could be undone or made again."""
        self.game = self.game.game().recording()

    def sentence(self, verdict: StatementVerdict) -> str:
        """Return a statement as a sentence; most are the same from one version to the next."""
        key = (spoken(), verdict.statement)
        known = self._sentences.get(key)
        if known is None:
            said = gap_words(verdict) or self.game.sentence(verdict.address)
            known = self._sentences[key] = said
        return known

    @property
    def memory(self) -> GameMemory:
        """What was chosen for the game besides its record."""
        return self._memory.of(self.name)

    def remember(self, **chosen: Any) -> None:  # noqa: ANN401 - fields of the memory
        """Choose something for the game."""
        self._memory.remember(self.name, replace(self.memory, **chosen))

    @property
    def plans(self) -> dict[str, str]:
        """The plans that were said in secret for the round that is due, by colour."""
        memory, due = self.memory, self.possible.next()
        if due.phase != "planning" or memory.plans_for != due.round:
            return {}
        return {colour: line for colour, line in memory.plans.items() if colour in due.players}

    @property
    def seen(self) -> str:
        """What tells whether a page shows all that there is to show."""
        chosen = _version_of(msgspec.json.encode(self.memory).decode())[:6]
        return f"{self.version}.{chosen}{'!' if self.file.is_unsaved else ''}"

    def answered(self, asked: object, answer: Callable[[], bytes]) -> bytes:
        """Return an answer that is made once for all pages that show the same game."""
        seen = f"{self.seen} {spoken()} {self.foreign}"
        if self._answered[0] != seen:
            self._answered = (seen, {})
        kept = self._answered[1]
        if asked not in kept:
            if len(kept) == MOST_ANSWERS:
                kept.clear()
            kept[asked] = answer()
        return kept[asked]

    @property
    def possible(self) -> Recording:
        """The game, with its gaps filled in one of the ways in which it may have gone.

        What lies on the table behind a gap is not certain; people go on all the same.
        """
        return self._possible(self.game)

    def _possible(self, game: Recording) -> Recording:
        return game if self.memory.effort == "pad" else self._likely.of(game)

    async def due_after(self, lines: Sequence[str]) -> NextStatement:
        """Return what would have to be said behind these lines."""
        game = copy(self.game)
        for line in lines:
            game.append(line)
        await self._ready(game)
        return self._possible(game).next()

    async def ready(self) -> None:
        """Fill the gaps in some way; whoever asks for something else is answered meanwhile."""
        await self._ready(self.game)
        await aside(self.count_score)

    async def _ready(self, game: Recording) -> None:
        if self.memory.effort != "pad":
            await self._likely.look_for(game)

    def count_score(self) -> None:
        """Count what a finished game is worth, in every way in which its gaps can be filled."""
        version = self.version
        if self._score[0] == version or self._is_filled_in or not self.possible.status().finished:
            return
        try:
            found = self.game.game().score()
        except NoAnswerError:
            found = None
        self._score = (version, found)

    @property
    def score(self) -> Score | None:
        """The score of a finished game, as far as its gaps allow; None while it goes on."""
        is_counted = self._score[0] == self.version and not self._is_filled_in
        return self._score[1] if is_counted else None

    @property
    def _is_filled_in(self) -> bool:
        """Whether people fill in the pad: what is counted after rounds does not say enough."""
        return self.memory.effort != "turns" and not self.game.status().finished

    async def ready_before(self, address: int) -> None:
        """Have the table before a statement ready, which may lie behind a gap."""
        if self._lies_behind_gap(address):
            await self._likely.look_before(self.game, address)

    def table_for_taps(self, at: int | None = None) -> Table | PossibleTables:
        """Return the table that is tapped: the one that lies there, or lay before a statement.

        Behind a gap it is every table that is possible, as far as they were found.
        """
        found = self._filled(at)
        if found is not None:
            return found.tables
        return self.game.table() if at is None else self.game.table(at, before=True)

    def scene(self, at: int | None = None) -> Scene:
        """Return what a picture shows of the table for taps."""
        found = self._filled(at)
        if found is not None:
            return found.scene
        return (self.game.table() if at is None else self.game.table(at, before=True)).scene

    def _filled(self, at: int | None) -> Filled | None:
        if at is None:
            return None if self.memory.effort == "pad" else self._likely.filled(self.game)
        return self._likely.before(self.game, at) if self._lies_behind_gap(at) else None

    def _lies_behind_gap(self, address: int) -> bool:
        self.game.verdict(address)
        gap, addresses = self.game.status().open, self.game.addresses
        return gap is not None and addresses.index(address) > addresses.index(gap)


class GameSummary(Struct, frozen=True):
    """What the first page shows of a game, as long as its file stays the same."""

    file: GameFile
    copies: dict[Path, int] | None
    """When the copies of the folder were changed, if the game may be played with one of them."""
    shown: dict[str, Any]


class OpenGames:
    """All open games of a folder, by name."""

    def __init__(self, folder: GameFolder) -> None:
        self.folder = folder
        self.memory = _FolderMemory(folder.path)
        self.copies = CopyFolders(folder.path)
        self._open: OrderedDict[str, OpenGame] = OrderedDict()
        self.summaries: dict[str, dict[str, GameSummary]] = {}
        """By language and name."""
        self.listing = asyncio.Lock()
        """Whoever asks for the same list meanwhile waits for it."""

    def named(self, name: str) -> OpenGame:
        """Return a game, read from its file if it is not open or was changed by others."""
        found = self._open.get(name)
        if found is None:
            found = OpenGame(name, self.folder.file(name), self.memory)
            found.read()
            self._add(found)
        else:
            self._open.move_to_end(name)
            found.look()
        return found

    def forget(self, name: str) -> None:
        """Have a game read anew, as its set has changed."""
        self._open.pop(name, None)

    def remove(self, name: str, version: str) -> None:
        """Put the file of a game aside; whoever puts it back has the game again."""
        opened = self.named(name)
        opened.require(version)
        self.folder.remove(opened.file)
        self.forget(name)

    def begin(self, wanted: str, game: Recording, effort: Effort) -> OpenGame:
        """Return a new game, with a file of its own."""
        file = self.folder.new_file(wanted)
        # A game is there once its file is: until then what is remembered harms nothing.
        self.memory.remember(file.path.stem, GameMemory(effort=effort))
        opened = OpenGame(file.path.stem, file, self.memory)
        opened.save(game)
        self._add(opened)
        return opened

    def _add(self, game: OpenGame) -> None:
        self._open[game.name] = game
        while len(self._open) > MOST_OPEN:
            self._open.popitem(last=False)


def _version_of(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:16]
