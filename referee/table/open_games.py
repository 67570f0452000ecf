"""Games that are open: each judged in memory, written to its file, and followed by its pages."""

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from hashlib import sha256
from typing import Final

from referee import (
    Change,
    GameInProgress,
    RefereeError,
    StatementVerdict,
    Table,
    UnreadableError,
    continue_game,
    fill_gaps,
    load,
)
from referee.table.game_files import GameFile, GameFolder

MOST_OPEN: Final = 50
"""Games kept in memory; one that nobody follows is read again when it is asked for."""
BEAT: Final = 15.0
"""Seconds after which a page that follows a game hears that the server is there."""
GAP_SECONDS: Final = 2.0
"""How long a way is looked for in which a gap can be filled."""
LOOK: Final = 2.0
"""Seconds between two looks at a file that others may write to."""


class StaleError(Exception):
    """Something was to be put behind a version that is not the newest."""


class OpenGame:
    """A game, its file, and the pages that follow it."""

    def __init__(self, name: str, file: GameFile) -> None:
        self.name = name
        self.file = file
        self.version = ""
        self.foreign = False
        """Whether the newest version is somebody else's, who wrote to the file."""
        self.game: GameInProgress
        self._changed = asyncio.Event()
        self.followers = 0
        self._sentences: dict[str, str] = {}
        self._possible: tuple[str, GameInProgress] | None = None

    @classmethod
    def begun(cls, name: str, file: GameFile, game: GameInProgress) -> "OpenGame":
        """Return a game that has just begun, with its file written."""
        opened = cls(name, file)
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
        made = change(self.game)
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
        known = self._sentences.get(verdict.statement)
        if known is None:
            known = self._sentences[verdict.statement] = self.game.sentence(verdict.address)
        return known

    @property
    def possible(self) -> GameInProgress:
        """The game, with its gaps filled in one of the ways in which it may have gone.

        What lies on the table behind a gap is not certain; people go on all the same.
        """
        if self.game.standing().open is None:
            return self.game
        if self._possible is None or self._possible[0] != self.version:
            self._possible = (self.version, _filled(self.game))
        return self._possible[1]

    def table_for_taps(self, at: int | None = None) -> Table:
        """Return the table that is tapped: the one that lies there, or lay before a statement."""
        return self.possible.table() if at is None else self.table_before(at)

    def table_before(self, address: int) -> Table:
        """Return the table before a statement."""
        return self.game.table(address, before=True)

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
                if self.version != known:
                    known, beat = self.version, 0.0
                    yield known
                    continue
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._changed.wait(), LOOK)
                beat += LOOK
                if beat >= BEAT and self.version == known:
                    beat = 0.0
                    yield None
        finally:
            self.followers -= 1


class OpenGames:
    """All open games of a folder, by name."""

    def __init__(self, folder: GameFolder) -> None:
        self.folder = folder
        self._open: OrderedDict[str, OpenGame] = OrderedDict()

    def named(self, name: str) -> OpenGame:
        """Return a game, read from its file if it is not open or was changed by others."""
        found = self._open.get(name)
        if found is None:
            found = OpenGame(name, self.folder.file(name))
            found.read()
            self._add(found)
        else:
            self._open.move_to_end(name)
            found.look()
        return found

    def begin(self, wanted: str, game: GameInProgress) -> OpenGame:
        """Return a new game, with a file of its own."""
        file = self.folder.new_file(wanted)
        opened = OpenGame.begun(file.path.stem, file, game)
        self._add(opened)
        return opened

    def _add(self, game: OpenGame) -> None:
        self._open[game.name] = game
        idle = [name for name, each in self._open.items() if not each.followers and each != game]
        for name in idle[: max(0, len(self._open) - MOST_OPEN)]:
            del self._open[name]


def _filled(game: GameInProgress) -> GameInProgress:
    """Return a game with its gaps filled in some way; as it is if none was found in time."""
    try:
        found = fill_gaps(game.game(), limit=GAP_SECONDS)
    except RefereeError:
        return game
    if not found.example:
        return game
    return continue_game(load(found.example, components=game.components))


def version_of(text: str) -> str:
    """Return what tells a record from every other one."""
    return sha256(text.encode()).hexdigest()[:16]
