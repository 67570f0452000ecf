"""Measures the solvers: whole turns, expansion routing alone, puzzles; one worker.

Mere listing of the first of the same tables is a group of its own, since it takes long.
"""

import time
from collections.abc import Callable, Iterable
from random import Random
from statistics import median

from msgspec import Struct
from msgspec.structs import replace

from model.best.search import best_expansion, best_turn
from referee.engine import step
from referee.engine.actions import refill_due
from referee.engine.dealer import draw_setting
from referee.engine.legal_turns import legal_turns
from referee.engine.play import play
from referee.engine.policies import POLICIES
from referee.engine.random_turns import ACTIONS
from referee.game.components import ExpansionCard
from referee.game.ids import COMPANIES, CardId, Company, Seat
from referee.game.set_reader import reference_set
from referee.game.state import BaseColumn, State
from referee.game.turns import Action
from referee.solutions.puzzle import Puzzle
from referee.solutions.puzzle_files import shipped_puzzles
from referee.solutions.puzzle_proofs import solve
from referee.solutions.question import NET_WORTH
from referee.solutions.worth import worth
from scripts.tools.bench.measurement import Figures

POSITIONS = 50
PLAYERS = 4
MIDDLE = (3, 4, 5)
"""The rounds of a game that count as its middle."""
ROUTING_POINTS = 10
LISTED = 10
"""Of so many tables all turns are listed."""
PATIENCE = 60.0
"""Seconds that listing all turns of a table may take."""


class Times(Struct, frozen=True):
    """What some questions took, in seconds of the processor."""

    name: str
    seconds: tuple[float, ...]
    unfinished: int = 0
    """Questions that were given up; they count with the time they were given."""

    @property
    def median(self) -> float:
        """The time of the middle question."""
        return median(self.seconds)

    @property
    def worst(self) -> float:
        """The time of the longest question."""
        return max(self.seconds)

    @property
    def told(self) -> dict[str, float]:
        """The times in milliseconds."""
        return {
            "questions": len(self.seconds),
            "median": round(1000 * self.median, 1),
            "worst": round(1000 * self.worst, 1),
            "given up": self.unfinished,
        }


def middle_game(number: int, first: int = 0) -> list[State]:
    """Return fixed tables from the middle of seeded games with four players."""
    found = []
    for seed in range(first, first + number):
        rng = Random(seed)
        setting = draw_setting(reference_set(), PLAYERS, rng)
        played = play(setting, rng, (POLICIES["random"],) * PLAYERS)
        tables = [
            state
            for _, state in played
            if state.phase == "actions" and state.round in MIDDLE and not refill_due(state)
        ]
        # Early in a round all cards lie face up, and there is most to decide.
        firsts = [state for state in tables if state.turn <= PLAYERS]
        found.append(rng.choice(firsts))
    return found


def half_full(number: int) -> list[tuple[State, Company]]:
    """Return tables with posts in half of the regions and ten points to expand with."""
    found = []
    for seed, state in enumerate(middle_game(number)):
        rng = Random(seed)
        regions = list(range(len(state.regions)))
        taken = rng.sample(regions, len(regions) // 2)
        owner = {region: COMPANIES[rank % len(COMPANIES)] for rank, region in enumerate(taken)}
        full = replace(
            state,
            regions=tuple(owner.get(region) for region in regions),
            bases=tuple(
                _base(state, index, sum(there == company for there in owner.values()))
                for index, company in enumerate(COMPANIES)
            ),
        )
        seat = full.to_move or Seat(0)
        player = replace(full.players[seat], slots=_expansion_cards(full), used=frozenset())
        player = replace(player, levels=(0,) * len(COMPANIES), tiles=frozenset())
        found.append((full.with_player(seat, player), COMPANIES[seed % len(COMPANIES)]))
    return found


def _base(state: State, company: int, out: int) -> tuple[BaseColumn, ...]:
    """Return the columns of a base that so many posts have left in turn."""
    columns = next(
        base.columns
        for base in state.setting.components.bases
        if base.company == COMPANIES[company]
    )
    left = [len(column) for column in columns]
    for number in range(out):
        left[number % len(left)] -= 1
    return tuple(BaseColumn(posts, posts == 0) for posts in left)


def _expansion_cards(state: State) -> tuple[CardId, ...]:
    cards = [c for c in state.setting.components.cards if isinstance(c, ExpansionCard)]
    chosen: list[CardId] = []
    left = ROUTING_POINTS
    for card in sorted(cards, key=lambda card: (-card.points, card.id)):
        if card.points <= left:
            chosen.append(card.id)
            left -= card.points
    return tuple(chosen)


def timed(name: str, questions: Iterable[Callable[[], bool]]) -> Times:
    """Return what each of some questions took; one that answers False was given up."""
    seconds, unfinished = [], 0
    for question in questions:
        started = time.process_time()
        unfinished += not question()
        seconds.append(time.process_time() - started)
    return Times(name, tuple(seconds), unfinished)


def best_turns(states: list[State], name: str = "best turn of all actions") -> Times:
    """Return what proving the best turn of all six actions takes, ties broken and counted."""

    def ask(state: State) -> Callable[[], bool]:
        return lambda: best_turn(state).status == "optimal"

    return timed(name, map(ask, states))


def routes(tables: list[tuple[State, Company]]) -> Times:
    """Return what proving the best expansion of one company takes."""

    def ask(state: State, company: Company) -> Callable[[], bool]:
        return lambda: best_expansion(state, company=company, optima_limit=0).status == "optimal"

    return timed("expansion routing alone", (ask(*table) for table in tables))


def listings(
    name: str,
    states: list[State],
    actions: tuple[Action, ...] = ACTIONS,
    patience: float = PATIENCE,
) -> Times:
    """Return what the same takes by listing all legal turns and scoring each."""

    def ask(state: State) -> Callable[[], bool]:
        return lambda: _listed(state, actions, patience)

    return timed(name, map(ask, states))


def _listed(state: State, actions: tuple[Action, ...], patience: float) -> bool:
    until = time.perf_counter() + patience
    seat = state.to_move or Seat(0)
    best = 0
    for _, turn in legal_turns(state, actions):
        best = max(best, worth(step(state, turn), seat, NET_WORTH))
        if time.perf_counter() > until:
            return False
    return True


def puzzles() -> Times:
    """Return what solving every shipped puzzle takes."""

    def ask(puzzle: Puzzle) -> Callable[[], bool]:
        return lambda: solve(puzzle).status == "optimal"

    return timed("puzzles", map(ask, shipped_puzzles()))


def figures(_rounds: int) -> Figures:
    """Return medians and worst cases in milliseconds."""
    return _told(
        best_turns(middle_game(POSITIONS)),
        best_turns(middle_game(POSITIONS, POSITIONS), "best turn, other tables"),
        routes(half_full(POSITIONS)),
        puzzles(),
    )


def exhaustive(_rounds: int) -> Figures:
    """Return the same for listing and scoring every turn, beside solving those very tables."""
    states, tables = middle_game(LISTED), half_full(LISTED)
    told = _told(
        best_turns(states),
        listings("all turns listed and scored", states),
        routes(tables),
        listings("all expansions listed and scored", [state for state, _ in tables], ("expand",)),
    )
    return {f"first {LISTED}: {name}": value for name, value in told.items()}


def _told(*measured: Times) -> Figures:
    return {f"{times.name}, ms": times.told for times in measured}
