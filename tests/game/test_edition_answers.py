"""What editions answer to rulings, and games judged by an edition."""

from pathlib import Path

import pytest

import referee
from referee.core.citations import EDITIONS, Edition
from referee.core.rulings import DEFAULT_RULINGS, RULINGS, answers_of, edition_answers, judged_by
from tests.cli.running import run
from tests.engine.cases import broken_by, cases

every_edition = pytest.mark.parametrize("edition", EDITIONS)


def test_answers_are_those_of_rulings() -> None:
    assert edition_answers().keys() <= RULINGS.keys()
    for ruling, said in edition_answers().items():
        assert {*said.answers} <= {*RULINGS[ruling].answers}
        assert bool(said.answers) == bool(RULINGS[ruling].options)
        named = [edition for group in said.groups for edition in group]
        assert len(named) == len({*named})


def test_every_ruling_with_a_choice_has_answers_of_editions() -> None:
    choices = {ruling.id for ruling in RULINGS.values() if ruling.options}
    assert choices == {ruling for ruling, said in edition_answers().items() if said.answers}


@every_edition
def test_an_edition_that_answers_is_cited(edition: Edition) -> None:
    for ruling, said in edition_answers().items():
        if any(edition in group for group in said.groups):
            assert edition in {citation.edition for citation in RULINGS[ruling].citations}


@every_edition
def test_a_game_is_judged_by_the_answers_of_an_edition(edition: Edition) -> None:
    chosen = judged_by(edition, DEFAULT_RULINGS)
    for ruling in RULINGS.values():
        if ruling.options:
            wanted = answers_of(edition).get(ruling.id, ruling.default)
            assert getattr(chosen, ruling.id.replace("-", "_")) == wanted


def test_editions_part_and_stand_alone() -> None:
    assert edition_answers()["extra-markers-track"].groups == (("en", "nl", "fr"), ("cs",))
    assert edition_answers()["value-passed"].groups == (("manual",),)
    assert edition_answers()["starting-book"].groups == (("cs",),)


@pytest.mark.parametrize("edition", ["en", "nl", "cs"])
def test_an_edition_that_calls_every_gain_of_points_a_reward_converts_every_point(
    edition: Edition,
) -> None:
    assert answers_of(edition)["book-money-convert"] == "every-point"
    assert judged_by(edition, DEFAULT_RULINGS).book_money_convert == "every-point"


def test_editions_that_name_a_turn_of_ones_own_for_the_goods_tile_agree() -> None:
    assert edition_answers()["plus-one-tile"].groups == (("en", "nl", "cs", "fr"),)


@pytest.mark.parametrize("edition", ["en", "nl", "cs", "fr"])
def test_every_rulebook_keeps_a_share_card_in_the_hand(edition: Edition) -> None:
    case = cases()["bonus/share-card-removed"]
    assert broken_by(case) == []
    assert broken_by(case, answers_of(edition)) == ["BON-11"]
    found = run("check", "games/two-players.mgn", "--rulings-of", edition)
    assert "share-cards=kept" in found.stdout


def test_an_answer_that_no_edition_gives_where_another_is_given_is_a_decision() -> None:
    assert RULINGS["share-cards"].decision


def test_an_edition_changes_a_verdict() -> None:
    game = "games/illegal/trk-03-steps-are-made.mgn"
    assert referee.check(game).verdict == "illegal"
    assert referee.check(game, rulings="en").verdict == "illegal"
    assert referee.check(game, rulings="cs").verdict != "illegal"


def test_the_czech_edition_lets_rewards_be_left_and_no_units() -> None:
    assert answers_of("cs")["partial-use"] == "rewards"
    game = "games/illegal/gds-07-all-units-used.mgn"
    assert referee.check(game, rulings="cs").verdict == "illegal"


def test_an_edition_that_there_is_not_decides_nothing() -> None:
    game = "games/illegal/gds-07-all-units-used.mgn"
    with pytest.raises(referee.UsageError, match="no edition"):
        referee.check(game, rulings="de")  # type: ignore[arg-type]


def test_the_command_says_whose_answers_decide() -> None:
    found = run("check", "games/two-players.mgn", "--rulings-of", "cs")
    assert found.stdout.startswith("Rulings are those of cs: extra-markers-track=A2 ")
    assert "cover=free" in found.stdout


def test_explanations_and_pads_are_by_the_answers_of_an_edition() -> None:
    told = run("explain", "games/illegal/gds-07-all-units-used.mgn", "--rulings-of", "en")
    assert told.stdout.startswith("Rulings are those of en: ")
    assert "GDS-07" in told.stdout
    at = ("score", "games/three-players.mgn", "--at", "6.3")
    assert run(*at, "--rulings-of", "manual", "--json").stdout != run(*at, "--json").stdout
    assert run(*at, "--rulings-of", "manual").stdout.startswith("Rulings are those of manual: ")


def test_a_position_is_not_judged_by_an_edition(tmp_path: Path) -> None:
    position = tmp_path / "table.toml"
    run("position", "from", "games/two-players.mgn", "--at", "2.1", "-o", str(position))
    assert run("score", str(position)).exit_code == 0
    refused = run("score", str(position), "--rulings-of", "cs")
    assert refused.exit_code == 2
    assert "only a recorded game" in refused.stderr


def test_rulings_name_what_editions_alone_state_and_where_they_part() -> None:
    told = run("rulings").stdout
    assert "What only one edition states" in told
    assert "Where editions contradict each other" in told
    assert "Where the summary manual contradicts the editions" in told
    assert "en, nl, fr | cs" in run("rulings", "extra-markers-track").stdout
