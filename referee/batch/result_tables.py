"""Kept results as tables that can be asked: DuckDB, shut up with the files it was given.

`docs/scale.md` documents the columns; Parquet files have those of `_COLUMNS`, in this order.
"""

import importlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from importlib import resources
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from msgspec import Struct

from referee.batch.streams import CorpusError
from referee.core.answer import Answer
from referee.core.input_limits import BYTES_OF_A_RESULT
from referee.drawing.shapes import page_style
from referee.durable import replacing
from referee.i18n.speech import numeral, say, spoken, thing
from referee.templates import page

PARQUET: Final = ".parquet"

_KEPT: Final[Mapping[str, str]] = {
    "file": "VARCHAR",
    "source": "VARCHAR",
    "game": "BIGINT",
    "sha256": "VARCHAR",
    "asked": "VARCHAR",
    "verdict": "VARCHAR",
    "finished": "BOOLEAN",
    "events": "INTEGER",
    "legal": "INTEGER",
    "header": 'STRUCT("rule" VARCHAR, message VARCHAR)[]',
    "faults": (
        "STRUCT(line INTEGER, round INTEGER, turn INTEGER, phase VARCHAR, player VARCHAR,"
        " statement VARCHAR, wrong_note BOOLEAN,"
        ' violations STRUCT("rule" VARCHAR, message VARCHAR)[])[]'
    ),
    "wrong_notes": "INTEGER",
    "open_gaps": "JSON[]",
    "tried": "BIGINT",
    "unread": "INTEGER",
    "proof": "STRUCT(disagreements JSON[])",
    "given_up": "VARCHAR",
    "problems": "STRUCT(line INTEGER, message VARCHAR)[]",
    "seconds": "DOUBLE",
}
"""What is read of a line of results."""

_COLUMNS: Final = """
    file, source, game, sha256, asked, verdict, finished, events, legal, wrong_notes,
    list_distinct(list_concat(
        [each."rule" for each in coalesce(header, [])],
        flatten([[one."rule" for one in each.violations] for each in coalesce(faults, [])])
    )) AS rules,
    list_concat(
        [{line: 1, round: NULL::INTEGER, turn: NULL::INTEGER, phase: 'header',
          player: NULL::VARCHAR, statement: NULL::VARCHAR, wrong_note: false,
          "rule": each."rule", message: each.message}
         for each in coalesce(header, [])],
        flatten([[{line: each.line, round: each.round, turn: each.turn, phase: each.phase,
                   player: each.player, statement: each.statement, wrong_note: each.wrong_note,
                   "rule": one."rule", message: one.message}
                  for one in each.violations] for each in coalesce(faults, [])])
    ) AS faults,
    coalesce(len(open_gaps), 0)::INTEGER AS open_gaps, tried, unread,
    coalesce(len(proof.disagreements), 0)::INTEGER AS disagreements, given_up,
    problems[1].message AS problem, seconds
"""

_VIEWS: Final = (
    "CREATE VIEW games AS SELECT * EXCLUDE (faults) FROM results",
    """CREATE VIEW faults AS
    FROM results SELECT file, source, game, unnest(faults, recursive := true)""",
)


class CorpusRows(Answer, frozen=True, kw_only=True):
    """What a question about results brings."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]


class ResultTables:
    """Results that can be asked, and nothing else."""

    def __init__(self, connection: Any, duckdb: Any) -> None:  # noqa: ANN401 - an extra
        self._connection, self._duckdb = connection, duckdb

    def ask(self, sql: str, *values: object) -> CorpusRows:
        """Return what one `SELECT` brings; a `CorpusError` if it is none, or cannot be answered."""
        try:
            statements = self._connection.extract_statements(sql)
            if len(statements) != 1 or statements[0].type != self._duckdb.StatementType.SELECT:
                raise CorpusError(say("answers.corpora.one-select"))
            found = self._connection.execute(statements[0], values)
            columns = tuple(str(each[0]) for each in found.description)
            return CorpusRows(columns=columns, rows=tuple(found.fetchall()))
        except self._duckdb.Error as error:
            raise CorpusError(say("answers.corpora.no-answer", error=str(error)[:2000])) from error


@contextmanager
def result_tables(files: Sequence[Path]) -> Iterator[ResultTables]:
    """Yield the results in files of JSON lines or Parquet as the tables `games` and `faults`."""
    with ExitStack() as links, _connected(files, links) as (connection, duckdb, names):
        # From here on nothing but these files can be read, nothing written, and no setting changed.
        connection.execute("SET allowed_paths = $1", [names])
        connection.execute("SET enable_external_access = false")
        connection.execute("SET lock_configuration = true")
        yield ResultTables(connection, duckdb)


def write_parquet(files: Sequence[Path], output: Path) -> None:
    """Write results as one Parquet file, which replaces `output` when it is complete."""
    with ExitStack() as links, _connected(files, links) as (connection, duckdb, _):
        try:
            with replacing(output) as beside:
                (target,) = _plain([beside], links)
                # A temporary file of its own, too, would be left behind by a kill.
                options = "FORMAT parquet, COMPRESSION zstd, USE_TMP_FILE false"
                connection.execute(f"COPY results TO {_quoted(target)} ({options})")
        except duckdb.Error as error:
            raise CorpusError(say("answers.corpora.no-answer", error=str(error)[:2000])) from error


def _plain(files: Sequence[Path], links: ExitStack) -> list[str]:
    """Return names for files as DuckDB takes them, which are links where it would not.

    It reads `*`, `?` and `[` as a pattern, and knows no name that is not UTF-8.
    """
    names: list[str] = []
    for file in files:
        name = str(file)
        if any(c in "*?[" or "\udc80" <= c <= "\udcff" for c in name):
            folder = Path(links.enter_context(TemporaryDirectory()))
            (link := folder / f"results{file.suffix}").symlink_to(file.absolute())
            name = str(link)
        names.append(name)
    return names


@contextmanager
def _connected(files: Sequence[Path], links: ExitStack) -> Iterator[tuple[Any, Any, list[str]]]:
    try:
        duckdb: Any = importlib.import_module("duckdb")
    except ImportError as error:
        raise CorpusError(say("answers.corpora.needs-extra", name="duckdb")) from error
    names = _plain(files, links)
    config = {
        "autoinstall_known_extensions": False,
        "autoload_known_extensions": False,
        "python_enable_replacements": False,
    }
    try:
        with duckdb.connect(":memory:", config=config) as connection:
            union = " UNION ALL BY NAME ".join(map(_read, names))
            connection.execute(f"CREATE VIEW results AS {union}")
            for view in _VIEWS:
                connection.execute(view)
            yield connection, duckdb, names
    except (duckdb.IOException, duckdb.InvalidInputException, duckdb.BinderException) as error:
        message = say(
            "answers.corpora.no-results", names=", ".join(map(str, files)), error=str(error)[:400]
        )
        raise CorpusError(message) from error


def _quoted(path: str) -> str:
    return "'" + path.replace("'", "''") + "'"


def _read(file: str) -> str:
    """Return the question for all that a file of results holds, each game once."""
    if file.endswith(PARQUET):
        return f"(SELECT * FROM read_parquet({_quoted(file)}))"  # noqa: S608 - a path, quoted
    kinds = ", ".join(f'"{name}": {kind!r}' for name, kind in _KEPT.items())
    lines = (
        f"read_json({_quoted(file)}, format = 'newline_delimited', columns = {{{kinds}}},"
        f" maximum_object_size = {BYTES_OF_A_RESULT}, ignore_errors = true)"
    )
    # A file that changed has a line for each of its contents, and the last one counts; a line that
    # was cut off says nothing.
    last = "row_number() OVER (PARTITION BY file, source, asked ORDER BY place DESC) = 1"
    return (
        f"(SELECT {_COLUMNS} FROM (SELECT *, row_number() OVER () AS place FROM {lines})"  # noqa: S608
        f" WHERE file IS NOT NULL AND verdict IS NOT NULL QUALIFY {last} ORDER BY place)"
    )


# What many results come to: verdicts, broken rules, what stayed open or took long, by source ------
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


class CorpusReport(Answer, frozen=True, kw_only=True):
    """Summarise the results of many games."""

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

    def to_html(self) -> str:
        """Return the report as one page with charts, which asks nobody for anything."""
        style = (resources.files(__package__) / "report.css").read_text("utf-8")
        reasons = {"undecided": self.undecided, "unreadable": self.unreadable}
        times = self.seconds
        return page(
            "corpus",
            language=spoken(),
            policy=POLICY,
            title=say("pages.corpus.title", n=self.games),
            style=page_style() + style,
            verdicts=VERDICTS,
            figures=self,
            rules=[
                (each.rule, each.games, f"{each.file}:{each.line}" if each.line else each.file)
                for each in self.rules
            ],
            times=times
            and say(
                "pages.corpus.times",
                median=_milliseconds(times.median),
                p95=_milliseconds(times.p95),
                most=_milliseconds(times.most),
            ),
            spread=times and {_milliseconds(float(most)): n for most, n in times.spread.items()},
            slowest=[
                (each.file, each.seconds, _milliseconds(each.seconds)) for each in self.slowest
            ],
            reasons={
                name: [(_reason_words(each.reason), each.games, each.file) for each in found]
                for name, found in reasons.items()
            },
            say=say,
            numeral=numeral,
            thing=thing,
        )


def corpus_figures(tables: ResultTables) -> CorpusReport:
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
    found = tables.ask(
        f"SELECT {_PLACE} AS place, count(*) AS games, histogram(verdict), sum(seconds) FROM games"  # noqa: S608
        " GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT $1",
        MOST_SOURCES,
    ).rows
    ((number,),) = tables.ask(f"SELECT count(DISTINCT {_PLACE}) FROM games").rows  # noqa: S608
    sources = tuple(
        SourceFigure(place, games, dict(verdicts), None if seconds is None else round(seconds, 3))
        for place, games, verdicts, seconds in found
    )
    return CorpusReport(
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
        more_sources=number - len(sources),
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


# What many results come to as a page of one file, with charts, which asks nobody anything ---------
VERDICTS: Final = ("legal", "illegal", "wrong-note", "conditional", "undecided", "unreadable")
"""In the order of the charts; each has a colour and a pattern of its own in `report.css`."""

# No script, no picture, no font: the page forbids whatever a name might have brought in.
POLICY: Final = "default-src 'none';style-src 'unsafe-inline'"


def _milliseconds(seconds: float) -> str:
    return f"{numeral(round(seconds * 1000, 1), ',')} ms"


def _reason_words(reason: str) -> str:
    if reason in {"too-long", "died"}:
        return say(f"pages.corpus.given-up-{reason}")
    return thing(reason)
