import shutil
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from referee.api.conformance import conformance_of
from referee.cli.conform import report_page
from referee.components.set_writer import write_set
from referee.conformance.difference import FinalQuestion, Parting, from_parting
from referee.conformance.protocol import AskLegal, AskTable, AskVerdict, NamedSet, New
from referee.conformance.report import Played, Tally
from referee.core.events import DealCards
from referee.core.ids import CardId, RegionId, Seat
from referee.core.set_reader import reference_set
from referee.core.turns import Entering, Expand
from tests.cli.conform_runs import GOLDEN, SHORT, conform, told
from tests.cli.running import run, shown
from tests.conformance.commands import ENGINE, fake, faulty
from tests.conformance.fake_program import ODD

pytestmark = pytest.mark.slow

ENTERING = Entering(region=RegionId("R01"), column=1, source="cairo")


def test_the_engine_conforms_to_itself(tmp_path: Path) -> None:
    result = conform(tmp_path, *SHORT, command=ENGINE)
    assert result.exit_code == 0, result.output
    assert "mombasa-referee 0.1.0: no difference" in result.output
    assert "never reached: " in result.output
    assert not (tmp_path / "found").exists()


def test_a_fault_is_told_with_both_answers_its_rule_and_a_game(tmp_path: Path) -> None:
    result = conform(tmp_path, *SHORT, "--games", "4", command=faulty("price"))
    assert result.exit_code == 1
    said = " ".join(result.output.split())
    assert "verdict goods illegal GDS-06" in said
    assert "legal false true" in said
    assert "units-cover-price: The units reach at least the price" in said
    assert "Acquire 1 card from the card display" in said
    file = tmp_path / "found" / "verdict-goods-illegal-gds-06.mgn"
    checked = run("check", str(file))
    assert checked.exit_code == 1
    assert "GDS-06" in checked.output


def test_a_game_with_another_set_is_saved_with_the_set(tmp_path: Path) -> None:
    arguments = ("--games", "3", "--rounds", "1", "--set", "random-5")
    result = conform(tmp_path, *arguments, command=faulty("price"))
    assert result.exit_code == 1
    found = tmp_path / "found"
    checked = run(
        "check",
        "--set",
        str(found / "random-5"),
        str(found / "verdict-goods-illegal-gds-06.mgn"),
    )
    assert checked.exit_code == 1
    assert "GDS-06" in checked.output


def test_a_folder_with_a_set_that_contradicts_itself_is_a_misuse(tmp_path: Path) -> None:
    components = reference_set()
    folder = write_set(replace(components, tiles=components.tiles[1:]), tmp_path / "odd")
    result = conform(tmp_path, *SHORT, "--set", str(folder), command=ENGINE)
    assert result.exit_code == 2
    assert "referee components check" in " ".join(result.output.split())


def report_of(parting: Parting, asked: FinalQuestion) -> str:
    """Return the page about one difference."""
    tally = Tally()
    game = New(id=0, components=NamedSet("reference", ""), players=2, tracks=())
    tally.add(Played(game="7", differences=(from_parting(parting, game, asked),)))
    return "".join(
        line.strip() for line in shown(report_page(conformance_of(tally.report(), None)), 5000)
    )


def test_a_question_is_shown_to_its_end() -> None:
    cards = tuple(CardId(f"card-{number}") for number in range(200))
    question = AskVerdict(id=0, event=DealCards(cards=cards))
    page = report_of(Parting(kind="verdict", about=("legal",), expected={}, given={}), question)
    assert msgspec.json.encode(question).decode() in page


def test_long_answers_are_shown_where_they_part() -> None:
    cards = [f"card-{number}" for number in range(300)]
    others = [*cards[:200], "another", *cards[201:]]
    page = report_of(
        Parting(kind="state", expected={"hand": cards}, given={"hand": others}),
        AskTable(id=0, want="state"),
    )
    assert '"card-200"' in page
    assert '"another"' in page
    assert '"card-1"' not in page
    assert '"card-299"' not in page


def test_every_turn_that_only_one_side_lists_is_shown_whole() -> None:
    turns = [Expand(seat=Seat(0), company="cairo", enter=(ENTERING,) * 9) for _ in range(3)]
    page = report_of(
        Parting(kind="turns", expected={"missing": turns}, given={"illegal": []}),
        AskLegal(id=0, want="turns", actions=("expand",)),
    )
    assert page.count('"oust":[]') == len(turns)


def test_json_tells_everything(tmp_path: Path) -> None:
    data = told(conform(tmp_path, *SHORT, "--games", "4", "--json", command=faulty("price")))
    assert data["games"] == 4
    assert data["known"] is None
    (difference,) = data["differences"]
    assert difference["id"] == "verdict goods illegal GDS-06"
    assert difference["referee"] == {"legal": False, "rules": ["GDS-06"]}
    assert difference["program"] == {"legal": True, "rules": []}
    assert difference["rules"][0]["citations"]
    rules = {each["rule"]: each for each in data["rules"]}
    assert rules["GDS-06"]["differ"] > 0
    assert rules["PLN-03"]["agree"] > 0
    assert "SCO-06" in data["never_reached"]


BAD = {"gone": "crash", "junk": "broken-line", "silent": "hang", "a list": "broken-line"}


@pytest.mark.parametrize(("way", "kind"), BAD.items())
def test_a_program_that_cannot_even_greet_is_a_finding(tmp_path: Path, way: str, kind: str) -> None:
    limit = ("--timeout-per-answer", "1") if kind == "hang" else ()
    result = conform(tmp_path, *limit, command=fake(way))
    assert result.exit_code == 1
    assert f"{kind} hello" in result.output


@pytest.mark.parametrize(
    ("way", "words"),
    [
        ("crashes later", "crash deal-cards"),
        ("lies", "state deal-cards phase"),
        ("ends badly", "crash quit"),
    ],
)
def test_what_goes_wrong_later_is_a_finding_too(tmp_path: Path, way: str, words: str) -> None:
    arguments = ("--games", "2", "--set", "reference")
    result = conform(tmp_path, *arguments, "--rounds", "1", command=fake(way))
    assert result.exit_code == 1
    assert words in result.output


@pytest.mark.parametrize("way", ODD)
def test_no_value_that_a_program_tells_breaks_the_kit(tmp_path: Path, way: str) -> None:
    results = tmp_path / "run.jsonl"
    options = ("--games", "1", "--set", "reference", "--results", str(results))
    for form in ((), ("--json", "--resume")):
        result = conform(tmp_path, *options, *form, command=fake(way))
        assert result.exit_code == 1, result.output[-500:]
        assert "deal-cards" in result.output
        assert "\x1b" not in result.output


def test_a_program_that_only_applies_events_and_scores_is_tested(tmp_path: Path) -> None:
    arguments = ("--games", "1", "--set", "reference", "--players", "2", "--shrink", "0")
    result = conform(tmp_path, *arguments, command=fake("fine"))
    assert result.exit_code == 1
    assert "score score" in result.output


def test_a_command_that_cannot_be_run_is_a_misuse(tmp_path: Path) -> None:
    result = conform(tmp_path, command=("/nowhere/at/all",))
    assert result.exit_code == 2
    assert "cannot be run" in result.output


def test_several_processes_find_the_same(tmp_path: Path) -> None:
    found = [
        told(conform(tmp_path, *SHORT, "--jobs", jobs, "--json", command=faulty("price")))
        for jobs in ("1", "2")
    ]
    assert found[0] == found[1]


def test_an_interrupted_run_goes_on(tmp_path: Path) -> None:
    results = tmp_path / "run.jsonl"
    kept = ("--results", str(results), "--json")
    whole = told(conform(tmp_path, *SHORT, "--games", "3", *kept, command=faulty("price")))
    lines = results.read_bytes().splitlines(keepends=True)
    assert len(lines) == 4
    results.write_bytes(b"".join(lines[:2]) + lines[2][:40])
    again = conform(tmp_path, *SHORT, "--games", "3", *kept, "--resume", command=faulty("price"))
    assert told(again) == whole
    assert sorted(results.read_bytes().splitlines(keepends=True)[1:]) == sorted(lines[1:])


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_run_whose_time_is_up_says_what_is_left_and_goes_on(tmp_path: Path, jobs: str) -> None:
    kept = ("--results", str(tmp_path / "run.jsonl"), "--jobs", jobs)
    cut = conform(tmp_path, *SHORT, *kept, "--timeout", "0.001", command=ENGINE)
    assert cut.exit_code == 3, cut.output
    assert "stopped after 0.001 seconds: 2 games not played" in cut.output
    assert "--resume plays only what is left" in " ".join(cut.output.split())
    whole = conform(tmp_path, *SHORT, *kept, "--resume", "--timeout", "0", "--json", command=ENGINE)
    assert whole.exit_code == 0
    assert told(whole)["games"] == 2
    assert told(whole)["cut"] is None


def test_a_game_under_way_when_the_time_is_up_is_left_out(tmp_path: Path) -> None:
    limited = ("--games", "500", "--set", "reference", "--timeout", "4", "--json")
    result = conform(tmp_path, *limited, command=ENGINE)
    data = told(result)
    assert result.exit_code == 3
    assert data["games"] + len(data["cut"]["not_played"]) == 500
    assert data["cut"]["not_played"][-1] == "499"


def test_differences_stay_as_long_as_they_are_when_the_time_is_up(tmp_path: Path) -> None:
    kept = (*SHORT, "--results", str(tmp_path / "run.jsonl"), "--json")
    first = told(conform(tmp_path, *kept, "--shrink", "0", command=faulty("price")))
    cut = conform(tmp_path, *kept, "--resume", "--timeout", "0.001", command=faulty("price"))
    assert cut.exit_code == 1
    assert told(cut)["cut"] == {
        "seconds": 0.001,
        "not_played": [],
        "not_shrunk": [difference["id"] for difference in first["differences"]],
    }


def test_a_known_failure_that_was_not_reached_in_time_has_not_passed(tmp_path: Path) -> None:
    known = tmp_path / "known.txt"
    known.write_text("state plan players.hand\n", "utf-8")
    limited = (*SHORT, "--known", str(known), "--timeout", "0.001")
    assert conform(tmp_path, *limited, command=ENGINE).exit_code == 3


def test_results_of_another_run_are_not_gone_on_with(tmp_path: Path) -> None:
    results = tmp_path / "run.jsonl"
    conform(tmp_path, *SHORT, "--results", str(results), command=faulty("none"))
    for arguments in (("--illegal", "1"), ("--players", "3")):
        options = (*SHORT, *arguments, "--results", str(results), "--resume")
        result = conform(tmp_path, *options, command=faulty("none"))
        assert result.exit_code == 2
        assert "other options" in " ".join(result.output.split())
    results.write_text("a poem\n")
    poem = (*SHORT, "--results", str(results), "--resume")
    assert conform(tmp_path, *poem, command=faulty("none")).exit_code == 2


def test_known_failures_are_expected_and_unexpected_passes_told(tmp_path: Path) -> None:
    known = tmp_path / "known.txt"
    known.write_text("# ours\nverdict goods illegal GDS-06  # until next week\n")
    options = (*SHORT, "--games", "4", "--known", str(known))
    assert conform(tmp_path, *options, command=faulty("price")).exit_code == 0
    known.write_text("verdict goods illegal GDS-06\nstate merchant players.cash\n")
    result = conform(tmp_path, *options, command=faulty("price"))
    assert result.exit_code == 1
    assert "unexpected pass: state merchant players.cash" in result.output
    known.write_text("")
    result = conform(tmp_path, *options, command=faulty("price"))
    assert result.exit_code == 1
    assert "new failure: verdict goods illegal GDS-06" in result.output


def test_golden_games_are_played_with_another_program(tmp_path: Path) -> None:
    golden = tmp_path / "golden"
    golden.mkdir()
    shutil.copy(GOLDEN / "game-00.jsonl", golden)
    options = ("--golden", str(golden), "--illegal", "0", "--shrink", "0")
    assert conform(tmp_path, *options, command=faulty("none")).exit_code == 0
    known = tmp_path / "known.txt"
    known.write_text("game-00\n")
    failing = conform(tmp_path, *options, command=faulty("merchant"))
    assert failing.exit_code == 1
    expected = conform(tmp_path, *options, "--known", str(known), command=faulty("merchant"))
    assert expected.exit_code == 0
    passing = conform(tmp_path, *options, "--known", str(known), command=faulty("none"))
    assert passing.exit_code == 1
    assert "unexpected pass: game-00" in passing.output


def test_a_folder_without_golden_games_is_a_misuse(tmp_path: Path) -> None:
    assert conform(tmp_path, "--golden", str(tmp_path), command=ENGINE).exit_code == 2
    (tmp_path / "odd.jsonl").write_text("{}\n")
    result = conform(tmp_path, "--golden", str(tmp_path), command=ENGINE)
    assert result.exit_code == 2
    assert "odd" in result.output


@pytest.mark.parametrize(
    "arguments",
    [("--players", "5"), ("--players", "x"), ("--set", "nobodys"), ("--resume",)],
    ids=" ".join,
)
def test_misuse_is_told(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    assert conform(tmp_path, *arguments, command=ENGINE).exit_code == 2
