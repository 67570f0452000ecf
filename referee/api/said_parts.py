"""A part of a turn that somebody says, in the notation or as data, as the engine knows it."""

from collections.abc import Mapping
from typing import Any, cast, get_type_hints

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from referee.api.errors import MisuseError, UnreadableError
from referee.api.sources import unreadable
from referee.api.tables import Table
from referee.api.turn_parts import ROWS_OF_PARTS, PartOfTurn
from referee.game.ids import Company
from referee.game.turns import (
    Action,
    EndPhase,
    Expand,
    PlaceMarker,
    Turn,
    UseBookkeeper,
    UseGoods,
    UseLevel,
    UseMerchant,
)
from referee.transcript.names import Names
from referee.transcript.problems import Problem
from referee.transcript.problems import UnreadableError as UnreadableRecordError
from referee.transcript.reading import read_statement
from referee.transcript.record import NamedPlayer, Place
from referee.transcript.said import BLANK, SaidAction, SaidWithBonuses
from referee.transcript.stages import STAGE_WORDS, answers_to

_TURN_TYPES: Mapping[Action, type[Turn]] = {
    "goods": UseGoods,
    "expand": Expand,
    "bookkeeper": UseBookkeeper,
    "merchant": UseMerchant,
    "marker": PlaceMarker,
    "end": EndPhase,
}


class PartReader(Struct, frozen=True):
    """Reads what may be said at one place of a turn."""

    table: Table
    player: str
    action: Action
    place: int
    """Which part of the turn is due."""

    @property
    def part(self) -> PartOfTurn:
        """The part that is due."""
        return ROWS_OF_PARTS[self.action][self.place]

    @property
    def what(self) -> str:
        """The part that is due, in words."""
        return f"`{STAGE_WORDS[self.action][self.place]}`"

    def from_data(self, said: object) -> object:
        """Return data in the form of docs/turns.md as an answer to the stage of the engine."""
        part = self.part
        wanted: Any = get_type_hints(_TURN_TYPES[self.action])[part.field]
        if part.field == "plus_one":
            wanted = str
        if part.field == "points" and isinstance(said, Mapping):
            # There is only one way of using these points, so it need not be named.
            said = {"part": "points", **said}
        try:
            found = msgspec.convert([said] if part.repeated else said, wanted)
        except (msgspec.ValidationError, TypeError, ValueError) as error:
            raise MisuseError(f"this is no value for {self.what}: {error}") from error
        return found[0] if part.repeated else found

    def from_words(self, words: str) -> tuple[object, ...]:
        """Return the answers that words of the notation stand for, some perhaps partly open."""
        part = self.part
        said = self._line(part.frame, words)
        unsaid = self._line(part.frame.split(" ")[0] + " {}", BLANK)
        if type(said) is not type(unsaid) or said == unsaid or not self._is_alone(said, unsaid):
            raise self._not_due(words)
        levels: tuple[UseLevel, ...] = ()
        if isinstance(said, SaidWithBonuses):
            if any(level.company == BLANK for level in said.levels):
                raise MisuseError("say whose track it is: `level cairo 1`")
            levels = tuple(UseLevel(cast("Company", use.company), use.level) for use in said.levels)
        # The goods tile is read at the beginning of a turn, whenever it is placed.
        at = 0 if part.field == "plus_one" else self.place
        found = answers_to(said, levels).stages[at]
        if BLANK in found:
            raise MisuseError("`?` is for records; a turn in progress waits until it is known")
        return found

    def _is_alone(self, said: SaidAction, unsaid: SaidAction) -> bool:
        """Return whether nothing but the part that is due was said."""
        field = self.part.field
        return replace(said, **{field: getattr(unsaid, field)}) == unsaid

    def _line(self, frame: str, words: str) -> SaidAction:
        """Return what a line says in which words stand in a frame."""
        colours = self.table.colours
        names = self.table.names or (None,) * len(colours)
        players = tuple(map(NamedPlayer, colours, names))
        before = f"{self.player} {frame.partition('{}')[0]}"
        try:
            read = read_statement(f"{before}{words}", Names(self.table.components, players))
        except UnreadableRecordError as error:
            raise _misread(words, error, len(before)) from error
        if read is None or read.claims or read.comment is not None:
            raise self._not_due(words)
        return cast("SaidAction", read.said)

    def _not_due(self, words: str) -> MisuseError:
        return MisuseError(f"{words!r:.60} was said; only {self.what} is due")


def _misread(words: str, error: UnreadableRecordError, before: int) -> UnreadableError:
    """Return the error of words that were read behind others which nobody said."""
    problems = [
        Problem(Place(1, max(1, problem.at.column - before)), problem.message, problem.guess, words)
        for problem in error.problems
    ]
    return unreadable("what was said", problems)
