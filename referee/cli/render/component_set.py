"""A whole component set: its title page and its sections."""

from collections.abc import Callable, Mapping
from typing import Final

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from referee.api.component_sets import unfinished_entries
from referee.cli.render.columns import columns, facts, row
from referee.cli.render.layout import heading, part, said
from referee.cli.render.map import bonus_words, legend, map_part, mark, provenance_table
from referee.cli.render.pieces import bonus_part, books_part, cards_part, tiles_part
from referee.core.component_set import ComponentSet
from referee.core.components import BookTrack, DiamondTrack, Track
from referee.i18n.page_words import copy_words, in_runs
from referee.i18n.speech import say, say_or

# The bases, the two displays and the round track --------------------------------------------------
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


# A track as a line of spaces, with what stands at each of them in rows below ----------------------
WIDTH: Final = 76
"""Columns; a longer track goes on below, as it does on a terminal with fewer."""


class Strip:
    """The spaces 0 to `last` of a track, and for each name the words at their spaces."""

    def __init__(self, title: str, last: int, marked: Mapping[str, Mapping[int, str]]) -> None:
        self._title = title
        self._last = last
        self._marked = marked

    def __rich_console__(self, _: Console, options: ConsoleOptions) -> RenderResult:
        shown = [word for row in self._marked.values() for word in row.values()]
        wide = max(map(len, (str(self._last), *shown))) + 1
        margin = max(map(len, (self._title, *self._marked))) + 1
        most = max((min(WIDTH, options.max_width) - margin) // wide, 1)
        for start in range(0, self._last + 1, most):
            if start:
                yield ""
            spaces = range(start, min(start + most, self._last + 1))
            yield _spaces(self._title, spaces, self._marked, wide)


def _spaces(title: str, spaces: range, marked: Mapping[str, Mapping[int, str]], wide: int) -> Table:
    table = Table.grid()
    table.add_column(no_wrap=True, min_width=max(map(len, (title, *marked))) + 1)
    for _ in spaces:
        table.add_column(no_wrap=True, justify="right", min_width=wide)
    table.add_row(said(title, "dim"), *(said(str(space), "dim") for space in spaces))
    for name, cells in marked.items():
        table.add_row(said(name), *(said(cells.get(space, "")) for space in spaces))
    return table


# The company tracks and the tracks of a player board ----------------------------------------------
def tracks_part(components: ComponentSet) -> RenderableType:
    """Return every side of the company tracks, and which of them lie where."""
    cards = columns(say("pages.heads.card"), say("pages.heads.halves"), say("pages.heads.from"))
    for number, card in enumerate(components.track_cards, 1):
        row(cards, number, say("pages.tracks.either", halves=tuple(card.halves)), mark(card))
    first = columns(say("pages.heads.company"), say("pages.heads.track"), say("pages.heads.from"))
    for edge in components.first_game:
        row(first, edge.company, edge.track, mark(edge))
    return Group(
        part(
            say("pages.tracks.company-tracks"),
            said(say("pages.tracks.a-call-stands-before-the"), "dim"),
            "",
            *[item for track in components.tracks for item in _track(track)][:-1],
        ),
        part(say("pages.tracks.track-cards"), cards),
        part(say("pages.tracks.the-tracks-of-the-first"), first),
    )


def board_part(components: ComponentSet) -> RenderableType:
    """Return the diamond track and the bookkeeping track of a player board."""
    diamonds = [item for track in components.diamond_tracks for item in _diamond_track(track)]
    books = [item for track in components.book_tracks for item in _book_track(track)]
    return Group(
        part(say("pages.tracks.diamond-track"), *diamonds),
        part(say("pages.tracks.bookkeeping-track"), *books),
    )


def _track(track: Track) -> list[RenderableType]:
    marked = {
        say("pages.tracks.shares"): {icon.at: str(icon.shares) for icon in track.shares},
        say("pages.tracks.call"): {call.before: _pounds(call.pounds) for call in track.calls},
        say("pages.tracks.pays"): {
            special.at: _pounds(special.pounds) for special in track.specials
        },
    }
    unlocked = say("pages.tracks.then").join(map(bonus_words, track.bonuses))
    return [
        heading(f"{track.id}  ").append_text(mark(track)),
        Strip(say("pages.tracks.space"), track.last, marked),
        said(say("pages.tracks.unlocks", unlocked=unlocked)),
        "",
    ]


def _diamond_track(track: DiamondTrack) -> list[RenderableType]:
    marked = {
        say("pages.tracks.worth"): {value.at: str(value.pounds) for value in track.values},
        say("pages.heads.slot"): {track.slot_at: "x"},
    }
    return [
        Strip(say("pages.tracks.step"), track.last, marked),
        said(say("pages.tracks.from"), "dim").append_text(mark(track)),
    ]


def _book_track(track: BookTrack) -> list[RenderableType]:
    marked = {
        say("pages.tracks.worth"): {value.at: str(value.pounds) for value in track.values},
        say("pages.heads.slot"): {track.slot_at: "x"},
        say("pages.tracks.no-a-book"): dict.fromkeys(track.crossed_out, "x"),
    }
    return [
        Strip(say("pages.tracks.step"), track.last, marked),
        said(say("pages.tracks.from"), "dim").append_text(mark(track)),
    ]


def _pounds(n: int) -> str:
    return say("pages.numbers.pounds", n=n)


SECTIONS: Final[Mapping[str, Callable[[ComponentSet], RenderableType]]] = {
    "map": map_part,
    "bases": bases_part,
    "tracks": tracks_part,
    "board": board_part,
    "cards": cards_part,
    "books": books_part,
    "tiles": tiles_part,
    "bonus": bonus_part,
    "displays": displays_part,
    "rounds": rounds_part,
}
"""The sections in the order in which a person reads a copy."""

TABLES_OF: Final[Mapping[str, tuple[str, ...]]] = {
    "map": ("regions", "borders"),
    "bases": ("bases",),
    "tracks": ("tracks", "track_cards", "first_game"),
    "board": ("diamond_tracks", "book_tracks"),
    "cards": ("cards",),
    "books": ("books",),
    "tiles": ("starting_tiles",),
    "bonus": ("spaces", "tiles"),
    "displays": ("card_spaces", "book_spaces"),
    "rounds": ("round_coins",),
}
"""The tables that a section tells."""

PART_WORDS: Final = {
    "map": "section-map",
    "board": "boards",
    "tiles": "starting_tiles",
    "bonus": "spaces",
    "rounds": "section-rounds",
}
"""The sections that have other names where it is said how much of a copy was read."""


def title_page(components: ComponentSet) -> RenderableType:
    """Return what the set says of itself, its digest, and where its values come from."""
    return Group(
        said(components.title, "bold"),
        "",
        facts(
            (say("pages.heads.name"), components.name),
            (say("pages.heads.digest"), components.digest),
            (
                say("pages.heads.about"),
                " ".join(components.about.split()) or say("pages.component_set.nothing-noted"),
            ),
            (say("pages.heads.values"), provenance_table(components.finished_entries())),
        ),
    )


def section(components: ComponentSet, name: str) -> RenderableType:
    """Return one section of the set with the meaning of its marks."""
    return Group(_part(components, components.finished_entries(), name), said(legend(), "dim"))


def whole_set(components: ComponentSet) -> RenderableType:
    """Return the title page and all sections."""
    read = components.finished_entries()
    parts = [_part(components, read, name) for name in SECTIONS]
    return Group(title_page(components), said(legend(), "dim"), "", *parts)


def _part(components: ComponentSet, read: ComponentSet, name: str) -> RenderableType:
    """Return the finished entries of a section, and which of its entries are not finished."""
    blank = unfinished_entries(components)
    if not any(table in blank for table in TABLES_OF[name]):
        return SECTIONS[name](read)
    words = copy_words()
    if not any(getattr(read, table) for table in TABLES_OF[name]):
        title = words.reading[PART_WORDS.get(name, name)]
        return Group(said(words.say("reading", "nothing-read", part=title), "bold"), "")
    listed = [table for table in TABLES_OF[name] if table != "borders"]
    left = [entry for table in listed for entry in in_runs(blank.get(table, ()))]
    if borders := len(blank.get("borders", ())) if "borders" in TABLES_OF[name] else 0:
        # Of a map that is only begun there are more than anybody would read.
        left.append(words.say("reading", "borders", n=borders))
    told = words.say("reading", "unfinished", entries=", ".join(left))
    return Group(SECTIONS[name](read), Padding(said(told, "yellow"), (0, 0, 0, 2)), "")


def unread_words(components: ComponentSet) -> str:
    """Return how much of a set has not been read, in words; nothing if all of it has."""
    unread = components.unread_values
    return copy_words().say("verdicts", "shown-finished", n=unread) if unread else ""
