"""A picture in the making: the sheet, parts that look the same again, frames and players."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, TypeVar

from msgspec import Struct

from referee.core.components import TrackBonus
from referee.core.ids import SpaceId
from referee.core.state import State
from referee.drawing.look import Box, Look, UnreadPart, agreed, num, plain
from referee.engine.facts import facts_of
from referee.engine.scoring import Pad, pads

T = TypeVar("T")
Label = tuple[float, float, float, float]
"""The middle of a label, and how far it reaches from there to the side and up."""


class KeptPart(Struct, frozen=True):
    """A part as it was drawn once, for pictures in which it looks the same."""

    returned: Any
    drawn: tuple[str, ...]
    boxes: dict[str, Box]
    points: dict[str, Label]
    signs: dict[str, tuple[float, float]]
    outlined: frozenset[str]


class PictureSheet(Struct, eq=False):
    """A picture in the making: what was drawn, and where its places lie."""

    look: Look
    table: "ShownTable"
    seats: tuple["DrawnPlayer", ...]
    kept: dict[Hashable, KeptPart] | None = None
    """Parts of earlier pictures, by all that they show; None if nobody draws a row of them."""
    drawn: list[str] = []
    boxes: dict[str, Box] = {}
    points: dict[str, Label] = {}
    """By area the middle of its label, to which arrows point, and how far the label reaches."""
    signs: dict[str, tuple[float, float]] = {}
    """Where the sign of a fault stands in an area."""
    outlined: set[str] = set()
    """Places whose mark follows their outline and is drawn with them."""
    discreet: bool = False
    """Whether hands, and what everybody would score, are left out."""
    uncertain: frozenset[str] = frozenset()
    """Places over which a `?` lies, so that nothing is drawn or said of what may be there."""
    doubtful: frozenset[str] = frozenset()
    """Places that are hatched, as something else may be there than what is drawn."""

    @property
    def state(self) -> State:
        """What lies on the table."""
        return self.table.state

    def add(self, *content: str) -> None:
        """Draw something that is no place."""
        self.drawn += content

    def place(self, name: str, box: Box, content: str, title: str = "") -> None:
        """Draw a place: `content` counts from the upper left corner of its box."""
        self.boxes[name] = box
        if name in self.uncertain:
            content, title = "", self.look.words.parts["open"]
        elif name in self.doubtful:
            title = ": ".join(filter(None, (self.look.words.parts["open"], title)))
        told = f"<title>{plain(title)}</title>" if title else ""
        self.drawn.append(
            f'<g id="{self.look.prefix}{name}" transform="translate({num(box.x)} {num(box.y)})">'
            f"{told}{content}</g>"
        )

    def part(self, facts: Hashable, draw: Callable[[], T]) -> T:
        """Draw a part that shows these facts, or take it as it was kept; return what `draw` did."""
        if self.kept is None:
            return draw()
        facts = facts, self.uncertain
        found = self.kept.get(facts)
        if found is None:
            mine = self.drawn, self.boxes, self.points, self.signs, self.outlined
            self.drawn, self.boxes, self.points, self.signs, self.outlined = [], {}, {}, {}, set()
            kept = draw(), (*self.drawn,), self.boxes, self.points, self.signs
            found = KeptPart(*kept, frozenset(self.outlined))
            self.drawn, self.boxes, self.points, self.signs, self.outlined = mine
            self.kept[facts] = found
        self.drawn += found.drawn
        self.boxes |= found.boxes
        self.points |= found.points
        self.signs |= found.signs
        self.outlined |= found.outlined
        result: T = found.returned
        return result

    def open(self, name: str, title: str) -> None:
        """Begin a part of the picture, which has a name for whom cannot see it."""
        label = plain(title).replace('"', "&quot;")
        self.drawn.append(f'<g id="{self.look.prefix}{name}" role="group" aria-label="{label}">')

    def close(self) -> None:
        """End the part begun last."""
        self.drawn.append("</g>")


class DrawnPlayer(Struct, frozen=True):
    """A player as a picture calls him."""

    colour: str
    name: str


class Frame(Struct, frozen=True):
    """Where a part begins, how wide it is, and how it is laid out."""

    x: float
    y: float
    width: float
    narrow: bool = False
    """Laid out for a phone."""


# A table as a picture shows it: what lies there, and what the engine makes of it ------------------
class ShownPad(Struct, frozen=True):
    """What a player would score now, as far as it is known."""

    shares: tuple[int, ...]
    """Shares owned, by company."""
    values: tuple[int, ...]
    """What a share is worth, by company."""
    rows: tuple[int, ...]
    """Pounds by row, as `PAD_ROWS` names them."""
    total: int


class ShownTable(Struct, frozen=True, eq=False):
    """A table, and what follows from it; a number that is not known is an open one."""

    state: State
    cash: tuple[int, ...]
    pads: tuple[ShownPad, ...]
    reached: tuple[tuple[int, ...], ...]
    """By player and company the bonuses that his marker has come to."""
    markers: tuple[int, ...]
    """By player his bonus markers, placed or not."""
    bonuses: tuple[tuple[TrackBonus | UnreadPart, ...], ...]
    """By company the bonuses of its track."""
    on_tracks: frozenset[SpaceId]
    """The bonus spaces that belong to tracks."""
    coins_coming: Mapping[int, int]
    """By round the coins that come with it."""


def shown_table(states: Sequence[State]) -> ShownTable:
    """Return a table, or what is certain of several of which one lies there."""
    first, *others = states
    found = _shown(first)
    return shared([found, *map(_shown, others)]) if others else found


def _shown(state: State) -> ShownTable:
    facts = facts_of(state.setting)
    players = state.players
    return ShownTable(
        state=state,
        cash=tuple([player.cash for player in players]),
        pads=tuple(map(shown_pad, pads(state))),
        reached=tuple(
            tuple([levels[at] for levels, at in zip(facts.levels, player.tracks, strict=True)])
            for player in players
        ),
        markers=tuple([facts.markers + facts.working[player.levels].markers for player in players]),
        bonuses=facts.bonuses,
        on_tracks=frozenset(facts.track_of_space),
        coins_coming={number: sum(coins) for number, coins in facts.coins_coming.items()},
    )


def shown_pad(pad: Pad) -> ShownPad:
    """Return a scoring pad as it is shown."""
    return ShownPad(pad.shares, pad.values, pad.rows, pad.total)


def shared(tables: Sequence[ShownTable]) -> ShownTable:
    """Return the first of several tables, with a question mark where another says otherwise."""
    first = tables[0]
    return ShownTable(
        state=first.state,
        cash=_each([table.cash for table in tables]),
        pads=tuple(
            ShownPad(
                _each([pad.shares for pad in of_seat]),
                _each([pad.values for pad in of_seat]),
                _each([pad.rows for pad in of_seat]),
                agreed(tuple(pad.total for pad in of_seat)),
            )
            for of_seat in zip(*[table.pads for table in tables], strict=True)
        ),
        reached=tuple(
            _each(of_seat) for of_seat in zip(*[table.reached for table in tables], strict=True)
        ),
        markers=_each([table.markers for table in tables]),
        bonuses=first.bonuses,
        on_tracks=first.on_tracks,
        coins_coming=first.coins_coming,
    )


def _each(rows: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    return tuple(agreed(values) for values in zip(*rows, strict=True))
