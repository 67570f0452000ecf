"""What a statement that is only begun answers: what may be said next, what it comes to so far."""

from typing import Final, Literal

from referee.api.answer import Answer
from referee.api.broken_rules import BrokenRule

OfferKind = Literal[
    "action",
    "book",
    "buy",
    "card",
    "column",
    "columns",
    "company",
    "count",
    "deck",
    "discard",
    "empty",
    "flip",
    "item",
    "jar",
    "level",
    "option",
    "oust",
    "part",
    "plus",
    "region",
    "space",
    "spend",
    "step",
    "steps",
    "tile",
    "track",
    "using",
]
"""What is said with an offer."""

DraftVerdict = Literal["legal", "illegal", "undecided"]
"""`undecided` leaves something open; recorded like this it is a gap."""


class Offer(Answer, frozen=True, kw_only=True):
    """Something that can be said next."""

    kind: OfferKind
    values: tuple[str, ...]
    """The ids and numbers that are said."""
    place: str | None
    """The place in a picture of the table that stands for it, by its id there."""
    line: str
    """The statement with it."""
    legal: bool
    """Whether the rules allow it, as far as can be seen from what was said."""
    extra: bool
    """Whether it is seldom wanted, and nobody waits for it."""


class DraftAnswer(Answer, frozen=True, kw_only=True):
    """A statement that is begun."""

    kind: str
    """The word under `do` in docs/turns.md; `turn` while no action is chosen."""
    player: str | None
    """The colour of the player whose statement it is."""
    line: str
    """What was said so far, in the notation; nothing at the beginning."""
    sentence: str
    """The same as a sentence."""
    asks: str
    """What is asked for first, by the kind of the offers; nothing if all is said."""
    offers: tuple[Offer, ...]
    given: int = 0
    """How many things of a deal or a draw were said."""
    wanted: int = 0
    """How many things there are to say of it."""
    chosen: tuple[str, ...]
    """The places in a picture that stand for what was said."""
    verdict: DraftVerdict
    """What the rules would say if nothing more were said."""
    violations: tuple[BrokenRule, ...]
    missing: tuple[str, ...]
    """What a record would still have to say."""
    unread: str | None = None
    """The value of a partly read set that has to be read before the line can be recorded."""
    record: str
    """The line to record if nothing more is said."""
    gap: str
    """The line to record if nobody remembers."""

    @property
    def is_complete(self) -> bool:
        """Whether the rules allow it as it is, and nothing is left that could be said."""
        return self.verdict == "legal" and not any(
            offer.legal and not offer.extra for offer in self.offers
        )


ANSWERS: Final[tuple[type[Answer], ...]] = (Offer, DraftAnswer)
