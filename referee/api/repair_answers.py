"""What a repair answers: suggestions, each a small change of a record."""

from typing import Final, Literal

from referee.api.answer import Answer

Standing = Literal["legal", "illegal", "wrong-note", "conditional", "undecided", "unreadable"]


class LineChange(Answer, frozen=True, kw_only=True):
    """A line of a record that should be another one."""

    line: int
    """Its number in the file; of a line that is missing, that of the line before it."""
    turn: str
    """The turn it is of, such as `5.3`; nothing outside the turns of a round."""
    before: str | None
    """None for a line that is missing."""
    after: str | None
    """None for a line that is one too many."""


class OtherWay(Answer, frozen=True, kw_only=True):
    """Another change that comes to the same game in the end."""

    changes: tuple[LineChange, ...]
    cost: float


class Suggestion(Answer, frozen=True, kw_only=True):
    """A change that makes the whole record legal and fit its notes."""

    changes: tuple[LineChange, ...]
    cost: float
    """How unlikely the slips are that it takes back; costs are logarithms."""
    words: str
    note: str
    """What there is to know beside it, such as in how many ways a lost line can be filled."""
    same_result: tuple[OtherWay, ...]
    """Other changes that come to the same table in the end, likeliest first."""
    settled_by: str | None
    """What to remember to tell it from the likeliest one, or that one from the next."""
    proven: bool
    """The model was asked as well and agrees; the engine has always replayed the record."""
    text: str
    """The whole record with the change."""


class Repair(Answer, frozen=True, kw_only=True):
    """What may have been meant by a record that is not legal as it stands."""

    file: str
    verdict: Standing
    """What is said of the record as it stands."""
    suggestions: tuple[Suggestion, ...]
    """The likeliest first."""
    complete: bool
    """All single changes up to the cost `up_to` were tried, and all ways to fill a lost line."""
    up_to: float
    stopped: bool
    """The time or work was used up, or somebody said stop, before all was tried."""
    tried: int
    """How many changes were tried."""
    unread: int = 0
    """How many values of the copy nobody has read; the model is not asked then."""


NOTHING_WRONG: Final[frozenset[Standing]] = frozenset({"legal", "conditional"})
"""What is said of a record that needs no repair; a condition is about what is printed."""

ANSWERS: Final = (LineChange, OtherWay, Suggestion, Repair)
