"""Plans of other players that whoever asks for a best plan gives with the question."""

from collections.abc import Sequence

from referee.api.errors import MisuseError
from referee.api.solver_answers import naming, seat_of
from referee.engine.planning import available_slots, check_plan
from referee.game.events import Plan
from referee.game.ids import SLOTS, CardId, Seat
from referee.game.messages import language
from referee.game.messages.speech import one_by_one, say
from referee.game.state import State
from referee.notation.names import Names
from referee.notation.record import NamedPlayer


def given_plans(words: Sequence[str], state: State, colours: tuple[str, ...]) -> dict[Seat, Plan]:
    """Return the plans of others that were given as `PLAYER=CARD,CARD`."""
    if words and state.phase != "planning":
        raise MisuseError(say("answers.optima.plan-is-for-the-planning"))
    plans = [_given_plan(word, state, colours) for word in words]
    return {plan.seat: plan for plan in plans}


def _given_plan(word: str, state: State, colours: tuple[str, ...]) -> Plan:
    player, equals, cards = word.partition("=")
    seat = seat_of(player, colours) if equals else None
    if seat is None:
        raise MisuseError(
            say("answers.optima.was-given-a-plan-is", word=f"{word!r:.60}", colours=colours[0])
        )
    names = Names(state.setting.components, tuple(map(NamedPlayer, colours))).cards_of(seat)
    with naming():
        placed = [CardId(names.find(card)) for card in cards.replace(",", " ").split()]
    slots = available_slots(state, seat)
    if len(placed) > len(slots):
        raise MisuseError(
            say("answers.optima.has-for", player=colours[seat], slots=len(slots), cards=len(placed))
        )
    by_slot = dict(zip(slots, placed, strict=False))
    plan = Plan(seat=seat, slots=tuple(by_slot.get(slot) for slot in SLOTS))
    if state.plans[seat] is None and (broken := [*check_plan(state, plan)]):
        told = one_by_one(language().message(violation, colours) for violation in broken)
        raise MisuseError(
            say("answers.optima.the-plan-of-breaks-a", colours=colours[seat], told=told)
        )
    return plan
