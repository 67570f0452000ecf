"""The map as a schematic drawing, its regions and its borders."""

from collections.abc import Mapping
from typing import Final

from rich.columns import Columns
from rich.console import RenderableType

from referee.api.component_sets import neighbours
from referee.cli.render.canvas import CanvasLabel, Drawing, Stroke, short
from referee.cli.render.columns import columns, row
from referee.cli.render.layout import heading, part, said
from referee.cli.render.provenance import mark
from referee.cli.render.words import region_words
from referee.game.component_set import ComponentSet
from referee.game.components import Region
from referee.game.messages.speech import named, say, thing

SINGLE: Final = 1
DOUBLE: Final = 2
STROKES: Final = {SINGLE: "·", DOUBLE: ":"}
SIGNS: Final = {"pounds": "£", "diamonds": "◆", "track": "→", "points": "✎"}


def map_part(components: ComponentSet) -> RenderableType:
    """Return the drawing of the map, the regions with their neighbours, and the borders."""
    return part(
        say("pages.map.the-map"),
        _drawn(components),
        "",
        said(say("pages.map.legend"), "dim"),
        "",
        _regions(components),
        "",
        *_borders(components, SINGLE, say("pages.map.single-borders")),
        "",
        *_borders(components, DOUBLE, say("pages.map.double-borders")),
    )


def _drawn(components: ComponentSet) -> RenderableType:
    places: dict[str, CanvasLabel] = {
        region.id: CanvasLabel(_label(region), *region.drawn) for region in components.regions
    }
    places |= {
        base.company: CanvasLabel((f"[{short(thing(base.company))}]",), *base.drawn, style="bold")
        for base in components.bases
    }
    lines = [
        Stroke(border.between, STROKES[border.lines], "dim")
        for border in components.borders
        if all(place in places for place in border.between)
    ]
    return Drawing(places, lines)


def _label(region: Region) -> tuple[str, str]:
    return short(f"{region.id} {region.name}"), reward_signs(region)


def reward_signs(region: Region) -> str:
    """Return the reward and the mines of a region in the signs of the legend."""
    # As plain numbers: an unread one must not be drawn as its name.
    reward = f"{SIGNS[region.reward]}{region.amount:d}" if region.reward in SIGNS else "-"
    return f"{reward} ▲{region.mines:d}" if region.mines else reward


def _regions(components: ComponentSet) -> RenderableType:
    near = neighbours(components)
    over = (say("pages.map.single-border"), say("pages.map.double-border"))
    table = columns(
        say("pages.heads.id"),
        say("pages.heads.name"),
        say("pages.heads.reward"),
        say("pages.heads.mines"),
        *over,
        say("pages.heads.from"),
        wrapped=over,
        right=[say("pages.heads.mines")],
    )
    for region in components.regions:
        row(
            table,
            said(region.id, "bold"),
            region.name,
            region_words(region),
            region.mines or "-",
            _names(near.get(region.id, {}), SINGLE),
            _names(near.get(region.id, {}), DOUBLE),
            mark(region),
        )
    return table


def _names(near: Mapping[str, int], lines: int) -> str:
    return " ".join(place for place, border in near.items() if border == lines)


def _borders(components: ComponentSet, lines: int, title: str) -> tuple[RenderableType, ...]:
    shown = [
        said("-".join(border.between) + " ").append_text(mark(border))
        for border in components.borders
        if border.lines == lines
    ]
    return heading(named(title, str(len(shown)))), Columns(shown, padding=(0, 3), equal=True)
