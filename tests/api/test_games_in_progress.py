"""A game in progress is judged as its record would be, whatever was done to it on the way."""

import pickle
from collections.abc import Callable
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

import referee
from referee.api.game_versions import Change
from referee.api.games_in_progress import Recording
from referee.records.completed_turn import Missing
from referee.records.judge import Walker, judge, setting_of, walk
from referee.records.judgement import Step
from tests.api.opened_games import OPENING, opened, unplayed

pytestmark = pytest.mark.slow


def whole(game: Recording) -> list[Step]:
    """Judge the whole record anew."""
    setting = setting_of(game.header, game.components)
    assert not isinstance(setting, Missing)
    return [*walk(game.record, setting, keep_going=True)]


def assert_judged_as_a_record(game: Recording) -> None:
    steps = [entry.step for entry in game._now.entries if entry.step is not None]  # noqa: SLF001
    expected = whole(game)
    assert steps == expected
    verdicts = game.verdicts()
    assert [each.verdict for each in verdicts[len(expected) :]] == ["unjudged"] * (
        len(verdicts) - len(expected)
    )
    judgement = judge(game.record, game.components, keep_going=True)
    standing = game.status()
    assert standing.verdict == judgement.outcome
    assert standing.finished == judgement.finished
    assert standing.legal == judgement.legal
    assert len(standing.faults) == len(judgement.faults)
    assert (standing.open is None) == (judgement.open is None)
    if judgement.state is not None:
        assert game.table().state == judgement.state


@pytest.mark.parametrize(
    "name", ["games/two-players.mgn", "games/as-written.mgn", "games/four-players.mgn"]
)
def test_a_game_typed_line_by_line_is_the_game(name: str) -> None:
    loaded = referee.load(name)
    game = unplayed(loaded)
    for statement in loaded.record.statements:
        game.append(statement)
    assert_judged_as_a_record(game)
    assert game.to_text() == loaded.to_text()
    assert game.to_json() == loaded.to_json()
    assert game.to_json_lines() == loaded.to_json_lines()
    assert game.game().table().digest == loaded.table().digest


ODD_LINES = (
    "blue plan coffee2 exp2 clerk1",
    "green plan cotton2 clerk2 exp2",
    "blue tile S01",
    "green tile S02",
    "green rest coffee1 banana1 clerk1",
    "blue bonus",
    "round 1",
    "round 2",
    "prepare: merchant-cairo exp2d clerk4 banana3",
    "blue end",
    "green end left",
    "takeback green goods cotton2 cairo",
    "= blue 3, green 4",
    "# a remark",
    "green goods coffee2 mombasa 7",
    "blue ?",
    "green goods ?",
    "... 2",
    "refill: ?",
    "unordered",
    "= blue 3?",
    "= green cairo 1",
    "table: green mombasa 2",
    "adjust blue +1 pounds",
)
LINES = st.sampled_from([*OPENING.splitlines(), *ODD_LINES])
PLACES = st.integers(0, 30)


class RecordingMachine(RuleBasedStateMachine):
    """A game to which anything is done; after each step it is judged anew as a record.

    Every version it had is kept as text, so that undo and redo lead to what was there.
    """

    def __init__(self) -> None:
        super().__init__()
        self.game = opened()
        self.versions = [self.game.to_text()]
        """The game before anything was done here, and after each change that is not undone."""
        self.undone: list[str] = []

    def changed(self, change: Callable[[], Change]) -> None:
        """Make a change, which may be refused and then leaves everything as it was."""
        before = {verdict.address: verdict for verdict in self.game.verdicts()}
        try:
            made = change()
        except referee.UsageError:
            return
        self.versions.append(self.game.to_text())
        self.undone.clear()
        told = {each.after.address for each in made.changed} | {made.address}
        for after in self.game.verdicts():
            old = before.get(after.address, after)
            is_same = (old.verdict, old.violations, old.missing) == (
                after.verdict,
                after.violations,
                after.missing,
            )
            assert is_same or after.address in told

    def address(self, place: int) -> int:
        return self.game.addresses[place % len(self.game.addresses)]

    @rule(line=LINES)
    def append(self, line: str) -> None:
        self.changed(lambda: self.game.append(line))

    @precondition(lambda self: self.game.status().verdict == "legal")
    @rule(place=PLACES)
    def append_a_legal_turn(self, place: int) -> None:
        turn = next(islice(self.game.recording_table().turns(), place, None), None)
        if turn is not None:
            self.changed(lambda: self.game.append(turn.said))

    @rule(line=LINES, place=PLACES)
    def insert(self, line: str, place: int) -> None:
        if self.game.addresses:
            self.changed(lambda: self.game.insert(line, before=self.address(place)))

    @rule(line=LINES, place=PLACES)
    def mend(self, line: str, place: int) -> None:
        if self.game.addresses:
            self.changed(lambda: self.game.mend(self.address(place), line))

    @rule(place=PLACES, moved=PLACES)
    def put_a_statement_elsewhere(self, place: int, moved: int) -> None:
        if self.game.addresses:
            statements = self.game.record.statements
            statement = statements[moved % len(statements)]
            self.changed(lambda: self.game.insert(statement, before=self.address(place)))

    @rule(place=PLACES)
    def delete(self, place: int) -> None:
        if self.game.addresses:
            self.changed(lambda: self.game.delete(self.address(place)))

    @rule(place=PLACES)
    def take_back(self, place: int) -> None:
        if self.game.addresses:
            self.changed(lambda: self.game.take_back(self.address(place)))

    @rule()
    def undo(self) -> None:
        if len(self.versions) > 1:
            self.game.undo()
            self.undone.append(self.versions.pop())

    @rule()
    def redo(self) -> None:
        if self.undone:
            self.game.redo()
            self.versions.append(self.undone.pop())

    @invariant()
    def is_the_version_that_was_there(self) -> None:
        assert self.game.to_text() == self.versions[-1]

    @invariant()
    def is_judged_as_a_record(self) -> None:
        assert_judged_as_a_record(self.game)


TestRecording = RecordingMachine.TestCase
TestRecording.settings = settings(max_examples=40, stateful_step_count=40)


def test_an_append_judges_one_statement(monkeypatch: pytest.MonkeyPatch) -> None:
    taken: list[int] = []
    take = Walker.take

    def counted(self: Walker, number: int) -> Step:
        taken.append(number)
        return take(self, number)

    monkeypatch.setattr(Walker, "take", counted)
    loaded = referee.load("games/two-players.mgn")
    game = unplayed(loaded)
    for statement in loaded.record.statements:
        game.append(statement)
    assert taken == [*range(len(loaded.record.statements))]
    taken.clear()
    game.mend(game.addresses[-3], loaded.record.statements[-3])
    assert taken == [*range(len(loaded.record.statements) - 3, len(loaded.record.statements))]
    taken.clear()
    game.undo()
    game.redo()
    assert not taken


def test_an_illegal_statement_is_kept_and_the_game_goes_on() -> None:
    game = opened()
    change = game.append("blue goods cotton4 cairo")
    assert change.verdict is not None
    assert change.verdict.verdict == "illegal"
    assert change.verdict.treatment == "skipped"
    assert change.standing.faults == (change.address,)
    further = game.append("blue marker tile-clerk")
    assert further.verdict is not None
    assert further.verdict.verdict == "legal"
    assert further.standing.verdict == "illegal"


def test_a_mended_statement_changes_the_verdicts_behind_it() -> None:
    game = opened()
    goods = game.addresses[7]
    last = game.append("blue expand mombasa R19:1 R16:1 books a05@2 a04@4")
    assert last.verdict is not None
    assert last.verdict.verdict == "legal"
    change = game.mend(goods, "blue expand mombasa R19:1 R16:1 books a02@2 a04@4")
    assert [(each.after.address, each.after.verdict) for each in change.changed]
    assert change.changed[-1].before.verdict == "legal"
    assert change.address == goods
    back = game.undo()
    assert back.changed[-1].after.verdict == "legal"
    assert back.standing.verdict == "legal"
    assert game.verdict(goods).statement == "blue goods coffee2 mombasa cairo"


def test_addresses_stay_and_are_never_used_again() -> None:
    game = opened()
    before = game.addresses
    new = game.insert("# a remark", before=before[3]).address
    assert new not in before
    assert game.addresses == (*before[:3], new, *before[3:])
    game.delete(before[5])
    game.undo()
    assert game.addresses == (*before[:3], new, *before[3:])
    game.delete(new or 0)
    again = game.append("# another").address
    assert again not in {*before, new}
    with pytest.raises(referee.UsageError, match="no statement"):
        game.verdict(new or 0)


def test_what_is_open_stops_the_judging_until_it_is_mended() -> None:
    game = opened()
    opened_at = game.append("blue end").address
    unjudged = game.append("green end left")
    assert unjudged.verdict is not None
    assert unjudged.verdict.verdict == "unjudged"
    due = game.next()
    assert due.mend == opened_at
    assert due.write == ("`end left` names the deck",)
    with pytest.raises(referee.NoAnswerError, match="must be fixed first"):
        game.table(unjudged.address)
    assert opened_at is not None
    change = game.mend(opened_at, "blue end right")
    assert [each.after.verdict for each in change.changed] == ["legal"]
    assert game.next().mend is None


def test_a_plan_that_comes_later_changes_what_is_missing_before_it() -> None:
    game = opened()
    plan = game.addresses[6]
    missing = game.delete(plan)
    assert missing.changed[0].after.missing == ("green's plan",)
    late = game.append("green plan cotton2 clerk2 exp2")
    assert [rule.rule for rule in late.changed[0].after.violations] == ["END-01"]
    assert_judged_as_a_record(game)


def test_a_turn_is_taken_back_and_does_not_count() -> None:
    game = opened()
    said = game.append("blue marker tile-clerk")
    change = game.take_back()
    assert change.address == said.address
    assert change.verdict is not None
    assert change.verdict.taken_back
    assert game.next().players == ("blue",)
    assert game.to_text().splitlines()[-1] == "takeback blue marker tile-clerk"
    with pytest.raises(referee.UsageError, match="only turns"):
        game.take_back(game.addresses[0])


def test_nothing_to_undo_is_said() -> None:
    with pytest.raises(referee.UsageError, match="no change to undo"):
        referee.Recording(["blue", "green"]).undo()


def test_a_game_in_progress_can_be_pickled_and_goes_on() -> None:
    game = opened()
    again: Recording = pickle.loads(pickle.dumps(game))  # noqa: S301
    assert again.append("blue marker tile-clerk") == game.append("blue marker tile-clerk")
    assert again.undo() == game.undo()
    assert again.next() == game.next()


@pytest.mark.parametrize("file", sorted(Path("games/illegal").glob("*.mgn"))[::6], ids=str)
def test_illegal_games_are_judged_as_with_keep_going(file: Path) -> None:
    assert_judged_as_a_record(referee.load(file).recording())


def test_what_the_table_agreed_on_lies_there_and_the_game_goes_on() -> None:
    game = referee.Recording(["blue", "green"])
    ruling = "ruling capital-call=may-decline"
    for line in ("table: blue 9, cairo 2", "adjust green +2 pounds", ruling):
        change = game.append(line)
        assert change.verdict is not None
        assert change.verdict.verdict == "legal"
    blue, green = game.table().state.players
    assert (blue.cash, blue.tracks[3], green.cash) == (9, 2, 3)
    assert game.next().kinds == ("deal-cards",)
    assert game.status().open is None


def test_a_claim_that_cannot_be_put_right_is_a_wrong_note() -> None:
    game = referee.Recording(["blue", "green"])
    change = game.append("table: blue 9, worth cairo 90")
    assert change.verdict is not None
    assert change.verdict.verdict == "wrong-note"
    assert game.table().state.players[0].cash == 9
