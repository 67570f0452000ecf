"""Write `docs/api.md` from the docstrings."""

import ast
import inspect
import textwrap
from collections.abc import Iterator
from importlib import import_module
from itertools import pairwise
from typing import Any, Final

import click

import referee
from scripts.tools.project import ROOT

PAGE: Final = ROOT / "docs" / "api.md"

FIRST: Final = (
    "games",
    "tables",
    "positions",
    "verdicts",
    "verdict_answers",
    "broken_rules",
    "games_in_progress",
    "progress_answers",
)
"""The modules with which a reader begins; the others follow by name, the errors last."""

HEAD: Final = """\
# The Python API

`import referee` offers everything on this page; [recipes.md](recipes.md) shows it at work.

```python
import referee

game = referee.load("games/two-players.mgn")
print(game.at("3.2").state.round)
```

- What is read may be a path, a text of several lines, bytes, a stream, or `-` for standard input.
  A path such as `games/two-players.mgn` means the shipped file if there is no other.
- Answers are frozen values. `to_dict()` gives one as plain data, `to_json()` as indented JSON; for
  the questions that the command answers, that is what it prints with `--json`.
- Whatever a caller can get wrong raises a `RefereeError`; an illegal turn is an answer, no error.
- Every function may be called from several threads at once. Frozen values may be shared between
  threads and pickled. A `GameInProgress` changes, and belongs to one thread at a time.
- Nothing here prints, ends the program or reads the environment.

This page is made from the docstrings by `scripts/make api`.
"""


def page() -> str:
    """Return the whole page."""
    return "\n".join([HEAD, *(_section(module) for module in _modules())])


NAMES: list[str] = vars(referee)["__all__"]
"""Type checkers read another list, which a test holds to this one."""


def _modules() -> list[str]:
    """Return the modules of the public names in the order of the page."""
    homes = {_home(name) for name in NAMES}
    others = sorted(homes - {*FIRST, "errors"})
    return [module for module in (*FIRST, *others, "errors") if module in homes]


def _home(name: str) -> str:
    home: str = vars(referee)["_HOMES"][name]
    return home


def _section(module: str) -> str:
    """Return all public names of one module under what it is about."""
    about = inspect.cleandoc(import_module(f"referee.api.{module}").__doc__ or "")
    title, _, more = about.partition("\n\n")
    parts = [f"## {title.rstrip('.')}\n", *([f"{more}\n"] if more else [])]
    for name in NAMES:
        if _home(name) == module:
            found = getattr(referee, name)
            parts.append(_class(name, found) if inspect.isclass(found) else _function(name, found))
    return "\n".join(parts)


def _class(name: str, found: type) -> str:
    tree = _class_tree(found)
    bases = [ast.unparse(base) for base in tree.bases]
    of = f"({', '.join(bases)})" if bases else ""
    parts = [f"### class `{name}{of}`\n", *_text(found.__doc__)]
    if fields := [line for each in _with_hidden_bases(found) for line in _fields(each)]:
        parts.append("\n".join(fields) + "\n")
    for member in tree.body:
        if isinstance(member, ast.FunctionDef) and not member.name.startswith("_"):
            is_property = any(ast.unparse(each) == "property" for each in member.decorator_list)
            told = f": {_returns(member)}" if is_property else _signature(member)
            parts += [f"#### `{name}.{member.name}{told}`\n", *_text(ast.get_docstring(member))]
    return "\n".join(parts)


def _with_hidden_bases(found: type) -> list[type]:
    """Return a class behind those that it has fields of, and that have no section of their own."""
    ours = [base for base in found.__mro__[1:] if base.__module__.startswith("referee.")]
    return [*(base for base in reversed(ours) if base.__name__ not in NAMES), found]


def _function(name: str, found: Any) -> str:  # noqa: ANN401
    tree = _tree(found)
    assert isinstance(tree, ast.FunctionDef)  # noqa: S101 - nothing else is a function
    return "\n".join([f"### `{name}{_signature(tree)}`\n", *_text(found.__doc__)])


def _class_tree(found: type) -> ast.ClassDef:
    tree = _tree(found)
    assert isinstance(tree, ast.ClassDef)  # noqa: S101 - nothing else is a class
    return tree


def _tree(found: Any) -> ast.stmt:  # noqa: ANN401
    return ast.parse(textwrap.dedent(inspect.getsource(found))).body[0]


def _signature(function: ast.FunctionDef) -> str:
    arguments = function.args
    if arguments.args and arguments.args[0].arg == "self":
        arguments.args = arguments.args[1:]
    return f"({ast.unparse(arguments)}) -> {_returns(function)}"


def _returns(function: ast.FunctionDef) -> str:
    # Names of types that are defined further down stand in quotes.
    return ast.unparse(function.returns).strip("'") if function.returns else "None"


def _fields(found: type) -> Iterator[str]:
    """Yield the fields of a value with what the line behind them says."""
    for member, behind in pairwise([*_class_tree(found).body, ast.Pass()]):
        if not isinstance(member, ast.AnnAssign) or not isinstance(member.target, ast.Name):
            continue
        told = ""
        if isinstance(behind, ast.Expr) and isinstance(behind.value, ast.Constant):
            told = " — " + " ".join(str(behind.value.value).split())
        yield f"- `{member.target.id}: {ast.unparse(member.annotation)}`{told}"


def _text(docstring: str | None) -> Iterator[str]:
    """Yield a docstring, its examples as blocks."""
    prose, begin, example = inspect.cleandoc(docstring or "").partition(">>> ")
    yield f"{prose.strip()}\n"
    if begin:
        lines = f"{begin}{example}".replace(">>> import referee\n", "", 1)
        yield f"```pycon\n{lines}\n```\n"


@click.command(help=__doc__)
def command() -> None:
    """Write the page."""
    PAGE.write_text(page(), "utf-8")
