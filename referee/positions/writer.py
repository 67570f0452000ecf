"""Writes a table as a position in which everything is said."""

from collections.abc import Iterable, Mapping, Sequence

from referee.core.events import Plan
from referee.core.ids import COMPANIES, SLOTS
from referee.core.plain_toml import toml_key, toml_value
from referee.core.public import deviations, merged
from referee.core.state import BaseColumn, Player, State
from referee.positions.parser import DISPLAY_COLUMNS, EMPTY
from referee.records.writer import COLOURS, setup_mode

WIDEST = 100
"""Columns of a line; a longer list is broken."""


def position_text(
    state: State,
    colours: tuple[str, ...] | None = None,
    title: str | None = None,
    others: Sequence[State] = (),
) -> str:
    """Return the position that is read as `state`, always the same text for the same table.

    Where one of the other tables differs, a `?` stands for what is not certain.
    """
    named = colours or COLOURS[: len(state.players)]
    every = [_sections(table, named, title) for table in (state, *others)]
    said, _ = merged(every)
    parts = [
        _lines(said.pop(HEAD)),
        *((f"[{name}]\n{_lines(entries)}" if entries else "") for name, entries in said.items()),
    ]
    return "\n".join(part for part in parts if part)


HEAD = "head"
"""What stands before all sections."""


def _sections(
    state: State, colours: tuple[str, ...], title: str | None
) -> dict[str, dict[str, object]]:
    seats = zip(map(toml_key, colours), state.players, state.plans, strict=True)
    regions, spaces = state.setting.components.regions, state.setting.components.book_spaces
    owned = list(zip(regions, state.regions, strict=True))
    found = {c: sorted(region.id for region, owner in owned if owner == c) for c in COMPANIES}
    rows = len(state.display) // len(DISPLAY_COLUMNS)
    cards = [card or EMPTY for card in state.display]
    return {
        HEAD: _head(state, colours, title),
        "regions": {company: held for company, held in found.items() if held},
        "bases": {
            company: [_column(column) for column in base]
            for company, base in zip(COMPANIES, state.bases, strict=True)
        },
        "display": {
            column: cards[number * rows : (number + 1) * rows]
            for number, column in enumerate(DISPLAY_COLUMNS)
        },
        "books": {s.id: book or EMPTY for s, book in zip(spaces, state.book_display, strict=True)},
        **{f"seat.{key}": _player(state, player, plan) for key, player, plan in seats},
    }


def _head(state: State, colours: tuple[str, ...], title: str | None) -> dict[str, object]:
    setting = state.setting
    spaces = setting.components.book_spaces
    coins = zip(spaces, state.book_coins, strict=True)
    markers = zip(setting.spaces, state.markers, strict=True)
    return {
        "title": title,
        "set": setting.components.name,
        "digest": setting.components.digest,
        "players": list(colours),
        "setup": None if setup_mode(setting) == "variable" else setup_mode(setting),
        "tracks": dict(zip(COMPANIES, setting.tracks, strict=True)),
        "rulings": deviations(setting.rulings) or None,
        "phase": state.phase,
        "round": state.round,
        "turn": state.turn,
        "first_player": colours[state.first_player],
        "to_move": None if state.to_move is None else colours[state.to_move],
        "rejected": sorted(state.rejected_tiles) or None,
        "markers": {s.id: colours[seat] for s, seat in markers if seat is not None} or None,
        "book_coins": {space.id: number for space, number in coins if number} or None,
        "stack": [card for unseen in state.unseen_cards for card in sorted(unseen)],
        "discards": list(state.discards),
    }


def _column(column: BaseColumn) -> object:
    if column.opened == (column.posts == 0):
        return column.posts
    return {"posts": column.posts, "opened": column.opened}


def _player(state: State, player: Player, plan: Plan | None) -> dict[str, object]:
    resting = zip(SLOTS, player.resting, strict=True)
    piles = ((str(step), list(pile)) for step, pile in enumerate(player.books, 2) if pile)
    return {
        "cash": player.cash,
        "starting_tile": player.starting_tile,
        "hand": sorted(player.hand),
        "slots": _present(SLOTS, player.slots) or None,
        "used": sorted(player.used) or None,
        "plus_one": player.plus_one,
        "tiles": sorted(player.tiles) or None,
        "done": player.done or None,
        "plan": None if plan is None else _present(SLOTS, plan.slots),
        "resting": {slot: sorted(deck) for slot, deck in resting if deck},
        "tracks": dict(zip(COMPANIES, player.tracks, strict=True)),
        "levels": _levels(state, player) or None,
        "diamonds": player.diamonds,
        "ink": player.ink,
        "books": {step: pile if len(pile) > 1 else pile[0] for step, pile in piles} or None,
        "flipped": sorted(player.flipped) or None,
    }


def _levels(state: State, player: Player) -> dict[str, int]:
    """Return the bonuses that work, by company, where those are not all that were reached."""
    tracks = state.setting.track
    return {
        company: level
        for company, at, level in zip(COMPANIES, player.tracks, player.levels, strict=True)
        if level != sum(special.at <= at for special in tracks[company].specials)
    }


def _present(keys: Iterable[str], values: Iterable[object]) -> dict[str, object]:
    return {key: value for key, value in zip(keys, values, strict=True) if value is not None}


# Text -------------------------------------------------------------------------------------------
def _lines(entries: Mapping[str, object]) -> str:
    return "".join(
        f"{_entry(toml_key(key), value)}\n" for key, value in entries.items() if value is not None
    )


def _entry(key: str, value: object) -> str:
    line = f"{key} = {toml_value(value)}"
    if len(line) <= WIDEST or not isinstance(value, list):
        return line
    lines = [" "]
    for member in map(toml_value, value):
        if len(lines[-1]) + len(member) + len(" ,") > WIDEST:
            lines.append(" ")
        lines[-1] += f" {member},"
    return "\n".join([f"{key} = [", *lines, "]"])
