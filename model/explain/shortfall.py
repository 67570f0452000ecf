"""What was missing on the table for exactly this event.

The event is put to its relation once more, this time with a free amount more of everything that a
rule measures: pounds, points, units, posts, markers, steps. The least sum of these amounts with
which the event is legal is what was missing.
"""

from collections.abc import Iterable

from msgspec.structs import replace

from model.explain.answer import Lack, Shortfall
from model.explain.conflicts import conflict_in, shrunk
from model.explain.least import least
from model.judge import Question, UndecidedError
from model.kinds import Ruled, kind_of
from model.legality.table import Table
from model.solver import PATIENCE_MS, Values
from model.terms import Bit, total
from referee.game.ids import ItemId, Seat
from referee.game.state import State
from referee.game.turns import Expand, UseBookkeeper, UseGoods, UseMerchant

FACE_UP = "face-up:"
"""What is lacking where a card lies face down: this, and the card."""


def shortfall(
    state: State, seat: Seat, event: Ruled, *, patience_ms: int = PATIENCE_MS
) -> Shortfall:
    """Return what an illegal event would have needed besides what there was."""
    turned = _face_down(state, seat, event)
    question = kind_of(event).supposing(_with_face_up(state, seat, turned), seat, event)
    try:
        with question.prover.aside(patience_ms):
            helpless, values = _supposed(question)
    except UndecidedError as error:
        return Shortfall("unknown", reason=str(error))
    lacks = [Lack(f"{FACE_UP}{item}", 1) for item in turned]
    for what, number_more in question.relation.more.items():
        if number := values.number(number_more.text):
            lacks.append(Lack(what, number))
    broken = frozenset(question.relation.rule_of[tag].id for tag in helpless)
    return Shortfall("found" if lacks else "none", tuple(lacks), broken)


def _supposed(question: Question) -> tuple[frozenset[str], Values]:
    """Return the rules that nothing more helps with, and what the others need at least."""
    prover, more = question.prover, question.relation.more.values()
    rules = frozenset(question.relation.rule_of)
    prover.tell(question.statements)
    helpless = _helpless(question, rules)
    prover.tell(Bit(tag) for tag in rules - helpless)
    values = least(
        prover, total(more), lambda values: sum(values.number(number.text) for number in more)
    )
    return helpless, values


def _helpless(question: Question, rules: frozenset[str]) -> frozenset[str]:
    """Return legality rules that forbid the event whatever there is more of."""
    conflict = conflict_in(question.prover)
    rule_of = question.relation.rule_of
    effects = frozenset(tag for tag in rules if rule_of[tag].kind == "effect")
    found: frozenset[str] = frozenset()
    while (core := conflict(rules - found)) is not None:
        broken = shrunk(conflict, core) - effects
        # Rules that only join in where it is not known what an effect rule gives are not broken.
        alone = frozenset(tag for tag in broken if conflict(effects | {tag}) is not None)
        found |= alone or broken
    return found


def _face_down(state: State, seat: Seat, event: Ruled) -> tuple[ItemId, ...]:
    """Return what an event uses, and could use if it did not lie face down."""
    used = state.players[seat].used
    table = Table(_with_face_up(state, seat, used), seat)
    items: tuple[ItemId, ...] = ()
    match event:
        case UseGoods(cards=cards):
            items = tuple(card for card in cards if table.goods_card(card))
        case Expand(cards=named):
            items = tuple(item for item in named or () if item in table.expansion_items(table.me))
        case UseBookkeeper(card=card):
            items = (card,) if card in table.bookkeepers(table.me) else ()
        case UseMerchant(card=card):
            items = (card,) if card in table.merchants(table.me) else ()
        case _:
            pass
    return tuple(dict.fromkeys(item for item in items if item in used))


def _with_face_up(state: State, seat: Seat, items: Iterable[ItemId]) -> State:
    player = state.players[seat]
    turned = replace(player, used=player.used - {*items})
    return replace(state, players=(*state.players[:seat], turned, *state.players[seat + 1 :]))
