"""Whatever fails on the disk, what was acknowledged is there and what was refused is not."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx2 as httpx
import pytest

import referee
from tests.table.failing_disk import HOWS, How, failing
from tests.table.served import Client, served

pytestmark = pytest.mark.slow

WHOLE = Path("games/four-players.mgn").read_text("utf-8")
SETUP = WHOLE.partition("\nround 1")[0]
ROUND = WHOLE.partition("yellow clerk clerk2 to 1")[0]
PLANS = {line.split()[0]: line for line in WHOLE.splitlines()[21:25]}
GAME = "/api/games/game"
NEXT = "= blue 0?  # the next entry"
ENTRY = "red end left"
MISNOTED = "= blue 99"
REPAIR = {"line": ROUND.count("\n") + 1, "turn": "", "before": MISNOTED, "after": None}
ROWS = ("cash", "mombasa", "cape-town", "saint-louis", "cairo", "diamonds", "books")


def post(page: Client, path: str, **body: object) -> httpx.Response:
    version = page.ask(GAME)["version"]
    return page.post(f"{GAME}/{path}", {"after": version, **body})


def said(page: Client, path: str, **body: object) -> None:
    assert post(page, path, **body).is_success


def entered(page: Client) -> None:
    said(page, "changes", what="append", line="= blue 0?")


def mended(page: Client) -> None:
    entered(page)
    said(page, "changes", what="mend", address=last(page), line="yellow end left")


def planned(page: Client) -> None:
    for line in ("round 1", PLANS["blue"]):
        said(page, "changes", what="append", line=line)


def misnoted(page: Client) -> None:
    said(page, "changes", what="append", line=MISNOTED)


def undone(page: Client) -> None:
    entered(page)
    said(page, "steps", way="undo")


def kept_secret(*colours: str) -> Callable[[Client], None]:
    def keep(page: Client) -> None:
        for colour in colours:
            said(page, "plan", player=colour, line=PLANS[colour])

    return keep


def last(page: Client) -> int:
    address: int = page.ask(GAME)["entries"][-1]["address"]
    return address


def nothing(_: Client) -> None:
    """The record is as it was found."""


Request = Callable[[Client], httpx.Response]
REQUESTS: dict[str, tuple[str, Callable[[Client], None], Request]] = {
    "enter": (ROUND, nothing, lambda page: post(page, "changes", what="append", line="= blue 0?")),
    "enter a turn": (ROUND, entered, lambda page: post(page, "say", line=ENTRY, done=True)),
    "not sure": (ROUND, nothing, lambda page: post(page, "say", gap=True)),
    "up to a player": (ROUND, nothing, lambda page: post(page, "say", upto="green")),
    "within a gap": (
        f"{ROUND}... 1\n",
        nothing,
        lambda page: post(page, "say", within=last(page), line="yellow end left", done=True),
    ),
    "mend by taps": (
        ROUND,
        nothing,
        lambda page: post(page, "say", at=last(page), line="red end left", done=True),
    ),
    "mend": (
        ROUND,
        entered,
        lambda page: post(page, "changes", what="mend", address=last(page), line="= blue 1?"),
    ),
    "mend what was read": (
        ROUND,
        nothing,
        lambda page: post(page, "changes", what="mend", address=last(page), line="= blue 1?"),
    ),
    "note": (
        ROUND,
        entered,
        lambda page: post(page, "changes", what="note", address=last(page), line="ask Ann"),
    ),
    "delete": (
        ROUND,
        entered,
        lambda page: post(page, "changes", what="delete", address=last(page)),
    ),
    "take back": (
        ROUND,
        nothing,
        lambda page: post(page, "changes", what="take-back", address=last(page)),
    ),
    "drop": (
        ROUND,
        entered,
        lambda page: post(page, "changes", what="drop-from", address=last(page) - 2),
    ),
    "ruling": (
        ROUND,
        nothing,
        lambda page: post(page, "changes", what="append", line="ruling capital-call=may-decline"),
    ),
    "undo an entry": (ROUND, entered, lambda page: post(page, "steps", way="undo")),
    "undo a mend": (
        ROUND,
        mended,
        lambda page: post(page, "steps", way="undo"),
    ),
    "undo what was read": (ROUND, nothing, lambda page: post(page, "steps", way="undo")),
    "undo a heading and a plan": (
        SETUP,
        planned,
        lambda page: post(page, "steps", way="undo"),
    ),
    "redo": (ROUND, undone, lambda page: post(page, "steps", way="redo")),
    "heading and plan": (
        SETUP,
        nothing,
        lambda page: post(page, "say", line=PLANS["blue"], player="blue", done=True),
    ),
    "secret plan": (
        SETUP,
        nothing,
        lambda page: post(page, "plan", player="red", line=PLANS["red"]),
    ),
    "last secret plan": (
        SETUP,
        kept_secret("blue", "green", "red"),
        lambda page: post(page, "plan", player="yellow", line=PLANS["yellow"]),
    ),
    "last plan, the others secret": (
        SETUP,
        kept_secret("green", "red", "yellow"),
        lambda page: post(page, "say", line=PLANS["blue"], player="blue", done=True),
    ),
    "count": (ROUND, nothing, lambda page: post(page, "counts", counted={"blue": 3})),
    "count a table": (
        ROUND,
        entered,
        lambda page: post(page, "counts", counted={"blue": 3}, how="table", skipped=True),
    ),
    "count a round": (
        SETUP,
        nothing,
        lambda page: post(page, "counts", counted={"blue": 3}, how="round"),
    ),
    "pad": (
        SETUP,
        nothing,
        lambda page: post(page, "pad", columns=[dict.fromkeys(ROWS, 0)] * 4),
    ),
    "effort": (ROUND, nothing, lambda page: page.post(f"{GAME}/memory", {"effort": "rounds"})),
    "agree": (ROUND, nothing, lambda page: post(page, "agree", player="red")),
    "keep": (ROUND, misnoted, lambda page: post(page, "keep", address=last(page))),
    "repair": (ROUND, misnoted, lambda page: post(page, "repairs", changes=[REPAIR])),
}
SEARCHING = {"within a gap", "up to a player"}
"""Each asks for a search through what gaps may hold; they fail in the worst way alone."""
SEEN = ("planned", "agreed", "effort", "faults")


def shown(page: Client) -> Any:  # noqa: ANN401 - what a page is told of the game
    state = page.ask(GAME)
    lines = [entry["statement"] for entry in state["entries"]]
    return lines, [state[key] for key in SEEN], state["unsaved"]


def on_disk(folder: Path) -> list[str]:
    verdicts = referee.load(folder / "game.mgn").recording().verdicts()
    return [verdict.statement.partition(" rejected ")[0] for verdict in verdicts]


def begun(folder: Path, request: str) -> None:
    folder.mkdir()
    (folder / "game.mgn").write_text(REQUESTS[request][0], "utf-8")


@pytest.mark.parametrize("request_", REQUESTS)
def test_a_failed_request_changes_nothing_and_the_next_one_succeeds(
    tmp_path: Path, request_: str
) -> None:
    _, prepare, ask = REQUESTS[request_]
    begun(tmp_path / "0", request_)
    with served(tmp_path / "0") as page:
        prepare(page)
        with failing(tmp_path) as disk:
            assert ask(page).is_success
    assert disk.calls
    for number in range(1, disk.calls + 1):
        for how in HOWS[1:2] if request_ in SEARCHING else HOWS:
            folder = tmp_path / f"{number} {how}"
            begun(folder, request_)
            _one_failure(folder, request_, number, how)


def _one_failure(folder: Path, request: str, number: int, how: How) -> None:
    _, prepare, ask = REQUESTS[request]
    with served(folder) as page:
        prepare(page)
        before = shown(page)
        with failing(folder, number, how):
            answer = ask(page)
            assert answer.is_success or answer.status_code == 507, answer.text
            during = shown(page)
        after = shown(page)
        assert not after[2]
        assert after[:2] == during[:2]
        if answer.is_success:
            assert after != before
        else:
            assert after[:2] == before[:2]
        assert on_disk(folder) == after[0]
        said(page, "changes", what="append", line=NEXT)
        behind = shown(page)
        assert behind[0] == [*after[0], NEXT]
        assert on_disk(folder) == behind[0]
        # Who undoes comes back to what was acknowledged, and to nothing else.
        said(page, "steps", way="undo")
        assert shown(page)[0] == after[0]
    with served(folder) as page:
        assert shown(page)[:2] == after[:2]


def test_a_game_that_is_not_saved_says_so_and_refuses(tmp_path: Path) -> None:
    begun(tmp_path / "here", "enter")
    file = tmp_path / "here" / "game.mgn"
    whole = file.read_bytes()
    with served(tmp_path / "here") as page:
        before = shown(page)
        # The lock is the first call, the write the third: half of the line is written.
        with failing(tmp_path, 3, "from then on"):
            assert post(page, "changes", what="append", line="= blue 0?").status_code == 507
            assert file.read_bytes() != whole
            assert "could not be saved" in shown(page)[2]
            assert post(page, "changes", what="append", line=NEXT).status_code == 507
        assert shown(page) == before
        assert file.read_bytes() == whole


NEW = {"players": [{"colour": "blue"}, {"colour": "green"}], "effort": "rounds"}
PUZZLE = "/api/puzzles/a-plan-for-one-card"
SOLUTION = referee.Puzzle.named("a-plan-for-one-card").solution
BESIDE: dict[str, tuple[str, object, str]] = {
    "new game": ("/api/games", NEW, "/api/games"),
    "ruling of the group": (
        "/api/rulings",
        {"ruling": "partial-use", "answer": "yes"},
        "/api/choices",
    ),
    "attempt": (f"{PUZZLE}/attempts", {"said": [*SOLUTION]}, PUZZLE),
    "hint": (f"{PUZZLE}/hints", {"step": 1}, PUZZLE),
    "solution": (f"{PUZZLE}/solution", {}, PUZZLE),
}


@pytest.mark.parametrize("request_", BESIDE)
def test_a_failed_request_beside_the_games_changes_nothing(tmp_path: Path, request_: str) -> None:
    path, body, seen_at = BESIDE[request_]
    with served(tmp_path / "0") as page:
        before = page.ask(seen_at)
        with failing(tmp_path) as disk:
            page.ask(path, body)
        expected = page.ask(seen_at)
    assert expected != before
    assert disk.calls
    for number in range(1, disk.calls + 1):
        for how in HOWS:
            folder = tmp_path / f"{number} {how}"
            with served(folder) as page:
                with failing(folder, number, how):
                    answer = page.post(path, body)
                assert answer.is_success or answer.status_code == 507, answer.text
                assert page.ask(seen_at) == (expected if answer.is_success else before)
            with served(folder) as page:
                assert page.ask(seen_at) == (expected if answer.is_success else before)
                if not answer.is_success:
                    page.ask(path, body)
                    assert page.ask(seen_at) == expected


def test_a_game_is_removed_or_still_there(tmp_path: Path) -> None:
    begun(tmp_path / "0", "enter")
    with served(tmp_path / "0") as page, failing(tmp_path) as disk:
        assert post(page, "remove").is_success
    assert disk.calls
    for number in range(1, disk.calls + 1):
        for how in HOWS:
            folder = tmp_path / f"{number} {how}"
            begun(folder, "enter")
            with served(folder) as page:
                with failing(folder, number, how):
                    answer = post(page, "remove")
                assert answer.is_success or answer.status_code == 507, answer.text
                there = [game["name"] for game in page.ask("/api/games")]
            assert there == ([] if answer.is_success else ["game"])
            aside = [*folder.glob(".removed/*.mgn")]
            assert len(aside) == answer.is_success
