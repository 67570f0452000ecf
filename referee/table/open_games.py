"""Games that are open: each judged in memory, written to its file, and followed by its pages."""

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from hashlib import sha256
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from referee import (
    Change,
    GameInProgress,
    RefereeError,
    StatementVerdict,
    Table,
    UnreadableError,
    continue_game,
)
from referee.game.messages.speech import spoken
from referee.table.folder_memory import FolderMemory, GameMemory
from referee.table.game_files import GameFile, GameFolder
from referee.table.likely_games import LikelyGame
from referee.table.owed_entries import gap_words

MOST_OPEN: Final = 50
"""Games kept in memory; one that nobody follows is read again when it is asked for."""
MOST_ANSWERS: Final = 10
"""Answers about one version of a game that are kept; pages ask for a state and few pictures."""
BEAT: Final = 15.0
"""Seconds after which a page that follows a game hears that the server is there."""
LOOK: Final = 2.0
"""Seconds between two looks at a file that others may write to."""


class StaleError(Exception):
    """Something was to be put behind a version that is not the newest."""


class OpenGame:
    """A game, its file, and the pages that follow it."""

    def __init__(self, name: str, file: GameFile, memory: FolderMemory) -> None:
        self.name = name
        self.file = file
        self._memory = memory
        self.version = ""
        self.foreign = False
        """Whether the newest version is somebody else's, who wrote to the file."""
        self.game: GameInProgress
        self._changed = asyncio.Event()
        self.followers = 0
        self._sentences: dict[tuple[str, str], str] = {}
        self._likely = LikelyGame()
        self._answered: tuple[str, dict[object, bytes]] = ("", {})

    @classmethod
    def begun(
        cls, name: str, file: GameFile, memory: FolderMemory, game: GameInProgress
    ) -> "OpenGame":
        """Return a game that has just begun, with its file written."""
        opened = cls(name, file, memory)
        opened.game = game
        opened.save()
        return opened

    def read(self) -> None:
        """Take over what stands in the file."""
        text = self.file.read()
        self.game = self._readable(text)
        self.version = version_of(text)

    def _readable(self, text: str) -> GameInProgress:
        """Return the game, without a last line that was being written when all stopped."""
        try:
            return continue_game(self.file.path)
        except UnreadableError:
            whole, _, torn = text.rpartition("\n")
            if not torn or not whole:
                raise
            return continue_game(f"{whole}\n")

    def look(self) -> bool:
        """Take over what somebody else wrote to the file; return whether that changed the game."""
        if not self.file.is_touched:
            return False
        before = self.version
        self.read()
        self.foreign = self.version != before
        return self.foreign

    def require(self, version: str) -> None:
        """Refuse what comes after another version than the newest."""
        if self.look() or version != self.version:
            raise StaleError

    def change(self, version: str, change: Callable[[GameInProgress], Change]) -> Change:
        """Make a change that comes after a version, and have it on the disk."""
        self.require(version)
        try:
            made = change(self.game)
        except RefereeError:
            # Of several statements the first may have been said already.
            if self.game.to_text() != self.file.text:
                self.read()
            raise
        try:
            self.save()
        except OSError:
            self.game.undo()
            raise
        return made

    def save(self) -> None:
        """Write the game to its file, and tell the version."""
        text = self.game.to_text()
        self.file.write(text)
        self.version = version_of(text)
        self.foreign = False

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
        """Choose something for the game, and tell every page."""
        self._memory.remember(self.name, replace(self.memory, **chosen))
        self.tell()

    @property
    def seen(self) -> str:
        """What tells whether a page shows all that there is to show."""
        return f"{self.version}.{version_of(msgspec.json.encode(self.memory).decode())[:6]}"

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
    def possible(self) -> GameInProgress:
        """The game, with its gaps filled in one of the ways in which it may have gone.

        What lies on the table behind a gap is not certain; people go on all the same.
        """
        return self.game if self.memory.effort == "pad" else self._likely.of(self.game)

    async def ready(self) -> None:
        """Fill the gaps in some way; whoever asks for something else is answered meanwhile."""
        if self.memory.effort != "pad":
            await self._likely.look_for(self.game)

    async def ready_before(self, address: int) -> None:
        """Have the table before a statement ready, which may lie behind a gap."""
        if self._lies_behind_gap(address):
            await self._likely.look_before(self.game, address)

    def table_for_taps(self, at: int | None = None) -> Table:
        """Return the table that is tapped: the one that lies there, or lay before a statement."""
        return self.possible.table() if at is None else self.table_before(at)

    def table_before(self, address: int) -> Table:
        """Return the table before a statement; behind a gap one that may have lain there."""
        if self._lies_behind_gap(address):
            return self._likely.table_before(self.game, address)
        return self.game.table(address, before=True)

    def _lies_behind_gap(self, address: int) -> bool:
        self.game.verdict(address)
        gap, addresses = self.game.standing().open, self.game.addresses
        return gap is not None and addresses.index(address) > addresses.index(gap)

    def tell(self) -> None:
        """Wake every page that follows the game."""
        self._changed.set()
        self._changed = asyncio.Event()

    async def versions(self, known: str) -> AsyncIterator[str | None]:
        """Yield every version that comes after the known one; None where nothing happens."""
        self.followers += 1
        beat = 0.0
        try:
            while True:
                with suppress(UnreadableError):
                    self.look()
                if self.seen != known:
                    known, beat = self.seen, 0.0
                    yield known
                    continue
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._changed.wait(), LOOK)
                beat += LOOK
                if beat >= BEAT and self.seen == known:
                    beat = 0.0
                    yield None
        finally:
            self.followers -= 1


class OpenGames:
    """All open games of a folder, by name."""

    def __init__(self, folder: GameFolder) -> None:
        self.folder = folder
        self.memory = FolderMemory(folder.path)
        self._open: OrderedDict[str, OpenGame] = OrderedDict()

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

    def begin(self, wanted: str, game: GameInProgress) -> OpenGame:
        """Return a new game, with a file of its own."""
        file = self.folder.new_file(wanted)
        opened = OpenGame.begun(file.path.stem, file, self.memory, game)
        self._add(opened)
        return opened

    def _add(self, game: OpenGame) -> None:
        self._open[game.name] = game
        idle = [name for name, each in self._open.items() if not each.followers and each != game]
        for name in idle[: max(0, len(self._open) - MOST_OPEN)]:
            del self._open[name]


def version_of(text: str) -> str:
    """Return what tells a record from every other one."""
    return sha256(text.encode()).hexdigest()[:16]
