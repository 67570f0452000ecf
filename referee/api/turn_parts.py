"""The parts of the six turns: the field of each, its keyword, and how it is written."""

from collections.abc import Mapping
from typing import Any, Final

from msgspec import Struct

from referee.game.ids import Seat
from referee.game.turns import Action, Entering, Ousting, Placing, PlusOne, UseLevel
from referee.transcript.said import (
    SaidAction,
    SaidBookkeeper,
    SaidEnd,
    SaidEntering,
    SaidExpansion,
    SaidGoods,
    SaidLevel,
    SaidMarker,
    SaidMerchant,
    SaidOusting,
    SaidPlacing,
)
from referee.transcript.writing import entry_word, level_word, ousted_word, part_word, placing_word


class PartOfTurn(Struct, frozen=True):
    """One part of a turn, which is one stage of the engine."""

    field: str
    """The field of the turn."""
    frame: str
    """What stands around it in a line of the notation that says nothing else."""
    keyword: str = ""
    """The word it begins with, if it has one."""
    repeated: bool = False

    @property
    def key(self) -> str:
        """The field as JSON spells it."""
        return self.field.replace("_", "-")

    def with_keyword(self, words: str) -> str:
        """Return words of this part in the notation, with the keyword that may be left out."""
        said = " ".join(words.split())
        if not self.keyword or said.split(" ")[0].casefold() == self.keyword:
            return said
        return f"{self.keyword} {said}"


def _row(verb: str, *parts: PartOfTurn, bonuses: bool = True) -> tuple[PartOfTurn, ...]:
    tile = PartOfTurn("plus_one", f"{verb} ? {{}}", "plus")
    levels = [PartOfTurn("levels", f"{verb} ? {{}}", "level")] if bonuses else []
    return (tile, *levels, *parts, tile)


ROWS_OF_PARTS: Final[Mapping[Action, tuple[PartOfTurn, ...]]] = {
    "goods": _row(
        "goods",
        PartOfTurn("cards", "goods {}"),
        PartOfTurn("buy", "goods ? {}", "buy"),
        PartOfTurn("advance", "goods ? {}", repeated=True),
    ),
    "expand": _row(
        "expand",
        PartOfTurn("cards", "expand ? {}", "using"),
        PartOfTurn("company", "expand {}"),
        PartOfTurn("enter", "expand ? {}", repeated=True),
        PartOfTurn("rewards", "expand ? {}", "take", repeated=True),
        PartOfTurn("oust", "expand ? {}", "oust", repeated=True),
        PartOfTurn("place", "expand ? {}", "books", repeated=True),
    ),
    "bookkeeper": _row(
        "clerk",
        PartOfTurn("card", "clerk {}"),
        PartOfTurn("flip", "clerk ? {}", "flip"),
        PartOfTurn("to", "clerk ? {}", "to"),
        PartOfTurn("reward", "clerk ? {}", "take", repeated=True),
        PartOfTurn("points", "clerk ? {}", "spend"),
        PartOfTurn("place", "clerk ? {}", "books", repeated=True),
    ),
    "merchant": _row("merchant", PartOfTurn("card", "merchant {}"), bonuses=False),
    "marker": _row(
        "marker",
        PartOfTurn("space", "marker {}"),
        PartOfTurn("option", "marker ? {}", "option"),
        PartOfTurn("discard", "marker ? {}", "discard"),
        PartOfTurn("reward", "marker ? {}", "take", repeated=True),
        PartOfTurn("place", "marker ? {}", "books", repeated=True),
    ),
    "end": _row("end", PartOfTurn("deck", "end {}"), bonuses=False),
}
"""By action the parts of its turn, in the order in which the engine asks for them."""


def part_words(part: PartOfTurn, answer: Any) -> str:  # noqa: ANN401
    """Return an answer of the engine as the notation writes it, with its keyword."""
    if answer is None:
        return "-"
    if part.field == "levels":
        return " ".join(level_word(SaidLevel(use.level, use.company)) for use in answer)
    if part.field == "points":
        words = [*answer.books]
        words += [] if answer.for_pounds is None else [f"for {answer.for_pounds}"]
        return f"spend {' '.join(words) or '-'}"
    if isinstance(answer, tuple):
        said = " ".join(answer) or "-"
    elif isinstance(answer, str | int):
        said = str(answer)
    else:
        said = _struct_word(answer)
    return f"{part.keyword} {said}".lstrip()


def _struct_word(answer: Any) -> str:  # noqa: ANN401
    match answer:
        case Entering():
            return entry_word(_said(answer))
        case Ousting():
            return ousted_word(_said(answer))
        case Placing():
            return placing_word(_said(answer))
        case _:
            return part_word(answer)


_SAID_TURNS: Mapping[Action, type[SaidAction]] = {
    "goods": SaidGoods,
    "expand": SaidExpansion,
    "bookkeeper": SaidBookkeeper,
    "merchant": SaidMerchant,
    "marker": SaidMarker,
    "end": SaidEnd,
}


def said_so_far(action: Action, seat: Seat, said: tuple[tuple[Any, ...], ...]) -> SaidAction:
    """Return an unfinished turn as a record says it, with nothing about what was not said."""
    fields: dict[str, Any] = {"seat": seat}
    for at, (part, answers) in enumerate(zip(ROWS_OF_PARTS[action], said, strict=False)):
        if not answers:
            continue
        if part.repeated:
            fields[part.field] = tuple(map(_said, answers))
        elif part.field == "levels":
            fields["levels"] = tuple(map(_said, answers[0] or ()))
        elif part.field != "plus_one":
            fields[part.field] = answers[0]
        elif answers[0] is not None:
            fields["plus_one"] = PlusOne(answers[0], "after" if at else "before")
    return _SAID_TURNS[action](**fields)


def _said(answer: Any) -> Any:  # noqa: ANN401
    """Return an answer of the engine as a record says it."""
    match answer:
        case UseLevel():
            return SaidLevel(answer.level, answer.company)
        case Entering():
            return SaidEntering(answer.region, answer.column, answer.source)
        case Ousting():
            return SaidOusting(answer.region, answer.column)
        case Placing():
            return SaidPlacing(answer.book, answer.step)
        case _:
            return answer
