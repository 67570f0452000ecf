"""One kind of event in one state, ready to be asked about."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Generic, NamedTuple, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from referee.core.canonical import CanonicalTurn
from referee.core.events import Event
from referee.core.state import State
from referee.rulebook.tracks import BONUSES_NOT_ADDED
from referee_model import solver
from referee_model.legality.turn import LEVELS, EventRelation, TurnRelation
from referee_model.relation import Relation
from referee_model.terms import Truth, some, value_stated, written

# One event that is judged once: what it says is folded into the rules as they are stated ----------
#
# Most of what the rules demand is then decided while it is written down, and little is left for
# the solver. It answers *yes* with the table after the event; for everything else, such as which
# rules stand against it, the relation with free variables has to be asked.
E = TypeVar("E", bound=Event)


def stated_values(facts: Iterable[Truth]) -> dict[str, int] | None:
    """Return the value that facts give to each variable; None if they contradict each other."""
    found: dict[str, int] = {}
    for fact in facts:
        if (stated := value_stated(fact)) is None:
            continue
        name, value = stated
        if found.setdefault(name, value) != value:
            return None
    return found


class KnownEvent(Generic[E]):
    """An event with the rules about it, in which everything that it says is known."""

    def __init__(self, relation: EventRelation[E], facts: Mapping[str, Iterable[Truth]]) -> None:
        self._relation = relation
        self._facts = [*_flat(facts)]

    @cached_property
    def is_legal(self) -> bool:
        """Whether the event is proven to be legal."""
        return self._settled() is not None or self._prover().look().outcome == "yes"

    def effect(self) -> State | None:
        """Return the only table that is possible after the event; None if that is not proven."""
        after = self._relation.after()
        settled = self._settled()
        if settled is not None and not any(after.others(settled)):
            return after.read(settled)
        prover = self._prover()
        found = prover.look()
        if found.values is None:
            return None
        others = some(after.others(found.values))
        if others is not False:
            prover.tell([others])
            if prover.look().outcome != "no":
                return None
        return after.read(found.values)

    def _settled(self) -> solver.Values | None:
        values = self._relation.relation.settled(self._facts)
        return None if values is None else solver.Values(values)

    def _prover(self) -> solver.Prover:
        """Return a solver that knows the rules, as far as they are stated, and what was said."""
        prover = solver.Prover(self._relation.relation)
        prover.tell(self._facts)
        return prover


class ModelVerdict(Struct, frozen=True):
    """Yes, no or unknown; with no, the ids of rules that cannot hold together with the event."""

    outcome: solver.Satisfiability
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
            raise solver.UndecidedError(self.reason)
        return self.outcome == "yes"


class IllegalEffectError(Exception):
    """The effect of an event was asked for that breaks a rule."""

    def __init__(self, verdict: ModelVerdict) -> None:
        super().__init__(f"an effect was asked for, but {sorted(verdict.core)} forbid the event")
        self.verdict = verdict


class AmbiguousEffectError(Exception):
    """The constraints allow two different tables after one event: a fault of the model."""


def verdict(answer: solver.Solution) -> ModelVerdict:
    """Return the verdict that an answer of the solver amounts to."""
    core = frozenset(rule.id for rule in answer.core if rule.kind == "legality")
    because = frozenset(rule.id for rule in answer.core if rule.kind == "effect")
    return ModelVerdict(answer.outcome, core, because, answer.reason)


def _flat(facts: Mapping[str, Iterable[Truth]]) -> Iterator[Truth]:
    return (fact for of_field in facts.values() for fact in of_field)


class EventQuestion(NamedTuple):
    """One event and the rules about it, to find out more than whether it is legal."""

    relation: Relation
    facts: Mapping[str, Sequence[Truth]]
    """What each field of the event says."""
    unsaid: Collection[str]
    """What an event that says nothing would say too, as it is written."""
    read: Callable[[solver.Values], Event]
    """The event of a solution."""
    wishes: Mapping[str, Truth]
    """What the event is evidently after."""

    def prover(self, work: int) -> solver.Prover:
        """Return a new solver that knows the rules."""
        return solver.Prover(self.relation, solver.explaining(work))


class Judge(Generic[E]):
    """Answers questions about one kind of event in one state; further questions are cheap."""

    def __init__(
        self,
        make: Callable[[Relation], EventRelation[E]],
        blank: E,
        *,
        outline: Callable[[E], Mapping[str, int]] | None = None,
    ) -> None:
        self._make = make
        self._blank = blank
        """An event that says nothing."""
        self._outline = outline
        """The values that decide which variables an event has; None where any might."""
        self._knows_effects = False
        self._first: tuple[E, KnownEvent[E] | None] | None = None
        self._was_asked = False

    @cached_property
    def relation(self) -> EventRelation[E]:
        """The rules over free variables."""
        return self._make(Relation())

    @cached_property
    def _prover(self) -> solver.Prover:
        return solver.Prover(self.relation.relation)

    def _known(self, event: E) -> KnownEvent[E] | None:
        """Return an event that is judged for itself; None where the solver knows all rules anyway.

        Only the first event in a state is: for further ones it pays to have loaded the rules once.
        """
        if self._first is None:
            self._first = event, self._folded(event)
        first, folded = self._first
        return folded if first == event and "_prover" not in self.__dict__ else None

    def _folded(self, event: E) -> KnownEvent[E] | None:
        if self._outline is None:
            stated = self.relation
        else:
            # Only the variables of the event are needed here, not the rules.
            names = Relation.of_names(self._outline(event))
            stated = self._make(names)
            names.forget_values()
        given = stated_values(_flat(stated.facts(event)))
        if given is None:
            return None
        relation = self._make(Relation(given=given))
        return KnownEvent(relation, relation.facts(event))

    def legal(self, event: E) -> ModelVerdict:
        """Return whether an event, taken as said, is legal."""
        if (said := self._known(event)) and said.is_legal:
            return ModelVerdict("yes")
        ruled = verdict(self._ruling(event))
        # A conflict that does not rest on the levels of bonuses is one at all levels.
        if BONUSES_NOT_ADDED.id in ruled.because:
            return self.legal_at_lower_levels(event) or ruled
        return ruled

    def _ruling(self, event: E) -> solver.Solution:
        """Return what the solver says to an event, and if it is illegal why."""
        facts = _flat(self.relation.facts(event))
        if self._was_asked:
            return self._prover.ask(facts, why=True)
        # To take in all rules before it knows the event pays only for those who go on asking.
        self._was_asked = True
        prover = solver.Prover(self.relation.relation)
        prover.tell(facts)
        return prover.look(why=True)

    def legal_at_lower_levels(self, event: E) -> ModelVerdict | None:
        """Return the verdict where bonuses do not all count at their highest levels.

        None means that no choice of the levels left open is better than the highest. A level that
        cannot be used is a fault of its own and counts as unsaid for all other rules.
        """
        facts, usable = self.relation.open_facts, self.relation.usable(event)
        if self._prover.ask(_flat(facts(usable))).outcome == "no":
            return None
        return verdict(self._prover.ask(_flat(facts(event)), why=True))

    def effect(self, event: E) -> State:
        """Return the one table that the constraints allow after a legal event."""
        if (said := self._known(event)) and (found := said.effect()) is not None:
            return found
        if not self._knows_effects:
            self._knows_effects = True
            self.relation.after()
            self._prover.learn()
        for number, facts in enumerate(self.relation.readings(event)):
            if number == 1 and self.legal(event).outcome == "no":
                break
            if (after := self._after(event, facts)) is not None:
                return after
        raise IllegalEffectError(self.legal(event))

    def _after(self, event: E, facts: Mapping[str, Iterable[Truth]]) -> State | None:
        """Return the table after one reading of an event; None where that is illegal."""
        self._prover.push()
        try:
            self._prover.tell(_flat(facts))
            found = self._solution(self._prover.look())
            if found is None:
                return None
            after = self.relation.after()
            self._prover.tell([some(after.others(found))])
            if self._solution(self._prover.look()) is not None:
                raise AmbiguousEffectError(f"two tables are possible after {event}")
            return after.read(found)
        finally:
            self._prover.pop()

    def find(self, given: Mapping[str, object]) -> E | None:
        """Return a legal event whose named fields are as given; None if there is none."""
        found = self._solution(self._prover.ask(self._fixed(given)))
        if found is None:
            return None
        levels = {LEVELS: given[LEVELS]} if LEVELS in given else {}
        return replace(self.relation.read(found), **levels)

    def question(self, event: E, *, levels_open: bool = False) -> EventQuestion:
        """Return an event with the rules about it.

        Levels of bonuses that the event leaves open are the highest, or as free as it leaves them.
        """
        relation = self.relation
        said = relation.open_facts(event) if levels_open else relation.facts(event)
        facts = {field: tuple(facts) for field, facts in said.items()}
        return EventQuestion(
            relation=relation.relation,
            facts=facts,
            unsaid={written(fact) for fact in _flat(relation.facts(self._blank))},
            read=relation.read_in_full,
            wishes=relation.wishes(event),
        )

    def supposed(self, event: E, left_open: Collection[str]) -> tuple[Relation, list[Truth]]:
        """Return the rules where there may be more of everything, and what an event says.

        Its levels may be any, and what stands in the fields left open anything.
        """
        relation = self._make(Relation(supposing=True)) if left_open else self._supposing(event)
        facts = relation.open_facts(event)
        said = {field: facts[field] for field in facts if field not in left_open}
        return relation.relation, [*_flat(said)]

    def _supposing(self, event: E) -> EventRelation[E]:
        """Return the rules, with what an event says folded into them unless some of it is lost."""
        given = stated_values(_flat(self.relation.open_facts(event))) or {}
        relation = self._make(Relation(supposing=True, given=given))
        # A part that is said and that the table does not give has no variables then, but what
        # follows from it is to be judged; the rank of a part that is not said lies below 0.
        if any(given[name] > 0 for name in given.keys() - relation.relation.part_of.keys()):
            return self._make(Relation(supposing=True))
        return relation

    def _fixed(self, given: Mapping[str, object]) -> list[Truth]:
        facts = self.relation.open_facts(replace(self._blank, **given))
        fields = dict.fromkeys((*given, LEVELS))
        return [fact for field in fields if field in facts for fact in facts[field]]

    def _solution(self, answer: solver.Solution) -> solver.Values | None:
        if answer.outcome == "unknown":
            raise solver.UndecidedError(answer.reason)
        return answer.values

    def turns(self, given: Mapping[str, object]) -> Iterator[tuple[CanonicalTurn, E]]:
        """Yield every canonical turn once, with a turn that says it; fields are as in `find`."""
        relation = self.relation
        if not isinstance(relation, TurnRelation):
            return
        choices = list(relation.choices())
        prover = solver.Prover(relation.relation, solver.LISTING)
        prover.keep_all_rules()
        prover.tell(self._fixed(given))
        while (found := self._solution(prover.look())) is not None:
            yield relation.canonical(found), relation.read(found)
            # Each is blocked on its own choices.
            prover.tell([some(found.others(choices))])
