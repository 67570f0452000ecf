"""The places of a source file where a small fault can be planted."""

import ast
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

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
                if not _is_docstring(statement):
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


def _is_docstring(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


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
