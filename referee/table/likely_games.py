"""A game with gaps as it may have gone: people go on behind a gap, and tap on some table."""

import asyncio
from contextlib import suppress
from typing import Final

from msgspec.structs import replace
from starlette.concurrency import run_in_threadpool

from referee import Game, GameInProgress, RefereeError, Table, continue_game, fill_gaps, load

SECONDS: Final = (0.2, 1.5)
"""How long a way is looked for in which all gaps can be filled; most are found at once."""
CLAIMS: Final = "="
"""How a line of counts begins, which may leave no way that is found in time."""


class LikelyGame:
    """One of the ways in which a game with gaps may have gone, followed from line to line."""

    def __init__(self) -> None:
        self._text = ""
        self._game: GameInProgress | None = None
        """The way that was found; None if there is none, or none was looked for."""
        self._looked_for = False
        self._before: dict[int, Table] = {}
        self._looking = asyncio.Lock()

    def of(self, game: GameInProgress) -> GameInProgress:
        """Return a game with its gaps filled in some way; as it is if none was found in time."""
        if game.standing().open is None:
            return game
        if not self._follows(game.to_text()):
            self._keep(game.to_text(), filled(game))
        return self._game or game

    async def look_for(self, game: GameInProgress) -> None:
        """Have the way ready that `of` returns; it is looked for in a thread of its own."""
        if game.standing().open is None:
            return
        async with self._looking:
            text = game.to_text()
            if not self._follows(text):
                self._keep(text, await run_in_threadpool(filled, _copied(game)))

    def table_before(self, game: GameInProgress, address: int) -> Table:
        """Return a table that may have lain there before a statement."""
        self._forget_another(game)
        if address not in self._before:
            self._before[address] = _likely_before(*_shortened_around(game, address))
        return self._before[address]

    async def look_before(self, game: GameInProgress, address: int) -> None:
        """Have the table ready that `table_before` returns."""
        async with self._looking:
            self._forget_another(game)
            if address not in self._before:
                around = _shortened_around(game, address)
                text = game.to_text()
                found = await run_in_threadpool(_likely_before, *around)
                if text == self._text:
                    self._before[address] = found

    def _forget_another(self, game: GameInProgress) -> None:
        text = game.to_text()
        if text != self._text:
            self._keep(text, None, looked_for=False)

    def _keep(self, text: str, game: GameInProgress | None, *, looked_for: bool = True) -> None:
        self._text, self._game, self._looked_for = text, game, looked_for
        self._before.clear()

    def _follows(self, text: str) -> bool:
        """Return whether the way is known, perhaps with the lines that came behind."""
        if self._looked_for and text == self._text:
            return True
        found = self._followed(text)
        if found is not None:
            self._keep(text, found)
        return found is not None

    def _followed(self, text: str) -> GameInProgress | None:
        """Return the way that is known with the lines that came behind, if they fit it."""
        game = self._game
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


def _shortened_around(
    game: GameInProgress, address: int
) -> tuple[str | None, GameInProgress, GameInProgress]:
    """Return whose a statement is, the game with it as the last one, and the game before it."""
    upto = game.addresses.index(address)
    return game.verdict(address).player, _shortened(game, upto + 1), _shortened(game, upto)


def _likely_before(player: str | None, behind: GameInProgress, before: GameInProgress) -> Table:
    if player is not None:
        # With the turn itself the draws before it are filled in as well.
        whole = LikelyGame().of(behind)
        turns = [each.address for each in whole.verdicts() if each.player == player]
        if turns and whole.standing().open is None:
            return whole.table(turns[-1], before=True)
    return LikelyGame().of(before).table()


def _shortened(game: GameInProgress, upto: int) -> GameInProgress:
    record = replace(game.record, statements=game.record.statements[:upto])
    return continue_game(Game(record, game.components, "game"))


def _copied(game: GameInProgress) -> GameInProgress:
    """Return a game that another thread may have."""
    return _shortened(game, len(game.record.statements))


def filled(game: GameInProgress) -> GameInProgress | None:
    """Return a game with its gaps filled in some way; None if no way is found in time."""
    text = game.to_text()
    kept = [each for each in text.splitlines() if not each.startswith(CLAIMS)]
    # What people counted may fit no way that is found in time; then it is left aside.
    for record in dict.fromkeys((text, "\n".join((*kept, "")))):
        for seconds in SECONDS:
            with suppress(RefereeError):
                given = load(record, components=game.components)
                example = fill_gaps(given, limit=seconds).example
                if example:
                    return continue_game(load(example, components=game.components))
    return None
