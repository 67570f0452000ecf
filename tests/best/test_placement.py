"""Book placement against trying everything."""

import pytest

from referee_model.best.placement import BookTask, PlacementPlan, best_placement
from scripts.tools.oracle.best import every_plan, small_task


@pytest.mark.parametrize("seed", range(40))
def test_a_plan_is_as_good_as_the_best_of_all_plans(seed: int) -> None:
    task = small_task(seed)
    plans = list(every_plan(task))
    furthest: PlacementPlan = best_placement(task, "furthest")
    dearest = best_placement(task, "value")
    assert (furthest.step, furthest.worth) == max(plans)
    assert (dearest.worth, dearest.step) == max((worth, step) for step, worth in plans)
    assert furthest.status == dearest.status == "optimal"


@pytest.mark.parametrize("seed", range(10))
def test_a_plan_places_every_book_it_takes_once(seed: int) -> None:
    task = small_task(seed)
    plan = best_placement(task)
    assert {placing.book for placing in plan.placed} == plan.taken | {*task.acquired}
    assert len({placing.step for placing in plan.placed}) == len(plan.placed)
    assert [move.to for move in plan.moves] == sorted(move.to for move in plan.moves)


def test_acquired_books_must_be_placed() -> None:
    compared = 0
    for seed in range(10):
        task = small_task(seed)
        if task.ink >= task.setting.components.book_track.last:
            continue
        held = tuple(sorted(b for b in task.offer if task.setting.components.book[b].letter != "A"))
        if not held:
            continue
        compared += 1
        plan = best_placement(
            BookTask(
                setting=task.setting,
                track=task.track,
                letters=task.letters,
                ink=task.ink,
                cash=task.cash,
                areas=task.areas,
                acquired=held[:1],
            )
        )
        assert {placing.book for placing in plan.placed} == set(held[:1])
    assert compared
