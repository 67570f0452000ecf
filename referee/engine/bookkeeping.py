"""The bookkeeper: which one, a flipped book, the jar's way, and his own points."""

from collections.abc import Hashable, Sequence
from typing import Any

from referee.core.components import Requirement, Reward
from referee.core.ids import ItemId
from referee.core.limits import FLIP_POUNDS
from referee.core.rule import Violation
from referee.core.turns import SpendPoints
from referee.engine import books
from referee.engine.area import meets, said
from referee.engine.facts import BonusLevels
from referee.engine.levels import UseLevels, distinct_lower_levels
from referee.engine.stage import Stage, Violations
from referee.engine.work import Work
from referee.rulebook import bonus as bonus_rules
from referee.rulebook import bookkeeping as rules


class ChooseBookkeeper(Stage[ItemId]):
    """Which bookkeeper is used."""

    certain = True

    def candidates(self, work: Work) -> list[ItemId]:
        """Return the bookkeepers that lie face up."""
        return work.area().bookkeepers()

    def judge(self, work: Work, answer: ItemId) -> Violations:
        """Return a breach if the card may not be used."""
        if answer in work.facts.bookkeepers and work.lies_face_up(answer):
            return ()
        return [rules.BOOKKEEPER_FACE_UP.broken(card=answer)]

    def take(self, work: Work, answer: ItemId) -> None:
        """Flip the bookkeeper, who then no longer counts as a colleague."""
        work.cards = (answer,)
        work.used |= {answer}
        work.note(rules.BOOKKEEPER_FLIPS)
        if answer in work.me.tiles:
            work.note(bonus_rules.TILES_ARE_CARDS)


class FlipBook(Stage[int | None]):
    """Which book is flipped for pounds, if any."""

    certain = True
    none_is_nothing = True

    def idle(self, work: Work) -> bool:
        """Return whether the pounds for it are lacking."""
        return work.my_cash < FLIP_POUNDS

    def candidates(self, work: Work) -> list[int | None]:
        """Return no book, and every face-up one."""
        if work.my_cash < FLIP_POUNDS:
            return [None]
        return [None, *[step for step in steps_with_books(work) if step not in work.flipped]]

    def judge(self, work: Work, answer: int | None) -> Violations:
        """Return the rules that flipping this book breaks."""
        if answer is None:
            return ()
        broken: list[Violation] = []
        if work.my_cash < FLIP_POUNDS:
            broken.append(rules.FLIP_IS_PAID.broken(price=FLIP_POUNDS, cash=work.my_cash))
        if not face_up_book(work, answer):
            broken.append(rules.FLIPS_FACE_UP_BOOK.broken(step=answer))
        return broken

    def take(self, work: Work, answer: int | None) -> None:
        """Pay, and turn the book face down."""
        if answer is not None:
            work.note(rules.FLIPPED_BOOK)
            work.flip = answer
            work.pay(FLIP_POUNDS)
            work.flipped |= {answer}


def steps_with_books(work: Work) -> list[int]:
    """Return the steps on which a book lies, the starting tile's being the first."""
    acquired = [step for step, pile in enumerate(work.books, work.facts.first_book_step) if pile]
    return acquired if work.me.starting_tile is None else [1, *acquired]


def has_book(work: Work, step: int) -> bool:
    """Return whether there is a book on a step."""
    return step in steps_with_books(work)


def face_up_book(work: Work, step: int) -> bool:
    """Return whether there is a face-up book on a step."""
    return has_book(work, step) and step not in work.flipped


def book_at(work: Work, step: int) -> tuple[str, tuple[Requirement, ...], Reward]:
    """Return the name, requirements and reward of the book on a step."""
    components = work.facts.components
    if step == 1 and work.me.starting_tile is not None:
        tile = components.starting_tile[work.me.starting_tile]
        return tile.id, tile.requires, tile.reward
    book = components.book[work.books[step - work.facts.first_book_step][-1]]
    return book.id, book.requires, book.reward


class MoveJar(Stage[int | None]):
    """On which step the ink jar stops."""

    certain = True
    none_is_nothing = True

    def candidates(self, work: Work) -> list[int | None]:
        """Return staying, and every step up to the first that cannot be entered."""
        steps: list[int | None] = [None]
        with_books, step = steps_with_books(work), work.ink + 1
        # Behind the last step there is no book, which stops the jar like any gap.
        while step in with_books and self._lets_pass(work, step):
            steps.append(step)
            step += 1
        return steps

    def judge(self, work: Work, answer: int | None) -> Violations:
        """Return the rules that moving there breaks, book by book."""
        at, last = work.ink, work.facts.last_book_step
        if answer is None or answer == at:
            return ()
        if not at < answer <= last:
            return [rules.JAR_MOVES_FORWARD.broken(to=answer, at=at, last=last)]
        broken: list[Violation] = []
        for step in range(at + 1, answer + 1):
            if not has_book(work, step):
                broken.append(rules.NO_EMPTY_SPACES.broken(step=step))
            elif not self._lets_pass(work, step):
                book, requires, _ = book_at(work, step)
                needed = tuple(map(said, requires))
                broken.append(rules.REQUIREMENTS_MET.broken(step=step, book=book, needed=needed))
        return broken

    @staticmethod
    def _lets_pass(work: Work, step: int) -> bool:
        """Return whether the book on a step is flipped, or its requirements are met."""
        if step in work.flipped:
            return True
        _, requires, _ = book_at(work, step)
        return not requires or meets(work.area(), requires)

    def take(self, work: Work, answer: int | None) -> None:
        """Move the jar; the book on which it stops makes its reward due."""
        if answer is None or not work.ink < answer <= work.facts.last_book_step:
            return
        work.ink = answer
        work.note(rules.JAR_STAYS)
        if face_up_book(work, answer):
            _, _, reward = book_at(work, answer)
            work.note(rules.REWARD_WHERE_JAR_STOPS)
            work.owe(reward)
            if reward.cotton_less is not None:
                work.note(rules.COTTON_REWARD)
                work.counted_cotton = True
                work.due_pounds += max(0, work.area().goods("cotton") - reward.cotton_less)
                work.counted_to_none = not work.due_pounds


class UseBookkeeperLevels(UseLevels):
    """At which levels bonuses count for the requirements of books, and cotton for a reward."""

    bears_until: type[Stage[Any]] | None = MoveJar

    def lower(self, work: Work) -> Sequence[BonusLevels]:
        """Return the lower levels that come to less cotton, where a reward ahead counts it."""
        tracks = work.facts.permanent.lowered["bookkeeper"]
        if not any(work.me.levels[index] for index in tracks) or not self._is_counted(work):
            return ()
        return distinct_lower_levels(work, "bookkeeper", lambda working: working.units["cotton"])

    @staticmethod
    def _is_counted(work: Work) -> bool:
        """Return whether cotton lies face up and the jar may come to a reward that counts it."""
        if not work.area().goods("cotton"):
            return False
        with_books, step = steps_with_books(work), work.ink + 1
        while step in with_books:
            if step not in work.flipped and book_at(work, step)[2].cotton_less is not None:
                return True
            step += 1
        return False

    def result(self, work: Work) -> Hashable:
        """Return the bookkeeper, the flipped book, the step of the jar and what was counted."""
        return work.cards, work.flip, work.ink, work.due_pounds


class SpendBookkeeperPoints(Stage[SpendPoints]):
    """How the bookkeeper's own points are spent."""

    certain = True

    # A book is the same whether the reward's points or the bookkeeper's paid for it.
    joins_previous = True

    @staticmethod
    def _points(work: Work) -> int:
        return work.facts.bookkeepers.get(work.cards[0], 0)

    @staticmethod
    def _converts(work: Work) -> bool:
        every_point = work.facts.rulings.book_money_convert == "every-point"
        return every_point and books.at_last_step(work)

    def candidates(self, work: Work) -> Sequence[SpendPoints]:
        """Return every way of spending the points."""
        points, converts = self._points(work), self._converts(work)
        return books.purchases(work, points, converts=converts, of_bookkeeper=True)

    def judge(self, work: Work, answer: SpendPoints) -> Violations:
        """Return the rules that spending the points so breaks."""
        points, converts = self._points(work), self._converts(work)
        return books.judge_points(work, answer, points, converts=converts, of_bookkeeper=True)

    def take(self, work: Work, answer: SpendPoints) -> None:
        """Spend the points."""
        work.note(rules.POINTS_OF_BOOKKEEPER)
        points, converts = self._points(work), self._converts(work)
        books.take_points(work, answer, points, converts=converts)
