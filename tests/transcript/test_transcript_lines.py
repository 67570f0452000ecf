"""Lines are read alike however their words stand apart, and no field is left out of the table."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.core.ids import BookId, Seat
from referee.core.set_reader import reference_set
from referee.core.turns import (
    ANY,
    BLANK,
    Expand,
    PlaceMarker,
    Placing,
    TakePounds,
    Turn,
    UseBookkeeper,
    has_blanks,
)
from referee.engine.actions import FIELDS, STAGES
from referee.records.fields import FORMS
from referee.records.fields import said as noted
from referee.records.headers import HeaderLine
from referee.records.keywords import CLAUSES, VERBS
from referee.records.lines import read_line
from referee.records.names import Names
from referee.records.record import NamedPlayer, ReadLine, SaidEvent, Statement, WordError
from referee.records.writer import COLOURS, line_of, record_of
from tests.transcript.games import played


def names() -> Names:
    return Names(reference_set(), tuple(NamedPlayer(colour) for colour in COLOURS))


NAMES = names()


def read(line: str) -> SaidEvent | None:
    """Return what a line says, or None if it is no statement."""
    try:
        found = read_line(line, NAMES)
    except WordError:
        return None
    return found.said if isinstance(found, ReadLine) else None


def lines(seed: int) -> list[str]:
    setting, game = played(seed, 2 + seed % 3)
    record = record_of(setting, [event for event, _ in game])
    return [line_of(statement, COLOURS) for statement in record.statements]


# The table of fields -----------------------------------------------------------------------------


def test_every_field_of_a_turn_is_in_the_table_and_has_a_stage() -> None:
    assert {*FORMS} == {*STAGES}
    for action, form in FORMS.items():
        fields = {field.name for field in form.fields}
        assert {*form.turn.__struct_fields__} == {"seat", *fields}
        assert {*FIELDS[action]} == fields
        assert form.verb in VERBS


def test_every_keyword_of_the_table_is_a_keyword_of_the_language() -> None:
    keywords = {field.keyword for form in FORMS.values() for field in form.fields if field.keyword}
    assert keywords <= {*CLAUSES.values()}


@pytest.mark.parametrize("action", FORMS)
def test_a_turn_of_which_nothing_is_said_has_blanks_and_is_read_back(action: str) -> None:
    form = next(form for form in FORMS.values() if form.action == action)
    turn: Turn = noted(form.turn, 0)  # type: ignore[arg-type]
    assert has_blanks(turn)
    assert read(line_of(Statement(said=turn), COLOURS)) == turn


# Lines -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(12))
def test_canonical_lines_say_what_was_written(seed: int) -> None:
    setting, game = played(seed, 2 + seed % 3)
    record = record_of(setting, [event for event, _ in game])
    for statement in record.statements:
        assert read(line_of(statement, COLOURS)) == statement.said


def _outcome(line: str, words: Names) -> object:
    try:
        found = read_line(line, words)
    except WordError as error:
        return error.message, error.guess
    return found if isinstance(found, HeaderLine) else (found.said, found.claims, found.taken_back)


def _apart(line: str) -> str:
    """Return a line with blanks that keep its words and signs from being read as they stand."""
    return " " + "  ".join(line.split(" "))


def _damaged(line: str, rng: Random, words: list[str]) -> str:
    parts = line.split(" ")
    for _ in range(rng.randrange(1, 3)):
        at = rng.randrange(len(parts))
        match rng.randrange(4):
            case 0:
                parts[at] = rng.choice(words)
            case 1:
                parts.insert(at, rng.choice(words))
            case 2 if len(parts) > 1:
                del parts[at]
            case _:
                place = rng.randrange(len(parts[at]) + 1)
                parts[at] = parts[at][:place] + rng.choice("a1:@<()*,? -") + parts[at][place:]
    return " ".join(parts)


def test_what_stands_behind_a_sign_may_be_blank() -> None:
    expansion = read("blue expand cairo R05:? R06")
    assert isinstance(expansion, Expand)
    assert [entering.column for entering in expansion.enter] == [BLANK, BLANK]
    bookkeeper = read("blue bookkeeper clerk2 books a01@?")
    assert isinstance(bookkeeper, UseBookkeeper)
    assert bookkeeper.place == (Placing(BookId("a01"), BLANK),)


@pytest.mark.slow
@settings(max_examples=200, deadline=None)
@given(st.integers(0, 11), st.integers(0, 2**32))
def test_a_line_means_the_same_whatever_was_read_before(seed: int, chance: int) -> None:
    rng = Random(chance)
    every = lines(seed)
    words = [word for line in every for word in line.split(" ")] + ["?", "-", "for", "5", "plus"]
    for line in rng.sample(every, 10):
        damaged = _damaged(line, rng, words)
        found = _outcome(damaged, NAMES)
        # Blanks change nothing but the columns of what cannot be read.
        assert _outcome(_apart(damaged), names()) == found, damaged
        assert _outcome(damaged, NAMES) == found, damaged


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("blue marker first cairo take pounds", "'take' is given twice"),
        ("blue plan ?:coffee2", "there is no free slot for 'coffee2'"),
        ("blue tile -", "expected a name, found '-'"),
        ("blue goods coffee2 books a03@4", "expected `buy`, `level`, `plus`, a name"),
        (
            "blue marker first take points(a01",
            "expected `for` or a name, found the end",
        ),
        ("blue end left plus coffee2 plus coffee2", "'plus' is given twice"),
    ],
)
def test_what_was_left_out_in_silence_is_told(line: str, message: str) -> None:
    with pytest.raises(WordError) as caught:
        read_line(line, NAMES)
    assert caught.value.message.startswith(message)


def test_a_tile_that_nobody_rejected_may_be_said_so() -> None:
    assert read("blue tile S01 rejected -") == read("blue tile S01 (rejected ?)")
    assert read("blue tile S01 rejected -") == read("blue tile S01")


def test_a_space_may_be_called_like_a_clause() -> None:
    taken = (TakePounds(),)
    turn = noted(PlaceMarker, Seat(0), space="discard", discard=BLANK, reward=taken)
    assert read("blue marker discard take pounds") == turn
    assert read("blue marker discard") == noted(PlaceMarker, Seat(0), space="discard")
    assert turn.place == ()
    assert noted(PlaceMarker, Seat(0)).reward == ANY
