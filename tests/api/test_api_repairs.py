"""What `referee.repair` answers, and that nothing it says is unproven."""

from typing import Any

import pytest

import referee
from referee.repairs.search import Repairing, Searched
from tests.repairs.written_games import written_game

pytestmark = pytest.mark.slow

GAME = written_game(103)
GOODS = [line for line in GAME.split("\n") if " goods " in line]
SLIP = GAME.replace(GOODS[4], GOODS[4].replace("goods", "gods"), 1)
AT_THE_TABLE = "games/illegal/exp-06-points-suffice.mgn"


def test_the_slip_comes_first_as_a_small_change() -> None:
    found = referee.repair(SLIP.encode(), prove=False)
    assert found.verdict == "unreadable"
    first = found.suggestions[0]
    (change,) = first.changes
    assert (change.before, change.after) == (GOODS[4].replace("goods", "gods"), GOODS[4])
    told = f"line {change.line} ({change.turn}): `goods` instead of `gods`; everything after it"
    assert first.words.startswith(told)
    assert first.text == GAME
    assert found.complete
    assert not found.stopped


def test_every_suggestion_is_legal_for_engine_and_model() -> None:
    found = referee.repair(AT_THE_TABLE)
    assert found.suggestions
    for suggestion in found.suggestions:
        assert suggestion.proven
        assert referee.loads(suggestion.text).check().verdict == "legal"
        assert referee.loads(suggestion.text).prove().disagreements == ()


def test_suggestions_differ_and_the_likeliest_comes_first() -> None:
    found = referee.repair(AT_THE_TABLE, prove=False, max_items=3)
    costs = [suggestion.cost for suggestion in found.suggestions]
    assert costs == sorted(costs)
    tables = [referee.loads(suggestion.text).table().state for suggestion in found.suggestions]
    assert len(set(tables)) == len(tables) == 3


def test_a_legal_record_gets_none() -> None:
    found = referee.repair("games/two-players.mgn")
    assert (found.verdict, found.suggestions, found.complete) == ("legal", (), True)


@pytest.mark.parametrize("junk", ["this is\nno game\nat all\n", "players blue green\n?\n!\n;\n"])
def test_junk_gets_an_honest_nothing(junk: str) -> None:
    found = referee.repair(junk.encode(), prove=False, budget=referee.Budget(seconds=5))
    assert found.suggestions == ()
    assert found.verdict == "unreadable"


def test_what_has_no_lines_to_mend_is_refused() -> None:
    with pytest.raises(referee.UnreadableError):
        referee.repair(b"{}\n\n", prove=False)


def test_a_search_that_is_stopped_says_so() -> None:
    for found in (
        referee.repair(SLIP.encode(), prove=False, budget=referee.Budget(work=1)),
        referee.repair(SLIP.encode(), prove=False, budget=referee.Budget(stop=lambda: True)),
    ):
        assert found.stopped
        assert not found.complete


def test_a_gap_that_is_not_searched_to_its_end_is_not_called_complete(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("referee.repairs.line_edits.WORK", 1)
    monkeypatch.setattr("referee.repairs.line_edits.NEAR_WORK", 1)
    found = referee.repair(AT_THE_TABLE, prove=False)
    assert not found.stopped
    assert not found.complete


def test_json_is_repaired_as_text() -> None:
    game = referee.load(AT_THE_TABLE)
    from_text = referee.repair(game.to_text().encode(), prove=False)
    assert game.repairs(prove=False).suggestions == from_text.suggestions
    assert referee.repair(game.to_json().encode(), prove=False).suggestions == from_text.suggestions


@pytest.mark.parametrize(
    "asked",
    [
        {"max_items": 0},
        {"edits": 0},
        {"edits": 3},
        {"budget": referee.Budget(seconds=0)},
        {"budget": referee.Budget(work=0)},
        {"budget": 3},
    ],
)
def test_questions_without_sense_are_refused(asked: dict[str, Any]) -> None:
    with pytest.raises(referee.UsageError):
        referee.repair(SLIP.encode(), **asked)


def test_what_tells_two_suggestions_apart_is_told() -> None:
    expand = next(line for line in GAME.split("\n") if " expand " in line)
    found = referee.repair(
        GAME.replace(expand, expand.replace(" expand ", " xpnd ?", 1), 1).encode(), prove=False
    )
    for suggestion in found.suggestions[1:]:
        assert suggestion.settled_by is None or ": this one; " in suggestion.settled_by


def test_a_wrong_note_is_told_beside_the_turn_that_explains_it() -> None:
    game = written_game(104)
    short = game[: game.index("\nround 3")] + "\n"
    goods = "blue goods coffee1 mombasa"
    record = short.replace(goods, goods.replace("mombasa", "cairo"), 1)
    found = referee.repair(record.encode(), edits=1, prove=False)
    explained = [each for each in found.suggestions if each.changes[0].after == goods]
    assert found.verdict == "wrong-note"
    assert ", the record gives " in explained[0].words
    assert f"({explained[0].changes[0].turn})" in explained[0].words


def test_an_interrupt_hands_over_what_was_found(monkeypatch: pytest.MonkeyPatch) -> None:
    kept: list[referee.Repair] = []
    search = Repairing.search

    def interrupted(searching: Repairing) -> Searched:
        search(searching)
        raise KeyboardInterrupt

    monkeypatch.setattr(Repairing, "search", interrupted)
    with pytest.raises(KeyboardInterrupt):
        referee.repair(SLIP.encode(), budget=referee.Budget(on_interrupt=kept.append))
    (found,) = kept
    assert found.suggestions[0].text == GAME
    assert not found.suggestions[0].proven
    assert found.stopped
