"""Fuzz every reader, guided by the branches that inputs reach: `scripts/fuzz --minutes 120`.

A reader that raises what it may not, or takes too much work, is a finding: the input is kept in
the folder of findings and the script exits 1. `--minimise` keeps of the inputs of a run, and of
the corpus in `tests/fuzz`, the few that reach everything the rest does.
"""

import hashlib
import os
import re
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import click
from msgspec import Struct

from scripts.tools.fuzz_readers import READERS, steps_of
from scripts.tools.program import Tool
from scripts.tools.project import ROOT
from scripts.tools.runs import Run, cpu_of_children

CORPUS = ROOT / "tests" / "fuzz"
LONGEST = 65536
"""Bytes of an input; a recorded game has some six thousand as text and thirty as JSON."""

SLOWEST = 60
"""Seconds after which an input is a finding whatever its work; a loaded machine needs far less."""

MOST_KEPT = 90_000
"""Bytes of the corpus of a reader."""

FUZZING = """
import sys, atheris
with atheris.instrument_imports(include=["referee"], enable_loader_override=False):
    from scripts.tools.fuzz_readers import READERS, read_and_watch
reader = sys.argv[1]
READERS[reader].read(b"")
atheris.Setup([sys.argv[0], *sys.argv[2:]], lambda data: read_and_watch(reader, data))
atheris.Fuzz()
"""
"""Fuzzes one reader in a process that has imported nothing of the referee before."""


class Outcome(Struct, frozen=True):
    """What came of fuzzing one reader."""

    reader: str
    inputs: int
    edges: int
    cpu: float
    findings: tuple[str, ...]
    words: str


def fuzz(reader: str, seconds: int, folder: Path) -> Outcome:
    """Return what comes of fuzzing a reader, from the shipped files on, in its own process."""
    inputs, findings = folder / "inputs" / reader, folder / "findings"
    for needed in (inputs, findings, CORPUS / reader):
        needed.mkdir(parents=True, exist_ok=True)
    for number, data in enumerate(READERS[reader].seeds()):
        (inputs / f"seed-{number:03}").write_bytes(data)
    options = (
        f"-max_len={LONGEST}",
        f"-timeout={SLOWEST}",
        "-rss_limit_mb=2048",
        "-print_final_stats=1",
        f"-artifact_prefix={findings}/{reader}-",
        f"-max_total_time={seconds}",
    )
    command = [sys.executable, "-c", FUZZING, reader, *options, str(inputs), str(CORPUS / reader)]
    started = cpu_of_children()
    done = subprocess.run(command, cwd=ROOT, capture_output=True, check=False)  # noqa: S603
    executed = re.search(rb"stat::number_of_executed_units:\s*(\d+)", done.stderr)
    return Outcome(
        reader=reader,
        inputs=int(executed[1]) if executed else 0,
        edges=max(map(int, re.findall(rb"cov: (\d+)", done.stderr)), default=0),
        cpu=cpu_of_children() - started,
        findings=tuple(
            found.decode() for found in re.findall(rb"Test unit written to (\S+)", done.stderr)
        ),
        words="" if not done.returncode else done.stderr[-3000:].decode("utf-8", "replace"),
    )


def minimise(reader: str, folder: Path) -> None:
    """Put the few inputs that reach every step of the code in place of the corpus of a reader.

    libFuzzer could merge inputs, but starts itself anew for that, which a Python program is not.
    """
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


@click.command(cls=Tool, help=__doc__)
@click.argument("readers", nargs=-1, type=click.Choice([*READERS]), metavar="[READER]...")
@click.option("--minutes", default=1.0, show_default=True, help="For all readers together.")
@click.option("--jobs", default=1, show_default=True, help="Readers fuzzed at a time.")
@click.option("--cluster", metavar="ADDRESS", help="Of machines that all see the folder.")
@click.option("--folder", type=Path, default=ROOT / "build" / "fuzz", help="Of inputs.")
@click.option("--minimise", "minimised", is_flag=True, help="Keep the best in tests/fuzz.")
def command(
    readers: tuple[str, ...],
    minutes: float,
    jobs: int,
    cluster: str | None,
    folder: Path,
    *,
    minimised: bool,
) -> int:
    """Fuzz the readers that were asked for, and tell what came of it."""
    readers = readers or tuple(READERS)
    started = time.monotonic()
    work = partial(
        fuzz, seconds=max(1, round(minutes * 60 * jobs / len(readers))), folder=folder.resolve()
    )
    found = [*Run(jobs=jobs, cluster=cluster).results(readers, work)]
    for one in found:
        if minimised:
            minimise(one.reader, folder)
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
