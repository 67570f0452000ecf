"""What becomes of a turn with blanks: the turn that was meant, or what is open."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from msgspec import Struct

from referee.core.rule import Violation
from referee.core.state import State
from referee.core.turns import Action, Entering, Ousting, Placing, Turn, has_blanks
from referee.engine.actions import FIELDS
from referee.engine.work import Work
from referee.i18n.speech import one_by_one, say, say_or, thing
from referee.i18n.spoken import thing_key
from referee.records.fields import FORMS, Field


class Missing(Struct, frozen=True):
    """What a record would have to say for one value to be left."""

    what: tuple[str, ...]
    """The parts that are open, by their English names."""
    choices: int
    """How many different results are possible; 0 if there were too many to look at."""
    write: tuple[str, ...] = ()
    """What to type, as people are told."""
    whole: bool = False
    """A whole statement is missing, and not a part of one."""

    @property
    def called(self) -> tuple[str, ...]:
        """The parts that are open, as a reader calls them."""
        return tuple(map(thing, self.what))

    def words(self, of: str = "record") -> str:
        """Return what is missing `of` something and what to type, as a sentence."""
        if self.whole:
            return one_by_one(self.write)
        told = [say(f"records.completing.not-said-{of}", what=self.what)]
        if self.choices > 1:
            told.append(say("records.completing.choices", choices=self.choices))
        return one_by_one((*told, *self.write))


class Completed(Struct, frozen=True):
    """The turn that was meant, and what is known about it by now."""

    turn: Turn
    after: State | None = None
    """The table after it, if it is known to be legal."""
    violations: tuple[Violation, ...] = ()
    """The rules it breaks, if it is known to be illegal."""
    work: Work | None = None
    """What it did all the same, if that is known."""


# What to type for a part of a turn that a record leaves open --------------------------------------
def hint(answers: Iterable[Iterable[Any]], part: str) -> str:
    """Return what says an open part of a turn, of which this was said at its stages."""
    said = [answer for stage in answers for answer in stage if has_blanks(answer)]
    regions = [answer.region for answer in said if isinstance(answer, Entering | Ousting)]
    books = [answer.book for answer in said if isinstance(answer, Placing)]
    return hint_words(part, next(iter(regions), "R16"), next(iter(books), "a03"))


def hint_words(part: str, region: str, book: str) -> str:
    """Return what says a part of a turn, with a region and a book that could be meant."""
    return say_or("", f"records.hints.{thing_key(part)}", region=region, book=book)


# The parts of a turn in the order of the engine's stages, in words --------------------------------
STAGE_FIELDS: Final[Mapping[Action, tuple[Field, ...]]] = {
    action: tuple(FORMS[action].by_name[name] for name in names) for action, names in FIELDS.items()
}
"""By action and stage the field of the notation that answers it."""

STAGE_WORDS: Final[Mapping[Action, tuple[str, ...]]] = {
    action: tuple(field.what for field in fields) for action, fields in STAGE_FIELDS.items()
}
