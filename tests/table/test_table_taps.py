"""Games recorded by taps alone, as pages send them, and how many taps they take."""

from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any

import pytest

import referee
from referee import Recording
from tests.table.served import Client, served
from tests.table.taps import Tapped, begun_again, tap, taps_of_game

pytestmark = pytest.mark.slow

MOST_TAPS = 500
MEDIAN_TAPS = 5
TAPS_OF_THE_FORM = 11
"""New game, a fourth player, four tracks with two taps each, start."""

TURNS = {"goods", "expand", "clerk", "marker", "merchant", "end"}
ILLEGAL = sorted(Path("games/illegal").glob("*.mgn"))


def rich_in_expansions() -> Recording:
    """Return a game by lot in which a region is entered more often than in most."""
    return referee.play(players=3, seed=SEED).recording()


SEED = 20


@pytest.mark.parametrize("rich", [False, True])
def test_a_game_takes_few_taps(*, rich: bool) -> None:
    game = (
        rich_in_expansions() if rich else referee.load(Path("games/four-players.mgn")).recording()
    )
    taps = taps_of_game(game)
    turns = [number for line, number in taps if line.split()[1] in TURNS]
    assert median(turns) <= MEDIAN_TAPS
    assert sum(number for _, number in taps) + TAPS_OF_THE_FORM <= MOST_TAPS


def faults(file: Path) -> Iterator[tuple[Recording, str]]:
    """Yield the games before each statement of a file that breaks a rule, and the statement."""
    game = referee.load(file).recording()
    wrong = game.status().faults
    again = begun_again(game)
    for verdict in game.verdicts():
        if verdict.address in wrong:
            yield again, verdict.statement
            return
        again.append(verdict.statement)


@pytest.mark.parametrize("file", ILLEGAL, ids=lambda file: file.stem)
def test_what_was_played_is_recorded_even_if_it_is_illegal(file: Path) -> None:
    for game, line in faults(file):
        said, _, claims = line.partition("=")
        if not said.strip():
            # A note of a count is typed into its own field.
            made = line
        else:
            made = tap(game.table(), said.partition("#")[0], everything=True).line
            made += f" ={claims}" if claims else ""
        change = game.append(made)
        assert change.verdict is not None
        assert change.verdict.verdict in {"illegal", "wrong-note"}
        expected = referee.load(file).recording()
        wanted = expected.verdict(expected.status().faults[0]).violations
        assert {each.rule for each in change.verdict.violations} >= {wanted[0].rule}


def said(page: Client, path: str, version: str, **body: object) -> Any:  # noqa: ANN401
    return page.ask(f"{path}/say", {"after": version, **body})


def record(page: Client, path: str, version: str, made: Tapped) -> dict[str, Any]:
    """Send the taps of a statement one by one, and return the state in which it is recorded."""
    answer: Any = None
    for offer in made.offers:
        answer = said(page, path, version, line=offer.line)
    if "state" not in answer:
        answer = said(page, path, version, line=answer["draft"]["line"], done=True)
    state: dict[str, Any] = answer["state"]
    return state


def test_a_round_is_recorded_by_taps_over_the_network(tmp_path: Path) -> None:
    whole = referee.load(Path("games/two-players.mgn")).recording()
    lines = [verdict.statement for verdict in whole.verdicts() if (verdict.round or 0) < 2]
    with served(tmp_path) as page:
        players = [{"colour": colour} for colour in whole.colours]
        state = page.ask("/api/games", {"players": players, "setup": whole.header.setup})
        path = f"/api/games/{state['name']}"
        local = referee.Recording(list(whole.colours), setup=whole.header.setup)
        for line in lines:
            if line.startswith("round ") or line in local.next().filled_in:
                continue
            if " bonus" in line and local.next().phase != "starting-bonus":
                continue
            made = tap(local.recording_table(), line)
            state = record(page, path, state["version"], made)
            local = referee.loads(_text(tmp_path)).recording()
        assert state["standing"]["verdict"] == "legal"
        assert state["due"]["round"] == 2
    assert "\nround 1\n" in _text(tmp_path)


def _text(folder: Path) -> str:
    (file,) = folder.glob("*.mgn")
    return file.read_text("utf-8")


def test_a_tap_on_something_that_is_not_allowed_is_recorded_with_its_ruling(
    tmp_path: Path,
) -> None:
    text = Path("games/four-players.mgn").read_text("utf-8")
    (tmp_path / "game.mgn").write_text(text.partition("red expand cape-town R18:2")[0], "utf-8")
    with served(tmp_path) as page:
        version = page.ask("/api/games/game")["version"]
        line = ""
        for place in ("home-cape-town", "region-R18", "region-R15"):
            found = said(page, "/api/games/game", version, line=line, place=place)
            line = found["draft"]["line"]
        assert line == "red expand cape-town R18 R15"
        state = said(page, "/api/games/game", version, line=line, done=True)["state"]
        entry = next(each for each in state["entries"] if each["address"] == state["recorded"])
        assert entry["verdict"] == "illegal"
        assert entry["violations"][0]["rule"] == "EXP-06"
        nearest = page.ask(f"/api/games/game/why/{entry['address']}")["nearest"]
        assert nearest.startswith("red expand cape-town")


def test_the_column_of_a_post_is_asked_while_two_have_posts() -> None:
    table = referee.load("games/four-players.mgn").table("6.3")
    begun = table.draft("red expand cape-town R18")
    columns = [offer.values for offer in begun.offers if offer.kind == "column"]
    assert columns == [("R18", "1"), ("R18", "2"), ("R18", "3")]
    assert not begun.is_complete


def test_a_second_tap_takes_back() -> None:
    table = referee.load("games/four-players.mgn").table("6.3")
    found = table.tap("red expand cape-town R18 R14", "region-R18")
    assert found is not None
    assert found.line == "red expand cape-town R14"


def test_a_tap_on_nothing_says_nothing() -> None:
    table = referee.load("games/four-players.mgn").table("6.3")
    assert table.tap("", "seat-2-cash") is None
    assert table.tap("", "<script>") is None


def test_a_mend_judges_what_follows_again(tmp_path: Path) -> None:
    text = Path("games/four-players.mgn").read_text("utf-8")
    (tmp_path / "game.mgn").write_text(text, "utf-8")
    with served(tmp_path) as page:
        state = page.ask("/api/games/game")
        line = "green goods coffee2 saint-louis 2"
        entry = next(each for each in state["entries"] if each["statement"] == line)
        begun = said(page, "/api/games/game", state["version"], at=entry["address"])
        assert begun["draft"]["player"] == "green"
        changed = said(
            page,
            "/api/games/game",
            state["version"],
            at=entry["address"],
            line="green goods coffee2 buy clerk2b",
            done=True,
        )["state"]
        assert len(changed["entries"]) == len(state["entries"])
        assert changed["changed"]
        assert changed["standing"]["verdict"] == "illegal"


def test_a_typed_line_is_recorded_as_it_stands(tmp_path: Path) -> None:
    text = Path("games/four-players.mgn").read_text("utf-8")
    (tmp_path / "game.mgn").write_text(text, "utf-8")
    line = "green goods coffee2 buy clerk2b"
    with served(tmp_path) as page:
        state = page.ask("/api/games/game")
        old = "green goods coffee2 saint-louis 2"
        at = next(each["address"] for each in state["entries"] if each["statement"] == old)
        typed = {"at": at, "line": f"{line} = 3", "done": True, "typed": True}
        mended = said(page, "/api/games/game", state["version"], **typed)["state"]
        entry = next(each for each in mended["entries"] if each["address"] == at)
        # One unit is left: in a file, too, it may go to several companies.
        assert entry["statement"] == f"{line} = 3"
        assert entry["verdict"] == "undecided"


def test_an_action_without_a_legal_turn_is_not_offered_as_legal() -> None:
    table = referee.load("games/two-players.mgn").table("3.2")
    begun = table.draft()
    legal = {each.values[0] for each in begun.offers if each.kind == "action" and each.legal}
    assert legal == {*table.actions}
    assert not any(each.legal and " expand " in each.line for each in begun.offers)


@pytest.mark.parametrize("name", ["two-players", "four-players"])
def test_no_space_is_offered_from_which_no_legal_turn_goes_on(name: str) -> None:
    game = referee.load(Path(f"games/{name}.mgn")).recording()
    for verdict in game.verdicts():
        if verdict.turn is None or verdict.player is None:
            continue
        table = game.table(verdict.address, before=True)
        begun = table.draft(f"{verdict.player} marker ?")
        for offer in begun.offers:
            on = table.draft(offer.line)
            goes_on = on.verdict == "legal" or any(each.legal for each in on.offers)
            assert goes_on or not offer.legal, (verdict.statement, offer.line)
