"""What printed icons mean, in words."""

from collections.abc import Iterable
from typing import assert_never

from referee.cli.render.layout import number_of
from referee.game.components import (
    BonusSteps,
    DiscountBonus,
    ExpansionBonus,
    MarkerBonus,
    NeedsColleague,
    NeedsExpansion,
    NeedsGood,
    NeedsOneGood,
    Region,
    Requirement,
    Reward,
    SpaceBonus,
    TrackBonus,
    UnitBonus,
)


def reward_words(reward: Reward, joint: str = " + ") -> str:
    """Return what `reward` gives, its parts with `joint` between them."""
    parts = [
        number_of(reward.pounds, "pound") if reward.pounds else "",
        number_of(reward.diamonds, "diamond step") if reward.diamonds else "",
        number_of(reward.points, "book point") if reward.points else "",
        f"{number_of(reward.track.steps, 'step')} {reward.track.company}" if reward.track else "",
        f"remove {number_of(reward.posts, 'post')}" if reward.posts else "",
        f"cotton total - {reward.cotton_less} pounds" if reward.cotton_less is not None else "",
    ]
    return joint.join(filter(None, parts)) or "nothing"


def region_words(region: Region) -> str:
    """Return what entering `region` gives."""
    match region.reward:
        case "pounds":
            return number_of(region.amount, "pound")
        case "diamonds":
            return number_of(region.amount, "diamond step")
        case "track":
            return number_of(region.amount, "track step")
        case "points":
            return number_of(region.amount, "book point")
        case "none":
            return "-"
        case _:
            assert_never(region.reward)


def requirement_words(requirements: Iterable[Requirement], joint: str = " + ") -> str:
    """Return what all `requirements` ask for together, with `joint` between them."""
    return joint.join(map(_requirement, requirements)) or "nothing"


def steps_words(steps: Iterable[BonusSteps], joint: str = " + ") -> str:
    """Return the steps of a starting bonus, with `joint` between them."""
    return joint.join(
        number_of(part.steps, "diamond step")
        if part.track == "diamonds"
        else f"{number_of(part.steps, 'step')} {part.track}"
        for part in steps
    )


def bonus_words(bonus: TrackBonus) -> str:
    """Return what a special space of a track unlocks."""
    match bonus:
        case ExpansionBonus():
            return f"expansion +{bonus.points}"
        case MarkerBonus():
            return f"+{number_of(bonus.markers, 'bonus marker')}"
        case DiscountBonus():
            return f"{bonus.good} goods pay {bonus.less} less" + (", mixed" if bonus.mixed else "")
        case UnitBonus():
            return f"{bonus.good} cards +{number_of(bonus.more, 'unit')}"
        case SpaceBonus():
            return f"bonus space {bonus.space}"
        case _:
            assert_never(bonus)


def _requirement(requirement: Requirement) -> str:
    match requirement:
        case NeedsGood():
            return f"{requirement.units:d} {requirement.good}"
        case NeedsOneGood():
            return f"{requirement.units:d} of one good"
        case NeedsExpansion():
            return f"expansion {requirement.points:d}"
        case NeedsColleague(count=1):
            return "a colleague"
        case NeedsColleague():
            return f"{requirement.count} colleagues"
        case _:
            assert_never(requirement)
