"""The questions: why is it illegal, what would have been legal, what was missing."""

from msgspec.structs import replace

from model.explain.answer import Core, Cores, Correction, Shortfall, Why
from model.explain.cores import MOST_CORES, forbidding_cores
from model.explain.correction import correction
from model.explain.entering_cost import with_cost_in_parts
from model.explain.presence import fields_left_open
from model.explain.shortfall import shortfall
from model.judge import EventQuestion
from model.kinds import OF_CHANCE, JudgedEvent, kind_of, seat_of
from model.legality.frame import SettingRelation
from model.solver import PATIENCE_MS, new_room
from referee.game.ids import Seat
from referee.game.rulebook.bonus import CHOOSES_ONE_REWARD
from referee.game.rulebook.tracks import BONUSES_NOT_ADDED
from referee.game.setting import Setting
from referee.game.state import State
from referee.game.turns import Expand, PlaceMarker


def why(
    state: State, event: JudgedEvent, *, most: int = MOST_CORES, patience_ms: int = PATIENCE_MS
) -> Cores:
    """Return the minimal sets of rules that forbid an event, up to `most` of them."""
    kind, seat = kind_of(event), seat_of(event)
    if not _is_seat(state, seat):
        return Cores("no", (Core(frozenset({kind.nobody.id})),))
    limits = {"most": most, "patience_ms": patience_ms}
    cores = _cores(kind.question(state, seat, event), **limits)
    on_levels = any(BONUSES_NOT_ADDED.id in core.because for core in cores.found)
    if on_levels and kind.legal_at_lower_levels(state, seat, event) is not None:
        # Only the highest levels of bonuses forbid it, and the event leaves them open.
        cores = _cores(kind.question(state, seat, event, levels_open=True), **limits)
    return with_cost_in_parts(cores, state, event) if isinstance(event, Expand) else cores


def _cores(question: EventQuestion, *, most: int, patience_ms: int) -> Cores:
    return forbidding_cores(question.relation, question.facts, most=most, patience_ms=patience_ms)


@new_room()
def why_with_answers(
    state: State, event: JudgedEvent, *, most: int = MOST_CORES, patience_ms: int = PATIENCE_MS
) -> Why:
    """Return why an event is illegal, the nearest legal one, and what was missing for it."""
    cores = why(state, event, most=most, patience_ms=patience_ms)
    if cores.outcome == "yes":
        return Why(cores)
    whatever = _whatever_is_chosen(state, event, cores, patience_ms)
    return Why(
        cores,
        nearest(state, event, patience_ms=patience_ms),
        missing(state, event, with_choice=whatever is not None, patience_ms=patience_ms),
        whatever,
    )


def _whatever_is_chosen(
    state: State, event: JudgedEvent, cores: Cores, patience_ms: int
) -> Cores | None:
    """Return what forbids a marker on a space of which no reward was chosen, if any choice is."""
    if not isinstance(event, PlaceMarker) or event.option is not None:
        return None
    if not any(CHOOSES_ONE_REWARD.id in core.rules for core in cores.found):
        return None
    question = kind_of(event).question(state, event.seat, event)
    left_open = fields_left_open(event)
    facts = {f: stated for f, stated in question.facts.items() if f not in left_open}
    found = forbidding_cores(question.relation, facts, patience_ms=patience_ms)
    return found if found.outcome == "no" else None


def nearest(state: State, event: JudgedEvent, *, patience_ms: int = PATIENCE_MS) -> Correction:
    """Return the nearest legal event of the same kind; by whoever is due, if it must be."""
    seat, due = seat_of(event), state.to_move
    found = Correction("none", barred_by=frozenset({kind_of(event).nobody.id}))
    if _is_seat(state, seat):
        found = correction(state, seat, event, patience_ms=patience_ms)
    if found.outcome != "none" or due is None or due == seat or isinstance(event, OF_CHANCE):
        return found
    other = correction(state, due, replace(event, seat=due), patience_ms=patience_ms)
    if other.outcome != "found":
        return found
    return replace(other, changed=("seat", *other.changed), distance=other.distance + 1)


def missing(
    state: State, event: JudgedEvent, *, with_choice: bool = False, patience_ms: int = PATIENCE_MS
) -> Shortfall:
    """Return what was missing for exactly this event, perhaps with any choice it leaves open."""
    seat = seat_of(event)
    if not _is_seat(state, seat):
        return Shortfall("none", still_broken=frozenset({kind_of(event).nobody.id}))
    return shortfall(state, seat, event, with_choice=with_choice, patience_ms=patience_ms)


def why_setting(setting: Setting) -> Cores:
    """Return the minimal sets of rules that forbid to set up a game like this."""
    relation = SettingRelation(setting)
    facts = {"setting": relation.facts(setting)}
    return forbidding_cores(relation.relation, facts)


def _is_seat(state: State, seat: Seat) -> bool:
    return 0 <= seat < len(state.players)
