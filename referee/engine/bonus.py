"""Placing a bonus marker: the space, its price, which reward, which card goes."""

from typing import assert_never

from referee.core.components import (
    BonusSpace,
    BuySpace,
    ChoiceSpace,
    DiscardSpace,
    FirstPlayerSpace,
    MajoritySpace,
    MarkerBonus,
    OtherTracksSpace,
    TileSpace,
)
from referee.core.ids import CardId, Majority, SpaceId
from referee.core.rule import Violation
from referee.core.turns import RewardPart
from referee.engine.area import Area
from referee.engine.rewards import UseReward, affordable, reward_shown
from referee.engine.stage import Stage, Violations
from referee.engine.work import NOTHING, Work, put
from referee.rulebook import bonus as rules
from referee.rulebook import tracks as track_rules


def markers_owned(work: Work) -> int:
    """Return how many bonus markers the player has in all."""
    if work.notes is not None:
        work.note_bonus(MarkerBonus, track_rules.MORE_MARKERS)
    return work.facts.markers + work.working().markers


def markers_placed(work: Work) -> int:
    """Return how many bonus markers the player has placed in this round."""
    mine, placed = work.seat, 0
    for seat in work.state.markers:
        if seat is not None and seat == mine:
            placed += 1
    return placed


def has_marker(work: Work) -> bool:
    """Return whether the player has a bonus marker left."""
    placed = markers_placed(work)
    # Whether a bonus gives more may not matter yet, unless effects are to be noted.
    return (work.notes is None and placed < work.facts.markers) or placed < markers_owned(work)


def most_of_others(work: Work, counts: Majority) -> int:
    """Return the highest face-up total of any other player."""
    return max(
        [
            Area(work.facts, player, player.used, player.plus_one).total(counts)
            for seat, player in enumerate(work.state.players)
            if seat != work.seat
        ]
    )


def is_locked(work: Work, space: SpaceId) -> bool:
    """Return whether a space belongs to a track bonus that does not work for the player yet."""
    if space not in work.facts.track_of_space:
        return False
    track, level = work.facts.track_of_space[space]
    return work.me.levels[track] < level


class ChooseSpace(Stage[SpaceId]):
    """On which bonus space the marker is placed."""

    def candidates(self, work: Work) -> list[SpaceId]:
        """Return every space that is empty."""
        return [
            space
            for space, seat in zip(work.facts.space_index, work.state.markers, strict=True)
            if seat is None
        ]

    def shut(self, work: Work) -> Violations:
        """Return a breach if the player has no marker left."""
        if has_marker(work):
            return ()
        # What a bonus adds was noted when it was asked.
        owned = work.facts.markers + work.working().markers
        return [rules.HAS_MARKER.broken(placed=markers_placed(work), markers=owned)]

    def leads_nowhere(self, work: Work, answer: SpaceId) -> bool:
        """Return whether a space is locked, or there is nothing to get from it."""
        if is_locked(work, answer):
            return True
        space = work.facts.spaces[work.facts.space_index[answer]]
        match space:
            case MajoritySpace():
                counts, least = work.facts.lowest_tiers[answer]
                return work.area().total(counts) < least
            case BuySpace():
                if space.diamonds or not needs_card(work, space):
                    # Diamond steps beyond the last space may pay for a card.
                    return False
                return not affordable(work, work.my_cash - space.cost + space.less)
            case DiscardSpace():
                return not any(may_discard(work, space, card) for card in work.me.hand)
            case _:
                return False

    def judge(self, work: Work, answer: SpaceId) -> Violations:
        """Return the rules that placing a marker here breaks."""
        broken: list[Violation] = [*self.shut(work)]
        markers = work.state.markers
        index = work.facts.space_index.get(answer)
        if index is None:
            return [*broken, rules.SPACE_ON_TABLE.broken(space=answer)]
        space = work.facts.spaces[index]
        if markers[index] is not None:
            broken.append(rules.SPACE_EMPTY.broken(space=answer))
        if space.cost > work.my_cash:
            broken.append(rules.SPACE_IS_PAID.broken(cost=space.cost, cash=work.my_cash))
        if answer in work.facts.track_of_space:
            broken += self._judge_track_space(work, answer)
        broken += self._judge_requirement(work, space)
        return broken

    @staticmethod
    def _judge_track_space(work: Work, space: SpaceId) -> list[Violation]:
        broken: list[Violation] = []
        if is_locked(work, space):
            broken.append(rules.SPACE_UNLOCKED.broken(space=space))
        broken += [
            rules.ONE_SPACE_A_TRACK.broken(space=space)
            for other in work.facts.other_spaces[space]
            if work.state.markers[other] == work.seat
        ]
        return broken

    @staticmethod
    def _judge_requirement(work: Work, space: BonusSpace) -> Violations:
        match space:
            case FirstPlayerSpace():
                if work.seat == work.state.first_player and work.state.turn == 1:
                    return [rules.NOT_ON_FIRST_TURN.broken()]
            case MajoritySpace():
                own, most = work.area().total(space.counts), most_of_others(work, space.counts)
                if most > own:
                    return [rules.NOBODY_HAS_MORE.broken(counts=space.counts, own=own, most=most)]
            case _:
                pass
        return ()

    def take(self, work: Work, answer: SpaceId) -> None:
        """Place the marker, pay, and make due what needs no further choice."""
        work.marker = answer
        index = work.facts.space_index.get(answer)
        if index is None:
            return
        work.space = space = work.facts.spaces[index]
        work.options = options_of(space)
        if work.notes is not None:
            self._note_space(work, answer, space)
        work.pay(space.cost)
        match space:
            case TileSpace():
                pass
            case FirstPlayerSpace():
                work.note(rules.FIRST_PLAYER_MARKER)
                work.first_player = work.seat
                work.owe(space.reward)
            case BuySpace():
                work.due_card = space.less
                work.due_diamonds += space.diamonds
            case OtherTracksSpace():
                work.due_other_tracks = space.tracks
                work.other_steps = space.steps
                own = work.facts.track_of_space.get(answer)
                if own is not None:
                    work.other_tracks_used = put(NOTHING, own[0], 1)
            case DiscardSpace() | MajoritySpace() | ChoiceSpace():
                pass
            case _:
                assert_never(space)

    @staticmethod
    def _note_space(work: Work, space_id: SpaceId, space: BonusSpace) -> None:
        work.note(rules.MARKER_BLOCKS)
        if space_id in work.facts.track_of_space:
            work.note(rules.EXTRA_SPACE_GIVES)
        if isinstance(space, TileSpace):
            work.note(rules.TILE_IS_RESERVED)
        # What is paid next counts for the rule that is noted last.
        if space.cost:
            work.note(rules.SPACE_COSTS)


def options_of(space: BonusSpace) -> int:
    """Return how many rewards a space lets a player choose from; a single one is no choice."""
    match space:
        case MajoritySpace():
            return len(space.tiers)
        case ChoiceSpace():
            return len(space.rewards)
        case FirstPlayerSpace():
            return 1
        case _:
            return 0


class ChooseOption(Stage[int | None]):
    """Which tier, or which of several rewards."""

    def idle(self, work: Work) -> bool:
        """Return whether the space offers no rewards to choose from."""
        return not work.options

    def candidates(self, work: Work) -> range | list[None]:
        """Return the numbers of the rewards, or nothing where there is no choice."""
        return range(1, work.options + 1) if work.options > 1 else [None]

    def judge(self, work: Work, answer: int | None) -> Violations:
        """Return the rules that choosing this reward breaks."""
        space, options = work.space, work.options
        if space is None:
            return ()
        if options <= 1 and answer is None:
            answer = 1
        elif not 1 <= (answer or 0) <= options:
            option = "none" if answer is None else answer
            return [rules.CHOOSES_ONE_REWARD.broken(option=option, options=options)]
        if isinstance(space, MajoritySpace) and answer is not None:
            least = space.tiers[answer - 1].least
            own = work.area().total(space.counts)
            if own < least:
                return [rules.TIER_REACHED.broken(own=own, least=least)]
        return ()

    def take(self, work: Work, answer: int | None) -> None:
        """Make the chosen reward due."""
        options = work.options
        work.option = answer if options > 1 else None
        if options <= 1:
            answer = 1
        if answer is None or not 1 <= answer <= options:
            return
        match space := work.space:
            case MajoritySpace():
                work.note(rules.MAJORITY_GIVES)
                work.owe(space.tiers[answer - 1].reward)
            case ChoiceSpace():
                work.owe(space.rewards[answer - 1])
            case _:
                return


def may_discard(work: Work, space: DiscardSpace, card_id: CardId) -> bool:
    """Return whether a card of the hand can be removed on this space."""
    if space.good is not None:
        return card_id in work.facts.units[space.good]
    return card_id not in work.facts.share_cards or work.facts.rulings.share_cards != "kept"


class ChooseDiscard(Stage[CardId | None]):
    """Which card is removed from the hand, where the space asks for one."""

    def idle(self, work: Work) -> bool:
        """Return whether the space asks for no card."""
        return not isinstance(work.space, DiscardSpace)

    def candidates(self, work: Work) -> list[CardId] | list[None]:
        """Return the cards of the hand, or nothing where none is removed."""
        return sorted(work.me.hand) if isinstance(work.space, DiscardSpace) else [None]

    def judge(self, work: Work, answer: CardId | None) -> Violations:
        """Return a breach if this card, or none, is not what is removed here."""
        space = work.space
        if not isinstance(space, DiscardSpace):
            if answer is None or space is None:
                return ()
            return [rules.DISCARD_FROM_HAND.broken(card=answer)]
        if answer not in work.me.hand or not may_discard(work, space, answer):
            return [rules.DISCARD_FROM_HAND.broken(card=answer or "no card")]
        return ()

    def take(self, work: Work, answer: CardId | None) -> None:
        """Remove the card, and make its crate value with what the space adds due."""
        space = work.space
        if isinstance(space, DiscardSpace) and answer in work.me.hand:
            work.note(rules.DISCARD_PAYS)
            work.discarded = answer
            work.due_pounds += work.facts.cards[answer].crate + space.more
            work.counted_to_none = not work.due_pounds


def reward_is_known(work: Work) -> bool:
    """Return whether the space exists and, where it offers several rewards, one is said."""
    options = work.options
    return work.space is not None and (options <= 1 or 1 <= (work.option or 0) <= options)


def needs_card(work: Work, space: BuySpace) -> bool:
    """Return whether a card has to be bought on this space, diamond steps being not enough."""
    if work.facts.may_leave_rewards:
        return False
    return not space.diamonds or work.facts.rulings.and_or_space == "card-first"


class UseSpaceReward(UseReward):
    """The parts of a space's reward, which must not be left where it can be used."""

    def __init__(self) -> None:
        super().__init__(rules.SPACE_REWARD_AS_SHOWN)

    def judge(self, work: Work, answer: RewardPart) -> Violations:
        """Return the rules that using this part so breaks."""
        return super().judge(work, answer) if reward_is_known(work) else ()

    def take(self, work: Work, answer: RewardPart) -> None:
        """Use the part."""
        super().take(work, answer)
        work.took_part = True

    def may_stop(self, work: Work) -> bool:
        """Return whether all that had to be taken was."""
        space = work.space
        if isinstance(space, BuySpace):
            return not self._lacks(work, space)
        return super().may_stop(work)

    def close(self, work: Work) -> Violations:
        """Return a breach for what had to be taken and was not."""
        if self.may_stop(work):
            return ()
        if isinstance(work.space, BuySpace) or not work.took_part:
            return [rules.REWARD_IS_TAKEN.broken(expected=reward_shown(work))]
        return self._not_shown(work, "less")

    @staticmethod
    def _lacks(work: Work, space: BuySpace) -> bool:
        """Return whether a space for buying a card was used for too little."""
        if work.due_card is None:
            # With a card bought the diamond steps are free to be left.
            return False
        leaves_diamonds = work.due_diamonds > 0 and not work.facts.may_leave_rewards
        return needs_card(work, space) or leaves_diamonds
