"""Going on after a broken rule: which turns are applied as recorded, and which are skipped.

A turn is applied if the table after it is still a table: money that was not there is a debt, a
step that was not allowed is a step. It is skipped where something would be on the table twice, or
not at all.
"""

from typing import Literal

from referee.engine.actions import walked
from referee.engine.referee import table_following
from referee.engine.turn_end import table_after
from referee.game.events import Claim, Event, TakeBack
from referee.game.rule import Rule, Violation
from referee.game.rulebook import (
    bonus,
    bookkeeping,
    expansion,
    goods,
    planning,
    preparation,
    round_end,
    setup,
    tracks,
)
from referee.game.state import State
from referee.game.turns import (
    EndPhase,
    Expand,
    PlaceMarker,
    UseBookkeeper,
    UseGoods,
    UseMerchant,
)
from referee.transcript.soundness import names_known_things

Treatment = Literal["applied", "skipped"]

APPLIED: frozenset[str] = frozenset(
    rule.id
    for rule in (
        setup.FIRST_GAME_TILE,
        setup.DEAL_LETTERS_IN_ORDER,
        setup.BOOKS_BY_LETTER,
        setup.REST_THREE_CARDS,
        setup.STARTING_BONUS_PARTS,
        planning.SLOT_UNLOCKED,
        planning.NO_SHARE_CARD_IN_SLOT,
        goods.ONE_KIND_OF_GOOD,
        goods.UNITS_COVER_PRICE,
        goods.ALL_UNITS_USED,
        goods.NO_MORE_STEPS_THAN_UNITS,
        tracks.CALL_IS_PAID,
        tracks.STEPS_ARE_MADE,
        tracks.BONUS_LEVEL_WORKS,
        expansion.ALL_EXPANSION_CARDS,
        expansion.ACCESSIBLE,
        expansion.POINTS_SUFFICE,
        expansion.BASE_HAS_POSTS,
        expansion.EACH_REWARD_ONCE,
        expansion.POINTS_ARE_ONE_POOL,
        expansion.REWARD_AS_SHOWN,
        bookkeeping.POINTS_COVER_PRICE,
        bookkeeping.ALL_POINTS_USED,
        bookkeeping.NO_BOOKS_AT_THE_END,
        bookkeeping.NO_A_ON_CROSSED_OUT,
        bookkeeping.NO_A_OVER_B_OR_C,
        bookkeeping.COVER_IF_NECESSARY,
        bookkeeping.ONE_BOOK_A_SPACE,
        bookkeeping.REFILL_BY_LETTER,
        bookkeeping.FLIP_IS_PAID,
        bookkeeping.NO_EMPTY_SPACES,
        bookkeeping.REQUIREMENTS_MET,
        bookkeeping.BOOK_REWARD_TAKEN,
        bonus.SPACE_IS_PAID,
        bonus.NOT_ON_FIRST_TURN,
        bonus.SPACE_UNLOCKED,
        bonus.ONE_SPACE_A_TRACK,
        bonus.NOBODY_HAS_MORE,
        bonus.TIER_REACHED,
        bonus.CARD_IS_PAID,
        bonus.REWARD_IS_TAKEN,
        bonus.SPACE_REWARD_AS_SHOWN,
        bonus.DIFFERENT_OTHER_TRACKS,
        round_end.TURN_ORDER,
        round_end.PICKS_UP_ONE_DECK,
        preparation.STACK_ORDER,
    )
)
"""Rules after which a turn is applied as recorded; after all others it is skipped."""


def treatment(rule: Rule) -> Treatment:
    """Return what becomes of a turn that breaks `rule` when the judging goes on."""
    return "applied" if rule.id in APPLIED else "skipped"


def go_on(state: State, event: Event, violations: tuple[Violation, ...]) -> tuple[State, Treatment]:
    """Return the table to go on with, and whether the event was applied to it."""
    if not all(violation.rule.id in APPLIED for violation in violations):
        return state, "skipped"
    if not names_known_things(event, state.setting.components):
        # Something that the component set does not have cannot be put on the table.
        return state, "skipped"
    try:
        return _applied(state, event), "applied"
    except (KeyError, IndexError, ValueError):
        # What cannot be done on this table at all is not done.
        return state, "skipped"


def _applied(state: State, event: Event) -> State:
    match event:
        case UseGoods() | Expand() | UseBookkeeper() | UseMerchant() | PlaceMarker() | EndPhase():
            return table_after(walked(state, event)[1])
        case TakeBack() | Claim():
            return state
        case _:
            return table_following(state, event)


def debts(before: State, after: State) -> tuple[tuple[int, int], ...]:
    """Return who came to owe how many pounds: seat and debt."""
    return tuple(
        (seat, -new.cash)
        for seat, (old, new) in enumerate(zip(before.players, after.players, strict=True))
        if new.cash < 0 and new.cash < old.cash
    )
