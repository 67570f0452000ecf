"""A text that others send is never a path, and representations fit a line or two."""

from pathlib import Path

import pytest

import referee

GAME = "games/two-players.mgn"


def test_a_text_is_never_a_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "secrets.txt").write_text("the password is banana\n", "utf-8")
    monkeypatch.chdir(tmp_path)
    for text in ("secrets.txt", b"secrets.txt", "-", GAME):
        with pytest.raises(referee.UnreadableError) as caught:
            referee.loads(text)
        assert "banana" not in str(caught.value)


def test_a_text_is_the_game_of_its_file() -> None:
    data = Path(GAME).read_bytes()
    games = [referee.loads(data), referee.loads(data.decode()), referee.load(GAME)]
    assert len({game.to_text() for game in games}) == 1
    assert games[0].check().verdict == "legal"


def test_a_text_with_broken_characters_is_unreadable() -> None:
    with pytest.raises(referee.UnreadableError):
        referee.loads("players blue, green \udcff\n")


@pytest.mark.parametrize("ask", [referee.load, referee.loads, referee.check, referee.repair])
def test_what_is_no_source_is_misuse(ask: object) -> None:
    with pytest.raises(referee.UsageError, match="int"):
        ask(3)  # type: ignore[operator]


def test_an_argument_of_another_type_is_misuse() -> None:
    game, table = referee.load(GAME), referee.load(GAME).table("3.2")
    for ask in (
        lambda: game.best(3),  # type: ignore[arg-type]
        lambda: game.score(3),  # type: ignore[arg-type]
        lambda: game.review(max_items="a"),  # type: ignore[arg-type]
        lambda: table.count("a"),  # type: ignore[arg-type]
        lambda: table.draft(3),  # type: ignore[arg-type]
        lambda: table.books(plans=3),  # type: ignore[arg-type]
        lambda: referee.Table.loads(3),  # type: ignore[arg-type]
        lambda: referee.rule(3),  # type: ignore[arg-type]
        lambda: referee.Recording(3),  # type: ignore[arg-type]
        lambda: referee.Budget(seconds="a"),  # type: ignore[arg-type]
        lambda: [*referee.check_all(3)],  # type: ignore[arg-type]
        lambda: [*referee.check_all([GAME, GAME], jobs="a")],  # type: ignore[arg-type]
    ):
        with pytest.raises(referee.UsageError, match=r"int|str"):
            ask()


def test_an_error_tells_its_reason_as_text() -> None:
    with pytest.raises(referee.UnreadableError, match=r"1:1: .*colour"):
        referee.loads("colour blue\n")


def test_rules_that_the_header_breaks_are_among_the_violations() -> None:
    text = "players blue\nset reference\nsetup first-game\n"
    assert [each.rule for each in referee.loads(text).check().violations] == ["SET-01"]
    fault = referee.check("games/illegal/exp-06-points-suffice.mgn")
    assert [each.rule for each in fault.violations] == ["EXP-06"]


def test_representations_fit_two_lines() -> None:
    game, table = referee.load(GAME), referee.load(GAME).table("3.2")
    shown = [
        game,
        table,
        table.player("blue"),
        table.turns(),
        table.turns()[0],
        game.tables("3.2"),
        next(game.moments()),
        referee.load(GAME).replay(),
        referee.check("games/illegal/mistake-occupied-region.mgn"),
        referee.load(GAME).score(),
        referee.Copy().components(),
        table.state,
        game.record,
        game.record.header,
        game.replay().story,
        game.replay().story.events[3],
        referee.Budget(seconds=3),
    ]
    assert [len(repr(each)) <= 160 for each in shown] == [True] * len(shown)


def test_the_version_is_that_of_the_install() -> None:
    assert referee.__version__.count(".") == 2
