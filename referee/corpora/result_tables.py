"""Kept results as tables that can be asked: DuckDB, shut up with the files it was given.

`docs/scale.md` documents the columns; Parquet files have those of `_COLUMNS`, in this order.
"""

import importlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from msgspec import Struct

from referee.corpora.errors import CorpusError
from referee.game.input_limits import BYTES_OF_A_RESULT
from referee.game.messages.speech import say

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


class Rows(Struct, frozen=True):
    """What a question brings: the names of the columns, and rows of plain values."""

    columns: tuple[str, ...]
    rows: list[tuple[Any, ...]]


class ResultTables:
    """Results that can be asked, and nothing else."""

    def __init__(self, connection: Any, duckdb: Any) -> None:  # noqa: ANN401 - an extra
        self._connection, self._duckdb = connection, duckdb

    def ask(self, sql: str, *values: object) -> Rows:
        """Return what one `SELECT` brings; a `CorpusError` if it is none, or cannot be answered."""
        try:
            statements = self._connection.extract_statements(sql)
            if len(statements) != 1 or statements[0].type != self._duckdb.StatementType.SELECT:
                raise CorpusError(say("answers.corpora.one-select"))
            found = self._connection.execute(statements[0], values)
            columns = tuple(str(each[0]) for each in found.description)
            return Rows(columns, found.fetchall())
        except self._duckdb.Error as error:
            raise CorpusError(say("answers.corpora.no-answer", error=str(error)[:2000])) from error


@contextmanager
def result_tables(files: Sequence[Path]) -> Iterator[ResultTables]:
    """Yield the results in files of JSON lines or Parquet as the tables `games` and `faults`."""
    with _connected(files) as (connection, duckdb):
        # From here on nothing but these files can be read, nothing written, and no setting changed.
        connection.execute("SET allowed_paths = $1", [[str(file) for file in files]])
        connection.execute("SET enable_external_access = false")
        connection.execute("SET lock_configuration = true")
        yield ResultTables(connection, duckdb)


def write_parquet(files: Sequence[Path], output: Path) -> None:
    """Write results as one Parquet file, by way of a file beside it."""
    beside = output.with_name(f".{output.name[:100]}.new")
    with _connected(files) as (connection, duckdb):
        try:
            target = str(beside).replace("'", "''")
            connection.execute(f"COPY results TO '{target}' (FORMAT parquet, COMPRESSION zstd)")
            beside.replace(output)
        except duckdb.Error as error:
            raise CorpusError(say("answers.corpora.no-answer", error=str(error)[:2000])) from error
        finally:
            beside.unlink(missing_ok=True)


@contextmanager
def _connected(files: Sequence[Path]) -> Iterator[tuple[Any, Any]]:
    try:
        duckdb: Any = importlib.import_module("duckdb")
    except ImportError as error:
        raise CorpusError(say("answers.corpora.needs-extra", name="duckdb")) from error
    config = {
        "autoinstall_known_extensions": False,
        "autoload_known_extensions": False,
        "python_enable_replacements": False,
    }
    try:
        with duckdb.connect(":memory:", config=config) as connection:
            union = " UNION ALL BY NAME ".join(map(_read, files))
            connection.execute(f"CREATE VIEW results AS {union}")
            for view in _VIEWS:
                connection.execute(view)
            yield connection, duckdb
    except (duckdb.IOException, duckdb.InvalidInputException, duckdb.BinderException) as error:
        names = ", ".join(map(str, files))
        message = say("answers.corpora.no-results", names=names, error=str(error)[:400])
        raise CorpusError(message) from error


def _read(file: Path) -> str:
    """Return the question for all that a file of results holds, each game once."""
    path = str(file).replace("'", "''")
    if file.suffix == PARQUET:
        return f"(SELECT * FROM read_parquet('{path}'))"  # noqa: S608 - a path, quoted
    kinds = ", ".join(f'"{name}": {kind!r}' for name, kind in _KEPT.items())
    lines = (
        f"read_json('{path}', format = 'newline_delimited', columns = {{{kinds}}},"
        f" maximum_object_size = {BYTES_OF_A_RESULT}, ignore_errors = true)"
    )
    # A file that changed has a line for each of its contents, and the last one counts; a line that
    # was cut off says nothing.
    last = "row_number() OVER (PARTITION BY file, source, asked ORDER BY place DESC) = 1"
    return (
        f"(SELECT {_COLUMNS} FROM (SELECT *, row_number() OVER () AS place FROM {lines})"  # noqa: S608
        f" WHERE file IS NOT NULL AND verdict IS NOT NULL QUALIFY {last} ORDER BY place)"
    )
