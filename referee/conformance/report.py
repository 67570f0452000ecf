"""What a run shows: game by game, rule by rule, and difference by difference."""

from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from referee.conformance.difference import Difference
from referee.conformance.protocol import REFERENCE
from referee.conformance.shrink import SHORT
from referee.core.answer import Answer
from referee.core.input_limits import BYTES_OF_KNOWN_FAILURES
from referee.i18n.speech import say
from referee.rulebook import RULES

Fate = Literal["still", "otherwise", "gone", "not-asked"]
"""What became of a saved difference; a program is not asked what it says it cannot do."""

ENOUGH = 50
"""A full run of engine and model compares every rule so often."""

A_LINE = 6
"""Rules told in one line."""

Effort = tuple[bool, bool, tuple[int, int, int], tuple[int, str]]


class Played(Struct, frozen=True, kw_only=True):
    """What came of one game, or of another piece of work; a line of the results."""

    game: str
    """A seed, or the name of a golden game, of a saved difference or of a piece of work."""
    events: int = 0
    agree: dict[str, int] = {}
    differ: dict[str, int] = {}
    asked: dict[str, int] = {}
    differences: tuple[Difference, ...] = ()
    fate: Fate | None = None
    """What became of a saved difference."""


class GameSheet:
    """What a game shows, as far as it has come."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.agree: Counter[str] = Counter()
        """How often a rule was at work, or broken, and both said the same."""
        self.differ: Counter[str] = Counter()
        self.asked: Counter[str] = Counter()
        self.differences: list[Difference] = []

    def played(self, events: int = 0) -> Played:
        """Return what came of the game."""
        return Played(
            game=self.game,
            events=events,
            agree=dict(self.agree),
            differ=dict(self.differ),
            asked=dict(self.asked),
            differences=tuple(self.differences),
        )


class Group(Struct, kw_only=True):
    """Differences of one sort: in which games, and the smallest example."""

    id: str
    games: list[str]
    example: Difference
    effort: Effort
    tries: int = 0
    """How often the program was asked to find a smaller game; 0 if nobody tried."""
    repeated: bool = True
    """The program did it again when the game was played alone."""
    file: str | None = None


class CutRun(Answer, frozen=True, kw_only=True):
    """What a run left out because its time was up, or because it was interrupted."""

    seconds: float | None
    """The time it had; None if it was interrupted."""
    not_played: tuple[str, ...]
    """Games, or saved differences that were to be asked again."""
    not_shrunk: tuple[str, ...]
    """Differences whose games are as they were met, or not as short as they might be."""


class Report(Struct, frozen=True, kw_only=True):
    """A whole run."""

    games: int
    events: int
    asked: dict[str, int]
    agree: dict[str, int]
    differ: dict[str, int]
    groups: tuple[Group, ...]
    again: dict[str, Fate] = {}
    """What became of saved differences, by name."""
    cut: CutRun | None = None

    @property
    def never_reached(self) -> tuple[str, ...]:
        """The rules that no comparison was about."""
        return tuple(rule for rule in RULES if not self.agree.get(rule) and rule not in self.differ)

    def with_likeliest_first(self, difference: Difference) -> Difference:
        """Return a difference with those rules first that agree least elsewhere."""
        rules = sorted(difference.rules, key=lambda rule: self.agree.get(rule, 0))
        return replace(difference, rules=tuple(rules))


class Tally:
    """What the games so far show; of each sort of difference only one example is kept."""

    def __init__(self) -> None:
        self._games = 0
        self._events = 0
        self._asked: Counter[str] = Counter()
        self._agree: Counter[str] = Counter()
        self._differ: Counter[str] = Counter()
        self._groups: dict[str, Group] = {}
        self._again: dict[str, Fate] = {}

    def add(self, played: Played) -> None:
        """Add what came of a game."""
        self._games += played.game not in {"hello", "quit"}
        self._events += played.events
        self._asked.update(played.asked)
        self._agree.update(played.agree)
        self._differ.update(played.differ)
        if played.fate is not None:
            self._again[played.game] = played.fate
        for difference in played.differences:
            self._add(played.game, difference)

    def _add(self, game: str, difference: Difference) -> None:
        effort = _effort(game, difference)
        group = self._groups.get(difference.id)
        if group is None:
            self._groups[difference.id] = Group(
                id=difference.id, games=[game], example=difference, effort=effort
            )
            return
        group.games.append(game)
        if effort < group.effort:
            group.example, group.effort = difference, effort

    def report(self) -> Report:
        """Return the report; the same whatever the order in which games were added."""
        groups = sorted(self._groups.values(), key=lambda group: (-len(group.games), group.id))
        for group in groups:
            group.games.sort(key=_place)
        return Report(
            games=self._games,
            events=self._events,
            asked=dict(sorted(self._asked.items())),
            agree=dict(sorted(self._agree.items())),
            differ=dict(sorted(self._differ.items())),
            groups=tuple(groups),
            again=dict(sorted(self._again.items())),
        )


def _effort(game: str, difference: Difference) -> Effort:
    """Return how hard a difference is to look at: short games with the shipped set come first."""
    strange = difference.game.components.name != REFERENCE
    return difference.round > SHORT, strange, difference.size, _place(game)


def _place(game: str) -> tuple[int, str]:
    """Return where a game stands among others: seeds by number, files by name."""
    return (int(game), "") if game.isdecimal() else (-1, game)


# Engine and model ---------------------------------------------------------------------------------


def rule_lines(report: Report) -> Iterator[str]:
    """Yield how often each rule was compared, and which were compared too seldom."""
    told = [f"{rule} {report.agree.get(rule, 0):>8,}" for rule in RULES]
    for start in range(0, len(told), A_LINE):
        yield "   ".join(told[start : start + A_LINE])
    often = {rule: report.agree.get(rule, 0) for rule in RULES}
    if seldom := [f"{rule} ({times})" for rule, times in often.items() if times < ENOUGH]:
        yield f"rules compared fewer than {ENOUGH} times: {', '.join(seldom)}"


def difference_lines(report: Report) -> Iterator[str]:
    """Yield each sort of difference between engine and model, with the game that shows it."""
    for group in report.groups:
        engine, other = group.example.sides
        told = f"engine: {engine}; model: {other}"
        yield f"{group.example.about[0]}: {told} ({len(group.games)} times)"
        yield from (f"    {line}" for line in group.example.record.splitlines())


def summary_line(report: Report) -> str:
    """Return all numbers of a comparison of engine and model."""
    asked = report.asked
    often = sum(report.agree.get(rule, 0) >= ENOUGH for rule in RULES)
    return (
        f"{asked.get('turns', 0):,} turns, "
        f"{asked.get('mutations', 0):,} mutations, "
        f"{asked.get('positions', 0):,} positions, "
        f"{sum(1 for rule in RULES if report.agree.get(rule))} of {len(RULES)} rules compared, "
        f"{often} of them {ENOUGH} times or more, "
        f"{sum(len(group.games) for group in report.groups):,} disagreements"
    )


# Failures that are known -------------------------------------------------------------------------


class KnownFileError(Exception):
    """A file that is too large to be one of known failures."""


class KnownFailures(Answer, frozen=True, kw_only=True):
    """How failures compare with those that are known: differences, or golden games."""

    new: tuple[str, ...]
    known: tuple[str, ...]
    passed: tuple[str, ...]
    """Known failures that did not happen."""


def read_known(path: Path) -> tuple[str, ...]:
    """Return the names in a file; what follows a # is a remark."""
    with path.open("rb") as stream:
        data = stream.read(BYTES_OF_KNOWN_FAILURES + 1)
    if len(data) > BYTES_OF_KNOWN_FAILURES:
        raise KnownFileError(
            say(
                "conformance.report.it-is-larger-than-bytes",
                bytes_of_known_failures=BYTES_OF_KNOWN_FAILURES,
            )
        )
    lines = data.decode("utf-8").splitlines()
    names = (" ".join(line.partition("#")[0].split()) for line in lines)
    return tuple(dict.fromkeys(name for name in names if name))


def compared(failures: Iterable[str], known: tuple[str, ...]) -> KnownFailures:
    """Return which failures are new, which were known, and which did not happen."""
    found = dict.fromkeys(failures)
    return KnownFailures(
        new=tuple(name for name in found if name not in known),
        known=tuple(name for name in found if name in known),
        passed=tuple(name for name in known if name not in found),
    )
