"""What is wrong with an entry of a set, in words: what was seen, and what may stand there."""

import re
from collections.abc import Iterable
from typing import Any, Final

import msgspec
from msgspec import inspect

from referee.game.messages.copies import copy_words

_PATH: Final = re.compile(r"^(?P<problem>.*?)(?: - at `\$\.?(?P<path>.*)`)?$", re.DOTALL)
_EXPECTED: Final = re.compile(r"Expected `(?P<type>[^`]+)`(?P<bound> [<>]=? -?\d+)?")
_LENGTH: Final = re.compile(r"of length (?P<length>\d+)")
_NAMED: Final = re.compile(r"`(?P<name>[^`]+)`")
_STEP: Final = re.compile(r"([^.\[\]]+)|\[(\d+)\]")


def decoding_words(error: msgspec.ValidationError, row: object, kind: Any) -> str:  # noqa: ANN401
    """Return why an entry cannot be read: where in it, what was seen, and what is allowed."""
    found = _PATH.match(str(error))
    problem, path = (found["problem"], found["path"] or "") if found else (str(error), "")
    steps = [name or int(number) for name, number in _STEP.findall(path)]
    seen = _value_at(row, steps)
    said = _said(problem, seen, _type_at(inspect.type_info(kind), row, steps))
    return f"{path}: {said}" if path else said


def _said(problem: str, seen: object, kind: inspect.Type | None) -> str:
    words = copy_words()
    named = _NAMED.search(problem)
    if problem.startswith("Object missing required field") and named:
        return words.say("files", "missing", field=named["name"])
    if problem.startswith("Object contains unknown field") and named:
        allowed = ", ".join(field.name for field in getattr(kind, "fields", ()))
        return words.say("files", "unknown", field=named["name"], allowed=allowed)
    return words.say("files", "expected", seen=f"{seen!r:.60}", allowed=_allowed(problem, kind))


def _allowed(problem: str, kind: inspect.Type | None) -> str:
    """Return what may stand in a place, in words."""
    words = copy_words().files
    options = [*_options(kind)]
    if options:
        return copy_words().any_of(options)
    if "matching regex" in problem:
        return words["source" if "rulebook" in problem else "corners"]
    found = _EXPECTED.search(problem)
    if length := _LENGTH.search(problem):
        return copy_words().say("files", "array-of", n=int(length["length"]))
    if found is None:
        return words["other-value"]
    if found["bound"] and found["type"] == "int":
        sign, number = found["bound"].split()
        return copy_words().say("files", f"int{'-from' if '>' in sign else '-to'}", n=int(number))
    return words.get(found["type"].split(" ")[0], words["other-value"])


def _options(kind: inspect.Type | None) -> Iterable[str]:
    """Yield the words that may stand in a place, if it has a choice of them."""
    match kind:
        case inspect.LiteralType(values=values):
            yield from map(str, values)
        case inspect.UnionType(types=types):
            tags = [each.tag for each in types if isinstance(each, inspect.StructType)]
            yield from (str(tag) for tag in tags if tag is not None)
            for each in types:
                if isinstance(each, inspect.LiteralType):
                    yield from _options(each)
        case inspect.Metadata(type=inner):
            yield from _options(inner)
        case _:
            return


def _value_at(row: object, steps: Iterable[str | int]) -> object:
    for step in steps:
        try:
            row = row[step]  # type: ignore[index]
        except (KeyError, IndexError, TypeError):
            return row
    return row


def _type_at(  # noqa: PLR0911 - one for each kind of type
    kind: inspect.Type | None, row: object, steps: list[str | int]
) -> inspect.Type | None:
    """Return the type of what stands at the end of a path, if it can be told."""
    match kind:
        case inspect.Metadata(type=inner):
            return _type_at(inner, row, steps)
        case inspect.UnionType(types=types) if steps and isinstance(row, dict):
            if steps == [_tag_field(types)]:
                return kind
            chosen = next((each for each in types if _is_tagged(each, row)), None)
            return _type_at(chosen, row, steps)
        case _ if not steps:
            return kind
        case inspect.StructType(fields=fields):
            found = next((each.type for each in fields if each.name == steps[0]), None)
            return _type_at(found, _value_at(row, steps[:1]), steps[1:])
        case inspect.VarTupleType(item_type=item):
            return _type_at(item, _value_at(row, steps[:1]), steps[1:])
        case _:
            return None


def _tag_field(types: Iterable[inspect.Type]) -> str | None:
    return next((each.tag_field for each in types if isinstance(each, inspect.StructType)), None)


def _is_tagged(kind: inspect.Type, row: dict[str, Any]) -> bool:
    return isinstance(kind, inspect.StructType) and (
        kind.tag_field is None or row.get(kind.tag_field) == kind.tag
    )
