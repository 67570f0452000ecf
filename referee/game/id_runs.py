"""Many ids in few words: those that count on from each other by the first and the last."""

from collections.abc import Iterable, Iterator
from typing import Final

from referee.game.messages.copies import copy_words

LONGEST_ALONE: Final = 2
"""So many ids in a row are still told one by one."""


def in_runs(ids: Iterable[str]) -> Iterator[str]:
    """Yield ids, of those that count on from each other the first and the last."""
    rows: list[list[str]] = []
    for id_ in ids:
        if rows and _follows(rows[-1][-1], id_):
            rows[-1].append(id_)
        else:
            rows.append([id_])
    for row in rows:
        if len(row) > LONGEST_ALONE:
            yield copy_words().say("lists", "range", low=row[0], high=row[-1])
        else:
            yield from row


def _follows(one: str, other: str) -> bool:
    stem = one.rstrip("0123456789")
    number = one.removeprefix(stem)
    return bool(number) and other == f"{stem}{int(number) + 1:0{len(number)}d}"
