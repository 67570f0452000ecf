"""The nearest legal event: the fewest parts of an event that have to change, and how.

Each equality that an event states about the variables of its relation is a statement: whether a
card is used, when a region is entered, from which column, how many steps are made. Statements about
one thing (a region, a book, a part of a reward, the steps of a goods turn) are one part of the
event. What an event is about (company, space, card, tile) and what it is after (a region entered, a
card or a book taken, anything at all) are its aims. One event is nearer to what was said than
another if it gives up less of the aims, by their weight; with equally much, if it differs in fewer
of the other parts; then, if it differs in fewer statements of those parts; and then, if its amounts
differ less in sum. Of equally good ways the one is taken whose changes come first by name.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict, replace

from referee.core.ids import Seat
from referee.core.state import State
from referee.core.turns import Entering, UseLevel
from referee.i18n.speech import say
from referee_model.explain import Correction
from referee_model.explain.conflicts import conflict_in, first_to_fail, keep_lightest, shrunk
from referee_model.judge import EventQuestion
from referee_model.kinds import JudgedEvent, kind_of
from referee_model.legality.region_rewards import SOMETHING
from referee_model.solver import MOST_WORK, Prover, UndecidedError, Values
from referee_model.terms import (
    Bit,
    Equation,
    Truth,
    Whole,
    every,
    minus,
    total,
    variable,
    when,
    written,
)


# Saying an event in the words of another: what that one left unsaid need not be said --------------
def in_words_of(said: JudgedEvent, event: JudgedEvent) -> JudgedEvent:
    """Return an event with nothing said that `said` leaves unsaid about the same thing."""
    shorter: dict[str, Any] = {}
    for field, value in asdict(event).items():
        old = getattr(said, field)
        if isinstance(value, tuple) and isinstance(old, tuple):
            named = {each.company for each in old if isinstance(each, UseLevel)}
            shorter[field] = tuple(
                _shortened(item, old)
                for item in value
                if not isinstance(item, UseLevel) or item.company in named
            )
        elif isinstance(value, Struct) and isinstance(old, Struct):
            shorter[field] = _shortened(value, (old,))
    return replace(event, **shorter)


def _shortened(item: Any, said: tuple[Any, ...]) -> Any:  # noqa: ANN401
    """Return an item without what is unsaid in one of the same sort that says its first field."""
    if not isinstance(item, Struct) or item in said:
        return item
    for old in said:
        if type(old) is type(item) and _first(old) == _first(item):
            return replace(item, **{name: None for name, v in asdict(old).items() if v is None})
    if isinstance(item, Entering):
        return replace(item, source=None)
    return item


def _first(item: Struct) -> object:
    """Return what an item is about; points are about nothing but themselves."""
    first = getattr(item, item.__struct_fields__[0])
    return None if isinstance(first, tuple | int) else first


# The solution in which a sum is least -------------------------------------------------------------
def least(prover: Prover, amount: Whole, measured: Callable[[Values], int]) -> Values:
    """Return a solution to all that is known in which `amount`, as `measured`, is least."""
    best = _solution(prover, "least", amount, None)
    if best is None:
        raise UndecidedError("a solution was lost")
    low, high = 0, measured(best)
    while low < high:
        middle = (low + high) // 2
        found = _solution(prover, f"least.{low}.{high}", amount, middle)
        if found is None:
            low = middle + 1
        else:
            best, high = found, measured(found)
    return best


def _solution(prover: Prover, tag: str, amount: Whole, limit: int | None) -> Values | None:
    prover.name({tag: limit is None or minus(amount, limit) <= 0})
    return prover.assume([tag]).values


SUBJECT = frozenset({"company", "space", "card", "tile"})
WEIGHT_OF_SUBJECT = 3

WISH = "wish."
"""What the tags of wishes begin with."""
WEIGHT_OF_WISH = 2
WEIGHT_OF_SOMETHING = 3


def correction(
    state: State, seat: Seat, event: JudgedEvent, *, work: int = MOST_WORK
) -> Correction:
    """Return the legal event of the same kind and seat that is nearest to an illegal one."""
    question = kind_of(event).judge(state, seat).question(event, levels_open=True)
    try:
        nearest = _nearest(question, work)
        if nearest is None:
            rules = question.relation.rule_of
            core = shrunk(conflict_in(question.prover(work)), frozenset(rules))
            return Correction("none", barred_by=frozenset(rules[tag].id for tag in core))
        return replace(nearest, event=_mended(state, seat, event, nearest))
    except UndecidedError as error:
        return Correction("unknown", reason=str(error))


def _nearest(question: EventQuestion, work: int) -> Correction | None:
    """Return the nearest legal event as a solution has it; None if none of the kind is legal."""
    prover = question.prover(work)
    prover.keep_all_rules()
    statements = {
        f"{field}.{number}": fact
        for field, facts in question.facts.items()
        for number, fact in enumerate(facts)
        if fact is not True
    }
    parts = _parts(question, statements)
    wishes = {f"{WISH}{name}": holds for name, holds in question.wishes.items()}
    aims = frozenset(part for part in parts if _is_subject(part)).union(wishes)
    prover.name(statements)
    prover.name({part: every(map(Bit, tags)) for part, tags in parts.items()})
    prover.name(wishes)
    others = dict.fromkeys((part for part in parts if part not in aims), 1)
    given_up = keep_lightest(prover, "aims", {aim: _weight(aim) for aim in aims}, frozenset(others))
    if given_up is None:
        return None
    touched = keep_lightest(prover, "others", others) or 0
    keep_lightest(prover, "changed", dict.fromkeys(statements, 1))
    failing = first_to_fail(prover, [*sorted(statements), *sorted(aims)])
    changed = failing & statements.keys()
    # What Z3 finds can depend on the order in which it is told.
    prover.tell(Bit(tag) for tag in (*statements, *sorted(aims)) if tag not in failing)
    differing = [fact for tag, fact in statements.items() if tag in changed]
    values = _least_changed(prover, question, differing)
    fields = dict.fromkeys(tag.rpartition(".")[0] for tag in statements if tag in changed)
    event: Any = question.read(values)
    return Correction("found", event, tuple(fields), given_up + touched)


def _parts(question: EventQuestion, statements: Mapping[str, Truth]) -> dict[str, list[str]]:
    """Return the statements about each part; the names of parts that were said come first."""
    part_of = question.relation.part_of
    names = {tag: part_of[variable(fact)] for tag, fact in statements.items()}
    said = {names[t] for t, fact in statements.items() if written(fact) not in question.unsaid}
    parts: dict[str, list[str]] = {}
    for tag, name in names.items():
        parts.setdefault(f"{'said' if name in said else 'unsaid'}-part.{name}", []).append(tag)
    return parts


def _is_subject(part: str) -> bool:
    return part.partition(".")[2] in SUBJECT


def _weight(aim: str) -> int:
    if _is_subject(aim):
        return WEIGHT_OF_SUBJECT
    return WEIGHT_OF_SOMETHING if aim == f"{WISH}{SOMETHING}" else WEIGHT_OF_WISH


def _least_changed(prover: Prover, question: EventQuestion, changed: Iterable[Truth]) -> Values:
    """Return the solution whose amounts differ least from what the changed statements said."""
    equations = (fact for fact in changed if isinstance(fact, Equation))
    amounts = [fact for fact in equations if fact.number.text in question.relation.amounts]
    away = total(
        when(f.number >= f.constant, f.number - f.constant, f.constant - f.number) for f in amounts
    )

    def distance(values: Values) -> int:
        return sum(abs(values.number(f.number.text) - f.constant) for f in amounts)

    return least(prover, away, distance)


# The event with its unchanged fields as they were said -------------------------------------------
def _mended(state: State, seat: Seat, said: JudgedEvent, nearest: Correction) -> JudgedEvent:
    """Return the nearest event in the words of the said one, proven to be legal."""
    judge = kind_of(said).judge(state, seat)
    found: Any = nearest.event
    mixed = replace(said, **{field: getattr(found, field) for field in nearest.changed})
    for event in (in_words_of(said, mixed), mixed, found):
        if judge.legal(event).is_legal:
            return event
    raise UndecidedError(say("answers.correction.no-notation"))
