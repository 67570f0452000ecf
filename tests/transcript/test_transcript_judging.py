import pytest

from referee.core.components import ShareCard
from referee.core.events import Plan, PrepareRound
from referee.core.ids import SLOTS, Seat
from referee.core.set_reader import reference_set
from referee.core.turns import EndPhase
from referee.engine import step
from referee.positions.loader import position_of
from referee.records.codec import from_json, to_json
from referee.records.completed_turn import STAGE_WORDS, Missing, hint_words
from referee.records.fields import said as noted
from referee.records.judge import judge
from referee.records.judgement import APPLIED, treatment
from referee.records.record import RoundMark, Statement
from referee.records.unwritten import Unwritten
from referee.rulebook import RULES
from tests.transcript.first_rounds import ROUND, SETUP, broken
from tests.transcript.games import OPENING, judged, read


def test_a_legal_beginning_is_legal_and_not_finished() -> None:
    verdict = judged(ROUND)
    assert verdict.outcome == "legal"
    assert not verdict.finished
    assert verdict.legal == verdict.events == 10


def test_the_first_bad_turn_ends_the_judging() -> None:
    verdict = judged(ROUND + "blue goods coffee2 cairo\ngreen goods cotton1 cairo\n")
    assert verdict.outcome == "illegal"
    assert broken(verdict) == ["GDS-07"]
    assert verdict.legal == 10
    assert verdict.faults[0].statement.at.line == 14


def test_every_rule_that_a_turn_breaks_is_told() -> None:
    verdict = judged(ROUND + "blue goods coffee1 coffee3 banana1 buy exp3 cairo\n")
    assert broken(verdict) == ["GDS-02", "GDS-04", "GDS-08"]


# What is left out --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line",
    [
        "blue goods coffee2 buy merchant",
        "blue expand mombasa R16:1 books a03@2",
        "blue clerk books a03@2",
        "blue end left",
    ],
)
def test_what_has_one_value_is_filled_in(line: str) -> None:
    assert judged(f"{ROUND}{line}\n").outcome == "legal"


@pytest.mark.parametrize(
    ("line", "missing"),
    [
        ("blue goods coffee2", "tracks of the units"),
        ("blue goods coffee2 buy ?", "card acquired"),
        ("blue goods ? cairo 2 buy exp2b", None),
        ("blue expand mombasa R16", "columns of the posts"),
        ("blue expand mombasa R16:1 books a03", "steps of the books"),
        ("blue clerk books ?", "use of the points"),
        ("blue clerk to ?", "step of the jar"),
        ("blue end", "resting deck"),
        ("blue marker ?", "bonus space"),
    ],
)
def test_what_may_be_several_things_is_undecided(line: str, missing: str | None) -> None:
    verdict = judged(f"{ROUND}{line}\n")
    if missing is None:
        assert verdict.outcome == "illegal"
        return
    assert verdict.outcome == "undecided"
    assert verdict.open is not None
    assert verdict.open.missing is not None
    assert missing in verdict.open.missing.what
    assert verdict.legal == 10


def test_a_turn_is_illegal_if_it_is_so_however_its_gaps_are_filled() -> None:
    verdict = judged(ROUND + "blue expand mombasa R01\n")
    assert broken(verdict) == ["EXP-04"]


def test_nothing_is_guessed_before_tracks_are_known() -> None:
    verdict = judged("players blue, green\n")
    assert verdict.outcome == "undecided"
    assert verdict.header_missing is not None
    assert verdict.header_missing.what == ("tracks at the edges",)


@pytest.mark.parametrize(
    ("text", "missing"),
    [
        ("players blue, green\nsetup first-game\nblue tile S01\n", "card display"),
        (OPENING.rsplit("books:", 1)[0] + "blue tile S01\n", "book display"),
        (ROUND + "blue clerk books b01@3\ngreen end left\n", "refill of the book display"),
        (ROUND + "blue end left\ngreen end left\nround 2\n", "cards drawn for the next round"),
    ],
)
def test_chance_that_nobody_noted_is_missing(text: str, missing: str) -> None:
    verdict = judged(text)
    assert verdict.outcome == "undecided"
    assert verdict.open is not None
    assert verdict.open.missing is not None
    assert missing in verdict.open.missing.what[0]


def test_the_starting_bonus_needs_no_order_where_none_matters() -> None:
    assert judged(SETUP).state == judged(SETUP.replace("n bonus", "n bonus diamonds sl")).state


def test_books_fill_the_spaces_of_their_letter_row_by_row() -> None:
    named = OPENING.replace("a01 a02", "top3:a02 top2:a01")
    assert judged(named).state == judged(OPENING).state


# Statements that are left out --------------------------------------------------------------------

BONUS_LINES = "blue bonus\ngreen bonus\n"
TILE_LINES = "blue tile S01\ngreen tile S02\n"


@pytest.mark.parametrize(
    "left_out", [BONUS_LINES, TILE_LINES, "blue bonus\n", "green bonus\n", "green tile S02\n"]
)
def test_what_is_forced_need_not_be_written(left_out: str) -> None:
    short = ROUND.replace(left_out, "")
    assert short != ROUND
    verdict = judged(short)
    assert verdict.outcome == "legal"
    assert verdict.state == judged(ROUND).state
    assert verdict.legal == verdict.events == judged(ROUND).events - left_out.count("\n")


def test_what_is_forced_need_not_be_written_in_json_either() -> None:
    record = read(ROUND.replace(BONUS_LINES, "").replace(TILE_LINES, ""))
    again = from_json(to_json(record))
    assert judge(again, reference_set()).state == judged(ROUND).state


def test_claims_are_about_the_table_with_what_is_forced() -> None:
    short = SETUP.replace(BONUS_LINES, "")
    assert judged(short + "= blue mombasa 3, green diamonds 1\n").outcome == "legal"
    assert judged(short + "= blue mombasa 0\n" + BONUS_LINES).outcome == "legal"


def test_a_bonus_in_the_wrong_order_is_not_left_out() -> None:
    text = SETUP.replace(BONUS_LINES, "green bonus\nblue bonus\n")
    assert broken(judged(text)) == ["SET-14"]


def test_a_player_without_cards_to_plan_need_not_say_so() -> None:
    shares = [card.id for card in reference_set().cards if isinstance(card, ShareCard)]
    form = {"phase": "planning", "round": 7, "seat": {1: {"hand": shares[:1], "resting": {}}}}
    state = position_of(form).state
    state = step(state, Plan(seat=Seat(0), slots=(None,) * len(SLOTS)))
    statements = (Statement(said=noted(EndPhase, Seat(0))),)
    found = Unwritten(statements, ("blue", "green")).before(state, 0)
    assert found == Plan(seat=Seat(1), slots=(None,) * len(SLOTS))


@pytest.mark.parametrize("left", [1, 2])
def test_the_last_card_of_the_stack_need_not_be_written(left: int) -> None:
    lettered = [card.id for card in reference_set().cards if card.letter == "D"]
    form = {"phase": "preparation", "round": 6, "stack": lettered[:left]}
    state = position_of(form).state
    statements = (Statement(said=RoundMark(number=7)),)
    found = Unwritten(statements, ("blue", "green")).before(state, 0)
    if left == 1:
        assert found == PrepareRound(cards=(lettered[0],))
    else:
        assert isinstance(found, Missing)
        assert found.write[0].endswith("write `prepare:` and 2 cards")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            ROUND.replace("green plan cotton2 clerk2 exp2\n", "") + "blue end left\n",
            "green's plan is missing: write `green plan` and up to 3 cards",
        ),
        (
            ROUND + "blue end left\ngreen end left\nround 2\n",
            "the cards drawn for the next round are missing: write `prepare:` and 4 cards",
        ),
        (
            ROUND + "blue clerk books b01@3\ngreen end left\n",
            "the refill of the book display is missing: write `refill:` and 1 book B",
        ),
        (
            SETUP.replace("green rest coffee1 banana1 clerk1\n", ""),
            "green's resting cards are missing: write `green rest` and",
        ),
        (
            OPENING.replace("setup first-game", "setup first-game tracks") + "blue rest exp2\n",
            "such as `S01`; green's starting tile is missing: write `green tile` and the id of",
        ),
        ("players blue, green\nsetup first-game\nround 1\n", "write `display:` and 12 cards"),
        (OPENING.rsplit("books:", 1)[0] + "round 1\n", "write `books:` and 12 books"),
        (ROUND + "blue expand mombasa R16\n", "`R16:1` gives the column"),
        (ROUND + "blue expand mombasa R16:1 books a03\n", "`books a03@4` gives the step"),
        (ROUND + "blue end\n", "`end left` names the deck"),
    ],
)
def test_what_is_missing_is_said_with_what_to_type(text: str, words: str) -> None:
    verdict = judged(text)
    assert verdict.outcome == "undecided"
    assert verdict.open is not None
    assert verdict.open.missing is not None
    assert words in verdict.open.missing.words()


def test_a_plan_that_comes_too_late_is_not_missing() -> None:
    late = ROUND.replace("green plan cotton2 clerk2 exp2\n", "") + "blue end left\n"
    assert broken(judged(late + "green plan cotton2 clerk2 exp2\n")) == ["END-01"]


def test_every_open_part_of_a_turn_has_a_hint() -> None:
    assert all(hint_words(part, "R16", "a03") for parts in STAGE_WORDS.values() for part in parts)


# Take-backs and going on --------------------------------------------------------------------------


def test_a_turn_taken_back_is_ruled_on_and_does_not_count() -> None:
    again = ROUND + "takeback blue goods coffee2 cairo\nblue goods coffee2 cairo 2\n"
    verdict = judged(again)
    assert verdict.outcome == "legal"
    (step,) = verdict.taken_back
    assert [violation.rule.id for violation in step.violations] == ["GDS-07"]
    assert verdict.state == judged(ROUND + "blue goods coffee2 cairo 2\n").state


def test_going_on_applies_what_leaves_a_table() -> None:
    text = ROUND + "blue goods coffee2 cairo\ngreen expand cairo R01:1\nblue end left\n"
    verdict = judged(text, keep_going=True)
    assert [step.treatment for step in verdict.faults] == ["applied", "applied"]
    assert verdict.state is not None
    assert verdict.state.players[0].done


def test_going_on_skips_what_cannot_be_on_the_table() -> None:
    text = ROUND + "blue clerk books a09@2\nblue end left\n"
    verdict = judged(text, keep_going=True)
    assert [step.treatment for step in verdict.faults] == ["skipped"]
    assert broken(verdict) == ["BKK-01", "BKK-05"]


def test_money_that_was_not_there_is_a_debt() -> None:
    verdict = judged(ROUND + "blue marker buy take buy exp3\n", keep_going=True)
    assert broken(verdict) == ["BON-13"]
    facts = verdict.faults[0].violations[0].facts
    assert facts["cash"] == 0
    assert verdict.faults[0].debts == ((0, facts["price"]),)


def test_every_rule_says_what_going_on_does() -> None:
    assert {*APPLIED} <= {*RULES}
    assert {treatment(rule) for rule in RULES.values()} == {"applied", "skipped"}
    assert all(RULES[rule].kind == "legality" for rule in APPLIED)
