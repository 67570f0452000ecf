"""A whole component set: its title page and its sections."""

from collections.abc import Callable, Mapping
from typing import Final

from rich.console import Group, RenderableType
from rich.padding import Padding

from referee.api.component_sets import finished_entries, unfinished_entries
from referee.api.unread_values import unread_values
from referee.cli.render.bonus import bonus_part
from referee.cli.render.books import books_part, tiles_part
from referee.cli.render.cards import cards_part
from referee.cli.render.columns import facts
from referee.cli.render.displays import bases_part, displays_part, rounds_part
from referee.cli.render.layout import said
from referee.cli.render.map import map_part
from referee.cli.render.provenance import legend, provenance_table
from referee.cli.render.tracks import board_part, tracks_part
from referee.game.component_set import ComponentSet
from referee.game.id_runs import in_runs
from referee.game.messages.copies import copy_words
from referee.game.messages.speech import say

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
            (say("pages.heads.values"), provenance_table(finished_entries(components))),
        ),
    )


def section(components: ComponentSet, name: str) -> RenderableType:
    """Return one section of the set with the meaning of its marks."""
    return Group(_part(components, finished_entries(components), name), said(legend(), "dim"))


def whole_set(components: ComponentSet) -> RenderableType:
    """Return the title page and all sections."""
    read = finished_entries(components)
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
    unread = unread_values(components)
    return copy_words().say("verdicts", "shown-finished", n=unread) if unread else ""
