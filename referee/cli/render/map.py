"""The map as a schematic drawing, its regions and its borders."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Final, NamedTuple, assert_never

from rich.cells import cell_len, set_cell_size
from rich.columns import Columns
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.text import Text

from referee.cli.output import printable
from referee.cli.render.columns import headed, row
from referee.cli.render.layout import heading, part, phrase, text
from referee.core.component_set import ComponentSet, count, kinds
from referee.core.components import (
    KINDS,
    BonusSteps,
    DiscountBonus,
    Entry,
    ExpansionBonus,
    MarkerBonus,
    NeedsColleague,
    NeedsExpansion,
    NeedsGood,
    NeedsOneGood,
    ProvenanceKind,
    Region,
    Requirement,
    Reward,
    SpaceBonus,
    TrackBonus,
    UnitBonus,
    neighbours,
)
from referee.i18n.speech import named, say, thing
from referee.i18n.spoken import SpokenAmount

# Draws places and the lines between them with characters, so that no two labels overlap -----------
WIDTH: Final = 76
"""Columns of a drawing; it fits a terminal of 80."""

FEWEST_LINES: Final = 24
MOST_LINES: Final = 48
LONGEST_LABEL: Final = 16

StyledCharacter = tuple[str, str]
"""A character and its style."""


class CanvasLabel(NamedTuple):
    """A label of some lines around a column, from a line downwards."""

    lines: tuple[str, ...]
    column: int
    line: int
    style: str = ""

    @property
    def width(self) -> int:
        """The columns of the longest line and one on both sides."""
        return max(map(cell_len, self.lines)) + 2

    @property
    def left(self) -> int:
        """The first column of the label."""
        return self.column - self.width // 2

    def overlaps(self, other: "CanvasLabel") -> bool:
        """Tell whether the two labels want the same character."""
        return (
            self.left < other.left + other.width
            and other.left < self.left + self.width
            and self.line < other.line + len(other.lines)
            and other.line < self.line + len(self.lines)
        )


class Stroke(NamedTuple):
    """A line between two places, drawn with one character."""

    between: tuple[str, str]
    stroke: str
    style: str = ""


def laid_out(places: Mapping[str, CanvasLabel]) -> dict[str, CanvasLabel]:
    """Return the places scaled to the drawing and moved down until no two overlap."""
    placed: dict[str, CanvasLabel] = {}
    scaled = _scaled(places)
    for name in sorted(scaled, key=lambda name: (scaled[name].line, scaled[name].column)):
        place = scaled[name]
        while any(place.overlaps(other) for other in placed.values()):
            place = place._replace(line=place.line + 1)
        placed[name] = place
    return placed


def drawing(places: Mapping[str, CanvasLabel], lines: Iterable[Stroke]) -> Text:
    """Return the drawing; labels hide the lines that run under them."""
    placed = laid_out(places)
    height = max((place.line + len(place.lines) for place in placed.values()), default=0)
    rows = [[(" ", "")] * WIDTH for _ in range(height)]
    for line in lines:
        if all(name in placed for name in line.between):
            _stroke(rows, placed, line)
    for place in placed.values():
        for number, words in enumerate(place.lines):
            _write(rows[place.line + number], place, words)
    text = Text("\n").join(map(_inked, rows))
    text.no_wrap = True
    return text


class Drawing:
    """A drawing where there is room for it, else what its labels say."""

    def __init__(self, places: Mapping[str, CanvasLabel], lines: Iterable[Stroke]) -> None:
        self._places = places
        self._lines = tuple(lines)

    def __rich_console__(self, _: Console, options: ConsoleOptions) -> RenderResult:
        if options.max_width >= WIDTH:
            yield drawing(self._places, self._lines)
            return
        labels = [place for place in self._places.values() if len(place.lines) > 1]
        listed = [Text(" ".join(place.lines), place.style, no_wrap=True) for place in labels]
        yield Columns(listed, padding=(0, 2), equal=True)
        yield Text(say("pages.canvas.room-needed", width=WIDTH), "dim")


def short(words: str) -> str:
    """Return `words` cut to a label in which every character takes room."""
    shown = "".join(char for char in printable(words) if cell_len(char))
    if cell_len(shown) <= LONGEST_LABEL:
        return shown
    return set_cell_size(shown, LONGEST_LABEL - 1) + "…"


def _scaled(places: Mapping[str, CanvasLabel]) -> dict[str, CanvasLabel]:
    if not places:
        return {}
    widest = max(place.width for place in places.values())
    room = WIDTH - widest
    columns = _scale([place.column for place in places.values()], room, room)
    lines = _scale([place.line for place in places.values()], FEWEST_LINES, MOST_LINES)
    half = widest // 2
    return {
        name: place._replace(column=column + half, line=line)
        for (name, place), column, line in zip(places.items(), columns, lines, strict=True)
    }


def _scale(values: Sequence[int], least: int, most: int) -> list[int]:
    """Return `values` from 0 on, stretched or shrunk where they span too little or too much."""
    low = min(values)
    span = max(values) - low
    wanted = min(max(span, least), most)
    return [round((value - low) * wanted / span) if span else 0 for value in values]


def _stroke(
    rows: list[list[StyledCharacter]], placed: Mapping[str, CanvasLabel], line: Stroke
) -> None:
    one, other = (placed[name] for name in line.between)
    across, down = other.column - one.column, other.line - one.line
    # Characters are about twice as high as wide, so a step goes two columns or one line.
    steps = max(abs(across) // 2, abs(down), 1)
    for step in range(steps + 1):
        column = round(one.column + across * step / steps)
        row = round(one.line + down * step / steps)
        rows[row][column] = (line.stroke, line.style)


def _inked(row: list[StyledCharacter]) -> Text:
    text = Text()
    for style, cells in groupby(row, key=lambda cell: cell[1]):
        text.append("".join(char for char, _ in cells), style)
    text.rstrip()
    return text


def _write(row: list[StyledCharacter], place: CanvasLabel, words: str) -> None:
    padded = f" {words} "
    width = cell_len(padded)
    left = place.column - width // 2
    # A character of two columns is followed by an empty one, so that columns keep their numbers.
    row[left : left + width] = [
        cell
        for char in padded
        for cell in [(char, place.style), *[("", "")] * (cell_len(char) - 1)]
    ]


# Where the values of a set come from: marks beside entries, and counts ----------------------------
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
    return text("".join(letter for kind, letter in MARKS.items() if kind in seen), "dim")


def provenance_table(components: ComponentSet) -> RenderableType:
    """Return a sentence about all values, a warning if one is due, and the counts by table."""
    counts = count(components)
    total = sum(counts.values(), Counter[ProvenanceKind]())
    table = headed("table", "values", *KINDS, right=("values", *KINDS))
    for name, by_kind in counts.items():
        row(
            table,
            say(f"pages.provenance.tables.{name}"),
            by_kind.total(),
            *(by_kind[kind] or "-" for kind in KINDS),
        )
    said_of_all = say(
        "pages.provenance.summary",
        values=total.total(),
        stated=total["rulebook"],
        secondhand=total["secondhand"],
        reconstructed=total["reconstructed"],
        read=total["copy"],
    )
    # What is secondhand has not been checked against a copy either.
    ours = total["reconstructed"] + total["secondhand"]
    extent = "largely" if ours > total.total() / 2 else "partly"
    warned = [phrase(f"pages.provenance.{extent}", "bold yellow")] if ours else []
    deduced = total["deduced"]
    learnt = [phrase("pages.provenance.deduced", n=deduced)] if deduced else []
    return Group(text(said_of_all), *learnt, *warned, "", table)


# What printed icons mean, in words ----------------------------------------------------------------
def reward_words(reward: Reward, joint: str = " + ") -> str:
    """Return what `reward` gives, its parts with `joint` between them."""
    parts = [
        say("pages.words.pounds", n=reward.pounds) if reward.pounds else "",
        say("pages.words.diamond-steps", n=reward.diamonds) if reward.diamonds else "",
        say("pages.words.book-points", n=reward.points) if reward.points else "",
        _steps(reward.track.steps, reward.track.company) if reward.track else "",
        say("pages.words.remove-posts", posts=reward.posts) if reward.posts else "",
        say("pages.words.cotton-total-pounds", cotton_less=reward.cotton_less)
        if reward.cotton_less is not None
        else "",
    ]
    return joint.join(filter(None, parts)) or thing("nothing")


def region_words(region: Region) -> str:
    """Return what entering `region` gives."""
    match region.reward:
        case "pounds":
            return say("pages.words.pounds", n=region.amount)
        case "diamonds":
            return say("pages.words.diamond-steps", n=region.amount)
        case "track":
            return say("pages.words.track-steps", n=region.amount)
        case "points":
            return say("pages.words.book-points", n=region.amount)
        case "none":
            return "-"
        case _:
            assert_never(region.reward)


def requirement_words(requirements: Iterable[Requirement], joint: str = " + ") -> str:
    """Return what all `requirements` ask for together, with `joint` between them."""
    return joint.join(map(_requirement, requirements)) or thing("nothing")


def steps_words(steps: Iterable[BonusSteps], joint: str = " + ") -> str:
    """Return the steps of a starting bonus, with `joint` between them."""
    return joint.join(
        say("pages.words.diamond-steps", n=part.steps)
        if part.track == "diamonds"
        else _steps(part.steps, part.track)
        for part in steps
    )


def goods_words(good: str, units: int) -> str:
    """Return so many units of a good."""
    # A printed number, or the sign for one that is not read.
    told = f"{units:d}"
    return say(f"facts.{good}", n=int(told) if told.isdigit() else SpokenAmount(told))


def bonus_words(bonus: TrackBonus) -> str:
    """Return what a special space of a track unlocks."""
    match bonus:
        case ExpansionBonus():
            return say("pages.words.expansion", points=bonus.points)
        case MarkerBonus():
            return say("pages.words.more-markers", n=bonus.markers)
        case DiscountBonus():
            if bonus.good == "any":
                return say(
                    "pages.words.mixed-any-goods-pay-less"
                    if bonus.mixed
                    else "pages.words.any-goods-pay-less",
                    less=bonus.less,
                )
            return say(
                "pages.words.mixed-goods-pay-less" if bonus.mixed else "pages.words.goods-pay-less",
                good=bonus.good,
                less=bonus.less,
            )
        case UnitBonus():
            return say("pages.words.cards-units", good=bonus.good, units=bonus.more)
        case SpaceBonus():
            return say("pages.words.bonus-space", space=bonus.space)
        case _:
            assert_never(bonus)


def _requirement(requirement: Requirement) -> str:
    match requirement:
        case NeedsGood():
            return goods_words(requirement.good, requirement.units)
        case NeedsOneGood():
            return say("pages.words.of-one-good", units=f"{requirement.units:d}")
        case NeedsExpansion():
            return say("pages.words.expansion-value", points=f"{requirement.points:d}")
        case NeedsColleague(count=1):
            return say("pages.words.a-colleague")
        case NeedsColleague():
            return say("pages.words.colleagues", count=requirement.count)
        case _:
            assert_never(requirement)


def _steps(steps: int, company: str) -> str:
    return say("pages.words.steps-of", n=steps, company=company)


SINGLE: Final = 1
DOUBLE: Final = 2
STROKES: Final = {SINGLE: "·", DOUBLE: ":"}
SIGNS: Final = {"pounds": "£", "diamonds": "◆", "track": "→", "points": "✎"}


def map_part(components: ComponentSet) -> RenderableType:
    """Return the drawing of the map, the regions with their neighbours, and the borders."""
    return part(
        say("pages.map.title"),
        _drawn(components),
        "",
        phrase("pages.map.legend", "dim"),
        "",
        _regions(components),
        "",
        *_borders(components, SINGLE, say("pages.map.single-borders")),
        "",
        *_borders(components, DOUBLE, say("pages.map.double-borders")),
    )


def _drawn(components: ComponentSet) -> RenderableType:
    places: dict[str, CanvasLabel] = {
        region.id: CanvasLabel(
            (short(f"{region.id} {region.name}"), reward_signs(region)), *region.drawn
        )
        for region in components.regions
    }
    places |= base_labels(components)
    lines = [
        Stroke(border.between, STROKES[border.lines], "dim")
        for border in components.borders
        if all(place in places for place in border.between)
    ]
    return Drawing(places, lines)


def base_labels(components: ComponentSet) -> dict[str, CanvasLabel]:
    """Return the companies where their bases lie."""
    return {
        base.company: CanvasLabel((f"[{short(thing(base.company))}]",), *base.drawn, style="bold")
        for base in components.bases
    }


def reward_signs(region: Region) -> str:
    """Return the reward and the mines of a region in the signs of the legend."""
    # As plain numbers: an unread one must not be drawn as its name.
    reward = f"{SIGNS[region.reward]}{region.amount:d}" if region.reward in SIGNS else "-"
    return f"{reward} ▲{region.mines:d}" if region.mines else reward


def _regions(components: ComponentSet) -> RenderableType:
    near = neighbours(components.borders)
    over = (say("pages.map.single-border"), say("pages.map.double-border"))
    table = headed("id", "name", "reward", "mines", *over, "from", wrapped=over, right=["mines"])
    for region in components.regions:
        row(
            table,
            text(region.id, "bold"),
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
        text("-".join(border.between) + " ").append_text(mark(border))
        for border in components.borders
        if border.lines == lines
    ]
    return heading(named(title, str(len(shown)))), Columns(shown, padding=(0, 3), equal=True)
