"""What a run shows: rule by rule, and difference by difference."""

from collections import Counter

from msgspec import Struct
from msgspec.structs import replace

from referee.conformance.again import Fate
from referee.conformance.difference import Difference
from referee.conformance.run import Played
from referee.conformance.sets import REFERENCE
from referee.conformance.shrinking.hunt import SHORT
from referee.game.rulebook import RULES

Effort = tuple[bool, bool, tuple[int, int, int], tuple[int, str]]


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


class Cut(Struct, frozen=True, kw_only=True):
    """What a run left out because its time was up, or because it was interrupted."""

    seconds: float | None
    """The time it had; None if it was interrupted."""
    not_played: tuple[str, ...] = ()
    """Games, or saved differences that were to be asked again."""
    not_shrunk: tuple[str, ...] = ()
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
    cut: Cut | None = None

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
