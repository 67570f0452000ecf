"""What was missing on the table for exactly this event.

The event is put to its relation once more, this time with a free amount more of everything that a
rule measures: pounds, points, units, posts, markers, steps. The least sum of these amounts with
which the event is legal is what was missing. A card, tile or book that is not where the event takes
it from is missing as well, and supposed to be there.
"""

from model.explain.answer import Lack, Shortfall
from model.explain.conflicts import ConflictFinder, Tags, conflict_in, shrunk
from model.explain.least import least
from model.explain.presence import fields_left_open, presence
from model.judge import SupposedEvent
from model.kinds import JudgedEvent, kind_of
from model.solver import PATIENCE_MS, Prover, UndecidedError, Values, explaining
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
    left_open = fields_left_open(there.event) if with_choice or there.is_elsewhere else ()
    supposed = kind_of(event).supposed(there.state, seat, there.event, left_open)
    try:
        helpless, values = _least_more(supposed, patience_ms)
    except UndecidedError as error:
        return Shortfall("unknown", reason=str(error))
    lacks = [*there.lacks]
    for what, number_more in supposed.relation.more.items():
        if number := values.number(number_more.text):
            lacks.append(Lack(what, number))
    broken = frozenset(supposed.relation.rule_of[tag].id for tag in helpless)
    return Shortfall("found" if lacks else "none", tuple(lacks), broken)


def _least_more(supposed: SupposedEvent, patience_ms: int) -> tuple[Tags, Values]:
    """Return the rules that nothing more helps with, and what the others need at least."""
    relation = supposed.relation
    prover = Prover(relation, explaining(patience_ms))
    prover.tell(supposed.statements)
    in_question = frozenset(t for t, rule in relation.rule_of.items() if rule.kind == "legality")
    prover.tell(Bit(tag) for tag in sorted(relation.rule_of.keys() - in_question))
    helpless = _helpless(conflict_in(prover), in_question)
    prover.tell(Bit(tag) for tag in sorted(in_question - helpless))
    more = relation.more.values()
    values = least(
        prover, total(more), lambda values: sum(values.number(number.text) for number in more)
    )
    return helpless, values


def _helpless(conflict: ConflictFinder, rules: Tags) -> Tags:
    """Return the rules that forbid the event whatever there is more of."""
    found: Tags = frozenset()
    while (core := conflict(rules - found)) is not None:
        if not core:
            raise UndecidedError("no rule is in question, and yet there is no solution")
        broken = shrunk(conflict, core)
        # Rules that only join in where it is not known what an effect rule gives are not broken.
        alone = frozenset(tag for tag in broken if conflict(frozenset({tag})) is not None)
        found |= alone or broken
    return found
