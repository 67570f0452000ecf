"""A table as a picture shows it: what lies there, and what the engine makes of it."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from referee.engine.facts import Facts, facts_of
from referee.engine.scoring import Pad, pads
from referee.game.components import TrackBonus
from referee.game.ids import SpaceId
from referee.game.state import State
from referee.pictures.open_values import UnreadPart, agreed


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
        reached=tuple([_reached(facts, player.tracks) for player in players]),
        markers=tuple([facts.markers + facts.working[player.levels].markers for player in players]),
        bonuses=facts.bonuses,
        on_tracks=frozenset(facts.track_of_space),
        coins_coming={number: sum(coins) for number, coins in facts.coins_coming.items()},
    )


def _reached(facts: Facts, tracks: tuple[int, ...]) -> tuple[int, ...]:
    return tuple([levels[at] for levels, at in zip(facts.levels, tracks, strict=True)])


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
