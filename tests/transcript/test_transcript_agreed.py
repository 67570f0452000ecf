"""Lines of what people agreed on: whatever stands behind one is judged as without it."""

from pathlib import Path

import pytest
from msgspec.structs import replace

import referee
from referee.core.ids import Seat
from referee.core.shipped_files import shipped
from referee.core.state import Setting, State
from referee.records.judge import AGREED, setting_of, walk
from referee.records.judgement import Step
from referee.records.record import Adjust, AsItLies, RulingMark, SaidClaim, Statement
from tests.transcript.games import judged

GAMES = shipped("games")
FILES = sorted([*GAMES.glob("*.mgn"), *(GAMES / "illegal").glob("*.mgn")])


def without_effect(kind: str, table: State) -> Statement:
    """Return a line of an agreement that changes nothing on a table."""
    match kind:
        case "table":
            cash = SaidClaim(what="cash", value=table.players[0].cash, seat=Seat(0))
            return Statement(said=AsItLies(), claims=(cash,))
        case "adjust":
            return Statement(said=Adjust(seat=Seat(0), by=0))
        case _:
            return Statement(said=RulingMark("cover", table.setting.rulings.cover))


def told(step: Step) -> object:
    """Return all that is told of a statement."""
    statement, missing = step.statement, step.missing
    return statement, step.event, step.inserted, step.violations, step.misnoted, missing


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
@pytest.mark.parametrize("kind", ["table", "adjust", "ruling"])
def test_what_was_agreed_without_effect_changes_no_verdict(kind: str, file: Path) -> None:
    game = referee.load(file)
    setting = setting_of(game.record.header, game.components)
    if not isinstance(setting, Setting):
        pytest.skip("the header says too little for any verdict")
    plain = [*walk(game.record, setting)]
    agreed: list[Statement] = []
    for step in plain:
        agreed += [without_effect(kind, step.before), step.statement]
    record = replace(game.record, statements=tuple(agreed))
    steps = [step for step in walk(record, setting) if type(step.statement.said) not in AGREED]
    assert [*map(told, steps)] == [*map(told, plain)]


def test_a_wrong_note_is_one_behind_an_agreement_as_well() -> None:
    text = (GAMES / "two-players.mgn").read_text("utf-8")
    wrong = text.replace("\nround 2\n", "\n= blue 1\nround 2\n", 1)
    verdict = referee.loads(wrong.replace("\nround 1\n", "\nround 1\ntable: round 1\n", 1)).check()
    assert verdict.verdict == "wrong-note"
    (fault,) = verdict.faults
    assert fault.violations == referee.loads(wrong).check().faults[0].violations
    assert verdict.conflict == ()
    assert [each.kind for each in verdict.agreed] == ["table"]
    assert verdict.finished


OWING = (GAMES / "illegal" / "bon-04-space-is-paid.mgn").read_text("utf-8")
"""Behind the turn that breaks the rule blue owes a pound."""


@pytest.mark.parametrize(
    ("agreed", "cash"),
    [("adjust blue +0 pounds", -1), ("adjust blue +1 pounds", 0), ("table: blue 4", 4)],
)
def test_what_was_agreed_about_a_debt_is_done(agreed: str, cash: int) -> None:
    behind = judged(f"{OWING}{agreed}\ngreen goods coffee2 mombasa 2\n", keep_going=True)
    assert (behind.open, len(behind.faults)) == (None, 1)
    assert behind.state is not None
    assert behind.state.players[0].cash == cash


def test_a_debt_is_told_as_one() -> None:
    behind = judged(f"{OWING}green goods coffee2 mombasa 2 = blue 3\n", keep_going=True)
    (violation,) = behind.faults[1].violations
    assert violation.facts == {"subject": "blue cash", "claimed": 3, "actual": -1}
