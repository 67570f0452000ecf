"""Seeded games: those that ship, and in large numbers what they show of forms, memory and rules."""

import os
import resource
import sys
from collections import Counter
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
from referee.core.state import Setting
from referee.engine import check, check_setting, initial, pads, step
from referee.engine.dealer import draw_setting
from referee.engine.mutants import mutated
from referee.engine.play import POLICIES, play
from referee.engine.referee import UnreadableEventError
from referee.records.completed_turn import Missing
from referee.records.judge import judge, setting_of, walk
from referee.records.loader import FORMS, dump, load
from referee.records.writer import record_of, text_of
from referee.rulebook import RULES
from scripts.tools import runs
from scripts.tools.bench.measurement import random_game
from scripts.tools.oracle.corpus import megabytes_of
from scripts.tools.project import ROOT


def round_trip(seed: int) -> tuple[int, list[str]]:
    """Return the events of a seeded game, and the forms from which it comes back otherwise."""
    components = reference_set()
    setting, played = random_game(seed, first_game=seed % 5 == 0)
    game = [*played]
    data = dump(record_of(setting, [event for event, _ in game]), "text")
    wrong: list[str] = []
    for form in FORMS:
        data = dump(load(data, lambda _: components).record, form)
        record = load(data, lambda _: components).record
        read = setting_of(record.header, components)
        steps = () if isinstance(read, Missing) else walk(record, read)
        tables = [digest(step.after) for step in steps if step.event is not None]
        wrong += [form] if tables != [digest(state) for _, state in game] else []
    return len(game), wrong


@click.command()
@runs.check("games", 500)
def round_trips(run: runs.Run) -> int:
    """Play seeded games and read them back from text, JSON and JSON lines, table for table.

    Exits 1 at a difference.
    """
    events = games = 0
    start = perf_counter()
    for seed, (number, wrong) in enumerate(
        run.over_seeds(round_trip, tuple[int, list[str]]), run.seed
    ):
        events, games = events + number, games + 1
        if wrong:
            print(f"seed {seed}: {', '.join(wrong)} comes to other tables")
            return 1
    seconds = perf_counter() - start
    print(f"{games} games, {events} events, {len(FORMS)} forms: the same tables; {seconds:.0f} s")
    return 0


ALLOWED = 0.03
"""So much more than half-way, where all caches are full, is no growth."""


@click.command()
@click.option("--games", default=10_000, show_default=True, help="How many games.")
def memory(games: int) -> int:
    """Judge many different games in one process and print how much memory it takes.

    They are written down in every form and read back. Exits 1 if memory still grows when all
    caches are full.
    """
    held: list[float] = []
    for number in range(1, games + 1):
        setting, game = random_game(number, first_game=number % 5 == 0)
        record = record_of(setting, [event for event, _ in game])
        # Names of players differ from game to game, as they do in a folder of records.
        data = dump(record, FORMS[number % len(FORMS)]).replace(b"blue", b"blue%d" % number)
        read = load(data, lambda _: reference_set())
        if judge(read.record, read.components).outcome != "legal":
            raise RuntimeError(f"the game of seed {number} is not judged legal")
        if number % max(1, games // 10) == 0:
            unit = 2**20 if sys.platform == "darwin" else 2**10
            most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit
            held.append(megabytes_of(os.getpid()) or most)
            print(f"{number:7,} games: {held[-1]:6.1f} MB now, {most:6.1f} MB at most", flush=True)
    half_way, *later = held[len(held) // 2 - 1 :]
    grown = max(later, default=half_way) / half_way - 1
    print(f"grown by {grown:.1%} in the second half")
    return int(grown > ALLOWED)


MUTATIONS = 3
"""Changed events tried beside each real one."""


def mattering(seed: int) -> tuple[int, dict[str, int]]:
    """Return how many events a seeded game has, and how often rules mattered in it.

    A rule matters if a slip beside one of its events breaks it, or if it has its effect.
    """
    rng, components = Random(seed), component_set(SETS[seed % len(SETS)])
    mattered: Counter[str] = Counter()
    players = PLAYER_COUNTS[seed % len(PLAYER_COUNTS)]
    rulings, first_game = drawn_rulings(rng), seed % 4 == 0
    setting = draw_setting(components, players, rng, first_game=first_game, rulings=rulings)
    tracks = list(setting.tracks)
    tracks[rng.randrange(len(tracks))] = rng.choice(components.tracks).id
    for players in (setting.players, rng.choice((1, 5))):
        changed = Setting(
            components=components,
            players=players,
            tracks=tuple(tracks),
            first_game_tracks=setting.first_game_tracks,
        )
        mattered.update({violation.rule.id for violation in check_setting(changed)})
    names = ("greedy", "random") if seed % 10 == 0 else ("random",)
    policies = tuple(POLICIES[names[s % len(names)]] for s in range(setting.players))
    notes: list[Rule] = []
    earlier: list[Event] = []
    before = initial(setting, notes)
    for event, after in play(setting, rng, policies):
        slips = [mutated(event, setting, rng, parts) for parts in range(1, MUTATIONS + 1)]
        # Something said at the wrong time.
        slips += [rng.choice(earlier)] if earlier else []
        for slip in slips:
            try:
                mattered.update({violation.rule.id for violation in check(before, slip)})
            except UnreadableEventError:
                continue
        step(before, event, notes)
        earlier.append(event)
        before = after
    pads(before, notes)
    mattered.update(rule.id for rule in notes)
    return len(earlier), dict(mattered)


@click.command()
@runs.check("games", 1000)
def rules(run: runs.Run) -> int:
    """Play random games and print how often every rule mattered; exit 1 if one never did."""
    played = [*run.over_seeds(mattering, tuple[int, dict[str, int]])]
    mattered = sum((Counter(of_game) for _, of_game in played), Counter[str]())
    for rule in RULES.values():
        print(f"{rule.id}  {rule.kind:8}  {mattered[rule.id]:9,}  {rule.name}")
    never = [rule_id for rule_id in RULES if not mattered[rule_id]]
    print(
        f"{len(played):,} games, {sum(events for events, _ in played):,} events, "
        f"{len(RULES)} rules, "
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
COPY = "own-copy/anns-copy"
SEEDS = {
    "two-players": (None, 2, 3, True),
    "three-players": (None, 3, 4, False),
    "four-players": (None, 4, 5, False),
    "own-copy/three-players": (COPY, 3, 12, False),
}
"""By name of a game its component set, players, seed, and whether it is a first game."""


@click.command()
def games() -> None:
    """Write the complete games under `games` that seeded players play.

    Use it after a change of a component set. The game in `games/as-written.mgn` is written by hand
    and stays as it is.
    """
    for name, (copy, players, seed, first_game) in SEEDS.items():
        components: ComponentSet = read_set(GAMES / copy) if copy else reference_set()
        rng = Random(seed)
        setting = draw_setting(components, players, rng, first_game=first_game)
        events = [event for event, _ in play(setting, rng, (POLICIES["greedy"],) * players)]
        (GAMES / f"{name}.mgn").write_text(text_of(record_of(setting, events)), "utf-8")
