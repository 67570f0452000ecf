"""A game with gaps as it may have gone: people go on behind a gap, and tap on some table."""

import asyncio
from contextlib import suppress
from functools import cached_property
from typing import Final

from msgspec.structs import replace
from starlette.concurrency import run_in_threadpool

from referee import (
    Game,
    GameInProgress,
    PossibleTables,
    RefereeError,
    Scene,
    continue_game,
    load,
    possible_tables,
)

WORK: Final = (15_000, 45_000)
"""Steps of the search for the ways in which all gaps can be filled: more if the first find none."""
CLAIMS: Final = "="
"""How a line of counts begins, which may leave no way that is found with so much work."""


class Filled:
    """A game with gaps: one of the ways in which it may have gone, and the tables of all."""

    def __init__(self, tables: PossibleTables, game: GameInProgress | None = None) -> None:
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

    def of(self, game: GameInProgress) -> GameInProgress:
        """Return a game with its gaps filled in some way; as it is if none was found."""
        found = self.filled(game)
        return game if found is None else found.game or game

    def filled(self, game: GameInProgress) -> Filled | None:
        """Return the ways in which the gaps of a game can be filled; None if it has none."""
        if game.standing().open is None:
            return None
        if self._filled is None or game.to_text() != self._text:
            self._keep(game.to_text(), filled(game))
        return self._filled

    async def look_for(self, game: GameInProgress) -> None:
        """Have ready what `filled` returns; it is looked for in a thread of its own."""
        if game.standing().open is None:
            return
        async with self._looking:
            text = game.to_text()
            if self._filled is None or text != self._text:
                self._keep(text, await run_in_threadpool(filled, _copied(game)))

    def before(self, game: GameInProgress, address: int) -> Filled:
        """Return the ways in which a game may have gone before a statement."""
        self._forget_another(game)
        if address not in self._before:
            self._before[address] = filled(_shortened_before(game, address))
        return self._before[address]

    async def look_before(self, game: GameInProgress, address: int) -> None:
        """Have ready what `before` returns."""
        async with self._looking:
            self._forget_another(game)
            if address not in self._before:
                text, before = game.to_text(), _shortened_before(game, address)
                found = await run_in_threadpool(filled, before)
                if text == self._text:
                    self._before[address] = found

    def _forget_another(self, game: GameInProgress) -> None:
        text = game.to_text()
        if text != self._text:
            self._keep(text, None)

    def _keep(self, text: str, found: Filled | None) -> None:
        if found is not None and (followed := self._followed(text)) is not None:
            found.game = followed
        self._text, self._filled = text, found
        self._before.clear()

    def _followed(self, text: str) -> GameInProgress | None:
        """Return the way that is known with the lines that came behind, if they fit it."""
        game = None if self._filled is None else self._filled.game
        if game is None or not self._text or not text.startswith(self._text):
            return None
        if game.standing().open is not None:
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


def _shortened_before(game: GameInProgress, address: int) -> GameInProgress:
    return _shortened(game, game.addresses.index(address))


def _shortened(game: GameInProgress, upto: int) -> GameInProgress:
    record = replace(game.record, statements=game.record.statements[:upto])
    return continue_game(Game(record, game.components, "game"))


def _copied(game: GameInProgress) -> GameInProgress:
    """Return a game that another thread may have."""
    return _shortened(game, len(game.record.statements))


def filled(game: GameInProgress) -> Filled:
    """Return the ways in which the gaps of a game can be filled, as far as they are found."""
    text = game.to_text()
    kept = [each for each in text.splitlines() if not each.startswith(CLAIMS)]
    # What people counted may fit no way that is found; then it is left aside.
    for record in dict.fromkeys((text, "\n".join((*kept, "")))):
        for work in WORK:
            with suppress(RefereeError):
                found = possible_tables(load(record, components=game.components), work=work)
                if found.example is not None:
                    likely = continue_game(Game(found.example, game.components, "game"))
                    found = replace(found, exact=found.exact and record == text)
                    return Filled(found, likely)
    return Filled(PossibleTables(game.table(), exact=False))
