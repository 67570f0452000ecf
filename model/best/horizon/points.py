"""Bookkeeping points over a round: the books taken for them, and the pounds."""

from dataclasses import dataclass, field

from model.best.draft import Draft, Linear, Lit, total, weighted
from model.best.horizon.timeline import Activity, Timeline
from model.best.table import FIRST_FREE_STEP, Table
from referee.game.ids import BookId
from referee.game.limits import BOOK_PRICES, POUNDS_AT_TRACK_END
from referee.game.turns import Step


@dataclass(eq=False)
class Pool:
    """The points of one reward, and what becomes of them."""

    activity: Activity
    most: int
    own_points: bool = False
    """They are the points of a bookkeeper itself, not those of a reward."""
    taken: dict[BookId, Lit] = field(default_factory=dict)
    for_pounds: Linear = 0
    at_end: list[Lit] = field(default_factory=list)


class Points:
    """All pools, and the books on display, each taken once and put on a step that may matter."""

    def __init__(self, draft: Draft, table: Table, timeline: Timeline, *, timed: bool) -> None:
        self._draft, self._table, self._timeline = draft, table, timeline
        self.pools: list[Pool] = []
        state = table.state
        book = state.setting.components.book
        self.books = {
            there: (book[there], coins)
            for there, coins in zip(state.book_display, state.book_coins, strict=True)
            if there is not None
        }
        self.placed: dict[tuple[BookId, Step], Lit] = {}
        """Which book comes onto a step that the jar enters afterwards."""
        self._known: dict[tuple[str, BookId], Lit] = {}
        self._taken_in: dict[BookId, list[Lit]] = {
            book: [draft.aside() for _ in timeline.turns] for book in (self.books if timed else ())
        }
        """By turn, where it matters because a bookkeeper may come later."""
        self._takers: dict[BookId, list[Lit]] = {book: [] for book in self.books}

    def pool(
        self, activity: Activity, points: Linear, most: int, *, own_points: bool = False
    ) -> Pool | None:
        """Spend points in an activity."""
        if not most:
            return None
        model = self._draft.model
        pool = Pool(activity, most, own_points)
        kind = "own" if own_points else "reward"
        pool.taken = {
            book: activity.choice(f"take[{book}]-{kind}")
            for book, (printed, _) in self.books.items()
            if BOOK_PRICES[printed.letter] <= most
        }
        pool.for_pounds = activity.amount(most, f"for-pounds-{kind}")
        prices = {book: BOOK_PRICES[self.books[book][0].letter] for book in pool.taken}
        spent = pool.for_pounds + weighted((prices[b], lit) for b, lit in pool.taken.items())
        partial = self._table.state.setting.rulings.may_leave_parts
        model.add(spent <= points) if partial else model.add(spent == points)
        coins = weighted((self.books[b][1], lit) for b, lit in pool.taken.items())
        most_coins = sum(self.books[b][1] for b in pool.taken)
        activity.earn(pool.for_pounds + coins, 0, most + most_coins)
        a_books = [lit for b, lit in pool.taken.items() if self.books[b][0].letter == "A"]
        model.add(total(a_books) <= self._spaces_for_a())
        model.add(total(pool.taken.values()) <= len(self._table.visible))
        for book, lit in pool.taken.items():
            self._takers[book].append(lit)
        self.pools.append(pool)
        return pool

    def _spaces_for_a(self) -> int:
        crossed = self._table.state.setting.components.book_track.crossed_out
        return sum(
            letter == "A" if letter else step not in crossed
            for step, letter in self._table.visible.items()
        )

    def may_lie(self, book: BookId, step: Step) -> bool:
        """Return whether a book of the display may be put onto a step."""
        if step < FIRST_FREE_STEP:
            return False
        there = self._table.visible[step]
        crossed = self._table.state.setting.components.book_track.crossed_out
        if self.books[book][0].letter != "A":
            return True
        return there == "A" if there else step not in crossed

    def close(self) -> None:
        """Let each book be taken once, and tell in which turn where that matters."""
        model = self._draft.model
        for book, lits in self._takers.items():
            if lits:
                model.add_at_most_one(lits)
            if book in self._taken_in:
                model.add(total(self._taken_in[book]) == total(lits))
        for pool in self.pools if self._taken_in else ():
            for book, lit in pool.taken.items():
                for turn, doing in enumerate(pool.activity.at):
                    model.add_bool_or(~lit, ~doing, self._taken_in[book][turn])

    def had_by(self, book: BookId, keeper: Activity) -> Lit:
        """Return a yes or no that only holds if a book was taken before a bookkeeper is used."""
        key = (keeper.name, book)
        if key not in self._known:
            had = self._known[key] = self._draft.aside()
            for turn, doing in enumerate(keeper.at):
                earlier = total(self._taken_in[book][:turn])
                self._draft.model.add(earlier >= 1).only_enforce_if(had, doing)
        return self._known[key]

    def pay_double(self, pool: Pool, at_end: Lit) -> None:
        """Turn every point of a pool into more pounds where the jar stands on the last step."""
        for lit in pool.taken.values():
            self._draft.model.add_implication(at_end, ~lit)
        more = self._draft.where(at_end, pool.for_pounds, pool.most)
        extra = POUNDS_AT_TRACK_END - 1
        pool.activity.earn(extra * more, 0, extra * pool.most)
        pool.at_end.append(at_end)

    def on_step(self, book: BookId, step: Step) -> Lit:
        """Return whether a book is put onto a step where it matters."""
        key = (book, step)
        if key not in self.placed:
            self.placed[key] = self._draft.choice(f"lay[{book},{step}]")
        return self.placed[key]

    def close_placings(self) -> None:
        """Let a book lie on one step, and one book that matters on a step."""
        for book in self.books:
            lits = [lit for (b, _), lit in self.placed.items() if b == book]
            if lits:
                self._draft.model.add(total(lits) <= total(self._takers[book]))
        for step in {step for _, step in self.placed}:
            self._draft.model.add_at_most_one(
                lit for (_, s), lit in self.placed.items() if s == step
            )
