"""Fuzzes every reader, guided by the branches that inputs reach: `scripts/fuzz --minutes 120`.

A reader that raises what it may not, or takes too much work, is a finding: the input is kept in
the folder of findings and the script exits 1. `--minimise` keeps of the inputs of a run, and of
the corpus in `tests/fuzz`, the few that reach everything the rest does.
"""

import argparse
import hashlib
import os
import re
import resource
import subprocess
import sys
import time
from functools import partial
from importlib import import_module
from pathlib import Path

from msgspec import Struct

from scripts.tools.project import ROOT

CORPUS = ROOT / "tests" / "fuzz"
LONGEST = 65536
"""Bytes of an input; a recorded game has some six thousand as text and thirty as JSON."""

SLOWEST = 60
"""Seconds after which an input is a finding whatever its work; a loaded machine needs far less."""

MOST_KEPT = 90_000
"""Bytes of the corpus of a reader."""

_EDGES = re.compile(rb"cov: (\d+)")
_INPUTS = re.compile(rb"stat::number_of_executed_units:\s*(\d+)")
_FINDING = re.compile(rb"Test unit written to (\S+)")


class Outcome(Struct, frozen=True):
    """What came of fuzzing one reader."""

    reader: str
    inputs: int
    edges: int
    cpu: float
    findings: tuple[str, ...]
    words: str


def fuzz_here(reader: str, options: list[str]) -> None:
    """Fuzz one reader in this process, which does not come back from it."""
    import atheris  # noqa: PLC0415 - only whoever fuzzes has it

    with atheris.instrument_imports(include=["referee"], enable_loader_override=False):
        from scripts.tools.fuzz_readers import READERS, read_and_watch  # noqa: PLC0415
    READERS[reader].read(b"")
    atheris.Setup([sys.argv[0], *options], lambda data: read_and_watch(reader, data))
    atheris.Fuzz()


def fuzz(reader: str, seconds: int, folder: Path) -> Outcome:
    """Return what comes of fuzzing a reader in a process of its own."""
    inputs, findings = folder / "inputs" / reader, folder / "findings"
    for needed in (inputs, findings, CORPUS / reader):
        needed.mkdir(parents=True, exist_ok=True)
    options = [
        f"-max_len={LONGEST}",
        f"-timeout={SLOWEST}",
        "-rss_limit_mb=2048",
        "-print_final_stats=1",
        f"-artifact_prefix={findings}/{reader}-",
    ]
    started = _children()
    done = _run(reader, [*options, f"-max_total_time={seconds}", inputs, CORPUS / reader])
    used = _children() - started
    edges = [int(found) for found in _EDGES.findall(done.stderr)]
    executed = _INPUTS.search(done.stderr)
    return Outcome(
        reader=reader,
        inputs=int(executed[1]) if executed else 0,
        edges=max(edges, default=0),
        cpu=used,
        findings=tuple(found.decode() for found in _FINDING.findall(done.stderr)),
        words="" if not done.returncode else done.stderr[-3000:].decode("utf-8", "replace"),
    )


def minimise(reader: str, folder: Path) -> None:
    """Put the few inputs that reach every step of the code in place of the corpus of a reader.

    libFuzzer could merge inputs, but starts itself anew for that, which a Python program is not.
    """
    from scripts.tools.fuzz_readers import steps_of  # noqa: PLC0415 - not into the fuzzing process

    paths = [*(folder / "inputs" / reader).iterdir(), *(CORPUS / reader).iterdir()]
    inputs = sorted({path.read_bytes() for path in paths}, key=lambda data: (len(data), data))
    reached: set[object] = set()
    kept: dict[str, bytes] = {}
    room = MOST_KEPT
    for data in inputs:
        if len(data) > room:
            break
        steps = steps_of(reader, data)
        if not steps <= reached:
            reached |= steps
            kept[hashlib.sha256(data).hexdigest()[:16]] = data
            room -= len(data)
    for path in (CORPUS / reader).iterdir():
        path.unlink()
    for name, data in kept.items():
        (CORPUS / reader / name).write_bytes(data)


def _run(reader: str, options: list[str | Path]) -> subprocess.CompletedProcess[bytes]:
    command = [
        sys.executable,
        "-m",
        "scripts.tools.fuzz",
        "--here",
        reader,
        "--",
        *map(str, options),
    ]
    return subprocess.run(command, cwd=ROOT, capture_output=True, check=False)  # noqa: S603


def _children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def seed(readers: list[str], folder: Path) -> None:
    """Give each reader the shipped games, puzzles and sets to begin with."""
    from scripts.tools.fuzz_readers import READERS  # noqa: PLC0415 - not into the fuzzing process

    for reader in readers:
        inputs = folder / "inputs" / reader
        inputs.mkdir(parents=True, exist_ok=True)
        for number, data in enumerate(READERS[reader].seeds()):
            (inputs / f"seed-{number:03}").write_bytes(data)


def main() -> int:
    """Fuzz the readers that were asked for, and tell what came of it."""
    from scripts.tools.fuzz_readers import READERS  # noqa: PLC0415

    parser = argparse.ArgumentParser(description=__doc__, prog="scripts/fuzz")
    parser.add_argument("readers", nargs="*", choices=[*READERS, []], help="all if none is named")
    parser.add_argument("--minutes", type=float, default=1.0, help="for all readers together")
    parser.add_argument("--jobs", type=int, default=1, help="readers fuzzed at a time")
    parser.add_argument("--cluster", metavar="ADDRESS", help="of a scheduler, or `local`")
    parser.add_argument("--folder", type=Path, default=ROOT / "build" / "fuzz", help="of inputs")
    parser.add_argument("--minimise", action="store_true", help="keep the best in tests/fuzz")
    asked = parser.parse_args()
    readers = asked.readers or [*READERS]
    seconds = max(1, round(asked.minutes * 60 * asked.jobs / len(readers)))
    seed(readers, asked.folder)
    started = time.monotonic()
    # Not into the fuzzing process; on a cluster all machines must see the folder.
    from scripts.tools.seed_runs import Share  # noqa: PLC0415

    work = partial(fuzz, seconds=seconds, folder=asked.folder)
    found = [*Share(asked.jobs, asked.cluster).results(readers, work)]
    if asked.minimise:
        for reader in readers:
            minimise(reader, asked.folder)
    for one in found:
        kept = len([*(CORPUS / one.reader).iterdir()])
        print(f"{one.reader:11} {one.inputs:9,} inputs {one.edges:6,} edges, corpus {kept}")
        for finding in one.findings:
            print(f"  {os.path.relpath(finding)}")
        if one.words:
            print(one.words, file=sys.stderr)
    inputs, cpu = sum(one.inputs for one in found), sum(one.cpu for one in found)
    wall = time.monotonic() - started
    print(f"{inputs:,} inputs, {cpu / 60:.1f} minutes of CPU, {wall / 60:.1f} minutes")
    return int(any(one.findings or one.words for one in found))


if __name__ == "__main__":
    if sys.argv[1:2] == ["--here"]:
        fuzz_here(sys.argv[2], sys.argv[4:])
    # Under its own name, so that other machines know what they are sent.
    sys.exit(import_module("scripts.tools.fuzz").main())
