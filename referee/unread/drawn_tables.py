"""Tables of a partly read set as a picture can show them: question marks where nothing was read."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from msgspec.structs import replace

from referee.engine.facts import facts_of
from referee.engine.scoring import PAD_ROWS, last_value, share_value, shares_owned
from referee.game.ids import COMPANIES, SpaceId
from referee.game.setting import Setting
from referee.game.state import Player, State
from referee.pictures.open_values import (
    OPEN,
)
from referee.pictures.shown_table import ShownPad, ShownTable, shared
from referee.unread.drawn_sets import drawn_bonuses, drawn_set
from referee.unread.lazy_entries import (
    NotReadError,
)
from referee.unread.numbers import UnreadNumber
from referee.unread.partly_read_set import PartlyReadSet, spaces_of
from referee.unread.plain_engine import require_plain_engine
from referee.unread.runs import NotExploringError


@dataclass(frozen=True, kw_only=True)
class DrawnSetting(Setting):
    """The frame of a game with a set that is drawn as far as it was read."""

    on_table: tuple[SpaceId, ...]
    """The bonus spaces that may be on the table."""

    __hash__ = Setting.__hash__

    @cached_property
    def spaces(self) -> tuple[Any, ...]:
        """The bonus spaces that may be on the table."""
        return tuple(self.components.space[space] for space in self.on_table)


def drawn_table(states: Sequence[State]) -> ShownTable:
    """Return a table of a partly read set, or what is certain of several, as it is drawn."""
    first, *others = states
    require_plain_engine(first.setting.components)
    found = _drawn(first)
    return shared([found, *map(_drawn, others)]) if others else found


def _drawn(state: State) -> ShownTable:
    setting = state.setting
    components = setting.components
    assert isinstance(components, PartlyReadSet)  # noqa: S101
    return ShownTable(
        state=replace(state, setting=_drawn_setting(setting)),
        cash=tuple(player.cash for player in state.players),
        pads=tuple(_pad(state, player) for player in state.players),
        reached=tuple(_reached(state, player) for player in state.players),
        markers=tuple(_markers(state, player) for player in state.players),
        bonuses=tuple(drawn_bonuses(track) for track in setting.track.values()),
        on_tracks=frozenset(space for track in components.tracks for space in spaces_of(track)),
        coins_coming=_coins_coming(setting),
    )


def known(number: Callable[[], Any]) -> int:
    """Return a number, or the open one where something decides it that nobody has read."""
    try:
        found = number()
    except (NotExploringError, NotReadError):
        return OPEN
    return OPEN if isinstance(found, UnreadNumber) else int(found)


def _reached(state: State, player: Player) -> tuple[int, ...]:
    """Return by company the bonuses that a player's marker has come to."""
    return tuple(
        known(lambda index=index, at=at: facts_of(state.setting).levels[index][at])  # type: ignore[misc]
        for index, at in enumerate(player.tracks)
    )


def _markers(state: State, player: Player) -> int:
    """Return how many bonus markers a player has."""

    def owned() -> int:
        facts = facts_of(state.setting)
        return facts.markers + facts.working[player.levels].markers

    return known(owned)


def _pad(state: State, player: Player) -> ShownPad:
    board, rulings = state.setting.components, state.setting.rulings
    shares = tuple(known(lambda c=c: shares_owned(state, player, c)) for c in COMPANIES)  # type: ignore[misc]
    values = tuple(known(lambda c=c: share_value(state, c)) for c in COMPANIES)  # type: ignore[misc]
    worth = (owned * value for owned, value in zip(shares, values, strict=True))
    rows = (
        player.cash,
        *worth,
        known(lambda: last_value(board.diamond_track.values, player.diamonds, rulings)),
        known(lambda: last_value(board.book_track.values, player.ink, rulings)),
    )
    assert len(rows) == len(PAD_ROWS)  # noqa: S101
    return ShownPad(shares, values, rows, sum(rows))


def _coins_coming(setting: Setting) -> Mapping[int, int]:
    """Return by round the coins that come with it: one for each row of books, as far as they go."""
    rows = {
        number: sum(space.round == number for space in setting.components.book_spaces)
        for number in {space.round for space in setting.components.book_spaces}
    }
    stacks: dict[int, Any] = {each.players: each.coins for each in setting.components.round_coins}
    return {
        number: OPEN if isinstance(coins, UnreadNumber) else min(coins, rows.get(number, 0))
        for number, coins in enumerate(stacks.get(setting.players, ()), 2)
    }


def _drawn_setting(setting: Setting) -> DrawnSetting:
    return DrawnSetting(
        components=drawn_set(setting.components),
        players=setting.players,
        tracks=setting.tracks,
        rulings=setting.rulings,
        first_game_tracks=setting.first_game_tracks,
        first_game_tiles=setting.first_game_tiles,
        on_table=tuple(space.id for space in setting.spaces),
    )
