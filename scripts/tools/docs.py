"""Pages that are made of code: `docs/api.md`, the examples, the schemas and the pictures."""

import ast
import inspect
import json
import pkgutil
import re
import textwrap
from collections.abc import Iterator
from importlib import import_module
from itertools import pairwise
from typing import Annotated, Any, Final, Literal

import click
import msgspec
from msgspec import Meta, Struct

import referee
import referee.api
import referee.types
from referee.conformance import protocol
from referee.core import ids
from referee.core.answer import Answer
from referee.core.events import Event
from referee.core.public import PlainData, digest, public
from referee.core.set_reader import reference_set
from referee.core.state import Phase, State
from referee.records import wire_types
from referee.records.loader import load
from referee.records.moments import At, table_of
from scripts.tools.project import ROOT

DOCS: Final = ROOT / "docs"
PAGE: Final = DOCS / "api.md"

FIRST: Final = tuple(
    f"referee.{module}"
    for module in ("api.games", "api.tables", "api.turns", "api.verdicts", "api.games_in_progress")
)
"""The modules with which a reader begins; the others follow by name, the errors last."""

HEAD: Final = """\
# The Python API

`import referee` offers everything on this page; [recipes.md](recipes.md) shows it at work.

```python
import referee

game = referee.load("games/two-players.mgn")
print(game.table("3.2").state.round)
```

- `load` takes a path, and reads a file; `loads` takes a text or bytes, and reads none whatever they
  say. Where either is possible a string is a path, and bytes are what a file would hold.
  A path such as `games/two-players.mgn` means the shipped file if there is no other.
- A `Budget` limits what takes long: its seconds or its work, a function that says stop.
- Answers are frozen values. `to_dict()` gives one as plain data, `to_json()` as indented JSON; for
  the questions that the command answers, that is what it prints with `--json`.
- Whatever a caller can get wrong raises a `RefereeError`; an illegal turn is an answer, no error.
- Every function may be called from several threads at once. Frozen values may be shared between
  threads and pickled. A `Recording` changes, and belongs to one thread at a time.
- Nothing here prints, ends the program or reads the environment.

This page is made from the docstrings by `scripts/make api`.
"""


HOMES: dict[str, str] = vars(referee)["_HOMES"]
TYPES: dict[str, str] = vars(referee.types)["_HOMES"]
"""By public name the module that it is at home in; a test holds type checkers to the same."""

TYPES_HEAD: Final = """\
# Types: `referee.types`

What answers consist of, for annotations.
"""


def page() -> str:
    """Return the whole page, the modules of the public names in its order."""
    last = "referee.api.errors"
    order = dict.fromkeys([*FIRST, *sorted({*HOMES.values()} - {last}), last])
    sections = [_section(module, HOMES) for module in order]
    types = [_section(module, TYPES) for module in sorted({*TYPES.values()})]
    return "\n".join([HEAD, *sections, TYPES_HEAD, *types])


def _section(module: str, homes: dict[str, str]) -> str:
    """Return all public names of one module under what it is about."""
    about = inspect.cleandoc(import_module(module).__doc__ or "")
    title, _, more = about.partition("\n\n")
    if homes is TYPES and module in HOMES.values():
        more = ""
    parts = [f"## {title.rstrip('.')}\n", *([f"{more}\n"] if more else [])]
    for name in sorted(homes):
        if homes[name] == module:
            found = getattr(import_module(module), name)
            if inspect.isclass(found):
                parts.append(_class(name, found))
            elif not inspect.isfunction(found):
                parts.append(f"### type `{name}`\n")
            else:
                parts += [f"### `{name}{_signature(_tree(found))}`\n", *_text(found.__doc__)]
    return "\n".join(parts)


def _class(name: str, found: type) -> str:
    tree = _tree(found)
    bases = [ast.unparse(base) for base in tree.bases]
    of = f"({', '.join(bases)})" if bases else ""
    parts = [f"### class `{name}{of}`\n", *_text(found.__doc__)]
    # A class has also the fields of bases that have no section of their own.
    ours = [base for base in found.__mro__[:0:-1] if base.__module__.startswith("referee.")]
    homes = [*(base for base in ours if base.__name__ not in {*HOMES, *TYPES}), found]
    if fields := [line for each in homes for line in _fields(each)]:
        parts.append("\n".join(fields) + "\n")
    for member in tree.body:
        if isinstance(member, ast.FunctionDef) and not member.name.startswith("_"):
            is_property = any(ast.unparse(each) == "property" for each in member.decorator_list)
            told = f": {_returns(member)}" if is_property else _signature(member)
            parts += [f"#### `{name}.{member.name}{told}`\n", *_text(ast.get_docstring(member))]
    return "\n".join(parts)


def _tree(found: Any) -> Any:  # noqa: ANN401 - what stands there: a class, or a function
    return ast.parse(textwrap.dedent(inspect.getsource(found))).body[0]


def _signature(function: ast.FunctionDef) -> str:
    said = ast.unparse(function.args).removeprefix("self").removeprefix(", ")
    return f"({said}) -> {_returns(function)}"


def _returns(function: ast.FunctionDef) -> str:
    # Names of types that are defined further down stand in quotes.
    return ast.unparse(function.returns).strip("'") if function.returns else "None"


def _fields(found: type) -> Iterator[str]:
    """Yield the fields of a value with what the line behind them says."""
    for member, behind in pairwise([*_tree(found).body, ast.Pass()]):
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


@click.command()
def api() -> None:
    """Write `docs/api.md` from the docstrings."""
    PAGE.write_text(page(), "utf-8")


Natural = Annotated[int, Meta(ge=0)]
Ordinal = Annotated[int, Meta(ge=1)]
Digest = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
SeatNumber = Annotated[int, Meta(ge=0, le=3)]
StepKey = Annotated[str, Meta(pattern="^[1-9][0-9]*$")]


class PublicColumn(Struct, frozen=True, forbid_unknown_fields=True):
    """A column of a company base."""

    posts: Natural
    opened: bool


class PublicPlayer(Struct, frozen=True, forbid_unknown_fields=True):
    """What one player has."""

    cash: Natural
    diamonds: Natural
    ink: Natural
    hand: list[ids.CardId]
    slots: dict[ids.Slot, ids.CardId]
    used: list[ids.ItemId]
    resting: dict[ids.Slot, Annotated[list[ids.CardId], Meta(min_length=1)]]
    tracks: dict[ids.Company, Natural]
    levels: dict[ids.Company, Natural]
    books: dict[StepKey, Annotated[list[ids.BookId], Meta(min_length=1)]]
    flipped: list[Ordinal]
    starting_tile: ids.StartTileId | None
    tiles: list[ids.TileId]
    plus_one: ids.CardId | None
    done: bool


class PublicState(Struct, frozen=True, forbid_unknown_fields=True):
    """The whole table."""

    format: Literal[1]
    components: Digest
    rulings: dict[str, str]
    tracks: dict[ids.Company, ids.TrackId]
    phase: Phase
    round: Annotated[int, Meta(ge=1, le=7)]
    turn: Ordinal
    to_move: SeatNumber | None
    first_player: SeatNumber
    regions: dict[ids.RegionId, ids.Company]
    bases: dict[ids.Company, Annotated[list[PublicColumn], Meta(min_length=3, max_length=3)]]
    lost_posts: dict[ids.Company, Natural]
    display: Annotated[list[ids.CardId | None], Meta(min_length=12, max_length=12)]
    books: dict[ids.BookSpaceId, ids.BookId]
    book_coins: dict[ids.BookSpaceId, Ordinal]
    markers: dict[ids.SpaceId, SeatNumber]
    unseen_cards: dict[ids.CardLetter, list[ids.CardId]]
    unseen_books: dict[ids.BookLetter, list[ids.BookId]]
    discards: list[ids.CardId]
    planned: list[Natural | None]
    players: Annotated[list[PublicPlayer], Meta(min_length=2, max_length=4)]


ANSWERS: Final = """
AcceptedCopy AgreedStatement Attempt BestPlay BestTurn BookPlan BrokenRule CertainFact
Change ChangedVerdict CheckedSet ComponentSetFacts Conformance CopyAdvice CopyMap
CopyProgress CopyQuestion CorpusReport CorpusRows CountComparison Counts Course Disagreement
DoubtfulClaim DraftAnswer NextStatement ErrorAnswer ConflictItem Explanation GameStatus
GapQuestion Gaps GoldenCheck JudgedStatement LegalTurns Lessons LineChange MomentFacts Option
OpenFact OpenGap OtherWay PositionAudit Proof PuzzleHint PuzzleProofs PuzzleSummary
PuzzleTable Repair Review RuleCount RuleNamed RulePage RulingPage Score SettlingValue
StatementCondition StatementVerdict Suggestion Summary TableFacts UnreadableAttempt
UnreadableVerdict Verdict
"""
"""The answers that are not only parts of others."""


def answer_types() -> list[type[Answer]]:
    """Return the types of all answers of the surface."""
    for module in pkgutil.iter_modules(referee.api.__path__):
        import_module(f"referee.api.{module.name}")
    kinds = {kind.__name__: kind for kind in _below(Answer)}
    return [kinds[name] for name in ANSWERS.split()]


def _below(kind: type[Answer]) -> Iterator[type[Answer]]:
    for each in kind.__subclasses__():
        yield each
        yield from _below(each)


def schemas() -> dict[str, str]:
    """Return the JSON Schemas by the names of their files."""
    records = (wire_types.WireRecord, wire_types.JsonHeader, wire_types.WireStatement)
    lines = (protocol.AnyRequest, *protocol.ANSWERS)
    return {
        # Every answer has a definition of its own.
        "answers": _schema_text("What `--json` prints: an answer of the referee", *answer_types()),
        "record": _schema_text("A recorded game, or a line of one in JSON lines", *records),
        "state": _schema_text("A table: the public facts of a game at one moment", PublicState),
        "conformance": _schema_text(
            "A line of the conformance protocol: a request, or an answer", *lines
        ),
    }


def _schema_text(title: str, *kinds: Any) -> str:  # noqa: ANN401 - any type of a message
    references, definitions = msgspec.json.schema_components(kinds, ref_template="#/$defs/{name}")
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": title,
        **({"anyOf": [*references]} if len(kinds) > 1 else references[0]),
        "$defs": dict(sorted(definitions.items())),
    }
    return json.dumps(schema, indent=2) + "\n"


@click.command()
def schema() -> None:
    """Write the JSON Schemas under `docs/schema`."""
    for name, text in schemas().items():
        (DOCS / "schema" / f"{name}.json").write_text(text, "utf-8")


PICTURES: Final = DOCS / "pictures"


def drawn() -> dict[str, str]:
    """Return the pictures of the documents by the names of their files."""
    fault = referee.load("games/illegal/exp-06-points-suffice.mgn").explain()
    return {
        "table.svg": referee.load("games/four-players.mgn").tables("6.3").scene.to_svg(),
        "fault.svg": fault.scene.to_svg(),
        "card.svg": referee.load("games/four-players.mgn").replay().to_card(".svg").decode(),
    }


@click.command()
def pictures() -> None:
    """Draw the pictures of `docs/pictures.md` but the one of a browser."""
    for name, svg in drawn().items():
        (PICTURES / name).write_text(svg, "utf-8")


MOMENT: Final = At(2, 7)
"""The table that `docs/states.md` shows."""

STATES: Final = DOCS / "states.md"
TURNS: Final = DOCS / "turns.md"


def example_state() -> State:
    """Return the table that is shown."""
    read = load((ROOT / "games" / "two-players.mgn").read_bytes(), lambda _: reference_set())
    return table_of(read, MOMENT).state


def example(page: str, name: str) -> str:
    """Return what stands in the block of an example."""
    begin = rf"<!-- example: {re.escape(name)} -->\n```\w*\n"
    found = re.search(rf"{begin}(.*?)```\n", page, re.DOTALL)
    if found is None:
        raise LookupError(f"there is no example {name!r} on the page")
    return found[1]


def readable(table: PlainData) -> str:
    """Return a table as JSON with a line for every key, and for every key of a player."""
    lines = [f' "{key}": {json.dumps(value)}' for key, value in table.items() if key != "players"]
    players: Any = table["players"]
    told = [",\n".join(f'   "{k}": {json.dumps(v)}' for k, v in p.items()) for p in players]
    lines.append(' "players": [\n' + ",\n".join(f"  {{\n{p}\n  }}" for p in told) + "\n ]")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def updated(states: str, turns: str) -> tuple[str, str]:
    """Return both pages with their examples made anew."""
    table = example_state()
    for name, content in (("state", readable(public(table))), ("digest", f"{digest(table)}\n")):
        states = states.replace(example(states, name), content)
    shown = example(turns, "events")
    # One a line, with all the keys that the protocol sends.
    events = [msgspec.json.decode(line, type=Event) for line in shown.splitlines()]
    every_key = "".join(f"{msgspec.json.encode(event).decode()}\n" for event in events)
    return states, turns.replace(shown, every_key)


@click.command()
def examples() -> None:
    """Bring the examples in `docs/states.md` and `docs/turns.md` up to date."""
    pages = (STATES, TURNS)
    for page, text in zip(pages, updated(*(p.read_text("utf-8") for p in pages)), strict=True):
        page.write_text(text, "utf-8")
