"""The solvers: best turns, routing and puzzles by CP-SAT; events judged and explained by Z3."""

from collections import defaultdict
from collections.abc import Callable, Iterable
from functools import partial
from itertools import count, islice
from random import Random
from statistics import median, quantiles
from typing import TypeVar
from unittest.mock import patch

from msgspec.structs import replace

import referee
import referee_model
from referee.conformance.games import illegal_turns
from referee.conformance.readings import proven
from referee.core.components import ExpansionCard
from referee.core.ids import COMPANIES, CardId, Company, Seat
from referee.core.set_reader import reference_set
from referee.core.state import BaseColumn, State
from referee.core.turns import Turn
from referee.engine.actions import action_of, refill_due
from referee.engine.dealer import draw_setting
from referee.engine.play import POLICIES, play
from referee.records.loader import load
from referee.solve.puzzle import shipped_puzzles, solve
from referee_model.best.search import best_turn
from referee_model.explain.questions import why, why_with_answers
from referee_model.kinds import KINDS, JudgedEvent
from referee_model.solver import Room
from scripts.tools.bench.measurement import Figures, cpu_seconds, recorded_events
from scripts.tools.project import ROOT

POSITIONS = 50
PLAYERS = 4
MIDDLE = (3, 4, 5)
"""The rounds of a game that count as its middle."""
ROUTING_POINTS = 10

Asked = TypeVar("Asked")


def middle_game(number: int, first: int = 0) -> list[State]:
    """Return fixed tables from the middle of seeded games with four players."""
    found = []
    for seed in range(first, first + number):
        rng = Random(seed)
        setting = draw_setting(reference_set(), PLAYERS, rng)
        played = play(setting, rng, (POLICIES["random"],) * PLAYERS)
        acting = [s for _, s in played if s.phase == "actions" and s.round in MIDDLE]
        tables = [state for state in acting if not refill_due(state)]
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
    bases = {base.company: base.columns for base in state.setting.components.bases}
    columns = bases[COMPANIES[company]]
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


def timed(ask: Callable[[Asked], str], questions: Iterable[Asked]) -> dict[str, float]:
    """Return the milliseconds of the processor that questions took, and how many stayed open."""
    statuses: list[str] = []
    times = [
        1000 * cpu_seconds(lambda: statuses.append(ask(question)))  # noqa: B023 - called at once
        for question in questions
    ]
    return {
        "questions": len(times),
        "median": round(median(times), 1),
        "worst": round(max(times), 1),
        "given up": sum(status != "optimal" for status in statuses),
    }


def best(_rounds: int) -> Figures:
    """Return medians and worst cases in milliseconds, ties of whole turns broken and counted."""

    def route(table: tuple[State, Company]) -> str:
        return best_turn(table[0], action="expand", companies=(table[1],), optima_limit=0).status

    def turn(state: State) -> str:
        return best_turn(state).status

    return {
        "best turn of all actions, ms": timed(turn, middle_game(POSITIONS)),
        "best turn, other tables, ms": timed(turn, middle_game(POSITIONS, POSITIONS)),
        "expansion routing alone, ms": timed(route, half_full(POSITIONS)),
        "puzzles, ms": timed(lambda puzzle: solve(puzzle).status, shipped_puzzles()),
    }


SEED = 3000
CASES = 120
WHY_MS = {"one core": 6.0, "all answers": 20.0}
"""What the median of explaining is to be at most."""
EVENTS = 40
"""Of every kind."""
GAME = ROOT / "games" / "four-players.mgn"
EVENT_MS = 2.0
MOST_MS = {"expand": 4.0}
"""What judging an event in a new state is to take at most, where it is not as any other."""
GAME_S = 0.4
EXPLAINED = ROOT / "games" / "illegal" / "mistake-occupied-region.mgn"
"""The example of the README."""
EXPLAINED_S = 0.25


def explaining(_rounds: int) -> Figures:
    """Return medians and worst cases in milliseconds, and the medians by action."""
    drawn = (case for seed in count(SEED) for case in illegal_turns(seed))
    chosen = [*islice(drawn, CASES)]
    actions = [action_of(turn) for _, turn in chosen]
    found: Figures = {"illegal turns explained, each in a new state": len(chosen)}
    with patch.object(Room, "check", autospec=True, side_effect=Room.check) as asked_z3:
        referee.load(EXPLAINED).explain("2.1")
    found["the example of the README, questions put to Z3"] = asked_z3.call_count
    found["the example of the README, s"] = {
        "median": round(cpu_seconds(lambda: referee.load(EXPLAINED).explain("2.1")), 2),
        "at most": EXPLAINED_S,
    }
    asked: dict[str, Callable[[State, Turn], object]] = {
        "one core": partial(why, most=1),
        "all answers": why_with_answers,
    }
    for name, ask in asked.items():
        costs = [_in_new_state(partial(ask, state, turn)) for state, turn in chosen]
        medians: dict[str, float] = {}
        for action in sorted({*actions}):
            own = [cost for cost, its in zip(costs, actions, strict=True) if its == action]
            medians[action] = round(median(own), 1)
        in_all = {"median": round(median(costs), 1), "at most": WHY_MS[name]}
        found[f"why, {name}, ms"] = in_all | {"worst": round(max(costs), 1)} | medians
    return found


def proving(rounds: int) -> Figures:
    """Return medians and 95th percentiles of CPU time by kind of event, and a whole game proven."""
    found: Figures = {}
    events = list(recorded_events())
    Random(0).shuffle(events)
    by_kind: dict[str, list[tuple[State, JudgedEvent]]] = defaultdict(list)
    for state, event in events:
        if isinstance(event, JudgedEvent):
            of_kind = by_kind[str(event.__struct_config__.tag)]
            of_kind += [(state, event)] if len(of_kind) < EVENTS else []
    for tag, asked in by_kind.items():
        for name, ask in (
            ("new state", referee_model.legal),
            ("effect in a new state", referee_model.effect),
        ):
            taken = [_in_new_state(partial(ask, state, event)) for state, event in asked]
            found[f"model, {tag}, {name}, ms"] = {
                "median": round(median(taken), 1),
                "p95": round(quantiles(taken, n=20)[-1], 1),
                "at most": MOST_MS.get(tag, EVENT_MS),
            }
    components = reference_set()
    record = load(GAME.read_bytes(), lambda _: components).record
    seconds = [cpu_seconds(partial(proven, record, components)) for _ in range(max(rounds, 3))]
    found["a 4-player game proven, s"] = {"median": round(median(seconds), 2), "at most": GAME_S}
    return found | explaining(rounds)


def _in_new_state(ask: Callable[[], object]) -> float:
    for kind in KINDS.values():
        kind.forget()
    return 1000 * cpu_seconds(ask)
