"""What is stated about the round track."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final

from referee.components.set_invariant import across, at, stated
from referee.game.component_set import ComponentSet
from referee.game.limits import PLAYER_COUNTS
from referee.game.messages.speech import say
from referee.game.set_drafts import EntryFinding

COINS: Final[Mapping[int, tuple[int, ...]]] = {
    2: (1, 1, 1, 1, 1, 1),
    3: (2, 1, 2, 1, 2, 1),
    4: (2, 2, 2, 2, 2, 2),
}
"""The coins on the spaces 2 to 7, by number of players."""


def _counts(components: ComponentSet) -> Iterator[EntryFinding]:
    seen = Counter(row.players for row in components.round_coins)
    for players in PLAYER_COUNTS:
        if seen[players] != 1:
            problem = say(
                "components.rounds.rows-of-coins-for-players", seen=seen[players], players=players
            )
            yield across("round_coins", problem)


def _coins(components: ComponentSet) -> Iterator[EntryFinding]:
    for row in components.round_coins:
        if row.coins != (expected := COINS[row.players]):
            seen, wanted = " ".join(map(str, row.coins)), " ".join(map(str, expected))
            problem = say(
                "components.rounds.the-coins-are-expected",
                seen=f"{seen or 'none':.40}",
                wanted=wanted,
            )
            yield at("round_coins", row, problem)


STATEMENTS = (
    stated(
        "rounds-players",
        "setup-round-track",
        "round_coins",
        _counts,
    ),
    stated(
        "rounds-coins",
        "setup-round-track",
        "round_coins",
        _coins,
    ),
)
