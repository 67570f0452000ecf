"""One fault on trial: a process of its own, in which the checks run until one notices."""

import os
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from math import inf
from pathlib import Path
from typing import Any, Final, Literal

from msgspec import Struct

from scripts.tools.faults.import_hook import plant
from scripts.tools.faults.sites import PlantedFault

Outcome = Literal["noticed", "passed", "time is up"]

ENGINE_CASES: Final = (
    "tests/engine/test_cases.py",
    "tests/engine/test_gaps.py",
    "tests/engine/test_rulebook_examples.py",
    "tests/engine/test_rulebook_examples_later.py",
)
ENGINE_REST: Final = (
    "tests/engine/test_drawing.py",
    "tests/engine/test_levels.py",
    "tests/engine/test_turn_counts.py",
    "tests/engine/test_properties.py",
    "tests/engine/test_robustness.py",
    "tests/transcript",
)
GOLDEN: Final = tuple(
    f"tests/engine/test_golden.py::test_a_golden_game_comes_out_as_recorded[game-{number:02}]"
    for number in range(0, 60, 6)
)
MODEL_TESTS: Final = ("tests/model",)
MODEL_REST: Final = ("tests/explain", "tests/best/test_proved_twice.py")
DIFFERENTIAL: Final = "differential"

ALWAYS: Final = 2
"""So many checks look at every fault: the differential and the first tests."""

LEAST_SECONDS: Final = 10
PATIENCE: Final = 6
"""A spoilt program may take so many times as long before it counts as hanging."""


class FaultTrial(Struct, frozen=True):
    """What one check said about one fault."""

    check: str
    outcome: Outcome
    seconds: float


def checks_for(fault: PlantedFault) -> tuple[tuple[str, ...], ...]:
    """Return the tests that a fault is shown to, in rising order of cost."""
    if fault.path.startswith("model/"):
        return (MODEL_TESTS, MODEL_REST)
    return (ENGINE_CASES, ENGINE_REST, GOLDEN)


def control(root: Path, side: str, games: int) -> list[FaultTrial]:
    """Return what all checks say where nothing is spoilt: they must all pass."""
    path = {"engine": "referee/engine/goods.py", "model": "model/legality/goods.py"}[side]
    nothing = PlantedFault(path=path, kind="none", start=0, end=0, becomes="", statement="")
    return on_trial(root, nothing, games, {})


def limits(controls: list[FaultTrial]) -> dict[str, float]:
    """Return how long each check may take with a fault, by what it took without one."""
    return {trial.check: LEAST_SECONDS + PATIENCE * trial.seconds for trial in controls}


def on_trial(
    root: Path,
    fault: PlantedFault,
    games: int,
    limits: Mapping[str, float],
    stages: int | None = None,
) -> list[FaultTrial]:
    """Return what the differential and the tests say; later tests run only if nothing noticed."""
    checks: list[tuple[str, Callable[[], bool]]] = [(DIFFERENTIAL, partial(_differential, games))]
    checks += [(tests[0], partial(_tests, tests)) for tests in checks_for(fault)]
    trials: list[FaultTrial] = []
    for number, (check, work) in enumerate(checks[:stages]):
        if number < ALWAYS or all(trial.outcome == "passed" for trial in trials):
            trials.append(_timed(check, work, root, fault, limits.get(check, inf)))
    return trials


def _timed(
    check: str, work: Callable[[], bool], root: Path, fault: PlantedFault, limit: float
) -> FaultTrial:
    began = time.monotonic()
    outcome = _in_child(work, root, fault, limit)
    return FaultTrial(check, outcome, round(time.monotonic() - began, 1))


def _differential(games: int) -> bool:
    from referee.compare.survey import GameComparison  # noqa: PLC0415
    from referee.compare.variations import compare_slips, faults  # noqa: PLC0415
    from referee.compare.whole_sets import compare_position  # noqa: PLC0415
    from referee.engine.random_turns import ACTIONS  # noqa: PLC0415 - after the fault is planted

    if not games:
        return False
    comparisons: tuple[Callable[[], Any], ...] = (
        *(GameComparison(seed).run for seed in range(games)),
        *(partial(compare_slips, number, wanted=2) for number in range(len(faults()))),
        *(partial(compare_position, action, 1) for action in ACTIONS),
    )
    return any(compared().differences for compared in comparisons)


class _NoShrinking:
    """A failing example is enough; making it small would only cost time."""

    def pytest_configure(self) -> None:
        """Set the profile, after the project's own settings."""
        from hypothesis import Phase, settings  # noqa: PLC0415 - pytest wants to see it first

        settings.register_profile(
            "faults", derandomize=True, database=None, phases=(Phase.explicit, Phase.generate)
        )
        settings.load_profile("faults")


def _tests(paths: Sequence[str]) -> bool:
    import pytest  # noqa: PLC0415 - only where it is used

    options = ("-x", "-q", "-p", "no:cacheprovider")
    return pytest.main([*options, *paths], plugins=[_NoShrinking()]) != pytest.ExitCode.OK


def _in_child(work: Callable[[], bool], root: Path, fault: PlantedFault, limit: float) -> Outcome:
    """Run a check with the fault planted; a check that breaks down has noticed it."""
    child = os.fork()
    if child == 0:
        os.setsid()
        noticed = True
        try:
            _mute()
            plant(root, fault)
            noticed = work()
        finally:
            os._exit(int(noticed))
    return _awaited(child, limit)


def _mute() -> None:
    silent = tempfile.TemporaryFile()  # noqa: SIM115 - it lives as long as the process
    os.dup2(silent.fileno(), sys.stdout.fileno())
    os.dup2(silent.fileno(), sys.stderr.fileno())


def _awaited(child: int, limit: float) -> Outcome:
    deadline = time.monotonic() + limit
    while time.monotonic() < deadline:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            return "noticed" if status else "passed"
        time.sleep(0.05)
    os.killpg(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return "time is up"
