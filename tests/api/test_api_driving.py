"""A game driven from Python: legal turns, turns taken, games between functions."""

import pickle
from pathlib import Path
from random import Random

import pytest

import referee
from referee.core.public import digest

TWO_PLAYERS = "games/two-players.mgn"


@pytest.fixture(scope="module")
def table() -> referee.Table:
    return referee.load(TWO_PLAYERS).table("3.2")


def test_turns_are_counted_listed_and_sliced(table: referee.Table) -> None:
    goods = table.turns("goods")
    listed = [*goods]
    assert len(goods) == len(listed) == 5
    assert goods[0] == listed[0]
    assert goods[-1] == listed[-1]
    assert goods[1:3] == listed[1:3]
    with pytest.raises(IndexError):
        goods[5]
    with pytest.raises(IndexError):
        goods[-6]
    assert {turn.action for turn in table.turns()} >= {"goods", "end"}
    assert str(listed[0]) == "green goods coffee1 mombasa"
    assert (listed[0].action, listed[0].player) == ("goods", "green")
    assert repr(goods).count("green goods") == 3


def test_every_turn_that_is_listed_is_the_same_applied_and_pushed(table: referee.Table) -> None:
    for turn in table.turns():
        applied, pushed = table.apply(turn), table.push(str(turn))
        assert digest(applied.state) == digest(pushed.state)
        assert applied.events == (*table.events, turn.said)


def test_the_player_to_move_need_not_be_named(table: referee.Table) -> None:
    assert table.push("goods coffee1 mombasa") == table.push("green goods coffee1 mombasa")


def test_an_illegal_turn_names_its_rules_and_crosses_processes(table: referee.Table) -> None:
    with pytest.raises(referee.IllegalTurn, match="GDS-02") as caught:
        table.push("goods cotton3 mombasa")
    again = pickle.loads(pickle.dumps(caught.value))  # noqa: S301
    assert [each.rule for each in again.violations] == ["GDS-02", "GDS-07"]
    other_table = referee.load(TWO_PLAYERS).table("1.1")
    with pytest.raises(referee.IllegalTurn, match="END-"):
        other_table.apply(table.turns()[0])


def test_what_a_turn_leaves_open_is_told(table: referee.Table) -> None:
    with pytest.raises(referee.IncompleteTurn, match="steps"):
        table.push("goods coffee1 ?")


@pytest.mark.parametrize("line", ["", "round 3", "= green 4", "goods coffee1 mombasa = 4", "..."])
def test_only_events_are_carried_out(table: referee.Table, line: str) -> None:
    with pytest.raises(referee.RefereeError):
        table.push(line)


def test_a_line_that_cannot_be_read_says_why(table: referee.Table) -> None:
    with pytest.raises(referee.UnreadableError, match="coffee9"):
        table.push("goods coffee9 mombasa")


def test_an_unknown_action_is_misuse(table: referee.Table) -> None:
    with pytest.raises(referee.UsageError, match="fly"):
        table.turns("fly")


def test_players_are_found_by_colour_and_by_name() -> None:
    table = referee.load("games/four-players.mgn").table("2.1")
    for colour, name in zip(table.colours, table.names, strict=True):
        if name is not None:
            assert table.player(name) == table.player(colour)
    player = table.player(table.colours[0])
    state = table.state.players[0]
    assert (player.cash, player.diamonds, player.ink) == (state.cash, state.diamonds, state.ink)
    assert tuple(player.tracks.values()) == state.tracks
    assert {*player.slots.values()} == {*state.slots} - {None}
    score = {each.colour: each for each in table.score().players}[player.colour]
    assert (player.total, player.shares) == (score.total, score.shares)
    assert table.total(player.colour) == score.total
    with pytest.raises(referee.UsageError, match="nobody"):
        table.player("nobody")


def test_a_table_is_dealt_and_driven_to_the_end_of_the_game() -> None:
    rng = Random(3)
    table = referee.deal(2, rng)
    assert table.moment == "round 1, planning"
    while (phase := table.state.phase) != "over":
        if phase == "planning":
            for colour in table.colours:
                cards = [c for c in table.player(colour).hand if not c.startswith("share")][:3]
                table = table.push(" ".join([colour, "plan", *cards]))
        else:
            table = table.apply(table.turns().draw(rng))
        table = table.deal(rng)
    assert not table.turns()
    assert len(table.turns()) == 0
    with pytest.raises(referee.NoLegalTurn):
        table.turns().draw(rng)


class Planner:
    def __init__(self) -> None:
        self.plans = 0

    def __call__(self, table: referee.Table, rng: Random) -> str:
        return str(table.turns().draw(rng))

    def plan(self, table: referee.Table, colour: str, rng: Random) -> str:
        assert rng.random() < 1
        self.plans += 1
        return f"{colour} plan {table.player(colour).hand[0]}"


def test_functions_play_and_plan() -> None:
    planner = Planner()
    game = referee.play({"red": planner, "white": "greedy"}, seed=2)
    assert game.colours == ("red", "white")
    assert planner.plans == 7
    assert game.check().verdict == "legal"
    assert game.check().finished
    again = referee.play({"red": Planner(), "white": "greedy"}, seed=2)
    assert again.to_text() == game.to_text()


def test_a_function_that_breaks_a_rule_is_told_which() -> None:
    with pytest.raises(referee.IllegalTurn):
        referee.play({"blue": lambda _, __: "goods coffee4 cairo", "green": "random"}, seed=1)
    with pytest.raises(referee.UsageError):
        referee.play({"blue": "clever", "green": "random"})
    with pytest.raises(referee.UsageError):
        referee.play({"blue": "random"})


def test_what_is_no_turn_is_misuse(table: referee.Table) -> None:
    with pytest.raises(referee.UsageError, match="str"):
        table.apply("goods coffee1 mombasa")  # type: ignore[arg-type]
    with pytest.raises(referee.UsageError, match="int"):
        table.push(3)  # type: ignore[arg-type]
    with pytest.raises(referee.UsageError, match="NoneType"):
        referee.play({"blue": lambda _, __: None, "green": "random"})  # type: ignore[dict-item, return-value]


def test_a_player_plans_for_nobody_else() -> None:
    class Cheat(Planner):
        def plan(self, table: referee.Table, colour: str, rng: Random) -> str:  # noqa: ARG002
            return super().plan(table, "white", rng)

    with pytest.raises(referee.UsageError, match="Plan"):
        referee.play({"red": Cheat(), "white": "random"}, seed=2)


def test_unknown_values_of_a_copy_are_named(tmp_path: Path) -> None:
    referee.Copy.begin(tmp_path / "mine")
    (tmp_path / "game.mgn").write_text("players blue, green\nset mine\nsetup first-game\n", "utf-8")
    table = referee.load(tmp_path / "game.mgn").table()
    with pytest.raises(referee.UnknownValueError, match="share"):
        table.total("blue")
    with pytest.raises(referee.UnknownValueError, match="share"):
        _ = table.player("blue").shares
