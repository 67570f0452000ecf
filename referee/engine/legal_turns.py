"""Every legal turn, once: canonical turns found stage by stage, equal ones met on the way merged.

Within a stage the answers can come in many orders. Beginnings that have come to the same are
merged as soon as they are equally long, so that the orders of a stage are never multiplied out.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import Any

from referee.engine.canonical import outcome, progress
from referee.engine.levels import UseLevels
from referee.engine.placed_turns import is_but_placed, placed_turns
from referee.engine.random_turns import ACTIONS
from referee.engine.stage import Narrow
from referee.engine.unfinished import Unfinished
from referee.engine.work import Work
from referee.game.canonical import CanonicalTurn
from referee.game.state import State
from referee.game.turns import Action, Turn

Tick = Callable[[], None]
"""Called after every small piece of a long search, which it may end by raising an error."""


End = Callable[[Unfinished], bool]
"""Whether nothing more of a turn is to be said here."""

Keep = Callable[[Unfinished], bool]
"""Whether a beginning of a turn is gone on with; what is dropped once must stay dropped later."""


def no_tick() -> None:
    """Let a search go on to its end."""


def keep_all(beginning: Unfinished) -> bool:  # noqa: ARG001
    """Go on with every beginning of a turn."""
    return True


def legal_turns(
    state: State, actions: tuple[Action, ...] = ACTIONS, tick: Tick = no_tick
) -> Iterator[tuple[CanonicalTurn, Turn]]:
    """Yield each legal canonical turn of the player to move, with a turn that says it."""
    for said in _said_until(is_but_placed, state, actions, tick, keep_all):
        yield from placed_turns(said, tick)


def finished_turns(
    state: State,
    actions: tuple[Action, ...] = ACTIONS,
    tick: Tick = no_tick,
    keep: Keep = keep_all,
) -> Iterator[Unfinished]:
    """Yield a way to say each legal canonical turn of which `keep` drops no beginning."""
    yield from _said_until(is_finished, state, actions, tick, keep)


def is_finished(unfinished: Unfinished) -> bool:
    """Return whether all of a turn is said."""
    return unfinished.stage is None


def _said_until(
    end: End, state: State, actions: tuple[Action, ...], tick: Tick, keep: Keep
) -> Iterator[Unfinished]:
    """Yield every way to say turns until they have come to an end."""
    if state.to_move is None:
        return

    def every(answers: Iterable[Any]) -> list[Any]:
        tick()
        return list(answers)

    narrow = list if tick is no_tick else every
    for action in actions:
        begun = Unfinished(action, Work.on(state, state.to_move))
        yield from _continued_until(end, begun, narrow, keep)


def _continued_until(
    end: End, unfinished: Unfinished, narrow: Narrow, keep: Keep
) -> Iterator[Unfinished]:
    if end(unfinished):
        yield unfinished
        return
    for further in after_stage(unfinished, narrow, keep):
        yield from _continued_until(end, further, narrow, keep)


def after_stage(
    unfinished: Unfinished, narrow: Narrow = list, keep: Keep = keep_all
) -> Iterator[Unfinished]:
    """Yield every way through the stage that is due, one for each result.

    Where levels of permanent bonuses can be chosen, it is a way through all stages on which they
    bear, because there the same can come of different levels.
    """
    if isinstance(unfinished.stage, UseLevels):
        yield from _at_any_levels(unfinished, unfinished.stage, narrow, keep)
        return
    ways = _ways(unfinished, narrow, keep)
    joining = unfinished.place + 1
    if joining == len(unfinished.row) or not unfinished.row[joining].joins_previous:
        yield from ways
        return
    found: set[Hashable] = set()
    for way in ways:
        for further in _ways(way, narrow, keep):
            if _is_new(found, outcome(further.work)):
                yield further


def _at_any_levels(
    unfinished: Unfinished, stage: UseLevels, narrow: Narrow, keep: Keep
) -> Iterator[Unfinished]:
    ways = [*_ways(unfinished, narrow, keep)]
    if len(ways) == 1:
        yield from ways
        return
    found: set[Hashable] = set()
    # The highest levels come first, so that lower ones are said only where they are needed.
    for way in ways:
        for further in _through(way, stage, narrow, keep):
            if _is_new(found, stage.result(further.work)):
                yield further


def _through(
    way: Unfinished, levels: UseLevels, narrow: Narrow, keep: Keep
) -> Iterator[Unfinished]:
    """Yield every way through the stages on which levels bear."""
    due = way.stage
    for further in _ways(way, narrow, keep):
        if levels.bears_until is None or isinstance(due, levels.bears_until):
            yield further
        else:
            yield from _through(further, levels, narrow, keep)


def _ways(unfinished: Unfinished, narrow: Narrow, keep: Keep) -> Iterator[Unfinished]:
    stage = unfinished.stage
    if stage is None or not stage.repeated:
        for answer in unfinished.options(narrow):
            further = unfinished.saying(answer)
            if keep(further):
                yield further
        return
    found: set[Hashable] = set()
    frontier: dict[Hashable, Unfinished] = {progress(unfinished.work): unfinished}
    while frontier:
        longer: dict[Hashable, Unfinished] = {}
        for beginning in frontier.values():
            if beginning.may_pass() and _is_new(found, outcome(beginning.work)):
                passed = beginning.passing()
                if keep(passed):
                    yield passed
            for answer in beginning.options(narrow):
                further = beginning.saying(answer)
                if keep(further):
                    _keep_cheapest(longer, further)
        frontier = longer


def _keep_cheapest(found: dict[Hashable, Unfinished], further: Unfinished) -> None:
    """Keep one beginning for each result: of the same regions the cheapest way."""
    result = progress(further.work)
    known = found.setdefault(result, further)
    if further.work.posts_cost < known.work.posts_cost:
        found[result] = further


def _is_new(found: set[Hashable], result: Hashable) -> bool:
    """Add a result to those found, and return whether it was not among them."""
    before = len(found)
    found.add(result)
    return len(found) > before
