"""The smallest game that still shows a difference: parts are left out as long as it does."""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import islice
from random import Random
from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from referee.compare.cuts import CUTS, SceneCut
from referee.compare.difference import Difference, FinalQuestion
from referee.compare.draws import few_turns
from referee.compare.partner import Engine, Pair, answer_kind
from referee.compare.program_partner import OutOfTimeError
from referee.compare.scene import ComparedScene, scene, scene_of, settled
from referee.compare.slips import wrong_by_little
from referee.conformance.engine_program import UnableError
from referee.conformance.program import MisbehaviourError
from referee.conformance.protocol import (
    Apply,
    AskLegal,
    AskScore,
    AskTable,
    AskVerdict,
    Reply,
    VerdictReply,
)
from referee.engine.actions import has_turn
from referee.engine.random_turns import ACTIONS, sample_turn
from referee.engine.referee import UnreadableEventError
from referee.game.component_set import ComponentSet
from referee.game.events import Event
from referee.game.setting import Setting
from referee.game.state import State

TRIES: Final = 400
"""So often a partner is asked; by then nothing much is left to leave out."""

REPLAYS: Final = 1500
"""So many games are played again with something left out, whether he is asked or not."""

PATIENCE: Final = 25
"""So often a program that hangs is asked."""

SHORT: Final = 3
"""Rounds that a game may have to be easy to follow."""

GAMES: Final = 60
"""So many short games are looked at for one difference."""

Games = Iterable[tuple[Setting, Iterable[Event]]]


class Shrunk(Struct, frozen=True):
    """The smallest game found, how often the partner was asked, and whether he did it again."""

    difference: Difference
    tries: int
    repeated: bool


def tried(pair: Pair, of: ComparedScene) -> Difference | None:
    """Return the first difference that a game and the question at its end show; None if none."""
    try:
        before = tuple(happened.event for happened in of.events)
        if found := pair.lead(of.setting, before):
            return found
        if of.last is not None:
            pair.engine.notes.clear()
            if found := pair.apply(of.last):
                return found
        return None if of.asked is None else pair.ask(of.asked)
    except MisbehaviourError as error:
        return pair.failure(error)


def expected_answer(table: State, asked: FinalQuestion) -> Reply | None:
    """Return what the engine answers; None if the question makes no sense at this table."""
    question = AskVerdict(id=0, event=asked.event) if isinstance(asked, Apply) else asked
    engine = Engine()
    engine.lay(table)
    try:
        return engine.ask(question, answer_kind(question))
    except (UnreadableEventError, UnableError):
        return None


def shortest(
    pair: Pair,
    difference: Difference,
    components: ComponentSet,
    short_games: Games,
    tries: int = TRIES,
    rounds: int = SHORT,
) -> Shrunk:
    """Return a difference shrunk, and if more `rounds` are left the same in a short game."""
    if difference.kind == "hang":
        # Every game that shows it costs the whole time for an answer.
        tries = min(tries, PATIENCE)
    found = shrink(pair, difference, components, tries)
    if found.difference.round <= rounds or not found.repeated or not tries:
        return found
    with suppress(OutOfTimeError):
        again = _shrunk_elsewhere(pair, found.difference, short_games, tries)
        if again is not None and again.difference.size < found.difference.size:
            return again
    return found


def shrink(
    pair: Pair, difference: Difference, components: ComponentSet, tries: int = TRIES
) -> Shrunk:
    """Return a difference of the same sort in the smallest game that could be found."""
    start = scene_of(difference, components)
    first = tried(pair, start)
    if first is None or not first.is_like(difference):
        return Shrunk(difference, 1, repeated=False)
    return _ShrinkSearch(pair, first, components, tries).run()


class _ShrinkSearch:
    """The smallest scene so far, and what was tried."""

    def __init__(self, pair: Pair, first: Difference, components: ComponentSet, most: int) -> None:
        self._pair, self._components, self._most = pair, components, most
        self._wanted = self._found = first
        self._best = scene_of(first, components)
        self._tries = 1
        self._replays = 0
        self._known: set[bytes] = set()
        played = settled(self._best)
        self._verdict = None if played is None else self._expected_verdict(played[1])

    def run(self) -> Shrunk:
        # When the time is up, what was found by then is small enough.
        with suppress(OutOfTimeError):
            before = None
            while self._best != before:
                before = self._best
                for cut in CUTS:
                    self._make(cut)
        return Shrunk(self._found, self._tries, repeated=True)

    def _make(self, cut: SceneCut) -> None:
        """Make one kind of cut wherever it can be made."""
        place = 0
        while (smaller := next(islice(cut(self._best), place, None), None)) is not None:
            if self._tries >= self._most or self._replays >= REPLAYS:
                return
            if not self._takes(smaller):
                place += 1

    def _takes(self, smaller: ComparedScene) -> bool:
        """Go on from a smaller scene, if it shows the same."""
        self._replays += 1
        played = settled(smaller)
        if played is None or not self._is_worth_asking(*played):
            return False
        self._tries += 1
        found = tried(self._pair, played[0])
        if found is None or not found.is_like(self._wanted):
            return False
        self._found = found
        setting = played[0].setting
        asked = found.asked if isinstance(found.asked, FinalQuestion) else None
        self._best = scene(setting, found.game.events, asked)
        return True

    def _is_worth_asking(self, of: ComparedScene, table: State) -> bool:
        """Return whether a scene is small and new, and could show it by what the engine says."""
        if of.size >= self._best.size:
            return False
        key = msgspec.json.encode((of.setting.players, of.setting.rulings, of.game, of.asked))
        if key in self._known:
            return False
        self._known.add(key)
        if of.asked is None:
            return True
        expected = expected_answer(table, of.asked)
        if expected is None or not isinstance(expected, VerdictReply):
            return expected is not None
        return expected == self._verdict

    def _expected_verdict(self, table: State) -> Reply | None:
        """Return the engine's verdict, if the question is about one: it has to stay the same."""
        asked = self._best.asked
        return expected_answer(table, asked) if isinstance(asked, Apply | AskVerdict) else None


def _shrunk_elsewhere(pair: Pair, wanted: Difference, games: Games, tries: int) -> Shrunk | None:
    """Return a difference like a long one from the game that shows it soonest, shrunk."""
    best: Difference | None = None
    for setting, events in islice(games, GAMES):
        soon = events if best is None else islice(events, len(best.game.events))
        found = _in_game(pair, wanted, setting, soon)
        if found is not None:
            best, components = found, setting.components
            if wanted.kind == "hang":
                break
    if best is None:
        return None
    again = shrink(pair, best, components, tries)
    return again if again.repeated else None


def _in_game(
    pair: Pair, wanted: Difference, setting: Setting, events: Iterable[Event]
) -> Difference | None:
    """Return the first difference like another in a game, where the same is asked everywhere."""
    try:
        pair.begin(setting)
        rng = Random(wanted.id)
        for event in events:
            found = _asked_like(pair, event, wanted, rng) or _gone_on(pair, event, wanted)
            if found is not None:
                return found if found.is_like(wanted) else None
    except MisbehaviourError as error:
        found = pair.failure(error)
        return found if found.is_like(wanted) else None
    return None


def _asked_like(pair: Pair, event: Event, wanted: Difference, rng: Random) -> Difference | None:
    """Ask at a table what was asked in a difference; another difference is passed over."""
    for question in _questions_like(pair, event, wanted, rng):
        found = pair.ask(question)
        if found is not None and found.is_like(wanted):
            return found
        if found is not None and isinstance(question, Apply):
            # It applied what is illegal, so its table is worth nothing now.
            pair.partner.begin(pair.table.setting, pair.happened)
    return None


def _gone_on(pair: Pair, event: Event, wanted: Difference) -> Difference | None:
    """Let an event happen; if it is one that the difference might be about, both are asked."""
    pair.engine.notes.clear()
    if str(event.__struct_config__.tag) != wanted.about[0]:
        return pair.pass_over(event)
    found = pair.apply(event)
    if found is None and isinstance(wanted.asked, AskTable):
        return pair.ask(wanted.asked)
    return found


def _questions_like(
    pair: Pair, event: Event, wanted: Difference, rng: Random
) -> Iterator[FinalQuestion]:
    """Yield questions before an event that the engine answers as the one of a difference."""
    table, asked = pair.table, wanted.asked
    match asked:
        case AskLegal():
            named = {words.partition(" ")[0] for words in wanted.about}
            few = tuple(few_turns(table, [a for a in ACTIONS if a in named]))
            if few:
                yield replace(asked, actions=few)
        case AskScore():
            if pair.partner.can("score"):
                yield asked
        case Apply() | AskVerdict():
            for other in _events_like(table, event, wanted, rng):
                verdict = expected_answer(table, AskVerdict(id=0, event=other))
                if isinstance(verdict, VerdictReply) and _rules_as(verdict, wanted):
                    if pair.partner.can("check"):
                        yield AskVerdict(id=0, event=other)
                    elif not verdict.legal:
                        yield Apply(id=0, event=other)
        case _:
            return


def _events_like(table: State, event: Event, wanted: Difference, rng: Random) -> Iterator[Event]:
    """Yield events of the kind that a difference is about, some legal, most of them not."""
    kind = wanted.about[0]
    yield from wrong_by_little(table, event, kind, rng)
    for action in ACTIONS:
        if action == kind and has_turn(table):
            drawn = sample_turn(table, rng, (action,))
            yield from () if drawn is None else (drawn,)


def _rules_as(verdict: VerdictReply, wanted: Difference) -> bool:
    """Return whether the engine rules as in a difference; of a failure only that is known."""
    if not isinstance(wanted.expected, dict):
        return True
    return [verdict.legal, [*verdict.rules]] == [*map(wanted.expected.get, ("legal", "rules"))]
