"""Seeded games: those that ship, and in large numbers what they show of forms, memory and rules."""

import os
import resource
import sys
from collections import Counter
from collections.abc import Iterator
from random import Random
from time import perf_counter

import click

from referee.conformance.games import SETS, component_set, drawn_rulings
from referee.core.component_set import ComponentSet
from referee.core.events import Event
from referee.core.limits import PLAYER_COUNTS
from referee.core.public import digest
from referee.core.rule import Rule
from referee.core.set_reader import read_set, reference_set, set_to_json
from referee.core.state import Setting, State
from referee.engine import check, check_setting, initial, pads, step
from referee.engine.dealer import draw_setting
from referee.engine.mutants import mutated
from referee.engine.play import POLICIES, play
from referee.engine.referee import UnreadableEventError
from referee.records.completed_turn import Missing
from referee.records.judge import judge, setting_of, walk
from referee.records.loader import FORMS, dump, load
from referee.records.record import Record
from referee.records.writer import record_of, text_of
from referee.rulebook import RULES
from scripts.tools.bench.measurement import random_game
from scripts.tools.oracle.corpus import megabytes_of
from scripts.tools.project import ROOT


def digests(record: Record) -> list[str]:
    """Return the digest of the table after every event of a record."""
    setting = setting_of(record.header, reference_set())
    if isinstance(setting, Missing):
        raise TypeError("the header leaves something open")
    return [digest(step.after) for step in walk(record, setting) if step.event is not None]


@click.command()
@click.option("--games", default=500, show_default=True, help="How many games.")
def round_trips(games: int) -> int:
    """Play seeded games and read them back from text, JSON and JSON lines, table for table.

    Exits 1 at a difference.
    """
    components = reference_set()
    events = 0
    start = perf_counter()
    for seed in range(games):
        setting, played = random_game(seed, first_game=seed % 5 == 0)
        game = [*played]
        record = record_of(setting, [event for event, _ in game])
        expected = [digest(state) for _, state in game]
        data = dump(record, "text")
        for form in FORMS:
            data = dump(load(data, lambda _: components).record, form)
            if digests(load(data, lambda _: components).record) != expected:
                print(f"seed {seed}: {form} comes to other tables")
                return 1
        events += len(game)
    seconds = perf_counter() - start
    print(f"{games} games, {events} events, {len(FORMS)} forms: the same tables; {seconds:.0f} s")
    return 0


ALLOWED = 0.03
"""So much more than half-way, where all caches are full, is no growth."""


def judge_game(seed: int) -> None:
    """Play a seeded game, write it down in one of the forms, read it back and judge it."""
    setting, game = random_game(seed, first_game=seed % 5 == 0)
    record = record_of(setting, [event for event, _ in game])
    # Names of players differ from game to game, as they do in a folder of records.
    data = dump(record, FORMS[seed % len(FORMS)]).replace(b"blue", b"blue%d" % seed)
    read = load(data, lambda _: reference_set())
    if judge(read.record, read.components).outcome != "legal":
        raise RuntimeError(f"the game of seed {seed} is not judged legal")


def peak() -> float:
    """Return the most memory that the process ever held."""
    unit = 2**20 if sys.platform == "darwin" else 2**10
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit


def measured(games: int) -> Iterator[float]:
    """Judge so many games, and yield the memory after every tenth of them, printed as well."""
    tenth = max(1, games // 10)
    for number in range(1, games + 1):
        judge_game(number)
        if number % tenth == 0:
            now = megabytes_of(os.getpid()) or peak()
            print(f"{number:7,} games: {now:6.1f} MB now, {peak():6.1f} MB at most", flush=True)
            yield now


@click.command()
@click.option("--games", default=10_000, show_default=True, help="How many games.")
def memory(games: int) -> int:
    """Judge many different games in one process and print how much memory it takes.

    Exits 1 if memory still grows when all caches are full.
    """
    held = list(measured(games))
    half_way, *later = held[len(held) // 2 - 1 :]
    grown = max(later, default=half_way) / half_way - 1
    print(f"grown by {grown:.1%} in the second half")
    return int(grown > ALLOWED)


MUTATIONS = 3
"""Changed events tried beside each real one."""


class Coverage:
    """How often each rule was broken by a slip, or had its effect."""

    def __init__(self) -> None:
        self.mattered: Counter[str] = Counter()
        self.games = 0
        self.events = 0

    def play(self, seed: int, components: ComponentSet) -> None:
        """Play one game and try slips beside every event of it."""
        rng = Random(seed)
        setting = draw_setting(
            components,
            PLAYER_COUNTS[seed % len(PLAYER_COUNTS)],
            rng,
            first_game=seed % 4 == 0,
            rulings=drawn_rulings(rng),
        )
        tracks = list(setting.tracks)
        tracks[rng.randrange(len(tracks))] = rng.choice(components.tracks).id
        for players in (setting.players, rng.choice((1, 5))):
            changed = Setting(
                components=components,
                players=players,
                tracks=tuple(tracks),
                first_game_tracks=setting.first_game_tracks,
            )
            self.mattered.update({v.rule.id for v in check_setting(changed)})
        names = ("greedy", "random") if seed % 10 == 0 else ("random",)
        policies = tuple(POLICIES[names[s % len(names)]] for s in range(setting.players))
        notes: list[Rule] = []
        earlier: list[Event] = []
        before = initial(setting, notes)
        for event, after in play(setting, rng, policies):
            for parts in range(1, MUTATIONS + 1):
                self._slip(before, mutated(event, setting, rng, parts))
            # Something said at the wrong time.
            if earlier:
                self._slip(before, rng.choice(earlier))
            step(before, event, notes)
            earlier.append(event)
            before = after
        pads(before, notes)
        self.mattered.update(rule.id for rule in notes)
        self.games += 1
        self.events += len(earlier)

    def _slip(self, state: State, event: Event) -> None:
        try:
            violations = check(state, event)
        except UnreadableEventError:
            return
        self.mattered.update({violation.rule.id for violation in violations})


@click.command()
@click.option("--games", default=1000, show_default=True, help="How many games.")
@click.option("--seed", "first_seed", default=0, show_default=True, help="Of the first game.")
def rules(games: int, first_seed: int) -> int:
    """Play random games and print how often every rule mattered; exit 1 if one never did."""
    coverage = Coverage()
    for seed in range(first_seed, first_seed + games):
        coverage.play(seed, component_set(SETS[seed % len(SETS)]))
    for rule in RULES.values():
        print(f"{rule.id}  {rule.kind:8}  {coverage.mattered[rule.id]:9,}  {rule.name}")
    never = [rule_id for rule_id in RULES if not coverage.mattered[rule_id]]
    print(
        f"{coverage.games:,} games, {coverage.events:,} events, {len(RULES)} rules, "
        f"{len(never)} of them never mattered{': ' if never else ''}{', '.join(never)}"
    )
    return 1 if never else 0


COMPONENTS = ROOT / "referee" / "components"


@click.command()
def reference() -> None:
    """Write the shipped component set as JSON, which the referee reads in place of its files."""
    data = set_to_json(read_set(COMPONENTS / "reference"))
    (COMPONENTS / "reference.json").write_bytes(data)


GAMES = ROOT / "games"
SEEDS = {"two-players": (2, 3, True), "three-players": (3, 4, False), "four-players": (4, 5, False)}
"""Players, seed, and whether it is a first game."""

OWN_COPY = GAMES / "own-copy"


def _game(components: ComponentSet, players: int, seed: int, *, first_game: bool = False) -> str:
    """Return the record of a game of greedy players."""
    rng = Random(seed)
    setting = draw_setting(components, players, rng, first_game=first_game)
    events = [event for event, _ in play(setting, rng, (POLICIES["greedy"],) * players)]
    return text_of(record_of(setting, events))


@click.command()
def games() -> None:
    """Write the complete games under `games` that seeded players play.

    Use it after a change of a component set. The game in `games/as-written.mgn` is written by hand
    and stays as it is.
    """
    for name, (players, seed, first) in SEEDS.items():
        text = _game(reference_set(), players, seed, first_game=first)
        (GAMES / f"{name}.mgn").write_text(text, "utf-8")
    text = _game(read_set(OWN_COPY / "anns-copy"), 3, 12)
    (OWN_COPY / "three-players.mgn").write_text(text, "utf-8")
