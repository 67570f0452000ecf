"""Turns that are wrong by little: one illegal answer among legal ones."""

from collections import Counter
from collections.abc import Iterable, Iterator
from math import inf
from random import Random
from typing import Any, Final

from referee.engine import check
from referee.engine.actions import ROWS, turn_of
from referee.engine.bookkeeping import MoveJar
from referee.engine.books import PlaceBooks
from referee.engine.levels import UseLevels, works_for
from referee.engine.random_turns import ACTIONS
from referee.engine.stage import Nothing, Stage
from referee.engine.work import COMPANY_INDEX, Work
from referee.game.ids import COMPANIES, Seat
from referee.game.state import State
from referee.game.turns import Action, Placing, Turn, UseLevel

DRAWS: Final = 12
"""So many turns are drawn for each that is tried."""

LONGEST: Final = 40
"""Answers at a stage; a turn whose order is broken might go on for ever."""


def near_misses(state: State, rng: Random, count: int, tried: Counter[str]) -> Iterator[Turn]:
    """Yield turns with one illegal answer; of those drawn by lot the ones that break new ground.

    A turn that breaks one rule alone tells most; `tried` has how often that was each rule.
    """
    drawn = (near_miss(state, rng.choice(ACTIONS), rng) for _ in range(DRAWS * count))
    judged = [
        (turn, [violation.rule.id for violation in check(state, turn)])
        for turn in drawn
        if turn is not None
    ]
    for _ in range(min(count, len(judged))):
        best = min(judged, key=lambda each: tried[each[1][0]] if len(each[1]) == 1 else inf)
        judged.remove(best)
        turn, broken = best
        if len(broken) == 1:
            tried.update(broken)
        yield turn


def near_miss(state: State, action: Action, rng: Random) -> Turn | None:
    """Return a turn with one illegal answer, or None if the draw led nowhere."""
    row = ROWS[action]
    work = Work.on(state, state.to_move or Seat(0))
    wrong_at = rng.randrange(len(row))
    said: list[tuple[Any, ...]] = []
    for place, stage in enumerate(row):
        answers = _drawn(work, stage, rng, wrong=place == wrong_at)
        if not answers and not stage.repeated:
            return None
        said.append(answers)
    return turn_of(action, work.seat, said)


def _drawn(work: Work, stage: Stage[Any], rng: Random, *, wrong: bool) -> tuple[Any, ...]:
    answers: list[Any] = []
    right_first = rng.randrange(3) if stage.repeated else 0
    while len(answers) < LONGEST:
        answer = stage.draw(work, rng)
        if wrong and len(answers) >= right_first:
            wrong = False
            answer = _wrong(work, stage, answer, rng)
        if isinstance(answer, Nothing):
            break
        stage.take(work, answer)
        answers.append(answer)
        if not stage.repeated:
            break
    return tuple(answers)


def _wrong(work: Work, stage: Stage[Any], answer: object, rng: Random) -> object:
    """Return an answer that is probably illegal in place of a legal one."""
    illegal: dict[frozenset[str], list[object]] = {}
    for other in _tried(work, stage):
        if broken := frozenset(violation.rule.id for violation in stage.judge(work, other)):
            illegal.setdefault(broken, []).append(other)
    if illegal:
        # First the rules: one that a single answer breaks is tried as often as the others.
        return rng.choice(rng.choice([*illegal.values()]))
    if isinstance(stage, UseLevels):
        return _wrong_levels(work, rng)
    if isinstance(stage, MoveJar):
        # One step farther than the books let the jar pass.
        return 1 + max(step or work.ink for step in stage.candidates(work))
    mine = [card for card in work.me.slots if card is not None]
    if isinstance(answer, tuple) and mine:
        # Several cards at once: another one of the player's own joins them.
        return (*answer, rng.choice(mine))
    return answer


def _tried(work: Work, stage: Stage[Any]) -> Iterable[object]:
    """Return what may be said at a stage, right or wrong."""
    if isinstance(stage, PlaceBooks):
        # It offers the steps on which a book may lie; a slip is on any, or beyond the last.
        steps = (*work.facts.book_steps, work.facts.last_book_step + 1)
        return [Placing(book, step) for book in work.unplaced for step in steps]
    return stage.candidates(work)


def _wrong_levels(work: Work, rng: Random) -> tuple[UseLevel, ...]:
    """Return a level that does not work, or one named twice."""
    company = rng.choice(COMPANIES)
    works = works_for(work, COMPANY_INDEX[company])
    if rng.random() < 1 / 4:
        return (UseLevel(company, 0), UseLevel(company, works))
    return (UseLevel(company, works + rng.choice((-1, 1, 1))),)
