"""Fuzz every reader, guided by the branches that inputs reach: `scripts/fuzz --minutes 120`.

A reader answers or refuses in its own way. Any other exception is a finding, and so is an answer
that takes more work than any game does, or a record that does not read back from what `convert`
would write of it: the input is kept in the folder of findings and the script exits 1. `--minimise`
keeps of the inputs of a run, and of the corpus in `tests/fuzz`, the few that reach everything the
rest does.
"""

import gc
import hashlib
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import cache, partial
from io import BytesIO
from pathlib import Path
from types import FrameType
from typing import Any, Final, cast

import click
import msgspec
from msgspec import Struct

import referee
from referee.api.batches import ResultKey, kept_results
from referee.api.errors import MisuseError
from referee.components.audit import audit
from referee.conformance.partner import EngineProgram
from referee.core.set_reader import CELLS, FILES, HEADER, read_draft, reference_set
from referee.core.shipped_files import shipped
from referee.engine.golden import GoldenFileError, read, setting_of
from referee.positions import PositionError
from referee.positions.audit import audit as audit_position
from referee.positions.loader import load_position, shipped_sets
from referee.records.judge import judge
from referee.records.loader import FORMS, UnsayableError, dump, load, written
from referee.records.record import UnreadableRecordError
from referee.solve.puzzle import PuzzleError, puzzle_in, puzzle_paths
from scripts.tools.program import Tool
from scripts.tools.project import ROOT
from scripts.tools.runs import Run, cpu_of_children

MOST_CALLS: Final = 12_000_000
"""Calls of functions that an input may take; what stands at the limits takes some 8 million."""

SUSPICIOUS: Final = 0.5
"""Seconds of CPU after which it is worth counting what an input takes."""

REFEREE: Final = str(ROOT / "referee")
SET: Final = ROOT / "referee" / "components" / "reference"


class TooMuchWorkError(Exception):
    """An input took more work than any game does."""


class NotReadBackError(Exception):
    """What would be written of a record cannot be read, or says something else."""


class FuzzedReader(Struct, frozen=True):
    """Something that reads bytes, and bytes to begin with."""

    read: Callable[[bytes], object]
    seeds: Callable[[], Iterator[bytes]]


def _record(data: bytes) -> None:
    try:
        found = load(data, shipped_sets)
    except UnreadableRecordError as error:
        error.problems[0].sentence  # noqa: B018 - it must be possible to say
        return
    judge(found.record, found.components, keep_going=True)
    for form in FORMS:
        try:
            written(found.record, form, shipped_sets)
        except UnsayableError as error:
            # Text cannot say everything, and says so.
            if form != "text":
                raise NotReadBackError(f"{form}: {error}") from error


def _position(data: bytes) -> None:
    try:
        found = load_position(data, "position")
    except PositionError:
        return
    audit_position(found.state, found.colours)


def _puzzle(data: bytes) -> None:
    try:
        puzzle_in(data, puzzle_paths()[0])
    except PuzzleError as error:
        str(error)


def _golden(data: bytes) -> None:
    try:
        setting_of(read(data).header, reference_set())
    except GoldenFileError:
        return


class _Lines:
    """The lines of a file of results, in memory."""

    def __init__(self, data: bytes) -> None:
        self._data = data

    def whole(self) -> list[bytes]:
        return self._data.split(b"\n")[:-1]


def _results(data: bytes) -> None:
    try:
        kept_results(Path("results"), cast("Any", _Lines(data)))
    except MisuseError as error:
        str(error)


def _result_lines() -> Iterator[bytes]:
    for path in sorted((shipped("games") / "illegal").glob("*.mgn"))[:3]:
        key = ResultKey(path.name, "0" * 64, "")
        told = {**referee.check(path).to_dict(), **msgspec.to_builtins(key)}
        yield msgspec.json.encode(told) + b"\n"


def _protocol(data: bytes) -> None:
    for answer in EngineProgram("fuzz", shipped_sets).lines(data.split(b"\n")):
        if b"\n" in answer[:-1]:
            raise NotReadBackError("an answer has several lines")


class _FuzzedFolder:
    """A folder of a component set in memory; the file that an input begins with is replaced."""

    def __init__(self, name: str, data: bytes, path: str = "") -> None:
        self._name, self._data, self._path = name, data, path

    def is_dir(self) -> bool:
        return not self._path

    def is_file(self) -> bool:
        return (SET / self._path).is_file()

    def __truediv__(self, file: str) -> "_FuzzedFolder":
        return _FuzzedFolder(self._name, self._data, file)

    def open(self, mode: str) -> BytesIO:
        del mode
        same = self._path == self._name
        return BytesIO(self._data if same else (SET / self._path).read_bytes())


def _component_set(data: bytes) -> None:
    first, _, rest = data.partition(b"\n")
    name = first.decode("ascii", "replace").removeprefix("# ")
    if name not in {HEADER, CELLS, *FILES}:
        return
    audit(read_draft(cast("Any", _FuzzedFolder(name, rest))))


def _games(suffix: str) -> Callable[[], Iterator[bytes]]:
    def seeds() -> Iterator[bytes]:
        folder = shipped("games")
        for path in [*sorted(folder.glob("*.mgn")), *sorted((folder / "illegal").glob("*.mgn"))]:
            record = load(path.read_bytes(), shipped_sets).record
            yield dump(record, suffix)  # type: ignore[arg-type]

    return seeds


def _files(folder: Path, pattern: str) -> Callable[[], Iterator[bytes]]:
    return lambda: (path.read_bytes() for path in sorted(folder.glob(pattern)))


def _positions() -> Iterator[bytes]:
    for path in puzzle_paths():
        text = path.read_text("utf-8")
        _, begin, rest = text.partition("[position]\n")
        if begin:
            yield rest.replace("[position.", "[").encode()


def _set_files() -> Iterator[bytes]:
    for name in (HEADER, CELLS, *FILES):
        yield f"# {name}\n".encode() + (SET / name).read_bytes()


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
    "text": FuzzedReader(_record, _games("text")),
    "json": FuzzedReader(_record, _games("json")),
    "jsonl": FuzzedReader(_record, _games("jsonl")),
    "position": FuzzedReader(_position, _positions),
    "puzzle": FuzzedReader(_puzzle, _files(shipped("puzzles"), "*.toml")),
    "golden": FuzzedReader(_golden, _files(shipped("games") / "golden", "game-0?.jsonl")),
    "results": FuzzedReader(_results, _result_lines),
    "protocol": FuzzedReader(_protocol, _talks),
    "components": FuzzedReader(_component_set, _set_files),
}


def read_and_watch(reader: str, data: bytes) -> None:
    """Read `data`; what a reader may not raise is raised, and so is that it takes too much work.

    Counting calls takes three times as long as the calls, so only what is slow is counted.
    """
    start = time.process_time()
    READERS[reader].read(data)
    if time.process_time() - start > SUSPICIOUS:
        work_of(reader, data)


def work_of(reader: str, data: bytes) -> int:
    """Return how many calls it takes to read `data`; whatever a reader may not raise is raised."""
    _warm_up(reader)
    calls = 0

    def count(frame: FrameType, event: str, argument: object) -> None:
        del frame, argument
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
        READERS[reader].read(data)
    finally:
        sys.setprofile(None)
        gc.enable()
    return calls


def steps_of(reader: str, data: bytes) -> frozenset[tuple[str, int, int]]:
    """Return every step from a line of the referee to the next that reading `data` takes."""
    _warm_up(reader)
    steps: set[tuple[str, int, int]] = set()

    def enter(frame: FrameType, event: str, argument: object) -> Any:  # noqa: ANN401
        del event, argument
        file = frame.f_code.co_filename
        if not file.startswith(REFEREE):
            return None
        last = 0

        def step(frame: FrameType, event: str, argument: object) -> Any:  # noqa: ANN401
            del event, argument
            nonlocal last
            steps.add((file, last, frame.f_lineno))
            last = frame.f_lineno
            return step

        return step

    sys.settrace(enter)
    try:
        READERS[reader].read(data)
    finally:
        sys.settrace(None)
    return frozenset(steps)


@cache
def _warm_up(reader: str) -> None:
    """Read something once, so that what is kept for all inputs is not counted as work of one."""
    READERS[reader].read(next(READERS[reader].seeds()))


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
    from scripts.tools.fuzz import READERS, read_and_watch
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
