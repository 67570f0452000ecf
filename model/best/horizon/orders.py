"""Orders ruled out: what a round is worth if one kind of turn may not come before another."""

from model.best.horizon.joint import Joint
from model.best.horizon.timeline import Activity
from referee.game.turns import Action


def activities(joint: Joint, action: Action) -> list[Activity]:
    """Return what can be done in a turn of an action."""
    match action:
        case "goods":
            return [joint.area.sale]
        case "expand":
            return [joint.area.expansion]
        case "bookkeeper":
            return [activity for _, activity in joint.area.bookkeepers]
        case "merchant":
            return [activity for _, activity in joint.area.merchants]
        case "marker":
            return [visit.activity for visit in joint.spaces.visits]
        case "end":
            return []


def rule_out(joint: Joint, first: Action, then: Action) -> None:
    """Let no turn of one action come before a turn of another."""
    turns = joint.timeline.turns
    for one in activities(joint, first):
        for other in activities(joint, then):
            for early in turns:
                for late in turns[early + 1 :]:
                    joint.draft.model.add_bool_or(~one.at[early], ~other.at[late])
