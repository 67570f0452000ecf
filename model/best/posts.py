"""Posts that leave a base, return to it, or are taken out of the game, and the coins they cover."""

from collections.abc import Callable, Sequence
from itertools import accumulate, pairwise

from ortools.sat.python import cp_model

from model.best.draft import Draft, Linear, Lit, Value, total, weighted
from model.best.table import Table
from referee.game.canonical import Columns
from referee.game.ids import COMPANIES, Company

Unary = list[list[Lit]]
"""Posts by column, each column a number in unary."""


def leave(draft: Draft, table: Table, company: Company, number: Linear, most: int) -> Unary:
    """Return the posts that leave each column of a base, `number` in all."""
    columns = [
        draft.rising(min(most, len(pile.uncovers)), f"left[{company},{column}]")
        for column, pile in enumerate(table.piles[company], 1)
    ]
    draft.model.add(total(lit for lits in columns for lit in lits) == number)
    _bound(draft, [pile.uncovers for pile in table.piles[company]], columns, number)
    return columns


def come_back(draft: Draft, table: Table, company: Company, number: Linear, most: int) -> Unary:
    """Return the ousted posts that come back to each column, as many as there is room for."""
    columns = [
        draft.rising(min(most, len(pile.covers)), f"returned[{company},{column}]")
        for column, pile in enumerate(table.piles[company], 1)
    ]
    room = sum(len(pile.covers) for pile in table.piles[company])
    back = total(lit for lits in columns for lit in lits)
    if room >= most:
        draft.model.add(back == number)
    else:
        returned = draft.amount(room)
        draft.model.add_min_equality(returned, [number, cp_model.LinearExpr.sum([room])])
        draft.model.add(back == returned)
        number = returned
    _bound(draft, [pile.covers for pile in table.piles[company]], columns, number)
    return columns


def _bound(draft: Draft, coins: Sequence[tuple[int, ...]], columns: Unary, number: Linear) -> None:
    """Bound the coins that so many posts can move, whatever their columns.

    That follows from the columns, but saves the solver from trying them one by one.
    """
    most = sum(map(len, columns))
    few, many = {0: 0}, {0: 0}
    for column, lits in zip(coins, columns, strict=True):
        sums = list(accumulate(column[: len(lits)], initial=0))
        few = _combined(few, sums, min)
        many = _combined(many, sums, max)
    enough = [draft.aside() for _ in range(most)]
    for earlier, later in pairwise(enough):
        draft.model.add_implication(later, earlier)
    draft.model.add(total(enough) == number)
    moved = weighted(
        (coin, lit)
        for column, lits in zip(coins, columns, strict=True)
        for coin, lit in zip(column, lits, strict=False)
    )
    at_most = weighted((many[n + 1] - many[n], lit) for n, lit in enumerate(enough))
    at_least = weighted((few[n + 1] - few[n], lit) for n, lit in enumerate(enough))
    if most:
        draft.model.add(moved <= at_most)
        draft.model.add(moved >= at_least)


def _combined(
    known: dict[int, int], sums: list[int], best: Callable[[int, int], int]
) -> dict[int, int]:
    combined: dict[int, int] = {}
    for number, coins in known.items():
        for more, further in enumerate(sums):
            value = coins + further
            combined[number + more] = best(combined.get(number + more, value), value)
    return combined


def remove(draft: Draft, table: Table, number: Linear, most: int) -> dict[Company, Unary]:
    """Return the posts of all bases that a reward takes out of the game, `number` if it can."""
    posts = {
        company: [
            draft.rising(min(most, len(pile.uncovers)), f"removed[{company},{column}]")
            for column, pile in enumerate(table.piles[company], 1)
        ]
        for company in COMPANIES
    }
    gone = total(lit for columns in posts.values() for lits in columns for lit in lits)
    there = sum(map(table.posts, COMPANIES))
    if table.state.setting.rulings.may_leave_parts:
        draft.model.add(gone <= number)
    elif there >= most:
        draft.model.add(gone == number)
    else:
        fewer = draft.amount(there)
        draft.model.add_min_equality(fewer, [number, cp_model.LinearExpr.sum([there])])
        draft.model.add(gone == fewer)
    return posts


def uncovered(table: Table, company: Company, columns: Unary) -> list[tuple[int, Lit]]:
    """Return the coins that posts leave open."""
    return [
        (coins, lit)
        for pile, lits in zip(table.piles[company], columns, strict=True)
        for coins, lit in zip(pile.uncovers, lits, strict=False)
        if coins
    ]


def covered(table: Table, company: Company, columns: Unary) -> list[tuple[int, Lit]]:
    """Return the coins that returned posts cover, as a loss."""
    return [
        (-coins, lit)
        for pile, lits in zip(table.piles[company], columns, strict=True)
        for coins, lit in zip(pile.covers, lits, strict=False)
        if coins
    ]


def columns_of(columns: Unary, value: Value) -> Columns:
    """Return the number of posts of each column in a solution."""
    return tuple(value(total(lits)) for lits in columns)
