"""Bookkeeping points, the books taken for them, and where the books are placed."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from msgspec.structs import replace

from referee.core.canonical import (
    CanonicalBookkeeper,
    CanonicalExpansion,
    CanonicalMarker,
    CanonicalTurn,
)
from referee.core.components import Book
from referee.core.ids import BookId, BookLetter
from referee.core.limits import BOOK_PRICES, POUND_PRICE, POUNDS_AT_TRACK_END
from referee.core.state import Setting, State
from referee.core.turns import BookStep, Placing
from referee_model.best.table import FIRST_FREE_STEP, MoverTable
from referee_model.best.timeline import Activity, Draft, Lit, ModelNumber, Timeline, total, weighted

BookTurn = CanonicalBookkeeper | CanonicalExpansion | CanonicalMarker
"""Turns that may take books."""


# Where books may be placed on a bookkeeping track, and where they are out of the jar's way --------
def place_books(
    draft: Draft,
    setting: Setting,
    visible: Mapping[BookStep, str],
    books: Mapping[BookId, tuple[BookLetter, ModelNumber]],
) -> dict[tuple[BookId, BookStep], Lit]:
    """Return on which step each book is placed; a book comes with whether it was taken.

    `visible` gives the letter of the uppermost book on each step, "" for an empty one.
    """
    model, crossed = draft.model, setting.components.book_track.crossed_out
    placed: dict[tuple[BookId, BookStep], Lit] = {}
    for book, (letter, taken) in books.items():
        lits = []
        for step in steps_for(letter, visible, crossed):
            lit = placed[book, step] = draft.choice(f"place[{book},{step}]")
            lits.append(lit)
        model.add(total(lits) == taken)
    for step in visible:
        model.add_at_most_one(lit for (_, at), lit in placed.items() if at == step)
    if setting.rulings.cover == "if-necessary":
        # Books for empty spaces can be placed first, so only what is empty in the end counts: a
        # book covers another only if all empty spaces that could take it are filled.
        laid = {s: [lit for (_, at), lit in placed.items() if at == s] for s in visible}
        filled = {step: total(laid[step]) for step, letter in visible.items() if not letter}
        for book in dict.fromkeys(book for book, _ in placed):
            covering = [lit for (b, step), lit in placed.items() if b == book and visible[step]]
            for step in filled if covering else ():
                if (book, step) in placed:
                    model.add(filled[step] >= total(covering))
    return placed


def steps_for(
    letter: str, visible: Mapping[BookStep, str], crossed: Collection[BookStep]
) -> list[BookStep]:
    """Return the steps that can take a book of a letter, by what lies visible on them."""
    if letter != "A":
        return [*visible]
    return [s for s, there in visible.items() if (there == "A" if there else s not in crossed)]


def with_placings(
    state: State, turn: CanonicalTurn, laid: Mapping[BookId, BookStep]
) -> CanonicalTurn:
    """Return a turn in which every book taken has a step.

    Books come onto the last free steps that no other book is meant for, those of letter A first
    because fewer steps take them; where none is free they cover what the jar has passed.
    """
    if not isinstance(turn, BookTurn):
        return turn
    gains = turn.gains
    placed = {placing.book: placing.step for placing in gains.placed}
    table = MoverTable(state, turn.seat)
    letter = {book: state.setting.components.book[book].letter for book in gains.books}
    reserved = set(laid.values())
    for book in sorted(gains.books - placed.keys(), key=lambda b: (letter[b] != "A", b)):
        steps = _least_harmful(table, letter[book])
        free = [s for s in steps if s not in placed.values() and s not in reserved]
        if not free:
            free = [s for s in steps if s not in placed.values()]
        if free:
            placed[book] = free[0]
    placings = frozenset(Placing(book, step) for book, step in placed.items())
    return replace(turn, gains=replace(gains, placed=placings))


def _least_harmful(table: MoverTable, letter: str) -> list[BookStep]:
    """Return the steps that can take a book, the least harmful first."""
    crossed = table.components.book_track.crossed_out
    steps = steps_for(letter, table.visible, crossed)
    ink = max(table.me.ink, FIRST_FREE_STEP)

    def harm(step: BookStep) -> tuple[bool, bool, bool, int]:
        covers = bool(table.visible[step])
        wastes = letter != "A" and step not in crossed
        return covers, covers and step > ink, wastes, -step

    return sorted(steps, key=harm)


AtEnd = Lit | bool
"""Whether the jar stands on the last step, where each point turns into more money."""


@dataclass(eq=False)
class Pool:
    """The points of one reward or bookkeeper, and what becomes of them."""

    activity: Activity
    points: ModelNumber
    most: int
    at_end: AtEnd
    taken: dict[BookId, Lit] = field(default_factory=dict)
    for_pounds: ModelNumber = 0
    pounds: ModelNumber = 0
    """Pounds that come of the pool, coins of the books included."""
    most_pounds: int = 0


class Points:
    """All pools, and the books on display, each taken once and put on a step."""

    def __init__(self, draft: Draft, table: MoverTable, timeline: Timeline, *, timed: bool) -> None:
        self._draft, self._table, self._timeline = draft, table, timeline
        self.pools: list[Pool] = []
        printed = table.components.book
        shown = zip(table.state.book_display, table.state.book_coins, strict=True)
        self.books: dict[BookId, tuple[Book, int]] = {
            book: (printed[book], coins) for book, coins in shown if book is not None
        }
        self.placed: dict[tuple[BookId, BookStep], Lit] = {}
        """Which book comes onto which step; over several turns those that the jar enters later."""
        self._known: dict[tuple[str, BookId], Lit] = {}
        self._taken_in: dict[BookId, list[Lit]] = {
            book: [draft.aside() for _ in timeline.turns] for book in (self.books if timed else ())
        }
        """By turn, where it matters because a bookkeeper may come later."""

    def pool(
        self,
        activity: Activity,
        points: ModelNumber,
        most: int,
        at_end: AtEnd,
        *,
        own: bool = False,
    ) -> Pool | None:
        """Spend points in an activity: those of a reward, or a bookkeeper's own."""
        if not most:
            return None
        model, draft, single = self._draft.model, self._draft, activity.single
        name = "own" if own else "reward"
        pool = Pool(activity, points, most, at_end)
        for book, (printed, _) in self.books.items() if at_end is not True else ():
            if BOOK_PRICES[printed.letter] <= most:
                word = f"take[{book}]-{name}"
                # Which of two pools paid for a book is no part of a canonical turn.
                pool.taken[book] = draft.aside(word) if single else activity.choice(word)
        word = f"for-pounds-{name}"
        pool.for_pounds = draft.amount(most, word) if single else activity.amount(most, word)
        prices = {book: BOOK_PRICES[self.books[book][0].letter] for book in pool.taken}
        spent = POUND_PRICE * pool.for_pounds
        spent = spent + weighted((prices[b], lit) for b, lit in pool.taken.items())
        rulings = self._table.rulings
        partial = rulings.may_leave_units if own else rulings.may_leave_rewards
        model.add(spent <= points) if partial else model.add(spent == points)
        self._pay(pool)
        self.pools.append(pool)
        return pool

    def _pay(self, pool: Pool) -> None:
        coins = {book: self.books[book][1] for book in pool.taken}
        pool.pounds = pool.for_pounds + weighted((coins[b], lit) for b, lit in pool.taken.items())
        pool.most_pounds = pool.most + sum(coins.values())
        extra = POUNDS_AT_TRACK_END - 1
        if pool.at_end is not False:
            more: ModelNumber = pool.for_pounds
            if pool.at_end is not True:
                for lit in pool.taken.values():
                    self._draft.model.add_implication(pool.at_end, ~lit)
                more = self._draft.where(pool.at_end, pool.for_pounds, pool.most)
            pool.pounds = pool.pounds + extra * more
            pool.most_pounds += extra * pool.most
        pool.activity.earn(pool.pounds, 0, pool.most_pounds)

    def taken(self, book: BookId) -> ModelNumber:
        """Return whether a book is taken at all."""
        return total(pool.taken[book] for pool in self.pools if book in pool.taken)

    def may_lie(self, book: BookId, step: BookStep) -> bool:
        """Return whether a book of the display may be put onto a step."""
        crossed = self._table.components.book_track.crossed_out
        return step in steps_for(self.books[book][0].letter, self._table.visible, crossed)

    def close(self, *, placing: bool) -> None:
        """Let each book be taken once, and be placed; tell when where that matters."""
        model = self._draft.model
        for book in self.books:
            # In a single turn a yes or no says as much.
            if not self._timeline.single:
                self._draft.at_most_one(
                    pool.taken[book] for pool in self.pools if book in pool.taken
                )
            if book in self._taken_in:
                model.add(total(self._taken_in[book]) == self.taken(book))
        for pool in self.pools if self._taken_in else ():
            for book, lit in pool.taken.items():
                for turn, doing in enumerate(pool.activity.at):
                    model.add_bool_or(~lit, ~doing, self._taken_in[book][turn])
        if self._timeline.single:
            self._place(placing=placing)
            return
        self._lie_apart()
        for pool in self.pools:
            self._can_be_placed(pool.taken)

    def _place(self, *, placing: bool) -> None:
        """Place the books of the one turn, or demand that this can be done."""
        if not self.pools:
            return
        draft = self._draft
        books: dict[BookId, ModelNumber] = {}
        for book in self.books:
            if not any(book in pool.taken for pool in self.pools):
                continue
            books[book] = draft.choice(f"taken[{book}]")
            draft.model.add(books[book] == self.taken(book))
        for_pounds = draft.chosen_amount(sum(pool.most for pool in self.pools), "for-pounds")
        draft.model.add(for_pounds == total(pool.for_pounds for pool in self.pools))
        if placing:
            lettered = {book: (self.books[book][0].letter, taken) for book, taken in books.items()}
            setting, visible = self._table.state.setting, self._table.visible
            self.placed = place_books(draft, setting, visible, lettered)
        else:
            self._can_be_placed(books)

    def _can_be_placed(self, books: Mapping[BookId, ModelNumber]) -> None:
        """Demand that the books taken can be placed in some way.

        A-books fit on some spaces and all others on every space, so counting is enough; covering
        only where necessary hinders nothing, for a book may cover where no empty space can take it.
        """
        model, visible = self._draft.model, self._table.visible
        crossed = self._table.components.book_track.crossed_out
        a_books = [taken for book, taken in books.items() if self.books[book][0].letter == "A"]
        model.add(total(a_books) <= len(steps_for("A", visible, crossed)))
        model.add(total(books.values()) <= len(visible))

    # Books that the jar enters later ----------------------------------------------------------

    def had_by(self, book: BookId, keeper: Activity) -> Lit:
        """Return a yes or no that only holds if a book was taken before a bookkeeper is used."""
        key = (keeper.name, book)
        if key not in self._known:
            had = self._known[key] = self._draft.aside()
            for turn, doing in enumerate(keeper.at):
                earlier = total(self._taken_in[book][:turn])
                self._draft.model.add(earlier >= 1).only_enforce_if(had, doing)
        return self._known[key]

    def on_step(self, book: BookId, step: BookStep) -> Lit:
        """Return whether a book is put onto a step where it matters."""
        key = (book, step)
        if key not in self.placed:
            self.placed[key] = self._draft.choice(f"lay[{book},{step}]")
        return self.placed[key]

    def _lie_apart(self) -> None:
        """Let a book lie on one step, and one book that matters on a step."""
        model = self._draft.model
        for book in self.books:
            lits = [lit for (b, _), lit in self.placed.items() if b == book]
            if lits:
                model.add(total(lits) <= self.taken(book))
        for step in {step for _, step in self.placed}:
            model.add_at_most_one(lit for (_, s), lit in self.placed.items() if s == step)
