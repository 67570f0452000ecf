"""Golden games, which guard the engine: replayed, made, and updated with a reason."""

from collections.abc import Callable, Iterator
from datetime import date
from functools import partial
from itertools import chain
from pathlib import Path
from random import Random
from typing import Final

from msgspec import UNSET, Struct, UnsetType, structs

from referee.api.errors import UnreadableError, UsageError, WriteError, require
from referee.api.long_work import budget_of, followed
from referee.api.record_forms import write_file
from referee.api.rule_pages import look_up
from referee.core.answer import Answer
from referee.core.budget import Budget
from referee.core.input_limits import SECONDS_FOR_A_COUNT
from referee.core.set_reader import reference_set
from referee.core.shipped_files import shipped
from referee.engine.golden import (
    Golden,
    GoldenFileError,
    differences,
    make_series,
    read_file,
    remade,
    written,
)
from referee.i18n.speech import named, say
from referee.rulebook import RULES
from referee.workers import workers

SUFFIX: Final = ".jsonl"


class GoldenDifference(Answer, frozen=True, kw_only=True):
    """Where a golden game comes out differently."""

    file: str
    line: int
    what: str
    expected: str
    actual: str


class GoldenCheck(Answer, frozen=True, kw_only=True):
    """What replaying golden games shows."""

    checked: int
    """How many games were replayed."""
    different: tuple[GoldenDifference, ...]
    asked: int | UnsetType = UNSET
    """How many games were to be replayed, where not all of them were."""


class ChangedGame(Struct, frozen=True, kw_only=True):
    """A golden game that would be overwritten with another one."""

    file: str
    difference: GoldenDifference | None
    """The first difference; None if only the events are others."""


class GoldenSeries(Struct, frozen=True, kw_only=True):
    """A series of golden games as the engine makes them now, not yet written."""

    folder: Path
    games: dict[str, bytes]
    """By the name of its file what each will hold."""
    changed: tuple[ChangedGame, ...]


def check_golden(
    folder: Path | str | None = None,
    *,
    seed: int = 0,
    jobs: int = 1,
    seconds_per_count: float = SECONDS_FOR_A_COUNT,
    budget: Budget | None = None,
) -> GoldenCheck:
    """Return where golden games, the shipped ones or those in a folder, come out differently.

    They are replayed in an order drawn by `seed`, on which the answer must not depend, by so many
    processes as there are `jobs`. A table whose turns are not counted in time is a difference.

    >>> import referee
    >>> from referee.api.golden_games import check_golden
    >>> after_two = iter([False, True])
    >>> check_golden(seed=1, budget=referee.Budget(stop=lambda: next(after_two)))
    GoldenCheck(checked=2, different=(), asked=60)
    """
    place = shipped("games") / "golden" if folder is None else Path(folder)
    paths = sorted(place.glob(f"*{SUFFIX}"))
    if not paths:
        raise UsageError.of("answers.golden_games.no-golden-game", place=place)
    require(seconds_per_count > 0, "answers.solver_answers.time-limit-range")
    Random(seed).shuffle(paths)

    def answer(found: list[tuple[Path, tuple[GoldenDifference, ...]]]) -> GoldenCheck:
        return GoldenCheck(
            checked=len(found),
            different=tuple(chain.from_iterable(several for _, several in sorted(found))),
            asked=UNSET if len(found) == len(paths) else len(paths),
        )

    replayed = _replayed(paths, jobs, partial(_all_differences, seconds_per_count))
    pieces = zip(paths, replayed, strict=True)
    return followed(pieces, len(paths), answer, budget_of(budget))


def _replayed(
    paths: list[Path], jobs: int, replay: Callable[[Path], tuple[GoldenDifference, ...]]
) -> Iterator[tuple[GoldenDifference, ...]]:
    """Yield in what each game comes out differently."""
    if jobs == 1 or len(paths) == 1:
        yield from map(replay, paths)
        return
    # Every process has the set then, and none reads it by itself.
    reference_set()
    with workers(jobs) as pool:
        yield from pool.map(replay, paths)


def golden_series(folder: Path | str, games: int = 60) -> GoldenSeries:
    """Return golden games for a folder; those that it has keep their events while these are legal.

    >>> from referee.api.golden_games import golden_series
    >>> series = golden_series("a-new-folder", 1)
    >>> list(series.games), series.changed
    (['game-00.jsonl'], ())
    """
    if Path(folder).exists() and not Path(folder).is_dir():
        # Making the games takes minutes, which nobody should wait for in vain.
        raise WriteError(say("answers.golden_games.not-a-folder", folder=folder), file=str(folder))
    made: dict[str, bytes] = {}
    changed: list[ChangedGame] = []
    for number in range(games):
        path = Path(folder) / f"game-{number:02}{SUFFIX}"
        existing = _read(path) if path.exists() else None
        made[path.name] = written(_remade(path, existing, number))
        if existing is not None and path.read_bytes() != made[path.name]:
            first = next(_differences(path), None)
            changed.append(ChangedGame(file=path.name, difference=first))
    return GoldenSeries(folder=Path(folder), games=made, changed=tuple(changed))


def write_golden(
    series: GoldenSeries,
    *,
    rule: str | None = None,
    reason: str | None = None,
    changelog: Path | str = "CHANGELOG.md",
    today: date | None = None,
) -> None:
    """Write golden games into their folder.

    If games change, the `rule` by whose change they do and a `reason` have to be told; both are
    written into the changelog, under the date of `today` if one is given.
    """
    if changed := len(series.changed):
        if not (rule and reason):
            raise UsageError.of("answers.golden_games.change-needs-reason", changed=changed)
        named = look_up("rule", rule, RULES)
        when = "" if today is None else f"{today.isoformat()}: "
        why = f"{named.id} ({named.name}): {reason}"
        _write_reason(Path(changelog), f"- {when}golden games updated: {changed}, for {why}\n")
    try:
        series.folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        message = say(
            "answers.golden_games.cannot-make", folder=series.folder, reason=error.strerror
        )
        raise WriteError(message, file=str(series.folder)) from error
    for name, data in series.games.items():
        write_file(series.folder / name, data)


def _read(path: Path) -> Golden:
    try:
        return read_file(path)
    except (GoldenFileError, OSError) as error:
        raise _unreadable(path, error) from error


def _differences(path: Path, seconds: float = SECONDS_FOR_A_COUNT) -> Iterator[GoldenDifference]:
    try:
        for each in differences(_read(path), reference_set(), seconds):
            yield GoldenDifference(file=path.name, **structs.asdict(each))
    except GoldenFileError as error:
        raise _unreadable(path, error) from error


def _all_differences(seconds: float, path: Path) -> tuple[GoldenDifference, ...]:
    return tuple(_differences(path, seconds))


def _remade(path: Path, existing: Golden | None, number: int) -> Golden:
    try:
        again = None if existing is None else remade(existing, reference_set())
    except GoldenFileError as error:
        raise _unreadable(path, error) from error
    return again or make_series(reference_set(), number)


def _unreadable(path: Path, error: Exception) -> UnreadableError:
    return UnreadableError(named(str(path), str(error)), file=str(path))


def _write_reason(changelog: Path, entry: str) -> None:
    """Put an entry below the first heading of a changelog."""
    if not changelog.is_file():
        raise UsageError.of("answers.golden_games.no-changelog", changelog=changelog)
    heading, _, rest = changelog.read_text("utf-8").partition("\n## ")
    title, _, entries = rest.partition("\n\n")
    write_file(changelog, f"{heading}\n## {title}\n\n{entry}{entries}".encode())
