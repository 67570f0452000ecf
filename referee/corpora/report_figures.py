"""What many results come to: verdicts, broken rules, what stayed open or took long, by source."""

from typing import Final

from msgspec import Struct

from referee.corpora.result_tables import ResultTables

MOST: Final = 10
"""Of the slowest games, and of the reasons why files cannot be read; nobody reads more."""

MOST_SOURCES: Final = 40

_PLACE: Final = (
    "CASE WHEN file = source AND contains(source, '/')"
    " THEN regexp_replace(source, '/[^/]*$', '') ELSE source END"
)
"""Games of one file have it for their source, files of one game the folder they lie in."""


class RuleFigure(Struct, frozen=True):
    """How often a rule is broken, and where first."""

    rule: str
    games: int
    faults: int
    file: str
    line: int | None


class ReasonFigure(Struct, frozen=True):
    """Why games are not decided, or cannot be read."""

    reason: str
    games: int
    file: str


class SlowGame(Struct, frozen=True):
    """A game that took long to judge."""

    file: str
    seconds: float
    events: int | None
    verdict: str


class SourceFigure(Struct, frozen=True):
    """The games of one file, or of the files in one folder."""

    source: str
    games: int
    verdicts: dict[str, int]
    seconds: float | None


class TimeFigure(Struct, frozen=True):
    """How many seconds of computing games took."""

    total: float
    median: float
    p95: float
    most: float
    spread: dict[str, int]
    """How many games took at most so many seconds, and more than the one before."""


class CorpusFigures(Struct, frozen=True, kw_only=True):
    """What the results of many games come to."""

    games: int
    finished: int
    """Games that were played to their end."""
    events: int
    disagreements: int
    """Between engine and model, where both were asked."""
    verdicts: dict[str, int]
    """How many games have which verdict."""
    rules: tuple[RuleFigure, ...]
    """The rules that were broken, the most frequent first."""
    rounds: dict[str, int]
    """Broken rules by the round in which they were."""
    undecided: tuple[ReasonFigure, ...]
    unreadable: tuple[ReasonFigure, ...]
    """Why files could not be read, the most frequent reasons."""
    slowest: tuple[SlowGame, ...]
    seconds: TimeFigure | None
    """These two only where the results were timed."""
    sources: tuple[SourceFigure, ...]
    """The largest: files of many games, and folders of files of one."""
    more_sources: int
    """How many others there are."""


def corpus_figures(tables: ResultTables) -> CorpusFigures:
    """Return what results come to, the same however they are ordered."""
    ((games, finished, events, disagreements),) = tables.ask(
        "SELECT count(*), count(*) FILTER (finished), coalesce(sum(events), 0)::BIGINT,"
        " coalesce(sum(disagreements), 0)::BIGINT FROM games"
    ).rows
    verdicts = tables.ask("SELECT verdict, count(*) FROM games GROUP BY 1 ORDER BY 1").rows
    rules = tables.ask(
        'SELECT "rule", count(DISTINCT (file, source)), count(*),'
        " min_by(file, (source, game, file)),"
        " min_by(line, (source, game, file, line)) FROM faults GROUP BY 1 ORDER BY 2 DESC, 1"
    ).rows
    rounds = tables.ask(
        "SELECT round::VARCHAR, count(*) FROM faults WHERE round IS NOT NULL GROUP BY round"
        " ORDER BY round"
    ).rows
    undecided = tables.ask(
        "SELECT coalesce(given_up, verdict), count(*), min(file) FROM games"
        " WHERE verdict IN ('undecided', 'conditional') GROUP BY 1 ORDER BY 2 DESC, 1"
    ).rows
    unreadable = tables.ask(
        "SELECT coalesce(problem, '?'), count(*), min(file) FROM games"
        " WHERE verdict = 'unreadable' GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT $1",
        MOST,
    ).rows
    slowest = tables.ask(
        "SELECT file, seconds, events, verdict FROM games WHERE seconds IS NOT NULL"
        " ORDER BY seconds DESC, file LIMIT $1",
        MOST,
    ).rows
    sources, more = _sources(tables)
    return CorpusFigures(
        games=games,
        finished=finished,
        events=events,
        disagreements=disagreements,
        verdicts=dict(verdicts),
        rules=tuple(RuleFigure(*row) for row in rules),
        rounds=dict(rounds),
        undecided=tuple(ReasonFigure(*row) for row in undecided),
        unreadable=tuple(ReasonFigure(*row) for row in unreadable),
        slowest=tuple(SlowGame(*row) for row in slowest),
        seconds=_times(tables) if slowest else None,
        sources=sources,
        more_sources=more,
    )


def _times(tables: ResultTables) -> TimeFigure:
    ((total, median, p95, most),) = tables.ask(
        "SELECT sum(seconds), median(seconds), quantile_cont(seconds, 0.95), max(seconds)"
        " FROM games"
    ).rows
    spread = tables.ask(
        "SELECT power(2, ceil(log2(greatest(seconds, 0.0005)))) AS most, count(*) FROM games"
        " WHERE seconds IS NOT NULL GROUP BY 1 ORDER BY 1"
    ).rows
    return TimeFigure(
        total=round(total, 4),
        median=round(median, 4),
        p95=round(p95, 4),
        most=round(most, 4),
        spread={f"{seconds:.4g}": games for seconds, games in spread},
    )


def _sources(tables: ResultTables) -> tuple[tuple[SourceFigure, ...], int]:
    found = tables.ask(
        f"SELECT {_PLACE} AS place, count(*) AS games, histogram(verdict), sum(seconds) FROM games"  # noqa: S608
        " GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT $1",
        MOST_SOURCES,
    ).rows
    ((number,),) = tables.ask(f"SELECT count(DISTINCT {_PLACE}) FROM games").rows  # noqa: S608
    told = tuple(
        SourceFigure(place, games, dict(verdicts), None if seconds is None else round(seconds, 3))
        for place, games, verdicts, seconds in found
    )
    return told, number - len(told)
