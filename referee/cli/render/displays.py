"""The bases, the two displays and the round track."""

from collections.abc import Callable, Mapping
from typing import Final

from rich.console import Group, RenderableType
from rich.text import Text

from referee.cli.render.columns import columns, row
from referee.cli.render.layout import part, said
from referee.cli.render.provenance import mark
from referee.game.component_set import ComponentSet
from referee.game.messages.speech import say, say_or

FIRST_COINS: Final = 2
"""The first space of the round track with coins."""


def bases_part(components: ComponentSet) -> RenderableType:
    """Return the coin icons of each base, a column of spaces as a line from front to rear."""
    table = columns(
        say("pages.heads.company"),
        say("pages.heads.colour"),
        say("pages.heads.columns-front-to-rear"),
        say("pages.heads.coins"),
        say("pages.heads.from"),
        right=[say("pages.heads.coins")],
    )
    for base in components.bases:
        spaces = " | ".join(" ".join(map(str, column)) for column in base.columns)
        row(
            table,
            said(base.company, "bold"),
            say_or(base.colour, f"pages.displays.colours.{base.colour}"),
            spaces,
            sum(map(sum, base.columns)),
            mark(base),
        )
    return part(say("pages.displays.bases"), table)


def displays_part(components: ComponentSet) -> RenderableType:
    """Return the card display with its crate values and the book display with its letters."""
    return Group(
        part(say("pages.displays.card-display-crate-values"), _card_display(components)),
        part(say("pages.displays.book-display-letters-and-ids"), _book_display(components)),
    )


def rounds_part(components: ComponentSet) -> RenderableType:
    """Return the coins on the round track for each number of players."""
    most = max((len(coins.coins) for coins in components.round_coins), default=0)
    table = columns(
        say("pages.heads.players"),
        *(
            say("pages.displays.space", number=number)
            for number in range(FIRST_COINS, FIRST_COINS + most)
        ),
        say("pages.heads.from"),
    )
    for coins in components.round_coins:
        empty = [None] * (most - len(coins.coins))
        row(table, coins.players, *coins.coins, *empty, mark(coins))
    return part(say("pages.displays.coins-on-the-round-track"), table)


def _card_display(components: ComponentSet) -> RenderableType:
    return _by_place(
        lambda number: say("pages.displays.column", number=number),
        {
            (space.row, space.column): _marked(str(space.crate), mark(space))
            for space in components.card_spaces
        },
    )


def _book_display(components: ComponentSet) -> RenderableType:
    return _by_place(
        lambda number: say("pages.displays.space", number=number),
        {
            (space.row, space.round): _marked(f"{space.letter} {space.id}", mark(space))
            for space in components.book_spaces
        },
    )


def _by_place(head: Callable[[int], str], cells: Mapping[tuple[int, int], Text]) -> RenderableType:
    """Return a display as a table of what stands at each row and number."""
    numbers = sorted({number for _, number in cells})
    table = columns(say("pages.heads.row"), *map(head, numbers))
    for line in sorted({line for line, _ in cells}):
        row(table, line, *(cells.get((line, number)) for number in numbers))
    return table


def _marked(words: str, marks: Text) -> Text:
    return said(f"{words} ").append_text(marks)
