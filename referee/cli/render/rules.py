"""The rules: a list by family, and one rule with all that is known about it."""

from collections.abc import Iterable, Mapping
from itertools import groupby
from typing import Final

from rich.console import Group, RenderableType
from rich.text import Text

from referee.api.rule_pages import RulePage
from referee.cli.render.citations import citation_list
from referee.cli.render.layout import columns, facts, number_of, pairs, part, row, said

FAMILY_TITLES: Final[Mapping[str, str]] = {
    "SET": "Setup",
    "PLN": "Planning",
    "GDS": "Using goods cards",
    "TRK": "Company tracks",
    "EXP": "Expansion",
    "BKK": "Books and bookkeepers",
    "DIA": "Diamond merchants",
    "BON": "Bonus markers, spaces and tiles",
    "END": "Turn order and the end of the action phase",
    "PRE": "Preparing the next round",
    "SCO": "Final scoring",
}
"""The families in the order of a game."""


def rule_list(rules: Iterable[RulePage]) -> RenderableType:
    """Return the rules in tables, one a family."""
    shown = [*rules]
    parts = [
        _family(family, [*members]) for family, members in groupby(shown, lambda rule: rule.family)
    ]
    effects = sum(rule.kind == "effect" for rule in shown)
    count = f"{number_of(len(shown), 'rule')}: {len(shown) - effects} legality, {effects} effect."
    kinds = "A turn may not break a legality rule; an effect rule says what follows from a turn."
    return Group(*parts, said(f"{count} {kinds}", "dim"))


def rule_page(rule: RulePage) -> RenderableType:
    """Return everything that is known about `rule`."""
    title = said(rule.id, "bold").append(f"  {rule.name}  ", "bold").append(rule.kind, "dim")
    rulings = [(ruling.id, ruling.question) for ruling in rule.rulings]
    return Group(
        title,
        "",
        facts(
            ("holds", rule.holds),
            ("if broken", rule.broken),
            ("facts", ", ".join(rule.facts) or "none"),
            ("cited", citation_list(rule.citations)),
            ("rulings", pairs(rulings) if rulings else "none"),
        ),
    )


def _family(family: str, rules: list[RulePage]) -> RenderableType:
    table = columns("id", "name", "kind", "what must hold", wrapped=["what must hold"])
    for rule in rules:
        row(table, Text(rule.id, "bold"), rule.name, rule.kind, rule.holds)
    return part(f"{family}  {FAMILY_TITLES[family]}", table)
