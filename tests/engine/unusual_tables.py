"""Tables that random games seldom lead to: blocked markers, bonuses at work, cotton that counts."""

from random import Random
from typing import Any

from msgspec.structs import replace

from referee.conformance.games import component_set, drawn_rulings, steps, tables
from referee.core.components import BookkeeperCard, GoodsCard
from referee.core.ids import SLOTS
from referee.core.limits import PLAYER_COUNTS
from referee.core.state import State
from referee.engine.dealer import draw_setting
from referee.engine.facts import facts_of

SETS = (0, 0, 0, 1, 2, 3, 4, 5, -1, -2, -11, -21)
"""Which set lies on the table; `component_set` says what the numbers mean."""


def unusual_table(seed: int) -> State:
    """Return a table of a random game, under any rulings, with other things for the mover.

    What is put somewhere need not have left the place where it lay: turns are found all the same.
    """
    rng = Random(seed)
    components = component_set(rng.choice(SETS))
    players = rng.choice(PLAYER_COUNTS)
    setting = draw_setting(components, players, rng, rulings=drawn_rulings(rng))
    state = rng.choice(tables(steps(setting, rng)))
    seat = state.to_move
    assert seat is not None
    changes: dict[str, Any] = {}
    for change in (_tracks, _cards, _books):
        if rng.random() < 3 / 4:
            changes |= change(state, rng)
    return state.with_player(seat, replace(state.players[seat], **changes))


def _tracks(state: State, rng: Random) -> dict[str, Any]:
    """Return markers anywhere, few pounds for the calls before them, and any bonuses at work."""
    tracks = facts_of(state.setting).tracks
    return {
        "cash": rng.choice((0, 1, 2, 6, 20)),
        "tracks": tuple(rng.randint(0, track.last) for track in tracks),
        "levels": tuple(rng.randint(0, 2) for _ in tracks),
        "diamonds": rng.randint(0, state.setting.components.diamond_track.last),
    }


def _cards(state: State, rng: Random) -> dict[str, Any]:
    """Return a bookkeeper, cotton and other goods face up, and the goods tile in hand."""
    facts, cards = facts_of(state.setting), state.setting.components.cards
    goods = [card for card in cards if isinstance(card, GoodsCard)]
    cotton = [card for card in goods if card.good == "cotton"]
    bookkeepers = [card for card in cards if isinstance(card, BookkeeperCard)]
    chosen = [rng.choice(each).id for each in (bookkeepers, cotton, goods)]
    slots = [*dict.fromkeys(chosen)]
    return {
        "slots": tuple(slots + [None] * (len(SLOTS) - len(slots))),
        "used": frozenset(),
        "tiles": facts.goods_tiles,
        "plus_one": None,
    }


def _books(state: State, rng: Random) -> dict[str, Any]:
    """Return a track with many books, often ones that count cotton, some of them flipped."""
    facts, books = facts_of(state.setting), [*state.setting.components.books]
    rng.shuffle(books)
    books.sort(key=lambda book: book.reward.cotton_less is None and rng.random() < 2 / 3)
    often = rng.choice((0.3, 0.6, 0.9))
    laid = zip(facts.book_steps, books, strict=False)
    piles = {step: (book.id,) for step, book in laid if rng.random() < often}
    return {
        "books": tuple(piles.get(step, ()) for step in facts.book_steps),
        "flipped": frozenset(step for step in piles if rng.random() < 1 / 5),
        "ink": rng.choice((1, 1, 1, 2, 3, facts.last_book_step)),
    }
