"""The public facts of a state as plain data, and their digest; `docs/states.md` describes both.

Ids are the keys and all collections are sorted, so that neither the order of a component file nor
the order in which things happened shows. Face-down plans and rejected tiles are not public.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from msgspec import Struct

from referee.core.component_set import ComponentSet
from referee.core.digests import canonical_json, sha256_of
from referee.core.ids import BOOK_LETTERS, CARD_LETTERS, COMPANIES, SLOTS
from referee.core.limits import ROUNDS
from referee.core.rulings import DEFAULT_RULINGS, Rulings
from referee.core.state import Player, State
from referee.i18n.speech import say

PlainData = dict[str, object]

FORMAT = 1
"""Grows when the same table would be written otherwise than before."""


def digest(state: State) -> str:
    """Return the SHA-256 of the public facts of `state`, as hexadecimal digits."""
    return sha256_of(canonical_json(public(state)).encode())


def public(state: State) -> PlainData:
    """Return the public facts of `state` as plain data for canonical JSON."""
    setting = state.setting
    components = setting.components
    return {
        "format": FORMAT,
        "components": components.digest,
        "rulings": deviations(setting.rulings),
        "tracks": dict(zip(COMPANIES, setting.tracks, strict=True)),
        "phase": state.phase,
        "round": state.round,
        "turn": state.turn,
        "to_move": state.to_move,
        "first_player": state.first_player,
        "regions": _present(
            (region.id, company)
            for region, company in zip(components.regions, state.regions, strict=True)
        ),
        "bases": {
            company: [{"posts": column.posts, "opened": column.opened} for column in columns]
            for company, columns in zip(COMPANIES, state.bases, strict=True)
        },
        "lost_posts": dict(zip(COMPANIES, state.lost_posts, strict=True)),
        "display": list(state.display),
        "books": _present(
            (space.id, book)
            for space, book in zip(components.book_spaces, state.book_display, strict=True)
        ),
        "book_coins": _present(
            (space.id, coins or None)
            for space, coins in zip(components.book_spaces, state.book_coins, strict=True)
        ),
        "markers": _present(
            (space.id, seat) for space, seat in zip(setting.spaces, state.markers, strict=True)
        ),
        "unseen_cards": _by_letter(CARD_LETTERS, state.unseen_cards),
        "unseen_books": _by_letter(BOOK_LETTERS, state.unseen_books),
        "discards": list(state.discards),
        "planned": [
            None if plan is None else sum(card is not None for card in plan.slots)
            for plan in state.plans
        ],
        "players": [_public_player(player, components) for player in state.players],
    }


def deviations(rulings: Rulings) -> dict[str, str]:
    """Return the answers in which `rulings` differs from the defaults, by ruling id."""
    return {
        name.replace("_", "-"): answer
        for name in rulings.__struct_fields__
        if (answer := getattr(rulings, name)) != getattr(DEFAULT_RULINGS, name)
    }


def _public_player(player: Player, components: ComponentSet) -> PlainData:
    first_step = components.book_track.last - len(player.books) + 1
    return {
        "cash": player.cash,
        "hand": sorted(player.hand),
        "slots": _present(zip(SLOTS, player.slots, strict=True)),
        "used": sorted(player.used),
        "resting": {
            slot: sorted(deck) for slot, deck in zip(SLOTS, player.resting, strict=True) if deck
        },
        "tracks": dict(zip(COMPANIES, player.tracks, strict=True)),
        "levels": dict(zip(COMPANIES, player.levels, strict=True)),
        "diamonds": player.diamonds,
        "ink": player.ink,
        "books": {
            str(step): list(pile) for step, pile in enumerate(player.books, first_step) if pile
        },
        "flipped": sorted(player.flipped),
        "starting_tile": player.starting_tile,
        "tiles": sorted(player.tiles),
        "plus_one": player.plus_one,
        "done": player.done,
    }


def _present(pairs: Iterable[tuple[str, object]]) -> PlainData:
    return {key: value for key, value in pairs if value is not None}


def _by_letter(letters: tuple[str, ...], sets: Iterable[frozenset[str]]) -> PlainData:
    return {letter: sorted(unseen) for letter, unseen in zip(letters, sets, strict=True)}


# Plain data of several tables laid on top of each other: `?` where they differ --------------------
OPEN: Final = "?"
"""What stands where the tables differ."""

IN_ORDER: Final = frozenset({"display", "bases", "planned"})
"""Lists in which every place means something; of others only counts what is in them."""

KeyPath = tuple[str, ...]


class OpenValue(Struct, frozen=True):
    """A place at which tables differ, and every value that it has on one of them."""

    path: KeyPath
    values: tuple[Any, ...]


def merged(every: Sequence[Mapping[str, Any]]) -> tuple[dict[str, Any], tuple[OpenValue, ...]]:
    """Return what plain tables share, and where they differ; there must be at least one."""
    opened: list[OpenValue] = []
    return _entries(every, (), opened), tuple(opened)


def _entries(
    every: Sequence[Mapping[str, Any]], path: KeyPath, opened: list[OpenValue]
) -> dict[str, Any]:
    keys = dict.fromkeys(key for each in every for key in each)
    return {key: _value([each.get(key) for each in every], (*path, key), opened) for key in keys}


def _value(values: Sequence[Any], path: KeyPath, opened: list[OpenValue]) -> Any:  # noqa: ANN401
    first = values[0]
    if all(value == first for value in values):
        return first
    if all(isinstance(value, dict) for value in values):
        return _entries(values, path, opened)
    in_order = path[0] in IN_ORDER or path == ("players",)
    lists = all(isinstance(value, list) for value in values)
    if in_order and lists and len({len(value) for value in values}) == 1:
        columns = enumerate(zip(*values, strict=True))
        return [_value(column, (*path, str(at)), opened) for at, column in columns]
    opened.append(OpenValue(path, tuple(_distinct(values))))
    if all(isinstance(value, list) or value is None for value in values):
        return shared_members([value or [] for value in values])
    return OPEN


def shared_members(lists: Sequence[list[Any]]) -> list[Any]:
    """Return what all lists hold, and a `?` for each thing that is not known, or for several."""
    common = Counter(lists[0])
    for each in lists[1:]:
        common &= Counter(each)
    shared = [*common.elements()]
    lengths = {len(each) for each in lists}
    unknown = lengths.pop() - len(shared) if len(lengths) == 1 else 1
    return [*shared, *[OPEN] * unknown]


def _distinct(values: Iterable[Any]) -> list[Any]:
    found: list[Any] = []
    for value in values:
        if value not in found:
            found.append(value)
    return sorted(found, key=lambda value: (value is not None, str(type(value)), value))


# Where in a game a table stands, in words ---------------------------------------------------------
def moment_words(state: State, colours: tuple[str, ...]) -> str:
    """Return where in the game a table stands."""
    match state.phase:
        case "actions":
            who = "nobody" if state.to_move is None else colours[state.to_move]
            return say("records.moment_words.turn", round=state.round, turn=state.turn, who=who)
        case "planning":
            return say("records.moment_words.planning", round=state.round)
        case "preparation":
            return say("records.moment_words.after-round", round=state.round)
        case "over":
            return say("records.moment_words.game-over", rounds=ROUNDS)
        case _:
            return say("records.moment_words.setup", phase=state.phase.replace("-", " "))


def when_words(state: State, colours: tuple[str, ...]) -> str:
    """Return where in the game a table stands, as it is said within a sentence."""
    words = moment_words(state, colours)
    if state.phase in {"preparation", "over"}:
        return words
    return say("records.moment_words.during", moment=words)
