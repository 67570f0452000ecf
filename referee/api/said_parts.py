"""A part of a turn that somebody says, in the notation or as data, as the engine knows it."""

from collections.abc import Mapping
from typing import Any, get_type_hints

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from referee.api.errors import MisuseError, UnreadableError
from referee.api.sources import unreadable
from referee.api.tables import Table
from referee.api.turn_parts import ROWS_OF_PARTS, PartOfTurn
from referee.game.messages.speech import say, thing
from referee.game.turns import BLANK, Action, PlusOne
from referee.notation.errors import Problem, UnreadableRecordError
from referee.notation.fields import FORMS
from referee.notation.fields import said as noted
from referee.notation.names import Names
from referee.notation.reader import read_statement
from referee.notation.record import NamedPlayer, Place
from referee.transcript.stages import STAGE_WORDS


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
        return f"`{thing(STAGE_WORDS[self.action][self.place])}`"

    def from_data(self, said: object) -> object:
        """Return data in the form of docs/turns.md as an answer to the stage of the engine."""
        part = self.part
        wanted: Any = get_type_hints(FORMS[self.action].turn)[part.name]
        if part.name == "plus_one":
            wanted = str
        if part.name == "points" and isinstance(said, Mapping):
            # There is only one way of using these points, so it need not be named.
            said = {"part": "points", **said}
        try:
            found = msgspec.convert([said] if part.repeated else said, wanted)
        except (msgspec.ValidationError, TypeError, ValueError) as error:
            raise MisuseError(
                say("answers.said_parts.this-is-no-value-for", what=self.what, error=error)
            ) from error
        return found[0] if part.repeated else found

    def from_words(self, words: str) -> tuple[object, ...]:
        """Return the answers that words of the notation stand for, some perhaps partly open."""
        part, form = self.part, FORMS[self.action]
        said = self._turn(words)
        unsaid = noted(form.turn, said.seat)
        value: Any = getattr(said, part.name, None)
        alone = replace(unsaid, **{part.name: value})
        if type(said) is not form.turn or said == unsaid or said != alone:
            raise self._not_due(words)
        if part.name == "levels" and any(level.company == BLANK for level in value):
            raise MisuseError(say("answers.said_parts.say-whose-track-it-is"))
        if BLANK in (value, *(value if isinstance(value, tuple) else ())):
            raise MisuseError(say("answers.said_parts.is-for-records-a-turn"))
        if part.repeated:
            return tuple(value)
        return (value.card,) if isinstance(value, PlusOne) else (value,)

    def _turn(self, words: str) -> Any:  # noqa: ANN401
        """Return what a turn says in which nothing but these words is said."""
        form = FORMS[self.action]
        is_first = self.part.field is form.fields[0]
        before = f"{self.player} {form.verb} " if is_first else f"{self.player} {form.verb} ? "
        colours = self.table.colours
        players = tuple(map(NamedPlayer, colours, self.table.names or (None,) * len(colours)))
        try:
            read = read_statement(f"{before}{words}", Names(self.table.components, players))
        except UnreadableRecordError as error:
            raise _misread(words, error, len(before)) from error
        if read is None or read.claims or read.comment is not None:
            raise self._not_due(words)
        return read.said

    def _not_due(self, words: str) -> MisuseError:
        return MisuseError(
            say("answers.said_parts.was-said-only-is-due", words=f"{words!r:.60}", what=self.what)
        )


def _misread(words: str, error: UnreadableRecordError, before: int) -> UnreadableError:
    """Return the error of words that were read behind others which nobody said."""
    problems = [
        Problem(Place(1, max(1, problem.at.column - before)), problem.message, problem.guess, words)
        for problem in error.problems
    ]
    return unreadable(say("answers.said_parts.what-was-said"), problems)
