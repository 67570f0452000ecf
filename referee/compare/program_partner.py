"""The program under test, started anew whenever it had to be ended."""

from collections.abc import Callable, Sequence
from time import monotonic
from typing import TypeVar

from msgspec.structs import replace

from referee.compare.difference import game_of
from referee.conformance.program import MisbehaviourError, Program
from referee.conformance.protocol import (
    Ability,
    AnyRequest,
    Apply,
    Done,
    Introduction,
    Reply,
    VerdictReply,
)
from referee.conformance.sent_set import sent
from referee.conformance.sets import knows
from referee.engine.legal_turns import Tick, no_tick
from referee.game.events import Event
from referee.game.setting import Setting
from referee.game.state import State

A = TypeVar("A", bound=Reply)


def is_over(until: float | None) -> bool:
    """Return whether the time of a run is up, if it has one."""
    return until is not None and monotonic() >= until


class OutOfTimeError(Exception):
    """The time for all questions of a run is over, which is nobody's fault."""


class ForeignProgram:
    """A program by its command; a misbehaviour ends the process and the next game begins one."""

    def __init__(
        self,
        command: Sequence[str],
        answer_limit: float,
        *,
        tick: Tick = no_tick,
        until: float | None = None,
    ) -> None:
        self.command = tuple(command)
        self.answer_limit = answer_limit
        self._tick = tick
        self.until = until
        """When the last question may be asked, by the clock of `time.monotonic`."""
        self._program: Program | None = None
        self._introduction: Introduction | None = None

    def introduction(self) -> Introduction:
        """Return what the program says of itself, asking it if need be."""
        if self._introduction is None or self._program is None:
            program = self._program or Program(self.command, self.answer_limit)
            self._program = program
            self._introduction = self._guarded(program.introduce)
        return self._introduction

    def can(self, *abilities: Ability) -> bool:
        """Return whether the program has one of these abilities."""
        return not {*abilities}.isdisjoint(self.introduction().abilities)

    def begin(self, setting: Setting, events: Sequence[Event] = ()) -> Event | None:
        """Begin a game, apply events that are all legal, and return the first that is refused."""
        known = knows(self.introduction(), setting.components)
        whole = None if known else sent(setting.components)
        self.ask(replace(game_of(setting), set=whole), Done)
        for event in events:
            if not self.ask(Apply(id=0, event=event), VerdictReply).legal:
                return event
        return None

    @property
    def table(self) -> None:
        """Return that its table cannot be seen from here."""
        return

    def lay(self, _: State) -> bool:
        """Return that it has to be led to a table by the events of a game."""
        return False

    def go_on(self) -> None:
        """Raise an error where nothing more is to be asked of anybody."""
        self._tick()
        if is_over(self.until):
            raise OutOfTimeError

    def ask(self, request: AnyRequest, kind: type[A]) -> A:
        """Return the answer to a request."""
        self.go_on()
        self.introduction()
        program = self._program
        assert program is not None  # noqa: S101
        return self._guarded(lambda: program.ask(request, kind))

    def quit(self) -> None:
        """Ask the program to end, if it runs."""
        program, self._program = self._program, None
        if program is not None:
            program.quit()

    def kill(self) -> None:
        """End the program, if it runs."""
        program, self._program = self._program, None
        if program is not None:
            program.kill()

    def _guarded(self, asking: Callable[[], A]) -> A:
        try:
            return asking()
        except MisbehaviourError:
            # Whatever it still has to say belongs to a question that is over.
            self.kill()
            raise
