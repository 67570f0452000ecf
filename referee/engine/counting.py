"""How many legal turns there are, without listing them.

What comes late in a turn depends on little of what came before: returning ousted posts only on
those posts, placing books only on their letters. So the ways on from a stage are counted once for
everything that decides them, and placings are not tried at all but counted by a product.
"""

from collections import Counter
from collections.abc import Hashable
from math import perm
from typing import get_args

from referee.engine.books import PlaceBooks, steps_for
from referee.engine.expansion import EnterRegions, OustPosts
from referee.engine.listing import after_stage
from referee.engine.unfinished import Unfinished
from referee.engine.work import COMPANY_INDEX, Work
from referee.game.state import State
from referee.game.turns import Action, Entering


def count_turns(state: State) -> dict[Action, int]:
    """Return the number of legal canonical turns of the player to move, by action."""
    if state.to_move is None:
        return {}
    actions: tuple[Action, ...] = get_args(Action)
    return {action: count_action(state, action) for action in actions}


def count_action(state: State, action: Action) -> int:
    """Return the number of legal canonical turns that take an action."""
    if state.to_move is None:
        return 0
    return _count(Unfinished(state, action, state.to_move), {})


def _count(unfinished: Unfinished, known: dict[Hashable, int]) -> int:
    stage = unfinished.stage
    if stage is None:
        return 1
    if isinstance(stage, PlaceBooks):
        ways = _placings(unfinished, known)
        return ways and ways * _count(unfinished.passing(), known)
    if isinstance(stage, EnterRegions):
        return sum(
            _columns(unfinished.work, len(further.work.entered)) * _count(further, known)
            for further in after_stage(unfinished, _one_column)
        )
    key = _deciding(unfinished)
    if key is None:
        return sum(_count(further, known) for further in after_stage(unfinished))
    if key not in known:
        known[key] = sum(_count(further, known) for further in after_stage(unfinished))
    return known[key]


def _one_column(answers: list[Entering]) -> list[Entering]:
    """Return each region once: from which columns the posts come is counted apart."""
    return list({answer.region: answer for answer in answers}.values())


def _columns(work: Work, posts: int) -> int:
    """Return in how many ways so many posts can be taken from the columns of a base."""
    ways = {0: 1}
    for column in work.bases[COMPANY_INDEX[work.company or ""]]:
        taken = Counter[int]()
        for before, number in ways.items():
            for more in range(min(column.posts, posts - before) + 1):
                taken[before + more] += number
        ways = taken
    return ways.get(posts, 0)


def _deciding(unfinished: Unfinished) -> Hashable:
    """Return all that decides the number of ways on, where it is less than everything."""
    work = unfinished.work
    if not isinstance(unfinished.stage, OustPosts):
        return None
    bases = tuple(work.bases[COMPANY_INDEX[company]] for _, company in work.to_oust)
    return unfinished.place, tuple(company for _, company in work.to_oust), bases, _letters(work)


def _letters(work: Work) -> tuple[int, int]:
    """Return how many A-books and how many others are to be placed."""
    a_books = sum(work.facts.book_letter[book] == "A" for book in work.unplaced)
    return a_books, len(work.unplaced) - a_books


def _placings(unfinished: Unfinished, known: dict[Hashable, int]) -> int:
    """Return in how many ways the books taken can be placed."""
    work = unfinished.work
    a_books, others = _letters(work)
    if work.facts.rulings.cover == "if-necessary":
        # Whether a book may cover depends on what is still empty, so these are tried.
        key = ("placings", a_books, others)
        if key not in known:
            known[key] = sum(1 for _ in after_stage(unfinished))
        return known[key]
    # A-books fit on fewer steps than the others: they choose first, the others from the rest.
    return perm(len(steps_for(work, "A")), a_books) * perm(
        len(steps_for(work, "B")) - a_books, others
    )
