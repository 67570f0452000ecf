"""Reads TOML that may be anything at all: large, deep, in another encoding; writes its values."""

import re
from codecs import BOM_UTF8
from typing import Any

from referee.core.input_limits import NESTING
from referee.core.problem import Place, Problem
from referee.i18n.speech import say

# The time and memory that a dotted key takes to read grow with the square of its parts.
_LONG_KEY = re.compile(rb"""(?:\.[ \t]*(?:[\w-]+|"[^"\n]*"|'[^'\n]*')[ \t]*){50}""")
# Python reads a number of any length in these bases, and then refuses to print it.
_LONG_NUMBER = re.compile(rb"[=\[,]\s*0[xob][0-9a-fA-F_]{100}")
_PLACE = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")


class TomlError(Exception):
    """Bytes that are not the TOML that was expected."""

    def __init__(self, message: str, data: bytes = b"", line: int = 0, column: int = 0) -> None:
        super().__init__(message)
        lines = data.decode("utf-8", "replace").splitlines()
        shown = lines[line - 1] if 0 < line <= len(lines) else ""
        self.problem = Problem(message, Place(line, column), line=shown)


def parse_toml(data: bytes, expected: str, largest: int) -> dict[str, Any]:
    """Return what the TOML in `data` says; a `TomlError` that says what was `expected`."""
    # The set that ships with the referee is no TOML.
    import tomllib  # noqa: PLC0415

    from referee.core.toml_lines import toml_fault  # noqa: PLC0415

    if len(data) > largest:
        raise TomlError(say("records.plain_toml.too-large", largest=largest, expected=expected))
    if _LONG_KEY.search(data):
        raise _too_deep(expected)
    if _LONG_NUMBER.search(data):
        raise _too_long(expected)
    data = data.removeprefix(BOM_UTF8)
    try:
        content = tomllib.loads(data.decode("utf-8"))
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        problem = say("records.plain_toml.not-utf-8", data=f"{data[error.start]:#04x}", line=line)
        begin = data.rfind(b"\n", 0, error.start) + 1
        raise TomlError(problem, data, line, error.start - begin + 1) from error
    except tomllib.TOMLDecodeError as error:
        found = _PLACE.search(str(error))
        line, column = (int(found[1]), int(found[2])) if found and found[1] else (0, 0)
        fault = toml_fault(_PLACE.sub("", str(error)), data.decode("utf-8"), line, column)
        problem = say("records.plain_toml.not-toml", error=fault)
        raise TomlError(problem, data, line, column) from error
    except ValueError as error:
        raise _too_long(expected) from error
    except RecursionError as error:
        raise _too_deep(expected) from error
    if is_deep(content):
        raise _too_deep(expected)
    return content


def _too_long(expected: str) -> TomlError:
    return TomlError(say("records.plain_toml.long-number", expected=expected))


def _too_deep(expected: str) -> TomlError:
    said = say("records.plain_toml.too-deep", nesting=NESTING, expected=expected)
    return TomlError(said)


def is_deep(content: object) -> bool:
    """Return whether lists and tables lie within each other too deeply to recurse into them."""
    level: list[Any] = [content] if isinstance(content, dict | list) else []
    for _ in range(NESTING):
        inner = [
            v for values in level for v in (values.values() if isinstance(values, dict) else values)
        ]
        level = [value for value in inner if isinstance(value, dict | list)]
    return bool(level)


def toml_value(value: object) -> str:
    """Return a value as TOML writes it on one line."""
    # Whoever only reads need not load it.
    import tomli_w  # noqa: PLC0415

    match value:
        case dict():
            inner = ", ".join(f"{toml_key(key)} = {toml_value(v)}" for key, v in value.items())
            return f"{{ {inner} }}" if inner else "{}"
        case list() | tuple():
            return f"[{', '.join(map(toml_value, value))}]"
        case _:
            return tomli_w.dumps({"x": value}).removeprefix("x = ").rstrip("\n")


def toml_key(name: str) -> str:
    """Return a key as TOML writes it."""
    return name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else toml_value(name)
