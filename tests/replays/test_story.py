"""What a replay tells: every event with its address, sentence, table, faults and claims."""

from pathlib import Path

import pytest

import referee
from referee.drawing.look import is_open
from referee.drawing.sheet import shown_pad
from referee.drawing.story import Story
from referee.engine.scoring import pads

FOUR = Path("games/four-players.mgn").read_text()


def story(source: str, *, anonymous: bool = False) -> Story:
    game = referee.loads(source) if "\n" in source else referee.load(source)
    return game.replay(anonymous=anonymous).story


def test_every_event_of_a_legal_game_is_told_once() -> None:
    found = story("games/four-players.mgn")
    played = [m for m in referee.load("games/four-players.mgn").moments() if m.event is not None]
    assert len(found.events) == len(played)
    assert [event.after for event in found.events] == [moment.after for moment in played]
    assert all(event.sentence.endswith(".") for event in found.events)


def test_addresses_are_the_rounds_and_turns_and_none_is_given_twice() -> None:
    found = story("games/four-players.mgn")
    addresses = [event.address for event in found.events]
    assert len({*addresses}) == len(addresses)
    assert {"6.3", "6.3.refill", "6.plan.red", "setup.3"} <= {*addresses}
    turn = next(event for event in found.events if event.address == "6.3")
    assert (turn.round, turn.turn, turn.seat) == (6, 3, 2)
    assert turn.sentence.startswith("Red expands Cape Town into Katanga, Congo")


def test_an_address_stays_when_the_record_grows() -> None:
    lines = FOUR.splitlines()
    shorter = story("\n".join(lines[:-10]))
    longer = story(FOUR)
    assert [e.address for e in shorter.events] == [
        e.address for e in longer.events[: len(shorter.events)]
    ]


def test_the_pad_is_that_of_the_table_after_every_event_for_all_players() -> None:
    for event in story("games/two-players.mgn").events:
        assert event.pads == tuple(map(shown_pad, pads(event.after)))


def test_a_fault_is_told_and_the_game_goes_on() -> None:
    found = story("games/illegal/exp-06-points-suffice.mgn")
    fault = next(event for event in found.events if event.is_fault)
    assert [violation.rule.id for violation in fault.violations] == ["EXP-06"]
    assert any(mark.kind == "fault" for mark in fault.marks.places)
    assert fault.treatment is not None


def test_claims_are_told_with_whether_the_rules_give_the_same() -> None:
    line = "green goods coffee2 saint-louis 2"
    right = story(FOUR.replace(line, f"{line} = saint-louis 4", 1))
    event = next(event for event in right.events if event.claims)
    wrong = story(FOUR.replace(line, f"{line} = saint-louis 9", 1))
    other = next(event for event in wrong.events if event.claims)
    assert {event.wrong_note, other.wrong_note} == {False, True} or other.wrong_note
    assert other.is_fault


def test_what_was_taken_back_is_told_and_changes_nothing() -> None:
    line = "green goods coffee2 saint-louis 2"
    found = story(FOUR.replace(line, f"takeback green goods coffee2 mombasa 2\n{line}", 1))
    (back,) = [event for event in found.events if event.taken_back]
    assert back.address == "1.2.takeback1"
    assert back.before == back.after
    assert "1.2" in {event.address for event in found.events}


@pytest.mark.slow
def test_a_story_goes_on_behind_a_gap_and_says_what_is_open() -> None:
    line = "\ngreen goods coffee2 saint-louis 2"
    found = story(FOUR.replace(line, "\ngreen ?", 1))
    whole = story(FOUR)
    assert [event.address for event in found.events] == [event.address for event in whole.events]
    (gap,) = [event for event in found.events if event.missing]
    assert gap.address == "1.2"
    assert "`green goods coffee2 saint-louis 2` or `green marker cotton 1" in gap.missing
    assert found.unjudged == 0
    assert found.last.pads == whole.last.pads


@pytest.mark.slow
def test_behind_a_gap_only_what_is_certain_is_told() -> None:
    record = "games/with-gaps/red-never-wrote-columns.mgn"
    game, found = referee.load(record), story(record)
    gap = next(number for number, event in enumerate(found.events) if event.missing)
    several, seats = 0, range(len(found.colours))
    for at, event in [*enumerate(found.events)][gap + 1 :: 25]:
        tables = game.tables(event.address).states
        several += len(tables) > 1
        worths = [{pads(state)[seat].total for state in tables} for seat in seats]
        shown = found.events[at - 1]
        for pad, possible in zip(shown.pads, worths, strict=True):
            assert is_open(pad.total) if len(possible) > 1 else {pad.total} == possible
        marked = {mark.place for mark in shown.marks.places if mark.kind == "open"}
        cash = [{state.players[seat].cash for state in tables} for seat in seats]
        certain = {f"seat-{seat}-cash" for seat in seats if len(cash[seat]) == 1}
        assert not marked & certain
    assert several


@pytest.mark.slow
def test_a_line_that_no_way_of_filling_the_gaps_allows_ends_the_story() -> None:
    found = story("games/with-gaps/cannot-have-been.mgn")
    assert found.last.missing == "no way to fill the gaps before it allows this"
    assert found.unjudged > 0


@pytest.mark.slow
def test_a_turn_that_can_only_have_been_one_is_told_as_filled_in() -> None:
    found = story("games/with-gaps/the-pad-proves-a-turn.mgn")
    (event,) = [event for event in found.events if event.filled_in]
    assert event.notation.startswith("blue ?")
    assert event.sentence.startswith("Blue ")
    assert not event.is_fault


def test_lines_in_no_order_leave_the_addresses_to_the_turns_behind_them() -> None:
    found = story("games/with-gaps/in-no-order.mgn")
    addresses = {event.address: event for event in found.events}
    assert not addresses["1.9"].notation.startswith("blue marker first")


@pytest.mark.slow
def test_a_game_with_a_partly_read_copy_is_told_to_its_end() -> None:
    found = story("games/own-copy/bens-first-game.mgn")
    assert found.last.after.phase == "over"
    assert found.unjudged == 0
    assert [pad.rows[0] for pad in found.last.pads] == [22, 23]
    assert all(is_open(pad.total) for pad in found.last.pads)
    conditional = referee.check("games/own-copy/bens-first-game.mgn").conditions
    assert [event.condition for event in found.events if event.condition] == [
        each.condition for each in conditional
    ]


def test_an_anonymous_story_has_no_names_titles_and_notes() -> None:
    named = FOUR.replace("players blue,", 'title "Secret evening"\nplayers blue "Ada Lovelace",', 1)
    named = named.replace("blue plan clerk2", "blue plan clerk2 # as Ada said\nblue plan clerk2", 0)
    text = named.replace("round 1\n", "round 1 # Ada was late\n", 1)
    html = referee.loads(text).replay().to_html()
    hidden = referee.loads(text).replay(anonymous=True).to_html()
    assert "Ada Lovelace" in html
    assert "Secret evening" in html
    assert "Ada" not in hidden
    assert "Secret" not in hidden


def test_a_record_without_an_event_has_no_replay() -> None:
    header = FOUR.split("\n\n")[0]
    with pytest.raises(referee.NoAnswerError):
        referee.loads(f"{header}\n").replay()


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("nl", "Rood breidt Cape Town uit naar Katanga, Congo"),
        ("cs", "Červený rozšiřuje síť společnosti z Kapského Města: obsazuje regiony Katanga"),
        ("fr", "Rouge développe Cape Town"),
    ],
)
def test_players_and_companies_are_called_in_the_language_that_is_spoken(
    code: str, told: str
) -> None:
    with referee.use_language(code):
        found = story("games/four-players.mgn")
    turn = next(event for event in found.events if event.address == "6.3")
    assert turn.sentence.startswith(told)
