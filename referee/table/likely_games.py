"""A game with gaps as it may have gone: people go on behind a gap, and tap on some table."""

from contextlib import suppress
from typing import Final

from msgspec.structs import replace

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
        self._before: dict[int, Table] = {}

    def of(self, game: GameInProgress) -> GameInProgress:
        """Return a game with its gaps filled in some way; as it is if none was found in time."""
        if game.standing().open is None:
            return game
        text = game.to_text()
        if self._game is None or text != self._text:
            self._game = self._followed(text) or _filled(game)
            self._text = text
            self._before.clear()
        return self._game

    def table_before(self, game: GameInProgress, address: int) -> Table:
        """Return a table that may have lain there before a statement."""
        text = game.to_text()
        if text != self._text:
            self._text, self._game = text, None
            self._before.clear()
        if address not in self._before:
            self._before[address] = _likely_before(game, address)
        return self._before[address]

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


def _likely_before(game: GameInProgress, address: int) -> Table:
    player = game.verdict(address).player
    upto = game.addresses.index(address)
    if player is not None:
        # With the turn itself the draws before it are filled in as well.
        whole = LikelyGame().of(_shortened(game, upto + 1))
        turns = [each.address for each in whole.verdicts() if each.player == player]
        if turns and whole.standing().open is None:
            return whole.table(turns[-1], before=True)
    return LikelyGame().of(_shortened(game, upto)).table()


def _shortened(game: GameInProgress, upto: int) -> GameInProgress:
    record = replace(game.record, statements=game.record.statements[:upto])
    return continue_game(Game(record, game.components, "game"))


def _filled(game: GameInProgress) -> GameInProgress:
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
    return game
