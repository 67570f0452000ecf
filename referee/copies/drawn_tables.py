"""Tables of a partly read set as a picture can show them: question marks where nothing was read."""

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from referee.copies import runs
from referee.copies.partly_read_set import FRAME, PartlyReadSet, require_plain_engine, spaces_of
from referee.copies.solver import least_of, most_of
from referee.core import components as printed
from referee.core.component_set import TABLES, ComponentSet
from referee.core.ids import COMPANIES, SpaceId
from referee.core.state import Player, Setting, State
from referee.drawing import look
from referee.drawing.cells import per_set
from referee.drawing.sheet import ShownPad, ShownTable, shared
from referee.engine.facts import facts_of
from referee.engine.scoring import PAD_ROWS, last_value, share_value, shares_owned

# Sets as a picture can show them: open values in the places of what was not read ------------------
AMOUNTS: Final = ("pounds", "diamonds", "points", "posts")


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class DrawnSet(ComponentSet):
    """A partly read set with open values in the places of what was not read."""

    is_read = False
    __eq__ = object.__eq__
    __hash__ = object.__hash__


@per_set
def drawn_set(components: ComponentSet) -> ComponentSet:
    """Return a set with open values in the places of what was not read."""
    if not isinstance(components, PartlyReadSet):
        return components
    tables: dict[str, Any] = {
        table: tuple(map(_drawn_entry, getattr(components, table))) for table in TABLES
    }
    tables["book_tracks"] = tuple(
        _drawn_book_track(track, components) for track in components.book_tracks
    )
    return DrawnSet(**{name: getattr(components, name) for name in FRAME}, **tables)


def _drawn_entry(entry: Any) -> Any:  # noqa: ANN401, PLR0911 - a kind of value each
    if type(entry) is runs.LazyEntry:
        return _drawn_lazy(entry)
    if isinstance(entry, runs.UnreadNumber):
        return look.OPEN
    match entry:
        case runs.PartChoice():
            return look.OPEN_KIND
        case runs.NotFollowed():
            return ()
        case printed.Track():
            return _drawn_track(entry)
        case printed.DiamondTrack():
            values, more = _drawn_values(entry.values)
            last, certain = _length(entry.last)
            slot_at = _drawn_entry(entry.slot_at)
            kind = look.UnreadDiamondTrack if more or certain < last else printed.DiamondTrack
            return kind(source=entry.source, last=last, slot_at=slot_at, values=values)
        case Struct():
            fields = {name: getattr(entry, name) for name in entry.__struct_fields__}
            if isinstance(entry, printed.Reward) and _is_blank(fields):
                return look.UnreadReward()
            drawn = {name: _drawn_entry(value) for name, value in fields.items()}
            same = all(drawn[name] is fields[name] for name in fields)
            return entry if same else replace(entry, **drawn)
        case tuple():
            return tuple(map(_drawn_entry, entry))
        case _:
            return entry


def _is_blank(reward: Mapping[str, object]) -> bool:
    return all(isinstance(reward[name], runs.UnreadNumber) for name in AMOUNTS)


def _drawn_lazy(entry: runs.LazyEntry) -> Any:  # noqa: ANN401
    kind, fields = runs.kind_of(entry), runs.fields_of(entry)
    if kind is printed.Reward and _is_blank(fields):
        return look.UnreadReward()
    if kind is printed.Track:
        return _drawn_track(entry)
    drawn = {
        name: _drawn_choice(name, value)
        if isinstance(value, runs.PartChoice)
        else _drawn_entry(value)
        for name, value in fields.items()
    }
    if isinstance(kind, runs.Kinds):
        return look.UnreadCard(**drawn)
    if issubclass(kind, printed.TrackBonus):
        return look.UnreadPart()
    return kind(**drawn)


def _drawn_choice(name: str, choice: runs.PartChoice) -> Any:  # noqa: ANN401
    match name:
        case "requires" | "bonuses":
            return (look.UnreadPart(),)
        case "tiers":
            return (printed.Tier(least=look.OPEN, reward=look.UnreadReward()),)
        case "rest" | "bonus":
            return ()
        case "cotton_less":
            return look.OPEN
        case "track":
            steps = next(part for part in choice.parts if isinstance(part, printed.TrackSteps))
            return _drawn_entry(replace(steps, company=look.OPEN_KIND))
        case _:
            return look.OPEN_KIND


def _drawn_bonuses(track: printed.Track) -> tuple[Any, ...]:
    bonuses = runs.part_of(track, "bonuses")
    if isinstance(bonuses, runs.PartChoice):
        return (look.UnreadPart(), look.UnreadPart())
    assert isinstance(bonuses, tuple)  # noqa: S101
    return tuple(map(_drawn_entry, bonuses))


def _drawn_track(track: Any) -> printed.Track:  # noqa: ANN401
    """Return a company track; what has no place on it stands behind its end."""
    last, certain = _length(track.last)
    shares, calls, specials = (
        runs.part_of(track, name) for name in ("shares", "calls", "specials")
    )
    unplaced: list[printed.ShareIcon | printed.Call | printed.Special] = []
    if isinstance(shares, runs.NotFollowed):
        shares = ()
        unplaced.append(printed.ShareIcon(at=look.OPEN, shares=look.OPEN))
    rows = [_drawn_entry(row) for row in (shares, calls, specials)]
    for row, place in zip(rows, ("at", "before", "at"), strict=True):
        unplaced += [each for each in row if look.is_open(getattr(each, place))]
    placed = [
        tuple(each for each in row if not look.is_open(getattr(each, place)))
        for row, place in zip(rows, ("at", "before", "at"), strict=True)
    ]
    return look.UnreadTrack(
        id=track.id,
        source=track.source,
        last=last,
        shares=placed[0],
        calls=placed[1],
        specials=placed[2],
        bonuses=_drawn_bonuses(track),
        unplaced=tuple(unplaced),
        certain=certain,
    )


def _length(last: Any) -> tuple[int, int]:  # noqa: ANN401
    """Return the last step that a track can have, and the last that it has in any case."""
    if isinstance(last, runs.UnreadNumber):
        domain = last.terms[0][0].domain
        return most_of(domain), least_of(domain)
    return last, last


def _drawn_values(values: Any) -> tuple[tuple[printed.TrackValue, ...], bool]:  # noqa: ANN401
    if isinstance(values, runs.NotFollowed):
        return (), True
    drawn = [_drawn_entry(value) for value in values]
    placed = tuple(value for value in drawn if not look.is_open(value.at))
    return placed, len(placed) < len(drawn)


def _drawn_book_track(track: printed.BookTrack, components: PartlyReadSet) -> printed.BookTrack:
    values, more = _drawn_values(track.values)
    return look.UnreadBookTrack(
        source=track.source,
        last=track.last,
        slot_at=_drawn_entry(track.slot_at),
        values=values,
        crossed_out=() if components.crossed_out is not None else track.crossed_out,
        certain=_length(components.last_book_step)[1],
        crossed_out_open=components.crossed_out is not None,
        values_open=more,
    )


@dataclass(frozen=True, kw_only=True)
class _DrawnSetting(Setting):
    """The frame of a game with a set that is drawn as far as it was read."""

    on_table: tuple[SpaceId, ...]
    """The bonus spaces that may be on the table."""

    __hash__ = Setting.__hash__

    @cached_property
    def spaces(self) -> tuple[Any, ...]:
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
    rows = {
        number: sum(space.round == number for space in components.book_spaces)
        for number in {space.round for space in components.book_spaces}
    }
    frame = {each.name: getattr(setting, each.name) for each in dataclasses.fields(Setting)}
    drawn = _DrawnSetting(
        **{**frame, "components": drawn_set(components)},
        on_table=tuple(space.id for space in setting.spaces),
    )
    stacks: dict[int, Any] = {each.players: each.coins for each in components.round_coins}
    return ShownTable(
        state=replace(state, setting=drawn),
        cash=tuple(player.cash for player in state.players),
        pads=tuple(_pad(state, player) for player in state.players),
        reached=tuple(_reached(state, player) for player in state.players),
        markers=tuple(_markers(state, player) for player in state.players),
        bonuses=tuple(_drawn_bonuses(track) for track in setting.track.values()),
        on_tracks=frozenset(space for track in components.tracks for space in spaces_of(track)),
        coins_coming={
            number: look.OPEN
            if isinstance(coins, runs.UnreadNumber)
            else min(coins, rows.get(number, 0))
            for number, coins in enumerate(stacks.get(setting.players, ()), 2)
        },
    )


def known(number: Callable[[], Any]) -> int:
    """Return a number, or the open one where something decides it that nobody has read."""
    try:
        found = number()
    except (runs.NotExploringError, runs.NotReadError):
        return look.OPEN
    return look.OPEN if isinstance(found, runs.UnreadNumber) else int(found)


def _reached(state: State, player: Player) -> tuple[int, ...]:
    return tuple(
        known(lambda index=index, at=at: facts_of(state.setting).levels[index][at])  # type: ignore[misc]
        for index, at in enumerate(player.tracks)
    )


def _markers(state: State, player: Player) -> int:
    setting, levels = state.setting, player.levels
    return known(lambda: facts_of(setting).markers + facts_of(setting).working[levels].markers)


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
