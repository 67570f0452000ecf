"""The public facts of a state as plain data, and their digest; `docs/states.md` describes both.

Ids are the keys and all collections are sorted, so that neither the order of a component file nor
the order in which things happened shows. Face-down plans and rejected tiles are not public.
"""

from collections.abc import Iterable

from referee.game.canonical_json import canonical_json
from referee.game.component_set import ComponentSet
from referee.game.digests import sha256_of
from referee.game.ids import BOOK_LETTERS, CARD_LETTERS, COMPANIES, SLOTS
from referee.game.rulings import DEFAULT_RULINGS, Rulings
from referee.game.state import Player, State

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
