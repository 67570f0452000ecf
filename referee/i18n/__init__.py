"""What the referee says: sentences of rules and rulings in a reader's language."""

from collections.abc import Sequence

from msgspec import Struct

from referee.core.rule import Rule, Violation
from referee.core.rulings import Ruling
from referee.i18n.catalogue import sentence
from referee.i18n.speech import spoken
from referee.i18n.spoken import filled, outlined


class RulingText(Struct, frozen=True):
    """The question of a ruling, its answers, and what the editions say."""

    question: str
    default: str
    says: str
    options: dict[str, str] = {}
    not_taken: str | None = None


class Language(Struct, frozen=True):
    """The sentences of rules and rulings in one language."""

    code: str

    def holds(self, rule: Rule) -> str:
        """Return what must hold by `rule`."""
        return sentence(self.code, f"rules.{rule.id}.holds")

    def template(self, rule: Rule) -> str:
        """Return the sentence about a broken `rule`, its facts in braces."""
        broken = f"{rule.id}.broken" if rule.kind == "legality" else "effect.broken"
        return sentence(self.code, f"rules.{broken}")

    def outline(self, rule: Rule) -> str:
        """Return the sentence about a broken `rule` with the bare names of its facts in braces."""
        return outlined(self.template(rule), rule.facts)

    def message(self, violation: Violation, players: Sequence[str] = ()) -> str:
        """Return the sentence about a broken rule with the facts, `players` called so by seat."""
        return filled(self.template(violation.rule), violation.facts, players, self.code)

    def ruling(self, ruling: Ruling) -> RulingText:
        """Return the sentences of `ruling`."""
        # At the top of the file the module `table` of this package would take its place.
        from referee.i18n.catalogue import table  # noqa: PLC0415

        words = table(self.code, f"rulings.{ruling.id}")
        options = {key: text for key, text in words.items() if key.startswith("options.")}
        return RulingText(
            question=words["question"],
            default=words["default"],
            says=words["says"],
            options={key.removeprefix("options."): text for key, text in options.items()},
            not_taken=words.get("not_taken"),
        )


def language(code: str = "") -> Language:
    """Return the sentences of a language by its code, or of the one that is spoken."""
    return Language(code or spoken())
