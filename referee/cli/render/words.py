"""What printed icons mean, in words."""

from collections.abc import Iterable
from typing import assert_never

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
from referee.game.messages.speech import say, thing
from referee.game.messages.spoken import SpokenAmount


def reward_words(reward: Reward, joint: str = " + ") -> str:
    """Return what `reward` gives, its parts with `joint` between them."""
    parts = [
        say("pages.words.pounds", n=reward.pounds) if reward.pounds else "",
        say("pages.words.diamond-steps", n=reward.diamonds) if reward.diamonds else "",
        say("pages.words.book-points", n=reward.points) if reward.points else "",
        _steps(reward.track.steps, reward.track.company) if reward.track else "",
        say("pages.words.remove-posts", posts=reward.posts) if reward.posts else "",
        say("pages.words.cotton-total-pounds", cotton_less=reward.cotton_less)
        if reward.cotton_less is not None
        else "",
    ]
    return joint.join(filter(None, parts)) or thing("nothing")


def region_words(region: Region) -> str:
    """Return what entering `region` gives."""
    match region.reward:
        case "pounds":
            return say("pages.words.pounds", n=region.amount)
        case "diamonds":
            return say("pages.words.diamond-steps", n=region.amount)
        case "track":
            return say("pages.words.track-steps", n=region.amount)
        case "points":
            return say("pages.words.book-points", n=region.amount)
        case "none":
            return "-"
        case _:
            assert_never(region.reward)


def requirement_words(requirements: Iterable[Requirement], joint: str = " + ") -> str:
    """Return what all `requirements` ask for together, with `joint` between them."""
    return joint.join(map(_requirement, requirements)) or thing("nothing")


def steps_words(steps: Iterable[BonusSteps], joint: str = " + ") -> str:
    """Return the steps of a starting bonus, with `joint` between them."""
    return joint.join(
        say("pages.words.diamond-steps", n=part.steps)
        if part.track == "diamonds"
        else _steps(part.steps, part.track)
        for part in steps
    )


def goods_words(good: str, units: int) -> str:
    """Return so many units of a good."""
    return say(f"facts.{good}", n=_amount(units))


def bonus_words(bonus: TrackBonus) -> str:
    """Return what a special space of a track unlocks."""
    match bonus:
        case ExpansionBonus():
            return say("pages.words.expansion", points=bonus.points)
        case MarkerBonus():
            return say("pages.words.more-markers", n=bonus.markers)
        case DiscountBonus():
            less = (
                say("pages.words.any-goods-pay-less", less=bonus.less)
                if bonus.good == "any"
                else say("pages.words.goods-pay-less", good=bonus.good, less=bonus.less)
            )
            return less + (say("pages.words.mixed") if bonus.mixed else "")
        case UnitBonus():
            return say("pages.words.cards-units", good=bonus.good, units=bonus.more)
        case SpaceBonus():
            return say("pages.words.bonus-space", space=bonus.space)
        case _:
            assert_never(bonus)


def _requirement(requirement: Requirement) -> str:
    match requirement:
        case NeedsGood():
            return goods_words(requirement.good, requirement.units)
        case NeedsOneGood():
            return say("pages.words.of-one-good", units=f"{requirement.units:d}")
        case NeedsExpansion():
            return say("pages.words.expansion-2", points=f"{requirement.points:d}")
        case NeedsColleague(count=1):
            return say("pages.words.a-colleague")
        case NeedsColleague():
            return say("pages.words.colleagues", count=requirement.count)
        case _:
            assert_never(requirement)


def _amount(printed: int) -> int | SpokenAmount:
    """Return a printed number, or the sign for one that is not read."""
    told = f"{printed:d}"
    return int(told) if told.isdigit() else SpokenAmount(told)


def _steps(steps: int, company: str) -> str:
    return say("pages.words.steps-of", n=steps, company=company)
