"""What a record says about the others: their plans of a round."""

from referee.game.events import Plan
from referee.game.ids import Seat
from referee.transcript.completing import Missing
from referee.transcript.judge import setting_of, walk
from referee.transcript.reading import Read


def recorded_plans(read: Read, round_number: int) -> dict[Seat, Plan]:
    """Return the plans that a record has for a round, as far as it is legal."""
    setting = setting_of(read.record.header, read.components)
    if isinstance(setting, Missing):
        return {}
    plans: dict[Seat, Plan] = {}
    for step in walk(read.record, setting):
        if step.before.round > round_number:
            break
        is_plan = isinstance(step.event, Plan) and step.counts and not step.violations
        if is_plan and step.before.round == round_number and isinstance(step.event, Plan):
            plans[step.event.seat] = step.event
    return plans
