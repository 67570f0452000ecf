"""Verdicts with unread values: how long games take, and how many slips are decided.

Amounts of the shipped set are unread: those that cost something (borders, calls, special spaces,
crates), or all of them, without notes or with one of money and tracks at every turn. Ten of the
games with notes then teach what remains possible.
"""

import re
import time
from collections import Counter
from collections.abc import Iterator
from functools import partial
from random import Random
from statistics import median

from msgspec import Struct
from msgspec.structs import replace

from referee.copies.condition_words import MOST_PARTS, in_words
from referee.copies.judge import WORK_OF_A_RECORD, JudgedRecord, Judging, judge_with_unread
from referee.copies.lessons import learn
from referee.copies.partly_read_set import PartlyReadSet, blanked, hindrance
from referee.core.budget import Budget
from referee.core.events import Event
from referee.core.ids import COMPANIES, Seat
from referee.core.set_reader import reference_set
from referee.core.state import State
from referee.engine import IllegalEventError, step
from referee.engine.actions import TURNS
from referee.engine.dealer import draw_setting
from referee.engine.mutants import mutated, pools_near
from referee.engine.play import POLICIES, play
from referee.records.record import Mark, Record, SaidClaim, Statement
from referee.records.writer import record_of, statement_of
from scripts.tools.bench.measurement import Figures

COSTS = r"borders\..*\.lines|tracks\..*\.(calls|specials)\.\d+\.pounds|cards\..*\.crate"
AMOUNTS = (
    rf"{COSTS}|.*\.(crate|amount|mines|units|cost|least|steps)|cards\..*\.points"
    r"|.*\.(requires|reward)\..*(units|points)|.*\.reward\.(pounds|diamonds|points|posts)"
    r"|bases\..*\.columns\.\d+\.[1-4]"
)
SLIPS_OF_A_GAME = 25
GAMES_THAT_TEACH = 10


class PartlyReadGame(Struct, frozen=True):
    """A seeded game: its record, the tables before its statements, and its events."""

    record: Record
    happened: tuple[tuple[State, Event] | None, ...]
    """By statement the table before it and the event, None for a heading."""


def drawn_game(seed: int, players: int, policy: str, *, claims: bool) -> PartlyReadGame:
    """Return a game by players who all play alike, perhaps with a note at every turn."""
    setting = draw_setting(reference_set(), players, Random(seed))
    played = [*play(setting, Random(seed), (POLICIES[policy],) * players)]
    record = record_of(setting, [event for event, _ in played])
    happened: list[tuple[State, Event] | None] = []
    statements: list[Statement] = []
    following = iter(played)
    before: State | None = None
    for statement in record.statements:
        if isinstance(statement.said, Mark):
            happened.append(None)
            statements.append(statement)
            continue
        event, after = next(following)
        happened.append(None if before is None else (before, event))
        noted = claims and isinstance(event, TURNS)
        statements.append(replace(statement, claims=_notes(event, after) if noted else ()))
        before = after
    return PartlyReadGame(replace(record, statements=tuple(statements)), tuple(happened))


def _notes(event: Event, after: State) -> tuple[SaidClaim, ...]:
    seat = Seat(getattr(event, "seat", 0))
    player = after.players[seat]
    return (
        SaidClaim(what="cash", seat=seat, value=player.cash),
        SaidClaim(what="diamonds", seat=seat, value=player.diamonds),
        *[
            SaidClaim(what="track", seat=seat, company=company, value=at)
            for company, at in zip(COMPANIES, player.tracks, strict=True)
        ],
    )


def slips(game: PartlyReadGame, rng: Random) -> Iterator[tuple[int, Event]]:
    """Yield turns of a game that a slip made illegal, with the numbers of their statements."""
    turns = [
        number
        for number, happened in enumerate(game.happened)
        if happened is not None and isinstance(happened[1], TURNS)
    ]
    found = 0
    while found < SLIPS_OF_A_GAME:
        number = rng.choice(turns)
        happened = game.happened[number]
        assert happened is not None  # noqa: S101
        table, event = happened
        slip = mutated(event, table.setting, rng, known=pools_near(table, event))
        if getattr(slip, "seat", None) != getattr(event, "seat", None):
            continue
        try:
            step(table, slip)
        except IllegalEventError:
            found += 1
            yield number, slip


def decided_slips(game: PartlyReadGame, judged: JudgedRecord, rng: Random) -> Counter[str]:
    """Return how slips are decided where everything before them was legal."""
    decisions: Counter[str] = Counter()
    for number, slip in slips(game, rng):
        if number >= len(judged.layers):
            decisions["not reached"] += 1
            continue
        statement = statement_of(slip, game.record.header.rulings, reference_set(), exact=True)
        statements = [*game.record.statements]
        statements[number] = statement
        judging = Judging(replace(game.record, statements=tuple(statements)), Budget(100_000))
        decisions[judging.take(judged.layers[number], number)[0].decision] += 1
    return decisions


def short_conditions(judged: JudgedRecord) -> tuple[int, int]:
    """Return how many conditions there are, and how many of them have at most three parts."""
    work = Budget(WORK_OF_A_RECORD)
    conditional = [each for each in judged.statements if each.condition is not None]
    short = 0
    for each in conditional:
        assert each.condition is not None  # noqa: S101
        guard = judged.layers[each.number][0].guard
        words = in_words(each.condition.cubes, guard, work)
        short += not words.depends_on and len(words.parts) <= MOST_PARTS
    return len(conditional), short


def figures(rounds: int) -> Figures:
    """Return the time that games take, and how many conditions are short and slips decided."""
    found: Figures = {}
    for what, pattern, claims in (
        ("what costs something unread, no notes", COSTS, False),
        ("all amounts unread, no notes", AMOUNTS, False),
        ("all amounts unread, notes at every turn", AMOUNTS, True),
    ):
        components = blanked(reference_set(), partial(_matches, re.compile(pattern)))
        assert isinstance(components, PartlyReadSet)  # noqa: S101
        if hindrance(components) is not None:
            # Sets with blanks are judged by plain modules only.
            return {}
        for players in (2, 4):
            games = [
                drawn_game(seed, players, ("greedy", "random")[seed % 2], claims=claims)
                for seed in range(2 * rounds)
            ]
            found[f"{what}, {players} players"] = measured(components, games)
    found["possible values after ten games, 4 players"] = taught()
    return found


def taught() -> dict[str, float]:
    """Return how long it takes to learn from ten games with notes, and what is settled then."""
    components = blanked(reference_set(), partial(_matches, re.compile(AMOUNTS)))
    assert isinstance(components, PartlyReadSet)  # noqa: S101
    games = [
        drawn_game(seed, 4, ("greedy", "random")[seed % 2], claims=True)
        for seed in range(GAMES_THAT_TEACH)
    ]
    began = time.process_time()
    learnt = learn(components, [game.record for game in games])
    seconds = time.process_time() - began
    return {
        "games": len(games),
        "s": round(seconds, 2),
        "unread": len(learnt.values),
        "settled": len(learnt.settled()),
        "narrowed": sum(
            len(values) < components.variables[key].domain.bit_count()
            for key, values in learnt.values.items()
        ),
    }


def _matches(pattern: re.Pattern[str], key: str) -> bool:
    return bool(pattern.fullmatch(key))


def measured(components: PartlyReadSet, games: list[PartlyReadGame]) -> dict[str, float]:
    """Return the figures of some games with one set."""
    seconds: list[float] = []
    widest = open_guards = conditions = short = 0
    decisions: Counter[str] = Counter()
    for seed, game in enumerate(games):
        began = time.process_time()
        judged = judge_with_unread(game.record, components)
        seconds.append(time.process_time() - began)
        widest = max(widest, *map(len, judged.layers))
        open_guards += len(judged.open)
        found = short_conditions(judged)
        conditions += found[0]
        short += found[1]
        decisions += decided_slips(game, judged, Random(seed))
    slipped = sum(decisions.values())
    return {
        "unread": len(components.variables),
        "games": len(games),
        "median s": round(median(seconds), 2),
        "longest s": round(max(seconds), 2),
        "widest layer": widest,
        "parts not looked into": open_guards,
        "conditions": conditions,
        "short ones": short,
        "slips": slipped,
        "decided": decisions["illegal"],
        "conditional": decisions["conditional"],
    }
