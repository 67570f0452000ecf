"""Planning: which cards are placed where, and turning them up."""

from collections.abc import Iterator

from msgspec.structs import replace

from referee.core.events import Plan
from referee.core.ids import COLOURED_SLOTS, SLOTS, Seat, Slot
from referee.core.rule import Rule, Violation
from referee.core.state import State
from referee.engine.facts import facts_of
from referee.engine.round_end import with_turn_of
from referee.engine.work import put
from referee.rulebook import planning as rules
from referee.rulebook import preparation as preparation_rules
from referee.rulebook import tracks as track_rules


def unlocked_at(state: State, seat: Seat, slot: Slot) -> tuple[int, int]:
    """Return where the marker that unlocks a slot stands, and the step that unlocks it."""
    facts, player = facts_of(state.setting), state.players[seat]
    if slot == "diamond":
        return player.diamonds, facts.diamond_track.slot_at
    if slot == "ink":
        return player.ink, facts.book_track.slot_at
    return 0, 0


def available_slots(state: State, seat: Seat) -> tuple[Slot, ...]:
    """Return the slots in which a player may place a card."""
    unlocked = []
    for slot in FURTHER_SLOTS:
        at, needed = unlocked_at(state, seat, slot)
        if at >= needed:
            unlocked.append(slot)
    return (*COLOURED_SLOTS, *unlocked)


FURTHER_SLOTS = tuple(slot for slot in SLOTS if slot not in COLOURED_SLOTS)
"""The slots that have to be unlocked."""


def check_plan(state: State, plan: Plan) -> Iterator[Violation]:
    """Yield every rule that a plan breaks."""
    if state.phase != "planning":
        yield rules.PLAN_WHEN_DUE.broken(phase=state.phase)
        return
    if state.plans[plan.seat] is not None:
        yield rules.ONE_PLAN_EACH.broken(seat=plan.seat)
    cards = [card for card in plan.slots if card is not None]
    hand = state.players[plan.seat].hand
    if foreign := sorted({card for card in cards if card not in hand}):
        yield rules.PLAN_FROM_HAND.broken(cards=tuple(foreign))
    if twice := sorted({card for card in cards if cards.count(card) > 1}):
        yield rules.ONE_SLOT_A_CARD.broken(cards=tuple(twice))
    for slot, card in zip(SLOTS, plan.slots, strict=False):
        if card is not None and slot in FURTHER_SLOTS:
            at, needed = unlocked_at(state, plan.seat, slot)
            if at < needed:
                yield rules.SLOT_UNLOCKED.broken(slot=slot, at=at, needed=needed)
    share_cards = facts_of(state.setting).share_cards
    if shares := sorted({card for card in cards if card in share_cards}):
        yield rules.NO_SHARE_CARD_IN_SLOT.broken(cards=tuple(shares))
    if len(plan.slots) != len(SLOTS):
        yield rules.KNOWN_SLOTS.broken(slots=len(plan.slots))


def apply_plan(state: State, plan: Plan, notes: list[Rule]) -> State:
    """Lay the plan down, and turn all plans up once everybody has planned."""
    plans = put(state.plans, plan.seat, plan)
    state = replace(state, plans=plans)
    if None in plans:
        return state
    notes += [rules.ALL_REVEAL, preparation_rules.FIRST_PLAYER_BEGINS]
    begun = _revealed(state)
    first = state.first_player
    if begun.players[first].levels != state.players[first].levels:
        notes.append(track_rules.BONUS_FROM_NEXT_TURN)
    return begun


def _revealed(state: State) -> State:
    players = tuple(
        replace(player, hand=player.hand.difference(plan.slots), slots=plan.slots)
        for player, plan in zip(state.players, state.plans, strict=True)
        if plan is not None
    )
    state = replace(state, players=players, plans=(None,) * len(players), phase="actions", turn=1)
    return with_turn_of(state, state.first_player)
