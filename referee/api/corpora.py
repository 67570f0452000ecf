"""Kept results looked at as a whole: a report, questions in SQL, and a Parquet file."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
from msgspec import structs

from referee.api.batches import BEGINNING, writing_results
from referee.api.errors import UsageError
from referee.api.verdicts import VERDICTS
from referee.batch.result_tables import (
    PARQUET,
    CorpusReport,
    CorpusRows,
    corpus_figures,
    result_tables,
    write_parquet,
)
from referee.batch.streams import CorpusError
from referee.i18n.speech import say

Results = Path | str
"""A file that `check --results` wrote, or a Parquet file made of such files."""


__all__ = ["CorpusReport", "CorpusRows"]


def corpus_report(*results: Results) -> CorpusReport:
    """Return what kept results come to: verdicts, broken rules, what is undecided, slow, by source.

    >>> import referee
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     kept = Path(folder) / "results.jsonl"
    ...     games = ["games/two-players.mgn", "games/illegal/exp-06-points-suffice.mgn"]
    ...     found = [*referee.check_all(games, results=kept)]
    ...     report = referee.corpus_report(kept)
    >>> report.verdicts["legal"], [(each.rule, each.games) for each in report.rules]
    (1, [('EXP-06', 1)])
    """
    with _translated(), result_tables(_files(results)) as tables:
        figures = corpus_figures(tables)
    every = {verdict: figures.verdicts.get(verdict, 0) for verdict in VERDICTS}
    return structs.replace(figures, verdicts=every)


def corpus_query(sql: str, *results: Results) -> CorpusRows:
    """Return what one `SELECT` over the tables `games` and `faults` of kept results brings.

    Nothing can be written, and nothing but these files be read. `docs/scale.md` has the columns.

    >>> import referee
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     kept = Path(folder) / "results.jsonl"
    ...     found = [*referee.check_all(["games/two-players.mgn"], results=kept)]
    ...     rows = referee.corpus_query("SELECT verdict, events FROM games", kept)
    >>> rows.columns, rows.rows
    (('verdict', 'events'), (('legal', 101),))
    """
    with _translated(), result_tables(_files(results)) as tables:
        found = tables.ask(sql)
    rows = msgspec.to_builtins(found.rows, enc_hook=str)
    return structs.replace(found, rows=tuple(map(tuple, rows)))


def write_corpus_parquet(output: Path | str, *results: Results) -> None:
    """Write kept results as one Parquet file, in which each game is a row.

    >>> import referee
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     kept, packed = Path(folder) / "results.jsonl", Path(folder) / "results.parquet"
    ...     found = [*referee.check_all(["games/two-players.mgn"], results=kept)]
    ...     referee.write_corpus_parquet(packed, kept)
    ...     referee.corpus_report(packed).games
    1
    """
    with writing_results(output), _translated():
        write_parquet(_files(results), Path(output))


def _files(results: Iterable[Results]) -> list[Path]:
    found = [Path(each) for each in results]
    if not found:
        raise UsageError.of("answers.corpora.name-results")
    for file in found:
        if file.suffix != PARQUET and not _begins_as_results(file):
            message = say("answers.kept_results.not-results", path=file)
            raise UsageError(message, file=str(file))
    return found


def _begins_as_results(file: Path) -> bool:
    """Return whether a file begins as results do; one that is not there is told of elsewhere."""
    try:
        with file.open("rb") as stream:
            beginning = stream.read(len(BEGINNING))
    except OSError:
        return True
    return beginning == BEGINNING[: len(beginning)]


@contextmanager
def _translated() -> Iterator[None]:
    try:
        yield
    except CorpusError as error:
        raise UsageError(str(error)) from error
