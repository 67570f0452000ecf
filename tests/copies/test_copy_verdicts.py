"""What the commands say of a game that was played with a partly read copy."""

import json
import pickle
import re
from pathlib import Path

import pytest

import referee
from referee.components.set_writer import scaffold
from referee.copies.partly_read_set import PartlyReadSet, open_copy
from referee.types import ScoreRanges
from tests.cli.running import run
from tests.copies.blanked_copies import BORDERS, CRATES, SET, VALUES, blanked_copy


@pytest.fixture
def game(tmp_path: Path) -> Path:
    return blanked_copy(tmp_path, CRATES, BORDERS)


def test_a_verdict_has_its_condition_in_words_of_the_copy(game: Path) -> None:
    result = run("check", str(game))
    assert result.exit_code == 3
    words = "legal if and only if the border between Cape Town and R24 is single"
    assert words in " ".join(result.output.split())
    assert "conditional; 8 lines depend on values you have not entered" in " ".join(
        result.output.split()
    )
    assert result.output.count("`referee components learn` deduces") == 1


def test_conditions_are_data_with_the_values_that_settle_them(game: Path) -> None:
    verdict = referee.check(game)
    assert verdict.verdict == "conditional"
    assert verdict.unread > 100
    first = verdict.conditions[0]
    assert first.parts == ("the border between Cape Town and R24 is single",)
    [settling] = first.settled_by
    assert settling.key == "borders.cape-town~R24.lines"
    assert (settling.legal, settling.illegal) == (("single",), ("double",))
    told = json.loads(run("check", str(game), "--json").output)
    assert told[0]["conditions"][0]["settled_by"][0]["legal"] == ["single"]


@pytest.mark.parametrize(
    "agreed",
    [
        r"table: round \1",
        "adjust blue +0 pounds",
        "ruling cover=free",
        "adjust blue +2 pounds\nadjust blue -2 pounds",
    ],
)
def test_what_was_agreed_without_effect_changes_no_condition(game: Path, agreed: str) -> None:
    plain = referee.check(game)
    text = game.read_text("utf-8")
    game.write_text(re.sub(r"(?m)^round (\d)$", rf"round \1\n{agreed}", text), "utf-8")
    found = referee.check(game)
    assert (found.verdict, found.finished) == (plain.verdict, plain.finished)
    conditions = [[(c.statement, c.condition) for c in each.conditions] for each in (plain, found)]
    assert conditions[0] == conditions[1]


@pytest.mark.parametrize(("noted", "verdict"), [(50, "legal"), (49, "wrong-note")])
def test_notes_are_held_against_the_table_that_was_agreed_on(
    game: Path, noted: int, verdict: str
) -> None:
    lines = game.read_text("utf-8").splitlines()
    at = lines.index("round 2")
    said = [*lines[:at], "table: blue 49", "adjust blue +1 pounds", f"= blue {noted}", ""]
    game.write_text("\n".join(said), "utf-8")
    found = referee.check(game)
    assert found.verdict == verdict
    assert [each.kind for each in found.agreed] == ["table", "adjust"]


def test_what_was_read_settles_the_condition(game: Path) -> None:
    path = game.parent / SET / "map.toml"
    between = r'(\["cape-town", "R24"\], +lines = )"\?"'
    text = path.read_text("utf-8")
    doubled = re.sub(between, r"\g<1>2", text)
    assert doubled != text
    path.write_text(doubled, "utf-8")
    verdict = referee.check(game)
    assert verdict.verdict == "illegal"
    assert [broken.rule for broken in verdict.faults[0].violations] == ["EXP-06"]
    assert "illegal, whatever the values you have not entered" in " ".join(
        run("check", str(game)).output.split()
    )


def test_what_a_game_does_not_touch_does_not_matter(tmp_path: Path) -> None:
    share_cards = ("cards.toml", r'crate = \d+, letter = "E"', r'crate = "?", letter = "E"')
    verdict = referee.check(blanked_copy(tmp_path, share_cards))
    assert verdict.verdict == "legal"
    assert verdict.unread == 4


def test_scores_are_ranges_around_the_true_ones(game: Path) -> None:
    true = referee.load("games/own-copy/three-players.mgn").score()
    found = referee.load(game).score()
    assert isinstance(found.ranges, ScoreRanges)
    for player, told in zip(true.players, found.ranges.players, strict=True):
        assert told.total is not None
        assert told.total[0] <= player.total <= told.total[1]
    assert " to " in run("score", str(game)).output


def test_a_row_that_depends_on_an_unread_list_is_open(tmp_path: Path) -> None:
    game = blanked_copy(tmp_path, VALUES)
    ranges = referee.load(game).score().ranges
    assert isinstance(ranges, ScoreRanges)
    assert ranges.players[0].rows["diamonds"] is None
    assert ranges.players[0].rows["cash"] is not None
    assert ranges.players[0].total is None
    assert "depends on share icons or values" in " ".join(run("score", str(game)).output.split())


@pytest.mark.slow
def test_a_table_is_shown_with_question_marks_where_it_is_not_certain(game: Path) -> None:
    shown = run("show", str(game), "--at", "1.1")
    assert shown.exit_code == 0
    assert "exp2b (?)" in shown.output
    later = run("show", str(game), "--at", "1.2")
    assert later.exit_code == 0
    told = referee.load(game).tables("1.2")
    cash = next(fact for fact in told.facts.open if fact.place == "players.0.cash")
    true = referee.load("games/own-copy/three-players.mgn").table("1.2").state.players[0].cash
    assert true in cash.values
    assert cash.values == tuple(range(cash.values[0], cash.values[-1] + 1))
    with pytest.raises(referee.NoAnswerError, match="the crate value of coffee1"):
        referee.load(game).table("1.2")


@pytest.mark.slow
@pytest.mark.parametrize(
    "words",
    [
        ("legal", "--at", "2.1"),
        ("best", "--at", "2.1"),
        ("explain", "--at", "2.1"),
        ("complete",),
        ("review",),
        ("best", "--books", "--at", "2.1"),
        ("check", "--prove"),
    ],
)
def test_other_commands_name_what_is_unread(game: Path, words: tuple[str, ...]) -> None:
    result = run(words[0], str(game), *words[1:])
    assert result.exit_code == 3
    assert "bug in" not in result.output
    told = run(words[0], str(game), *words[1:], "--json")
    assert "error" in told.output
    assert told.exit_code == 3


def test_the_api_refuses_with_an_error_of_its_family(game: Path) -> None:
    with pytest.raises(referee.NoAnswerError, match="has not been entered"):
        referee.play(components=game.parent / SET)
    with pytest.raises(referee.NoAnswerError, match="the crate value of coffee1"):
        referee.load(game).table("1.2")


def test_finished_entries_of_a_copy_are_shown(tmp_path: Path) -> None:
    folder = scaffold(tmp_path / "my-copy")
    shown = run("components", "show", str(folder))
    assert shown.exit_code == 0
    assert "have not been entered" in shown.output
    facts = json.loads(run("components", "show", str(folder), "--json").output)
    assert facts["tables"]["regions"][0]["reward"] == "?"
    assert facts["unread"] > 500


def test_a_copy_crosses_processes_with_its_unread_numbers(game: Path) -> None:
    again = game.parent / "again.mgn"
    again.write_bytes(game.read_bytes())
    verdicts = [*referee.check_all([game, again], jobs=2)]
    assert [verdict.verdict for verdict in verdicts] == ["conditional"] * 2
    components = open_copy(game.parent / SET)
    assert isinstance(components, PartlyReadSet)
    variable = components.variables["cards.coffee1.crate"]
    copied, its_set = pickle.loads(pickle.dumps((variable, components)))  # noqa: S301
    assert its_set.variables["cards.coffee1.crate"] is copied
    assert its_set.digest == components.digest


def test_a_border_to_an_unknown_region_is_named(game: Path) -> None:
    path = game.parent / SET / "map.toml"
    path.write_text(path.read_text("utf-8").replace('["cape-town", "R24"]', '["cape-town", "R99"]'))
    result = run("check", str(game))
    assert result.exit_code == 2
    assert "there is no `R99`" in " ".join(result.output.split())


def test_places_of_which_all_borders_are_read_have_no_others(tmp_path: Path) -> None:
    folder = scaffold(tmp_path / "my-copy")
    before = open_copy(folder)
    path = folder / "map.toml"
    path.write_text('bordered = ["R01", "cairo"]\n' + path.read_text("utf-8"), "utf-8")
    after = open_copy(folder)
    assert isinstance(before, PartlyReadSet)
    assert isinstance(after, PartlyReadSet)
    gone = {*before.unread_borders} - {*after.unread_borders}
    assert len(gone) == 27 + 23
    assert all({"R01", "cairo"} & {*pair} for pair in gone)
    assert before.digest != after.digest


def test_a_game_that_cannot_be_continued_names_the_value_that_was_not_read() -> None:
    with pytest.raises(referee.UnknownValueError, match="has not been entered"):
        referee.load("games/own-copy/bens-first-game.mgn").recording()
