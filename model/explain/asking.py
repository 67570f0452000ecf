"""The questions: why is it illegal, what would have been legal, what was missing."""

from msgspec.structs import replace

from model.explain.answer import Core, Cores, Correction, Shortfall, Why
from model.explain.cores import MOST_CORES, forbidding_cores
from model.explain.correction import correction
from model.explain.shortfall import shortfall
from model.kinds import Ruled, kind_of, seat_of
from model.legality.table_setting import SettingRelation
from model.solver import Prover
from referee.game.ids import Seat
from referee.game.setting import Setting
from referee.game.state import State


def why(state: State, event: Ruled, *, most: int = MOST_CORES) -> Cores:
    """Return the minimal sets of rules that forbid an event, up to `most` of them."""
    kind, seat = kind_of(event), seat_of(event)
    if not _is_seat(state, seat):
        return Cores("no", (Core(frozenset({kind.nobody.id})),))
    question = kind.question(state, seat, event)
    return forbidding_cores(question.prover, question.relation, question.statements, most=most)


def why_with_answers(state: State, event: Ruled, *, most: int = MOST_CORES) -> Why:
    """Return why an event is illegal, the nearest legal one, and what was missing for it."""
    cores = why(state, event, most=most)
    if cores.outcome == "yes":
        return Why(cores)
    return Why(cores, nearest(state, event), missing(state, event))


def nearest(state: State, event: Ruled) -> Correction:
    """Return the nearest legal event of the same kind; by whoever is due, if it must be."""
    seat, due = seat_of(event), state.to_move
    found = Correction("none", barred_by=frozenset({kind_of(event).nobody.id}))
    if _is_seat(state, seat):
        found = correction(state, seat, event)
    if found.outcome == "none" and due is not None and due != seat and hasattr(event, "seat"):
        other = correction_of_another(state, due, event)
        return other if other.outcome == "found" else found
    return found


def correction_of_another(state: State, seat: Seat, event: Ruled) -> Correction:
    """Return the nearest legal event if another player had said it."""
    moved = replace(event, seat=seat)
    found = correction(state, seat, moved)
    if found.outcome != "found":
        return found
    return replace(found, changed=("seat", *found.changed), distance=found.distance + 1)


def missing(state: State, event: Ruled) -> Shortfall:
    """Return what was missing for exactly this event."""
    seat = seat_of(event)
    return shortfall(state, seat, event) if _is_seat(state, seat) else Shortfall("none")


def why_setting(setting: Setting) -> Cores:
    """Return the minimal sets of rules that forbid to set up a game like this."""
    relation = SettingRelation(setting)
    return forbidding_cores(Prover(relation.relation), relation.relation, relation.facts(setting))


def _is_seat(state: State, seat: Seat) -> bool:
    return 0 <= seat < len(state.players)
