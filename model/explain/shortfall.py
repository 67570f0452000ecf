"""What was missing on the table for exactly this event.

The event is put to its relation once more, this time with a free amount more of everything that a
rule measures: pounds, points, units, posts, markers, steps. The least sum of these amounts with
which the event is legal is what was missing. A card, tile or book that is not where the event takes
it from is missing as well, and supposed to be there.
"""

from model.explain.answer import Lack, Shortfall
from model.explain.conflicts import conflict_in, shrunk
from model.explain.least import least
from model.explain.presence import presence, said_facts
from model.judge import EventQuestion
from model.kinds import JudgedEvent, kind_of
from model.solver import PATIENCE_MS, Prover, UndecidedError, Values
from model.terms import Bit, total
from referee.game.ids import Seat
from referee.game.state import State


def shortfall(
    state: State,
    seat: Seat,
    event: JudgedEvent,
    *,
    with_choice: bool = False,
    patience_ms: int = PATIENCE_MS,
) -> Shortfall:
    """Return what an illegal event would have needed besides what there was.

    What it leaves unsaid may be anything if that is asked for `with_choice`, or if what it names is
    not there, so that nothing could be noted about it.
    """
    there = presence(state, seat, event)
    question = kind_of(event).supposing(there.state, seat, there.event)
    if with_choice or there.is_elsewhere:
        question = question._replace(facts=said_facts(question.facts, there.event))
    try:
        helpless, values = _supposed(question, question.prover(patience_ms))
    except UndecidedError as error:
        return Shortfall("unknown", reason=str(error))
    lacks = [*there.lacks]
    for what, number_more in question.relation.more.items():
        if number := values.number(number_more.text):
            lacks.append(Lack(what, number))
    broken = frozenset(question.relation.rule_of[tag].id for tag in helpless)
    return Shortfall("found" if lacks else "none", tuple(lacks), broken)


def _supposed(question: EventQuestion, prover: Prover) -> tuple[frozenset[str], Values]:
    """Return the rules that nothing more helps with, and what the others need at least."""
    more = question.relation.more.values()
    rules = frozenset(question.relation.rule_of)
    prover.tell(question.statements)
    helpless = _helpless(question, prover, rules)
    prover.tell(Bit(tag) for tag in sorted(rules - helpless))
    values = least(
        prover, total(more), lambda values: sum(values.number(number.text) for number in more)
    )
    return helpless, values


def _helpless(question: EventQuestion, prover: Prover, rules: frozenset[str]) -> frozenset[str]:
    """Return legality rules that forbid the event whatever there is more of."""
    conflict = conflict_in(prover)
    rule_of = question.relation.rule_of
    effects = frozenset(tag for tag in rules if rule_of[tag].kind == "effect")
    found: frozenset[str] = frozenset()
    while (core := conflict(rules - found)) is not None:
        broken = shrunk(conflict, core) - effects
        # Rules that only join in where it is not known what an effect rule gives are not broken.
        alone = frozenset(tag for tag in broken if conflict(effects | {tag}) is not None)
        found |= alone or broken
    return found
