"""Measures the solvers: whole turns, expansion routing alone, puzzles; one worker.

Mere listing of the first of the same tables is a group of its own, since it takes long.
"""

import time
from collections.abc import Callable, Iterable
from functools import partial
from random import Random
from statistics import median
from typing import TypeVar

from msgspec.structs import replace

from referee.core.components import ExpansionCard
from referee.core.ids import COMPANIES, CardId, Company, Seat
from referee.core.set_reader import reference_set
from referee.core.state import BaseColumn, State
from referee.core.turns import Action
from referee.engine import step
from referee.engine.actions import refill_due
from referee.engine.dealer import draw_setting
from referee.engine.legal_turns import legal_turns
from referee.engine.play import POLICIES, play
from referee.engine.random_turns import ACTIONS
from referee.solve.horizons import NET_WORTH, worth
from referee.solve.puzzle import shipped_puzzles, solve
from referee_model.best.search import best_expansion, best_turn
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

Asked = TypeVar("Asked")


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


def timed(ask: Callable[[Asked], bool], questions: Iterable[Asked]) -> dict[str, float]:
    """Return the milliseconds of the processor that questions took.

    One that is answered with False was given up, and counts with the time it was given.
    """
    times, unfinished = [], 0
    for question in questions:
        started = time.process_time()
        unfinished += not ask(question)
        times.append(1000 * (time.process_time() - started))
    return {
        "questions": len(times),
        "median": round(median(times), 1),
        "worst": round(max(times), 1),
        "given up": unfinished,
    }


def _best_turn(state: State) -> bool:
    """Prove the best turn of all six actions, ties broken and counted."""
    return best_turn(state).status == "optimal"


def _best_route(table: tuple[State, Company]) -> bool:
    state, company = table
    return best_expansion(state, company=company, optima_limit=0).status == "optimal"


def _listed(state: State, actions: tuple[Action, ...] = ACTIONS) -> bool:
    """Do the same by listing all legal turns and scoring each."""
    until = time.perf_counter() + PATIENCE
    seat = state.to_move or Seat(0)
    best = 0
    for _, turn in legal_turns(state, actions):
        best = max(best, worth(step(state, turn), seat, NET_WORTH))
        if time.perf_counter() > until:
            return False
    return True


def figures(_rounds: int) -> Figures:
    """Return medians and worst cases in milliseconds."""
    puzzles = shipped_puzzles()
    return {
        "best turn of all actions, ms": timed(_best_turn, middle_game(POSITIONS)),
        "best turn, other tables, ms": timed(_best_turn, middle_game(POSITIONS, POSITIONS)),
        "expansion routing alone, ms": timed(_best_route, half_full(POSITIONS)),
        "puzzles, ms": timed(lambda puzzle: solve(puzzle).status == "optimal", puzzles),
    }


def exhaustive(_rounds: int) -> Figures:
    """Return the same for listing and scoring every turn, beside solving those very tables."""
    states, tables = middle_game(LISTED), half_full(LISTED)
    expand = partial(_listed, actions=("expand",))
    told = {
        "best turn of all actions": timed(_best_turn, states),
        "all turns listed and scored": timed(_listed, states),
        "expansion routing alone": timed(_best_route, tables),
        "all expansions listed and scored": timed(expand, [state for state, _ in tables]),
    }
    return {f"first {LISTED}: {name}, ms": value for name, value in told.items()}
