"""A broken rule as answers tell it: its facts, where it stands, and one sentence."""

from collections.abc import Mapping

from msgspec import UNSET, UnsetType

from referee.api.unread_values import with_ranges
from referee.core.answer import Answer
from referee.core.rule import Fact, RuleKind, Violation
from referee.i18n import language
from referee.i18n.page_words import cited_place
from referee.i18n.spoken import SpokenAmount
from referee.records.judgement import Treatment, treatment


class BrokenRule(Answer, frozen=True, kw_only=True):
    """A rule that was broken, or that a note contradicts, and the facts of it."""

    rule: str
    """Its id."""
    name: str
    kind: RuleKind
    facts: Mapping[str, Fact]
    citations: tuple[str, ...]
    """Where each edition of the rulebook states it."""
    message: str
    """The facts as an English sentence."""
    keep_going: Treatment | UnsetType | None = UNSET
    """What becomes of a turn that breaks it if a check goes on, where games are checked."""


def broken_rule(
    violation: Violation, players: tuple[str, ...], *, in_record: bool = True
) -> BrokenRule:
    """Return a broken rule with its sentence, `players` called so by seat."""
    violation = with_ranges(violation)
    rule = violation.rule
    going_on = treatment(rule) if rule.kind == "legality" else None
    return BrokenRule(
        rule=rule.id,
        name=rule.name,
        kind=rule.kind,
        facts={
            name: str(fact) if isinstance(fact, SpokenAmount) else fact
            for name, fact in violation.facts.items()
        },
        citations=tuple(map(cited_place, rule.citations)),
        message=language().message(violation, players),
        keep_going=going_on if in_record else UNSET,
    )
