"""Conditions under which statements are legal, where a copy is partly read."""

from referee.api.answer import Answer
from referee.api.placed_statements import PlacedStatement


class SettlingValue(Answer, frozen=True, kw_only=True):
    """Something unread of which some values decide a statement alone."""

    key: str
    """Where it stands in the set, such as `cards.coffee3.crate`."""
    what: str
    legal: tuple[str, ...]
    """The values that make the statement legal, whatever else is printed."""
    illegal: tuple[str, ...]
    says: tuple[str, ...]
    """The same in sentences."""


class StatementCondition(PlacedStatement, frozen=True, kw_only=True):
    """A statement that is legal only if certain values are printed on the copy."""

    condition: str
    """When it is legal, in words of the copy."""
    parts: tuple[str, ...]
    """What must hold together; nothing where that would be too much to read."""
    depends_on: tuple[str, ...]
    """Everything it depends on, where the parts are too many."""
    settled_by: tuple[SettlingValue, ...]
    open: bool
    """With other values the record would have to say more, or they were not looked into."""


ANSWERS: tuple[type[Answer], ...] = (SettlingValue, StatementCondition)
