"""A whole component set: its title page and its sections."""

from collections.abc import Callable, Mapping
from typing import Final

from rich.console import Group, RenderableType

from referee.api.component_sets import finished_entries
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
    return Group(SECTIONS[name](finished_entries(components)), said(legend(), "dim"))


def whole_set(components: ComponentSet) -> RenderableType:
    """Return the title page and all sections."""
    read = finished_entries(components)
    parts = [show_part(read) for show_part in SECTIONS.values()]
    return Group(title_page(components), said(legend(), "dim"), "", *parts)


def unread_words(components: ComponentSet) -> str:
    """Return how much of a set has not been read, in words; nothing if all of it has."""
    unread = unread_values(components)
    return copy_words().say("verdicts", "shown-finished", n=unread) if unread else ""
