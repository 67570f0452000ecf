"""A turn said part by part comes to the turn that a record says at once."""

import pickle
from collections.abc import Iterator

import pytest

import referee
from referee.api.games import Moment
from referee.api.possible_actions import ACTIONS
from referee.api.tables import Table
from referee.api.turn_parts import ROWS_OF_PARTS, part_words
from referee.api.turns_in_progress import TurnInProgress
from referee.engine.actions import ROWS, TURNS, action_of, answers_of
from referee.game.turns import Expand, Turn

GAMES = ("games/two-players.mgn", "games/four-players.mgn", "games/three-players.mgn")


def turns(name: str) -> Iterator[tuple[Table, Turn, Moment]]:
    game = referee.load(name)
    for moment in game.moments():
        if isinstance(moment.event, TURNS):
            yield Table(moment.before, game.colours), moment.event, moment


def said(table: Table, turn: Turn, *, as_data: bool = False) -> TurnInProgress:
    """Say every part of a turn, in the notation or as data."""
    action = action_of(turn)
    progress = referee.begin_turn(table, action)
    for part, stage, answers in zip(
        ROWS_OF_PARTS[action], ROWS[action], answers_of(turn), strict=True
    ):
        for answer in answers:
            due = progress.due()
            assert due is not None
            assert due.part == part.key
            words = part_words(part, answer)
            choice = next((each for each in due.choices if each.words == words), None)
            if as_data and choice is not None:
                progress = progress.say(choice.value)
            else:
                progress = progress.say(words)
        if stage.repeated:
            progress = progress.stop()
    return progress


@pytest.mark.parametrize("name", GAMES)
def test_every_turn_of_a_game_can_be_said_part_by_part(name: str) -> None:
    count = 0
    for table, turn, moment in turns(name):
        finished = said(table, turn).finish()
        assert finished.turn == turn
        assert finished.verdict.legal
        assert finished.after.state == moment.after
        count += 1
    assert count > 20


def test_parts_can_be_said_as_data() -> None:
    for table, turn, _ in turns(GAMES[1]):
        assert said(table, turn, as_data=True).finish().turn == turn


def test_there_is_a_part_for_every_stage() -> None:
    for action in ACTIONS:
        parts = ROWS_OF_PARTS[action]
        assert [part.repeated for part in parts] == [stage.repeated for stage in ROWS[action]]


def test_every_choice_is_legal_and_has_words_of_its_own() -> None:
    for table, turn, _ in [*turns(GAMES[0])][::5]:
        progress = referee.begin_turn(table, action_of(turn))
        while (due := progress.due(40)) is not None:
            words = [choice.words for choice in due.choices]
            assert len({*words}) == len(words)
            for choice in due.choices:
                further = progress.say(choice)
                assert further.broken == ()
                assert progress.breaks(choice.words) == ()
            progress = progress.say(due.choices[0]) if due.choices else progress.stop()
            if progress.broken:
                break


def test_a_turn_in_progress_does_not_change_and_is_taken_back() -> None:
    table, turn, _ = next(each for each in turns(GAMES[0]) if action_of(each[1]) == "expand")
    whole = said(table, turn)
    texts = [whole.text]
    back = whole
    while back.text != f"{whole.player} expand ?":
        back = back.take_back()
        texts.append(back.text)
    assert whole.finish().turn == turn
    assert len(texts) > 4
    with pytest.raises(referee.MisuseError, match="nothing has been said"):
        referee.begin_turn(table, "expand").take_back()


def test_what_has_one_value_is_filled_in() -> None:
    table = referee.load_table(GAMES[0], "3.2")
    ended = referee.begin_turn(table, "end").fill()
    due = ended.due()
    assert due is not None
    assert due.part == "deck"
    finished = ended.say(due.choices[0]).fill()
    assert finished.is_finished
    assert finished.due() is None


def test_illegal_parts_are_said_with_the_rules_they_break() -> None:
    table = referee.load_table(GAMES[0], "3.2")
    turn = referee.begin_turn(table, "goods").fill()
    assert [rule.rule for rule in turn.breaks("exp3")] == ["GDS-06"]
    broken = turn.say("exp3").fill()
    while (due := broken.due()) is not None:
        broken = broken.stop() if due.repeated else broken.say(None)
    finished = broken.finish()
    assert not finished.verdict.legal
    assert "GDS-06" in [rule.rule for rule in finished.verdict.violations]
    assert finished.verdict.treatment == "applied"
    assert finished.verdict.to_dict()["turn"]["do"] == "goods"


def test_nothing_may_be_said_with_a_keyword_or_without() -> None:
    turn = referee.begin_turn(referee.load_table(GAMES[0], "3.2"), "goods").fill()
    assert turn.say("buy -").text == turn.say("-").text == turn.say(None).text
    clerk = referee.begin_turn(referee.load_table(GAMES[0], "3.2"), "clerk").fill()
    due = clerk.due()
    assert due is not None
    assert due.part == "flip"
    assert clerk.say("flip -").due() == clerk.say("-").due()


def test_a_part_that_leaves_something_open_is_decided_or_asked_for() -> None:
    table, turn, _ = next(each for each in turns(GAMES[0]) if action_of(each[1]) == "expand")
    assert isinstance(turn, Expand)
    entering = referee.begin_turn(table, "expand").fill().say(turn.company)
    region = turn.enter[0].region
    with pytest.raises(referee.MisuseError, match=f"{region}:1, {region}:2 or {region}:3"):
        entering.say(region)
    assert entering.say(f"{region}:2").text.endswith(f"{region}:2")


def test_a_turn_out_of_order_says_so_at_once() -> None:
    table = referee.load_table(GAMES[0], "3.2")
    assert [rule.rule for rule in referee.begin_turn(table, "end", player="blue").broken] == [
        "END-02"
    ]


@pytest.mark.parametrize(
    ("part", "error", "words"),
    [
        ("nonsense", referee.UnreadableError, "no card"),
        ("buy ?", referee.MisuseError, "for records"),
        ("buy clerk2b cairo", referee.MisuseError, "only `card acquired` is due"),
        ("clerk2b = blue 3", referee.MisuseError, "only"),
        (7, referee.MisuseError, "no value"),
        ({"card": "x"}, referee.MisuseError, "no value"),
    ],
)
def test_what_makes_no_sense_is_refused(
    part: str, error: type[referee.RefereeError], words: str
) -> None:
    turn = referee.begin_turn(referee.load_table(GAMES[0], "3.2"), "goods").fill()
    with pytest.raises(error) as found:
        turn.say(part)
    problems = " ".join(problem.message for problem in found.value.problems)
    assert words in f"{found.value.message} {problems}"


def test_unknown_actions_and_players_are_refused() -> None:
    table = referee.load_table(GAMES[0], "3.2")
    for arguments in (("dance", None), ("goods", "pink"), ("goods", 7)):
        with pytest.raises(referee.MisuseError):
            referee.begin_turn(table, arguments[0], player=arguments[1])
    with pytest.raises(referee.MisuseError, match="not finished"):
        referee.begin_turn(table, "goods").finish()
    with pytest.raises(referee.MisuseError, match="has to be said"):
        referee.begin_turn(table, "goods").stop()


def test_a_turn_in_progress_can_be_pickled() -> None:
    for table, turn, _ in [*turns(GAMES[0])][::7]:
        whole = said(table, turn)
        for progress in (whole, whole.take_back(), whole.take_back().take_back()):
            again = pickle.loads(pickle.dumps(progress))  # noqa: S301
            assert again.text == progress.text
            assert again.due() == progress.due()
        finished = whole.finish()
        assert pickle.loads(pickle.dumps(finished)) == finished  # noqa: S301
