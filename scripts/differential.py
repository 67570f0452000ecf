"""Holds the engine and the model against each other, event by event.

(a) Legal events are legal for both, with the same table after them. (b) Changed events get the same
verdict. (c) Where the engine names one broken rule, the model's conflict contains it. (d) All
solutions of the model for an action at a table are exactly the engine's canonical turns.
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from multiprocessing import Pool
from pathlib import Path
from random import Random

import msgspec
from msgspec import Struct

import model
from referee.engine import check, step
from referee.engine.listing import legal_turns
from referee.engine.mutants import mutated
from referee.engine.referee import UnreadableEventError
from referee.engine.sampling import ACTIONS
from referee.game.events import Claim, Event
from referee.game.public import digest
from referee.game.rule import Rule
from referee.game.rulebook import RULES
from referee.game.state import State
from scripts.seeded_games import game, positions

EVENTS_A_GAME = 25
MUTATIONS = (1, 1, 2, 3)
"""How many parts of an event are changed, for each changed event that is tried."""
LISTED = (20, 250)
"""Positions with so many legal turns are compared as whole sets."""


class Result(Struct):
    """What the comparison over one game found."""

    seed: int
    turns: int = 0
    mutations: int = 0
    positions: dict[str, int] = {}
    rules: dict[str, int] = {}
    disagreements: list[str] = []


def compare_game(seed: int) -> Result:
    """Return how engine and model compare over one seeded game."""
    result = Result(seed)
    rules: Counter[str] = Counter()
    rng = Random(seed)
    happened = [step for step in game(seed) if not isinstance(step[1], Claim)]
    for before, event, after in rng.sample(happened, min(EVENTS_A_GAME, len(happened))):
        result.turns += 1
        result.disagreements += _compare_legal(before, event, after, rules)
        for parts in MUTATIONS:
            changed = mutated(event, before.setting, rng, parts)
            result.mutations += 1
            result.disagreements += _compare_changed(before, changed, rules)
    tables = positions(seed)
    for state in rng.sample(tables, min(2, len(tables))):
        result.disagreements += _compare_sets(state, result.positions)
    result.rules = dict(rules)
    return result


def _compare_legal(before: State, event: Event, after: State, rules: Counter[str]) -> Iterator[str]:
    notes: list[Rule] = []
    step(before, event, notes)
    rules.update({rule.id for rule in notes})
    verdict = model.legal(before, event)  # type: ignore[arg-type]
    if verdict.outcome != "yes":
        yield _told("legal for the engine", f"{verdict.outcome} {sorted(verdict.core)}", event)
    elif digest(model.effect(before, event)) != digest(after):  # type: ignore[arg-type]
        yield _told("one table", "another table", event)


def _compare_changed(before: State, event: Event, rules: Counter[str]) -> Iterator[str]:
    try:
        violations = check(before, event)
    except UnreadableEventError:
        return
    broken = {violation.rule.id for violation in violations}
    verdict = model.legal(before, event)  # type: ignore[arg-type]
    if verdict.outcome == "unknown" or (verdict.outcome == "yes") != (not broken):
        yield _told(sorted(broken), f"{verdict.outcome} {sorted(verdict.core)}", event)
    elif len(broken) == 1:
        rules.update(broken)
        if not broken <= verdict.core:
            yield _told(f"only {sorted(broken)}", f"{sorted(verdict.core)}", event)


def _compare_sets(state: State, compared: dict[str, int]) -> Iterator[str]:
    for action in ACTIONS:
        # Counting all of a large expansion would take long; a few more than enough tell.
        of_engine = {said_as for said_as, _ in islice(legal_turns(state, (action,)), LISTED[1] + 1)}
        if not LISTED[0] <= len(of_engine) <= LISTED[1]:
            continue
        of_model = set(model.solutions(state, action))
        compared[action] = compared.get(action, 0) + 1
        if any(getattr(turn, "gains", None) and turn.gains.placed for turn in of_engine):  # type: ignore[union-attr]
            compared["with books"] = compared.get("with books", 0) + 1
        if of_engine != of_model:
            only = {"engine": of_engine - of_model, "model": of_model - of_engine}
            first = {who: next(iter(turns), None) for who, turns in only.items()}
            numbers = {who: len(turns) for who, turns in only.items()}
            yield f"{action}: turns of one only {numbers}, for example {first}"


def _told(engine: object, of_model: object, event: Event) -> str:
    return f"engine: {engine}; model: {of_model}; {msgspec.json.encode(event).decode()}"


def main() -> int:
    """Compare until enough turns are done; exit 1 on any disagreement."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--turns", type=int, default=1000, help="legal events to compare")
    parser.add_argument("--seed", type=int, default=0, help="of the first game")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--keep", type=Path, help="file that keeps results, to go on from")
    arguments = parser.parse_args()
    games = -(-arguments.turns // EVENTS_A_GAME)
    seeds = range(arguments.seed, arguments.seed + games)
    results = _kept(arguments.keep)
    todo = [seed for seed in seeds if seed not in results]
    with Pool(arguments.jobs) as pool:
        for result in pool.imap_unordered(compare_game, todo):
            results[result.seed] = result
            for disagreement in result.disagreements:
                print(f"seed {result.seed}: {disagreement}", flush=True)
            if arguments.keep:
                with arguments.keep.open("ab") as stream:
                    stream.write(msgspec.json.encode(result) + b"\n")
    return _summary([results[seed] for seed in seeds])


def _kept(path: Path | None) -> dict[int, Result]:
    if path is None or not path.exists():
        return {}
    lines = path.read_bytes().splitlines()
    kept = [msgspec.json.decode(line, type=Result) for line in lines]
    return {result.seed: result for result in kept}


def _summary(results: list[Result]) -> int:
    rules: Counter[str] = Counter()
    compared: Counter[str] = Counter()
    for result in results:
        rules.update(result.rules)
        compared.update(result.positions)
    for rule_id in RULES:
        print(f"{rule_id} {rules[rule_id]:8,}")
    print("positions compared as sets:", json.dumps(dict(sorted(compared.items()))))
    disagreements = sum(len(result.disagreements) for result in results)
    print(
        f"{sum(result.turns for result in results):,} turns, "
        f"{sum(result.mutations for result in results):,} mutations, "
        f"{sum(n for name, n in compared.items() if name in ACTIONS):,} positions, "
        f"{sum(1 for rule_id in RULES if rules[rule_id]):,} of {len(RULES)} rules compared, "
        f"{disagreements:,} disagreements"
    )
    return 1 if disagreements else 0


if __name__ == "__main__":
    sys.exit(main())
