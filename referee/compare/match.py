"""One game played by a program and the engine side by side."""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice
from random import Random
from typing import Final, TypeVar

from msgspec import Struct

from referee.compare.answers import Parting, parting
from referee.compare.difference import Asked, Difference, from_misbehaviour, from_parting
from referee.compare.foreign import Partner, game_of
from referee.compare.near_misses import misplaced, near_misses, other_turns, slips
from referee.conformance.program import MisbehaviourError
from referee.conformance.protocol import (
    Answer,
    Apply,
    Check,
    Legal,
    Question,
    Score,
    Scores,
    Table,
    TableDigest,
    TableState,
    TurnCounts,
    TurnLists,
    Verdict,
)
from referee.conformance.serving import answer_about
from referee.engine import initial, step
from referee.engine.actions import has_turn
from referee.engine.listing import legal_turns
from referee.engine.referee import UnreadableEventError
from referee.engine.sampling import ACTIONS
from referee.engine.scoring import pads
from referee.game.events import Event
from referee.game.rule import Rule
from referee.game.setting import Setting
from referee.game.turns import Action, Turn

A = TypeVar("A", bound=Answer)

LISTED: Final = 100
"""Up to so many turns of an action are counted or listed; more would cost time and show little."""

LISTING: Final = 1 / 5
"""At how many of the tables the legal turns are compared."""


class Thoroughness(Struct, frozen=True):
    """How much is asked at each event."""

    illegal: int = 2
    """Events with a slip, and turns with an illegal answer: so many of each."""
    listing: float = LISTING


class Compared(Struct, kw_only=True):
    """What came of one game."""

    agree: Counter[str]
    """How often a rule was at work, or broken, and both said the same."""
    differ: Counter[str]
    asked: Counter[str]
    differences: list[Difference]
    events: int = 0


class Match:
    """A game in progress."""

    def __init__(self, partner: Partner, setting: Setting, seed: str, how: Thoroughness) -> None:
        self.partner = partner
        self.setting = setting
        self.seed = seed
        self.how = how
        self.notes: list[Rule] = []
        self.state = initial(setting, self.notes)
        self.happened: list[Event] = []
        self.found = Compared(agree=Counter(), differ=Counter(), asked=Counter(), differences=[])
        self.scores_parted = False
        self.tried: Counter[str] = Counter()
        """How often a turn was tried that broke this rule alone."""
        self._asked: Asked | None = None

    @property
    def tells_table(self) -> bool:
        """Whether the program tells its table, so that not only scores show a difference."""
        return self.partner.can("digest", "state")

    def play(self, events: Iterable[Event]) -> Compared:
        """Play the events until the tables part or the program fails, and return what was found."""
        try:
            self.partner.begin(self.setting)
            for number, event in enumerate(events):
                self._ask_about_table(Random(f"{self.seed} {number}"), event)
                if not self._apply(event):
                    break
        except MisbehaviourError as error:
            game = game_of(self.setting, tuple(self.happened))
            self.found.differences.append(from_misbehaviour(error, game, self._asked))
        self.found.events = len(self.happened)
        return self.found

    def _apply(self, event: Event) -> bool:
        """Let both apply a legal event, and return whether the game can go on."""
        verdict = self._ask(Apply(id=0, event=event), Verdict)
        if found := parting(self.state, Verdict(id=0), verdict):
            self._differ(found, Apply(id=0, event=event))
            return False
        self.state = step(self.state, event, self.notes)
        self.happened.append(event)
        return self._same_table() and self._same_scores()

    def _same_table(self) -> bool:
        for ability, kind in (("digest", TableDigest), ("state", TableState)):
            if ability not in self.partner.introduction().abilities:
                continue
            question = Table(id=0, want=ability)  # type: ignore[arg-type]
            found = self._compare(question, kind)
            if found is None:
                self._agree_on_notes()
                return True
            if ability == "digest" and self.partner.can("state"):
                # The state tells more than that there is a difference.
                continue
            self._differ(found, question, at_work=True)
            return False
        return True

    def _same_scores(self) -> bool:
        """Compare the scores; where nothing else tells the tables apart they decide."""
        if not self._scores_due():
            return True
        pads(self.state, self.notes)
        found = self._compare(Score(id=0), Scores)
        if found is None:
            self._agree_on_notes()
            return True
        self._differ(found, Score(id=0), at_work=not self.tells_table)
        self.notes.clear()
        self.scores_parted = True
        return self.tells_table

    def _scores_due(self) -> bool:
        if self.scores_parted:
            return False
        if self.state.phase == "over":
            return self.partner.can("score", "final-score")
        return self.partner.can("score") and self.state.phase in {
            "planning",
            "actions",
            "preparation",
        }

    def _ask_about_table(self, rng: Random, event: Event) -> None:
        for other in self._events_to_check(rng, event):
            try:
                verdict = answer_about(self.state, Check(id=0, event=other))
            except UnreadableEventError:
                continue
            assert isinstance(verdict, Verdict)  # noqa: S101
            self._check(other, verdict)
        if has_turn(self.state) and self.partner.can("count", "legal"):
            self._compare_turns(rng)

    def _events_to_check(self, rng: Random, event: Event) -> Iterator[Event]:
        if not self.partner.can("check", "refuse"):
            return
        yield from slips(self.state, event, rng, self.how.illegal)
        if self.how.illegal:
            yield from misplaced(self.state, self.happened, rng)
        if has_turn(self.state):
            yield from near_misses(self.state, rng, self.how.illegal, self.tried)
            if self.partner.can("check"):
                yield from other_turns(self.state, rng, 1)

    def _check(self, event: Event, expected: Verdict) -> None:
        """Compare the verdicts on an event that does not happen."""
        if self.partner.can("check"):
            question: Asked = Check(id=0, event=event)
        elif not expected.legal:
            question = Apply(id=0, event=event)
        else:
            return
        found = parting(self.state, expected, self._ask(question, Verdict))
        if found is None:
            self.found.agree.update(expected.rules)
            return
        self._differ(found, question)
        if isinstance(question, Apply):
            # It applied what is illegal, so its table is worth nothing now.
            self.partner.begin(self.setting, self.happened)

    def _compare_turns(self, rng: Random) -> None:
        if rng.random() >= self.how.listing:
            return
        few: dict[Action, tuple[Turn, ...]] = {}
        for action in ACTIONS:
            listed = islice(legal_turns(self.state, (action,)), LISTED + 1)
            turns = tuple(turn for _, turn in listed)
            if len(turns) <= LISTED:
                few[action] = turns
        question: Legal
        if self.partner.can("legal"):
            question = Legal(id=0, want="turns", actions=tuple(few))
            every = tuple(turn for turns in few.values() for turn in turns)
            found = parting(
                self.state, TurnLists(id=0, turns=every), self._ask(question, TurnLists)
            )
        else:
            question = Legal(id=0, want="count", actions=tuple(few))
            counts = {action: len(turns) for action, turns in few.items()}
            found = parting(
                self.state, TurnCounts(id=0, counts=counts), self._ask(question, TurnCounts)
            )
        if found:
            self._differ(found, question)

    def _compare(self, question: Question, kind: type[Answer]) -> Parting | None:
        given = self._ask(question, kind)
        return parting(self.state, answer_about(self.state, question), given)

    def _ask(self, question: Asked, kind: type[A]) -> A:
        self._asked = question
        answer = self.partner.ask(question, kind)
        self._asked = None
        self.found.asked[str(question.__struct_config__.tag)] += 1
        return answer

    def _differ(self, found: Parting, asked: Asked, *, at_work: bool = False) -> None:
        game = game_of(self.setting, tuple(self.happened))
        notes = tuple(self.notes) if at_work else ()
        difference = from_parting(found, game, asked, notes)
        self.found.differ.update(difference.rules)
        if difference.id not in {known.id for known in self.found.differences}:
            self.found.differences.append(difference)

    def _agree_on_notes(self) -> None:
        self.found.agree.update({rule.id for rule in self.notes})
        self.notes.clear()
