"""Where in a text of TOML each value stands, which its parser does not say."""

import re
import tomllib
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final

from referee.core.problem import KeyPath
from referee.i18n.speech import say

#
# The text has been read by the parser, so it is TOML; only keys, brackets and the ends of strings
# are looked at here.
_BLANK: Final = re.compile(r"(?:[\s,]|#[^\n]*)*")
_KEY: Final = re.compile(
    r"""[ \t]*(?:(?P<bare>[A-Za-z0-9_-]+)|(?P<quoted>"(?:\\.|[^"\\\n])*"|'[^'\n]*'))[ \t]*"""
)
_STRING: Final = re.compile(
    r'"""(?:\\.|[^\\])*?"{3,5}|' + r"'''.*?'{3,5}|" + r'"(?:\\.|[^"\\\n])*"|' + r"'[^'\n]*'",
    re.DOTALL,
)
_PLAIN: Final = re.compile(r"[^,\]}\n#]*")


def lines_of_values(text: str) -> Mapping[KeyPath, int]:
    """Return by path the line on which each table, entry of a list and value of a text begins."""
    return dict(_Places(text.replace("\r\n", "\n")).all())


def lines_of_keys(text: str) -> Mapping[KeyPath, int]:
    """Return by path the line of each heading and of each key that stands at the start of one."""
    return dict(reversed([*_Places(text.replace("\r\n", "\n")).all(inner=False)]))


def spans_of_values(text: str) -> Mapping[KeyPath, tuple[int, int]]:
    """Return by path where each value of a text begins and ends.

    A table with a heading begins with it and ends with the last value below it, and so does the
    text as a whole, whose path has no keys, with the last value above all headings.
    """
    places = _Places(text)
    for _ in places.all():
        pass
    return places.spans


def line_at(lines: Mapping[KeyPath, int], path: KeyPath) -> int:
    """Return the line of a value, or of the nearest thing around it that has one; 0 if none has."""
    while path:
        if path in lines:
            return lines[path]
        path = path[:-1]
    return 0


class _Places:
    """A text that is gone through once."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._breaks = [found.start() for found in re.finditer("\n", text)]
        self._tables: Counter[KeyPath] = Counter()
        """How many tables of each list have begun."""
        self.spans: dict[KeyPath, tuple[int, int]] = {(): (0, 0)}

    def all(self, *, inner: bool = True) -> Iterator[tuple[KeyPath, int]]:
        """Yield every place, or those that are not `inner` to a value only."""
        base: KeyPath = ()
        while self._reaches_more():
            if self._text[self._at] == "[":
                line, start = self._line(), self._at
                base = self._heading()
                self.spans[base] = start, self._at
                if base[-1] == 0:
                    yield base[:-1], line
                yield base, line
            else:
                found = [*self._assigned(base)]
                ends = (self.spans[path][1] for path, _ in found if path in self.spans)
                self.spans[base] = self.spans[base][0], max(ends)
                # What stands before a value are the parts of its key, if dots part it.
                yield from found if inner else [each for each in found if each[0] in self.spans][:1]

    def _reaches_more(self) -> bool:
        """Go on to whatever comes next; return whether there is anything."""
        found = _BLANK.match(self._text, self._at)
        self._at = found.end() if found else self._at
        return self._at < len(self._text)

    def _line(self) -> int:
        return bisect_right(self._breaks, self._at - 1) + 1

    def _heading(self) -> KeyPath:
        """Return the path of the table that a heading begins."""
        is_list = self._text.startswith("[[", self._at)
        self._at += 2 if is_list else 1
        *around, last = self._keys()
        self._at += 2 if is_list else 1
        path: KeyPath = ()
        for key in around:
            path = self._latest((*path, key))
        if not is_list:
            return self._latest((*path, last))
        listed = (*path, last)
        self._tables[listed] += 1
        return self._latest(listed)

    def _latest(self, path: KeyPath) -> KeyPath:
        """Return a table, or the last one of a list of tables."""
        return (*path, self._tables[path] - 1) if path in self._tables else path

    def _keys(self) -> list[str]:
        """Take a key, of which dots may part several."""
        found: list[str] = []
        while key := _KEY.match(self._text, self._at):
            self._at = key.end()
            found.append(key["bare"] or next(iter(tomllib.loads(f"{key['quoted']} = 0"))))
            if self._text[self._at : self._at + 1] != ".":
                break
            self._at += 1
        return found

    def _assigned(self, base: KeyPath) -> Iterator[tuple[KeyPath, int]]:
        line = self._line()
        path = base
        for key in self._keys():
            path = (*path, key)
            yield path, line
        self._at += 1
        yield from self._value(path)

    def _value(self, path: KeyPath) -> Iterator[tuple[KeyPath, int]]:
        """Take a value, and yield the places of what lies in it."""
        self._reaches_more()
        yield path, self._line()
        start = self._at
        match self._text[start]:
            case "[":
                yield from self._inner(path, "]")
            case "{":
                yield from self._inner(path, "}")
            case _:
                found = _STRING.match(self._text, start) or _PLAIN.match(self._text, start)
                self._at = found.end() if found else len(self._text)
        end = start + len(self._text[start : self._at].rstrip())
        self.spans[path] = start, end

    def _inner(self, path: KeyPath, closing: str) -> Iterator[tuple[KeyPath, int]]:
        self._at += 1
        number = 0
        while self._reaches_more() and self._text[self._at] != closing:
            if closing == "}":
                yield from self._assigned(path)
            else:
                yield from self._value((*path, number))
                number += 1
        self._at += 1


# What is wrong with a text that is no TOML, in words: what was seen, and what may stand there -----
_QUOTED: Final = re.compile(r"'(?P<key>[^']*)'")
LONGEST_SEEN: Final = 30

_EXPECTED: Final = (
    ("Invalid value", "value"),
    ("Invalid date or datetime", "value"),
    ("Unclosed inline table", "entry"),
    ("Unclosed array", "list"),
    ("Unterminated string", "text"),
    ("Illegal character '\\n'", "text"),
    ("Expected '\"'", "text"),
    ("Expected '=' after a key", "equals"),
    ("Expected ']", "heading"),
    ("Expected newline", "line"),
    ("Invalid initial character", "name"),
    ("Invalid statement", "name"),
    ("Unescaped", "backslash"),
)
"""How what the parser says begins, and the name of our sentence about it."""

_TWICE: Final = ("Duplicate", "Cannot")
"""How the parser begins where a name has a value already."""


def toml_fault(problem: str, text: str, line: int, column: int) -> str:
    """Return what a parser found wrong at a place of a text."""
    if problem.startswith(_TWICE):
        key = _QUOTED.search(problem)
        name = key["key"] if key else ""
        return say("records.toml_faults.twice", name=name) if name else _said("twice-there", "")
    known = (name for begins, name in _EXPECTED if problem.startswith(begins))
    lines = text.split("\n")
    here = lines[line - 1] if 0 < line <= len(lines) else ""
    return _said(next(known, "nothing"), " ".join(here[max(0, column - 1) :].split()))


def _said(name: str, seen: str) -> str:
    expected = say(f"records.toml_faults.{name}")
    if not seen:
        return expected
    shown = seen if len(seen) <= LONGEST_SEEN else f"{seen[:LONGEST_SEEN]}..."
    return say("records.toml_faults.seen", seen=shown, expected=expected)
