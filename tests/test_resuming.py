"""Long runs over seeds keep what they did."""

from pathlib import Path

from msgspec import Struct

from scripts.tools.seed_runs import SeedRun, results_of


class Doubled(Struct):
    seed: int
    value: int


def test_a_run_goes_on_where_another_was_stopped(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    worked: list[int] = []

    def work(seed: int) -> Doubled:
        worked.append(seed)
        return Doubled(seed, 2 * seed)

    results_of(SeedRun(3, results=file), work, Doubled)
    with file.open("ab") as results:
        results.write(b'\n{"seed": 3, "val')
    longer = SeedRun(5, results=file)
    assert [result.value for result in results_of(longer, work, Doubled)] == [0, 2, 4, 6, 8]
    assert worked == [0, 1, 2, 3, 4]
    results_of(longer, work, Doubled)
    assert worked == [0, 1, 2, 3, 4]
