"""Results on disk, a line each, so that a run that was stopped can go on."""

from pathlib import Path

import msgspec

from referee.compare.survey_result import Result
from referee.durable import open_lines


class Kept:
    """The results so far; without a file they are kept in memory alone."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._results: dict[tuple[str, int], Result] = {}
        if path is not None and path.exists():
            self._read(path)

    def _read(self, path: Path) -> None:
        with open_lines(path) as lines:
            for line in lines.whole():
                result = msgspec.json.decode(line, type=Result)
                self._results[result.work, result.number] = result
            lines.drop_torn()
        # What disagreed is looked at again: by now it may have been mended.
        for key in [key for key, result in self._results.items() if result.disagreements]:
            del self._results[key]

    def result(self, work: str, number: int) -> Result | None:
        """Return the result of a piece of work, if there is one."""
        return self._results.get((work, number))

    def keep(self, result: Result) -> None:
        """Add a result."""
        self._results[result.work, result.number] = result
        if self._path is not None:
            with open_lines(self._path) as lines:
                lines.append(msgspec.json.encode(result))
