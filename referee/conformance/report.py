"""What a run shows: rule by rule, and difference by difference."""

from collections import Counter
from collections.abc import Iterable, Sequence

from msgspec import Struct

from referee.conformance.difference import Difference
from referee.conformance.run import Played
from referee.conformance.sets import REFERENCE
from referee.conformance.shrinking.hunt import SHORT
from referee.game.rulebook import RULES


class Group(Struct, kw_only=True):
    """Differences of one sort: in which games, and the smallest example."""

    id: str
    games: tuple[str, ...]
    example: Difference
    tries: int = 0
    """How often the program was asked to find a smaller game; 0 if nobody tried."""
    repeated: bool = True
    """The program did it again when the game was played alone."""
    file: str | None = None


class Report(Struct, frozen=True, kw_only=True):
    """A whole run."""

    games: int
    events: int
    asked: dict[str, int]
    agree: dict[str, int]
    differ: dict[str, int]
    groups: tuple[Group, ...]

    @property
    def never_reached(self) -> tuple[str, ...]:
        """The rules that no comparison was about."""
        return tuple(rule for rule in RULES if not self.agree.get(rule) and rule not in self.differ)


def report(played: Sequence[Played]) -> Report:
    """Return what the games of a run show."""
    return Report(
        games=sum(each.game not in {"hello", "quit"} for each in played),
        events=sum(each.events for each in played),
        asked=dict(_sum(each.asked for each in played)),
        agree=dict(_sum(each.agree for each in played)),
        differ=dict(_sum(each.differ for each in played)),
        groups=_groups(played),
    )


def _groups(played: Iterable[Played]) -> tuple[Group, ...]:
    found: dict[str, list[tuple[str, Difference]]] = {}
    for each in played:
        for difference in each.differences:
            found.setdefault(difference.id, []).append((each.game, difference))
    groups = [
        Group(
            id=name,
            games=tuple(game for game, _ in cases),
            example=min((difference for _, difference in cases), key=_effort),
        )
        for name, cases in found.items()
    ]
    return tuple(sorted(groups, key=lambda group: (-len(group.games), group.id)))


def _effort(difference: Difference) -> tuple[bool, bool, tuple[int, int, int]]:
    """Return how hard a difference is to look at: short games with the shipped set come first."""
    strange = difference.game.components.name != REFERENCE
    return difference.round > SHORT, strange, difference.size


def _sum(counts: Iterable[dict[str, int]]) -> Counter[str]:
    total: Counter[str] = Counter()
    for each in counts:
        total.update(each)
    return total
