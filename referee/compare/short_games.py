"""The same difference in a game that is short from the start: two players, drawn by lot."""

from collections.abc import Iterator
from random import Random

from referee.compare.readings import TABLE, Difference, compare
from referee.compare.scene import Scene, scene
from referee.engine import IllegalEventError, UnreadableEventError, step
from referee.engine.dealer import draw_setting
from referee.engine.mutants import mutated, pools_near
from referee.engine.play import play
from referee.engine.policies import POLICIES
from referee.engine.setup import initial
from referee.game.events import Event
from referee.game.limits import PLAYER_COUNTS
from referee.game.rulings import DEFAULT_RULINGS
from referee.game.setting import Setting
from referee.game.state import State

GAMES = 60
"""So many games are searched."""

LATEST_ROUND = 3
"""A game is searched up to the end of this round."""

CHANGES = (1, 1, 1, 1, 2, 2)
"""The parts changed in an event to find one that breaks the same rules."""

MOST_COMPARED = 300
"""So many events are compared at most."""


def found_elsewhere(setting: Setting, asked: Event, difference: Difference) -> Scene[Event] | None:
    """Return the earliest such difference in some short games of the same components."""
    best: tuple[int, Scene[Event]] | None = None
    compared = 0
    for number in range(GAMES):
        rng = Random(number)
        happened: list[Event] = []
        for table, event in _short_game(setting, rng, default=number % 2 == 0):
            if best is not None and len(happened) >= best[0]:
                break
            if type(event) is type(asked):
                for said in _like(table, event, difference, rng):
                    compared += 1
                    found = compare(table, said).difference
                    if found is not None and found.shape == difference.shape:
                        best = len(happened), scene(table.setting, happened, said)
                        break
            happened.append(event)
        if compared >= MOST_COMPARED:
            break
    return None if best is None else best[1]


def _short_game(setting: Setting, rng: Random, *, default: bool) -> Iterator[tuple[State, Event]]:
    """Yield the first events of a game, each with the table before it."""
    rulings = DEFAULT_RULINGS if default else setting.rulings
    drawn = draw_setting(setting.components, PLAYER_COUNTS[0], rng, rulings=rulings)
    table = initial(drawn)
    for event, after in play(drawn, rng, (POLICIES["random"],) * drawn.players):
        if table.round > LATEST_ROUND:
            return
        yield table, event
        table = after


def _like(table: State, event: Event, difference: Difference, rng: Random) -> Iterator[Event]:
    """Yield events for which the engine says the same as in the difference."""
    if _ruled(table, event) == difference.engine or difference.shape[0] == TABLE:
        yield event
        return
    for parts in CHANGES:
        changed = mutated(event, table.setting, rng, parts, pools_near(table, event))
        if _ruled(table, changed) == difference.engine:
            yield changed


def _ruled(table: State, event: Event) -> str:
    try:
        step(table, event)
    except UnreadableEventError:
        return "unreadable"
    except IllegalEventError as error:
        broken = sorted({violation.rule.id for violation in error.violations})
        return f"illegal by {', '.join(broken)}"
    return "legal"
