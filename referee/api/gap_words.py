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
from referee.game.turns import Placing, PlusOne
from referee.gaps.agreed import Corrections
from referee.gaps.facts import SharedField
from referee.gaps.moves import CountedChoice
from referee.notation.claims import OF_NAMES, OF_PLAYERS, claim_text, value_text
from referee.notation.record import SaidClaim

MOST_VALUES: Final = 5
"""Values of something open that are told one by one."""


def claim_words(claim: SaidClaim, colours: tuple[str, ...]) -> str:
    """Return a claim as it is written."""
    return claim_text([claim], colours)


_OWNED: Final[Mapping[type, str]] = {
    Plan: "plan",
    TakeStartingTile: "starting tile",
    RestStartingCards: "resting cards",
    TakeStartingBonus: "starting bonus",
}


def owner_words(choice: CountedChoice, colours: tuple[str, ...]) -> str:
    """Return what a choice is: `blue's turn`, `green's plan`."""
    seat = getattr(choice, "seat", None)
    what = "turn" if isinstance(choice, Canonical) else _OWNED.get(type(choice), "draw")
    return f"{colours[seat]}'s {what}" if seat is not None else f"the {what}"


def corrections_words(found: Corrections, colours: tuple[str, ...]) -> Iterator[str]:
    """Yield what lay otherwise on the table than the record had come to."""
    for each in found.corrections:
        yield f"{claim_words(each.claim, colours)} and not {each.was}"


def draw_words(event: Event, unnamed: Sequence[str]) -> tuple[str, str]:
    """Return what was drawn without being named, and what to write for it."""
    match event:
        case RefillBooks() | DealBooks():
            spaces = [on.space for on in event.books if on.book in unnamed]
            word = "refill" if isinstance(event, RefillBooks) else "books"
            places = " ".join(f"{space}:BOOK" for space in spaces)
            return (
                f"the books drawn onto {', '.join(spaces)}",
                f"write `{word}: {places}` with the ids of the books that came to lie there",
            )
        case PrepareRound() | DealCards():
            word = "prepare" if isinstance(event, PrepareRound) else "display"
            return (
                f"{len(unnamed)} of the {len(event.cards)} cards drawn",
                f"write `{word}:` and the {len(event.cards)} cards in the order of the display",
            )
        case _:
            return "what was drawn", ""


def values_told(
    claim: SaidClaim, values: Iterable[int], colours: tuple[str, ...]
) -> tuple[int | str, ...]:
    """Return values of what is claimed in order, by name where they are numbers of something."""
    if claim.what not in OF_NAMES | OF_PLAYERS:
        return tuple(sorted(values))
    return tuple(value_text(claim, value, colours) for value in sorted(values))


# Facts -------------------------------------------------------------------------------------------

_ACTIONS: Final = {
    "goods": "used goods",
    "expand": "expanded",
    "bookkeeper": "used a bookkeeper",
    "merchant": "used a merchant",
    "marker": "placed a bonus marker",
    "end": "ended the phase",
    "plan": "planned",
    "tile": "took a starting tile",
}

_FIELDS: Final[Mapping[str, str]] = {
    "do": "what was done",
    "cards": "the cards used",
    "card": "the card used",
    "buy": "the card bought",
    "company": "the company",
    "regions": "the regions entered",
    "left": "the posts taken by column",
    "pounds": "pounds taken",
    "diamonds": "diamond steps",
    "books": "the books taken",
    "placed": "where the books were placed",
    "points_for_pounds": "points turned into pounds",
    "flip": "the step of the flipped book",
    "to": "the step of the jar",
    "space": "the bonus space",
    "option": "the choice of the reward",
    "discard": "the card removed",
    "deck": "the deck picked up",
    "plus_one": "the card of the goods tile",
    "slots": "the cards in the slots",
    "tile": "the starting tile",
    "steps": "steps for",
    "returned": "posts returned by column for",
    "removed": "posts removed by column for",
}


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
            certain.append(f"{name}: at least {_value(fact.always)}")
        still_open.append(f"{name}: {_values(fact)}")
    return tuple(certain), tuple(still_open)


def _name(field: str) -> str:
    kind, _, company = field.partition(" ")
    return f"{_FIELDS.get(kind, kind.replace('_', ' '))}{f' {company}' if company else ''}"


def _is_nothing(value: object) -> bool:
    if isinstance(value, tuple) and all(isinstance(each, int) for each in value):
        return not any(value)
    return value in (None, 0, frozenset(), ())


def _said(field: str, name: str, value: object) -> str:
    if field == "do":
        return _ACTIONS.get(str(value), str(value))
    return f"{name}: {_value(value)}"


def _values(fact: SharedField) -> str:
    found = fact.range
    if found is not None and len(fact.values) > MOST_VALUES:
        return f"{found[0]} to {found[1]}"
    told = sorted(map(_value, fact.values))
    if len(told) > MOST_VALUES:
        return f"{len(told)} possibilities"
    return f"{', '.join(told[:-1])} or {told[-1]}"


def _value(value: object) -> str:
    for kind, words in _VALUES:
        if isinstance(value, kind):
            return words(value)
    return "none" if value is None else str(value)


_VALUES: Final[tuple[tuple[Any, Callable[[Any], str]], ...]] = (
    (Placing, lambda placing: f"{placing.book}@{placing.step}"),
    (PlusOne, lambda plus: f"{plus.card} {plus.when}"),
    (frozenset, lambda each: " ".join(sorted(map(_value, each))) or "none"),
    (tuple, lambda each: " ".join("-" if part is None else _value(part) for part in each)),
)
