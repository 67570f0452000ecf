"""Games with events left out are mended, and shrink to what a question needs."""

from random import Random

import pytest

from referee.agreement.replaying import replayed
from referee.agreement.scene import Scene, scene
from referee.agreement.shrinking import shrunk, size
from referee.agreement.telling import told
from referee.engine import check, initial, step
from referee.game.events import Event
from referee.game.reading import reference_set
from referee.game.state import State
from referee.game.turns import Expand, PlaceMarker, UseGoods
from referee.transcript.judge import judge
from referee.transcript.loading import load
from scripts.tools.campaign.seeded_games import game

SEEDS = (3, 4, 7)


def _scene_before(seed: int, kind: type[Event]) -> Scene[Event]:
    """Return a game up to the last event of a kind, which is asked about."""
    happened = [(before, event) for before, event, _ in game(seed, (0,))]
    place = max(n for n, (_, event) in enumerate(happened) if isinstance(event, kind))
    earlier = [event for _, event in happened[:place]]
    return scene(happened[0][0].setting, earlier, happened[place][1])


def _is_legal(table: State, event: Event) -> bool:
    return not check(table, event)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_whole_game_is_replayed_as_it_was(seed: int) -> None:
    asked = _scene_before(seed, UseGoods)
    replay = replayed(asked)
    assert replay is not None
    assert replay.events == [happened.event for happened in asked.events]


@pytest.mark.parametrize("seed", SEEDS)
def test_a_game_with_events_left_out_comes_to_the_same_moment(seed: int) -> None:
    asked = _scene_before(seed, UseGoods)
    setup = [h for h in asked.events if h.at.round == 1 and h.at.phase != "actions"]
    rng = Random(seed)
    later = [h for h in asked.events if h not in setup and rng.random() < 1 / 2]
    replay = replayed(asked.keeping([*setup, *later]))
    assert replay is not None
    assert len(replay.events) < len(asked.events)
    table = initial(asked.setting)
    for event in replay.events:
        table = step(table, event)
    due = (asked.at.round, asked.at.phase, asked.at.to_move)
    assert (table.round, table.phase, table.to_move) == due


@pytest.mark.parametrize("kind", [UseGoods, Expand, PlaceMarker])
def test_a_shrunk_scene_still_holds_and_is_smaller(kind: type[Event]) -> None:
    asked = _scene_before(SEEDS[0], kind)
    smallest = shrunk(asked, _is_legal)
    assert smallest is not None
    replay = replayed(smallest)
    assert replay is not None
    assert _is_legal(replay.table, smallest.asked)
    assert size(smallest) < size(asked)
    assert len(smallest.events) < len(asked.events)


def test_what_does_not_hold_at_first_is_not_shrunk() -> None:
    assert shrunk(_scene_before(SEEDS[0], UseGoods), lambda *_: False) is None


def test_a_scene_is_told_as_a_game_that_reads_back() -> None:
    asked = _scene_before(SEEDS[0], UseGoods)
    read = load(told(asked).encode(), lambda _: reference_set())
    judged = judge(read.record, reference_set())
    assert judged.outcome == "legal"
    assert judged.legal == len(asked.events) + 1
