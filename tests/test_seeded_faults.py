"""Faults planted into rule files: what they are, and that the checks see them."""

import subprocess
import sys

import msgspec
import pytest

from scripts.tools.faults import (
    ENGINE_CASES,
    NO_RULES,
    FaultTrial,
    PlantedFault,
    drawn,
    equivalents,
    faults,
    plant,
    rule_files,
    was_noticed,
)
from scripts.tools.project import ROOT

pytestmark = pytest.mark.slow

SOURCE = '''
def price(cards: int, paid: int) -> bool:
    """Return whether the price is paid."""
    total: int = cards + 1
    if not paid:
        return False
    total += min(cards, paid)
    return total <= paid and cards in (paid, total)
'''


def planted(kind: str) -> set[str]:
    """Return the lines that faults of a kind put into the source."""
    before = SOURCE.splitlines()
    return {
        line.strip()
        for fault in faults("price.py", SOURCE)
        if fault.kind == kind
        for line, was in zip(fault.planted(SOURCE).splitlines(), before, strict=False)
        if line != was
    }


@pytest.mark.parametrize(
    ("kind", "line"),
    [
        ("comparison", "return (total < paid) and cards in (paid, total)"),
        ("comparison", "return total <= paid and (cards not in (paid, total))"),
        ("operator", "return (total <= paid or cards in (paid, total))"),
        ("operator", "if (paid):"),
        ("operator", "total: int = (cards - 1)"),
        ("constant", "total: int = cards + 2"),
        ("constant", "return True"),
        ("name", "total += max(cards, paid)"),
        ("name", "total += min(paid, paid)"),
        ("skipped", "pass"),
    ],
)
def test_a_fault_changes_one_thing(kind: str, line: str) -> None:
    assert line in planted(kind)


def test_what_does_not_run_is_left_alone() -> None:
    texts = [fault.planted(SOURCE) for fault in faults("price.py", SOURCE)]
    assert all('"""Return whether the price is paid."""' in text for text in texts)
    assert all("def price(cards: int, paid: int) -> bool:" in text for text in texts)


@pytest.mark.parametrize("side", ["engine", "model"])
def test_faults_of_the_rule_files_can_be_compiled(side: str) -> None:
    for fault in drawn(side, 150, 2):
        source = (ROOT / fault.path).read_text("utf-8")
        assert fault.planted(source) != source
        compile(fault.planted(source), fault.path, "exec")


def test_the_draw_is_the_same_for_the_same_seed_and_reaches_every_file() -> None:
    many = drawn("engine", 100, 1)
    assert many == drawn("engine", 100, 1)
    assert {fault.path for fault in many} == {*rule_files("engine")}


def test_the_files_without_rules_are_there() -> None:
    assert {*NO_RULES} <= {path.stem for path in (ROOT / "referee/engine").glob("*.py")}


def test_a_module_that_was_imported_cannot_be_spoilt_any_more() -> None:
    nothing = PlantedFault("scripts/tools/faults.py", "none", 0, 0, "", "")
    assert nothing.module == "scripts.tools.faults"
    with pytest.raises(ImportError):
        plant(nothing)


ON_TRIAL = """
import sys
import msgspec
from scripts.tools.faults import PlantedFault, on_trial
fault = msgspec.json.decode(sys.argv[1], type=PlantedFault)
trials = on_trial(fault, games=0, limits={}, stages=2)
sys.stdout.buffer.write(msgspec.json.encode(trials))
"""


def _on_trial_elsewhere(fault: PlantedFault) -> list[FaultTrial]:
    """Put a fault on trial in a new process: this one has imported what is to be spoilt."""
    command = [sys.executable, "-c", ON_TRIAL, msgspec.json.encode(fault).decode()]
    done = subprocess.run(command, cwd=ROOT, check=True, capture_output=True)  # noqa: S603
    return msgspec.json.decode(done.stdout, type=list[FaultTrial])


def test_a_planted_fault_is_noticed_and_no_fault_is_not() -> None:
    path = "referee/engine/rewards.py"
    source = (ROOT / path).read_text("utf-8")
    nothing = PlantedFault(path, "none", 0, 0, "", "")
    loud = next(fault for fault in faults(path, source) if fault.kind == "operator")
    for fault, outcome in {nothing: "passed", loud: "noticed"}.items():
        trials = _on_trial_elsewhere(fault)
        assert [t.outcome for t in trials if t.check == ENGINE_CASES[0]] == [outcome]
        assert was_noticed(trials) == (outcome == "noticed")


def test_every_equivalent_fault_has_an_argument_and_still_exists() -> None:
    sources = {
        path: (ROOT / path).read_text("utf-8")
        for side in ("engine", "model")
        for path in rule_files(side)
    }
    names = {fault.name(text) for path, text in sources.items() for fault in faults(path, text)}
    for name, argument in equivalents().items():
        assert name in names
        assert len(argument.split()) > 3
