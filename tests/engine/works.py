"""The attributes of a table in the middle of an event, plain or compiled."""

import re

from referee.engine.work import Work
from scripts.tools.project import ROOT

_SOURCE = (ROOT / "referee" / "engine" / "work.py").read_text("utf-8")

COPIED = frozenset(re.findall(r"^    other\.(\w+) = work\.\1$", _SOURCE, re.MULTILINE))
"""The attributes that the compiled class copies one by one."""

BEGUN_WITH = frozenset({"state", "seat", "facts", "levels"})
"""Those that a new work is given."""


def attributes(work: Work) -> dict[str, object]:
    """Return all that a work has come to."""
    return {name: getattr(work, name) for name in sorted(COPIED | BEGUN_WITH)}
