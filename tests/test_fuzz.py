"""The kept inputs of the fuzzer: none makes a reader fail, or work without end."""

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from scripts.tools.fuzz import (
    CORPUS,
    MOST_CALLS,
    READERS,
    TooMuchWorkError,
    work_of,
)
from scripts.tools.project import ROOT

pytestmark = pytest.mark.slow

MOST_BYTES = 1_000_000
"""Of all that is kept, so that a checkout stays small."""


def kept(reader: str) -> list[Path]:
    return sorted((CORPUS / reader).iterdir())


@pytest.mark.parametrize("reader", READERS)
def test_no_kept_input_makes_a_reader_fail(reader: str) -> None:
    inputs = kept(reader)
    assert inputs
    for path in inputs:
        # It raises what a reader may not raise, and that it takes too much work.
        work_of(reader, path.read_bytes())


COUNTED = """
import sys
from pathlib import Path
from scripts.tools.fuzz import work_of
reader, data = sys.argv[1], Path(sys.argv[2]).read_bytes()
work_of(reader, data)
print(work_of(reader, data), work_of(reader, data))
"""


@pytest.mark.parametrize("reader", READERS)
def test_the_work_of_an_input_is_counted_and_always_the_same(reader: str) -> None:
    largest = max(kept(reader), key=lambda path: path.stat().st_size)
    # In a process of its own: what other tests have left behind is no work of the input.
    command = [sys.executable, "-c", COUNTED, reader, str(largest.resolve())]
    done = subprocess.run(command, check=True, capture_output=True, text=True, cwd=ROOT)  # noqa: S603
    first, second = map(int, done.stdout.split())
    assert first == second
    assert 0 < first < MOST_CALLS


def test_too_much_work_is_a_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scripts.tools.fuzz.MOST_CALLS", 100)
    with pytest.raises(TooMuchWorkError):
        work_of("text", next(READERS["text"].seeds()))


def test_the_corpus_is_small_and_has_no_reader_too_many() -> None:
    assert {path.name for path in CORPUS.iterdir()} == {*READERS}
    assert sum(path.stat().st_size for path in CORPUS.rglob("*") if path.is_file()) < MOST_BYTES


@pytest.mark.skipif(find_spec("atheris") is None, reason="atheris is not installed here")
def test_a_few_seconds_of_fuzzing_find_nothing(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "scripts.tools.program", "fuzz", "json", "--minutes", "0.05"]
    done = subprocess.run(  # noqa: S603
        [*command, "--folder", str(tmp_path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "json " in done.stdout
    assert not [*(tmp_path / "findings").iterdir()]
