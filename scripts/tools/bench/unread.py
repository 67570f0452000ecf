"""Verdicts with unread values: how long games take, and how short conditions are.

Amounts of the shipped set are unread: those that cost something (borders, calls, special spaces,
crates), or all of them, without notes or with one of money and tracks at every turn. Ten of the
games with notes then teach what remains possible.
"""

import re
import time
from random import Random
from statistics import median

from msgspec.structs import replace

from referee.copies.condition_words import MOST_PARTS, in_words
from referee.copies.judge import WORK_OF_A_RECORD, judge_with_unread
from referee.copies.lessons import learn
from referee.copies.partly_read_set import PartlyReadSet, hindrance
from referee.core.budget import Budget
from referee.core.ids import COMPANIES
from referee.core.set_reader import reference_set
from referee.engine.actions import TURNS
from referee.engine.dealer import draw_setting
from referee.engine.play import POLICIES, play
from referee.records.record import Mark, Record, SaidClaim, Statement
from referee.records.writer import record_of
from scripts.tools.bench.measurement import Figures
from scripts.tools.oracle.unread import blanked

COSTS = r"borders\..*\.lines|tracks\..*\.(calls|specials)\.\d+\.pounds|cards\..*\.crate"
AMOUNTS = (
    rf"{COSTS}|.*\.(crate|amount|mines|units|cost|least|steps)|cards\..*\.points"
    r"|.*\.(requires|reward)\..*(units|points)|.*\.reward\.(pounds|diamonds|points|posts)"
    r"|bases\..*\.columns\.\d+\.[1-4]"
)
GAMES_THAT_TEACH = 10


def drawn_game(seed: int, players: int, policy: str, *, claims: bool) -> Record:
    """Return a game by players who all play alike, perhaps with a note at every turn."""
    setting = draw_setting(reference_set(), players, Random(seed))
    played = [*play(setting, Random(seed), (POLICIES[policy],) * players)]
    record = record_of(setting, [event for event, _ in played])
    following = iter(played)
    statements: list[Statement] = []
    for statement in record.statements:
        noted: tuple[SaidClaim, ...] = ()
        if not isinstance(statement.said, Mark):
            event, after = next(following)
            if claims and isinstance(event, TURNS):
                player = after.players[event.seat]
                noted = (
                    SaidClaim(what="cash", seat=event.seat, value=player.cash),
                    SaidClaim(what="diamonds", seat=event.seat, value=player.diamonds),
                    *[
                        SaidClaim(what="track", seat=event.seat, company=company, value=at)
                        for company, at in zip(COMPANIES, player.tracks, strict=True)
                    ],
                )
        statements.append(replace(statement, claims=noted))
    return replace(record, statements=tuple(statements))


def figures(rounds: int) -> Figures:
    """Return the time that games take, and how many conditions are short."""
    found: Figures = {}
    for what, pattern, claims in (
        ("what costs something unread, no notes", COSTS, False),
        ("all amounts unread, no notes", AMOUNTS, False),
        ("all amounts unread, notes at every turn", AMOUNTS, True),
    ):
        components = _without(pattern)
        if hindrance(components) is not None:
            # Sets with blanks are judged by plain modules only.
            return {}
        for players in (2, 4):
            games = _games(2 * rounds, players, claims=claims)
            found[f"{what}, {players} players"] = measured(components, games)
    found["possible values after ten games, 4 players"] = taught(_without(AMOUNTS))
    return found


def _games(number: int, players: int, *, claims: bool) -> list[Record]:
    policies = ("greedy", "random")
    return [drawn_game(n, players, policies[n % 2], claims=claims) for n in range(number)]


def taught(components: PartlyReadSet) -> dict[str, float]:
    """Return how long it takes to learn from ten games with notes, and what is settled then."""
    games = _games(GAMES_THAT_TEACH, 4, claims=True)
    began = time.process_time()
    learnt = learn(components, games)
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


def _without(pattern: str) -> PartlyReadSet:
    """Return the shipped set as if the values that a pattern names were not read."""
    found = blanked(reference_set(), lambda key: re.fullmatch(pattern, key) is not None)
    assert isinstance(found, PartlyReadSet)  # noqa: S101
    return found


def measured(components: PartlyReadSet, games: list[Record]) -> dict[str, float]:
    """Return figures of some games with one set; conditions of at most three parts are short."""
    seconds: list[float] = []
    conditions = short = 0
    for game in games:
        began = time.process_time()
        judged = judge_with_unread(game, components)
        seconds.append(time.process_time() - began)
        work = Budget(WORK_OF_A_RECORD)
        for each in judged.statements:
            if each.condition is not None:
                guard = judged.layers[each.number][0].guard
                words = in_words(each.condition.cubes, guard, work)
                conditions += 1
                short += not words.depends_on and len(words.parts) <= MOST_PARTS
    return {
        "unread": len(components.variables),
        "games": len(games),
        "median s": round(median(seconds), 2),
        "longest s": round(max(seconds), 2),
        "conditions": conditions,
        "short ones": short,
    }
