"""Lines that could be taken for something else: read as they were meant, or asked about."""

import pytest

from referee import loads
from referee.records.reader import read_text
from referee.records.record import UnreadableRecordError
from referee.records.writer import text_of
from tests.transcript.first_rounds import ROUND
from tests.transcript.games import OPENING, judged, read, sets

HEAD = 'players blue "Ann", green "Bob"\n'
OTHERS = 'players green "Lea", blue "Tom"\n'


def canonical(line: str, head: str = HEAD) -> str:
    """Return the canonical form of a line."""
    return text_of(read(f"{head}{line}\n")).rstrip("\n").rsplit("\n", 1)[1]


def problem(line: str, head: str = HEAD) -> tuple[int, str]:
    """Return the column and the sentence of the one thing that is wrong with a line."""
    with pytest.raises(UnreadableRecordError) as caught:
        read_text(f"{head}{line}\n", sets)
    (found,) = caught.value.problems
    return found.at.column, found.sentence


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("blue marker buy cotton3", "blue marker buy take buy cotton3"),
        ("blue marker C2-1 exp 3", "blue marker C2-1 take buy exp3"),
        ("blue clerk to 1 takes book a01@3", "blue clerk to 1 books a01@3"),
        ("blue clerk to 1 takes a01@3, b01@4", "blue clerk to 1 books a01@3 b01@4"),
        ("blue marker first takes book b09@2", "blue marker first books b09@2"),
        ("blue clerk to 1 take -", "blue clerk to 1 take -"),
        ("blue expand ?", "blue expand ? ?"),
        ("blue expand ? = 3", "blue expand ? ? = 3"),
        ("blue expand ? -", "blue expand ? -"),
        ("blue expand ? R05", "blue expand ? R05"),
    ],
)
def test_a_turn_is_taken_as_it_was_meant(line: str, meant: str) -> None:
    assert canonical(line) == meant
    assert canonical(meant) == meant


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("= Cairo: Lea 2, Tom 2", "= green cairo 2, blue cairo 2"),
        ("= total Lea 61, Tom 58", "= green total 61, blue total 58"),
        ("= up: Lea 3, Tom 4, Cairo: Lea 1", "= green up 3, blue up 4, green cairo 1"),
        ("= Cairo: Lea 2, Tom £3", "= green cairo 2, blue 3"),
        ("= shares cairo Lea 2, Tom 3", "= green shares cairo 2, blue shares cairo 3"),
        ("= Lea cairo 2, Tom 2", "= green cairo 2, blue 2"),
        ("= Lea 3, 3", "= green 3, 3"),
    ],
)
def test_a_column_of_results_is_of_what_stands_above_it(line: str, meant: str) -> None:
    assert canonical(line, OTHERS) == meant
    assert canonical(meant, OTHERS) == meant


@pytest.mark.parametrize(
    ("line", "column", "words"),
    [
        ("B plan coffee2", 1, "'B' could mean Ann (blue) or Bob (green)"),
        ("= b 9, g 13", 3, "'b' could mean Ann (blue) or Bob (green)"),
        ("= blue 3, blue 4", 16, "3 and 4 are both claimed for the same quantity"),
        ("blue goods coffee2 cairo = 3, cairo 2, 4", 40, "3 and 4 are both claimed"),
        ("= owner R07 cairo, owner R07 nobody", 30, "cairo and nobody are both claimed"),
        ("= Cairo: Ann 2, 3", 17, "names no player"),
        ("= hand rest 4", 8, "a claim ends with a number"),
        ("= Ann Bob 4", 7, "a claim ends with a number"),
        ("blue marker coffee 2 option 1", 22, "'option' is given twice"),
        ("blue goods coffee2 level cairo 1 level cairo 0", 40, "'cairo' is given twice"),
        ("blue clerk to 1 take", 21, "found the end of the line"),
        ("blue expand cairo R05 using", 28, "found the end of the line"),
        ("blue marker coffee coffee2", 20, "'coffee2' is not part of a reward"),
    ],
)
def test_what_may_be_two_things_or_nothing_is_no_guess(line: str, column: int, words: str) -> None:
    found = problem(line)
    assert found[0] == column, found
    assert words in found[1]


def test_two_winners_are_no_two_values_of_one_thing() -> None:
    assert canonical("= winner blue, winner green") == "= winner blue, winner green"


def test_a_name_like_the_colour_of_another_is_asked_about() -> None:
    head = 'players blue "Green", green "Blue"\n'
    assert canonical("green end left", head) == "green end left"
    column, words = problem("Green end left", head)
    assert (column, words.partition(";")[0]) == (
        1,
        "'Green' could mean Green (blue) or Blue (green)",
    )
    assert problem("= Blue 4", head)[0] == 3
    assert canonical("= blue 4, first green", head) == "= blue 4, first green"
    # A colour that nobody has is a name like any other.
    assert canonical("Green end left", 'players blue "Green", red "Bob"\n') == "blue end left"
    twice = 'players blue "Ann", green "Ann"\n'
    assert "could mean Ann (blue) or Ann (green)" in problem("Ann end left", twice)[1]


def test_a_name_like_the_colour_of_another_in_another_language_is_asked_about() -> None:
    head = 'lang nl\nspelers blauw "Rood", rood "Anna"\n'
    assert "could mean Rood (blue) or Anna (red)" in problem("Rood einde links", head)[1]
    record = read(f"{head}red end left\nblue end left\n")
    again = read(text_of(record))
    assert [each.said for each in again.statements] == [each.said for each in record.statements]
    alone = read('lang nl\nspelers blauw "Rood", groen "Anna"\nRood einde links\n')
    assert alone.statements[0].said.seat == 0  # type: ignore[union-attr]
    colours = 'lang nl\nspelers geel "Anna", groen "Bas"\n'
    assert "could mean Bas (green) or Anna (yellow)" in problem("g einde links", colours)[1]


def test_a_name_like_a_company_is_asked_about_among_results() -> None:
    head = 'players blue "Cairo", green "Max"\n'
    assert canonical("blue end left = cairo 2", head) == "blue end left = cairo 2"
    assert problem("= Cairo 4", head) == (3, "'Cairo' could mean Cairo (blue) or cairo")
    assert problem("= m 4", head) == (3, "'m' could mean Max (green) or mombasa")


def test_faces_that_tell_only_letters_say_no_more_than_a_blank() -> None:
    deal = OPENING.partition("books:")[0] + "books: {}\n"
    for books in ("?", "[A] [A]", "top2:[A]", "[A] [A] [B] [B] [C] [C], [A] [A] [B] [B] [C] [C]"):
        verdict = loads(deal.format(books)).check()
        assert (verdict.verdict, len(verdict.open_gaps)) == ("legal", 1)
    assert loads(deal.format("[A] [A] [A] [A] [A]")).check().verdict == "undecided"
    assert loads(deal.format("top2:[B]")).check().verdict == "illegal"


def test_a_deal_of_many_faces_is_undecided_at_once() -> None:
    faces = "[A 2 of one good] [A] [B] [B] [C] [C], [A] [A] [B] [B] [C] [C]"
    deal = OPENING.partition("books:")[0] + f"books: {faces}\n"
    assert judged(deal).outcome == "undecided"


def test_whoever_knows_no_company_says_nothing_about_regions() -> None:
    turn = "blue goods coffee2 cairo 2\ngreen expand"
    one, both = (judged(f"{ROUND}{turn} {blanks}\n").open for blanks in ("?", "? ?"))
    assert one is not None
    assert both is not None
    assert one.statement.said == both.statement.said
    assert one.missing == both.missing
