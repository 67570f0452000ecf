"""The keywords of the notation, each with the ways in which people spell it."""

from collections.abc import Mapping
from typing import Final


def spelled(*keywords: str) -> dict[str, str]:
    """Return keywords by all their spellings: `expand:e` may be cut down to `e`."""
    found: dict[str, str] = {}
    for entry in keywords:
        keyword, *others = entry.split("|")
        word, _, shortest = keyword.partition(":")
        # A verb may be cut short, and a person may put an `s` behind it.
        cut = range(len(shortest) or len(word), len(word) + 1)
        found |= dict.fromkeys([*(word[:size] for size in cut), *others], word)
    return found


START: Final[Mapping[str, str]] = spelled(
    "players|player",
    "set",
    "rulings|ruling",
    "tracks|track",
    "setup",
    "title",
    "display",
    "books|book",
    "refill",
    "prepare",
    "round",
    "takeback|take-back",
    "table",
    "adjust|adjusted",
    "unordered",
    "ordered",
)
"""The keywords with which a line may begin."""

VERBS: Final[Mapping[str, str]] = spelled(
    "tile",
    "rest|rests",
    "bonus",
    "plan:p|plans",
    "goods:g|good",
    "expand:e|expands",
    "clerk:c|bookkeeper|bk",
    "merchant:me",
    "marker:ma",
    "end|ends|ended|pass|passes|passed",
)
"""The keywords that stand behind a player."""

MISPLACED: Final = (
    frozenset(
        spelled("tile|tiles", "rest|rests", "bonus", "plan|plans", "goods|good", "expand|expands")
    )
    | {"clerk", "bookkeeper", "bk", "merchant", "marker"}
    | {word for word, verb in VERBS.items() if verb == "end"}
)
"""Verbs that are known for what they are at the beginning of a line, where a player belongs."""

CLAUSES: Final[Mapping[str, str]] = spelled(
    "buy|buys",
    "plus",
    "level|levels",
    "using",
    "oust|ousts",
    "flip|flips",
    "to",
    "option",
    "discard|discards",
    "spend|spends",
    "books|book",
    "take|takes",
    "for",
    "points|point",
    "after",
    "out",
    "rejected",
)
"""The keywords in the middle of a line."""

FACES: Final[Mapping[str, str]] = spelled(
    "coffee",
    "bananas|banana",
    "cotton",
    "expansion|exp",
    "clerk|bookkeeper|bk|clerks|bookkeepers",
    "merchant|merchants",
    "single",
    "share",
    "crate|crates",
    "colleague|colleagues",
    "one|any",
    "pounds|pound|£",
    "diamonds|diamond",
    "points|point",
    "posts|post",
    "book",
    "track",
    "none",
    "mines|mine",
    "beside|next|near",
    "bonus",
    "->|→|gives",
)
"""The words between brackets, which tell what is seen of a piece."""
