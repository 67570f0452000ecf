"""Long runs over seeds keep what they did."""

from pathlib import Path

from msgspec import Struct

from scripts.tools.runs import Run


class Doubled(Struct):
    seed: int
    value: int


def test_a_run_goes_on_where_another_was_stopped(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    worked: list[int] = []

    def work(seed: int) -> Doubled:
        worked.append(seed)
        return Doubled(seed, 2 * seed)

    assert len([*Run(3, file=file).over_seeds(work, Doubled)]) == 3
    with file.open("ab") as results:
        results.write(b'\n["3",{"seed": 3, "val')
    longer = Run(5, file=file)
    values = [result.value for result in longer.over_seeds(work, Doubled)]
    assert values == [0, 2, 4, 6, 8]
    assert worked == [0, 1, 2, 3, 4]
    assert len([*longer.over_seeds(work, Doubled)]) == 5
    assert worked == [0, 1, 2, 3, 4]


def test_a_run_ends_with_what_is_done_when_its_time_is_up() -> None:
    assert [*Run(3, until=0).over_seeds(str)] == []


def test_processes_share_a_run_and_what_they_find_keeps_its_order() -> None:
    assert [*Run(5, jobs=2).over_seeds(str)] == ["0", "1", "2", "3", "4"]


def test_seeds_are_tried_until_there_is_enough() -> None:
    assert [*Run(5, seed=1).over_seeds(int, size=int)] == [1, 2, 3]
