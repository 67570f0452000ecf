"""Which passage of the English rulebook states which rule, or why it states none."""

import tomllib
from functools import cache
from importlib import resources
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from referee.game.citations import SectionId

LineSpan = Annotated[str, Meta(pattern=r"^[1-9][0-9]{0,3}(-[1-9][0-9]{0,3})?$")]
"""A line number, or the first and the last of several, such as `407-411`."""


class Passage(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A bullet, note, step or paragraph, with its rules or the reason why it has none."""

    lines: LineSpan
    about: str
    section: SectionId | None = None
    rules: tuple[str, ...] = ()
    reason: str | None = None
    shows: tuple[str, ...] = ()
    """Rules that the passage illustrates or leans on without stating them."""
    rulings: tuple[str, ...] = ()
    """Rulings on questions that the passage leaves open."""

    @property
    def span(self) -> range:
        """The numbers of its lines; empty if the last stands before the first."""
        first, _, last = self.lines.partition("-")
        return range(int(first), int(last or first) + 1)


class PassageMap(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All passages in the order of the text."""

    reasons: dict[str, str]
    """Every reason for a passage to state no rule, and what it means."""
    unmapped: dict[str, str]
    """The rules that no passage states, and why."""
    passages: tuple[Passage, ...] = msgspec.field(name="passage")

    @property
    def stated(self) -> frozenset[str]:
        """The ids of all rules that some passage states."""
        return frozenset(rule for passage in self.passages for rule in passage.rules)


@cache
def passage_map() -> PassageMap:
    """Return the map of the English rulebook."""
    file = resources.files("referee.game.rulebook") / "map" / "en.toml"
    return msgspec.convert(tomllib.loads(file.read_text(encoding="utf-8")), PassageMap)
