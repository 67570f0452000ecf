"""Where the values of a set come from: marks beside entries, and counts."""

from collections import Counter
from collections.abc import Mapping
from typing import Final

from rich.console import Group, RenderableType
from rich.text import Text

from referee.cli.render.layout import columns, number_of, row, said
from referee.game.component_set import ComponentSet
from referee.game.components import Entry
from referee.game.origins import count, kinds
from referee.game.provenance import KINDS, ProvenanceKind

MARKS: Final[Mapping[ProvenanceKind, str]] = {
    "rulebook": "R",
    "secondhand": "S",
    "reconstructed": "c",
    "copy": "C",
    "deduced": "d",
}

LEGEND: Final = "from: " + "  ".join(f"{mark} {kind}" for kind, mark in MARKS.items())

WARNING: Final = (
    "This set is not a copy of the printed game: it is {extent} reconstructed. A verdict on a game "
    "that was played with a real copy needs a set made from that copy; `referee components new "
    "DIR` starts one."
)


def mark(entry: Entry) -> Text:
    """Return one letter for each kind of source that `entry` has."""
    seen = {*kinds(entry)}
    return said("".join(letter for kind, letter in MARKS.items() if kind in seen), "dim")


def provenance_table(components: ComponentSet) -> RenderableType:
    """Return a sentence about all values, a warning if one is due, and the counts by table."""
    counts = count(components)
    total = sum(counts.values(), Counter[ProvenanceKind]())
    table = columns("table", "values", *KINDS, right=("values", *KINDS))
    for name, by_kind in counts.items():
        row(
            table,
            name.replace("_", " "),
            by_kind.total(),
            *(by_kind[kind] or "-" for kind in KINDS),
        )
    said_of_all = (
        f"Of {number_of(total.total(), 'value')} {total['rulebook']} are stated in a rulebook, "
        f"{total['secondhand']} are secondhand, {total['reconstructed']} are reconstructed, and "
        f"{total['copy']} were read from a copy."
        + (f" {total['deduced']} follow from recorded games." if total["deduced"] else "")
    )
    # What is secondhand has not been checked against a copy either.
    ours = total["reconstructed"] + total["secondhand"]
    extent = "largely" if ours > total.total() / 2 else "partly"
    warned = [said(WARNING.format(extent=extent), "bold yellow")] if ours else []
    return Group(said(said_of_all), *warned, "", table)
