"""What is stated about the company bases."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate
from typing import Final

from referee.components.set_invariant import across, at, stated
from referee.game.component_set import ComponentSet
from referee.game.ids import COMPANIES, Company
from referee.game.messages.speech import say
from referee.game.set_drafts import EntryFinding

COLOURS: Final[Mapping[Company, str]] = {
    "mombasa": "black",
    "cape-town": "red",
    "saint-louis": "white",
    "cairo": "orange",
}
COLUMNS: Final = 3
SPACES: Final = 5
REAR_COINS: Final = 2
EXAMPLE_COINS: Final = 6


def can_show(coins: int, columns: Sequence[Sequence[int]]) -> bool:
    """Tell whether so many coin icons, no more and no fewer, can lie open in a base."""
    totals = {0}
    for column in columns:
        shown = _column_totals(column)
        totals = {one + other for one in totals for other in shown if one + other <= coins}
    return coins in totals


def _column_totals(column: Sequence[int]) -> set[int]:
    # Posts leave from the front, and return to any space but a rear one that has been empty.
    opened = list(accumulate(column, initial=0))
    rear = column[-1] if column else 0
    return {*opened, *(total + rear for total in opened[:-1])}


def _companies(components: ComponentSet) -> Iterator[EntryFinding]:
    seen = Counter(base.company for base in components.bases)
    for company in COMPANIES:
        if seen[company] != 1:
            problem = say(
                "components.bases.bases-of-each-company-has", seen=seen[company], company=company
            )
            yield across("bases", problem)


def _colours(components: ComponentSet) -> Iterator[EntryFinding]:
    for base in components.bases:
        if base.colour != COLOURS[base.company]:
            problem = say(
                "components.bases.the-colour-is-expected",
                colour=f"{base.colour!r:.30}",
                colours=COLOURS[base.company],
            )
            yield at("bases", base, problem)


def _columns(components: ComponentSet) -> Iterator[EntryFinding]:
    for base in components.bases:
        lengths = [len(column) for column in base.columns]
        if lengths != [SPACES] * COLUMNS:
            seen = ", ".join(map(str, lengths)) or "none"
            problem = say(
                "components.bases.columns-of-spaces-expected-columns",
                seen=f"{seen:.40}",
                columns=COLUMNS,
                spaces=SPACES,
            )
            yield at("bases", base, problem)


def _rear(components: ComponentSet) -> Iterator[EntryFinding]:
    for base in components.bases:
        for number, column in enumerate(base.columns, 1):
            if column and column[-1] != REAR_COINS:
                problem = say(
                    "components.bases.the-rear-space-of-column", number=number, column=column[-1]
                )
                yield at(
                    "bases",
                    base,
                    say("components.bases.it-shows", problem=problem, rear_coins=REAR_COINS),
                )
            elif column and max(column[:-1], default=0) >= column[-1]:
                problem = say(
                    "components.bases.a-space-of-column-shows",
                    number=number,
                    column=max(column[:-1]),
                )
                yield at(
                    "bases", base, say("components.bases.the-rear-one-shows-most", problem=problem)
                )


def _coinless(components: ComponentSet) -> Iterator[EntryFinding]:
    if all(coins for base in components.bases for column in base.columns for coins in column):
        yield across("bases", say("components.bases.every-space-shows-coins-not"))


def _example(components: ComponentSet) -> Iterator[EntryFinding]:
    for base in components.bases:
        if base.company == "cape-town" and not can_show(EXAMPLE_COINS, base.columns):
            problem = say(
                "components.bases.never-shows-exactly-coins-an", example_coins=EXAMPLE_COINS
            )
            yield at("bases", base, problem)


STATEMENTS = (
    stated("bases-four", "setup-posts", "bases", _companies),
    stated(
        "bases-colours",
        "setup-tracks",
        "bases",
        _colours,
    ),
    stated(
        "bases-columns",
        "expansion-enter",
        "bases",
        _columns,
    ),
    stated(
        "bases-rear",
        "expansion-notes",
        "bases",
        _rear,
    ),
    stated(
        "bases-coinless",
        "setup-posts",
        "bases",
        _coinless,
    ),
    stated(
        "bases-six-coins",
        "shares",
        "bases",
        _example,
    ),
)
