"""Lines in people's own words: what they are read as, what is asked, and what is refused."""

import re
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from referee import loads
from referee.records.lexicon import entries, lexicon_file, lexicon_of
from referee.records.loader import load
from referee.records.record import UnreadableRecordError
from referee.records.roles import ALIASES, LIGHT, NEEDED, roles
from referee.records.writer import line_of
from scripts.tools.oracle.ear import loosened
from tests.transcript.first_rounds import ROUND
from tests.transcript.games import read, sets

LANGUAGES = ("en", "nl", "cs", "fr", "de")
HEAD = 'players blue "Ann", green "Lea", red "Bob Jones"\n'


def lines(text: str, head: str = HEAD) -> list[str]:
    """Return the canonical lines of what was written."""
    record = read(f"{head}{text}\n")
    colours = tuple(player.colour for player in record.header.players)
    return [line_of(each, colours) for each in record.statements]


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("round one", "round 1"),
        ("Lea uses coffee2", "green goods coffee2"),
        ("Lea plays her 2 coffee for two steps in Cairo", "green goods coffee2 cairo 2"),
        ("coffee 2, 2 steps Cairo: Lea", "green goods coffee2 cairo 2"),
        ("Lea 2 coffee -> cairo + mombasa", "green goods coffee2 cairo mombasa"),
        ("Lea buys cotton3 with coffee2 and coffee3", "green goods coffee2 coffee3 buy cotton3"),
        ("blue clerk 1", "blue clerk clerk1"),
        ("blue clerk to step 5", "blue clerk to 5"),
        (
            "Ann: bookkeeper 2, ink to 5, takes a03 for space 4",
            "blue clerk clerk2 to 5 books a03@4",
        ),
        ("Ann does not move her ink, bookkeeper 1", "blue clerk clerk1"),
        ("blue end left deck", "blue end left"),
        ("Lea is out, takes the middle deck", "green end middle"),
        ("blue ends phase", "blue end"),
        ("Lea expands Cairo into Gambia (column 2)", "green expand cairo R07:2"),
        ("blue 4", "= blue 4"),
        ("winner blue", "= winner blue"),
        ("Cairo: Ann 2, Lea 3", "= blue cairo 2, green cairo 3"),
        ("Lea has £5", "= green 5"),
        ("Lea takes back: coffee2, cairo 2", "takeback green goods coffee2 cairo 2"),
        ("new book: b05 (top row, under 4)", "refill: top4:b05"),
    ],
)
def test_what_people_write_is_read_by_what_it_mentions(text: str, canonical: str) -> None:
    assert lines(text) == [canonical]
    assert lines(canonical) == [canonical]


def test_several_statements_may_stand_on_a_line() -> None:
    both = ["blue end left", "green end right"]
    assert lines("Ann ends left; Lea ends right") == both
    assert lines("Ann passes left deck, Lea passes right deck") == both


@pytest.mark.parametrize(
    "text",
    [
        # A number, a negation, a second value or a piece that has no role is not dropped.
        "Lea plays her 2 coffee for two steps in Cairo 7 9",
        "Lea plays no coffee2 for two steps in Cairo",
        "Ann bookkeeper 2, ink to 5, ink to 6",
        "Lea is out, takes the middle deck and the left deck",
        "Lea uses coffee2 and the kitchen sink",
        "blue goods coffee2 cairo = 3, cairo 2, 4",
        "a novel begins: it was a dark night",
        "1;2;3;coffee;Lea;;;",
        "x" * 900,
    ],
)
def test_what_has_no_role_leaves_the_line_unread(text: str) -> None:
    with pytest.raises(UnreadableRecordError):
        read(f"{HEAD}{text}\n")


def test_an_initial_of_two_players_is_asked_about_unless_the_table_tells() -> None:
    with pytest.raises(UnreadableRecordError, match=r"could mean Ann .blue. or Bob .green."):
        read('players blue "Ann", green "Bob"\nB plans coffee 2\n')
    game = loads(f"{ROUND}b: coffee 2, two steps Cairo\n")
    assert game.check().verdict == "legal"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_word_is_listed_once_for_what_it_means(language: str) -> None:
    twice = Counter(entries(lexicon_file(language)))
    assert not [each for each, times in twice.items() if times > 1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_of_mention_has_a_role(language: str) -> None:
    taken = {*LIGHT, *ALIASES}
    for statement in (*NEEDED, "cards"):
        for kind, rows in roles(statement).items():
            taken |= {kind, *(each for row in rows for step in row.steps for each in step.kinds)}
    assert not {kind for (kind, _), _ in entries(lexicon_file(language))} - taken


def test_a_stem_stands_for_its_inflections() -> None:
    czech = lexicon_of("cs")
    assert ("company", "mombasa") in czech.meanings(("mombase",))
    assert ("good", "cotton") in czech.meanings(("bavlnou",))
    assert not czech.meanings(("bavln",))[1:]
    assert not czech.meanings(("bavi",))


def test_shipped_games_in_looser_words_keep_their_verdicts() -> None:
    rng = Random(7)
    for name in ("two-players", "illegal/gds-07-all-units-used", "illegal/end-02-turn-order"):
        text = Path(f"games/{name}.mgn").read_text("utf-8")
        looser = "\n".join(loosened(line, rng) for line in text.split("\n"))
        assert looser != text
        strict, loose = loads(text).check(), loads(looser).check()
        assert loose.verdict == strict.verdict
        assert [each.rule for each in loose.violations] == [each.rule for each in strict.violations]
        assert bool(loose.read_as) or name != "two-players"


def test_a_record_in_another_language_says_so() -> None:
    with pytest.raises(UnreadableRecordError, match="lang nl"):
        read(f"{HEAD}Ann speelt haar koffie 2 en gaat twee stappen vooruit in Kaapstad\n")


def test_a_line_that_breaks_a_rule_is_asked_about_if_it_can_say_something_legal() -> None:
    turn = "goods coffee2 cairo\n"
    assert loads(f"{ROUND}blue {turn}").check().verdict == "illegal"
    asked = loads(f"{ROUND}Blue {turn}").check()
    assert asked.verdict == "undecided"
    assert "blue goods coffee2 cairo 2" in " ".join(asked.open.write if asked.open else ())


def test_a_question_is_judged_behind_as_a_gap_is() -> None:
    text = Path("games/two-players.mgn").read_text("utf-8")
    start = text.partition("green goods cotton1 cotton2 saint-louis 3")[0]
    asked = f"{start}green plays cotton1 and cotton2: cairo 2 mombasa"
    verdict = loads(f"{asked}\n").check()
    assert verdict.verdict == "legal"
    (gap,) = verdict.open_gaps
    lines = [
        f"`green goods cotton1 cotton2 {each}`" for each in ("cairo 2 mombasa", "cairo mombasa 2")
    ]
    assert (gap.ways, all(line in " ".join(gap.write) for line in lines)) == (2, True)
    # A result on the line chooses, and one behind it leaves no gap.
    assert not loads(f"{asked} = cairo 2\n").check().open_gaps
    assert not loads(f"{asked}\n= green cairo 1\n").check().open_gaps
    # What cannot be told is written as it was.
    assert asked.rpartition("\n")[2] in loads(f"{asked}\n").to_text()


def test_strict_reading_refuses_what_is_not_in_the_notation() -> None:
    text = f"{ROUND}blue uses coffee 2 for two steps in Cairo\n".encode()
    assert load(text, sets).record.statements[-1].readings
    with pytest.raises(UnreadableRecordError):
        load(text, sets, strict=True)


def test_a_proposal_is_a_whole_line_that_is_read() -> None:
    with pytest.raises(UnreadableRecordError) as caught:
        read(f"{HEAD}Lea uses coffee 2 splendidly, two steps Cairo\n")
    (problem,) = caught.value.problems
    assert re.search(r"'splendidly'", problem.message)
    assert lines(problem.guess[0]) == ["green goods coffee2 cairo 2"]
