"""Driving a game from Python: the legal turns of a table, and the table after a turn or a line."""

from collections.abc import Iterator, Sequence
from itertools import islice
from random import Random
from typing import TYPE_CHECKING, Final, NoReturn, get_args, overload

from referee.api.errors import IllegalTurn, IncompleteTurn, NoLegalTurn, UsageError, public_function
from referee.api.sources import unreadable
from referee.api.tables import Drawn
from referee.core.events import Event
from referee.core.rule import Violation
from referee.core.state import State
from referee.core.turns import Action, has_blanks
from referee.core.turns import Turn as SaidTurn
from referee.engine.actions import TURNS, action_of, has_turn
from referee.engine.legal_turns import legal_turns
from referee.engine.random_turns import draw_turn
from referee.engine.referee import IllegalEventError, NonTurnEvent, check, step
from referee.engine.turn_counts import count_action
from referee.records.completed_turn import Missing
from referee.records.completion import complete
from referee.records.keywords import VERBS
from referee.records.lines import kept_line
from referee.records.names import Names, names_of
from referee.records.reader import read_statement
from referee.records.record import (
    NamedPlayer,
    ReadLine,
    Statement,
    UnreadableRecordError,
    WordError,
    called,
)
from referee.records.writer import line_of, said_of

if TYPE_CHECKING:
    from referee.api.scenes import Scene
    from referee.api.tables import Table

ACTIONS: Final[tuple[Action, ...]] = get_args(Action)

SHOWN: Final = 3
"""How many turns a representation names."""


class Turn(Drawn):
    """A turn of the player to move: what was said, apart from the table that it is taken at."""

    __slots__ = ("colours", "said", "state")

    def __init__(self, said: SaidTurn, state: State, colours: tuple[str, ...]) -> None:
        self.said = said
        """The turn as data, as docs/turns.md describes it."""
        self.state = state
        self.colours = colours

    @property
    def action(self) -> Action:
        """What is done: `goods`, `expand`, `bookkeeper`, `merchant`, `marker` or `end`."""
        return action_of(self.said)

    @property
    def player(self) -> str:
        """The colour of the player who takes it."""
        return self.colours[self.said.seat]

    @property
    def scene(self) -> "Scene":
        """What a picture shows of the table after it, with what it does."""
        from referee.api.optima import scene_of_change  # noqa: PLC0415 - few look at pictures

        after = step(self.state, self.said)
        return scene_of_change((self.state, after), self.colours, self.said, caption=(str(self),))

    def __str__(self) -> str:
        setting = self.state.setting
        said = said_of(self.said, setting.rulings, setting.components)
        return line_of(Statement(said=said), self.colours)

    def __repr__(self) -> str:
        return f"Turn({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Turn) and self.said == other.said

    def __hash__(self) -> int:
        return hash(self.said)


class Turns(Sequence[Turn]):
    """The legal turns at a table, found as far as they are asked for, and counted by `len`.

    Turns that differ only in an order that cannot matter are one.
    """

    def __init__(self, table: "Table", actions: tuple[Action, ...]) -> None:
        self._table = table
        self._actions = actions if has_turn(table.state) else ()
        self._length: int | None = None

    def __iter__(self) -> Iterator[Turn]:
        state, colours = self._table.state, self._table.colours
        found = legal_turns(state, self._actions)
        following = public_function(lambda: next(found, None))
        while (turn := following()) is not None:
            yield Turn(turn[1], state, colours)

    @public_function
    def __len__(self) -> int:
        if self._length is None:
            self._length = sum(count_action(self._table.state, each) for each in self._actions)
        return self._length

    def __bool__(self) -> bool:
        return next(iter(self), None) is not None

    @overload
    def __getitem__(self, index: int) -> Turn: ...
    @overload
    def __getitem__(self, index: slice) -> list[Turn]: ...
    def __getitem__(self, index: int | slice) -> Turn | list[Turn]:
        if isinstance(index, slice):
            bounds = index.start, index.stop, index.step
            from_the_end = any(bound is not None and bound < 0 for bound in bounds)
            return [*self][index] if from_the_end else [*islice(self, *bounds)]
        at = index if index >= 0 else index + len(self)
        found = next(islice(self, at, None), None) if at >= 0 else None
        if found is None:
            raise IndexError(index)
        return found

    def __repr__(self) -> str:
        first = [str(turn) for turn in islice(self, SHOWN + 1)]
        more = ", ..." if len(first) > SHOWN else ""
        return f"<Turns: {', '.join(map(repr, first[:SHOWN]))}{more}>"

    @public_function
    def draw(self, rng: Random) -> Turn:
        """Return a turn at random without listing them; not all are equally likely."""
        drawn = draw_turn(self._table.state, rng, self._actions)
        if drawn is None:
            raise NoLegalTurn.of("answers.turns.no-legal-turn")
        return Turn(drawn.turn(), self._table.state, self._table.colours)


def chosen_actions(action: str | None) -> tuple[Action, ...]:
    """Return an action that was chosen, or all of them."""
    if action is None:
        return ACTIONS
    if action not in ACTIONS:
        raise UsageError.of(
            "answers.turn_lists.no-action", action=f"{action!r:.60}", actions=", ".join(ACTIONS)
        )
    return (action,)


def state_after(table: "Table", event: Event) -> State:
    """Return the table after an event; `IllegalTurn` if it breaks a rule."""
    try:
        return step(table.state, event)
    except IllegalEventError as error:
        _refuse(table, error.violations)


def pushed(table: "Table", line: object) -> tuple[Event, State]:
    """Return the event that a line in the notation says, completed, and the table after it."""
    if not isinstance(line, str):
        raise UsageError.of("answers.turns.no-turn", kind=type(line).__name__)
    read = _read(table, line)
    said = read.said
    if read.claims or read.taken_back:
        raise UsageError.of("answers.turns.no-event", line=f"{line!r:.80}")
    if isinstance(said, TURNS):
        found = complete(table.state, said)
        if isinstance(found, Missing):
            raise IncompleteTurn(found.words("turn"))
        if found.after is not None:
            return found.turn, found.after
        _refuse(table, found.violations or check(table.state, found.turn))
    if not isinstance(said, NonTurnEvent) or has_blanks(said):
        raise UsageError.of("answers.turns.no-event", line=f"{line!r:.80}")
    return said, state_after(table, said)


def _read(table: "Table", line: str) -> ReadLine:
    """Return what a line says; the player who is to move need not be named."""
    names = _names(table)
    state = table.state
    text = line
    if state.to_move is not None and line.partition(" ")[0] in VERBS:
        text = f"{table.colours[state.to_move]} {line}"
    try:
        read = kept_line(text, names)
    except WordError:
        return _respelled(text, names, state)
    return read if isinstance(read, ReadLine) else _respelled(text, names, state)


def _respelled(text: str, names: Names, state: State) -> ReadLine:
    try:
        statement = read_statement(text, names, state)
    except UnreadableRecordError as error:
        raise unreadable("line", error.problems) from error
    if statement is None:
        raise UsageError.of("answers.turns.no-event", line="''")
    return ReadLine(statement.said, statement.claims, statement.taken_back)


def _names(table: "Table") -> Names:
    players = table.names or (None,) * len(table.colours)
    return names_of(table.components, tuple(map(NamedPlayer, table.colours, players)))


def _refuse(table: "Table", violations: tuple[Violation, ...]) -> NoReturn:
    from referee.api.verdicts import broken_rule  # noqa: PLC0415 - legal turns do without

    players = table.names or (None,) * len(table.colours)
    words = called(tuple(map(NamedPlayer, table.colours, players)))
    raise IllegalTurn(tuple(broken_rule(each, words, in_record=False) for each in violations))
