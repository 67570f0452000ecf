"""What cards, books, rewards and bonuses consist of: as runs of icons, and in words."""

from collections.abc import Iterable, Iterator
from typing import assert_never

from referee.core import components as printed
from referee.core.component_set import ComponentSet
from referee.core.ids import Company
from referee.drawing.look import (
    MINUS,
    OPEN_KIND,
    QUESTION,
    TIMES,
    Gap,
    Icon,
    Post,
    Run,
    RunPiece,
    RunWord,
    UnreadCard,
    UnreadPart,
    UnreadReward,
    is_open,
    is_open_kind,
)
from referee.i18n.page_words import PictureWords
from referee.i18n.speech import one_by_one

DrawnItem = printed.Card | printed.BonusTile | UnreadCard
UNREAD: Run = (Icon(OPEN_KIND),)
"""What is drawn in place of something of which nothing is known."""

REGION_ICONS: dict[printed.RewardKind, str] = {
    "pounds": "coin",
    "diamonds": "diamond",
    "track": "step",
    "points": "point",
}


def _post_or_open(company: Company) -> RunPiece:
    return Icon(OPEN_KIND) if is_open_kind(company) else Post(company)


def reward_runs(reward: printed.Reward) -> Iterator[Run]:
    """Yield the parts of a reward."""
    if isinstance(reward, UnreadReward):
        yield UNREAD
        return
    if reward.pounds:
        yield Icon("coin"), RunWord(str(reward.pounds))
    if reward.diamonds:
        yield Icon("diamond"), RunWord(str(reward.diamonds))
    if reward.points:
        yield Icon("point"), RunWord(str(reward.points))
    if reward.track:
        yield _post_or_open(reward.track.company), Icon("step"), RunWord(str(reward.track.steps))
    if reward.posts:
        yield Icon("post"), RunWord(f"{MINUS}{reward.posts}")
    if reward.cotton_less is not None:
        # Two parts, so that the narrow page of a book can put them below each other.
        yield Icon("coin"), RunWord("=")
        yield Icon("cotton"), RunWord(f"{MINUS}{reward.cotton_less}")


def reward_words(words: PictureWords, reward: printed.Reward) -> str:
    """Return a reward in words."""
    if isinstance(reward, UnreadReward):
        return words.gives[OPEN_KIND]
    amounts = {key: getattr(reward, key) for key in ("pounds", "diamonds", "points", "posts")}
    parts = [words.say("gives", key, n=amount) for key, amount in amounts.items() if amount]
    if reward.track:
        company = words.companies.get(reward.track.company, QUESTION)
        parts.append(words.say("gives", "steps-of", n=reward.track.steps, company=company))
    if reward.cotton_less is not None:
        parts.append(words.say("gives", "cotton-less", n=reward.cotton_less))
    return ", ".join(parts)


def region_run(region: printed.Region) -> Run:
    """Return the reward and the mines of a region; on the map all icons are drawn in ink."""
    gives: Run = ()
    if region.reward != "none":
        icon = REGION_ICONS.get(region.reward, OPEN_KIND)
        gives = (Icon(icon, "ink"),)
        if icon != OPEN_KIND:
            gives = (*gives, RunWord(str(region.amount)))
    if is_open(region.mines):
        return (*gives, Icon("mine", "ink"), RunWord(QUESTION))
    return gives + (Icon("mine", "ink"),) * region.mines


def region_words(words: PictureWords, region: printed.Region) -> str:
    """Return the reward and the mines of a region in words."""
    key = {"track": "steps"}.get(region.reward, region.reward)
    gives = words.say("gives", key, n=region.amount)
    mines = words.say("gives", "mines", n=region.mines)
    return ", ".join((gives, mines)) if region.mines else gives


def _needed(requirement: printed.Requirement) -> tuple[str, int]:
    match requirement:
        case printed.NeedsGood(good, units):
            return good, units
        case printed.NeedsOneGood(units):
            return "one-good", units
        case printed.NeedsExpansion(points):
            return "expansion", points
        case printed.NeedsColleague(count):
            return "colleague", count
        case _:
            assert_never(requirement)


def requirement_run(requirement: printed.Requirement | UnreadPart) -> Run:
    """Return a requirement of a book."""
    if isinstance(requirement, UnreadPart):
        return UNREAD
    what, number = _needed(requirement)
    icon = Icon(what)
    return (icon,) if what == "colleague" and number == 1 else (icon, RunWord(str(number)))


def requirement_words(
    words: PictureWords, requirements: Iterable[printed.Requirement | UnreadPart]
) -> str:
    """Return requirements in words."""
    said = []
    for one in requirements:
        if isinstance(one, UnreadPart):
            said.append(words.gives[OPEN_KIND])
        else:
            what, number = _needed(one)
            said.append(words.say("gives", what, n=number))
    return ", ".join(said)


def item_kind(item: DrawnItem) -> str:  # noqa: PLR0911 - a kind of item each
    """Return the name of the icon, and of the colour, of a card or a tile."""
    match item:
        case UnreadCard():
            return OPEN_KIND
        case printed.GoodsCard():
            return item.good
        case printed.ExpansionCard() | printed.ExpansionTile():
            return "expansion"
        case printed.BookkeeperCard() | printed.BookkeeperTile():
            return "bookkeeper"
        case printed.MerchantCard() | printed.MerchantTile():
            return "merchant"
        case printed.ShareCard():
            return "share"
        case printed.PlusOneTile():
            return "crate"
        case _:
            assert_never(item)


def item_runs(item: DrawnItem) -> tuple[Run, ...]:
    """Return what a card or a tile shows, in the lines in which it shows it."""
    kind = (Icon(item_kind(item)), *_item_run(item))
    if isinstance(item, printed.MerchantCard) and item.company and item.mines_per_step:
        by_mines = (Icon("diamond"), RunWord("+1/", bold=False), RunWord(str(item.mines_per_step)))
        return kind, (_post_or_open(item.company), *by_mines, Icon("mine"))
    return (kind,)


def _item_run(item: DrawnItem) -> Run:
    match item:
        case printed.GoodsCard():
            return (RunWord(str(item.units)),)
        case (
            printed.ExpansionCard()
            | printed.BookkeeperCard()
            | printed.ExpansionTile()
            | printed.BookkeeperTile()
        ):
            return (RunWord(str(item.points)),)
        case printed.MerchantCard():
            steps, pounds = RunWord(str(item.steps)), RunWord(str(item.pounds))
            return Icon("diamond"), steps, Icon("coin"), pounds
        case printed.MerchantTile():
            more = (RunWord(f"+{item.per_merchant}/"), Icon("merchant"))
            return Icon("diamond"), RunWord(str(item.steps)), *more
        case printed.PlusOneTile():
            return (RunWord(f"+{item.units}"),)
        case printed.ShareCard() | UnreadCard():
            return ()
        case _:
            assert_never(item)


def item_words(  # noqa: PLR0911 - a kind of item each
    words: PictureWords, item: DrawnItem
) -> str:
    """Return a card or a tile in words."""
    match item:
        case UnreadCard():
            return words.gives[OPEN_KIND]
        case printed.GoodsCard():
            return words.say("gives", item.good, n=item.units)
        case printed.ExpansionCard() | printed.ExpansionTile():
            return words.say("gives", "expansion", n=item.points)
        case printed.BookkeeperCard() | printed.BookkeeperTile():
            return words.say("gives", "bookkeeper", n=item.points)
        case printed.MerchantCard():
            said = words.say("gives", "merchant", n=item.steps, pounds=item.pounds)
            if item.company is None or item.mines_per_step is None:
                return said
            company = words.companies.get(item.company, QUESTION)
            more = words.say("gives", "per-mines", n=item.mines_per_step, company=company)
            return ", ".join((said, more))
        case printed.MerchantTile():
            return words.say("gives", "merchant-tile", n=item.steps, more=item.per_merchant)
        case printed.PlusOneTile():
            return words.say("gives", "goods-tile", n=item.units)
        case printed.ShareCard():
            return words.gives["share-card"]
        case _:
            assert_never(item)


def bonus_run(bonus: printed.TrackBonus | UnreadPart) -> Run:
    """Return the bonus of a special space."""
    match bonus:
        case UnreadPart():
            return UNREAD
        case printed.ExpansionBonus(points):
            return Icon("expansion"), RunWord(f"+{points}")
        case printed.MarkerBonus(markers):
            return Icon("marker"), RunWord(f"+{markers}")
        case printed.DiscountBonus(good, less, mixed):
            kind: Run = () if good == "any" else (Icon(good),)
            mix: Run = (Icon("mixed"),) if mixed else ()
            return *mix, *kind, Icon("buy"), RunWord(f"{MINUS}{less}")
        case printed.UnitBonus(good, more):
            return Icon(good), RunWord(f"+{more}")
        case printed.SpaceBonus(space):
            return (RunWord(space),)
        case _:
            assert_never(bonus)


def bonus_words(words: PictureWords, bonus: printed.TrackBonus | UnreadPart) -> str:
    """Return the bonus of a special space in words."""
    match bonus:
        case UnreadPart():
            return words.gives[OPEN_KIND]
        case printed.ExpansionBonus(points):
            return words.say("gives", "more-expansion", n=points)
        case printed.MarkerBonus(markers):
            return words.say("gives", "more-markers", n=markers)
        case printed.DiscountBonus(good, less, mixed):
            said = words.say("gives", f"less-{good}", n=less)
            return ", ".join((said, words.gives["mixed"])) if mixed else said
        case printed.UnitBonus(good, more):
            return words.say("gives", f"more-{good}", n=more)
        case printed.SpaceBonus(space):
            return words.say("gives", "extra-space", id=space)
        case _:
            assert_never(bonus)


def joined(runs: Iterable[Run], gap: float = 0.4) -> Run:
    """Return several runs in one line."""
    found: Run = ()
    for run in runs:
        found += (Gap(gap), *run) if found else run
    return found


# What bonus spaces give: as runs of icons, and in words -------------------------------------------
def space_runs(  # noqa: PLR0911 - a kind of space each
    components: ComponentSet, space: printed.BonusSpace
) -> tuple[Run, ...]:
    """Return what a bonus space gives, a line for each tier or choice."""
    match space:
        case printed.FirstPlayerSpace():
            return ((Icon("first"), *_in_a_line(space.reward)),)
        case printed.BuySpace():
            less: Run = (RunWord(f"{MINUS}£{space.less}"),) if space.less else ()
            steps: Run = (Icon("diamond"), RunWord(str(space.diamonds))) if space.diamonds else ()
            return ((Icon("buy"), *less, *steps),)
        case printed.DiscardSpace():
            good: Run = (Icon(space.good),) if space.good else ()
            more = Icon("coin"), Icon("crate"), RunWord(f"+{space.more}")
            return ((Icon("discard"), *good, *more),)
        case printed.MajoritySpace():
            return tuple(
                (RunWord(f"{tier.least}+", bold=False), Gap(0.2), *_in_a_line(tier.reward))
                for tier in space.tiers
            )
        case printed.TileSpace():
            return item_runs(components.tile[space.tile])
        case printed.ChoiceSpace():
            return tuple(_in_a_line(reward) for reward in space.rewards)
        case printed.OtherTracksSpace():
            return ((RunWord(f"{space.tracks}{TIMES}"), Icon("step"), RunWord(str(space.steps))),)
        case _:
            assert_never(space)


def _in_a_line(reward: printed.Reward) -> Run:
    return joined(reward_runs(reward), 0.15)


def space_words(  # noqa: PLR0911 - a kind of space each
    components: ComponentSet, words: PictureWords, space: printed.BonusSpace
) -> str:
    """Return what a bonus space gives, in words."""
    match space:
        case printed.FirstPlayerSpace():
            return words.say("gives", "first", reward=reward_words(words, space.reward))
        case printed.BuySpace():
            said = words.say("gives", "buy", n=space.less)
            steps = words.say("gives", "diamonds", n=space.diamonds)
            return ", ".join((said, steps)) if space.diamonds else said
        case printed.DiscardSpace():
            named = space.good is not None and not is_open_kind(space.good)
            key = f"discard-{space.good}" if named else "discard"
            return words.say("gives", key, n=space.more)
        case printed.MajoritySpace():
            tiers = one_by_one(
                words.say("gives", "tier", n=t.least, reward=reward_words(words, t.reward))
                for t in space.tiers
            )
            return words.say("gives", f"most-{space.counts}", tiers=tiers)
        case printed.TileSpace():
            tile = item_words(words, components.tile[space.tile])
            return words.say("gives", "tile", tile=tile)
        case printed.ChoiceSpace():
            return words.gives["or"].join(reward_words(words, one) for one in space.rewards)
        case printed.OtherTracksSpace():
            return words.say("gives", "other-tracks", n=space.steps, tracks=space.tracks)
        case _:
            assert_never(space)
