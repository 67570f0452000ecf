"""Sources as mypyc compiles them: some classes, and loops over `zip`, in a form that it knows.

Plain Python is quickest with a `Struct`: its fields are set and copied by C. Compiled code is
quickest with a class of its own, whose attributes lie in memory where it expects them. So a
struct with `eq=False` is rewritten on the way to the compiler, field by field.

A loop over `zip(..., strict=...)` asks an iterator for every tuple, one without `strict` goes
through its sequences side by side. What `strict` forbids is a fault of ours, which the tests of the
plain modules would find; compiled loops do without.

Compiled classes do not get what `ABC` keeps for each class, so that all of them share it: plain
code that asked `isinstance` of one would be told what it was told of another before. They do
without `ABC`, which is for whoever writes a class and forgets a method. Nothing else is rewritten.
"""

import ast
from typing import TypeGuard


def native_source(source: str) -> str:
    """Return a module as it is compiled."""
    module = ast.parse(source)
    for node in module.body:
        if isinstance(node, ast.ClassDef):
            node.bases = [base for base in node.bases if not _is_abc(base)]
            if is_mutable_struct(node):
                _make_native(node)
    for each in ast.walk(module):
        if isinstance(each, ast.For | ast.comprehension) and _is_zip(each.iter):
            each.iter.keywords = []
    return ast.unparse(module)


def _is_abc(base: ast.expr) -> bool:
    return isinstance(base, ast.Name) and base.id == "ABC"


def _is_zip(node: ast.expr) -> TypeGuard[ast.Call]:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "zip"


def is_mutable_struct(node: ast.ClassDef) -> bool:
    """Return whether a class is declared as `class Name(Struct, eq=False)`."""
    bases = [base.id for base in node.bases if isinstance(base, ast.Name)]
    options = {option.arg: ast.literal_eval(option.value) for option in node.keywords}
    return bases == ["Struct"] and options == {"eq": False}


def _make_native(node: ast.ClassDef) -> None:
    fields = [each for each in node.body if isinstance(each, ast.AnnAssign)]
    methods = [each for each in node.body if isinstance(each, ast.FunctionDef)]
    rest = [each for each in methods if each.name != "copy"]
    if len(rest) == len(methods):
        raise ValueError(f"{node.name} has no method `copy`")
    node.bases, node.keywords = [], []
    node.body = [_init(fields), _copy(node.name, fields), *rest]


def _init(fields: list[ast.AnnAssign]) -> ast.stmt:
    said = [_parameter(field) for field in fields]
    lines = [f"    self.{_name(field)} = {_name(field)}" for field in fields]
    return _parsed(f"def __init__(self, {', '.join(said)}) -> None:", lines)


def _parameter(field: ast.AnnAssign) -> str:
    default = "" if field.value is None else f" = {ast.unparse(field.value)}"
    return f"{_name(field)}: {ast.unparse(field.annotation)}{default}"


def _copy(name: str, fields: list[ast.AnnAssign]) -> ast.stmt:
    said = ", ".join(f"self.{_name(field)}" for field in fields)
    return _parsed(f'def copy(self) -> "{name}":', [f"    return {name}({said})"])


def _name(field: ast.AnnAssign) -> str:
    return ast.unparse(field.target)


def _parsed(head: str, lines: list[str]) -> ast.stmt:
    return ast.parse("\n".join([head, *lines])).body[0]
