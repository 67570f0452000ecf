"""Holds proved best turns against the engine's own list of all legal turns."""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import get_args

from msgspec.structs import replace

from model.best.objective import MEASURES, Objective
from model.best.saying import said
from model.best.search import NoTurnError, best_turn, branches
from model.best.solving import Limits, every
from model.best.table import Table
from referee.asking.worth import measures, weighed, worth
from referee.engine import check, step
from referee.engine.counting import count_action
from referee.engine.listing import legal_turns
from referee.game.canonical import (
    CanonicalBookkeeper,
    CanonicalExpansion,
    CanonicalMarker,
    CanonicalTurn,
)
from referee.game.components import PlusOneTile
from referee.game.state import State
from referee.game.turns import Action, Turn
from scripts.seeded_games import position

ACTIONS: tuple[Action, ...] = get_args(Action)
MOST_TURNS = 20_000
"""Actions with more turns than this are not listed."""
SETS_UP_TO = 400
"""Actions with at most so many turns are compared turn by turn."""
BINS = (1, 10, 100, 1_000, 10_000, 100_000, 1_000_000)


@dataclass
class Tally:
    """What was compared and what came of it."""

    positions: int = 0
    optima: int = 0
    sets: int = 0
    unlisted: int = 0
    turns: Counter[int] = field(default_factory=Counter)
    """Positions by the number of their legal turns, in classes up to each of `BINS`."""
    disagreements: list[str] = field(default_factory=list)
    gaps: list[str] = field(default_factory=list)
    """Turns that the engine's judge finds legal and its list lacks."""
    solver_seconds: list[float] = field(default_factory=list)


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


def compare(state: State, seed: int, tally: Tally, most: int = MOST_TURNS) -> None:
    """Compare all actions under all objectives in one position."""
    rng = Random(seed)
    tally.positions += 1
    total = 0
    for action in ACTIONS:
        number = count_action(state, action)
        total += number
        if number > most:
            tally.unlisted += 1
            continue
        listed = dict(legal_turns(state, (action,)))
        where = f"seed {seed}, {action}"
        if number <= SETS_UP_TO:
            _compare_sets(state, action, listed, tally, where)
        found = list(_different(state, listed))
        for wanted in objectives(rng):
            _compare_optimum(state, action, wanted, (listed, found), tally, f"{where}, {wanted}")
    tally.turns[next(n for n in (*BINS, sys.maxsize) if total <= n)] += 1


def _different(
    state: State, listed: dict[CanonicalTurn, Turn]
) -> Iterator[tuple[Turn, dict[str, int]]]:
    """Yield turns that differ in more than where books are placed, with their measures."""
    seen: set[CanonicalTurn] = set()
    for canonical, turn in listed.items():
        key = canonical
        if isinstance(canonical, CanonicalBookkeeper | CanonicalExpansion | CanonicalMarker):
            key = replace(canonical, gains=replace(canonical.gains, placed=frozenset()))
        if key not in seen:
            seen.add(key)
            yield turn, measures(step(state, turn), turn.seat)


def _compare_sets(
    state: State, action: Action, listed: dict[CanonicalTurn, Turn], tally: Tally, where: str
) -> None:
    tally.sets += 1
    if state.to_move is None:
        return
    table = Table(state, state.to_move)
    turns: set[CanonicalTurn] = set()
    for branch in branches(table, action):
        turns.update(every(branch, branch.draft.model, sys.maxsize, Limits()).turns)
    ours, theirs = ({turn: turn for turn in some} for some in (turns, listed))
    for key in theirs.keys() - ours.keys():
        tally.disagreements.append(f"{where}: only the engine lists {theirs[key]}")
    for key in ours.keys() - theirs.keys():
        _judge_unlisted(state, ours[key], tally, where)


def _judge_unlisted(state: State, turn: CanonicalTurn, tally: Tally, where: str) -> None:
    if check(state, said(state, turn)):
        tally.disagreements.append(f"{where}: only the model allows {turn}")
    else:
        tally.gaps.append(f"{where}: legal and not listed: {turn}")


def _compare_optimum(
    state: State,
    action: Action,
    wanted: Objective,
    engine: tuple[dict[CanonicalTurn, Turn], list[tuple[Turn, dict[str, int]]]],
    tally: Tally,
    where: str,
) -> None:
    listed, found = engine
    tally.optima += 1
    try:
        answer = best_turn(state, wanted, action, optima_limit=0)
    except NoTurnError:
        if listed:
            tally.disagreements.append(f"{where}: the model knows no turn of {len(listed)}")
        return
    tally.solver_seconds.append(answer.seconds)
    turn = said(state, answer.turn)
    if broken := check(state, turn):
        rules = ", ".join(violation.rule.id for violation in broken)
        tally.disagreements.append(f"{where}: {turn} breaks {rules}")
        return
    if answer.status != "optimal" or worth(step(state, turn), turn.seat, wanted) != answer.value:
        tally.disagreements.append(f"{where}: {turn} is not worth {answer.value}")
    best = max((weighed(wanted, measured) for _, measured in found), default=None)
    keys = set(listed)
    if best is None or best < answer.value or answer.turn not in keys:
        tally.gaps.append(f"{where}: legal and not listed: {answer.turn}")
    elif best > answer.value:
        tally.disagreements.append(f"{where}: the engine reaches {best}, the model {answer.value}")


def main() -> int:
    """Compare many positions and print what was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=100, help="how many positions")
    parser.add_argument("--seed", type=int, default=0, help="the first of the seeds")
    parser.add_argument("--most", type=int, default=MOST_TURNS, help="turns listed an action")
    asked = parser.parse_args()
    tally = Tally()
    started = time.monotonic()
    for seed in range(asked.seed, asked.seed + asked.positions):
        state = position(seed)
        # Every other table is made narrower than play makes it.
        compare(varied(state, Random(seed)) if seed % 2 else state, seed, tally, asked.most)
    _report(tally, time.monotonic() - started)
    return 1 if tally.disagreements or tally.gaps else 0


def _report(tally: Tally, seconds: float) -> None:
    print(f"{tally.positions} positions, {tally.optima} optima, {tally.sets} whole sets of turns")
    print(f"{seconds:.0f} s; {tally.unlisted} actions had too many turns to list")
    times = sorted(tally.solver_seconds)
    if times:
        print(f"an answer took {times[len(times) // 2]:.4f} s (median), {times[-1]:.3f} s at most")
    print("positions by legal turns:")
    for least, most in zip((0, *BINS), (*BINS, sys.maxsize), strict=True):
        span = f"{least + 1} to {most}" if most != sys.maxsize else f"more than {least}"
        print(f"  {span:>20}  {tally.turns[most]}")
    print(f"disagreements: {len(tally.disagreements)}")
    for line in tally.disagreements[:20]:
        print(f"  {line}")
    print(f"legal turns that the engine does not list: {len(tally.gaps)}")
    for line in tally.gaps[:20]:
        print(f"  {line}")


if __name__ == "__main__":
    sys.exit(main())
