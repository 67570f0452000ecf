"""Slips around the shipped illegal games: the faults of each, said in many other ways."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import NamedTuple

from referee.agreement.comparing import compare
from referee.agreement.replaying import replayed
from referee.agreement.scene import scene
from referee.engine.mutants import mutated, pools_near
from referee.game.events import Event
from referee.game.reading import reference_set
from referee.game.shipped import shipped
from referee.game.state import State
from referee.transcript.completing import Missing
from referee.transcript.judge import Step, setting_of, walk
from referee.transcript.loading import load
from scripts.differential_games import rules_of, tag_of
from scripts.differential_result import Result

TRIES_A_SLIP = 40
"""So many changed events are tried for each that breaks the same rule."""

TRIES_A_TABLE = 20
"""So many games are tried for each other table."""

MOST_DROPPED = 12
"""At most so many events are missing in them."""

PARTS = (1, 1, 2, 3)


class Fault(NamedTuple):
    """The event of a recorded game that breaks a rule, and the game before it."""

    events: tuple[Event, ...]
    table: State
    event: Event
    rule: str


@cache
def faults() -> tuple[Fault, ...]:
    """Return the fault of every shipped illegal game in which an event breaks one rule."""
    files = sorted((shipped("games") / "illegal").iterdir())
    return tuple(fault for file in files if (fault := _fault(file)) is not None)


def _fault(file: Path) -> Fault | None:
    record = load(file.read_bytes(), lambda _: reference_set()).record
    setting = setting_of(record.header, reference_set())
    if isinstance(setting, Missing):
        return None
    events: list[Event] = []
    for judged in walk(record, setting):
        if judged.event is None or not judged.counts:
            continue
        events += judged.inserted
        if judged.violations:
            rules = rules_of(judged.before, judged.event)
            return _of(judged, events, rules or frozenset())
        events.append(judged.event)
    return None


def _of(judged: Step, events: list[Event], rules: frozenset[str]) -> Fault | None:
    broken = {violation.rule.id for violation in judged.violations}
    if judged.event is None or broken != rules or len(broken) != 1:
        return None
    return Fault(tuple(events), judged.before, judged.event, *broken)


def compare_slips(number: int, wanted: int) -> Result:
    """Compare so many faults like that of one illegal game: other events, other tables."""
    result = Result(f"slips of {wanted}", number)
    fault = faults()[number]
    rng = Random(f"slips {number}")
    events = _said_otherwise(fault, wanted, rng)
    for event in events:
        _compare(result, fault, event)
    for other in _at_other_tables(fault, events, wanted - len(events), rng):
        _compare(result, other, other.event)
    return result


def _said_otherwise(fault: Fault, wanted: int, rng: Random) -> list[Event]:
    """Return different events that break the same rule at the same table."""
    known = [fault.event]
    for _ in range(wanted * TRIES_A_SLIP):
        if len(known) == wanted:
            break
        start, parts = rng.choice(known), rng.choice(PARTS)
        event = mutated(start, fault.table.setting, rng, parts, pools_near(fault.table, start))
        if event not in known and rules_of(fault.table, event) == frozenset({fault.rule}):
            known.append(event)
    return known


def _at_other_tables(fault: Fault, said: list[Event], wanted: int, rng: Random) -> Iterator[Fault]:
    """Yield the same faults after games from which some events are missing."""
    game = scene(fault.table.setting, fault.events, None)
    known = {fault.table}
    for _ in range(wanted * TRIES_A_TABLE):
        if len(known) > wanted:
            return
        dropped = rng.randrange(1, MOST_DROPPED)
        kept = sorted(rng.sample(range(len(game.events)), max(0, len(game.events) - dropped)))
        replay = replayed(game.keeping(game.events[place] for place in kept))
        event = rng.choice(said)
        if replay is None or replay.table in known:
            continue
        if rules_of(replay.table, event) == frozenset({fault.rule}):
            known.add(replay.table)
            yield Fault(tuple(replay.events), replay.table, event, fault.rule)


def _compare(result: Result, fault: Fault, event: Event) -> None:
    result.mutations += 1
    comparison = compare(fault.table, event)
    if not result.add(comparison):
        setting = fault.table.setting
        result.disagree(tag_of(event), comparison, setting, list(fault.events), event)
