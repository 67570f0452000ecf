"""Plant small faults into the rule files and count which of them the checks notice.

A fault is one changed comparison, operator, constant or name, or one skipped statement. Each is
shown to the differential between engine and model and to the tests; the longer tests run only
where nothing has noticed yet. First all checks run with nothing spoilt, and must pass; a check that
then takes several times as long is hanging, which counts as noticed.
"""

import ast
import os
import signal
import sys
import tempfile
import time
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import deepcopy
from functools import cache, partial
from importlib.machinery import SourceFileLoader
from itertools import accumulate
from math import inf
from pathlib import Path
from random import Random
from types import CodeType
from typing import Any, Final, Literal

import click
from msgspec import Struct

from scripts.tools.program import Tool
from scripts.tools.project import ROOT
from scripts.tools.runs import Run, check

PAIRS: Final = "Lt LtE, Gt GtE, Eq NotEq, In NotIn, Is IsNot, Add Sub, BitOr BitAnd, And Or"
SWAPPED: Final[dict[type[ast.AST], Any]] = {
    getattr(ast, here): getattr(ast, there)
    for here, there in (pair.split() for pair in PAIRS.split(", "))
    for here, there in ((here, there), (there, here))
} | {ast.Mult: ast.Add, ast.FloorDiv: ast.Mult}
NAMES: Final = (("min", "max"), ("any", "all"), ("And", "Or"), ("AtMost", "AtLeast"))
OTHER_NAME: Final = {here: there for pair in NAMES for here, there in (pair, pair[::-1])}


class PlantedFault(Struct, frozen=True):
    """A stretch of a file of the project and what to put in its place."""

    path: str
    kind: str
    start: int
    end: int
    becomes: str
    statement: str
    """The first line of the statement it is in."""

    @property
    def module(self) -> str:
        """The dotted name of the module."""
        return self.path.removeprefix("model/").removesuffix(".py").replace("/", ".")

    def planted(self, source: str) -> str:
        """Return the file's text with the fault in it."""
        return source[: self.start] + self.becomes + source[self.end :]

    def name(self, source: str) -> str:
        """Return what identifies the fault as long as its statement stays as it is."""
        was = " ".join(source[self.start : self.end].split())
        return f"{self.path} | {self.statement} | {was} => {self.becomes}"

    def __str__(self) -> str:
        return self.name((ROOT / self.path).read_text("utf-8"))


def faults(path: str, source: str) -> list[PlantedFault]:
    """Return every fault that can be planted into a file, in the order of the text."""
    lines = source.splitlines(keepends=True)
    starts = [0, *accumulate(map(len, lines))]
    return [
        PlantedFault(
            path=path,
            kind=kind,
            start=starts[node.lineno - 1] + node.col_offset,
            end=starts[node.end_lineno - 1] + node.end_col_offset,  # type: ignore[operator]
            becomes=changed,
            statement=ast.unparse(statement).splitlines()[0],
        )
        for function in ast.walk(ast.parse(source))
        if isinstance(function, ast.FunctionDef)
        for names in [_locals(function)]
        for line in function.body
        if not (isinstance(line, ast.Expr) and isinstance(line.value, ast.Constant))
        for statement, node in _inside(line)
        for kind, changed in _changes(node, names)
    ]


def _inside(statement: ast.stmt) -> Iterator[tuple[ast.stmt, ast.stmt | ast.expr]]:
    """Yield statements and expressions that run, with the statement that they are in."""
    yield statement, statement
    waiting: list[ast.AST] = list(_parts(statement))
    while waiting:
        node = waiting.pop(0)
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            continue  # It has a turn of its own.
        if isinstance(node, ast.stmt):
            yield from _inside(node)
            continue
        if isinstance(node, ast.expr):
            yield statement, node
        waiting = [*_parts(node), *waiting]


def _parts(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the parts of a node without types, patterns and the texts of f-strings."""
    if isinstance(node, ast.FunctionDef | ast.JoinedStr | ast.pattern):
        return
    for field, value in ast.iter_fields(node):
        if isinstance(node, ast.keyword) and node.arg == "strict":
            continue  # It guards against a slip of ours, and no rule has lists of two lengths.
        if field not in ("annotation", "returns", "type_comment", "targets", "target", "pattern"):
            parts = value if isinstance(value, list) else [value]
            yield from (part for part in parts if isinstance(part, ast.AST))


def _locals(function: ast.FunctionDef) -> tuple[str, ...]:
    of_call = [argument.arg for argument in (*function.args.args, *function.args.kwonlyargs)]
    names = (node for node in ast.walk(function) if isinstance(node, ast.Name))
    stored = [node.id for node in names if isinstance(node.ctx, ast.Store)]
    return tuple(dict.fromkeys(name for name in (*of_call, *stored) if name != "self"))


def _changes(node: ast.stmt | ast.expr, names: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Yield kinds of faults with what the node becomes."""
    match node:
        case ast.Compare(ops=operators):
            changed = deepcopy(node)
            for number, operator in enumerate(operators):
                changed.ops = [*operators]
                changed.ops[number] = SWAPPED[type(operator)]()
                yield "comparison", f"({ast.unparse(changed)})"
        case ast.UnaryOp(op=ast.Not()):
            yield "operator", f"({ast.unparse(node.operand)})"
        case ast.BinOp(op=operator) | ast.BoolOp(op=operator) if type(operator) in SWAPPED:
            other: Any = deepcopy(node)
            other.op = SWAPPED[type(operator)]()
            yield "operator", f"({ast.unparse(other)})"
        case ast.Constant(value=int(value)):
            yield "constant", str(not value if isinstance(value, bool) else value + 1)
        case ast.Name(id=name, ctx=ast.Load()) if name in OTHER_NAME:
            yield "name", OTHER_NAME[name]
        case ast.Name(id=name, ctx=ast.Load()) if name in names and len(names) > 1:
            yield "name", names[(names.index(name) + 1) % len(names)]
        case ast.Attribute(attr=name, value=value) if name in OTHER_NAME:
            yield "name", f"{ast.unparse(value)}.{OTHER_NAME[name]}"
        case ast.If(orelse=[]) | ast.Expr() | ast.AugAssign() | ast.Continue():
            yield "skipped", "pass"
        case _:
            pass


def plant(fault: PlantedFault) -> None:
    """Make this process import the faulty module; it must not have been imported before."""
    if fault.module in sys.modules:
        raise ImportError(f"{fault.module} was imported before the fault was planted")
    path = str(ROOT / fault.path)
    usual = SourceFileLoader.get_code

    def get_code(loader: SourceFileLoader, fullname: str) -> CodeType | None:
        if fullname != fault.module:
            return usual(loader, fullname)
        # Never a cached one.
        return compile(fault.planted(Path(path).read_text("utf-8")), path, "exec")

    SourceFileLoader.get_code = get_code  # type: ignore[method-assign, assignment]


Outcome = Literal["noticed", "passed", "time is up"]

ENGINE_CASES: Final = tuple(
    f"tests/engine/test_{name}.py"
    for name in ("cases", "gaps", "rulebook_examples", "rulebook_examples_later")
)
ENGINE_REST: Final = (
    *(
        f"tests/engine/test_{name}.py"
        for name in ("drawing", "levels", "turn_counts", "properties", "robustness")
    ),
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


def on_trial(
    fault: PlantedFault, games: int, limits: Mapping[str, float], stages: int | None = None
) -> list[FaultTrial]:
    """Return what the differential and the tests say; later tests run only if nothing noticed."""
    is_model = fault.path.startswith("model/")
    tests = (MODEL_TESTS, MODEL_REST) if is_model else (ENGINE_CASES, ENGINE_REST, GOLDEN)
    checks: list[tuple[str, Callable[[], bool]]] = [(DIFFERENTIAL, partial(_differential, games))]
    checks += [(paths[0], partial(_tests, paths)) for paths in tests]
    trials: list[FaultTrial] = []
    for number, (name, work) in enumerate(checks[:stages]):
        if number < ALWAYS or all(trial.outcome == "passed" for trial in trials):
            began = time.monotonic()
            outcome = _in_child(work, fault, limits.get(name, inf))
            trials.append(FaultTrial(name, outcome, round(time.monotonic() - began, 1)))
    return trials


def _differential(games: int) -> bool:
    from referee.conformance import survey  # noqa: PLC0415
    from referee.engine.random_turns import ACTIONS  # noqa: PLC0415 - after the fault is planted

    if not games:
        return False
    comparisons: tuple[Callable[[], Any], ...] = (
        *(survey.GameComparison(seed).run for seed in range(games)),
        *(partial(survey.compare_slips, n, wanted=2) for n in range(len(survey.faults()))),
        *(partial(survey.compare_position, action, 1) for action in ACTIONS),
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


def _in_child(work: Callable[[], bool], fault: PlantedFault, limit: float) -> Outcome:
    """Run a check with the fault planted; a check that breaks down has noticed it."""
    child = os.fork()
    if child == 0:
        os.setsid()
        noticed = True
        try:
            silent = tempfile.TemporaryFile()  # noqa: SIM115 - it lives as long as the process
            os.dup2(silent.fileno(), sys.stdout.fileno())
            os.dup2(silent.fileno(), sys.stderr.fileno())
            plant(fault)
            noticed = work()
        finally:
            os._exit(int(noticed))
    deadline = time.monotonic() + limit
    while time.monotonic() < deadline:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            return "noticed" if status else "passed"
        time.sleep(0.05)
    os.killpg(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return "time is up"


FOLDERS: Final = {"engine": "referee/engine", "model": "model/referee_model/legality"}
"""Where the rules of both sides lie."""
NO_RULES: Final = ("__init__", "dealer", "golden", "mutants", "play")
"""Files of the engine that state no rule and are no part of how turns are listed and counted."""
COLUMNS: Final = ("faults", "differential", "noticed", "equivalent", "missed")


def rule_files(side: str) -> list[str]:
    """Return the files with rules of the engine or the model."""
    paths = sorted((ROOT / FOLDERS[side]).glob("*.py"))
    return [path.relative_to(ROOT).as_posix() for path in paths if path.stem not in NO_RULES]


def drawn(side: str, count: int, seed: int) -> list[PlantedFault]:
    """Return random faults: every file in turn, every kind of fault in turn."""
    rng = Random(seed)
    waiting = {path: faults(path, (ROOT / path).read_text("utf-8")) for path in rule_files(side)}
    chosen: list[PlantedFault] = []
    while len(chosen) < count and any(waiting.values()):
        of_every_file: list[PlantedFault] = []
        for path in sorted(path for path, left in waiting.items() if left):
            kind = rng.choice(sorted({fault.kind for fault in waiting[path]}))
            fault = rng.choice([fault for fault in waiting[path] if fault.kind == kind])
            waiting[path].remove(fault)
            of_every_file.append(fault)
        missing = min(count - len(chosen), len(of_every_file))
        chosen += rng.sample(of_every_file, missing)
    return sorted(chosen, key=lambda fault: (fault.path, fault.start))


@cache
def equivalents() -> dict[str, str]:
    """Return the faults that change nothing, with the argument for each."""
    return tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))


def was_noticed(trials: Sequence[FaultTrial], check: str = "") -> bool:
    """Return whether a check, or any if none is named, noticed; one that was left out did not."""
    return any(t.outcome != "passed" and check in ("", t.check) for t in trials)


def report(side: str, results: Mapping[PlantedFault, Sequence[FaultTrial]], seed: int) -> bool:
    """Print the score by family and the faults that no check noticed; return whether one is."""
    counted: Counter[tuple[str, str]] = Counter()
    missed: list[str] = []
    for fault, trials in results.items():
        noticed, name = was_noticed(trials), str(fault)
        equal = name in equivalents() and not noticed
        missed += [] if noticed or equal else [name]
        row = (True, was_noticed(trials, DIFFERENTIAL), noticed, equal, not noticed and not equal)
        for column in (column for column, is_so in zip(COLUMNS, row, strict=True) if is_so):
            counted.update([(Path(fault.path).stem, column), ("", column)])
    print(f"{side:16}" + "".join(f"{column:>14}" for column in COLUMNS))
    for family in sorted({family for family, _ in counted if family}):
        print(f"{family:16}" + "".join(f"{counted[family, column]:14}" for column in COLUMNS))
    print(*(f"missed: {name}" for name in missed), sep="\n")
    totals = ", ".join(f"{counted['', column]} {column}" for column in COLUMNS)
    print(f"{side}, seed {seed}: {totals}")
    return bool(missed)


@click.command(cls=Tool, help=__doc__)
@click.option("--engine", default=120, show_default=True, help="Faults in the engine's rule files.")
@click.option("--model", default=60, show_default=True, help="Faults in the model's rule files.")
@click.option("--games", default=12, show_default=True, help="Games compared for each fault.")
@check()
def command(run: Run, games: int, **counts: int) -> int:
    """Plant, try, report; exit 1 if a fault was missed that is not equivalent."""
    missed = False
    for side, count in ((side, count) for side, count in counts.items() if count):
        nothing = PlantedFault(f"{FOLDERS[side]}/goods.py", "none", 0, 0, "", "")
        controls = on_trial(nothing, games, {})
        if was_noticed(controls):
            raise click.UsageError(f"{side}: the checks do not pass where nothing is spoilt")
        limits = {each.check: LEAST_SECONDS + PATIENCE * each.seconds for each in controls}
        chosen = drawn(side, count, run.seed)
        trial = partial(on_trial, games=games, limits=limits)
        tried = run.results(chosen, trial, list[FaultTrial])
        missed |= report(side, dict(zip(chosen, tried, strict=False)), run.seed)
    return int(missed)
