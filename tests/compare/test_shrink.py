"""Games with events left out are mended, and shrink to what a question needs."""

from random import Random

import pytest

from referee.conformance.difference import Difference, FinalQuestion, game_of
from referee.conformance.games import game
from referee.conformance.partner import Engine, Pair
from referee.conformance.protocol import Apply, AskTable, AskVerdict, Reply, VerdictReply
from referee.conformance.report import text_of
from referee.conformance.shrink import ComparedScene, replayed, scene, scene_of, shrink
from referee.core.events import Event
from referee.core.set_reader import reference_set
from referee.core.turns import Expand, PlaceMarker, UseGoods
from referee.engine import check, initial, step
from referee.records.judge import judge
from referee.records.loader import load

SEEDS = (3, 4, 7)


class Refuses(Engine):
    """A reading of the rules that allows no turn of a kind."""

    def __init__(self, *kinds: type[Event]) -> None:
        super().__init__()
        self.kinds = kinds

    def _answer(self, request: FinalQuestion) -> Reply:
        if isinstance(request, AskVerdict | Apply) and isinstance(request.event, self.kinds):
            return VerdictReply(id=0, legal=False)
        return super()._answer(request)


def _difference(seed: int, kind: type[Event]) -> Difference:
    """Return a game up to the last event of a kind, which somebody takes for illegal."""
    happened = [(before, event) for before, event, _ in game(seed, (0,))]
    place = max(n for n, (_, event) in enumerate(happened) if isinstance(event, kind))
    earlier = tuple(event for _, event in happened[:place])
    asked = happened[place][1]
    return Difference(
        kind="verdict",
        about=(str(asked.__struct_config__.tag), "legal"),
        rules=(),
        game=game_of(happened[0][0].setting, earlier),
        asked=AskVerdict(id=0, event=asked),
        expected={"legal": True, "rules": []},
        given={"legal": False, "rules": []},
    )


def _scene_before(seed: int, kind: type[Event]) -> ComparedScene:
    return scene_of(_difference(seed, kind), reference_set())


@pytest.mark.parametrize("seed", SEEDS)
def test_a_whole_game_is_replayed_as_it_was(seed: int) -> None:
    asked = _scene_before(seed, UseGoods)
    replay = replayed(asked)
    assert replay is not None
    assert replay.events == asked.game


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


@pytest.mark.slow
@pytest.mark.parametrize("kind", [UseGoods, Expand, PlaceMarker])
def test_a_shrunk_difference_still_shows_and_is_smaller(kind: type[Event]) -> None:
    difference = _difference(SEEDS[1], kind)
    shrunk = shrink(Pair(Refuses(kind)), difference, reference_set())
    assert shrunk.repeated
    assert shrunk.difference.is_like(difference)
    smallest = scene_of(shrunk.difference, reference_set())
    assert smallest.size < scene_of(difference, reference_set()).size
    replay = replayed(smallest)
    assert replay is not None
    assert isinstance(shrunk.difference.asked, AskVerdict)
    assert not check(replay.table, shrunk.difference.asked.event)
    assert len(shrunk.difference.game.events) < len(difference.game.events)


def test_what_does_not_show_again_is_not_shrunk() -> None:
    difference = _difference(SEEDS[0], UseGoods)
    shrunk = shrink(Pair(Engine()), difference, reference_set())
    assert not shrunk.repeated
    assert shrunk.difference == difference


def test_the_event_that_led_to_a_table_stays_the_last() -> None:
    asked = _scene_before(SEEDS[0], UseGoods)
    goods = AskTable(id=0, want="digest")
    assert isinstance(asked.asked, AskVerdict)
    after = scene(asked.setting, (*asked.game, asked.asked.event), goods)
    assert after.last == asked.asked.event
    assert after.at == asked.at


def test_a_difference_is_told_as_a_game_that_reads_back() -> None:
    difference = _difference(SEEDS[0], UseGoods)
    read = load(text_of(difference, reference_set()).encode(), lambda _: reference_set())
    judged = judge(read.record, reference_set())
    assert judged.outcome == "legal"
    assert judged.legal == len(difference.game.events) + 1
