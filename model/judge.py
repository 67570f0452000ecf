"""One kind of event in one state, ready to be asked about."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Generic, NamedTuple, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from model.legality.event import EventRelation
from model.legality.turn import TurnRelation, different
from model.relation import Relation
from model.solver import LISTING, Answer, Outcome, Prover, Values
from model.terms import Holds, some, written
from referee.game.canonical import CanonicalTurn
from referee.game.events import Event
from referee.game.rule import Rule
from referee.game.state import State

E = TypeVar("E", bound=Event)


class Verdict(Struct, frozen=True):
    """Yes, no or unknown; with no, the ids of rules that cannot hold together with the event."""

    outcome: Outcome
    core: frozenset[str] = frozenset()
    """Legality rules of one conflict; an event with two faults may name either."""
    because: frozenset[str] = frozenset()
    """Effect rules on which that conflict rests."""
    reason: str = ""
    """Why the solver could not decide."""

    @property
    def is_legal(self) -> bool:
        """Whether the answer is a proven yes; an undecided question is an error, not a no."""
        if self.outcome == "unknown":
            raise UndecidedError(self.reason)
        return self.outcome == "yes"


class UndecidedError(Exception):
    """The solver gave up; nothing follows from that."""


class IllegalEventError(Exception):
    """The effect of an event was asked for that breaks a rule."""

    def __init__(self, verdict: Verdict) -> None:
        super().__init__(f"an effect was asked for, but {sorted(verdict.core)} forbid the event")
        self.verdict = verdict


class AmbiguousEffectError(Exception):
    """The constraints allow two different tables after one event: a fault of the model."""


def verdict(answer: Answer) -> Verdict:
    """Return the verdict that an answer of the solver amounts to."""
    return Verdict(
        answer.outcome,
        frozenset(_ids(answer.core, "legality")),
        frozenset(_ids(answer.core, "effect")),
        answer.reason,
    )


def _ids(rules: Iterable[Rule], kind: str) -> Iterator[str]:
    return (rule.id for rule in rules if rule.kind == kind)


class Question(NamedTuple):
    """One event put to a prover, for those who want to know more than whether it is legal."""

    prover: Prover
    relation: Relation
    facts: Mapping[str, Sequence[Holds]]
    """What each field of the event says."""
    unsaid: Collection[str]
    """What an event that says nothing would say too, as it is written."""
    said: Callable[[Values], Event]
    """The event of a solution."""
    wishes: Mapping[str, Holds]
    """What the event is evidently after."""

    @property
    def statements(self) -> list[Holds]:
        """Everything that the event says."""
        return [fact for facts in self.facts.values() for fact in facts]


class Judge(Generic[E]):
    """Answers questions about one kind of event in one state; further questions are cheap."""

    def __init__(self, relation: EventRelation[E]) -> None:
        self.relation = relation
        self._prover = Prover(relation.relation)
        self._knows_effects = False

    def legal(self, event: E) -> Verdict:
        """Return whether an event, taken as said, is legal."""
        return verdict(self._prover.ask(self._facts(event), why=True))

    def effect(self, event: E) -> State:
        """Return the one table that the constraints allow after a legal event."""
        self._learn_effects()
        self._prover.push()
        try:
            self._prover.tell(self._facts(event))
            found = self._solution(self._prover.look())
            if found is None:
                raise IllegalEventError(self.legal(event))
            after = self.relation.after()
            self._prover.tell([some(after.others(found))])
            if self._solution(self._prover.look()) is not None:
                raise AmbiguousEffectError(f"two tables are possible after {event}")
            return after.read(found)
        finally:
            self._prover.pop()

    def find(self, blank: E, given: Mapping[str, object]) -> E | None:
        """Return a legal event whose named fields are as given; None if there is none.

        `blank` is any event of the kind: its other fields are not looked at.
        """
        found = self._solution(self._prover.ask(self._fixed(blank, given)))
        return None if found is None else self.relation.said(found)

    def question(self, event: E, blank: E) -> Question:
        """Return an event with the prover that knows the rules about it; `blank` says nothing."""
        facts = {field: tuple(facts) for field, facts in self.relation.facts(event).items()}
        unsaid = {written(fact) for fact in self._facts(blank)}
        return Question(
            prover=self._prover,
            relation=self.relation.relation,
            facts=facts,
            unsaid=unsaid,
            said=self.relation.said,
            wishes=self.relation.wishes(event),
        )

    def _fixed(self, blank: E, given: Mapping[str, object]) -> list[Holds]:
        facts = self.relation.facts(replace(blank, **given))
        return [fact for field in given if field in facts for fact in facts[field]]

    def _facts(self, event: E) -> Iterator[Holds]:
        return (fact for facts in self.relation.facts(event).values() for fact in facts)

    def _learn_effects(self) -> None:
        if not self._knows_effects:
            self._knows_effects = True
            self.relation.after()
            self._prover.learn()

    def _solution(self, answer: Answer) -> Values | None:
        if answer.outcome == "unknown":
            raise UndecidedError(answer.reason)
        return answer.values

    def canonical_turns(self, blank: E, given: Mapping[str, object]) -> Iterator[CanonicalTurn]:
        """Yield every canonical turn once.

        As in `find`, the named fields of the turns are as given.
        """
        return (canonical for canonical, _ in self._turns(blank, given))

    def said_turns(self, blank: E) -> Iterator[tuple[CanonicalTurn, E]]:
        """Yield every canonical turn once, with a turn that says it."""
        for canonical, found in self._turns(blank, {}):
            yield canonical, self.relation.said(found)

    def _turns(
        self, blank: E, given: Mapping[str, object]
    ) -> Iterator[tuple[CanonicalTurn, Values]]:
        """Yield a solution for every canonical turn, blocking each on its own choices."""
        relation = self.relation
        if not isinstance(relation, TurnRelation):
            return
        choices = list(relation.choices())
        prover = Prover(relation.relation, LISTING)
        prover.keep_all_rules()
        prover.tell(self._fixed(blank, given))
        while (found := self._solution(prover.look())) is not None:
            yield relation.canonical(found), found
            prover.tell([some(different(choices, found))])
