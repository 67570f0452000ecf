"""What to type for a part of a turn that a record leaves open."""

from collections.abc import Mapping

from referee.transcript.said import SaidEntering, SaidOusting, SaidPlacing
from referee.transcript.stages import PARTLY_SAID, Answers

HINTS: Mapping[str, str] = {
    "levels of bonuses": "`level cairo 1` says at which level a permanent bonus was used",
    "goods tile": "`plus coffee2` names the card that the tile was put on",
    "goods cards": "`goods coffee2` names the cards",
    "card acquired": "`buy coffee3` names the card, `buy -` is none",
    "tracks of the units": "`cairo 2` behind the cards is two steps for Cairo",
    "expansion cards": "`using exp2` names the cards",
    "company": "`expand cairo` names the company",
    "columns of the posts": "`{region}:1` says the column",
    "order of the rewards": "`take R02 points R05` says the order",
    "columns of the ousted posts": "`oust {region}:1` says the column, `oust {region}:out` none",
    "steps of the books": "`books {book}@4` says the step",
    "bookkeeper": "`clerk clerk2` names the card",
    "flipped book": "`flip 3` says its step",
    "step of the jar": "`to 5` says the step",
    "use of the reward": "`take pounds cairo` says the parts in their order",
    "use of the points": "`spend {book}` names the books bought, `spend -` none",
    "merchant": "`merchant merchant-cairo` names the card",
    "bonus space": "`marker first` names the space",
    "choice of the reward": "`option 2` says which",
    "card removed": "`discard coffee2` names the card",
    "resting deck": "`end left` says the deck",
}
"""By the words of `STAGE_WORDS`; what the turn itself names stands in place of the braces."""


def hint(said: Answers, part: str) -> str:
    """Return what says an open part of a turn; nothing for a part that needs no hint."""
    return HINTS.get(part, "").format(
        region=_first(said, (SaidEntering, SaidOusting), "region", "R16"),
        book=_first(said, (SaidPlacing,), "book", "a03"),
    )


def _first(said: Answers, kinds: tuple[type, ...], field: str, otherwise: str) -> str:
    """Return the first region or book of which something was left open."""
    for answers in said.stages:
        for answer in answers:
            if isinstance(answer, PARTLY_SAID) and isinstance(answer, kinds):
                return str(getattr(answer, field))
    return otherwise
