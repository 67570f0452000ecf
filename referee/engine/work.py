"""A table in the middle of an event: what has been done so far, and what is still due.

It is the one mutable thing of the engine. Everything in it is an immutable value that is replaced
as a whole, so that a copy is a copy of references, and branching over choices is cheap.
"""

from collections.abc import MutableSequence
from copy import copy
from typing import Final, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from referee.core.components import BonusSpace, BonusTile, Card, Reward, TrackBonus
from referee.core.ids import (
    COMPANIES,
    BookId,
    CardId,
    Company,
    Good,
    ItemId,
    RegionId,
    Seat,
    SpaceId,
)
from referee.core.rule import Rule
from referee.core.state import BaseColumn, Player, State
from referee.engine.area import Area
from referee.engine.facts import Facts, Working, facts_of
from referee.rulebook import tracks as track_rules

T = TypeVar("T")

NOTHING: Final[tuple[int, ...]] = (0, 0, 0, 0)
NO_COLUMNS: Final[tuple[tuple[int, ...], ...]] = ((0, 0, 0),) * len(COMPANIES)

COMPANY_INDEX: Final[dict[str, int]] = {company: index for index, company in enumerate(COMPANIES)}


DueParts = tuple[int, int, int, int, int, tuple[int, ...], bool]
"""Pounds, diamond steps, points, posts, other tracks, steps by company, and whether a card."""


def put(values: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    """Return `values` with another value at an index."""
    changed = list(values)
    changed[index] = value
    return tuple(changed)


class Work(Struct, eq=False):
    """The table as one player's event changes it, and the choices made on the way."""

    state: State
    seat: Seat
    me: Player
    facts: Facts
    my_cash: int
    tracks: tuple[int, ...]
    diamonds: int
    ink: int
    used: frozenset[ItemId]
    plus_one: CardId | None
    books: tuple[tuple[BookId, ...], ...]
    flipped: frozenset[int]
    bases: tuple[tuple[BaseColumn, ...], ...]
    lost_posts: tuple[int, ...]
    book_display: tuple[BookId | None, ...]
    book_coins: tuple[int, ...]
    first_player: Seat
    levels: tuple[int, ...]
    """The level at which the bonuses of each track count for the player in this event."""
    notes: MutableSequence[Rule] | None = None
    """Effect rules that had their effect, where somebody asked to know."""
    paid_to_others: tuple[int, ...] | None = None
    """By seat, once anything was."""

    # What was chosen.
    cards: tuple[ItemId, ...] = ()
    kinds: frozenset[Good] = frozenset()
    """The kinds of good that the cards in use show."""
    bought: CardId | None = None
    discarded: CardId | None = None
    company: Company | None = None
    entered: tuple[RegionId, ...] = ()
    stands_in: frozenset[str] = frozenset()
    """Where the expanding company has its base or a post."""
    left: tuple[int, ...] = (0, 0, 0)
    returned: tuple[tuple[int, ...], ...] = NO_COLUMNS
    removed: tuple[tuple[int, ...], ...] = NO_COLUMNS
    flip: int | None = None
    marker: SpaceId | None = None
    space: BonusSpace | None = None
    """The bonus space of the marker, if there is one of that name."""
    options: int = 0
    """How many rewards it lets the player choose from."""
    option: int | None = None
    taken: tuple[BookId, ...] = ()
    placed: tuple[tuple[BookId, int], ...] = ()
    steps: tuple[int, ...] = NOTHING
    gained_pounds: int = 0
    gained_diamonds: int = 0
    points_for_pounds: int = 0
    counted_cotton: bool = False
    took_part: bool = False
    """Something of a bonus space's reward was taken."""

    # What is still due.
    units: int = 0
    units_for_steps: int = 0
    expansion_points: int = 0
    posts_cost: int = 0
    due_pounds: int = 0
    counted_to_none: bool = False
    """Pounds are due whose number was counted and came to none; taking them may be said."""
    due_diamonds: int = 0
    due_points: int = 0
    due_posts: int = 0
    due_steps: tuple[int, ...] = NOTHING
    due_other_tracks: int = 0
    other_steps: int = 0
    other_tracks_used: tuple[int, ...] = NOTHING
    """Tracks that steps on other tracks cannot go to, because they did or are the own one."""
    due_card: int | None = None
    whole_reward: DueParts | None = None
    """What was due before the first part of a reward was used."""
    due_regions: tuple[RegionId, ...] = ()
    spent: bool = False
    to_oust: tuple[tuple[RegionId, Company], ...] = ()
    unplaced: tuple[BookId, ...] = ()
    spaces_for_a: int | None = None
    """How many steps can take an A-book, once somebody asked."""

    @staticmethod
    def on(state: State, seat: Seat, levels: tuple[int, ...] | None = None) -> "Work":
        """Return the table at the start of a player's event, bonuses at their highest levels.

        Other levels are for a turn that does not say at which it uses permanent bonuses.
        """
        me = state.players[seat]
        return Work(
            state,
            seat,
            me,
            facts_of(state.setting),
            me.cash,
            me.tracks,
            me.diamonds,
            me.ink,
            me.used,
            me.plus_one,
            me.books,
            me.flipped,
            state.bases,
            state.lost_posts,
            state.book_display,
            state.book_coins,
            state.first_player,
            me.levels if levels is None else levels,
        )

    def copy(self) -> "Work":
        """Return another work at the same point."""
        return copy(self)

    def note(self, rule: Rule) -> None:
        """Remember that an effect rule had its effect, where somebody asked to know."""
        if self.notes is not None:
            self.notes.append(rule)

    def note_bonus(self, kind: type[TrackBonus], rule: Rule) -> None:
        """Remember that a working bonus of this kind had its effect, if there is one."""
        if self.notes is None:
            return
        for bonuses, level in zip(self.facts.bonuses, self.levels, strict=True):
            if level and isinstance(bonuses[level - 1], kind):
                self.note(rule)
                if level > 1:
                    self.note(track_rules.BONUSES_NOT_ADDED)

    @property
    def cash(self) -> tuple[int, ...]:
        """The pounds of every player."""
        others = self.paid_to_others or NOTHING
        cash = [p.cash + paid for p, paid in zip(self.state.players, others, strict=False)]
        cash[self.seat] = self.my_cash
        return tuple(cash)

    def pay(self, pounds: int) -> None:
        """Take pounds from the player; a negative amount gives them."""
        self.my_cash -= pounds

    def pay_to(self, seat: int, pounds: int) -> None:
        """Give pounds of the bank to another player."""
        paid = self.paid_to_others or NOTHING
        self.paid_to_others = put(paid, seat, paid[seat] + pounds)

    def item(self, item: str) -> Card | BonusTile | None:
        """Return the card or bonus tile with that id, or None if the set has none."""
        return self.facts.items.get(item)

    def area(self) -> Area:
        """Return the player's action area as it is now."""
        return Area(self.facts, self.me, self.used, self.plus_one, self.levels)

    def lies_face_up(self, item: ItemId) -> bool:
        """Return whether a card or tile lies face up in the player's action area."""
        return item not in self.used and (item in self.me.slots or item in self.me.tiles)

    def working(self) -> Working:
        """Return the track bonuses that count for the player in this event."""
        return self.facts.working[self.levels]

    def due_parts(self) -> DueParts:
        """Return what is due of a reward now."""
        return (
            self.due_pounds,
            self.due_diamonds,
            self.due_points,
            self.due_posts,
            self.due_other_tracks,
            self.due_steps,
            self.due_card is not None,
        )

    def owe(self, reward: Reward) -> None:
        """Make the parts of `reward` due."""
        self.due_pounds += reward.pounds
        self.due_diamonds += reward.diamonds
        self.due_points += reward.points
        self.due_posts += reward.posts
        if reward.track is not None:
            index = COMPANY_INDEX[reward.track.company]
            self.due_steps = put(self.due_steps, index, reward.track.steps)

    def placed_steps(self) -> tuple[int, ...]:
        """Return the steps on which books of this turn lie."""
        return tuple([step for _, step in self.placed])

    def take_post(self, company: Company, column: int) -> bool:
        """Take the foremost post of a column off its base; False if there is none."""
        if not self.has_post(company, column):
            return False
        index = COMPANY_INDEX[company]
        before = self.bases[index][column - 1]
        # The rear post leaves last, so a column without posts has an open final space.
        after = BaseColumn(before.posts - 1, before.opened or before.posts == 1)
        self._set_column(index, column, after)
        return True

    def has_post(self, company: Company, column: int) -> bool:
        """Return whether a post stands on a column of a base."""
        columns = self.bases[COMPANY_INDEX[company]]
        return 1 <= column <= len(columns) and columns[column - 1].posts > 0

    def return_post(self, company: Company, column: int) -> bool:
        """Put a post back onto a column; False if no space of it may be covered."""
        index = COMPANY_INDEX[company]
        if not self.has_space(company, column):
            return False
        before = self.bases[index][column - 1]
        self._set_column(index, column, BaseColumn(before.posts + 1, before.opened))
        return True

    def has_space(self, company: Company, column: int) -> bool:
        """Return whether a post may be put back onto a column."""
        index = COMPANY_INDEX[company]
        columns = self.bases[index]
        if not 1 <= column <= len(columns):
            return False
        spaces = len(self.facts.base_coins[index][column - 1]) - columns[column - 1].opened
        return columns[column - 1].posts < spaces

    def _set_column(self, index: int, column: int, value: BaseColumn) -> None:
        self.bases = put(self.bases, index, put(self.bases[index], column - 1, value))

    def player_after(self) -> Player:
        """Return the player as this event leaves him."""
        me = self.me
        hand = me.hand
        if self.bought is not None:
            hand |= {self.bought}
        if self.discarded is not None:
            hand -= {self.discarded}
        return replace(
            me,
            cash=self.my_cash,
            hand=hand,
            used=self.used,
            plus_one=self.plus_one,
            tracks=self.tracks,
            diamonds=self.diamonds,
            ink=self.ink,
            books=self.books,
            flipped=self.flipped,
        )
