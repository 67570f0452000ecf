"""Gaps in games that were played by seeded players: how many are decided, and how soon.

After the gap every player who moved in it claims his cash and one marker. Decided is a gap if all
its completions were found, so that what must have happened is known. Times are those of the
processor, so that what else a machine does changes little.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import count, islice
from random import Random
from statistics import median, quantiles

from referee.conformance.games import steps
from referee.core.budget import Budget
from referee.core.events import PrepareRound, RefillBooks
from referee.core.ids import Seat
from referee.core.limits import PLAYER_COUNTS
from referee.core.set_reader import reference_set
from referee.engine.actions import TURNS
from referee.engine.dealer import draw_setting
from referee.engine.play import POLICIES
from referee.gaps.completions import Completions, complete_record
from referee.gaps.lines import Content, GapLine
from referee.records.quantities import TurnEnd
from referee.records.record import BlankTurn, BlankTurns
from scripts.tools.bench.measurement import Figures, cpu_seconds, percent
from scripts.tools.oracle.gaps import GapCase, Played, cash_and_marker, first_turns, turns_in_a_row

FIRST_SEED = 940_000
"""Games that nothing else is tried with."""

GAPS_A_ROW = 40
"""Gaps, or whole games, measured for each round of the benchmark: 200 without `--rounds`."""

UNBOUNDED = 10**9

SHOWN = 20
"""Times are told of the slowest one in so many."""

LOST_OF_A_ROUND = 7
"""So many turns at the end of a round are lost at once, with their refills and their number."""


def figures(rounds: int, rows: Sequence[str] = ()) -> Figures:
    """Return the share of gaps decided and the time they took, by the number of blank turns."""
    return {
        f"whole games, {name}" if name.endswith("lost") else name: measured(
            islice(cases(), rounds * GAPS_A_ROW), seconds
        )
        for name, (cases, seconds) in ROWS.items()
        if name in rows or not rows
    }


def measured(cases: Iterable[GapCase], seconds: float) -> dict[str, float]:
    """Return how many gaps were decided or completed within the time, and what it took."""
    answers: list[Completions] = []

    def complete(case: GapCase) -> None:
        budget = Budget(UNBOUNDED, seconds)
        written = case.refills_written
        answers.append(complete_record(case.start, case.lines, budget, refills_written=written))

    times = [cpu_seconds(partial(complete, case)) for case in cases]
    if any(answer.exists == "no" for answer in answers):
        raise RuntimeError("a game that was played is said to be impossible")
    return {
        "gaps": len(answers),
        "decided %": percent([answer.exact for answer in answers]),
        "completed %": percent([answer.exists == "yes" for answer in answers]),
        "median ms": round(1000 * median(times), 1),
        "p95 ms": round(1000 * quantiles(times, n=SHOWN)[-1], 1),
    }


def _games() -> Iterator[tuple[Random, Played]]:
    for seed in count(FIRST_SEED):
        rng = Random(seed)
        setting = draw_setting(reference_set(), rng.choice(PLAYER_COUNTS), rng)
        policy = POLICIES["greedy" if seed % 2 else "random"]
        yield rng, [*steps(setting, rng, policy)]


def _blank_turns(turns: int) -> Iterator[GapCase]:
    """Yield gaps of so many turns in a row, one of each quarter of a game."""
    for rng, played in _games():
        places = first_turns(played)
        for quarter in range(4):
            first = places[(quarter * len(places) + rng.randrange(len(places))) // 4]
            behind = turns_in_a_row(played, first, turns)
            if behind is not None:
                yield _gap(played, first, behind, rng)


def _gap(played: Played, first: int, behind: int, rng: Random) -> GapCase:
    """Return a gap with the refills written, and claims of all who moved behind its last turn."""
    lines: list[GapLine] = []
    movers: dict[Seat, None] = {}
    for _, event, _ in played[first:behind]:
        content: Content = event  # type: ignore[assignment]
        if isinstance(event, TURNS):
            movers.setdefault(event.seat)
            content = BlankTurn(event.seat)
        lines.append(GapLine(content))
    before, event, after = played[behind - 1]
    moment = TurnEnd(before, after, event if isinstance(event, TURNS) else None)
    claims = tuple(claim for seat in movers for claim in cash_and_marker(moment, seat, rng))
    lines[-1] = GapLine(lines[-1].content, claims)
    following = [GapLine(event) for _, event, _ in played[behind:]]  # type: ignore[arg-type]
    return GapCase(played[first][0], (*lines, *following), refills_written=True, falsified=False)


def _lost_rounds() -> Iterator[GapCase]:
    """Yield games in which the rest of a round is lost, and everybody's cash was counted then."""
    for rng, played in _games():
        ends = [at for at, (_, event, _) in enumerate(played) if isinstance(event, PrepareRound)]
        rests = [(first, end) for end in ends if (first := _first_lost(played, end)) is not None]
        if not rests:
            continue
        first, end = rng.choice(rests)
        table = played[end][0]
        moment, seats = TurnEnd(table, table), map(Seat, range(len(table.players)))
        claims = tuple(cash_and_marker(moment, seat, rng)[0] for seat in seats)
        lost = GapLine(BlankTurns(until="round"), claims)
        following = [GapLine(event) for _, event, _ in played[end:]]  # type: ignore[arg-type]
        lines = (lost, *following)
        yield GapCase(played[first][0], lines, refills_written=False, falsified=False)


def _first_lost(played: Played, end: int) -> int | None:
    """Return the first of the last turns of a round; None if it has too few."""
    turns = 0
    for place in range(end - 1, -1, -1):
        event = played[place][1]
        if isinstance(event, TURNS):
            turns += 1
            if turns == LOST_OF_A_ROUND:
                return place
        elif not isinstance(event, RefillBooks):
            return None
    return None


def _lost_refills(share: float) -> Iterator[GapCase]:
    """Yield whole games in which a share of the refills was not written."""
    for rng, played in _games():
        said = [event for _, event, _ in played]
        written = [e for e in said if not isinstance(e, RefillBooks) or rng.random() >= share]
        lines = tuple(map(GapLine, written))  # type: ignore[arg-type]
        yield GapCase(played[0][0], lines, refills_written=False, falsified=False)


ROWS: Mapping[str, tuple[Callable[[], Iterator[GapCase]], float]] = {
    **{f"{turns} blank turns": (partial(_blank_turns, turns), 5.0) for turns in (1, 2, 3)},
    "5 blank turns": (partial(_blank_turns, 5), 10.0),
    f"the last {LOST_OF_A_ROUND} turns of a round": (_lost_rounds, 10.0),
    "a fifth of the refills lost": (partial(_lost_refills, 1 / 5), 10.0),
    "all of the refills lost": (partial(_lost_refills, 1.0), 10.0),
}
"""What is measured, and the seconds within which a gap has to be decided; last are whole games."""
