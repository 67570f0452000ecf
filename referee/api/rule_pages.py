"""The rules and the rulings: looked up by id or name, or found by words."""

import re
from collections.abc import Iterable, Mapping
from typing import Final, TypeVar, get_args

from referee.api.errors import UsageError
from referee.core.answer import Answer
from referee.core.citations import Citation, Edition
from referee.core.problem import with_guess
from referee.core.rule import Family, Rule, RuleKind
from referee.core.rulings import RULINGS, Ruling, edition_answers
from referee.core.search import rules_about
from referee.i18n import language
from referee.i18n.speech import one_by_one, say
from referee.rulebook import RULES

# What a person means by an id, and what else it might have been -----------------------------------
Thing = TypeVar("Thing")


def look_up(what: str, asked: str, known: Mapping[str, Thing], listing: str | None = None) -> Thing:
    """Return the thing that `asked` names, in any case; a `UsageError` with a guess if none does.

    `listing` is the command that lists all of them, if it is not called after the thing.
    """
    by_name = {name.casefold(): thing for name, thing in known.items()}
    if found := by_name.get(asked.casefold()):
        return found
    unknown = say(f"answers.names.no-{what}", asked=f"{asked!r:.60}")
    if guesses := near(asked, known):
        raise UsageError(with_guess(unknown, tuple(guesses)))
    every = say("answers.names.see-list", listing=listing or f"{what}s")
    raise UsageError(one_by_one((unknown, every)))


def is_known(asked: str, known: Iterable[str]) -> bool:
    """Return whether `asked` names something, in any case."""
    return asked.casefold() in {name.casefold() for name in known}


def near(asked: str, known: Iterable[str]) -> list[str]:
    """Return up to three names that `asked` might have meant."""
    names = {name.casefold(): name for name in known}
    from difflib import get_close_matches  # noqa: PLC0415 - only for a name that nothing has

    found = get_close_matches(asked.casefold(), names, n=3, cutoff=0.6)
    return [names[name] for name in found]


FAMILIES: Final[tuple[Family, ...]] = get_args(Family)
KINDS: Final[tuple[RuleKind, ...]] = get_args(RuleKind)

ID: Final = re.compile(r"[A-Za-z]{3}-\d+")


class OpenQuestion(Answer, frozen=True, kw_only=True):
    """A question that the rulebooks leave open, and the ruling that answers it."""

    id: str
    question: str


class RulePage(Answer, frozen=True, kw_only=True):
    """Everything that is known about one rule."""

    id: str
    name: str
    family: str
    kind: RuleKind
    """A turn may not break a `legality` rule; an `effect` rule says what follows from a turn."""
    holds: str
    """What must hold."""
    broken: str
    """The message where it does not, with the names of the facts instead of the facts."""
    facts: tuple[str, ...]
    """What a violation tells."""
    sections: tuple[str, ...]
    citations: tuple[Citation, ...]
    """Where each edition of the rulebook states it."""
    rulings: tuple[OpenQuestion, ...]
    """The rulings that it depends on."""


class RulingAnswer(Answer, frozen=True, kw_only=True):
    """One answer to a question that the rulebooks leave open."""

    answer: str
    """The word by which a game names it."""
    text: str


class RulingPage(Answer, frozen=True, kw_only=True):
    """Everything that is known about one ruling."""

    id: str
    question: str
    default: RulingAnswer
    options: tuple[RulingAnswer, ...]
    """Other answers that a game may choose."""
    not_taken: str | None
    """An answer that was thought of and is not on offer."""
    says: str
    """Which edition says what."""
    decision: bool
    """Whether no text says it, so that the answer was chosen here."""
    sections: tuple[str, ...]
    citations: tuple[Citation, ...]
    rules: tuple[str, ...]
    """The ids of the rules that depend on it."""
    sides: tuple[tuple[Edition, ...], ...] = ()
    """The editions that say something, those together that say the same."""


def rules(
    about: str | None = None, *, family: str | None = None, kind: str | None = None
) -> tuple[RulePage, ...]:
    """Return the rules in which all of these words are found, or all rules, in rulebook order.

    Words are looked for in ids, names and sentences, and in the headings and terms of all editions.

    >>> import referee
    >>> [rule.id for rule in referee.rules("capital call", kind="legality")]
    ['GDS-07', 'TRK-01', 'TRK-02', 'TRK-03']
    """
    if about is not None and about.upper() in FAMILIES:
        raise UsageError.of(
            "answers.rule_pages.is-family", about=f"{about!r}", family=about.upper()
        )
    if family is not None and family.upper() not in FAMILIES:
        raise UsageError.of(
            "answers.rule_pages.no-family", family=f"{family!r:.60}", families=", ".join(FAMILIES)
        )
    if kind is not None and kind not in KINDS:
        raise UsageError.of("answers.rule_pages.no-kind", kind=f"{kind!r:.60}", kinds=tuple(KINDS))
    return tuple(
        _rule_page(rule)
        for rule in (RULES.values() if about is None else rules_about(about))
        if (family is None or rule.family == family.upper()) and kind in {None, rule.kind}
    )


def rule(name: str) -> RulePage:
    """Return all about the rule with an id or name, in any case.

    >>> import referee
    >>> referee.rule("gds-04").name
    'one-kind-of-good'
    """
    return _rule_page(look_up("rule", name, _rules_by_name()))


def is_rule_name(words: str) -> bool:
    """Return whether words are the id or name of a rule, or look like a mistyped one."""
    known = _rules_by_name()
    if is_known(words, known):
        return True
    looks_like_one = "-" in words and " " not in words
    return looks_like_one and bool(ID.fullmatch(words) or near(words, known))


def rulings() -> tuple[RulingPage, ...]:
    """Return the readings that were chosen where the rulebooks disagree or say nothing.

    >>> import referee
    >>> all(ruling.default.answer for ruling in referee.rulings())
    True
    """
    return tuple(map(_ruling_page, RULINGS.values()))


def ruling(name: str) -> RulingPage:
    """Return all about the ruling with an id, in any case.

    >>> import referee
    >>> referee.ruling("capital-call").default.answer
    'must-pay'
    """
    return _ruling_page(look_up("ruling", name, RULINGS))


def _rules_by_name() -> dict[str, Rule]:
    return {**RULES, **{rule.name: rule for rule in RULES.values()}}


def _rule_page(rule: Rule) -> RulePage:
    words = language()
    return RulePage(
        id=rule.id,
        name=rule.name,
        family=rule.family,
        kind=rule.kind,
        holds=words.holds(rule),
        broken=words.outline(rule),
        facts=rule.facts,
        sections=rule.sections,
        citations=rule.citations,
        rulings=tuple(
            OpenQuestion(id=ruling.id, question=words.ruling(ruling).question)
            for ruling in rule.rulings
        ),
    )


def _ruling_page(ruling: Ruling) -> RulingPage:
    words = language().ruling(ruling)
    return RulingPage(
        id=ruling.id,
        question=words.question,
        default=RulingAnswer(answer=ruling.default, text=words.default),
        options=tuple(
            RulingAnswer(answer=name, text=words.options[name]) for name in ruling.options
        ),
        not_taken=words.not_taken,
        says=words.says,
        decision=ruling.decision,
        sections=ruling.sections,
        citations=ruling.citations,
        rules=tuple(rule.id for rule in RULES.values() if ruling in rule.rulings),
        sides=said.groups if (said := edition_answers().get(ruling.id)) is not None else (),
    )
