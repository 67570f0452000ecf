"""What a rule and a broken rule are."""

from collections.abc import Mapping
from typing import Any, Literal

from msgspec import Struct

from referee.core.answer import Answer
from referee.core.citations import Citation, SectionId, rule_citations
from referee.core.rulings import Ruling

Family = Literal["SET", "PLN", "GDS", "TRK", "EXP", "BKK", "DIA", "BON", "END", "PRE", "SCO"]

RuleKind = Literal["legality", "effect"]
"""A turn may not break a `legality` rule; what follows from a turn is an `effect` rule."""


class Phrase(str):
    """English words for programs, with the sentence of `facts.toml` that says them to people."""

    key: str
    facts: Mapping[str, object]

    def __new__(cls, words: str, key: str = "", **facts: object) -> "Phrase":
        """Return the words of a sentence, filled with these facts."""
        made = super().__new__(cls, words)
        made.key, made.facts = key, facts
        return made


Fact = int | str | tuple[str, ...]

CLAIM_FACTS = ("subject", "claimed", "actual")
"""The facts of a broken effect rule: somebody noted another result than the rule gives."""


class Rule(Struct, frozen=True, kw_only=True):
    """One thing that the rulebook says must hold; its sentences are in the language files."""

    id: str
    name: str
    kind: RuleKind
    sections: tuple[SectionId, ...]
    facts: tuple[str, ...] = ()
    rulings: tuple[Ruling, ...] = ()

    @property
    def family(self) -> str:
        """The letters of the id."""
        return self.id.partition("-")[0]

    @property
    def citations(self) -> tuple[Citation, ...]:
        """Where each edition states it; where none does, what leaves room for its rulings."""
        stated = rule_citations(self.id, self.sections)
        asked = (citation for ruling in self.rulings for citation in ruling.citations)
        return stated or tuple(dict.fromkeys(asked))

    def broken(self, **facts: Fact) -> "Violation":
        """Say that this rule was broken, and by what."""
        if tuple(facts) != self.facts and set(facts) != set(self.facts):
            raise TypeError(f"{self.id} takes the facts {self.facts}, not {tuple(facts)}")
        return Violation(self, facts)


class Violation(Struct, frozen=True):
    """A rule, and the facts that broke it."""

    rule: Rule
    facts: Mapping[str, Fact]

    def __hash__(self) -> int:
        return hash((self.rule.id, tuple(sorted(self.facts.items()))))

    @property
    def plain_facts(self) -> dict[str, Fact]:
        """The facts as programs get them."""
        return {name: _in_english(fact) for name, fact in self.facts.items()}

    def as_dict(self) -> dict[str, object]:
        """Return the violation as plain data, for machines."""
        return {
            "rule": self.rule.id,
            "name": self.rule.name,
            "kind": self.rule.kind,
            "facts": self.plain_facts,
            "citations": [str(citation) for citation in self.rule.citations],
        }


def _in_english(fact: Any) -> Any:  # noqa: ANN401 - a fact of any kind
    if isinstance(fact, tuple):
        return tuple(map(_in_english, fact))
    return str(fact) if isinstance(fact, str) else fact


def legality(
    rule_id: str, name: str, *sections: str, facts: str = "", rulings: tuple[Ruling, ...] = ()
) -> Rule:
    """Return a rule that a turn may not break; `facts` names what a violation tells."""
    return Rule(
        id=rule_id,
        name=name,
        kind="legality",
        sections=tuple(map(SectionId, sections)),
        facts=tuple(facts.split()),
        rulings=rulings,
    )


def effect(rule_id: str, name: str, *sections: str, rulings: tuple[Ruling, ...] = ()) -> Rule:
    """Return a rule about what follows from a turn, which a wrong note breaks."""
    return Rule(
        id=rule_id,
        name=name,
        kind="effect",
        sections=tuple(map(SectionId, sections)),
        facts=CLAIM_FACTS,
        rulings=rulings,
    )


# Numbers that effect rules give, where an explanation names them ----------------------------------
CostKind = Literal["border", "double-border", "post"]
"""What points are consumed for."""


class NumberPart(Answer, frozen=True, kw_only=True):
    """Some of the points that entering a region consumes, and what for."""

    region: str
    what: CostKind
    points: int
    company: str | None
    """Whose post it is."""


class GivenNumber(Answer, frozen=True, kw_only=True):
    """A number that an effect rule gives for the turn as recorded."""

    rule: str
    name: str
    value: int
    parts: tuple[NumberPart, ...]
    """What it is the sum of, where that is known."""
