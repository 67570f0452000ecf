"""Many verdicts counted: how many games are legal, and which rule is broken how often."""

from collections import Counter
from typing import Any

from msgspec import Struct, field
from rich.console import Group, RenderableType
from rich.padding import Padding

from referee.cli.render.layout import number_of, said
from referee.cli.render.problems import one_line
from referee.game.messages import language
from referee.game.rulebook import RULES

VERDICTS = ("legal", "illegal", "wrong-note", "undecided", "unreadable")


class Broken(Struct):
    """How many games break a rule, and where the first of them does."""

    games: int
    file: str
    line: int


class Tally(Struct):
    """The verdicts of many games."""

    verdicts: Counter[str] = field(default_factory=Counter)
    rules: dict[str, Broken] = {}
    disagreements: int = 0
    """Between engine and model, where both were asked."""

    def count(self, result: dict[str, Any]) -> None:
        """Count one game, as `verdict_data` tells of it."""
        self.verdicts[result["verdict"]] += 1
        self.disagreements += len(result.get("proof", {}).get("disagreements", ()))
        places: dict[str, int] = {v["rule"]: 1 for v in result.get("header", ())}
        for fault in result.get("faults", ()):
            for violation in fault["violations"]:
                places.setdefault(violation["rule"], fault["line"])
        for rule, line in places.items():
            self.rules.setdefault(rule, Broken(0, result["file"], line)).games += 1

    def data(self) -> dict[str, object]:
        """Return the counts as plain data, rules in the order of the rulebook."""
        return {
            "verdicts": {verdict: self.verdicts[verdict] for verdict in VERDICTS},
            "disagreements": self.disagreements,
            "rules": {
                rule: {"games": found.games, "file": found.file, "line": found.line}
                for rule, found in self._ordered()
            },
        }

    def page(self) -> RenderableType:
        """Return the counts as a table."""
        total = number_of(sum(self.verdicts.values()), "game")
        counts = ", ".join(f"{self.verdicts[v]:,} {v}" for v in VERDICTS if self.verdicts[v])
        head = said(f"{total}: {counts or 'none'}", "bold")
        if not self.rules:
            return head
        # Lines, not a table: a place is to be copied whole, however long its path.
        parts: list[RenderableType] = []
        for rule, found in self._ordered():
            games = number_of(found.games, "game")
            parts += [
                one_line(said(f"{rule}  {games}, first in {found.file}:{found.line}", "bold")),
                Padding(said(language().holds(RULES[rule])), (0, 0, 0, 8)),
            ]
        return Group(*parts, head)

    def _ordered(self) -> list[tuple[str, Broken]]:
        order = list(RULES)
        return sorted(self.rules.items(), key=lambda found: order.index(found[0]))
