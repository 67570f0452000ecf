"""The rule catalogue: every rule by id, family by family in the order of a game."""

from types import ModuleType

from referee.core.rule import Rule
from referee.rulebook import (
    bonus,
    bookkeeping,
    diamonds,
    expansion,
    goods,
    planning,
    preparation,
    round_end,
    scoring,
    setup,
    tracks,
)

FAMILIES: tuple[ModuleType, ...] = (
    setup,
    planning,
    goods,
    tracks,
    expansion,
    bookkeeping,
    diamonds,
    bonus,
    round_end,
    preparation,
    scoring,
)

RULES: dict[str, Rule] = {
    rule.id: rule for family in FAMILIES for rule in vars(family).values() if isinstance(rule, Rule)
}
"""All rules in rulebook order, which is also the order in which broken ones are reported."""
