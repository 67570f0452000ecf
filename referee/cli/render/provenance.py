"""Where the values of a set come from: marks beside entries, and counts."""

from collections import Counter
from collections.abc import Mapping
from typing import Final

from rich.console import Group, RenderableType
from rich.text import Text

from referee.cli.render.columns import columns, row
from referee.cli.render.layout import said
from referee.game.component_set import ComponentSet
from referee.game.components import Entry
from referee.game.messages.speech import named, say, thing
from referee.game.origins import count, kinds
from referee.game.provenance import KINDS, ProvenanceKind

MARKS: Final[Mapping[ProvenanceKind, str]] = {
    "rulebook": "R",
    "secondhand": "S",
    "reconstructed": "c",
    "copy": "C",
    "deduced": "d",
}


def legend() -> str:
    """Return what the letters of `mark` mean."""
    meant = "  ".join(f"{mark} {thing(kind)}" for kind, mark in MARKS.items())
    return named(say("pages.heads.from"), meant)


def mark(entry: Entry) -> Text:
    """Return one letter for each kind of source that `entry` has."""
    seen = {*kinds(entry)}
    return said("".join(letter for kind, letter in MARKS.items() if kind in seen), "dim")


def provenance_table(components: ComponentSet) -> RenderableType:
    """Return a sentence about all values, a warning if one is due, and the counts by table."""
    counts = count(components)
    total = sum(counts.values(), Counter[ProvenanceKind]())
    table = columns(
        say("pages.heads.table"),
        say("pages.heads.values"),
        *KINDS,
        right=(say("pages.heads.values"), *KINDS),
    )
    for name, by_kind in counts.items():
        row(
            table,
            say(f"pages.provenance.tables.{name}"),
            by_kind.total(),
            *(by_kind[kind] or "-" for kind in KINDS),
        )
    said_of_all = say(
        "pages.provenance.of-values-are-stated-in",
        values=total.total(),
        total=total["rulebook"],
        total2=total["secondhand"],
        total3=total["reconstructed"],
        total4=total["copy"],
    )
    # What is secondhand has not been checked against a copy either.
    ours = total["reconstructed"] + total["secondhand"]
    extent = "largely" if ours > total.total() / 2 else "partly"
    warned = [said(say(f"pages.provenance.{extent}"), "bold yellow")] if ours else []
    deduced = total["deduced"]
    learnt = [said(say("pages.provenance.follow-from-games", n=deduced))] if deduced else []
    return Group(said(said_of_all), *learnt, *warned, "", table)
