"""What the referee says: sentences of rules and rulings in a reader's language."""

import tomllib
from collections.abc import Sequence
from functools import cache

import msgspec
from msgspec import Struct

from referee.game.messages.spoken import filled, outlined
from referee.game.rule import Rule, Violation
from referee.game.ruling import Ruling
from referee.game.shipped_files import packaged


class RuleText(Struct, frozen=True, forbid_unknown_fields=True):
    """What must hold, and what is said of a turn that breaks it."""

    holds: str
    broken: str | None = None


class RulingText(Struct, frozen=True, forbid_unknown_fields=True):
    """The question of a ruling, its answers, and what the editions say."""

    question: str
    default: str
    says: str
    options: dict[str, str] = {}
    not_taken: str | None = None


class Language(Struct, frozen=True, forbid_unknown_fields=True):
    """Every sentence in one language."""

    effect: dict[str, str]
    rules: dict[str, RuleText]
    rulings: dict[str, RulingText]

    def holds(self, rule: Rule) -> str:
        """Return what must hold by `rule`."""
        return self.rules[rule.id].holds

    def template(self, rule: Rule) -> str:
        """Return the sentence about a broken `rule`, its facts in braces."""
        return self.rules[rule.id].broken or self.effect["broken"]

    def outline(self, rule: Rule) -> str:
        """Return the sentence about a broken `rule` with the bare names of its facts in braces."""
        return outlined(self.template(rule), rule.facts)

    def message(self, violation: Violation, players: Sequence[str] = ()) -> str:
        """Return the sentence about a broken rule with the facts, `players` called so by seat."""
        return filled(self.template(violation.rule), violation.facts, players)

    def ruling(self, ruling: Ruling) -> RulingText:
        """Return the sentences of `ruling`."""
        return self.rulings[ruling.id]


@cache
def language(code: str = "en") -> Language:
    """Return the sentences of a language by its two-letter code."""
    path = packaged("game", "messages", f"{code}.toml")
    return msgspec.convert(tomllib.loads(path.read_text("utf-8")), Language)
