"""Engine and model at some tables of a seeded game: legal and wrong events, setup, scoring."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import msgspec
from msgspec import structs

from referee.conformance import readings
from referee.conformance.difference import Difference, FinalQuestion
from referee.conformance.games import EAGER, another, game
from referee.conformance.partner import Comparison
from referee.conformance.protocol import AskVerdict
from referee.conformance.report import GameSheet, Played, text_of
from referee.conformance.shrink import replayed, scene
from referee.conformance.slips import elsewhere, mistakes
from referee.core.canonical import (
    CanonicalBookkeeper,
    CanonicalExpansion,
    CanonicalMarker,
    CanonicalTurn,
)
from referee.core.events import Event
from referee.core.ids import COMPANIES
from referee.core.rule import Rule
from referee.core.set_reader import reference_set
from referee.core.shipped_files import shipped
from referee.core.state import Setting, State
from referee.core.turns import Action, Turn
from referee.engine import IllegalEventError, UnreadableEventError, step
from referee.engine.actions import action_of
from referee.engine.legal_turns import legal_turns
from referee.engine.mutants import mutated, pools_near
from referee.engine.play import POLICIES
from referee.engine.random_turns import ACTIONS
from referee.records.completed_turn import Missing
from referee.records.judge import setting_of, walk
from referee.records.loader import load
from referee.rulebook import RULES

SETS = (0, 0, 0, 1, 2, 3, -1, -11, -22)
"""The sets of the games, as in `seeded`: the shipped one, random ones, small ones."""

PLAYERS = (POLICIES["random"], POLICIES["random"], EAGER)
"""How the players of a game play, in turn."""

TABLES_OF_TURNS = 6
TABLES_OF_OTHERS = 4
"""So many tables of a game are looked at before turns, and before other events."""

TURNS_A_TABLE = 4
"""So many legal events are compared at a table."""

DRAWN = 8
"""Of so many legal events those are compared that show what was seldom seen in the game."""

CHANGES_TRIED = (1, 1, 1, 1, 2, 2, 3, 3)
"""How many parts are changed in each of the changed events that are tried beside a legal one."""

CHANGES_COMPARED = 2
"""So many of them are compared: those that break what was seldom broken in the game."""

WRONGS_COMPARED = 4
"""So many of the events that are wrong on purpose are compared, one of them said too late."""

WRONG_PLAYERS = (1, 5)

SHRUNK = 2
"""So many differences of one piece of work are shrunk; the others are of the same kind mostly."""

RARE = frozenset(
    (
        *("BKK-03", "BKK-04", "BKK-20", "BKK-24", "BKK-28", "EXP-17"),
        *("BON-01", "BON-05", "BON-07", "BON-08", "BON-12", "BON-16"),
    )
)
"""Rules that few events of random games come near: these are taken first where they come."""

FIRST_TURN = 1 / 6
"""How often a table is taken at which nobody has had a turn in the round."""

OFTEN = 1000
"""Stands for an event that breaks several rules, or none of interest."""


class SurveyedEvent(NamedTuple):
    """An event of the game, its place in it, and the table before it."""

    place: int
    table: State
    event: Any


def add_shortest(sheet: GameSheet, difference: Difference, setting: Setting) -> None:
    """Add a difference in the shortest game found for it, as a record that anybody can replay."""
    if len(sheet.differences) < SHRUNK and isinstance(difference.asked, FinalQuestion):
        difference = readings.shortest_example(difference, setting)
    record = text_of(difference, setting.components)
    sheet.differences.append(structs.replace(difference, record=record))


class GameComparison:
    """The comparison over one game."""

    def __init__(self, seed: int) -> None:
        self.sheet = GameSheet(f"game {seed}")
        self.rng = Random(f"differential {seed}")
        self.events: list[SurveyedEvent] = []
        for place, (before, event, _) in enumerate(game(seed, SETS, PLAYERS)):
            self.events.append(SurveyedEvent(place, before, event))
        last = self.events[-1]
        self.over = step(last.table, last.event)
        self.setting = last.table.setting

    def run(self) -> Played:
        """Compare everything, and return what was found."""
        for setting in (self.setting, *self._wrong_settings()):
            self.sheet.asked["mutations"] += setting is not self.setting
            self._add(readings.compare_setting(setting))
        self._add(readings.compare_opening(self.setting))
        for place in (self.rng.randrange(len(self.events)), len(self.events)):
            table = self.over if place == len(self.events) else self.events[place].table
            self._add(readings.compare_scoring(table, self._before(place)))
        for happened in self._tables():
            self._compare_table(happened)
        return self.sheet.played()

    def _tables(self) -> list[SurveyedEvent]:
        """Return events of different kinds, half of them by lot, half with the rarest effects."""
        kinds: defaultdict[str, list[SurveyedEvent]] = defaultdict(list)
        at_work = {
            happened.place: rules_of(happened.table, happened.event) or ()
            for happened in self.events
        }
        often = Counter(rule for rules in at_work.values() for rule in rules)
        for happened in self.events:
            kinds[tag_of(happened.event)].append(happened)
        turns: list[str] = [kind for kind in ACTIONS if kind in kinds]
        others = [kind for kind in kinds if kind not in ACTIONS]
        chosen = self.rng.sample(turns, min(TABLES_OF_TURNS, len(turns)))
        chosen += self.rng.sample(others, min(TABLES_OF_OTHERS, len(others)))
        tables = []
        for kind in chosen:
            events = self.rng.sample(kinds[kind], len(kinds[kind]))
            if self.rng.random() < FIRST_TURN:
                events.sort(key=lambda h: h.table.turn)
            elif self.rng.random() < 1 / 2:
                events.sort(key=lambda h: min((often[r] for r in at_work[h.place]), default=OFTEN))
            tables.append(events[0])
        return tables

    # One table -------------------------------------------------------------------------------

    def _compare_table(self, happened: SurveyedEvent) -> None:
        table = happened.table
        others = (another(table, happened.event, self.rng) for _ in range(DRAWN))
        known = [happened.event, *(event for event in others if event is not None)]
        legal = self._chosen(known, table, TURNS_A_TABLE)
        # Changed events come first: once it has to tell what follows, the model is slower.
        for event in legal:
            pools = pools_near(table, event)
            tried = [mutated(event, self.setting, self.rng, n, pools) for n in CHANGES_TRIED]
            for changed in self._chosen(tried, table, CHANGES_COMPARED):
                self._compare(happened, changed, "mutations")
        wrong = [self.rng.choice(self.events).event]
        wrong += mistakes(table, self.rng.choice(legal))
        if tag_of(happened.event) in ACTIONS:
            wrong += elsewhere(table, action_of(happened.event), self.rng)
            if self.rng.random() < 1 / 2:
                wrong += elsewhere(table, self.rng.choice((*ACTIONS, "marker")), self.rng)
        for event in self._chosen(wrong, table, WRONGS_COMPARED):
            self._compare(happened, event, "mutations")
        for event in legal:
            self._compare(happened, event, "turns")

    def _chosen(self, events: Sequence[Event], table: State, number: int) -> list[Event]:
        """Return some of the events: the first, and those with rules that were seldom compared."""
        rules = {event: rules for event in events if (rules := rules_of(table, event)) is not None}
        others = sorted(list(rules)[1:], key=lambda event: self._seen(rules[event]))
        return [*list(rules)[:1], *others[: number - 1]]

    def _seen(self, rules: frozenset[str]) -> float:
        """Return how often the rarest of the rules was compared in this game."""
        return min((self.sheet.agree[rule] - (rule in RARE) for rule in rules), default=OFTEN)

    def _compare(self, happened: SurveyedEvent, event: Event, what: str) -> None:
        self.sheet.asked[what] += 1
        self._add(readings.compare(happened.table, event, self._before(happened.place)))

    def _before(self, place: int) -> list[Event]:
        return [earlier.event for earlier in self.events[:place]]

    def _add(self, comparison: Comparison) -> None:
        self.sheet.agree.update(comparison.rules)
        if comparison.difference is not None:
            add_shortest(self.sheet, comparison.difference, self.setting)

    # Around the game ---------------------------------------------------------------------------

    def _wrong_settings(self) -> Iterator[Setting]:
        """Yield settings with a wrong number of players, a wrong track, and two tracks changed."""
        tracks = [track.id for track in self.setting.components.tracks]
        yield replace(self.setting, players=self.rng.choice(WRONG_PLAYERS))
        at = self.rng.randrange(len(COMPANIES))
        other = (*self.setting.tracks[:at], self.rng.choice(tracks), *self.setting.tracks[at + 1 :])
        yield replace(self.setting, tracks=other)
        swapped = tuple(self.rng.sample(self.setting.tracks, len(COMPANIES)))
        yield replace(self.setting, tracks=swapped, first_game_tracks=True)


def rules_of(table: State, event: Event) -> frozenset[str] | None:
    """Return the rules at work in an event, or the one broken; None for what cannot be read."""
    notes: list[Rule] = []
    try:
        step(table, event, notes)
    except UnreadableEventError:
        return None
    except IllegalEventError as error:
        broken = {violation.rule.id for violation in error.violations}
        return frozenset(broken) if len(broken) == 1 else frozenset()
    return frozenset(rule.id for rule in notes)


def tag_of(event: Event) -> str:
    """Return the word that tags events of this kind."""
    return str(event.__struct_config__.tag)


# Slips around the shipped illegal games: what each is about, in many other ways -------------------
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

    def applies_to(self, event: Event) -> bool:
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
    events = tuple(event for _, event in happened)
    for place in reversed(range(len(happened) if broken else 0)):
        table, event = happened[place]
        fault = Fault(events[:place], table, event, *broken)
        if fault.applies_to(event):
            return fault
    return None


def compare_slips(number: int, wanted: int) -> Played:
    """Compare so many faults like that of one illegal game: other events, other tables."""
    sheet = GameSheet(f"slips of {wanted} {number}")
    fault = faults()[number]
    rng = Random(f"slips {number}")
    known = {fault.event: None}
    for event in islice(_tried(fault, known, rng), wanted * TRIES_A_SLIP):
        if len(known) == wanted:
            break
        if event not in known and fault.applies_to(event):
            known[event] = None
    events = list(known)
    for event in events:
        _compare(sheet, fault, event)
    for other in _at_other_tables(fault, events, wanted - len(events), rng):
        _compare(sheet, other, other.event)
    return sheet.played()


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
        if other.applies_to(other.event):
            known.add(replay.table)
            yield other


def _compare(sheet: GameSheet, fault: Fault, event: Event) -> None:
    sheet.asked["turns" if RULES[fault.rule].kind == "effect" else "mutations"] += 1
    comparison = readings.compare(fault.table, event, fault.events)
    sheet.agree.update(comparison.rules)
    if comparison.difference is not None:
        add_shortest(sheet, comparison.difference, fault.table.setting)


# Engine and model on whole sets of turns: all that an action allows at a table --------------------
MANY = 20
"""So many legal turns a position has at least, where the rules allow so many."""

MOST: dict[Action, int] = {"goods": 300, "expand": 250, "bookkeeper": 300, "marker": 300}
"""A position has at most so many: the model finds one after the other."""

FEW: dict[Action, int] = {"merchant": 3, "end": 3}
"""Actions that can never have many turns, and how many a position has then.

Ending the phase picks up one of the resting decks, and there are as many as slots: five. A
merchant is one of the cards or the one tile, and with him the goods tile goes to one of the
goods cards or stays: of five cards m are merchants and g have goods, and (m + 1) * (g + 1) is
at most 12.
"""

GAMES = 12
"""So many games are searched for a position."""

TABLES = 30
"""So many tables of each game are looked at; all of them where turns are few."""


ODD = ("missing", "illegal")
"""Where a difference between sets of turns names those that only one side has."""


WITH_GAINS = CanonicalExpansion | CanonicalBookkeeper | CanonicalMarker


class WholeSet(NamedTuple):
    """A table, the events that led to it, and the engine's turns of an action there."""

    events: tuple[Event, ...]
    table: State
    turns: frozenset[CanonicalTurn]


def compare_position(action: Action, number: int) -> Played:
    """Compare the turns of an action at one position of a whole game."""
    sheet = GameSheet(f"{action} {number}")
    position = _found(action, Random(f"{action} {number}"))
    if position is not None:
        sheet.asked["positions"] = 1
        sheet.asked["legal turns"] = len(position.turns)
        gaining = [turn for turn in position.turns if isinstance(turn, WITH_GAINS)]
        sheet.asked["with books"] = int(any(turn.gains.placed for turn in gaining))
        found = readings.compare_turns(position.table, action, position.events).difference
        if found is not None:
            sides = (side for side in (found.expected, found.given) if isinstance(side, dict))
            odd = [turn for side in sides for key in ODD for turn in side.get(key, ())]
            for turn in odd[:1]:
                # About one turn that only one side has there is less to read, if they differ on it.
                one = msgspec.convert(turn, Turn)
                again = readings.compare(position.table, one, position.events).difference
                found = again or found
            add_shortest(sheet, found, position.table.setting)
    return sheet.played()


def position_lines(results: Sequence[Played]) -> Iterator[str]:
    """Yield how many turns of each action were compared as a whole."""
    for action in ACTIONS:
        asked = [r.asked for r in results if r.game.startswith(f"{action} ")]
        turns = [each["legal turns"] for each in asked if each.get("positions")]
        if turns:
            books = sum(each.get("with books", 0) for each in asked)
            limit = " (the rules allow no more than a few)" if action in FEW else ""
            yield (
                f"all turns of {action}: {len(turns)} positions, {books} of them with books, "
                f"{min(turns)} to {max(turns)} legal turns{limit}"
            )


def _found(action: Action, rng: Random) -> WholeSet | None:
    for _ in range(GAMES):
        happened = list(game(rng.randrange(10**9), SETS, PLAYERS))
        places = [place for place, (_, event, _) in enumerate(happened) if tag_of(event) in ACTIONS]
        looked_at = len(places) if action in FEW else min(TABLES, len(places))
        for place in rng.sample(places, looked_at):
            table = happened[place][0]
            turns = _listed(table, action, MOST.get(action, MANY))
            if turns is not None and len(turns) >= FEW.get(action, MANY):
                return WholeSet(tuple(e for _, e, _ in happened[:place]), table, turns)
    return None


def _listed(table: State, action: Action, most: int) -> frozenset[CanonicalTurn] | None:
    """Return the engine's turns of an action, or None where there are more than `most`."""
    turns = islice(legal_turns(table, (action,)), most + 1)
    found = frozenset(canonical for canonical, _ in turns)
    return found if len(found) <= most else None
