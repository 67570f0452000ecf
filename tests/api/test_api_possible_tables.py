"""Behind a gap a table is told as far as it is certain, with a `?` for the rest."""

import json
from pathlib import Path

import pytest
from msgspec.structs import replace

import referee
from referee.types import PossibleTables
from tests.cli.running import run

pytestmark = pytest.mark.slow

GAMES = "games/with-gaps/"
TWO = GAMES + "two-turns-forgotten.mgn"
COLUMNS = GAMES + "red-never-wrote-columns.mgn"
REFILLS = GAMES + "refills-never-noted.mgn"
PROVED = GAMES + "the-pad-proves-a-turn.mgn"


def test_a_table_before_every_gap_is_certain() -> None:
    tables = referee.load(TWO).tables("3.2")
    assert tables.is_certain
    assert tables.facts.open == ()
    assert tables.facts.digest == tables.table.digest


@pytest.fixture(scope="module")
def tables() -> PossibleTables:
    """The tables before the first of two turns that are unknown."""
    return referee.load(TWO).tables("3.4")


def test_what_differs_is_open_with_all_its_values(tables: PossibleTables) -> None:
    facts = tables.facts
    assert facts.digest is None
    assert {fact.place: fact.values for fact in facts.open} == {
        "markers.bananas": (None, 0),
        "players.0.used": ([], ["banana2"]),
    }
    assert facts.state["markers"]["bananas"] == "?"
    assert facts.state["players"][0]["used"] == ["?"]


def test_what_is_the_same_on_all_tables_is_told(tables: PossibleTables) -> None:
    for state in tables.states:
        assert state.players[0].cash == tables.facts.state["players"][0]["cash"]


def test_a_gap_that_was_proved_leaves_nothing_open() -> None:
    assert referee.load(PROVED).tables("6.1").is_certain


def test_books_that_nobody_named_can_be_any_of_their_letter() -> None:
    facts = referee.load(REFILLS).tables().facts
    values = {fact.place: fact.values for fact in facts.open}
    assert len(values["books.top4"]) > 5
    assert {str(book)[0] for book in values["books.top4"]} == {"b"}


def test_show_draws_a_question_mark() -> None:
    text = run("show", TWO, "--at", "3.4").stdout
    assert "bananas: ?" in text
    assert "- | banana2" in text


def test_show_tells_programs_what_is_open() -> None:
    found = json.loads(run("show", TWO, "--at", "3.4", "--json").stdout)
    assert [fact["place"] for fact in found["open"]] == ["markers.bananas", "players.0.used"]


def test_a_position_has_a_question_mark_to_fill_in() -> None:
    text = referee.load(COLUMNS).tables("3.4").to_toml()
    assert 'cairo = ["?", "?", "?"]' in text
    with pytest.raises(referee.UnreadableError):
        referee.Table.loads(text)


def test_a_picture_marks_what_is_open() -> None:
    scene = referee.load(COLUMNS).tables("3.4").scene
    marks = scene.marks
    assert {mark.kind for mark in marks.places} == {"open"}
    assert any(mark.place.startswith("base-mombasa") for mark in marks.places)
    assert scene.to_svg().count(">?</text>") == len(marks.places)


def test_whoever_needs_a_certain_table_hears_of_the_gap() -> None:
    with pytest.raises(referee.NoAnswerError, match="line 50 leaves open blue's turn"):
        referee.load(TWO).table("3.4")
    with pytest.raises(referee.NoAnswerError, match="line 50"):
        referee.load(TWO).table("3.5").legal()


def test_legal_turns_are_told_where_the_table_is_certain_again() -> None:
    assert referee.load(TWO).table("4.1").legal().player == "blue"


def test_a_moment_that_does_not_exist_is_refused() -> None:
    with pytest.raises(referee.UsageError, match=r"no round 7, turn 90"):
        referee.load(TWO).table("7.90")


# Explanations and reviews ------------------------------------------------------------------------


def with_line(game: str, old: str, new: str) -> bytes:
    text = Path(game).read_text(encoding="utf-8")
    assert old in text
    return text.replace(old, new, 1).encode()


def test_a_turn_behind_a_gap_is_explained_where_the_table_is_certain() -> None:
    assert referee.load(TWO).explain("5.2").outcome == "legal"
    text = with_line(
        PROVED, "\ngreen goods cotton2 cape-town 2\n", "\ngreen goods cotton2 cairo 9\n"
    )
    found = referee.loads(text).explain()
    assert found.outcome == "illegal"
    assert [broken.rule for broken in found.violations] == ["GDS-08"]


def test_a_turn_at_an_open_table_is_not_explained() -> None:
    with pytest.raises(referee.NoAnswerError, match="line 50"):
        referee.load(TWO).explain("3.4")


def test_a_record_that_gaps_make_legal_has_nothing_to_explain() -> None:
    assert referee.load(TWO).explain().outcome == "legal"


def test_notes_that_exclude_each_other_are_explained_as_a_conflict() -> None:
    found = referee.load(GAMES + "cannot-have-been.mgn").explain()
    assert found.outcome == "illegal"
    assert [each.claim for each in found.conflict][-1] == "blue 12"


def test_addresses_of_statements_can_be_explained() -> None:
    assert referee.load(TWO).explain("3.2.refill").statement == "refill: top3:a16"
    assert referee.load(TWO).explain("line:79").statement == "green goods cotton1 cape-town"


@pytest.mark.parametrize("line", ["", "green goods ?", "green marker ?"])
def test_behind_a_gap_is_offered_what_any_possible_table_allows(line: str) -> None:
    before, played, _ = (
        Path("games/two-players.mgn")
        .read_text("utf-8")
        .rpartition("blue goods coffee1 cape-town\n")
    )
    assert played
    tables = referee.loads(f"{before}blue ?\n").tables(budget=referee.Budget(work=15_000))
    assert tables.exact
    assert len(tables.states) > 1
    legal = {
        (offer.kind, offer.values)
        for state in tables.states
        for offer in replace(tables.table, state=state).draft(line).offers
        if offer.legal
    }
    found = tables.draft(line, everything=True).offers
    assert {(offer.kind, offer.values) for offer in found if offer.legal} == legal
    assert not any(offer.unsure for offer in found)
