"""The page of a group: what its games came to."""

import shutil
import time
from pathlib import Path

from msgspec.structs import replace

import referee
from referee.web.group_routes import GameResult, Mining, Seated, people, records
from tests.table.served import served

GAMES = Path("games")


def _named_game(folder: Path) -> None:
    """Put a finished game of two named people into a folder."""
    text = (GAMES / "two-players.mgn").read_text()
    named = text.replace("players blue, green", 'players blue "Ann", green "Bob <b>"', 1)
    assert named != text
    (folder / "evening.mgn").write_text(named)


def test_results_and_records_are_those_of_finished_games(tmp_path: Path) -> None:
    _named_game(tmp_path)
    (tmp_path / "begun.mgn").write_text("players blue, green\nsetup first-game\n")
    with served(tmp_path) as page:
        told = page.ask("/api/group")
    assert told["summary"] == "2 games, 1 finished"
    (result,) = told["results"]
    assert [(seat["name"], seat["total"], seat["won"]) for seat in result["seats"]] == [
        ("Ann", 33, True),
        ("Bob <b>", 30, False),
    ]
    assert [(each["name"], each["games"], each["won"]) for each in told["people"]] == [
        ("Ann", 1, 1),
        ("Bob <b>", 1, 0),
    ]
    found = {each["what"]: each["number"] for each in told["records"]}
    assert (found["Highest total"], found["Widest margin"], found["Closest game"]) == (33, 3, 3)


def test_a_record_of_one_player_is_no_result(tmp_path: Path) -> None:
    rows = "row mombasa 0, row cape-town 0, row saint-louis 0, row cairo 0"
    pad = f"= blue 12, {rows}, diamond-row 15, book-row 0, total 27"
    head = "players blue\nsetup variable\ntracks mombasa=A1 cape-town=B1 saint-louis=C1 cairo=D1\n"
    (tmp_path / "alone.mgn").write_text(f"{head}round 7\n... round\n{pad}\n")
    with served(tmp_path) as page:
        told = page.ask("/api/group")
    assert told["summary"] == "1 game, 0 finished"
    assert (told["results"], told["records"]) == ([], [])


def test_a_folder_without_games_has_a_page(tmp_path: Path) -> None:
    with served(tmp_path) as page:
        told = page.ask("/api/group")
        assert page.get("/group").status_code == 200
    assert (told["results"], told["records"], told["broken"]) == ([], [], [])


def test_rules_are_told_that_were_broken_most(tmp_path: Path) -> None:
    illegal = sorted(Path("games/illegal").glob("exp-*.mgn"))[:2]
    for path in illegal:
        shutil.copy(path, tmp_path)
    shutil.copy(illegal[0], tmp_path / "again.mgn")
    with served(tmp_path) as page:
        told = page.ask("/api/group")["broken"]
    assert told[0]["rule"] == illegal[0].stem[:6].upper()
    assert told[0]["times"] == "2 times"
    assert told[0]["citations"]


def test_a_game_that_cannot_be_read_is_passed_over(tmp_path: Path) -> None:
    _named_game(tmp_path)
    (tmp_path / "junk.mgn").write_bytes(b"\xff\xfe\x00nothing")
    with served(tmp_path) as page:
        assert len(page.ask("/api/group")["results"]) == 1


def test_a_result_changes_with_its_file(tmp_path: Path) -> None:
    with served(tmp_path) as page:
        assert page.ask("/api/group")["results"] == []
        _named_game(tmp_path)
        assert len(page.ask("/api/group")["results"]) == 1


def test_one_person_is_counted_once_however_the_name_is_spelt() -> None:
    rows = {"cash": 1}
    first = Seated("blue", "Ann", 40, won=True, rows=rows)
    second = Seated("green", "ANN", 20, won=False, rows=rows)
    games = [_game("a", first, _other(39)), _game("b", second, _other(50))]
    (ann,) = people(games)
    assert (ann.games, ann.won, ann.average, ann.highest) == (2, 1, 30.0, 40)
    assert [(each.what, each.number) for each in records(games)[:4]] == [
        ("total", 50),
        ("lowest-win", 40),
        ("widest", 30),
        ("closest", 1),
    ]


def test_everybody_who_holds_a_record_is_named(tmp_path: Path) -> None:
    _named_game(tmp_path)
    shutil.copy(tmp_path / "evening.mgn", tmp_path / "again.mgn")
    with served(tmp_path) as page:
        told = {each["what"]: each["holders"] for each in page.ask("/api/group")["records"]}
    named = {what: {(each["who"], each["title"]) for each in told[what]} for what in told}
    assert named["Highest total"] == {("Ann", "evening"), ("Ann", "again")}
    assert named["Closest game"] == {(None, "evening"), (None, "again")}


def _game(name: str, *seats: Seated) -> GameResult:
    return GameResult(name, name, broken=(), seats=seats)


def _other(total: int) -> Seated:
    return Seated("red", None, total, won=total > 40, rows={"cash": 0})


def test_a_turn_of_an_own_game_becomes_a_puzzle(tmp_path: Path) -> None:
    _named_game(tmp_path)
    game, file = tmp_path / "evening.mgn", tmp_path / "evening-1-1.toml"
    turn = referee.load(game).review(budget=referee.Budget(stop=lambda: True)).turns[0]
    assert Mining().keep(file, game, 'A "fine" evening', turn)
    with served(tmp_path) as page:
        (own,) = page.ask("/api/group")["puzzles"]
        assert own["title"] == 'A "fine" evening, round 1, turn 1'
        judged = page.ask(f"/api/puzzles/{own['id']}/attempts", {"said": [turn.best]})
        assert (judged["verdict"], judged["best"]) == ("solved", turn.best_value)
        file.write_text("this = is no puzzle")
        assert page.get(f"/api/puzzles/{own['id']}").status_code == 404


def test_what_does_not_hold_is_not_kept_as_a_puzzle(tmp_path: Path) -> None:
    _named_game(tmp_path)
    game, file = tmp_path / "evening.mgn", tmp_path / "evening-1-1.toml"
    turn = referee.load(game).review(budget=referee.Budget(stop=lambda: True)).turns[0]
    wrong = replace(turn, best_value=turn.best_value + 1)
    assert not Mining().keep(file, game, "evening", wrong)
    assert not file.exists()


def test_one_game_at_a_time_is_looked_through_for_puzzles(tmp_path: Path) -> None:
    _named_game(tmp_path)
    with served(tmp_path) as page:
        assert page.ask("/api/group/mining", {"game": "evening"})["running"]
        assert page.post("/api/group/mining", {"game": "evening"}).status_code == 422
        page.ask("/api/group/mining", {"game": None})
        until = time.monotonic() + 60
        while page.ask("/api/group/mining")["running"]:
            assert time.monotonic() < until
            time.sleep(0.2)
        assert page.ask("/api/group/mining")["words"]
        assert page.post("/api/group/mining", {"game": "nowhere"}).status_code == 404
