"""Sound rules that drop a turn, or a beginning of one, before the lines that refute it are met.

Each rule only says earlier what the search would find later. A rule about beginnings must stay
true however the turn goes on.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from referee.core.ids import BOOK_LETTERS, BookId, Seat
from referee.core.state import State
from referee.core.turns import Action, UsesBonuses
from referee.engine.actions import ROWS, Answers, action_of, answers_of
from referee.engine.bookkeeping import ChooseBookkeeper, FlipBook, MoveJar
from referee.engine.books import PlaceBooks
from referee.engine.diamonds import ChooseMerchant
from referee.engine.expansion import ChooseExpansionCards, OustPosts
from referee.engine.facts import facts_of
from referee.engine.goods import ChooseGoods
from referee.engine.goods_tile import PlaceGoodsTile
from referee.engine.levels import UseLevels, lower_levels
from referee.engine.random_turns import ACTIONS
from referee.engine.round_end import begin_turn
from referee.engine.unfinished import Unfinished
from referee.engine.work import COMPANY_INDEX, Work
from referee.gaps.foresight import NO_LIMITS, Foresight, Marker
from referee.rulebook import bookkeeping as book_rules

PruningRule = Callable[[Work, Foresight], bool]
"""Whether a turn may be gone on with."""

StageRule = Callable[[Unfinished, Foresight], bool]
"""Whether a beginning of a turn that has come to a stage may be gone on with."""


def position(work: Work, marker: Marker) -> int:
    """Return where a marker of the player stands in the middle of a turn."""
    match marker:
        case "diamonds":
            return work.diamonds
        case "ink":
            return work.ink
        case _:
            return work.tracks[COMPANY_INDEX[marker]]


def markers_not_beyond(work: Work, foresight: Foresight) -> bool:
    """No marker has gone beyond where somebody claims it to stand at a later time."""
    at_most = foresight.limits.get(work.seat, NO_LIMITS).at_most
    return all(position(work, marker) <= value for marker, value in at_most.items())


def markers_as_claimed(work: Work, foresight: Foresight) -> bool:
    """Markers stand where they are claimed to stand before the player's next turn."""
    exactly = foresight.limits.get(work.seat, NO_LIMITS).exactly
    return all(position(work, marker) == value for marker, value in exactly.items())


def cash_as_claimed(work: Work, foresight: Foresight) -> bool:
    """Cash is what is claimed before the player's next turn, less what others can bring him."""
    limits = foresight.limits.get(work.seat, NO_LIMITS)
    if any(work.my_cash != value for value in limits.cash_now):
        return False
    if not limits.cash:
        return True
    gifts = most_given(work)
    return all(value - gifts <= work.my_cash <= value for value in limits.cash)


def most_given(work: Work) -> int:
    """Return the most that special spaces can bring the player in turns of the others.

    A space pays him if he stands there or beyond, once for each player who comes to it.
    """
    others = [p for seat, p in enumerate(work.state.players) if seat != work.seat]
    return sum(
        pounds * sum(player.tracks[index] < space for player in others)
        for index, specials in enumerate(work.facts.specials)
        for space, pounds in specials.items()
        if work.tracks[index] >= space
    )


def not_ended_before_later_turn(work: Work, foresight: Foresight) -> bool:
    """Nobody ends the phase who takes another turn in the round."""
    return not (work.me.done and work.seat in foresight.goes_on)


def hand_for_next_plan(work: Work, foresight: Foresight) -> bool:
    """Whoever ends the phase has in his hand what he plans in the next round."""
    planned = foresight.next_plans.get(work.seat)
    return planned is None or not work.me.done or planned <= work.player_after().hand


def items_left_for_later(work: Work, foresight: Foresight) -> bool:
    """Nothing is used that the player uses later in the round."""
    later = foresight.items.get(work.seat)
    return later is None or later.isdisjoint(work.cards)


def expansion_left_for_later(work: Work, foresight: Foresight) -> bool:
    """Whoever expands later in the round still has an expansion card face up."""
    return work.seat not in foresight.expands or bool(work.area().expansion_items())


def next_turn_possible(work: Work, foresight: Foresight) -> bool:
    """Nothing in the player's own area, which nobody else changes, forbids his next turn."""
    turn = foresight.next_turns.get(work.seat)
    if turn is None or work.me.done:
        return True
    action, answers = action_of(turn), answers_of(turn)
    state = work.state.with_player(work.seat, begin_turn(work.player_after(), work.facts))
    highest = Work.on(state, work.seat)
    named = turn.levels if isinstance(turn, UsesBonuses) else ()
    if _begins(highest, action, answers):
        return True
    lower = lower_levels(highest, action, named)
    return any(_begins(Work.on(state, work.seat, levels), action, answers) for levels in lower)


def _begins(work: Work, action: Action, answers: Answers) -> bool:
    """Return whether a turn breaks no rule in the stages that look at nothing but its area."""
    for stage, said in zip(ROWS[action], answers, strict=True):
        if not isinstance(stage, OF_OWN_AREA):
            return True
        for answer in said:
            if answer is None and stage.none_is_nothing:
                continue
            if any(each.rule.id not in OF_CASH for each in stage.judge(work, answer)):
                return False
            stage.take(work, answer)
    return True


OF_OWN_AREA = (
    PlaceGoodsTile,
    UseLevels,
    ChooseGoods,
    ChooseExpansionCards,
    ChooseBookkeeper,
    FlipBook,
    MoveJar,
    ChooseMerchant,
)
"""Stages whose rules are about the area, the track of books and the levels of the player."""

OF_CASH = frozenset({book_rules.FLIP_IS_PAID.id})
"""Others' turns may bring him the pounds that he lacks now."""


def purchase_left_for_later(work: Work, foresight: Foresight) -> bool:
    """No card is bought that somebody buys later in the round."""
    return work.bought is None or work.bought not in foresight.bought


def card_left_for_owner(work: Work, foresight: Foresight) -> bool:
    """No card is bought that another player uses later in the game."""
    return work.bought is None or foresight.owners.get(work.bought, work.seat) == work.seat


def books_left_for_later(work: Work, foresight: Foresight) -> bool:
    """No book is taken that is taken later in the game."""
    return not work.taken or foresight.taken.isdisjoint(work.taken)


def cards_bought_in_time(work: Work, foresight: Foresight) -> bool:
    """No card lies on the display that the player uses before he can buy another."""
    needed = foresight.to_have.get(work.seat)
    return not needed or all(
        card is None or card == work.bought or card not in needed for card in work.state.display
    )


def purchases_as_drawn(work: Work, foresight: Foresight) -> bool:
    """Gone from the columns that are moved on are as many cards as are drawn after the round."""
    drawn = foresight.drawn
    if drawn is None or drawn.cards == sum(map(len, work.state.unseen_cards)):
        return True
    rows = work.facts.card_rows
    left = [card for card in work.state.display[rows:] if card is not None]
    gone = len(work.state.display) - rows - len(left)
    gone += sum(card == work.bought or card in drawn.bought for card in left)
    return gone <= drawn.cards - rows <= gone + drawn.gaps


def space_left_for_later(work: Work, foresight: Foresight) -> bool:
    """No marker is placed where one is placed later in the round."""
    return work.marker is None or work.marker not in foresight.spaces


def books_not_beyond_refill(work: Work, foresight: Foresight) -> bool:
    """No book is taken whose space is not refilled though the supply could do it."""
    if not work.taken or foresight.refilled is None:
        return True
    return books_that_stay(work.state, foresight).isdisjoint(work.taken)


def books_of_refill_taken(work: Work, foresight: Foresight) -> bool:
    """Every space that is refilled after the turn is empty."""
    return not foresight.refilled or all(
        book is None or space not in foresight.refilled
        for space, book in zip(work.facts.book_spaces, work.book_display, strict=True)
    )


def books_that_stay(table: State, foresight: Foresight) -> frozenset[BookId]:
    """Return the books that lie on after a turn, because a gap would have been refilled."""
    refilled = foresight.refilled
    if refilled is None:
        return frozenset()
    letters = facts_of(table.setting).letter_of_space
    drawn = Counter(letters[space] for space in refilled if space in letters)
    enough = {
        letter
        for letter, supply in zip(BOOK_LETTERS, table.unseen_books, strict=True)
        if len(supply) > drawn[letter]
    }
    return frozenset(
        book
        for space, book in zip(letters, table.book_display, strict=True)
        if book is not None and space not in refilled and letters[space] in enough
    )


def actions_that_take(table: State, foresight: Foresight) -> tuple[Action, ...]:
    """Return the actions that can take the books of a refill and the card that is needed."""
    needed = foresight.to_have.get(table.to_move or Seat(0), frozenset())
    if not needed.isdisjoint(table.display):
        return BUYING
    letters = facts_of(table.setting).letter_of_space
    lying = zip(letters, table.book_display, strict=True)
    refilled = foresight.refilled or frozenset()
    if any(book is not None and space in refilled for space, book in lying):
        return TAKING_BOOKS
    return ACTIONS


BUYING: tuple[Action, ...] = ("goods", "marker")
"""The actions by which a card can be bought."""

TAKING_BOOKS: tuple[Action, ...] = ("expand", "bookkeeper", "marker")


def settled_at_last_stages(beginning: Unfinished, foresight: Foresight) -> bool:
    """Cash, markers and books fit already where nothing left to say can change them."""
    row, place = beginning.row, beginning.place
    if place >= len(row) or type(row[place]) not in LAST_STAGES:
        return True
    return all(rule(beginning.work, foresight) for rule in SETTLED_EARLY)


SETTLED_EARLY: list[PruningRule] = [
    markers_as_claimed,
    cash_as_claimed,
    books_not_beyond_refill,
    books_of_refill_taken,
]
OF_TURNS: list[PruningRule] = [
    *SETTLED_EARLY,
    next_turn_possible,
    hand_for_next_plan,
    cards_bought_in_time,
    purchases_as_drawn,
]
LAST_STAGES = frozenset({OustPosts, PlaceBooks})

OF_STAGES: list[StageRule] = [settled_at_last_stages]

MATTERS: Mapping[PruningRule, Callable[[Foresight, Seat], object]] = {
    markers_not_beyond: lambda foresight, seat: foresight.limits.get(seat, NO_LIMITS).at_most,
    not_ended_before_later_turn: lambda foresight, seat: seat in foresight.goes_on,
    items_left_for_later: lambda foresight, seat: foresight.items.get(seat),
    expansion_left_for_later: lambda foresight, seat: seat in foresight.expands,
    purchase_left_for_later: lambda foresight, _: foresight.bought,
    card_left_for_owner: lambda foresight, _: foresight.owners,
    books_left_for_later: lambda foresight, _: foresight.taken,
    space_left_for_later: lambda foresight, _: foresight.spaces,
}
"""What must be foreseen so that a rule can drop anything: beginnings are many, most rules idle."""

OF_BEGINNINGS: list[PruningRule] = [*MATTERS]


def rules_that_matter(foresight: Foresight, seat: Seat) -> list[PruningRule]:
    """Return the rules that can drop a beginning of a player's turn."""
    return [rule for rule in OF_BEGINNINGS if rule not in MATTERS or MATTERS[rule](foresight, seat)]


def may_go_on(beginning: Unfinished, foresight: Foresight, rules: Sequence[PruningRule]) -> bool:
    """Return whether none of the rules drops a beginning of a turn."""
    work = beginning.work
    for rule in rules:
        if not rule(work, foresight):
            return False
    return all(rule(beginning, foresight) for rule in OF_STAGES)


def may_be(work: Work, foresight: Foresight) -> bool:
    """Return whether no rule drops a finished turn."""
    return all(rule(work, foresight) for rule in (*OF_TURNS, *OF_BEGINNINGS))
