"""Turns that are wrong by little break the rules one by one."""

from collections import Counter
from random import Random

from referee.conformance.games import steps
from referee.conformance.slips import near_miss
from referee.core.set_reader import reference_set
from referee.engine import check
from referee.engine.dealer import draw_setting

ABOUT_PLACING = {"BKK-06", "BKK-07", "BKK-08", "BKK-10"}
"""A book beyond the track, on a crossed-out A, over another letter, and two on one space."""


def test_a_book_that_is_placed_wrongly_breaks_each_rule_of_placing_alone() -> None:
    broken: Counter[str] = Counter()
    for seed in range(12):
        rng = Random(seed)
        setting = draw_setting(reference_set(), 2 + seed % 3, rng)
        for table, _, _ in steps(setting, rng):
            if table.phase != "actions" or table.to_move is None:
                continue
            for action in ("bookkeeper", "expand"):
                for _ in range(12):
                    turn = near_miss(table, action, rng)
                    if turn is not None and len(found := check(table, turn)) == 1:
                        broken.update(violation.rule.id for violation in found)
    assert broken.keys() >= ABOUT_PLACING
