"""Puzzles at the table: played by taps, judged, hinted at, remembered."""

import json
from pathlib import Path

import pytest

import referee
from tests.table.served import Client, served

ONE_TURN = "/api/puzzles/lone-merchant"
EXPANSION = "/api/puzzles/four-in-the-west"
PLAN = "/api/puzzles/a-plan-for-one-card"


def _offered(page: Client, puzzle: str, line: str, place: str, said: tuple[str, ...] = ()) -> str:
    """Return the line after a tap on a place."""
    asked = {"said": said, "line": line, "place": place}
    found: str = page.ask(f"{puzzle}/say", asked)["draft"]["line"]
    return found


def test_every_shipped_puzzle_is_listed_without_its_answer(tmp_path: Path) -> None:
    with served(tmp_path) as page:
        told = page.ask("/api/puzzles")
        assert [row["id"] for row in told["puzzles"]] == [each.id for each in referee.puzzles()]
        asked = page.get(EXPANSION).text
    puzzle = referee.Puzzle.named("four-in-the-west")
    assert puzzle.title in asked
    for secret in (*puzzle.solution, puzzle.comment, puzzle.hint, str(puzzle.optimum)):
        assert secret not in asked


def test_a_turn_grows_by_taps_on_the_picture(tmp_path: Path) -> None:
    with served(tmp_path) as page:
        begun = page.ask(f"{EXPANSION}/say", {})["draft"]
        places = {each["place"] for each in begun["offers"]}
        assert {"home-saint-louis", "space-discard"} <= places
        # Green's only pound is the price of the space, and nothing on display is free.
        assert "space-buy" not in places
        assert begun["question"]
        line = _offered(page, EXPANSION, "", "home-saint-louis")
        assert line == "green expand saint-louis"
        line = _offered(page, EXPANSION, line, "region-R03")
        further = page.ask(f"{EXPANSION}/say", {"line": line})["draft"]
        assert "region-R03" in further["chosen"]
        assert _offered(page, EXPANSION, line, "region-R03") == "green expand saint-louis"


def test_an_attempt_is_judged_beside_the_best(tmp_path: Path) -> None:
    with served(tmp_path) as page:
        short = page.ask(f"{ONE_TURN}/attempts", {"said": ["red end left"]})
        assert (short["verdict"], short["value"], short["best"], short["why"]) == (
            "short",
            0,
            5,
            "",
        )
        solved = page.ask(f"{ONE_TURN}/attempts", {"said": ["red merchant merchant"]})
        assert (solved["verdict"], solved["value"], solved["best"]) == ("solved", 5, 5)
        assert solved["why"] == referee.Puzzle.named("lone-merchant").comment
        cash = next(row for row in solved["pad"]["rows"] if row[0] == "cash")
        assert cash == ["cash", 0, 2]


def test_every_equal_optimum_solves_a_puzzle(tmp_path: Path) -> None:
    puzzle = referee.Puzzle.named("four-in-the-west")
    other = "green expand saint-louis R03:2 R08:2 R09:2 R01:1"
    assert other not in puzzle.solution
    with served(tmp_path) as page:
        judged = page.ask(f"{EXPANSION}/attempts", {"said": [other]})
    assert judged["verdict"] == "solved"


def test_an_illegal_attempt_is_told_with_its_rules(tmp_path: Path) -> None:
    with served(tmp_path) as page:
        judged = page.ask(f"{ONE_TURN}/attempts", {"said": ["red merchant merchant-cairo"]})
        assert judged["verdict"] == "illegal"
        assert judged["best"] is None
        assert judged["violations"][0]["rule"]
        assert judged["violations"][0]["citations"]


def test_several_turns_are_played_one_after_the_other(tmp_path: Path) -> None:
    solution = referee.Puzzle.named("a-plan-for-one-card").solution
    with served(tmp_path) as page:
        plan = page.ask(f"{PLAN}/say", {})["draft"]
        assert plan["kind"] == "plan"
        begun = page.ask(f"{PLAN}/say", {"said": solution[:1]})["draft"]
        assert begun["kind"] == "turn"
        some = page.ask(f"{PLAN}/attempts", {"said": solution[:3]})
        assert (some["verdict"], some["value"], some["best"]) == ("short", 25, 32)
        assert page.ask(f"{PLAN}/attempts", {"said": solution})["verdict"] == "solved"


def test_hints_come_in_steps_and_the_solution_only_when_asked_for(tmp_path: Path) -> None:
    puzzle = referee.Puzzle.named("four-in-the-west")
    with served(tmp_path) as page:
        number = page.ask(EXPANSION)["hints"]
        hints = [page.ask(f"{EXPANSION}/hints", {"step": at + 1}) for at in range(number)]
        assert hints[0]["words"] == puzzle.hint
        assert hints[-1]["places"]
        assert not any(puzzle.solution[0] in hint["words"] for hint in hints)
        assert page.post(f"{EXPANSION}/hints", {"step": number + 1}).status_code == 404
        told = page.ask(f"{EXPANSION}/solution", {})
        assert told["turns"] == list(puzzle.solution)
        assert told["why"] == puzzle.comment
        assert told["pad"]["rows"]


def test_progress_is_remembered_in_the_folder(tmp_path: Path) -> None:
    with served(tmp_path) as page:
        page.ask(f"{ONE_TURN}/attempts", {"said": ["red end left"]})
        page.ask(f"{ONE_TURN}/hints", {"step": 1})
    with served(tmp_path) as page:
        known = page.ask(ONE_TURN)
        assert (known["attempts"], known["reached"], known["seen"]) == (1, 0, 1)
        assert not known["solved"]
        page.ask(f"{ONE_TURN}/attempts", {"said": ["red merchant merchant"]})
        page.ask(f"{ONE_TURN}/attempts", {"said": ["red end left"]})
    with served(tmp_path) as page:
        known = page.ask(ONE_TURN)
        assert (known["attempts"], known["reached"], known["solved"]) == (3, 5, True)
        # Looking at the solution afterwards takes nothing away.
        assert not page.ask(f"{ONE_TURN}/solution", {})["progress"]["shown"]


@pytest.mark.parametrize(
    "junk", [b"{", b"[1]", b"\xff\xfe", b'{"lone-merchant": {"attempts": "x"}}']
)
def test_progress_that_makes_no_sense_is_put_aside(tmp_path: Path, junk: bytes) -> None:
    (tmp_path / ".puzzles.json").write_bytes(junk)
    with served(tmp_path) as page:
        assert page.ask(ONE_TURN)["attempts"] == 0
        page.ask(f"{ONE_TURN}/hints", {"step": 1})
    assert (tmp_path / ".puzzles-unreadable.json").read_bytes() == junk
    assert json.loads((tmp_path / ".puzzles.json").read_text()) == {"lone-merchant": {"hints": 1}}


@pytest.mark.parametrize("name", ["..%2fsecret", "my.toml", "%2fetc%2fpasswd", "x%0aformat", "no"])
def test_only_shipped_puzzles_are_found(tmp_path: Path, name: str) -> None:
    with served(tmp_path) as page:
        assert page.get(f"/api/puzzles/{name}").status_code == 404


@pytest.mark.parametrize(
    ("what", "asked"),
    [
        ("say", {"line": 5}),
        ("say", {"line": "purple nonsense"}),
        ("say", {"said": ["red merchant merchant-cairo"]}),
        ("attempts", {"said": ["nonsense"]}),
        ("attempts", {"said": ["red end left"] * 100}),
        ("attempts", {}),
        ("picture", {"width": "huge"}),
        ("hints", {"step": "one"}),
    ],
)
def test_what_makes_no_sense_is_refused_in_words(
    tmp_path: Path, what: str, asked: dict[str, object]
) -> None:
    with served(tmp_path) as page:
        refused = page.post(f"{ONE_TURN}/{what}", asked)
    assert refused.status_code in {400, 422}
    assert refused.json()["error"]["message"]


def test_the_picture_is_of_the_table_behind_the_turns(tmp_path: Path) -> None:
    solution = referee.Puzzle.named("a-plan-for-one-card").solution
    with served(tmp_path) as page:
        first = page.post(f"{PLAN}/picture", {"width": "phone"})
        later = page.post(f"{PLAN}/picture", {"said": solution[:2]})
        best = page.post(f"{PLAN}/picture", {"solution": True})
    assert first.headers["content-type"].startswith("image/svg+xml")
    assert first.text != later.text
    assert 'id="mark-' in best.text
    assert 'id="mark-' not in later.text
