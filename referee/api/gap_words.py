"""Words for what can have happened in a gap: draws, choices, facts and claims."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from referee.game.canonical import Canonical
from referee.game.events import (
    DealBooks,
    DealCards,
    Event,
    Plan,
    PrepareRound,
    RefillBooks,
    RestStartingCards,
    TakeStartingBonus,
    TakeStartingTile,
)
from referee.game.messages.speech import named, say, say_or, thing
from referee.game.turns import Placing, PlusOne
from referee.gaps.as_it_lies import Corrections
from referee.gaps.moves import CountedChoice
from referee.gaps.shared_facts import SharedField
from referee.notation.claims import OF_NAMES, OF_PLAYERS, claim_text, value_text
from referee.notation.record import SaidClaim
from referee.transcript.quantities import NOT_THERE

MOST_VALUES: Final = 5
"""Values of something open that are told one by one."""


def claim_words(claim: SaidClaim, colours: tuple[str, ...]) -> str:
    """Return a claim as it is written."""
    return claim_text([claim], colours)


_OWNED: Final[Mapping[type, str]] = {
    Plan: "plan",
    TakeStartingTile: "starting-tile",
    RestStartingCards: "resting-cards",
    TakeStartingBonus: "starting-bonus",
}


def owner_words(choice: CountedChoice, colours: tuple[str, ...]) -> str:
    """Return what a choice is: `blue's turn`, `green's plan`."""
    seat = getattr(choice, "seat", None)
    what = "turn" if isinstance(choice, Canonical) else _OWNED.get(type(choice), "draw")
    if seat is None:
        return say(f"answers.gap_words.unowned.{what}")
    return say(f"answers.gap_words.owned.{what}", player=colours[seat])


def corrections_words(found: Corrections, colours: tuple[str, ...]) -> Iterator[str]:
    """Yield what lay otherwise on the table than the record had come to."""
    for each in found.corrections:
        words = claim_words(each.claim, colours)
        if each.was == NOT_THERE:
            yield say("answers.gap_words.and-was-not-there", claim_words=words)
        else:
            (was,) = values_told(each.claim, (each.was,), colours)
            yield say("answers.gap_words.and-not", claim_words=words, was=was)


def draw_words(event: Event, unnamed: Sequence[str]) -> tuple[str, str]:
    """Return what was drawn without being named, and what to write for it."""
    match event:
        case RefillBooks() | DealBooks():
            spaces = [on.space for on in event.books if on.book in unnamed]
            word = "refill" if isinstance(event, RefillBooks) else "books"
            book = say("help.placeholders.book")
            places = " ".join(f"{space}:{book}" for space in spaces)
            return (
                say("answers.gap_words.the-books-drawn-onto", spaces=", ".join(spaces)),
                say("answers.gap_words.write-with-the-ids-of", word=word, places=places),
            )
        case PrepareRound() | DealCards():
            word = "prepare" if isinstance(event, PrepareRound) else "display"
            return (
                say(
                    "answers.gap_words.of-the-cards-drawn",
                    unnamed=len(unnamed),
                    cards=len(event.cards),
                ),
                say("answers.gap_words.write-and-the-cards-in", word=word, cards=len(event.cards)),
            )
        case _:
            return say("answers.gap_words.what-was-drawn"), ""


def values_told(
    claim: SaidClaim, values: Iterable[int], colours: tuple[str, ...]
) -> tuple[int | str, ...]:
    """Return values of what is claimed in order, by name where they are numbers of something."""
    if claim.what not in OF_NAMES | OF_PLAYERS:
        return tuple(sorted(values))
    return tuple(value_text(claim, value, colours) for value in sorted(values))


# Facts -------------------------------------------------------------------------------------------


def fact_words(facts: Iterable[SharedField]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return what is certain of a line, and what is open of it, in words."""
    certain: list[str] = []
    still_open: list[str] = []
    for fact in facts:
        if fact.field == "seat":
            continue
        name = _name(fact.field)
        if fact.certain:
            if not _is_nothing(fact.value):
                certain.append(_said(fact.field, name, fact.value))
            continue
        if fact.always:
            certain.append(say("answers.gap_words.at-least", name=name, value=_value(fact.always)))
        still_open.append(named(name, _values(fact)))
    return tuple(certain), tuple(still_open)


def _name(field: str) -> str:
    kind, _, company = field.partition(" ")
    called = say_or(kind.replace("_", " "), f"answers.gap_words.fields.{kind}", company=company)
    return called.strip()


def _is_nothing(value: object) -> bool:
    if isinstance(value, tuple) and all(isinstance(each, int) for each in value):
        return not any(value)
    return value in (None, 0, frozenset(), ())


def _said(field: str, name: str, value: object) -> str:
    if field == "do":
        return say_or(str(value), f"answers.gap_words.actions.{value}")
    return named(name, thing(str(value)) if field == "company" else _value(value))


def _values(fact: SharedField) -> str:
    found = fact.range
    if found is not None and len(fact.values) > MOST_VALUES:
        return say("answers.gap_words.to", found=found[0], found2=found[1])
    told = sorted(map(_value, fact.values))
    if len(told) > MOST_VALUES:
        return say("answers.gap_words.possibilities", told=len(told))
    return say("answers.gap_words.or", told=", ".join(told[:-1]), told2=told[-1])


def _value(value: object) -> str:
    for kind, words in _VALUES:
        if isinstance(value, kind):
            return words(value)
    return thing("none") if value is None else str(value)


_VALUES: Final[tuple[tuple[Any, Callable[[Any], str]], ...]] = (
    (Placing, lambda placing: f"{placing.book}@{placing.step}"),
    (PlusOne, lambda plus: f"{plus.card} {plus.when}"),
    (frozenset, lambda each: " ".join(sorted(map(_value, each))) or thing("none")),
    (tuple, lambda each: " ".join("-" if part is None else _value(part) for part in each)),
)
