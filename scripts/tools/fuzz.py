"""Fuzz every reader, guided by the branches that inputs reach: `scripts/fuzz --minutes 120`.

A reader answers or refuses in its own way. Any other exception is a finding, and so is an answer
that takes more work than any game does, or a record that does not read back from what `convert`
would write of it: the input is kept in the folder of findings and the script exits 1.
"""

import gc
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from io import BytesIO
from math import inf
from pathlib import Path
from types import FrameType, SimpleNamespace
from typing import Any, Final, cast

import click
import msgspec
from msgspec import Struct
from msgspec.structs import replace

import referee
from referee.api.batches import ResultKey, kept_results
from referee.api.errors import UsageError
from referee.components.audit import audit
from referee.conformance.partner import EngineProgram
from referee.core.set_reader import CELLS, FILES, HEADER, read_draft, reference_set
from referee.core.shipped_files import shipped
from referee.engine.golden import GoldenFileError, read, setting_of
from referee.positions.audit import audit as audit_position
from referee.positions.loader import load_position, shipped_sets
from referee.positions.parser import PositionError
from referee.records.judge import judge
from referee.records.loader import FORMS, Form, UnsayableError, dump, load, written
from referee.records.record import UnreadableRecordError
from referee.solve.puzzle import PuzzleError, puzzle_in, puzzle_paths
from scripts.tools.program import Tool
from scripts.tools.project import ROOT
from scripts.tools.runs import Run, check, cpu_of_children

MOST_CALLS: Final = 12_000_000
"""Calls of functions that an input may take; what stands at the limits takes some 8 million."""

SUSPICIOUS: Final = 0.5
"""Seconds of CPU after which it is worth counting what an input takes."""

SET: Final = ROOT / "referee" / "components" / "reference"


class TooMuchWorkError(Exception):
    """An input took more work than any game does."""


class NotReadBackError(Exception):
    """What would be written of a record cannot be read, or says something else."""


class FuzzedReader(Struct, frozen=True):
    """Something that reads bytes or refuses them in its own way, and bytes to begin with."""

    read: Callable[[bytes], Any]
    seeds: Callable[[], Iterator[bytes]]
    refusal: type[Exception] | tuple[()] = ()
    then: Callable[[Any], object] = lambda _: None
    """What is done with what was read."""

    def __call__(self, data: bytes) -> None:
        """Read bytes; what a reader may not raise is raised."""
        try:
            found = self.read(data)
        except self.refusal as error:
            str(error)  # it must be possible to say
        else:
            self.then(found)


def _judge(found: Any) -> None:  # noqa: ANN401 - what `load` returns has no public name
    judge(found.record, found.components, keep_going=True)
    for form in FORMS:
        try:
            written(found.record, form, shipped_sets)
        except UnsayableError as error:
            # Text cannot say everything, and says so.
            if form != "text":
                raise NotReadBackError(f"{form}: {error}") from error


def _results(data: bytes) -> None:
    lines: Any = SimpleNamespace(whole=lambda: data.split(b"\n")[:-1])
    kept_results(Path("results"), lines)


def _result_lines() -> Iterator[bytes]:
    for path in sorted((shipped("games") / "illegal").glob("*.mgn"))[:3]:
        key = ResultKey(path.name, "0" * 64, "")
        told = {**referee.check(path).to_dict(), **msgspec.to_builtins(key)}
        yield msgspec.json.encode(told) + b"\n"


def _protocol(data: bytes) -> None:
    for answer in EngineProgram("fuzz", shipped_sets).lines(data.split(b"\n")):
        if b"\n" in answer[:-1]:
            raise NotReadBackError("an answer has several lines")


class _FuzzedFolder(Struct):
    """A folder of a component set in memory; the file that an input begins with is replaced."""

    name: str
    data: bytes
    path: str = ""

    def is_dir(self) -> bool:
        return not self.path

    def is_file(self) -> bool:
        return (SET / self.path).is_file()

    def __truediv__(self, file: str) -> "_FuzzedFolder":
        return _FuzzedFolder(self.name, self.data, file)

    def open(self, _mode: str) -> BytesIO:
        return BytesIO(self.data if self.path == self.name else (SET / self.path).read_bytes())


def _component_set(data: bytes) -> None:
    first, _, rest = data.partition(b"\n")
    name = first.decode("ascii", "replace").removeprefix("# ")
    if name in {HEADER, CELLS, *FILES}:
        audit(read_draft(cast("Any", _FuzzedFolder(name, rest))))


def _games(form: Form) -> Iterator[bytes]:
    folder = shipped("games")
    for path in [*sorted(folder.glob("*.mgn")), *sorted((folder / "illegal").glob("*.mgn"))]:
        yield dump(load(path.read_bytes(), shipped_sets).record, form)


def _files(folder: Path, pattern: str) -> Iterator[bytes]:
    return (path.read_bytes() for path in sorted(folder.glob(pattern)))


def _positions() -> Iterator[bytes]:
    for path in puzzle_paths():
        text = path.read_text("utf-8")
        _, begin, rest = text.partition("[position]\n")
        if begin:
            yield rest.replace("[position.", "[").encode()


def _talks() -> Iterator[bytes]:
    yield b'{"do":"hello","id":1,"protocol":2}\n{"do":"quit","id":2}'
    digest = reference_set().digest
    for path in sorted((shipped("games") / "golden").glob("game-0?.jsonl")):
        first, *events, _ = path.read_bytes().splitlines()
        header = first.partition(b'"players"')[2].replace(b'"first_game":', b'"first_game_tracks":')
        new = b'{"do":"new","id":1,"components":{"name":"reference","digest":"%s"},"players"%s'
        lines = [new % (digest.encode(), header)]
        for number, line in enumerate(events[:40], 2):
            event = line[1:].rsplit(b',"', 1)[0]
            lines.append(b'{"do":"apply","id":%d,"event":%s}' % (number, event))
        yield b"\n".join([*lines, b'{"do":"state","id":99,"want":"state"}'])


READERS: Final[dict[str, FuzzedReader]] = {
    **{
        form: FuzzedReader(
            lambda data: load(data, shipped_sets),
            partial(_games, form),
            UnreadableRecordError,
            _judge,
        )
        for form in FORMS
    },
    "position": FuzzedReader(
        lambda data: load_position(data, "position"),
        _positions,
        PositionError,
        lambda found: audit_position(found.state, found.colours),
    ),
    "puzzle": FuzzedReader(
        lambda data: puzzle_in(data, puzzle_paths()[0]),
        partial(_files, shipped("puzzles"), "*.toml"),
        PuzzleError,
    ),
    "golden": FuzzedReader(
        lambda data: setting_of(read(data).header, reference_set()),
        partial(_files, shipped("games") / "golden", "game-0?.jsonl"),
        GoldenFileError,
    ),
    "results": FuzzedReader(_results, _result_lines, UsageError),
    "protocol": FuzzedReader(_protocol, _talks),
    "components": FuzzedReader(
        _component_set,
        lambda: (b"# %b\n" % n.encode() + (SET / n).read_bytes() for n in (HEADER, CELLS, *FILES)),
    ),
}


def read_and_watch(reader: str, data: bytes) -> None:
    """Read `data`; what a reader may not raise is raised, and so is that it takes too much work.

    Counting calls takes three times as long as the calls, so only what is slow is counted.
    """
    start = time.process_time()
    READERS[reader](data)
    if time.process_time() - start > SUSPICIOUS:
        work_of(reader, data)


def work_of(reader: str, data: bytes) -> int:
    """Return how many calls it takes to read `data`; whatever a reader may not raise is raised."""
    # What is kept for all inputs is not counted as work of one.
    READERS[reader](next(READERS[reader].seeds()))
    calls = 0

    def count(_frame: FrameType, event: str, _argument: object) -> None:
        nonlocal calls
        if event.endswith("call"):
            calls += 1
            if calls > MOST_CALLS:
                sys.setprofile(None)
                raise TooMuchWorkError(f"more than {MOST_CALLS:,} calls")

    # Whoever is called when garbage is collected would count, too, whenever that happens to be.
    gc.disable()
    sys.setprofile(count)
    try:
        READERS[reader](data)
    finally:
        sys.setprofile(None)
        gc.enable()
    return calls


CORPUS = ROOT / "tests" / "fuzz"
LONGEST = 65536
"""Bytes of an input; a recorded game has some six thousand as text and thirty as JSON."""

SLOWEST = 60
"""Seconds after which an input is a finding whatever its work; a loaded machine needs far less."""

FUZZING = """
import sys, atheris
with atheris.instrument_imports(include=["referee"], enable_loader_override=False):
    from scripts.tools.fuzz import READERS, read_and_watch
reader = sys.argv[1]
READERS[reader](b"")
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
    findings: list[str]
    words: str


def fuzz(reader: str, seconds: int, folder: Path) -> Outcome:
    """Return what comes of fuzzing a reader, from the shipped files on, in its own process."""
    inputs, findings = folder / "inputs" / reader, folder / "findings"
    for needed in (inputs, findings, CORPUS / reader):
        needed.mkdir(parents=True, exist_ok=True)
    for number, data in enumerate(READERS[reader].seeds()):
        (inputs / f"seed-{number:03}").write_bytes(data)
    options = [f"-max_len={LONGEST}", f"-timeout={SLOWEST}", f"-max_total_time={seconds}"]
    options += ["-rss_limit_mb=2048", "-print_final_stats=1"]
    options += [f"-artifact_prefix={findings}/{reader}-"]
    command = [sys.executable, "-c", FUZZING, reader, *options, str(inputs), str(CORPUS / reader)]
    started = cpu_of_children()
    done = subprocess.run(command, cwd=ROOT, capture_output=True, check=False)  # noqa: S603
    executed = re.search(rb"stat::number_of_executed_units:\s*(\d+)", done.stderr)
    return Outcome(
        reader=reader,
        inputs=int(executed[1]) if executed else 0,
        edges=max(map(int, re.findall(rb"cov: (\d+)", done.stderr)), default=0),
        cpu=cpu_of_children() - started,
        findings=re.findall(r"Test unit written to (\S+)", done.stderr.decode("utf-8", "replace")),
        words="" if not done.returncode else done.stderr[-3000:].decode("utf-8", "replace"),
    )


@click.command(cls=Tool, help=__doc__)
@click.argument("readers", nargs=-1, type=click.Choice([*READERS]), metavar="[READER]...")
@click.option("--folder", type=Path, default=ROOT / "build" / "fuzz", help="Of inputs.")
@check(without=("seed", "results"), minutes=1.0)
def command(run: Run, readers: tuple[str, ...], folder: Path) -> int:
    """Fuzz the readers that were asked for, and tell what came of it."""
    readers = readers or tuple(READERS)
    started = time.monotonic()
    seconds = max(1, round((run.until - started) * run.jobs / len(readers)))
    work = partial(fuzz, seconds=seconds, folder=folder.resolve())
    found = [*replace(run, until=inf).results(readers, work)]
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
