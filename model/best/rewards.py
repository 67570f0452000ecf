"""A reward whose parts come in the player's order: pounds, diamonds, points, posts, steps."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from model.best.books import Pool, Shelf
from model.best.diamonds import Diamonds
from model.best.draft import Draft, Linear, Lit, Value
from model.best.effects import Effects, steps_of, track_money
from model.best.posts import Unary, columns_of, uncovered
from model.best.table import Table
from model.best.tracks import Pounds, Purse, StepPart, make_steps
from referee.game.canonical import Columns, Gains
from referee.game.ids import COMPANIES, Company


@dataclass(slots=True)
class Taken:
    """What a turn's rewards are made of, before the order of their parts is settled."""

    pounds: Linear = 0
    most_pounds: int = 0
    diamonds: Diamonds = field(default_factory=Diamonds)
    shelf: Shelf | None = None
    posts: dict[Company, Unary] = field(default_factory=dict)
    reached: dict[Company, list[Lit]] = field(default_factory=dict)

    def money(self) -> Linear:
        """Return the pounds of all parts, steps on tracks aside."""
        pools = self.shelf.pools if self.shelf else []
        result = self.pounds + self.diamonds.pounds
        for pool in pools:
            result = result + pool.pounds
        return result

    def purse(self, start: Linear, least_start: int, before: Sequence[Pool]) -> Purse:
        """Return the money of the parts that may come before steps on a track."""
        purse = Purse(start, least_start, self.pounds + self.diamonds.pounds)
        if self.most_pounds:
            purse.parts.append(Pounds(self.pounds, self.most_pounds))
        if self.diamonds.most_pounds:
            purse.parts.append(self.diamonds)
        for pool in before:
            if pool.most_pounds:
                purse.everything = purse.everything + pool.pounds
                purse.parts.append(Pounds(pool.pounds, pool.most_pounds))
        return purse

    def make_steps(
        self,
        draft: Draft,
        table: Table,
        parts: Sequence[StepPart],
        most_parts: int,
        purse: Purse,
    ) -> None:
        """Settle how many steps the parts come to."""
        if parts and most_parts:
            self.reached = make_steps(draft, table, parts, most_parts, purse)

    def effects(self, table: Table, start: Linear) -> Effects:
        """Return what the rewards change, from a cash of `start` on."""
        return Effects(
            cash=start + self.money() + track_money(table, self.reached),
            reached=self.reached,
            coins={c: uncovered(table, c, columns) for c, columns in self.posts.items()},
            diamonds=self.diamonds.used,
            diamonds_most=self.diamonds.most,
        )

    def read(self, value: Value) -> Gains:
        """Return what a solution makes of the rewards."""
        none: Columns = (0, 0, 0)
        return Gains(
            pounds=value(self.pounds),
            diamonds=value(self.diamonds.used),
            steps=steps_of(self.reached, value),
            books=self.shelf.books_taken(value) if self.shelf else frozenset(),
            points_for_pounds=value(self.shelf.for_pounds) if self.shelf else 0,
            removed=tuple(
                columns_of(self.posts[company], value) if company in self.posts else none
                for company in COMPANIES
            ),
            placed=self.shelf.placings(value) if self.shelf else frozenset(),
        )
