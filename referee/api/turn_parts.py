"""The parts of the six turns as the engine asks for them, each written as the notation does."""

from collections.abc import Mapping
from typing import Any, Final

from msgspec import Struct

from referee.engine.actions import ROWS
from referee.game.ids import Seat
from referee.game.turns import Action, PlusOne, Turn
from referee.notation.fields import FORMS, Field, said
from referee.notation.kinds import EntryList
from referee.transcript.stages import STAGE_FIELDS


class PartOfTurn(Struct, frozen=True):
    """One part of a turn, which is one stage of the engine."""

    field: Field
    repeated: bool

    @property
    def name(self) -> str:
        """The field of the turn."""
        return self.field.name

    @property
    def key(self) -> str:
        """The field as JSON spells it."""
        return self.field.key

    @property
    def keyword(self) -> str:
        """The word it begins with, if it has one."""
        return self.field.keyword

    def with_keyword(self, words: str) -> str:
        """Return words of this part in the notation, with the keyword that may be left out."""
        said = " ".join(words.split())
        if not self.keyword or said.split(" ")[0].casefold() == self.keyword:
            return said
        return f"{self.keyword} {said}"


ROWS_OF_PARTS: Final[Mapping[Action, tuple[PartOfTurn, ...]]] = {
    action: tuple(
        PartOfTurn(field, stage.repeated) for field, stage in zip(fields, ROWS[action], strict=True)
    )
    for action, fields in STAGE_FIELDS.items()
}
"""By action the parts of its turn, in the order in which the engine asks for them."""


def part_words(part: PartOfTurn, answer: Any) -> str:  # noqa: ANN401
    """Return an answer of the engine as the notation writes it, with its keyword."""
    if answer is None:
        return "-"
    if part.name == "plus_one":
        answer = PlusOne(answer)
    kind = part.field.kind
    if part.repeated and isinstance(kind, EntryList):
        words = kind.entry(answer)
    else:
        words = kind.words(answer)
    return f"{part.keyword} {words}".lstrip()


def said_so_far(action: Action, seat: Seat, answers: tuple[tuple[Any, ...], ...]) -> Turn:
    """Return an unfinished turn as a record says it, with nothing about what was not said."""
    fields: dict[str, Any] = {}
    for at, (part, given) in enumerate(zip(ROWS_OF_PARTS[action], answers, strict=False)):
        if not given:
            continue
        if part.repeated:
            fields[part.name] = given
        elif part.name == "levels":
            fields["levels"] = given[0] or ()
        elif part.name != "plus_one":
            fields[part.name] = given[0]
        elif given[0] is not None:
            fields["plus_one"] = PlusOne(given[0], "after" if at else "before")
    turn: Turn = said(FORMS[action].turn, seat, **fields)
    return turn
