"""One position: proved best turns beside the engine's own list of all legal turns."""

import sys
import time
from collections.abc import Iterator
from random import Random
from typing import get_args

from msgspec import Struct
from msgspec.structs import replace

from model.best.objective import MEASURES, Objective
from model.best.search import NoTurnDueError, best_turn, every_turn
from model.best.spoken_turns import said
from referee.compare.seeded_games import drawn_rulings, position, steps, tables
from referee.components.generate import random_set
from referee.components.generate.small import small
from referee.engine import check, step
from referee.engine.dealer import draw_setting
from referee.engine.legal_turns import legal_turns
from referee.engine.turn_counts import count_action
from referee.game.canonical import CanonicalTurn, measured
from referee.game.components import PlusOneTile
from referee.game.limits import PLAYER_COUNTS
from referee.game.state import State
from referee.game.turns import Action, Turn
from referee.solutions.worth import measures, weighed, worth
from scripts.tools.oracle.placement import differences as placement_differences

ACTIONS: tuple[Action, ...] = get_args(Action)
OWN_SETS = 4
"""Every so many positions are played with a random set of their own."""
SETS_UP_TO = 40
"""Actions with at most so many turns are compared turn by turn, which takes long."""


COUNTING_SECONDS = 5.0


class ComparisonResult(Struct):
    """What was compared at one position and what came of it."""

    seed: int
    components: str = ""
    """The digest of the component set."""
    turns: int = 0
    """Legal turns; of an action with too many to count, one more than are listed."""
    optima: int = 0
    sets: int = 0
    plans: int = 0
    unlisted: int = 0
    disagreements: list[str] = []
    gaps: list[str] = []
    """Turns that the engine's judge finds legal and its list lacks."""
    solver_seconds: list[float] = []
    seconds: float = 0


def table(seed: int) -> State:
    """Return a table of a seeded game: some with sets of their own, every other one narrower."""
    if seed % OWN_SETS:
        state = position(seed)
    else:
        rng = Random(seed)
        own = random_set(rng)
        setting = draw_setting(
            small(own) if rng.random() < 1 / 4 else own,
            rng.choice(PLAYER_COUNTS),
            rng,
            first_game=False,
            rulings=drawn_rulings(rng),
        )
        state = rng.choice(tables(steps(setting, rng)))
    return varied(state, Random(seed)) if seed % 2 else state


def compare_seed(seed: int, most: int) -> ComparisonResult:
    """Return how the solver compares at the table of a seed, and with books beside it."""
    result = ComparisonResult(seed)
    started = time.monotonic()
    compare(table(seed), result, most)
    result.plans += 1
    result.disagreements += placement_differences(seed)
    result.seconds = time.monotonic() - started
    return result


def varied(state: State, rng: Random) -> State:
    """Return a table where the mover is short of cash and close to calls and ends of tracks."""
    seat = state.to_move
    if seat is None:
        return state
    player, components = state.players[seat], state.setting.components
    tracks = list(state.setting.track.values())
    spaces = tuple(rng.randint(0, track.last) for track in tracks)
    player = replace(
        player,
        cash=rng.randint(0, 5),
        tracks=spaces,
        levels=tuple(
            sum(special.at <= at for special in track.specials)
            for track, at in zip(tracks, spaces, strict=True)
        ),
    )
    if rng.random() < 1 / 2:
        gap = rng.randint(0, 5)
        player = replace(player, diamonds=max(0, components.diamond_track.last - gap))
    if rng.random() < 1 / 3:
        player = replace(player, ink=rng.randint(0, components.book_track.last))
    if rng.random() < 1 / 3 and player.plus_one is None:
        tile = next(tile.id for tile in components.tiles if isinstance(tile, PlusOneTile))
        player = replace(player, tiles=player.tiles | {tile}, used=player.used - {tile})
    if rng.random() < 1 / 2:
        free = sorted(book for letter in state.unseen_books for book in letter)
        rng.shuffle(free)
        piles = (
            (free.pop(),) if not p and free and rng.random() < 1 / 2 else p for p in player.books
        )
        player = replace(player, books=tuple(piles))
    return state.with_player(seat, player)


def objectives(rng: Random) -> list[Objective]:
    """Return every measure by itself, and a weighted sum of three."""
    mixed = tuple((rng.choice((-1, 1, 2, 3)), name) for name in rng.sample(MEASURES, 3))
    return [*(Objective(((1, name),)) for name in MEASURES), Objective(mixed)]


def compare(state: State, result: ComparisonResult, most: int) -> None:
    """Compare all actions under all objectives in one position."""
    rng = Random(result.seed)
    result.components = state.setting.components.digest
    for action in ACTIONS:
        number = _counted(state, action)
        result.turns += most + 1 if number is None else number
        if number is None or number > most:
            result.unlisted += 1
            continue
        listed = dict(legal_turns(state, (action,)))
        where = f"seed {result.seed}, {action}"
        if number <= SETS_UP_TO:
            _compare_sets(state, action, listed, result, where)
        found = list(_different(state, listed))
        for wanted in objectives(rng):
            _compare_optimum(state, action, wanted, (listed, found), result, f"{where}, {wanted}")


def _counted(state: State, action: Action) -> int | None:
    """Return how many turns there are, unless counting takes long, as it does with millions."""
    given_up_at = time.monotonic() + COUNTING_SECONDS

    def tick() -> None:
        if time.monotonic() > given_up_at:
            raise TimeoutError

    try:
        return count_action(state, action, tick)
    except TimeoutError:
        return None


def _different(
    state: State, listed: dict[CanonicalTurn, Turn]
) -> Iterator[tuple[Turn, dict[str, int]]]:
    """Yield turns that differ in something that a score shows, with their measures."""
    seen: set[CanonicalTurn] = set()
    for canonical, turn in listed.items():
        key = measured(canonical)
        if key not in seen:
            seen.add(key)
            yield turn, measures(step(state, turn), turn.seat)


def _compare_sets(
    state: State,
    action: Action,
    listed: dict[CanonicalTurn, Turn],
    result: ComparisonResult,
    where: str,
) -> None:
    result.sets += 1
    if state.to_move is None:
        return
    turns = every_turn(state, action, sys.maxsize)
    ours, theirs = ({turn: turn for turn in some} for some in (turns, listed))
    for key in theirs.keys() - ours.keys():
        result.disagreements.append(f"{where}: only the engine lists {theirs[key]}")
    for key in ours.keys() - theirs.keys():
        _judge_unlisted(state, ours[key], result, where)


def _judge_unlisted(
    state: State, turn: CanonicalTurn, result: ComparisonResult, where: str
) -> None:
    if check(state, said(state, turn)):
        result.disagreements.append(f"{where}: only the model allows {turn}")
    else:
        result.gaps.append(f"{where}: legal and not listed: {turn}")


def _compare_optimum(
    state: State,
    action: Action,
    wanted: Objective,
    engine: tuple[dict[CanonicalTurn, Turn], list[tuple[Turn, dict[str, int]]]],
    result: ComparisonResult,
    where: str,
) -> None:
    listed, found = engine
    result.optima += 1
    try:
        answer = best_turn(state, wanted, action, optima_limit=0)
    except NoTurnDueError:
        if listed:
            result.disagreements.append(f"{where}: the model knows no turn of {len(listed)}")
        return
    result.solver_seconds.append(answer.seconds)
    turn = said(state, answer.turn)
    if broken := check(state, turn):
        rules = ", ".join(violation.rule.id for violation in broken)
        result.disagreements.append(f"{where}: {turn} breaks {rules}")
        return
    if answer.status != "optimal" or worth(step(state, turn), turn.seat, wanted) != answer.value:
        result.disagreements.append(f"{where}: {turn} is not worth {answer.value}")
    best = max((weighed(wanted, counts) for _, counts in found), default=None)
    keys = set(listed)
    if best is None or best < answer.value or answer.turn not in keys:
        result.gaps.append(f"{where}: legal and not listed: {answer.turn}")
    elif best > answer.value:
        result.disagreements.append(f"{where}: the engine reaches {best}, the model {answer.value}")
