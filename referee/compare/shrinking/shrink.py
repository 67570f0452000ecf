"""Leaves out of a game whatever it does not need to show a difference."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Final

import msgspec
from msgspec import Struct

from referee.compare.difference import Asked, Difference
from referee.compare.foreign import OutOfTimeError, Partner
from referee.compare.shrinking.candidates import Candidate, smaller
from referee.compare.shrinking.replay import NotPlayableError, replay
from referee.compare.shrinking.script import script_of
from referee.compare.shrinking.trial import (
    at_the_end,
    expected_answer,
    is_like,
    rules_at_question,
    tried,
)
from referee.conformance.protocol import Answer, Apply, Check, Score, Table, Verdict
from referee.conformance.serving import setting_of
from referee.engine.actions import refill_due
from referee.engine.referee import IllegalEventError
from referee.game.component_set import ComponentSet
from referee.game.events import Event
from referee.game.rulings import DEFAULT_RULINGS
from referee.game.setting import Setting

TRIES: Final = 400
"""So often a program is asked; by then nothing much is left to leave out."""

Size = tuple[int, int, int, int, int]


class Shrunk(Struct, frozen=True):
    """The smallest game found, how often the program was asked, and whether it did it again."""

    difference: Difference
    tries: int
    repeated: bool


def shrink(
    partner: Partner, difference: Difference, components: ComponentSet, tries: int = TRIES
) -> Shrunk:
    """Return a difference of the same sort in the smallest game that could be found."""
    asked = _question(difference)
    setting = setting_of(difference.game, components)
    first = tried(partner, setting, difference.game.events, asked)
    if first is None or not is_like(first, difference):
        return Shrunk(difference, 1, repeated=False)
    return _Shrinking(partner, first, setting, tries).run()


def _question(difference: Difference) -> Asked | None:
    asked = difference.asked
    return asked if isinstance(asked, Asked) else None


class _Shrinking:
    """The best that was found so far."""

    def __init__(self, partner: Partner, first: Difference, setting: Setting, most: int) -> None:
        self.partner = partner
        self.wanted = first
        self.best = first
        self.setting = setting
        self.most = most
        self.tries = 1
        self.known: set[bytes] = set()
        self.wanted_verdict = self._verdict()

    def run(self) -> Shrunk:
        # When the time is up, what was found by then is small enough.
        with suppress(OutOfTimeError):
            while self.tries < self.most and self._improved():
                pass
        return Shrunk(self.best, self.tries, repeated=True)

    def _verdict(self) -> Answer | None:
        """Return the engine's verdict, if the question is about one: it has to stay the same."""
        asked = _question(self.best)
        if not isinstance(asked, Apply | Check):
            return None
        state, _ = at_the_end(self.setting, self.best.game.events)
        return expected_answer(state, asked)

    def _improved(self) -> bool:
        """Find the first smaller game that shows the same."""
        events, asked = self.best.game.events, _question(self.best)
        state, _ = at_the_end(self.setting, events)
        script = script_of(
            self.setting,
            events,
            state.phase,
            refill_due=refill_due(state) and state.phase == "actions",
            asks=None if isinstance(asked, Table | Score | None) else state.to_move,
        )
        for candidate in smaller(Candidate(script, asked)):
            if self.tries >= self.most:
                return False
            if self._take(candidate):
                return True
        return False

    def _take(self, candidate: Candidate) -> bool:
        setting = candidate.script.setting
        try:
            _, events = replay(candidate.script)
        except (NotPlayableError, IllegalEventError):
            return False
        if size(setting, events, candidate.asked) >= size(
            self.setting, self.best.game.events, _question(self.best)
        ):
            return False
        if not self._worth_asking(setting, events, candidate.asked):
            return False
        self.tries += 1
        found = tried(self.partner, setting, events, candidate.asked)
        if found is None or not is_like(found, self.wanted):
            return False
        self.best, self.setting = found, setting
        return True

    def _worth_asking(self, setting: Setting, events: Sequence[Event], asked: Asked | None) -> bool:
        """Return whether a game is new and could show the difference by what the engine says."""
        game = msgspec.json.encode((setting.players, setting.rulings, events, asked))
        if game in self.known:
            return False
        self.known.add(game)
        if asked is None:
            return True
        state, at_work = at_the_end(setting, events)
        expected = expected_answer(state, asked)
        if expected is None:
            return False
        if isinstance(expected, Verdict):
            return expected == self.wanted_verdict
        if isinstance(asked, Table) and self.wanted.rules:
            return not rules_at_question(state, at_work, asked).isdisjoint(self.wanted.rules)
        return True


def size(setting: Setting, events: Sequence[Event], asked: Asked | None) -> Size:
    """Return how large a game is, the most important first."""
    tags = [str(event.__struct_config__.tag) for event in events]
    rulings = sum(
        getattr(setting.rulings, name) != getattr(DEFAULT_RULINGS, name)
        for name in DEFAULT_RULINGS.__struct_fields__
    )
    said = len(msgspec.json.encode((events, asked)))
    return tags.count("prepare"), setting.players, len(events), rulings, said
