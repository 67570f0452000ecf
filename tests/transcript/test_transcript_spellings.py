"""What people write at the table is read, or told with the place of the real fault."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.records.reader import read_text
from referee.records.record import Record, UnreadableRecordError
from referee.records.spellings import Respelled
from referee.records.writer import text_of
from tests.transcript.games import read, sets

HEAD = 'players blue "Ann", green "Lea", red "Bob Jones"\n'


def last_line(record: Record) -> str:
    return text_of(record).rstrip("\n").rsplit("\n", 1)[1]


@pytest.mark.parametrize(
    ("line", "canonical"),
    [
        ("players blue Ann, green Bob", 'players blue "Ann", green "Bob"'),
        ("players blue Ann green Bob", 'players blue "Ann", green "Bob"'),
        ("players blue “Ann”, green ‘Bob’", 'players blue "Ann", green "Bob"'),  # noqa: RUF001
        ("players blue „Ann“, green «Bob»", 'players blue "Ann", green "Bob"'),
        ("players blue 'Ann', green", 'players blue "Ann", green'),
        ("players Ann blue, Bob green", 'players blue "Ann", green "Bob"'),
        ("players Ann (blue), Bob (green)", 'players blue "Ann", green "Bob"'),
        ("players: blue: Ann; green = Bob", 'players blue "Ann", green "Bob"'),
        (
            "players blue Ann Marie, green Bob Jones and red J. Smith",
            'players blue "Ann Marie", green "Bob Jones", red "J. Smith"',
        ),
        ("players blue, green", "players blue, green"),
        ("players blue green", "players blue, green"),
        ('players blue "Ann" ours "Bob"', 'players blue "Ann", ours "Bob"'),
        ('players blue, "Ann", green', 'players blue "Ann", green'),
        ("players Ann, Bob", "players ann, bob"),
        ("players ann bob", "players ann, bob"),
    ],
)
def test_players_are_named_in_many_ways(line: str, canonical: str) -> None:
    assert text_of(read(f"{line}\n")).split("\n")[0] == canonical


@pytest.mark.parametrize(
    ("line", "canonical"),
    [
        ("setup first game", "setup first-game"),
        ("setup: first-game", "setup first-game"),
        ("setup first game tracks", "setup first-game tracks"),
        ("title Sunday at Ann's", 'title "Sunday at Ann\'s"'),
        ("title “No #1” # a comment", 'title "No #1"'),
        ("rulings capital-call may-decline", "rulings capital-call=may-decline"),
        ("tracks: A1 B1 C1 D1", "tracks mombasa=A1 cape-town=B1 saint-louis=C1 cairo=D1"),
    ],
)
def test_headers_are_written_in_many_ways(line: str, canonical: str) -> None:
    assert canonical in text_of(read(f"{HEAD}{line}\n")).split("\n")


@pytest.mark.parametrize(
    ("line", "canonical"),
    [
        ("display: coffee 3, cotton 3", "display: coffee3 cotton3"),
        ("books: top 2:a05", "books: top2:a05"),
        ("blue tile S 01", "blue tile S01"),
        ("blue rests banana 2, cotton 2, exp 1", "blue rest banana2 cotton2 exp1-1"),
        ("Round 1.", "round 1"),
        ("Lea: goods coffee2 cairo", "green goods coffee2 cairo"),
        ("Lea: goods: coffee2 cairo", "green goods coffee2 cairo"),
        ("Bob Jones goods coffee2 cairo", "red goods coffee2 cairo"),
        ("bob goods coffee2 cairo", "red goods coffee2 cairo"),
        ("blue goods coffee 2 cairo 2", "blue goods coffee2 cairo 2"),
        ("blue goods coffee2, St. Louis 2", "blue goods coffee2 saint-louis 2"),
        ("blue goods coffee2 Saint Louis", "blue goods coffee2 saint-louis"),
        ("blue goods coffee2 Cape Town 2 Mombasa", "blue goods coffee2 cape-town 2 mombasa"),
        ("blue expand Cape Town R 16:1", "blue expand cape-town R16:1"),
        ("blue clerk to 1 take £2, cairo", "blue clerk to 1 take pounds 2 cairo"),
        ("blue clerk to 1 take 2 pounds, cairo", "blue clerk to 1 take pounds 2 cairo"),
        ("blue clerk spend b01 for £2", "blue clerk spend b01 for 2"),
        ("blue clerk spend b01 for 2 pounds", "blue clerk spend b01 for 2"),
        ("blue marker discard coffee2", "blue marker discard discard coffee2"),
        ("blue mark disc, exp 1", "blue marker discard discard exp1-1"),
        ("blue marker D1-1 coffee2", "blue marker D1-1 discard coffee2"),
        ("blue passes left", "blue end left"),
        ("take back blue goods coffee2 cairo", "takeback blue goods coffee2 cairo"),
        ("= Ann £3, Lea 4 pounds", "= blue 3, green 4"),
        ("= Ann 3 pounds, cairo 6", "= blue 3, cairo 6"),
        ("= Ann cairo 3, pounds 4", "= blue cairo 3, 4"),
        ("= Ann: 3, Lea: St. Louis 2", "= blue 3, green saint-louis 2"),
        ("= Bob Jones 3", "= red 3"),
        ("blue goods coffee2 cairo = £3", "blue goods coffee2 cairo = 3"),
        ("blue goods coffee2 cairo = coffee 3", "blue goods coffee2 cairo = coffee 3"),
    ],
)
def test_statements_are_written_in_many_ways(line: str, canonical: str) -> None:
    assert last_line(read(f"{HEAD}{line}\n")) == canonical


@pytest.mark.parametrize(
    ("line", "at", "words"),
    [
        ("players", "", "the players are missing: `players blue"),
        ("players blue, blue", "blue", "named twice"),
        ("players 3", "3", "expected a colour or a name, found"),
        ("players Ann Smith, Bob Jones", "Ann", "'Ann Smith' has no colour"),
        ('players blue "Ann', '"', "is never closed"),
        ("setup", "", "expected `first-game` or `variable`, found the end of the line"),
        ("setup normal", "normal", "expected first-game or variable"),
        ("setup first game twice", "twice", "there is no part of the setup"),
        ("set", "", "expected the name of a component set, found the end of the line"),
        ("rulings", "", "expected a ruling and its answer, found the end of the line"),
        ("rulings capital-call=maybe", "maybe", "expected must-pay or may-decline"),
        ("tracks", "", "expected a track, found the end of the line"),
        ('title "Sunday', '"', "is never closed"),
    ],
)
def test_a_fault_of_the_header_is_told_where_it_is(line: str, at: str, words: str) -> None:
    _require(f"{line}\n", line, at, words)


@pytest.mark.parametrize(
    ("line", "at", "words"),
    [
        ("display: coffee 9", "9", "what was meant by '9'?"),
        ("display: cofee 3", "cofee", "did you mean `display: coffee3`"),
        ("display: coffee3 cofee3", "cofee3", "did you mean `coffee3`"),
        ("displya: coffee3", "displya", "did you mean `display: coffee3`"),
        ("prepare 4 cards", "4", "expected a card or the end of the line, found"),
        ("round", "", "expected a number, found the end of the line"),
        ("tile S01", "tile", "the player comes first: `blue tile …`"),
        ("pass", "pass", "the player comes first"),
        ("blue", "", "`plan`, `rest` or `tile`, found the end of the line"),
        ("blue tile", "", "expected a name, found the end of the line"),
        ("blue gods coffee2 St. Louis", "gods", "did you mean `blue goods coffee2 saint-louis`"),
        ("blue goods coffee2 St. Louis ciaro", "ciaro", "did you mean `cairo`?"),
        ("Lea: gods coffee2", "gods", "did you mean `green goods coffee2`"),
        ("hello world", "hello", "expected a player or a keyword, found"),
        ("undo blue goods coffee2", "undo", "did you mean `blue goods coffee2`"),
        ("blue end tile deck", "tile", "did you mean `blue end`?"),
        ("= coins b", "b", "there is no book space 'b'"),
        ("blue expand R16", "R16", "there is no company 'R16'; expected mombasa, cape-town"),
        ("blue bonus cairo pounds", "pounds", "consists of companies and `diamonds`"),
        ("blue marker discrad coffee2", "discrad", "did you mean `discard`?"),
        ("= Ann", "", "a claim ends with a number"),
        ("= winner", "", "a claim ends with a player"),
        ("= 3 pounds", "3", "names no player"),
        ("// a comment", "//", "a comment begins with `#`"),
    ],
)
def test_a_fault_of_a_statement_is_told_where_it_is(line: str, at: str, words: str) -> None:
    _require(f"{HEAD}{line}\n", line, at, words)


def _require(text: str, line: str, at: str, words: str) -> None:
    """Require one problem with these words at the place of a word, or at the end of the line."""
    with pytest.raises(UnreadableRecordError) as caught:
        read_text(text, sets)
    (problem,) = caught.value.problems
    assert words in problem.sentence
    assert problem.at.column == (line.rindex(at) + 1 if at else len(line) + 1), problem.sentence
    assert problem.line == line
    assert _word_at(line, problem.at.column) not in {guess.casefold() for guess in problem.guess}


def _word_at(line: str, column: int) -> str:
    found = re.match(r"[\w'-]+", line[column - 1 :])
    return found[0].casefold() if found else ""


WORDS = "blue Ann Lea: goods St. Louis £ 3 pounds coffee 2 coffee2 = cairo “x” marker discard # , ."


@given(st.lists(st.sampled_from([*WORDS.split(), "players", "setup", "title"]), max_size=9))
def test_odd_lines_are_read_or_refused_within_the_line(words: list[str]) -> None:
    line = " ".join(words)
    try:
        read_text(f"{HEAD}{line}\n", sets)
    except UnreadableRecordError as error:
        for problem in error.problems:
            assert 1 <= problem.at.column <= len(line) + 1
            assert _word_at(line, problem.at.column) not in problem.guess


def test_a_line_in_other_words_knows_where_its_own_stood() -> None:
    line = Respelled("blue goods St. Louis here")
    spelled = line.spelled("line", re.compile(r"St\. Louis"), lambda _: "saint-louis")
    assert spelled.text == "blue goods saint-louis here"
    assert spelled.column(spelled.text.index("here") + 1) == line.text.index("here") + 1
    assert spelled.column(len(spelled.text) + 1) == len(line.text) + 1
