"""A game in progress is judged as its record would be, whatever was done to it on the way."""

import pickle
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

import referee
from referee.api.game_versions import Change
from referee.api.games_in_progress import Recording
from referee.records.completed_turn import Missing
from referee.records.judge import Walker, judge, setting_of, walk
from referee.records.judgement import Step
from referee.records.record import Statement
from tests.api.opened_games import opened, unplayed

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
)


def a_change(game: Recording, rng: Random) -> Callable[[], object]:
    """Draw a change by lot."""
    address = rng.choice(game.addresses)
    moved = game.record.statements[game.addresses.index(rng.choice(game.addresses))]
    said: str | Statement = rng.choice(ODD_LINES) if rng.random() < 0.5 else moved
    return rng.choice(
        [
            lambda: game.append(said),
            lambda: game.insert(said, before=address),
            lambda: game.mend(address, said),
            lambda: game.delete(address),
            game.undo,
            game.redo,
            lambda: game.take_back(address),
        ]
    )


@pytest.mark.parametrize("seed", range(12))
def test_whatever_is_changed_the_verdict_is_that_of_the_whole_record(seed: int) -> None:
    rng = Random(seed)
    game = opened() if seed % 2 else referee.load("games/as-written.mgn").recording()
    if seed % 2 == 0:
        for address in game.addresses[45:]:
            game.delete(address)
    for _ in range(60):
        before = {verdict.address: verdict for verdict in game.verdicts()}
        try:
            change = a_change(game, rng)()
        except referee.UsageError:
            continue
        assert isinstance(change, Change)
        assert_judged_as_a_record(game)
        after = {verdict.address: verdict for verdict in game.verdicts()}
        changed = {
            address
            for address in before.keys() & after.keys()
            if address != change.address
            and (before[address].verdict, before[address].violations, before[address].missing)
            != (after[address].verdict, after[address].violations, after[address].missing)
        }
        assert changed <= {each.after.address for each in change.changed}


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
    assert due.write == ("`end left` says the deck",)
    with pytest.raises(referee.NoAnswerError, match="has to be mended"):
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
