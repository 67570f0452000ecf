"""What bonus spaces give: as runs of icons, and in words."""

from typing import assert_never

from referee.game.component_set import ComponentSet
from referee.game.components import (
    BonusSpace,
    BuySpace,
    ChoiceSpace,
    DiscardSpace,
    FirstPlayerSpace,
    MajoritySpace,
    OtherTracksSpace,
    Reward,
    TileSpace,
)
from referee.game.messages.pictures import PictureWords
from referee.game.messages.speech import one_by_one
from referee.pictures.contents import item_runs, item_words, joined, reward_runs, reward_words
from referee.pictures.look import MINUS, TIMES, Gap, Icon, Run, RunWord
from referee.pictures.open_values import is_open_kind


def space_runs(  # noqa: PLR0911 - a kind of space each
    components: ComponentSet, space: BonusSpace
) -> tuple[Run, ...]:
    """Return what a bonus space gives, a line for each tier or choice."""
    match space:
        case FirstPlayerSpace():
            return ((Icon("first"), *_in_a_line(space.reward)),)
        case BuySpace():
            less: Run = (RunWord(f"{MINUS}£{space.less}"),) if space.less else ()
            steps: Run = (Icon("diamond"), RunWord(str(space.diamonds))) if space.diamonds else ()
            return ((Icon("buy"), *less, *steps),)
        case DiscardSpace():
            good: Run = (Icon(space.good),) if space.good else ()
            return (
                (Icon("discard"), *good, Icon("coin"), Icon("crate"), RunWord(f"+{space.more}")),
            )
        case MajoritySpace():
            return tuple(
                (RunWord(f"{tier.least}+", bold=False), Gap(0.2), *_in_a_line(tier.reward))
                for tier in space.tiers
            )
        case TileSpace():
            tile = components.tile[space.tile]
            return item_runs(tile)
        case ChoiceSpace():
            return tuple(_in_a_line(reward) for reward in space.rewards)
        case OtherTracksSpace():
            return ((RunWord(f"{space.tracks}{TIMES}"), Icon("step"), RunWord(str(space.steps))),)
        case _:
            assert_never(space)


def _in_a_line(reward: Reward) -> Run:
    """Return the parts of a reward in one line."""
    return joined(reward_runs(reward), 0.15)


def space_words(  # noqa: PLR0911 - a kind of space each
    components: ComponentSet, words: PictureWords, space: BonusSpace
) -> str:
    """Return what a bonus space gives, in words."""
    match space:
        case FirstPlayerSpace():
            return words.say("gives", "first", reward=reward_words(words, space.reward))
        case BuySpace():
            said = words.say("gives", "buy", n=space.less)
            steps = words.say("gives", "diamonds", n=space.diamonds)
            return f"{said}, {steps}" if space.diamonds else said
        case DiscardSpace():
            named = space.good is not None and not is_open_kind(space.good)
            key = f"discard-{space.good}" if named else "discard"
            return words.say("gives", key, n=space.more)
        case MajoritySpace():
            tiers = one_by_one(
                words.say("gives", "tier", n=t.least, reward=reward_words(words, t.reward))
                for t in space.tiers
            )
            return words.say("gives", f"most-{space.counts}", tiers=tiers)
        case TileSpace():
            tile = item_words(words, components.tile[space.tile])
            return words.say("gives", "tile", tile=tile)
        case ChoiceSpace():
            return words.gives["or"].join(reward_words(words, one) for one in space.rewards)
        case OtherTracksSpace():
            return words.say("gives", "other-tracks", n=space.steps, tracks=space.tracks)
        case _:
            assert_never(space)
