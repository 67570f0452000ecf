"""The copies that ship as examples, and misread values that are looked for."""

import pytest
from click.testing import CliRunner

import referee
from referee.copies.lessons import leaf_values
from referee.copies.partly_read_set import PartlyReadSet
from referee.copies.set_files import facts_of
from referee.core.component_set import TABLES
from referee.core.set_reader import reference_set
from referee.i18n.speech import speaking
from scripts.tools.oracle.copies import misread, misread_command

BEN = "games/own-copy/bens-copy"
GAMES = ("games/own-copy/bens-first-game.mgn", "games/own-copy/bens-second-game.mgn")


def test_three_quarters_of_bens_copy_are_blank() -> None:
    checked = referee.Copy(BEN).check()
    true = referee.Copy("games/own-copy/anns-copy").check()
    assert true.blanks == 0
    # The blanks of a new set, with all borders of this map in place of those that are begun.
    total = 550 - 8 + true.read["borders"][1]
    assert 0.74 < checked.blanks / total < 0.78


@pytest.mark.slow
def test_what_bens_games_settle_is_true_and_most_of_what_they_speak_of() -> None:
    lessons = referee.Copy(BEN).learn(GAMES)
    true = facts_of(referee.Copy("games/own-copy/anns-copy").components())
    assert len(lessons.settled) > len(lessons.narrowed)
    assert lessons.contradiction == ()
    for each in lessons.settled:
        assert each.remaining == (str(true[each.key]),)


def test_a_misread_set_differs_in_one_value() -> None:
    leaf = next(each for each in leaf_values(reference_set()) if each.key == "cards.coffee3.crate")
    wrong = facts_of(misread(reference_set(), leaf, 6))
    true = facts_of(reference_set())
    assert {key: value for key, value in wrong.items() if true[key] != value} == {leaf.key: 6}


@pytest.mark.slow
def test_misread_values_are_counted() -> None:
    result = CliRunner().invoke(misread_command, ["--sets", "1", "--games", "1"])
    assert result.exit_code == 0
    assert "1 sets with one value changed" in result.output


@pytest.mark.slow
@pytest.mark.parametrize("code", ["nl", "cs", "fr"])
def test_keys_of_values_are_the_same_in_every_language(code: str) -> None:
    english = referee.Copy(BEN).components()
    with speaking(code):
        other = referee.Copy(BEN).components()
    assert isinstance(english, PartlyReadSet)
    assert isinstance(other, PartlyReadSet)
    assert "card_spaces.row 1, column 1.crate" in english.variables
    assert other.variables.keys() == english.variables.keys()
    assert other.digest == english.digest
    crates = (each.variables["card_spaces.row 1, column 1.crate"] for each in (english, other))
    assert len({crate.subject for crate in crates}) == 2


@pytest.mark.slow
def test_advice_for_a_game_names_what_is_printed_and_where() -> None:
    advised = referee.Copy(BEN).advise([GAMES[0]]).advice
    assert {each.key.partition(".")[0] for each in advised} <= {*TABLES}
    assert all(each.where and each.why for each in advised)
    ranks = [(each.decides, each.bears) for each in advised]
    assert ranks == sorted(ranks, reverse=True)
    assert ranks[0][0] > 0
