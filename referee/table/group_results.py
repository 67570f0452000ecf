"""What the games of a folder come to for the people who play there: results, records, slips."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from msgspec import Struct

from referee import (
    GameInProgress,
    NoAnswerError,
    RefereeError,
    continue_game,
    score,
    unread_refusal,
)
from referee.table.claimed_pads import PadColumn, claimed_pad, winners
from referee.table.game_files import ENDING, GameFolder

MOST_GAMES: Final = 200
"""So many games, the last ones, are looked at."""


class Seated(Struct, frozen=True):
    """A player of a finished game, and what he came to."""

    colour: str
    name: str | None
    total: int
    won: bool
    rows: Mapping[str, int]
    """Pounds by row of the scoring pad."""


class GameResult(Struct, frozen=True):
    """What a game came to."""

    name: str
    title: str
    finished: bool
    broken: tuple[str, ...]
    """The ids of rules that were broken, each as often as that happened."""
    seats: tuple[Seated, ...] = ()

    @property
    def by_total(self) -> tuple[Seated, ...]:
        """The players, who is worth most first."""
        return tuple(sorted(self.seats, key=lambda each: (not each.won, -each.total)))

    @property
    def margin(self) -> int:
        """How far the first lies before the second."""
        first, second, *_ = sorted((each.total for each in self.seats), reverse=True)
        return first - second


class PersonResult(Struct, frozen=True):
    """What a person came to in all games."""

    name: str
    games: int
    won: int
    average: float
    highest: int


class GroupResults:
    """The results of a folder; a game is read again when its file has changed."""

    def __init__(self, folder: GameFolder) -> None:
        self._folder = folder
        self._read: dict[str, tuple[int, GameResult | None]] = {}

    def games(self) -> tuple[GameResult, ...]:
        """Return what every game came to, the last one first."""
        names = self._folder.names()[:MOST_GAMES]
        return tuple(filter(None, map(self._result, names)))

    def _result(self, name: str) -> GameResult | None:
        path = self._folder.path / f"{name}{ENDING}"
        try:
            changed = path.stat().st_mtime_ns
            known = self._read.get(name)
            if known is None or known[0] != changed:
                known = self._read[name] = (changed, _result_of(name, path))
        except OSError:
            return None
        return known[1]


def _result_of(name: str, path: Path) -> GameResult | None:
    try:
        game = continue_game(path)
    except RefereeError:
        return None
    except Exception as error:
        if unread_refusal(error) is None:
            raise
        return None
    broken = [
        each.rule
        for verdict in game.verdicts()
        for each in verdict.violations
        if verdict.verdict == "illegal"
    ]
    seats = tuple(_seats(game))
    finished = bool(seats)
    return GameResult(name, game.header.title or name, finished, tuple(broken), seats)


def _seats(game: GameInProgress) -> Iterator[Seated]:
    """Yield what everybody came to by the rules, or by the pad that was filled in."""
    if game.standing().finished:
        try:
            found = score(game.table())
        except NoAnswerError:
            return
        columns = tuple(PadColumn(each.rows, each.total) for each in found.players)
        victors = found.winners
    elif (claimed := claimed_pad(game)) is not None:
        columns, victors = claimed, winners(game, claimed)
    else:
        return
    for player, column in zip(game.header.players, columns, strict=True):
        won = player.colour in victors
        yield Seated(player.colour, player.name, column.total, won, column.rows)


def people(games: Sequence[GameResult]) -> tuple[PersonResult, ...]:
    """Return what everybody who is named came to, who won most often first."""
    by_name: dict[str, list[Seated]] = {}
    for game in games:
        for seat in game.seats:
            if seat.name:
                by_name.setdefault(seat.name.casefold(), []).append(seat)
    found = [_person(seats) for seats in by_name.values()]
    return tuple(sorted(found, key=lambda each: (-each.won, -each.average, each.name)))


def _person(seats: Sequence[Seated]) -> PersonResult:
    totals = [seat.total for seat in seats]
    return PersonResult(
        name=seats[0].name or "",
        games=len(seats),
        won=sum(seat.won for seat in seats),
        average=round(sum(totals) / len(totals), 1),
        highest=max(totals),
    )


def broken_most(games: Sequence[GameResult], most: int = 10) -> tuple[tuple[str, int], ...]:
    """Return the rules that were broken most often, and how often."""
    counted = Counter(rule for game in games for rule in game.broken)
    return tuple(sorted(counted.items(), key=lambda each: (-each[1], each[0]))[:most])


class Best(Struct, frozen=True):
    """A record: a number, in which game, and whose it is."""

    what: str
    number: int
    game: GameResult
    seat: Seated | None = None


def records(games: Sequence[GameResult]) -> tuple[Best, ...]:
    """Return the records of all finished games: totals, margins, and rows of the pad."""
    finished = [game for game in games if game.seats]
    if not finished:
        return ()
    everybody = [(game, seat) for game in finished for seat in game.seats]
    game, seat = max(everybody, key=lambda each: each[1].total)
    found = [Best("total", seat.total, game, seat)]
    winners = [(game, seat) for game, seat in everybody if seat.won]
    game, seat = min(winners, key=lambda each: each[1].total)
    found.append(Best("lowest-win", seat.total, game, seat))
    wide = max(finished, key=lambda each: each.margin)
    close = min(finished, key=lambda each: each.margin)
    found += [Best("widest", wide.margin, wide), Best("closest", close.margin, close)]
    for row in everybody[0][1].rows:
        game, seat = max(everybody, key=lambda each: each[1].rows.get(row, 0))
        if seat.rows.get(row, 0) > 0:
            found.append(Best(row, seat.rows[row], game, seat))
    return tuple(found)
