"""One game played by a program and the engine side by side."""

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from random import Random
from typing import Final

from msgspec import Struct

from referee.compare.difference import Difference, FinalQuestion
from referee.compare.draws import few_turns, other_turns
from referee.compare.near_misses import near_misses
from referee.compare.partner import Pair, Partner
from referee.compare.report import GameSheet, Played
from referee.compare.slips import changed, misplaced
from referee.conformance.program import MisbehaviourError
from referee.conformance.protocol import (
    Apply,
    AskLegal,
    AskScore,
    AskTable,
    AskVerdict,
    Reply,
    TurnCounts,
    TurnLists,
    VerdictReply,
)
from referee.engine.actions import has_turn
from referee.engine.random_turns import ACTIONS
from referee.engine.referee import UnreadableEventError
from referee.game.events import Event
from referee.game.setting import Setting

LISTING: Final = 1 / 5
"""At how many of the tables the legal turns are compared."""


class Thoroughness(Struct, frozen=True):
    """How much is asked at each event."""

    illegal: int = 2
    """Events with a slip, and turns with an illegal answer: so many of each."""
    listing: float = LISTING


class Match:
    """A game in progress."""

    def __init__(self, partner: Partner, setting: Setting, seed: str, how: Thoroughness) -> None:
        self.pair = Pair(partner)
        self.setting = setting
        self.seed = seed
        self.how = how
        self.sheet = GameSheet(seed)
        self.scores_parted = False
        self.tried: Counter[str] = Counter()
        """How often a turn was tried that broke this rule alone."""

    @property
    def tells_table(self) -> bool:
        """Whether the program tells its table, so that not only scores show a difference."""
        return self.pair.partner.can("digest", "state")

    def play(self, events: Iterable[Event]) -> Played:
        """Play the events until the tables part or the program fails, and return what was found."""
        try:
            self.pair.begin(self.setting)
            for number, event in enumerate(events):
                self._ask_about_table(Random(f"{self.seed} {number}"), event)
                if not self._apply(event):
                    break
        except MisbehaviourError as error:
            self.sheet.differences.append(self.pair.failure(error))
        return self.sheet.played(len(self.pair.happened))

    def _apply(self, event: Event) -> bool:
        """Let both apply a legal event, and return whether the game can go on."""
        found = self.pair.apply(event)
        self.sheet.asked["apply"] += 1
        if found is not None:
            self._differ(found)
            return False
        return self._same_table() and self._same_scores()

    def _same_table(self) -> bool:
        wants: Final = ("digest", "state")
        for want in wants:
            if not self.pair.partner.can(want):
                continue
            found = self._ask(AskTable(id=0, want=want))
            if found is None:
                self._agree_on_notes()
                return True
            if want == "digest" and self.pair.partner.can("state"):
                # The state tells more than that there is a difference.
                continue
            self._differ(found)
            return False
        return True

    def _same_scores(self) -> bool:
        """Compare the scores; where nothing else tells the tables apart they decide."""
        if not self._scores_due():
            return True
        found = self._ask(AskScore(id=0))
        if found is None:
            self._agree_on_notes()
            return True
        self._differ(found)
        self.pair.engine.notes.clear()
        self.scores_parted = True
        return self.tells_table

    def _scores_due(self) -> bool:
        phase = self.pair.table.phase
        if self.scores_parted:
            return False
        if phase == "over":
            return self.pair.partner.can("score", "final-score")
        return self.pair.partner.can("score") and phase in {"planning", "actions", "preparation"}

    def _ask_about_table(self, rng: Random, event: Event) -> None:
        for other in self._events_to_check(rng, event):
            with suppress(UnreadableEventError):
                verdict = self.pair.engine.ask(AskVerdict(id=0, event=other), VerdictReply)
                self._check(other, verdict)
        if has_turn(self.pair.table) and self.pair.partner.can("count", "legal"):
            self._compare_turns(rng)

    def _events_to_check(self, rng: Random, event: Event) -> Iterator[Event]:
        table = self.pair.table
        if not self.pair.partner.can("check", "refuse"):
            return
        yield from changed(table, event, rng, self.how.illegal)
        if self.how.illegal:
            yield from misplaced(table, self.pair.happened, rng)
        if has_turn(table):
            yield from near_misses(table, rng, self.how.illegal, self.tried)
            if self.pair.partner.can("check"):
                yield from other_turns(table, rng, 1)

    def _check(self, event: Event, expected: VerdictReply) -> None:
        """Compare the verdicts on an event that does not happen."""
        if self.pair.partner.can("check"):
            question: FinalQuestion = AskVerdict(id=0, event=event)
        elif not expected.legal:
            question = Apply(id=0, event=event)
        else:
            return
        found = self._ask(question, expected)
        if found is None:
            self.sheet.agree.update(expected.rules)
            return
        self._differ(found)
        if isinstance(question, Apply):
            # It applied what is illegal, so its table is worth nothing now.
            self.pair.partner.begin(self.setting, self.pair.happened)

    def _compare_turns(self, rng: Random) -> None:
        if rng.random() >= self.how.listing:
            return
        few = few_turns(self.pair.table, ACTIONS)
        if self.pair.partner.can("legal"):
            every = tuple(turn for turns in few.values() for turn in turns)
            question = AskLegal(id=0, want="turns", actions=tuple(few))
            found = self._ask(question, TurnLists(id=0, turns=every))
        else:
            counts = {action: len(turns) for action, turns in few.items()}
            question = AskLegal(id=0, want="count", actions=tuple(few))
            found = self._ask(question, TurnCounts(id=0, counts=counts))
        if found is not None:
            self._differ(found)

    def _ask(self, question: FinalQuestion, expected: Reply | None = None) -> Difference | None:
        pair = self.pair
        found = pair.ask(question) if expected is None else pair.hold(question, expected)
        self.sheet.asked[str(question.__struct_config__.tag)] += 1
        return found

    def _differ(self, found: Difference) -> None:
        self.sheet.differ.update(found.rules)
        if found.id not in {known.id for known in self.sheet.differences}:
            self.sheet.differences.append(found)

    def _agree_on_notes(self) -> None:
        self.sheet.agree.update({rule.id for rule in self.pair.engine.notes})
        self.pair.engine.notes.clear()
