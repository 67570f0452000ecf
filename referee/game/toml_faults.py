"""What is wrong with a text that is no TOML, in words: what was seen, and what may stand there."""

import re
from typing import Final

from referee.game.messages.speech import say

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
