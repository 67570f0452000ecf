import json
import re
import shlex
from collections.abc import Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from referee.conformance.games import game, positions
from referee.core.citations import EDITIONS
from referee.core.shipped_files import shipped
from referee.core.state import State
from referee.core.turns import Entering, Expand, PlaceMarker, UseGoods
from referee.engine.referee import check
from referee.rulebook import RULES
from referee_model.explain import Cores, Correction, Why, questions
from referee_model.explain.questions import why_with_answers
from tests.cli.running import run

pytestmark = pytest.mark.slow

GAME = "games/two-players.mgn"
ILLEGAL = sorted(Path("games/illegal").iterdir())
POINTS = "games/illegal/exp-06-points-suffice.mgn"
REWARD = {"BON-14", "BON-15"}
"""What a marker breaks of which only the reward was not said."""
PRICE = "games/illegal/gds-06-units-cover-price.mgn"


@pytest.fixture(scope="module", autouse=True)
def each_turn_is_explained_once() -> Iterator[None]:
    """Text, JSON and the command that `check` names tell one explanation, which is dear to find."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(questions, "why_with_answers", cache(why_with_answers))
        yield


@cache
def explained(file: Path | str, *options: str) -> Any:  # noqa: ANN401
    return json.loads(run("explain", str(file), "--json", *options).output)


def rule_of(file: Path) -> str | None:
    """Return the rule that a file is named after."""
    found = re.match(r"([a-z]{3}-\d\d)-", file.name)
    return found[1].upper() if found else None


@pytest.mark.parametrize("file", ILLEGAL, ids=lambda file: file.stem)
def test_every_illegal_game_is_explained_by_the_rule_it_breaks(file: Path) -> None:
    result = run("explain", str(file))
    assert result.exit_code == 1, result.output
    found = explained(file)
    noted = found["violations"][0]["kind"] == "effect"
    assert found["outcome"] == ("wrong-note" if noted else "illegal")
    assert found["disagreement"] is None
    broken = [violation["rule"] for violation in found["violations"]]
    rule = rule_of(file)
    assert rule is None or rule in broken
    if not noted:
        assert found["complete"]
        assert set(broken) <= {rule for core in found["cores"] for rule in core["rules"]}
        assert all(rule in result.output for rule in broken)
    else:
        assert found["cores"] == []


@pytest.mark.parametrize("file", ILLEGAL, ids=lambda file: file.stem)
def test_the_corrected_line_makes_the_record_legal(file: Path, tmp_path: Path) -> None:
    found = explained(file)
    correction = found["correction"]
    if correction is None or correction["statement"] is None or file.suffix != ".mgn":
        return
    lines = file.read_text("utf-8").splitlines()
    lines[found["line"] - 1] = correction["statement"]
    mended = tmp_path / "mended.mgn"
    mended.write_text("\n".join(lines[: found["line"]]) + "\n", "utf-8")
    result = run("check", str(mended))
    assert result.exit_code == 0, result.output


def test_the_contradiction_is_told_with_numbers() -> None:
    words = " ".join(run("explain", POINTS).output.split())
    parts = "(R22: 2 for the double border; R21: 1 for the border)"
    assert f"EXP-13 Entering these regions consumes 3 expansion points {parts}." in words
    assert "EXP-14 What lies face up gives 2 expansion points in all." in words
    assert "but EXP-06 The regions entered consume no more than" in words


def test_a_foreign_post_is_told_apart_from_the_border() -> None:
    words = " ".join(run("explain", "games/illegal/mistake-occupied-region.mgn").output.split())
    assert "(R21: 2 for the double border, 1 for the post of cape-town)" in words


def test_the_parts_of_a_cost_are_its_sum() -> None:
    told = 0
    for state, turn in islice(too_far(), 15):
        numbers = [n for core in questions.why(state, turn).found for n in core.numbers]
        for number in (n for n in numbers if (n.rule, n.name) == ("EXP-13", "cost")):
            assert sum(part.points for part in number.parts) == number.value, turn
            told += 1
    assert told >= 10


def too_far() -> Iterator[tuple[State, Expand]]:
    """Yield expansions of seeded games with one region more than there are points for."""
    for state, turn, _ in (step for seed in range(2001, 2007) for step in game(seed)):
        if isinstance(turn, Expand):
            for region in state.setting.components.regions:
                more = replace(turn, enter=(*turn.enter, Entering(region.id, 1)))
                if "EXP-06" in {violation.rule.id for violation in check(state, more)}:
                    yield state, more
                    break


def said_instead(turn: str, folder: Path) -> str:
    """Return a game whose last line is another one: blue has exp2, coffee2 and banana1 face up."""
    lines = Path("games/illegal/bon-09-tier-reached.mgn").read_text("utf-8").splitlines()
    file = folder / "game.mgn"
    file.write_text("\n".join([*lines[:-1], f"blue {turn}"]) + "\n", "utf-8")
    return str(file)


@pytest.mark.parametrize("turn", ["marker cotton", "marker cotton take saint-louis"])
def test_a_tier_that_could_not_be_had_is_the_fault(turn: str, tmp_path: Path) -> None:
    file = said_instead(turn, tmp_path)
    words = " ".join(run("explain", file).output.split())
    assert "The tier needs 2; this player has 0. but BON-09" in words
    assert "2 more units of cotton face up. With that, it would have been legal" in words
    assert "Nothing would have made this turn legal" not in words
    found = explained(file)
    assert [violation["rule"] for violation in found["violations"]] == ["BON-09"]
    assert [core["rules"] for core in found["cores"]] == [["BON-09"]]


def test_a_tier_that_was_not_said_is_the_fault_where_one_could_be_had() -> None:
    state = next(s for s in positions(2001) if s.phase == "actions")
    assert state.to_move is not None
    for space in state.setting.spaces:
        turn = PlaceMarker(seat=state.to_move, space=space.id)
        tiers = range(1, len(getattr(space, "tiers", ())) + 1)
        if any({v.rule.id for v in check(state, replace(turn, option=n))} <= REWARD for n in tiers):
            assert why_with_answers(state, turn).whatever is None
            return
    raise AssertionError("nobody could use a majority space")


@pytest.mark.parametrize(
    ("turn", "lack"),
    [
        ("merchant", "A diamond merchant face up in the action area."),
        ("merchant merchant-tile", "merchant-tile face up in the action area."),
        ("clerk", "A bookkeeper face up in the action area."),
        ("clerk clerk2", "clerk2 face up in the action area."),
        ("goods cotton2 cairo 2", "cotton2 face up in the action area."),
        (
            "goods coffee2 buy merchant-cairo",
            "merchant-cairo on the card display and 2 more units.",
        ),
        ("marker discard discard exp3b take pounds", "exp3b in the hand."),
        ("marker first take points(a01) books a01@2", "a01 on the book display; even then"),
    ],
)
def test_what_is_not_there_is_missing(turn: str, lack: str, tmp_path: Path) -> None:
    words = " ".join(run("explain", said_instead(turn, tmp_path)).output.split())
    assert f"What was missing for exactly this turn {lack}" in words


def test_both_answers_are_given() -> None:
    words = " ".join(run("explain", POINTS).output.split())
    assert "What would have been legal blue expand cape-town R21:1 R22:1 take R21" in words
    assert "Changed: the regions entered in the order R21:1, R22:1" in words
    assert "1 more expansion point. With that, it would have been legal as recorded." in words


@pytest.mark.parametrize(
    ("file", "lack"),
    [
        ("bkk-02-points-cover-price", "14 more bookkeeping points from the bookkeeper"),
        ("bkk-14-flip-is-paid", "1 more pound."),
        ("bkk-18-requirements-met", "1 more unit of cotton face up"),
        ("bon-01-has-marker", "1 more bonus marker"),
        ("bon-06-space-unlocked", "4 more steps on the saint-louis track"),
        ("bon-08-nobody-has-more", "1 more unit of coffee face up"),
        ("bon-09-tier-reached", "2 more units of cotton face up"),
        ("exp-01-has-expansion-card", "1 expansion card face up"),
        ("gds-06-units-cover-price", "3 more units."),
        ("gds-08-no-more-steps-than-units", "1 more unit."),
        ("pln-05-slot-unlocked", "4 more steps of the ink jar"),
    ],
)
def test_what_was_missing_is_named(file: str, lack: str) -> None:
    found = explained(f"games/illegal/{file}.mgn")["shortfall"]
    assert found["outcome"] == "found"
    assert found["still_broken"] == []
    assert lack in found["words"]


def test_the_places_are_marked_on_the_table() -> None:
    output = run("explain", POINTS).output
    assert ">R21<" in output
    assert ">R22<" in output
    assert ">R20<" not in output
    assert ">clerk3<" in run("explain", PRICE).output


def test_the_edition_of_the_reader_is_cited_or_another_or_all() -> None:
    for language, asked, editions in (
        ("en", (), {"en"}),
        ("cs", (), {"cs"}),
        ("nl", ("--edition", "manual"), {"manual"}),
        ("nl", ("--edition", "all"), {*EDITIONS}),
    ):
        cited = explained(POINTS, "--lang", language, *asked)["citations"]
        assert {citation["edition"] for citation in cited} == editions
    only = explained(POINTS, "--edition", "fr")["citations"]
    assert {citation["edition"] for citation in only} == {"fr"}
    assert {citation["rule"] for citation in only} == {"EXP-06", "EXP-13", "EXP-14"}
    output = run("explain", POINTS, "--edition", "fr").output
    assert "Développement" in output
    assert "Expansion-card tile" not in output


def test_a_legal_turn_is_said_to_be_legal() -> None:
    result = run("explain", GAME, "--at", "2.3")
    assert result.exit_code == 0
    assert "This is legal" in result.output
    assert explained(GAME, "--at", "2.3")["outcome"] == "legal"


def test_a_legal_game_has_nothing_to_explain() -> None:
    result = run("explain", GAME)
    assert result.exit_code == 0
    assert "nothing to explain" in result.output


def test_a_moment_that_the_game_has_not_is_a_misuse() -> None:
    result = run("explain", GAME, "--at", "2.93")
    assert result.exit_code == 2
    assert "the record has no round 2, turn 93; it ends after round 7" in result.stderr


def test_a_wrong_note_is_told_with_what_the_rules_give() -> None:
    words = " ".join(run("explain", "games/illegal/gds-09-price.mgn").output.split())
    assert "The record says: price cotton3 1." in words
    assert "That gives: price cotton3 2." in words
    assert "What would have been legal" not in words


def test_a_header_is_explained() -> None:
    found = explained("games/illegal/set-01-player-count.mgn")
    assert [core["rules"] for core in found["cores"]] == [["SET-01"]]
    assert "the header" in run("explain", "games/illegal/set-01-player-count.mgn").output


def test_a_turn_of_another_player_is_given_to_the_one_who_is_due() -> None:
    found = explained("games/illegal/end-02-turn-order.mgn")
    assert found["correction"]["words"] == ["by blue instead of green"]
    assert found["correction"]["statement"].startswith("blue expand")


def test_a_later_turn_can_be_explained_behind_a_broken_rule(tmp_path: Path) -> None:
    file = tmp_path / "two.mgn"
    file.write_text(
        Path(PRICE).read_text("utf-8") + "green end left\nblue end left\nblue end left\n"
    )
    result = run("explain", str(file), "--at", "1.3")
    assert "already broke a rule" in result.output


def test_a_turn_taken_back_can_be_explained(tmp_path: Path) -> None:
    file = tmp_path / "back.mgn"
    lines = Path(PRICE).read_text("utf-8").splitlines()
    lines[18] = f"takeback {lines[18]}"
    file.write_text("\n".join(lines) + "\n", "utf-8")
    assert run("explain", str(file)).exit_code == 0
    result = run("explain", str(file), "--at", "1.1")
    assert result.exit_code == 1
    assert "GDS-06" in result.output


def test_a_record_whose_gap_can_be_filled_breaks_no_rule(tmp_path: Path) -> None:
    file = tmp_path / "open.mgn"
    lines = Path(PRICE).read_text("utf-8").splitlines()
    lines[18] = "blue goods cotton2 ? ?"
    file.write_text("\n".join(lines) + "\n", "utf-8")
    result = run("explain", str(file))
    assert result.exit_code == 0
    assert "No line breaks a rule" in result.output


def test_check_points_to_the_explanation() -> None:
    output = run("check", PRICE).output
    command = f"referee explain {PRICE} --at 1.1"
    assert command in output
    assert run(*command.split()[1:]).exit_code == 1
    fault = json.loads(run("check", PRICE, "--json").output)[0]["faults"][0]
    assert fault["explain"] == command


@pytest.mark.parametrize("file", ILLEGAL, ids=lambda file: file.stem)
def test_the_command_that_check_names_explains_the_same_fault(file: Path) -> None:
    for fault in json.loads(run("check", str(file), "--json").output)[0]["faults"]:
        command = shlex.split(fault["explain"])
        assert command[:3] == ["referee", "explain", str(file)]
        found = explained(*command[2:])
        assert found["violations"] == fault["violations"]
        assert found["statement"] == fault["statement"]


def test_the_json_has_the_keys_that_the_help_names() -> None:
    found = explained(POINTS)
    text = " ".join(run("explain", "--help").output.split("JSON keys:")[1].split())
    for key in found:
        assert re.search(rf"\b{key}\b", text), key
    for part in ("correction", "shortfall"):
        for key in found[part]:
            assert re.search(rf"\b{key}\b", text), key
    for key in found["cores"][0]:
        assert re.search(rf"\b{key}\b", text), key


@pytest.mark.parametrize("width", ["80", "120"])
def test_lines_fit_the_terminal(width: str) -> None:
    for file in ILLEGAL[::12]:
        output = run("explain", str(file), env={"COLUMNS": width}).output
        assert max(map(len, output.splitlines()[2:])) <= 100


def test_engine_and_model_that_disagree_are_a_fault_of_the_referee(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(questions, "why_with_answers", lambda *_: Why(Cores("yes")))
    result = run("explain", PRICE)
    assert result.exit_code == 3
    assert "bug in the referee: the engine forbids what the model allows" in result.output


def test_a_correction_that_the_engine_refuses_is_a_fault_of_the_referee(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    genuine = questions.why_with_answers

    def wrong(state: Any, event: UseGoods) -> Why:  # noqa: ANN401
        found = genuine(state, event)
        return Why(found.cores, Correction("found", event), found.shortfall)

    monkeypatch.setattr(questions, "why_with_answers", wrong)
    result = run("explain", PRICE)
    assert result.exit_code == 3
    assert "nearest legal turn breaks GDS-06" in " ".join(result.output.split())


def test_a_solver_that_gives_up_is_undecided(monkeypatch: pytest.MonkeyPatch) -> None:
    unknown = Why(Cores("unknown", complete=False, reason="timeout"))
    monkeypatch.setattr(questions, "why_with_answers", lambda *_: unknown)
    result = run("explain", PRICE)
    assert result.exit_code == 3
    assert "timeout" in result.output


def test_every_legality_rule_with_a_game_is_told_in_its_own_words() -> None:
    for file in ILLEGAL[::9]:
        rule = rule_of(file)
        if rule is not None and RULES[rule].kind == "legality":
            assert rule in run("explain", str(file)).output


def test_players_are_named_by_their_colours() -> None:
    output = run("explain", "games/illegal/end-02-turn-order.mgn").output
    assert "Green took a turn; it is the turn of blue." in output


def test_the_pointer_names_the_set(copy: Path) -> None:
    with_set = run("check", PRICE, "--set", str(copy)).output
    assert f"referee explain {PRICE} --set {copy} --at 1.1" in " ".join(with_set.split())


def test_a_changed_level_is_told_as_the_notation_writes_it() -> None:
    game = shipped("games") / "illegal" / "trk-13-bonus-level-works.mgn"
    told = " ".join(run("explain", str(game)).output.split())
    assert "the levels of bonuses without cape-town 1" in told
