"""From a walked turn to its canonical turn; `docs/turns.md` defines what is kept."""

from collections.abc import Hashable
from typing import assert_never

from referee.engine.actions import action_of, walked
from referee.engine.goods_tile import placing_late_matters
from referee.engine.work import NO_COLUMNS, Work
from referee.game.canonical import (
    CanonicalBookkeeper,
    CanonicalEnd,
    CanonicalExpansion,
    CanonicalGoods,
    CanonicalMarker,
    CanonicalMerchant,
    CanonicalTurn,
    Gains,
)
from referee.game.components import GoodsCard
from referee.game.ids import CardId, Slot
from referee.game.limits import ROUNDS
from referee.game.state import State
from referee.game.turns import Action, Placing, PlusOne, Turn


def canonical(state: State, turn: Turn) -> CanonicalTurn:
    """Return the canonical turn that a legal said turn comes to."""
    return canonical_of(walked(state, turn)[1], action_of(turn), turn)


def canonical_of(work: Work, action: Action, turn: Turn) -> CanonicalTurn:
    """Return the canonical turn of a turn that was walked to its end."""
    seat, tile = work.seat, _tile(work, turn.plus_one)
    match action:
        case "goods":
            return CanonicalGoods(
                seat=seat,
                plus_one=tile,
                cards=frozenset(CardId(card) for card in work.cards),
                buy=work.bought,
                steps=work.steps,
            )
        case "expand":
            return CanonicalExpansion(
                seat=seat,
                plus_one=tile,
                company=work.company or "mombasa",
                regions=frozenset(work.entered),
                left=work.left,
                returned=work.returned,
                gains=gains_of(work),
            )
        case "bookkeeper":
            return CanonicalBookkeeper(
                seat=seat,
                plus_one=tile,
                card=work.cards[0],
                flip=work.flip,
                to=work.ink,
                gains=gains_of(work),
            )
        case "merchant":
            return CanonicalMerchant(seat=seat, plus_one=tile, card=work.cards[0])
        case "marker":
            assert work.marker is not None  # noqa: S101
            return CanonicalMarker(
                seat=seat,
                plus_one=tile,
                space=work.marker,
                option=work.option,
                discard=work.discarded,
                buy=work.bought,
                gains=gains_of(work),
            )
        case "end":
            return CanonicalEnd(seat=seat, deck=_deck(work, turn))
        case _:
            assert_never(action)


def _deck(work: Work, turn: Turn) -> Slot | None:
    deck: Slot | None = getattr(turn, "deck", None)
    return None if work.state.round == ROUNDS else deck


def gains_of(work: Work) -> Gains:
    """Return what was made of the rewards so far, without any order."""
    return Gains(
        pounds=work.gained_pounds,
        diamonds=work.gained_diamonds,
        steps=work.steps,
        books=frozenset(work.taken),
        points_for_pounds=work.points_for_pounds,
        removed=work.removed,
        placed=frozenset(Placing(book, step) for book, step in work.placed),
    )


def _tile(work: Work, said: PlusOne | None) -> PlusOne | None:
    """Return where the goods tile went; `after` is kept only where it made a difference."""
    if said is None:
        return None
    card = work.item(said.card)
    matters = isinstance(card, GoodsCard) and placing_late_matters(work, card)
    return said if matters else PlusOne(said.card)


def _unordered(values: tuple[Hashable, ...]) -> Hashable:
    """Return what is equal for the same values in any order."""
    return values if len(values) < 2 else frozenset(values)  # noqa: PLR2004


def _moved_posts(by_base: tuple[tuple[int, ...], ...]) -> Hashable:
    """Return posts by base and column, and briefly that there are none."""
    return None if by_base is NO_COLUMNS else by_base


def outcome(work: Work) -> Hashable:
    """Return all that a turn has come to so far, without orders."""
    return (
        work.my_cash,
        work.paid_to_others,
        work.steps,
        _unordered(work.entered),
        work.left,
        _moved_posts(work.returned),
        _moved_posts(work.removed),
        _unordered(work.taken),
        _unordered(work.placed),
        work.gained_pounds,
        work.gained_diamonds,
        work.points_for_pounds,
        work.bought,
    )


def progress(work: Work) -> Hashable:
    """Return what a turn has come to so far and what is still due, without orders."""
    return (
        outcome(work),
        work.units,
        _unordered(work.due_regions),
        work.due_pounds,
        work.due_diamonds,
        work.due_points,
        work.due_posts,
        work.due_steps,
        work.due_card,
        work.other_tracks_used,
    )
