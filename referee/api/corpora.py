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

__all__ = ["CorpusReport", "CorpusRows"]


class BatchResults:
    """What `check_all` or `referee check --results` has kept in files, looked at as a whole.

    >>> import referee
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     kept, packed = Path(folder) / "results.jsonl", Path(folder) / "results.parquet"
    ...     games = ["games/two-players.mgn", "games/illegal/exp-06-points-suffice.mgn"]
    ...     found = [*referee.check_all(games, results=kept)]
    ...     results = referee.BatchResults(kept)
    ...     report = results.report()
    ...     rows = results.query("SELECT verdict, events FROM games WHERE verdict = 'legal'")
    ...     results.to_parquet(packed)
    ...     again = referee.BatchResults(packed).report()
    >>> report.verdicts["legal"], [(each.rule, each.games) for each in report.rules], again.games
    (1, [('EXP-06', 1)], 2)
    >>> rows.columns, rows.rows
    (('verdict', 'events'), (('legal', 101),))
    """

    def __init__(self, *files: Path | str) -> None:
        """Take files that were kept, or Parquet files that were made of them."""
        self.files = tuple(_files(files))

    def __repr__(self) -> str:
        return f"BatchResults({', '.join(repr(str(file)) for file in self.files):.120})"

    def report(self) -> CorpusReport:
        """Return verdicts, broken rules, what is undecided and what was slow, by source."""
        with _translated(), result_tables([*self.files]) as tables:
            figures = corpus_figures(tables)
        every = {verdict: figures.verdicts.get(verdict, 0) for verdict in VERDICTS}
        return structs.replace(figures, verdicts=every)

    def query(self, sql: str) -> CorpusRows:
        """Return what one `SELECT` over the tables `games` and `faults` brings.

        Nothing can be written, and nothing but these files be read. `docs/scale.md` has the
        columns.
        """
        with _translated(), result_tables([*self.files]) as tables:
            found = tables.ask(sql)
        rows = msgspec.to_builtins(found.rows, enc_hook=str)
        return structs.replace(found, rows=tuple(map(tuple, rows)))

    def to_parquet(self, output: Path | str) -> None:
        """Write the results as one Parquet file, in which each game is a row."""
        with writing_results(output), _translated():
            write_parquet([*self.files], Path(output))


def _files(results: Iterable[Path | str]) -> list[Path]:
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
