"""One fault on trial: a process of its own, in which the checks run until one notices."""

import ast
import os
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from functools import partial
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from math import inf
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any, Final, Literal

from msgspec import Struct

SWAPPED: Final[dict[type[ast.AST], Any]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
    ast.And: ast.Or,
    ast.Or: ast.And,
}
OTHER_NAME: Final = {
    "min": "max",
    "max": "min",
    "any": "all",
    "all": "any",
    "And": "Or",
    "Or": "And",
    "AtMost": "AtLeast",
    "AtLeast": "AtMost",
}


@dataclass(frozen=True, slots=True)
class PlantedFault:
    """A stretch of a file and what to put in its place."""

    path: str
    kind: str
    start: int
    end: int
    becomes: str
    statement: str
    """The first line of the statement it is in."""

    def planted(self, source: str) -> str:
        """Return the file's text with the fault in it."""
        return source[: self.start] + self.becomes + source[self.end :]

    def name(self, source: str) -> str:
        """Return what identifies the fault as long as its statement stays as it is."""
        was = " ".join(source[self.start : self.end].split())
        return f"{self.path} | {self.statement} | {was} => {self.becomes}"


def faults(path: str, source: str) -> list[PlantedFault]:
    """Return every fault that can be planted into a file, in the order of the text."""
    starts = _line_starts(source)
    return [
        PlantedFault(
            path=path,
            kind=kind,
            start=starts[node.lineno - 1] + node.col_offset,
            end=starts[node.end_lineno - 1] + node.end_col_offset,  # type: ignore[operator]
            becomes=changed,
            statement=ast.unparse(statement).splitlines()[0],
        )
        for statement, node, names in _running(ast.parse(source))
        for kind, changed in _changes(node, names)
    ]


def _line_starts(source: str) -> list[int]:
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    return starts


def _running(tree: ast.Module) -> Iterator[tuple[ast.stmt, ast.stmt | ast.expr, tuple[str, ...]]]:
    """Yield statements and expressions that run, with their statement and the local names."""
    for outer in ast.walk(tree):
        if isinstance(outer, ast.FunctionDef):
            names = _locals(outer)
            for statement in outer.body:
                if not (
                    isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
                ):
                    yield from _inside(statement, names)


def _inside(
    statement: ast.stmt, names: tuple[str, ...]
) -> Iterator[tuple[ast.stmt, ast.stmt | ast.expr, tuple[str, ...]]]:
    yield statement, statement, names
    waiting: list[ast.AST] = list(_parts(statement))
    while waiting:
        node = waiting.pop(0)
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            continue  # It has a turn of its own.
        if isinstance(node, ast.stmt):
            yield from _inside(node, names)
            continue
        if isinstance(node, ast.expr):
            yield statement, node, names
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
    stored = [
        node.id
        for node in ast.walk(function)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    ]
    return tuple(dict.fromkeys(name for name in (*of_call, *stored) if name != "self"))


def _changes(node: ast.stmt | ast.expr, names: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Yield kinds of faults with what the node becomes."""
    match node:
        case ast.Compare() | ast.BinOp() | ast.BoolOp() | ast.UnaryOp():
            yield from _other_operators(node)
        case ast.Constant(value=bool(value)):
            yield "constant", str(not value)
        case ast.Constant(value=int(value)):
            yield "constant", str(value + 1)
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


def _other_operators(
    node: ast.Compare | ast.BinOp | ast.BoolOp | ast.UnaryOp,
) -> Iterator[tuple[str, str]]:
    changed = deepcopy(node)
    if isinstance(changed, ast.Compare):
        for number, operator in enumerate(changed.ops):
            changed.ops[number] = SWAPPED[type(operator)]()
            yield "comparison", f"({ast.unparse(changed)})"
            changed.ops[number] = operator
    elif isinstance(changed, ast.UnaryOp):
        if isinstance(changed.op, ast.Not):
            yield "operator", f"({ast.unparse(changed.operand)})"
    elif type(changed.op) in SWAPPED:
        changed.op = SWAPPED[type(changed.op)]()
        yield "operator", f"({ast.unparse(changed)})"


def faults_of_files(root: Path, paths: list[str]) -> dict[str, list[PlantedFault]]:
    """Return the faults of several files, by file."""
    return {path: faults(path, (root / path).read_text(encoding="utf-8")) for path in paths}


class _Spoilt(SourceFileLoader):
    """Loads a file as if the fault stood in it."""

    def __init__(self, module: str, path: str, fault: PlantedFault) -> None:
        super().__init__(module, path)
        self.fault = fault

    def get_code(self, _fullname: str, /) -> CodeType:
        """Return the code of the spoilt text; never a cached one."""
        source = Path(self.path).read_text(encoding="utf-8")
        return compile(self.fault.planted(source), self.path, "exec")


class _Finder(MetaPathFinder):
    """Finds the one module that is spoilt."""

    def __init__(self, root: Path, fault: PlantedFault) -> None:
        self.module = module_of(fault.path)
        self.loader = _Spoilt(self.module, str(root / fault.path), fault)

    def find_spec(
        self, fullname: str, _path: Sequence[str] | None, _target: ModuleType | None = None, /
    ) -> ModuleSpec | None:
        """Return the spoilt module, and nothing for any other name."""
        if fullname != self.module:
            return None
        return spec_from_file_location(fullname, self.loader.path, loader=self.loader)


def module_of(path: str) -> str:
    """Return the dotted name of a module of the checkout."""
    return path.removeprefix("model/").removesuffix(".py").replace("/", ".")


def plant(root: Path, fault: PlantedFault) -> None:
    """Make this process import the faulty module; it must not have been imported before."""
    module = module_of(fault.path)
    if module in sys.modules:
        raise ImportError(f"{module} was imported before the fault was planted")
    sys.meta_path.insert(0, _Finder(root, fault))


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
    path = {"engine": "referee/engine/goods.py", "model": "model/referee_model/legality/goods.py"}[
        side
    ]
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
            began = time.monotonic()
            outcome = _in_child(work, root, fault, limits.get(check, inf))
            trials.append(FaultTrial(check, outcome, round(time.monotonic() - began, 1)))
    return trials


def _differential(games: int) -> bool:
    from referee.conformance.survey import (  # noqa: PLC0415
        GameComparison,
        compare_position,
        compare_slips,
        faults,
    )
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
            silent = tempfile.TemporaryFile()  # noqa: SIM115 - it lives as long as the process
            os.dup2(silent.fileno(), sys.stdout.fileno())
            os.dup2(silent.fileno(), sys.stderr.fileno())
            plant(root, fault)
            noticed = work()
        finally:
            os._exit(int(noticed))
    return _awaited(child, limit)


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
