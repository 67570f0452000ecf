"""Ways in which a game with gaps may have gone are looked for beside the server's loop."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Thread, current_thread

import pytest

import referee
from referee.types import PossibleTables
from referee.web import open_games
from referee.web.open_games import Filled, LikelyGame, filled

FORGOTTEN = Path("games/with-gaps/two-turns-forgotten.mgn")


def test_a_way_is_looked_for_once_and_in_another_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    game = referee.load(FORGOTTEN).recording()
    found = filled(game)
    assert found.game is not None
    looked: list[Thread] = []

    def look(_: referee.Recording) -> Filled:
        looked.append(current_thread())
        return found

    monkeypatch.setattr(open_games, "filled", look)

    async def use() -> Thread:
        likely = LikelyGame()
        await asyncio.gather(*[likely.look_for(game) for _ in range(3)])
        assert likely.of(game) is found.game
        return current_thread()

    # Where tests in a browser have run, a loop of theirs runs in this thread.
    with ThreadPoolExecutor(1) as elsewhere:
        of_the_loop = elsewhere.submit(lambda: asyncio.run(use())).result()
    assert len(looked) == 1
    assert looked != [of_the_loop]


def test_where_no_way_is_found_the_game_stays_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    game = referee.load(FORGOTTEN).recording()
    looked: list[referee.Game] = []

    def look(source: referee.Game, **_: object) -> PossibleTables:
        looked.append(source)
        return PossibleTables(game.table(), exact=False)

    monkeypatch.setattr(referee.Game, "tables", look)
    likely = LikelyGame()
    assert likely.of(game) is game
    number = len(looked)
    assert likely.of(game) is game
    assert len(looked) == number > 0
