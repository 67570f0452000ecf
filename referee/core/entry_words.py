"""What is wrong with an entry of a set, in words: what was seen, and what may stand there."""

import json
import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, Final

import msgspec
from msgspec import inspect

from referee.core.compact_forms import BLANK
from referee.i18n.page_words import copy_words
from referee.i18n.speech import named

_PATH: Final = re.compile(r"^(?P<problem>.*?)(?: - at `\$\.?(?P<path>.*)`)?$", re.DOTALL)
_LENGTH: Final = re.compile(r"of length (?P<length>\d+)")
_NAMED: Final = re.compile(r"`(?P<name>[^`]+)`")
_STEP: Final = re.compile(r"([^.\[\]]+)|\[(\d+)\]")


class DecodingFault(msgspec.Struct, frozen=True):
    """Why an entry cannot be read: where in it, what was seen, and what is allowed."""

    says: str
    path: tuple[str | int, ...]
    """The keys that lead to the value within its entry, and numbers from 0."""

    @classmethod
    def of(cls, error: msgspec.ValidationError, row: object, kind: Any) -> "DecodingFault":  # noqa: ANN401
        """Return what is wrong with an entry that is not of its kind."""
        found = _PATH.match(str(error))
        problem, path = (found["problem"], found["path"] or "") if found else (str(error), "")
        steps = tuple(name or int(number) for name, number in _STEP.findall(path))
        said = _said(problem, _value_at(row, steps), _type_at(_described(kind), row, steps))
        if steps[:1] == ("sources",) and len(steps) > 1:
            # They stand in the file by name, and are listed to be read.
            name = _value_at(row, (*steps[:2], 0))
            steps = ("sources", name) if isinstance(name, str) else steps
        unknown = _NAMED.search(problem) if "unknown field" in problem else None
        return cls(
            named(_path_words(steps), said) if path else said,
            (*steps, unknown["name"]) if unknown else steps,
        )


def fault_beside_blanks(row: Mapping[str, Any], kind: Any) -> DecodingFault | None:  # noqa: ANN401
    """Return what is wrong in an entry of which some values are blank; None if nothing is."""
    filled: Any = row
    described = _described(kind)
    for _ in range(MOST_BLANKS):
        try:
            msgspec.convert(filled, kind)
        except msgspec.ValidationError as error:
            found = DecodingFault.of(error, filled, kind)
            steps = found.path
            while steps and _value_at(filled, steps) != BLANK:
                steps = steps[:-1]
            if not steps or _value_at(filled, steps) != BLANK:
                return found
            if isinstance(described, inspect.UnionType) and steps == (_tag_field(described.types),):
                # What else may stand in an entry depends on its kind, which nobody has read.
                return None
            filled = _with_value(filled, steps, _some_value(_type_at(described, filled, steps)))
        else:
            return None
    return None


MOST_BLANKS: Final = 200
"""So many blanks of one entry are looked at; more are in none that somebody wrote."""


@cache
def _described(kind: Any) -> inspect.Type:  # noqa: ANN401
    return inspect.type_info(kind)


def _with_value(row: Any, steps: tuple[str | int, ...], value: object) -> Any:  # noqa: ANN401
    """Return an entry with another value at the end of a path."""
    if not steps:
        return value
    step, *rest = steps
    inner = _with_value(row[step], tuple(rest), value)
    if isinstance(row, dict):
        return row | {step: inner}
    return [inner if number == step else each for number, each in enumerate(row)]


def _some_value(kind: inspect.Type | None) -> object:  # noqa: PLR0911 - one for each kind of type
    """Return a value that may stand in a place, whatever it means."""
    match kind:
        case inspect.Metadata(type=inner):
            return _some_value(inner)
        case inspect.IntType(ge=least):
            return max(1, least or 0)
        case inspect.BoolType():
            return False
        case inspect.LiteralType(values=values):
            return values[0]
        case inspect.UnionType(types=types):
            return _some_value(types[0])
        case inspect.TupleType(item_types=items):
            return [_some_value(item) for item in items]
        case inspect.VarTupleType() | inspect.ListType():
            return []
        case inspect.StructType(fields=fields, tag_field=tag_field, tag=tag):
            found = {field.name: _some_value(field.type) for field in fields if field.required}
            return found | ({tag_field: tag} if tag_field else {})
        case _:
            return None


def _path_words(steps: Iterable[str | int]) -> str:
    """Return a path as people count, from 1."""
    found = ""
    for step in steps:
        found += f"[{step + 1}]" if isinstance(step, int) else f".{step}"
    return found.removeprefix(".")


def seen_words(value: object) -> str:
    """Return a value as it stands in a file, if it is short."""
    found = json.dumps(value, ensure_ascii=False, default=str)
    return found if len(found) <= LONGEST_SEEN else f"{found[:LONGEST_SEEN]}..."


LONGEST_SEEN: Final = 60


def _said(problem: str, seen: object, kind: inspect.Type | None) -> str:
    words = copy_words()
    named = _NAMED.search(problem)
    if problem.startswith("Object missing required field") and named:
        fields = getattr(kind, "fields", ())
        wanted = next((each.type for each in fields if each.name == named["name"]), None)
        allowed = _allowed_in(wanted)
        key = "missing-allowed" if allowed else "missing"
        return words.say("files", key, field=named["name"], allowed=allowed)
    if problem.startswith("Object contains unknown field") and named:
        allowed = ", ".join(field.name for field in getattr(kind, "fields", ()))
        return words.say("files", "unknown", field=named["name"], allowed=allowed)
    return words.say("files", "expected", seen=seen_words(seen), allowed=_allowed(problem, kind))


def _allowed(problem: str, kind: inspect.Type | None) -> str:
    """Return what may stand in a place, in words."""
    words = copy_words().files
    if "matching regex" in problem:
        return words["source" if "rulebook" in problem else "corners"]
    if length := _LENGTH.search(problem):
        return copy_words().say("files", "array-of", n=int(length["length"]))
    return _allowed_in(kind) or words["other-value"]


def _allowed_in(kind: inspect.Type | None) -> str:  # noqa: PLR0911
    """Return what may stand in a place of some type, in words; nothing if that cannot be told."""
    words = copy_words()
    if options := [*_options(kind)]:
        return words.any_of(options)
    match kind:
        case inspect.Metadata(type=inner):
            return _allowed_in(inner)
        case inspect.UnionType(types=types):
            return _allowed_in(types[0])
        case inspect.StrType(pattern=pattern) if pattern:
            return words.files["source" if "rulebook" in pattern else "corners"]
        case inspect.IntType(ge=least, le=most):
            if least is not None and most is not None:
                return words.say("files", "int-between", low=least, high=most)
            if least is not None:
                return words.say("files", "int-from", n=least)
            return words.files["int"] if most is None else words.say("files", "int-to", n=most)
        case inspect.TupleType(item_types=items):
            return words.say("files", "array-of", n=len(items))
        case _:
            name = next((name for each, name in _PLAIN_TYPES if isinstance(kind, each)), "")
            return words.files[name] if name else ""


_PLAIN_TYPES: Final = (
    (inspect.StrType, "str"),
    (inspect.FloatType, "int"),
    (inspect.BoolType, "bool"),
    ((inspect.VarTupleType, inspect.ListType), "array"),
    ((inspect.StructType, inspect.DictType), "object"),
)


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
    kind: inspect.Type | None, row: object, steps: tuple[str | int, ...]
) -> inspect.Type | None:
    """Return the type of what stands at the end of a path, if it can be told."""
    match kind:
        case inspect.Metadata(type=inner):
            return _type_at(inner, row, steps)
        case inspect.UnionType(types=types) if steps and isinstance(row, dict):
            if steps == (_tag_field(types),):
                return kind
            chosen = next((each for each in types if _is_tagged(each, row)), None)
            return _type_at(chosen, row, steps)
        case _ if not steps:
            return kind
        case inspect.StructType(fields=fields):
            found = next((each.type for each in fields if each.name == steps[0]), None)
            return _type_at(found, _value_at(row, steps[:1]), steps[1:])
        case inspect.TupleType(item_types=items) if isinstance(steps[0], int):
            item = items[steps[0]] if steps[0] < len(items) else None
            return _type_at(item, _value_at(row, steps[:1]), steps[1:])
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
