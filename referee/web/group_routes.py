"""What the page of a group asks for: results, records, slips, and puzzles from its games."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from threading import Event
from typing import Any, Final

from msgspec import Struct, to_builtins
from starlette.requests import Request

from referee import (
    Budget,
    NoAnswerError,
    Puzzle,
    Recording,
    RefereeError,
    UnknownValueError,
    UsageError,
    load,
    rule,
)
from referee.core.plain_toml import toml_value
from referee.i18n.page_words import cited_place, picture_words
from referee.i18n.speech import say, say_or, speaking, spoken
from referee.types import ReviewedTurn
from referee.web.answers import answers, games_of, request_data, server_object
from referee.web.counted_things import PadColumn, claimed_pad, winners
from referee.web.game_files import ENDING, GameFolder, is_odd, replace_own
from referee.web.puzzle_routes import OWN, shelf_of
from referee.workers import aside, start_aside

# What the games of a folder come to for the people who play there: results, records, slips --------
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
    broken: tuple[str, ...]
    """The ids of rules that were broken, each as often as that happened."""
    seats: tuple[Seated, ...] = ()

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
        if is_odd(path):
            return None
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
        game = load(path).recording()
    except RefereeError:
        return None
    except Exception as error:
        if UnknownValueError.behind(error) is None:
            raise
        return None
    broken = [
        each.rule
        for verdict in game.verdicts()
        for each in verdict.violations
        if verdict.verdict == "illegal"
    ]
    # A record may name one player; that is no game, and has no second to lie before.
    seats = tuple(_seats(game)) if len(game.colours) > 1 else ()
    return GameResult(name, game.header.title or name, tuple(broken), seats)


def _seats(game: Recording) -> Iterator[Seated]:
    if game.status().finished:
        try:
            found = game.table().score()
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
    found = [
        PersonResult(
            name=seats[0].name or "",
            games=len(seats),
            won=sum(seat.won for seat in seats),
            average=round(sum(seat.total for seat in seats) / len(seats), 1),
            highest=max(seat.total for seat in seats),
        )
        for seats in by_name.values()
    ]
    return tuple(sorted(found, key=lambda each: (-each.won, -each.average, each.name)))


def broken_most(games: Sequence[GameResult], most: int = 10) -> tuple[tuple[str, int], ...]:
    """Return the rules that were broken most often, and how often."""
    counted = Counter(rule for game in games for rule in game.broken)
    return tuple(sorted(counted.items(), key=lambda each: (-each[1], each[0]))[:most])


class Best(Struct, frozen=True):
    """A record: a number, and in which games it was reached, by whom if it is a player's."""

    what: str
    number: int
    holders: tuple[tuple[GameResult, Seated | None], ...]


def records(games: Sequence[GameResult]) -> tuple[Best, ...]:
    """Return the records of all finished games: totals, margins, and rows of the pad."""
    finished = [game for game in games if game.seats]
    if not finished:
        return ()
    everybody = [(game, seat) for game in finished for seat in game.seats]
    margins = [(game.margin, (game, None)) for game in finished]
    totals = [(seat.total, (game, seat)) for game, seat in everybody]
    won = [(seat.total, (game, seat)) for game, seat in everybody if seat.won]
    found = [
        _best("total", max, totals),
        _best("lowest-win", min, won),
        _best("widest", max, margins),
        _best("closest", min, margins),
    ]
    for row in everybody[0][1].rows:
        best = _best(row, max, [(seat.rows.get(row, 0), (game, seat)) for game, seat in everybody])
        if best.number > 0:
            found.append(best)
    return tuple(found)


def _best(
    what: str,
    choose: Callable[[Iterable[int]], int],
    reached: Sequence[tuple[int, tuple[GameResult, Seated | None]]],
) -> Best:
    number = choose(value for value, _ in reached)
    return Best(what, number, tuple(holder for value, holder in reached if value == number))


# Puzzles from one's own games: turns that fell short of a proved best one, written as files -------
SECONDS_A_TURN: Final = 3.0
LOST_AT_LEAST: Final = 3
"""What is missed by less is no puzzle."""
MOST_KEPT: Final = 5
EASY: Final = 10
MEDIUM: Final = 5
"""Whoever lost so much has overlooked something plain; what lies closer is harder to see."""


class MiningState(Struct, frozen=True):
    """How far the search through a game has come."""

    game: str = ""
    looked: int = 0
    of: int = 0
    found: tuple[str, ...] = ()
    running: bool = False
    trouble: str = ""


class Mining:
    """A search for puzzles, one game at a time."""

    def __init__(self) -> None:
        self._language = spoken()
        self._stopped = Event()
        self.state = MiningState()

    def start(self, name: str, title: str, path: Path) -> bool:
        """Begin to look through a game; False if another one is being looked through."""
        if self.state.running:
            return False
        self._stopped = Event()
        self.state = MiningState(name, running=True)
        start_aside(self._look, name, title, path)
        return True

    def stop(self) -> None:
        """Leave it at what was found so far."""
        self._stopped.set()

    def _look(self, name: str, title: str, path: Path) -> None:
        def progress(looked: int, of: int) -> None:
            self.state = MiningState(name, looked, of, running=True)

        found: tuple[str, ...] = ()
        trouble = ""
        try:
            budget = Budget(seconds=SECONDS_A_TURN, stop=self._stopped.is_set, progress=progress)
            answer = load(path).review(max_items=10_000, budget=budget)
            written: list[str] = []
            for turn in answer.misses:
                if len(written) == MOST_KEPT:
                    break
                if turn.status == "optimal" and turn.loss >= LOST_AT_LEAST:
                    file = path.with_name(f"{name}-{turn.round}-{turn.turn_number}.toml")
                    if self.keep(file, path, title, turn):
                        written.append(file.stem)
            found = tuple(written)
        except RefereeError as error:
            trouble = error.message
        except OSError as error:
            trouble = error.strerror or str(error)
        self.state = MiningState(
            name, self.state.looked, self.state.of, found, running=False, trouble=trouble
        )

    def keep(self, file: Path, path: Path, title: str, turn: ReviewedTurn) -> bool:
        """Write a puzzle; return whether it can be read, and its solution is worth the best."""
        with speaking(self._language):
            text = self._text(path.name, title, turn)
        replace_own(file, text.encode())
        try:
            puzzle = Puzzle.load(file)
            holds = puzzle.attempt(*puzzle.solution).verdict == "solved"
        except RefereeError:
            holds = False
        if not holds:
            file.unlink()
        return holds

    def _text(self, game: str, title: str, turn: ReviewedTurn) -> str:
        title = "".join(c if c.isprintable() else " " for c in title)
        facts: dict[str, Any] = {"title": title, "round": turn.round, "turn": turn.turn_number}
        level = "easy" if turn.loss >= EASY else "medium" if turn.loss >= MEDIUM else "hard"
        action = turn.best.split()[1] if " " in turn.best else turn.best
        entries = {
            "format": "puzzle-1",
            "title": say("group.page.mined-title", **facts),
            "difficulty": level,
            "text": say("group.page.mined-text", **facts),
            "hint": say("group.page.mined-hint", n=turn.loss),
            "comment": say(
                "group.page.mined-comment", played=turn.turn, value=turn.value, best=turn.best_value
            ),
            "objective": "net-worth",
            "game": game,
            "at": f"{turn.round}.{turn.turn_number}",
            "themes": [say("group.page.mined-theme"), action],
            "optimum": turn.best_value,
            "solution": [turn.best],
        }
        return "".join(f"{key} = {toml_value(value)}\n" for key, value in entries.items())


class _MiningWish(Struct, frozen=True, forbid_unknown_fields=True):
    """The game in which puzzles are to be looked for; None ends the search."""

    game: str | None


@answers("/api/group")
async def _group(request: Request) -> object:
    words = _GroupWords()
    games = await aside(server_object(request, GroupResults, games_of(request).folder).games)
    shelf = await aside(shelf_of(request).all)
    own = [{"id": id_, "title": each.title} for id_, each in shelf.items() if id_.startswith(OWN)]
    finished = [game for game in games if game.seats]
    return {
        "summary": words.summary(games),
        "results": [words.result(game) for game in finished],
        "people": [to_builtins(each) for each in people(finished)],
        "records": [words.record(each) for each in records(finished)],
        "broken": [words.broken(*each) for each in broken_most(games)],
        "puzzles": own,
        "mining": words.mining(server_object(request, Mining)),
    }


@answers("/api/group/mining", "POST")
async def mine(request: Request) -> object:
    """Begin to look for puzzles in a game, or leave it at what was found."""
    wanted = await request_data(request, _MiningWish)
    mining = server_object(request, Mining)
    if wanted.game is None:
        mining.stop()
    else:
        opened = games_of(request).named(wanted.game)
        path = games_of(request).folder.path / f"{opened.name}{ENDING}"
        title = opened.game.header.title or opened.name
        if not mining.start(opened.name, title, path):
            raise UsageError.of("group.page.mining-busy")
    return _GroupWords().mining(mining)


@answers("/api/group/mining")
async def _mining_state(request: Request) -> object:
    return _GroupWords().mining(server_object(request, Mining))


class _GroupWords:
    """What is said of a group."""

    def __init__(self) -> None:
        self._pictures = picture_words()

    def summary(self, games: tuple[GameResult, ...]) -> str:
        finished = sum(bool(game.seats) for game in games)
        return say("group.page.summary", n=len(games), finished=finished)

    def result(self, game: GameResult) -> dict[str, Any]:
        seats = [
            {
                "colour": each.colour,
                "name": self._called(each),
                "total": each.total,
                "won": each.won,
            }
            for each in sorted(game.seats, key=lambda each: (not each.won, -each.total))
        ]
        return {"name": game.name, "title": game.title, "seats": seats}

    def record(self, best: Best) -> dict[str, Any]:
        company = self._pictures.companies.get(best.what, best.what)
        of_row = say("group.page.record-row", row=company)
        what = say_or(of_row, f"group.page.record-{best.what}")
        return {
            "what": what,
            "number": best.number,
            "holders": [
                {"who": self._called(seat) if seat else None, "title": game.title}
                for game, seat in best.holders
            ],
        }

    def broken(self, name: str, times: int) -> dict[str, Any]:
        page = rule(name)
        return {
            "rule": page.id,
            "holds": page.holds,
            "citations": [cited_place(each) for each in page.citations],
            "times": say("group.page.times", n=times),
        }

    def mining(self, mining: Mining) -> dict[str, Any]:
        state = mining.state
        if state.running:
            words = say("group.page.mining-runs", looked=state.looked, of=state.of)
        elif state.trouble:
            words = state.trouble
        else:
            words = say("group.page.mining-done", n=len(state.found)) if state.game else ""
        return {"game": state.game, "running": state.running, "words": words}

    def _called(self, seat: Seated) -> str:
        return seat.name or self._pictures.colour(seat.colour)
