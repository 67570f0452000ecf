"""Using a reward: its parts one after the other, in the player's order."""

from collections.abc import Iterator, Sequence
from typing import assert_never

from referee.core.components import DiscountBonus
from referee.core.ids import COMPANIES, CardId, Company, Good
from referee.core.rule import Phrase, Rule
from referee.core.turns import (
    Advance,
    BuyCard,
    MoveDiamond,
    RemovePost,
    RewardPart,
    SpendPoints,
    TakePounds,
)
from referee.engine import books
from referee.engine.diamonds import move_diamond
from referee.engine.stage import Stage, Violations
from referee.engine.tracks import ALL_OF_IT, counts_to_say, judge_advance, take_advance
from referee.engine.work import COMPANY_INDEX, NO_COLUMNS, NOTHING, Work, put
from referee.rulebook import bonus as bonus_rules
from referee.rulebook import bookkeeping as book_rules
from referee.rulebook import goods as rules


# What a card on the display costs, in goods or in pounds ------------------------------------------
def full_price(work: Work, card: CardId) -> int:
    """Return the crate value of a card on the display plus that of its space."""
    return work.facts.cards[card].crate + work.facts.crates[work.state.display.index(card)]


def affordable(work: Work, most: int) -> list[CardId]:
    """Return the cards on the display with a full price of at most so much."""
    facts = work.facts
    crate = facts.crate
    return [
        card
        for card, of_space in zip(work.state.display, facts.crates, strict=True)
        if card is not None and crate[card] + of_space <= most
    ]


def price_in_goods(work: Work, card: CardId, paid_with: frozenset[Good]) -> int:
    """Return the price of a card paid with goods cards of these kinds."""
    discount = work.working().discount(paid_with)
    if discount:
        work.note_bonus(DiscountBonus, rules.GOODS_DISCOUNTS)
    # In this order nobody has to know whether a price that was not read is 0.
    return max(full_price(work, card) - discount, 0)


def price_in_pounds(work: Work, card: CardId, less: int) -> int:
    """Return the price of a card bought with a bonus marker."""
    return max(full_price(work, card) - less, 0)


Noun = tuple[str, str, str]
"""What there is one of, what there are several of, and the name of both in `facts.toml`."""

POUNDS: Noun = ("pound", "pounds", "pounds")
DIAMOND_STEPS: Noun = ("diamond step", "diamond steps", "diamond-steps")
AMOUNTS: tuple[Noun, ...] = (
    POUNDS,
    DIAMOND_STEPS,
    ("bookkeeping point", "bookkeeping points", "bookkeeping-points"),
    ("post to remove", "posts to remove", "posts-to-remove"),
    ("other track to choose", "other tracks to choose", "other-tracks"),
)
"""What a reward gives an amount of."""


def counted(amount: int, what: Noun) -> Phrase:
    """Return an amount in words."""
    one, several, key = what
    return Phrase(f"{amount} {one if amount == 1 else several}", key, n=amount)


def _steps_due(work: Work, steps: int, company: Company) -> str:
    """Return steps in words, with a question mark for a number that nobody has read."""
    if not work.facts.tells(steps):
        return f"? steps on {company}"
    words = f"{steps} {'step' if steps == 1 else 'steps'} on {company}"
    return Phrase(words, "track-steps", n=steps, company=company)


def reward_shown(work: Work) -> tuple[str, ...]:
    """Return what a reward gives in all, in words."""
    *amounts, steps_due, card = work.whole_reward or work.due_parts()
    tells = work.facts.tells
    parts = [
        counted(amount, what) if tells(amount) else f"? {what[1]}"
        for amount, what in zip(amounts, AMOUNTS, strict=True)
        if not tells(amount) or amount
    ]
    parts += [
        _steps_due(work, steps, company)
        for company, steps in zip(COMPANIES, steps_due, strict=True)
        if not tells(steps) or steps
    ]
    if card:
        parts.append("a card to buy")
    return tuple(parts)


class UseReward(Stage[RewardPart]):
    """The parts of a reward; what does not belong to it breaks the rule `as_shown`."""

    repeated = True

    def __init__(self, as_shown: Rule) -> None:
        self.as_shown = as_shown

    # Candidates ----------------------------------------------------------------------------

    def idle(self, work: Work) -> bool:
        """Return whether nothing is due."""
        return not (
            work.due_pounds
            or work.due_diamonds
            or work.due_points
            or work.due_posts
            or work.due_card is not None
            or self._are_steps_due(work)
        )

    def candidates(self, work: Work) -> Sequence[RewardPart]:
        """Return every part that can be used next, in every way."""
        if self._has_to_go_on_removing(work):
            return [*_posts_to_remove(work)]
        parts = self._parts(work)
        if work.due_card is None:
            return parts
        return [*parts, *[BuyCard(card) for card in work.state.display if card]]

    def known_legal(self, work: Work) -> Sequence[RewardPart] | None:
        """Return the parts with the cards that can be paid, unless steps have to be judged."""
        if work.facts.may_decline_calls:
            return None
        if self._has_to_go_on_removing(work):
            return [*_posts_to_remove(work)]
        parts = self._parts(work)
        if work.due_card is None:
            return parts
        cards = affordable(work, work.my_cash + work.due_card)
        return [*parts, *[BuyCard(card) for card in cards]]

    def _parts(self, work: Work) -> Sequence[RewardPart]:
        """Return every part but cards to buy."""
        parts: list[RewardPart] = []
        if work.due_pounds:
            parts += [TakePounds(count) for count in _amounts(work, work.due_pounds)]
        if work.due_diamonds:
            parts += [MoveDiamond(count) for count in _amounts(work, work.due_diamonds)]
        if self._are_steps_due(work):
            for index, company in enumerate(COMPANIES):
                if wanted := self._steps_due(work, company):
                    counts = counts_to_say(work, index, wanted)
                    parts += [Advance(company, count) for count in counts]
        if work.due_points:
            converts = books.at_last_step(work)
            purchases = books.purchases(work, work.due_points, converts=converts)
            if not parts and not work.due_posts:
                return purchases
            parts += purchases
        if work.due_posts:
            parts += _posts_to_remove(work)
        return parts

    def _has_to_go_on_removing(self, work: Work) -> bool:
        """Return whether posts are being removed and more have to be before anything else."""
        return (
            bool(work.due_posts)
            and work.removed != NO_COLUMNS
            and not work.facts.may_leave_rewards
            and self._posts_left(work)
        )

    @staticmethod
    def _are_steps_due(work: Work) -> bool:
        return bool(work.due_other_tracks) or work.due_steps != NOTHING

    @staticmethod
    def _steps_due(work: Work, company: Company) -> int:
        """Return the steps due on a company's track, chosen freely or named by the reward."""
        index = COMPANY_INDEX[company]
        if work.due_other_tracks and not work.other_tracks_used[index]:
            return work.other_steps
        return work.due_steps[index]

    # Rules ---------------------------------------------------------------------------------

    def judge(self, work: Work, answer: RewardPart) -> Violations:
        """Return the rules that using this part so breaks."""
        broken = self._judge_part(work, answer)
        if self._has_to_go_on_removing(work) and not isinstance(answer, RemovePost):
            return [*self._not_shown(work, "less"), *broken]
        return broken

    def _judge_part(self, work: Work, answer: RewardPart) -> Violations:
        match answer:
            case TakePounds():
                return self._judge_pounds(work, answer.count)
            case MoveDiamond():
                return self._judge_count(work, answer.count, work.due_diamonds, DIAMOND_STEPS)
            case Advance():
                return self._judge_advance(work, answer)
            case SpendPoints():
                return self._judge_points(work, answer)
            case RemovePost():
                return self._judge_post(work, answer)
            case BuyCard():
                return self._judge_purchase(work, answer)
            case _:
                assert_never(answer)

    def _judge_pounds(self, work: Work, count: int | None) -> Violations:
        if work.counted_to_none and not count:
            return ()
        return self._judge_count(work, count, work.due_pounds, POUNDS)

    def _judge_count(self, work: Work, count: int | None, due: int, what: Noun) -> Violations:
        fewest = 0 if work.facts.may_leave_rewards else due
        if due and (count is None or fewest <= count <= due):
            return ()
        every = Phrase(f"all {what[1]}", f"all-{what[2]}")
        return self._not_shown(work, every if count is None else counted(count, what))

    def _judge_advance(self, work: Work, answer: Advance) -> Violations:
        wanted = self._steps_due(work, answer.company)
        if work.other_tracks_used[COMPANY_INDEX[answer.company]]:
            again = bonus_rules.DIFFERENT_OTHER_TRACKS.broken(companies=(answer.company,))
            # A track that may not be named uses up one of those that the space gives.
            beyond = () if work.due_other_tracks else self._not_shown(work, _steps_on(answer))
            return [again, *beyond]
        if not wanted or (answer.count is not None and not 0 <= answer.count <= wanted):
            return self._not_shown(work, _steps_on(answer))
        return judge_advance(work, answer.company, answer.count, wanted)

    def _judge_points(self, work: Work, answer: SpendPoints) -> Violations:
        if not work.due_points:
            return self._not_shown(work, "bookkeeping points")
        converts = books.at_last_step(work)
        return books.judge_points(work, answer, work.due_points, converts=converts)

    def _judge_post(self, work: Work, answer: RemovePost) -> Violations:
        company, column = answer.company, answer.column
        if not work.due_posts:
            return self._not_shown(work, "a post removed")
        if work.has_post(company, column):
            return ()
        return [book_rules.REMOVES_FOREMOST.broken(company=company, column=column)]

    def _judge_purchase(self, work: Work, answer: BuyCard) -> Violations:
        if work.due_card is None:
            bought = Phrase(f"{answer.card} bought", "card-bought", card=answer.card)
            return self._not_shown(work, bought)
        if answer.card not in work.state.display:
            return [bonus_rules.BUYS_FROM_DISPLAY.broken(card=answer.card)]
        price = price_in_pounds(work, answer.card, work.due_card)
        if price > work.my_cash:
            return [bonus_rules.CARD_IS_PAID.broken(price=price, cash=work.my_cash)]
        return ()

    def _not_shown(self, work: Work, said: str) -> Violations:
        return [self.as_shown.broken(said=said, expected=reward_shown(work))]

    # Effects -------------------------------------------------------------------------------

    def take(self, work: Work, answer: RewardPart) -> None:
        """Use the part."""
        if work.whole_reward is None:
            work.whole_reward = work.due_parts()
        if work.removed != NO_COLUMNS and not isinstance(answer, RemovePost):
            # Posts to remove are one part, which is over when another begins.
            work.due_posts = 0
        match answer:
            case TakePounds():
                pounds = work.due_pounds if answer.count is None else max(answer.count, 0)
                work.due_pounds = 0
                work.counted_to_none = False
                work.gained_pounds += pounds
                work.pay(-pounds)
            case MoveDiamond():
                steps = work.due_diamonds if answer.count is None else max(answer.count, 0)
                work.due_diamonds = 0
                work.gained_diamonds += move_diamond(work, steps)
            case Advance():
                self._take_advance(work, answer)
            case SpendPoints():
                books.take_points(work, answer, work.due_points, converts=books.at_last_step(work))
                work.due_points = 0
            case RemovePost():
                remove_post(work, answer)
                work.due_posts = max(0, work.due_posts - 1)
            case BuyCard():
                if work.due_card is not None and answer.card in work.state.display:
                    work.note(bonus_rules.BUYING_FOR_POUNDS)
                    work.pay(price_in_pounds(work, answer.card, work.due_card))
                    work.bought = answer.card
                work.due_card = None

    def _take_advance(self, work: Work, answer: Advance) -> None:
        index = COMPANY_INDEX[answer.company]
        wanted = self._steps_due(work, answer.company)
        take_advance(work, answer.company, answer.count, wanted)
        if work.due_other_tracks:
            work.due_other_tracks -= 1
            work.other_tracks_used = put(work.other_tracks_used, index, 1)
        else:
            work.due_steps = put(work.due_steps, index, 0)

    # The end -------------------------------------------------------------------------------

    def may_stop(self, work: Work) -> bool:
        """Return whether every part was used that must be."""
        return work.facts.may_leave_rewards or not (
            work.due_pounds
            or work.due_diamonds
            or work.due_points
            or (work.due_posts and self._posts_left(work))
            or self._steps_left(work)
        )

    def close(self, work: Work) -> Violations:
        """Return a breach for a part that was not used though it must be."""
        return () if self.may_stop(work) else self._not_shown(work, "less")

    @staticmethod
    def _posts_left(work: Work) -> bool:
        return any(column.posts for base in work.bases for column in base)

    def _steps_left(self, work: Work) -> bool:
        """Return whether steps are due that have to be made: those that can be."""
        if not self._are_steps_due(work):
            return False
        due = [
            bool(judge_advance(work, company, 0, wanted))
            for company in COMPANIES
            if (wanted := self._steps_due(work, company))
        ]
        if work.due_other_tracks:
            # A track whose marker is blocked may be meant without being named.
            return due.count(False) < work.due_other_tracks
        return any(due)


def _steps_on(answer: Advance) -> Phrase:
    return Phrase(f"steps on {answer.company}", "steps-on", company=answer.company)


def _amounts(work: Work, due: int) -> tuple[int | None, ...]:
    """Return how much of a part may be said: all, or less where a ruling allows it."""
    return (None, *range(due)) if work.facts.may_leave_rewards else ALL_OF_IT


def _posts_to_remove(work: Work) -> Iterator[RemovePost]:
    for index, company in enumerate(COMPANIES):
        for number, column in enumerate(work.bases[index], 1):
            if column.posts:
                yield RemovePost(company, number)


def remove_post(work: Work, answer: RemovePost) -> None:
    """Take the foremost post of a column out of the game."""
    if work.take_post(answer.company, answer.column):
        work.note(book_rules.REMOVED_POSTS_ARE_LOST)
        index = COMPANY_INDEX[answer.company]
        work.lost_posts = put(work.lost_posts, index, work.lost_posts[index] + 1)
        columns = work.removed[index]
        columns = put(columns, answer.column - 1, columns[answer.column - 1] + 1)
        work.removed = put(work.removed, index, columns)
