"""Play random games and print how often every rule mattered; exit 1 if one never did."""

from collections import Counter
from random import Random

import click

from referee.compare.seeded_games import SETS, component_set, drawn_rulings
from referee.engine import check, check_setting, initial, pads, step
from referee.engine.dealer import draw_setting
from referee.engine.mutants import mutated
from referee.engine.play import play
from referee.engine.policies import POLICIES
from referee.engine.referee import UnreadableEventError
from referee.game.component_set import ComponentSet
from referee.game.events import Event
from referee.game.limits import PLAYER_COUNTS
from referee.game.rule import Rule
from referee.game.rulebook import RULES
from referee.game.setting import Setting
from referee.game.state import State

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
        self._slip_in_setting(setting, rng)
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

    def _slip_in_setting(self, setting: Setting, rng: Random) -> None:
        tracks = list(setting.tracks)
        tracks[rng.randrange(len(tracks))] = rng.choice(setting.components.tracks).id
        for players in (setting.players, rng.choice((1, 5))):
            changed = Setting(
                components=setting.components,
                players=players,
                tracks=tuple(tracks),
                first_game_tracks=setting.first_game_tracks,
            )
            self.mattered.update({v.rule.id for v in check_setting(changed)})


@click.command(help=__doc__)
@click.option("--games", default=1000, show_default=True, help="How many games.")
@click.option("--seed", "first_seed", default=0, show_default=True, help="Of the first game.")
def command(games: int, first_seed: int) -> int:
    """Print the counts; return 1 if a rule never mattered."""
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
