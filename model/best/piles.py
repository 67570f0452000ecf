"""A column of a company base, as the mover sees it."""

from dataclasses import dataclass

from referee.game.state import BaseColumn


@dataclass(frozen=True, slots=True)
class Pile:
    """A column of a base: what taking posts uncovers, and what returned posts cover."""

    uncovers: tuple[int, ...]
    """Coins under each post, the foremost first."""
    covers: tuple[int, ...]
    """Coins on each free space that a returned post may cover, the rearmost first."""
    coins: int
    """Coins that lie open."""


def pile(coins: tuple[int, ...], column: BaseColumn) -> Pile:
    """Return a column with its printed coins."""
    rear = len(coins) - column.opened
    front = rear - column.posts
    return Pile(
        uncovers=coins[front:rear],
        covers=coins[:front][::-1],
        coins=sum(coins[:front]) + sum(coins[rear:]),
    )
