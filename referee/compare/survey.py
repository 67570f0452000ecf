"""Engine and model at some tables of a seeded game: legal and wrong events, setup, scoring."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Any, NamedTuple

from msgspec import structs

from referee.compare.difference import Difference, FinalQuestion
from referee.compare.draws import another
from referee.compare.partner import Comparison
from referee.compare.readings import (
    compare,
    compare_opening,
    compare_scoring,
    compare_setting,
    shortest_shown,
)
from referee.compare.records import text_of
from referee.compare.report import GameSheet, Played
from referee.compare.seeded_games import EAGER, game
from referee.compare.slips import elsewhere, mistakes
from referee.engine import IllegalEventError, UnreadableEventError, step
from referee.engine.actions import action_of
from referee.engine.mutants import mutated, pools_near
from referee.engine.policies import POLICIES
from referee.engine.random_turns import ACTIONS
from referee.game.events import Event
from referee.game.ids import COMPANIES
from referee.game.rule import Rule
from referee.game.setting import Setting
from referee.game.state import State

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
    [
        "BKK-03",
        "BKK-04",
        "BKK-20",
        "BKK-24",
        "BKK-28",
        "BON-01",
        "BON-05",
        "BON-07",
        "BON-08",
        "BON-12",
        "BON-16",
        "EXP-17",
    ]
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
        difference = shortest_shown(difference, setting)
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
        self._compare_frame()
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
        turns = [kind for kind in ACTIONS if kind in kinds]
        others = [kind for kind in kinds if kind not in ACTIONS]
        chosen = [
            *self.rng.sample(turns, min(TABLES_OF_TURNS, len(turns))),
            *self.rng.sample(others, min(TABLES_OF_OTHERS, len(others))),
        ]
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
        legal = self._chosen([happened.event, *self._drawn(happened)], table, TURNS_A_TABLE)
        # Changed events come first: once it has to tell what follows, the model is slower.
        for event in legal:
            tried = [
                mutated(event, self.setting, self.rng, n, pools_near(table, event))
                for n in CHANGES_TRIED
            ]
            for changed in self._chosen(tried, table, CHANGES_COMPARED):
                self._compare_changed(happened, changed)
        wrong = [self.rng.choice(self.events).event]
        wrong += mistakes(table, self.rng.choice(legal))
        if tag_of(happened.event) in ACTIONS:
            wrong += elsewhere(table, action_of(happened.event), self.rng)
            if self.rng.random() < 1 / 2:
                wrong += elsewhere(table, self.rng.choice((*ACTIONS, "marker")), self.rng)
        for event in self._chosen(wrong, table, WRONGS_COMPARED):
            self._compare_changed(happened, event)
        for event in legal:
            self.sheet.asked["turns"] += 1
            self._compare(happened, event)

    def _drawn(self, happened: SurveyedEvent) -> Iterator[Event]:
        """Yield further legal events of the same kind at the same table."""
        for _ in range(DRAWN):
            event = another(happened.table, happened.event, self.rng)
            if event is not None:
                yield event

    def _chosen(self, events: Sequence[Event], table: State, number: int) -> list[Event]:
        """Return some of the events: the first, and those with rules that were seldom compared."""
        rules = {event: rules for event in events if (rules := rules_of(table, event)) is not None}
        others = sorted(list(rules)[1:], key=lambda event: self._seen(rules[event]))
        return [*list(rules)[:1], *others[: number - 1]]

    def _seen(self, rules: frozenset[str]) -> float:
        """Return how often the rarest of the rules was compared in this game."""
        return min((self._often(rule) for rule in rules), default=OFTEN)

    def _often(self, rule: str) -> int:
        return self.sheet.agree[rule] - (rule in RARE)

    def _compare_changed(self, happened: SurveyedEvent, event: Event) -> None:
        self.sheet.asked["mutations"] += 1
        self._compare(happened, event)

    def _compare(self, happened: SurveyedEvent, event: Event) -> None:
        self._add(compare(happened.table, event, self._before(happened.place)))

    def _before(self, place: int) -> list[Event]:
        return [earlier.event for earlier in self.events[:place]]

    def _add(self, comparison: Comparison) -> None:
        self.sheet.agree.update(comparison.rules)
        if comparison.difference is not None:
            add_shortest(self.sheet, comparison.difference, self.setting)

    # Around the game ---------------------------------------------------------------------------

    def _compare_frame(self) -> None:
        """Compare the setting, slips in it, the table at the start and the scoring."""
        for setting in (self.setting, *self._slips_in_setting()):
            self.sheet.asked["mutations"] += setting is not self.setting
            self._add(compare_setting(setting))
        self._add(compare_opening(self.setting))
        for place in (self.rng.randrange(len(self.events)), len(self.events)):
            table = self.over if place == len(self.events) else self.events[place].table
            self._add(compare_scoring(table, self._before(place)))

    def _slips_in_setting(self) -> Iterator[Setting]:
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
