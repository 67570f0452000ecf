"""Conditions on the table after a turn, held against every legal turn of a table."""

import pytest

import referee
from referee.solve.horizons import measures
from referee_model.best.objective import condition

TABLES = [("games/two-players.mgn", "3.2"), ("games/two-players.mgn", "7.7")]
CONDITIONS = [
    "cash>=10",
    "cash<=6",
    "track:mombasa=6",
    "ink>diamonds",
    "cash-2*track:cairo<3+ink",
    "margin>=0",
    "shares:cairo>=1",
    "net-worth>=99",
]


@pytest.mark.parametrize("address", TABLES)
def test_best_and_found_turns_are_those_of_all_that_are_listed(address: tuple[str, str]) -> None:
    table = referee.load(address[0]).table(address[1])
    seat = table.state.to_move
    assert seat is not None
    # Bookkeepers have many turns, which differ little.
    actions = [each for each in table.actions if each != "bookkeeper"]
    reached = {
        action: [measures(table.apply(turn).state, seat) for turn in table.turns(action)]
        for action in actions
    }
    for text in CONDITIONS:
        demanded = condition(text)
        for action in actions:
            values = [each["cash"] for each in reached[action] if demanded.holds(each)]
            found = table.find(action, where=text)
            assert (found is not None) == bool(values), (text, action)
            if values:
                best = table.best(objective="cash", where=text, action=action)
                assert (best.value, best.where) == (max(values), (str(demanded),)), (text, action)
            else:
                with pytest.raises(referee.NoLegalTurn):
                    table.best(objective="cash", where=text, action=action)


def test_the_best_few_all_meet_a_condition() -> None:
    table = referee.load("games/two-players.mgn").table("3.2")
    found = table.best(where=["cash<=7", "track:cairo=0"], max_items=4)
    assert isinstance(found.top, tuple)
    for each in found.top:
        after = table.push(each.turn).player("green")
        assert after.cash <= 7
        assert after.tracks["cairo"] == 0


def test_fields_of_a_turn_are_fixed() -> None:
    table = referee.load("games/two-players.mgn").table("3.2")
    found = table.find("goods", fields={"cards": ["coffee1"]}, where="track:cairo>=1")
    assert str(found) == "green goods coffee1 cairo"
    assert table.find("goods", fields={"cards": ["banana1"]}) is None


@pytest.mark.parametrize(
    "text", ["", "cash", "cash>", ">3", "nonsense>=2", "cash>=2>=3", "cash>=99999999", "2*cash*3>1"]
)
def test_a_condition_that_makes_no_sense_is_misuse(text: str) -> None:
    table = referee.load("games/two-players.mgn").table("3.2")
    for ask in (table.best, table.find):
        with pytest.raises(referee.UsageError, match=r"measure|complete|fit|large"):
            ask(where=text)


@pytest.mark.parametrize("fields", [{"cards": 3}, {"nonsense": 1}])
def test_fields_that_there_are_not_are_misuse(fields: dict[str, object]) -> None:
    table = referee.load("games/two-players.mgn").table("3.2")
    with pytest.raises(referee.UsageError, match="fields"):
        table.find("goods", fields=fields)
    with pytest.raises(referee.UsageError, match="action"):
        table.find(fields=fields)


def test_too_little_time_is_no_answer() -> None:
    table = referee.load("games/four-players.mgn").table("4.3")
    with pytest.raises(referee.TimeLimitExceeded):
        table.find("bookkeeper", where="margin>=60", budget=referee.Budget(seconds=1e-9))
