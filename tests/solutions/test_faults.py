"""What happens when a promise of a solver does not hold."""

import pickle
from dataclasses import replace

import pytest

from referee.solve import game_review
from referee.solve.best import PromiseBrokenError, UnconfirmedPromise
from referee.solve.game_review import ReviewQuestion, reviewed, turns_taken
from referee_model.best.search import best_turn
from tests.solutions.tables import at, record


def test_a_broken_promise_comes_whole_out_of_another_process() -> None:
    fault = UnconfirmedPromise("a turn", "none", "goods", at(3))
    again = pickle.loads(pickle.dumps(PromiseBrokenError(fault)))  # noqa: S301
    assert again.fault == fault
    assert str(again) == "promised: a turn; found: none"


@pytest.mark.parametrize("off_by", [-1000, 1000])
def test_a_review_believes_no_promise_that_the_engine_does_not_confirm(
    off_by: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def mistaken(*arguments, **options):  # type: ignore[no-untyped-def]  # noqa: ANN002, ANN003, ANN202
        answer = best_turn(*arguments, **options)
        return replace(answer, value=answer.value + off_by)

    monkeypatch.setattr(game_review, "best_turn", mistaken)
    taken, _ = turns_taken(record())
    with pytest.raises(PromiseBrokenError):
        reviewed(taken[0], ReviewQuestion())
