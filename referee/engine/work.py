"""A table in the middle of an event: what has been done so far, and what is still due.

It is the one mutable thing of the engine. Everything in it is an immutable value that is replaced
as a whole, so that a copy is a copy of references, and branching over choices is cheap.
"""

from collections.abc import MutableSequence
from typing import Final

from msgspec.structs import replace

from referee.engine.area import Area
from referee.engine.bonus_sums import Working
from referee.engine.facts import Facts, facts_of
from referee.game.components import BonusSpace, BonusTile, Card, Reward, TrackBonus
from referee.game.ids import (
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
from referee.game.rule import Rule
from referee.game.rulebook import tracks as track_rules
from referee.game.state import BaseColumn, Player, State

NOTHING: Final[tuple[int, ...]] = (0, 0, 0, 0)
NO_COLUMNS: Final[tuple[tuple[int, ...], ...]] = ((0, 0, 0),) * len(COMPANIES)

COMPANY_INDEX: Final[dict[str, int]] = {company: index for index, company in enumerate(COMPANIES)}


DueParts = tuple[int, int, int, int, int, tuple[int, ...], bool]
"""Pounds, diamond steps, points, posts, other tracks, steps by company, and whether a card."""


def put(values: tuple[int, ...], index: int, value: int) -> tuple[int, ...]:
    """Return `values` with another value at an index."""
    return (*values[:index], value, *values[index + 1 :])


COMPILED: Final = not __file__.endswith(".py")
"""Whether this module was compiled: attributes then lie in a struct and not in a dictionary."""


class Work:
    """The table as one player's event changes it, and the choices made on the way."""

    def __init__(self, state: State, seat: Seat, facts: Facts, levels: tuple[int, ...]) -> None:
        me = state.players[seat]
        self.state: State = state
        self.seat: Seat = seat
        self.me: Player = me
        self.facts: Facts = facts
        self.my_cash: int = me.cash
        self.tracks: tuple[int, ...] = me.tracks
        self.diamonds: int = me.diamonds
        self.ink: int = me.ink
        self.used: frozenset[ItemId] = me.used
        self.plus_one: CardId | None = me.plus_one
        self.books: tuple[tuple[BookId, ...], ...] = me.books
        self.flipped: frozenset[int] = me.flipped
        self.bases: tuple[tuple[BaseColumn, ...], ...] = state.bases
        self.lost_posts: tuple[int, ...] = state.lost_posts
        self.book_display: tuple[BookId | None, ...] = state.book_display
        self.book_coins: tuple[int, ...] = state.book_coins
        self.first_player: Seat = state.first_player
        self.levels: tuple[int, ...] = levels
        """The level at which the bonuses of each track count for the player in this event."""

    # Whatever follows is the same at the start of every event.
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

    @classmethod
    def on(cls, state: State, seat: Seat, levels: tuple[int, ...] | None = None) -> "Work":
        """Return the table at the start of a player's event, bonuses at their highest levels.

        Other levels are for a turn that does not say at which it uses permanent bonuses.
        """
        if levels is None:
            levels = state.players[seat].levels
        return cls(state, seat, facts_of(state.setting), levels)

    def copy(self) -> "Work":
        """Return another work at the same point."""
        other = Work(self.state, self.seat, self.facts, self.levels)
        if COMPILED:
            copy_attributes(self, other)
        else:
            vars(other).update(vars(self))
        return other

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
        columns = self.bases[index]
        columns = (*columns[: column - 1], value, *columns[column:])
        self.bases = (*self.bases[:index], columns, *self.bases[index + 1 :])

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


def copy_attributes(work: Work, other: Work) -> None:  # noqa: PLR0915 - a line for each
    """Give a work that was just begun all that another one has come to; a test counts the lines."""
    other.me = work.me
    other.my_cash = work.my_cash
    other.tracks = work.tracks
    other.diamonds = work.diamonds
    other.ink = work.ink
    other.used = work.used
    other.plus_one = work.plus_one
    other.books = work.books
    other.flipped = work.flipped
    other.bases = work.bases
    other.lost_posts = work.lost_posts
    other.book_display = work.book_display
    other.book_coins = work.book_coins
    other.first_player = work.first_player
    other.notes = work.notes
    other.paid_to_others = work.paid_to_others
    other.cards = work.cards
    other.kinds = work.kinds
    other.bought = work.bought
    other.discarded = work.discarded
    other.company = work.company
    other.entered = work.entered
    other.stands_in = work.stands_in
    other.left = work.left
    other.returned = work.returned
    other.removed = work.removed
    other.flip = work.flip
    other.marker = work.marker
    other.space = work.space
    other.options = work.options
    other.option = work.option
    other.taken = work.taken
    other.placed = work.placed
    other.steps = work.steps
    other.gained_pounds = work.gained_pounds
    other.gained_diamonds = work.gained_diamonds
    other.points_for_pounds = work.points_for_pounds
    other.counted_cotton = work.counted_cotton
    other.took_part = work.took_part
    other.units = work.units
    other.units_for_steps = work.units_for_steps
    other.expansion_points = work.expansion_points
    other.posts_cost = work.posts_cost
    other.due_pounds = work.due_pounds
    other.counted_to_none = work.counted_to_none
    other.due_diamonds = work.due_diamonds
    other.due_points = work.due_points
    other.due_posts = work.due_posts
    other.due_steps = work.due_steps
    other.due_other_tracks = work.due_other_tracks
    other.other_steps = work.other_steps
    other.other_tracks_used = work.other_tracks_used
    other.due_card = work.due_card
    other.whole_reward = work.whole_reward
    other.due_regions = work.due_regions
    other.spent = work.spent
    other.to_oust = work.to_oust
    other.unplaced = work.unplaced
    other.spaces_for_a = work.spaces_for_a
