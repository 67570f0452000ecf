"""Slips around the shipped illegal games: what each is about, in many other ways."""

from collections.abc import Collection, Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random
from typing import NamedTuple

from referee.compare.draws import another
from referee.compare.readings import compare
from referee.compare.report import GameSheet, Played
from referee.compare.scene import replayed, scene
from referee.compare.slips import elsewhere
from referee.compare.survey import add_shortest, rules_of
from referee.conformance.protocol import AskVerdict
from referee.engine.actions import action_of
from referee.engine.mutants import mutated, pools_near
from referee.game.events import Event
from referee.game.rulebook import RULES
from referee.game.set_reader import reference_set
from referee.game.shipped_files import shipped
from referee.game.state import State
from referee.game.turns import Turn
from referee.transcript.completed_turn import Missing
from referee.transcript.judge import setting_of, walk
from referee.transcript.loader import load

TRIES_A_SLIP = 40
"""So many changed events are tried for each that breaks the same rule."""

TRIES_A_TABLE = 20
"""So many games are tried for each other table."""

MOST_DROPPED = 12
"""At most so many events are missing in them."""

PARTS = (1, 1, 2, 3)


class Fault(NamedTuple):
    """The event of a recorded game that is about a rule, and the game before it."""

    events: tuple[Event, ...]
    table: State
    event: Event
    rule: str

    def is_shown_by(self, event: Event) -> bool:
        """Return whether an event breaks the rule and no other, or has the rule's effect."""
        rules = rules_of(self.table, event) or frozenset()
        if RULES[self.rule].kind == "effect":
            return self.rule in rules
        return rules == frozenset({self.rule})


@cache
def faults() -> tuple[Fault, ...]:
    """Return what every shipped illegal game is about, where that is one event.

    An event breaks the rule, or it has an effect about which the record tells something wrong.
    """
    files = sorted((shipped("games") / "illegal").iterdir())
    return tuple(fault for file in files if (fault := _fault(file)) is not None)


def _fault(file: Path) -> Fault | None:
    record = load(file.read_bytes(), lambda _: reference_set()).record
    setting = setting_of(record.header, reference_set())
    if isinstance(setting, Missing):
        return None
    happened: list[tuple[State, Event]] = []
    broken: set[str] = set()
    for judged in walk(record, setting):
        if judged.event is not None and judged.counts:
            happened.append((judged.before, judged.event))
        broken = {violation.rule.id for violation in judged.violations}
        if judged.inserted or len(broken) > 1:
            return None
    return _last_about(happened, *broken) if broken else None


def _last_about(happened: list[tuple[State, Event]], rule: str) -> Fault | None:
    events = tuple(event for _, event in happened)
    for place in reversed(range(len(happened))):
        table, event = happened[place]
        fault = Fault(events[:place], table, event, rule)
        if fault.is_shown_by(event):
            return fault
    return None


def compare_slips(number: int, wanted: int) -> Played:
    """Compare so many faults like that of one illegal game: other events, other tables."""
    sheet = GameSheet(f"slips of {wanted} {number}")
    fault = faults()[number]
    rng = Random(f"slips {number}")
    events = _said_otherwise(fault, wanted, rng)
    for event in events:
        _compare(sheet, fault, event)
    for other in _at_other_tables(fault, events, wanted - len(events), rng):
        _compare(sheet, other, other.event)
    return sheet.played()


def _said_otherwise(fault: Fault, wanted: int, rng: Random) -> list[Event]:
    """Return different events about the same rule at the same table."""
    known = {fault.event: None}
    for event in islice(_tried(fault, known, rng), wanted * TRIES_A_SLIP):
        if len(known) == wanted:
            break
        if event not in known and fault.is_shown_by(event):
            known[event] = None
    return list(known)


def _tried(fault: Fault, known: Collection[Event], rng: Random) -> Iterator[Event]:
    """Yield events of the same kind: changed ones, legal ones, those of other tables."""
    table = fault.table
    while True:
        start = rng.choice(list(known))
        for parts in PARTS:
            yield mutated(start, table.setting, rng, parts, pools_near(table, start))
        drawn = another(table, fault.event, rng)
        if drawn is not None:
            yield drawn
        if isinstance(fault.event, Turn):
            yield from elsewhere(table, action_of(fault.event), rng)


def _at_other_tables(fault: Fault, said: list[Event], wanted: int, rng: Random) -> Iterator[Fault]:
    """Yield the same after games from which some events are missing."""
    game = scene(fault.table.setting, fault.events, AskVerdict(id=0, event=fault.event))
    known = {fault.table}
    for _ in range(wanted * TRIES_A_TABLE):
        if len(known) > wanted:
            return
        dropped = rng.randrange(1, MOST_DROPPED)
        kept = sorted(rng.sample(range(len(game.events)), max(0, len(game.events) - dropped)))
        replay = replayed(game.keeping(game.events[place] for place in kept))
        if replay is None or replay.table in known:
            continue
        other = Fault(tuple(replay.events), replay.table, rng.choice(said), fault.rule)
        if other.is_shown_by(other.event):
            known.add(replay.table)
            yield other


def _compare(sheet: GameSheet, fault: Fault, event: Event) -> None:
    sheet.asked["turns" if RULES[fault.rule].kind == "effect" else "mutations"] += 1
    comparison = compare(fault.table, event, fault.events)
    sheet.agree.update(comparison.rules)
    if comparison.difference is not None:
        add_shortest(sheet, comparison.difference, fault.table.setting)
