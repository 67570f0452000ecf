"""Whole games that the solver plays against itself, on printed and on random components."""

from random import Random

import pytest

from referee.components.generate import random_set
from referee.core.component_set import ComponentSet
from referee.core.ids import BOOK_LETTERS, CARD_LETTERS, COMPANIES, SLOTS, CardId, Seat, TrackId
from referee.core.rulings import DEFAULT_RULINGS, Rulings
from referee.core.set_reader import reference_set
from referee.core.state import BaseColumn, Player, Setting, State
from referee_model import effect, find, legal, score
from referee_model.kinds import EventTag, JudgedEvent

pytestmark = pytest.mark.slow

ACTIONS: list[EventTag] = ["goods", "expand", "bookkeeper", "merchant", "marker"]


def before_setup(components: ComponentSet, players: int, rulings: Rulings, rng: Random) -> State:
    sides = [TrackId(rng.choice(card.halves)) for card in components.track_cards]
    rng.shuffle(sides)
    frame = Setting(components=components, players=players, tracks=tuple(sides), rulings=rulings)
    bases = {base.company: base.columns for base in components.bases}
    return State(
        setting=frame,
        phase="deal-cards",
        round=1,
        turn=1,
        to_move=None,
        first_player=Seat(0),
        regions=(None,) * len(components.regions),
        bases=tuple(tuple(BaseColumn(len(column)) for column in bases[c]) for c in COMPANIES),
        lost_posts=(0, 0, 0, 0),
        display=(None,) * len(components.card_spaces),
        book_display=(None,) * len(components.book_spaces),
        book_coins=(0,) * len(components.book_spaces),
        markers=(None,) * len(frame.spaces),
        unseen_cards=tuple(
            frozenset(card.id for card in components.cards if card.letter == letter)
            for letter in CARD_LETTERS
        ),
        unseen_books=tuple(
            frozenset(book.id for book in components.books if book.letter == letter)
            for letter in BOOK_LETTERS
        ),
        discards=(),
        players=tuple(_beginner(components, Seat(seat)) for seat in range(players)),
        plans=(None,) * players,
    )


def _beginner(components: ComponentSet, seat: Seat) -> Player:
    cards = components.cards
    return Player(
        cash=1,
        hand=frozenset(c.id for c in cards if c.letter is None and c.seat in (None, seat + 1)),
        slots=(None,) * len(SLOTS),
        used=frozenset(),
        resting=(frozenset(),) * len(SLOTS),
        tracks=(0, 0, 0, 0),
        levels=(0, 0, 0, 0),
        diamonds=0,
        ink=0,
        books=((),) * (components.book_track.last - 1),
        flipped=frozenset(),
    )


def due(state: State, rng: Random) -> JudgedEvent:
    """Some legal event; which one is left to the solver, after a random choice of its kind."""
    match state.phase:
        case "deal-cards" | "deal-books" | "starting-bonus":
            event = find(state, state.phase)
        case "starting-tiles":
            seat = next(s for s, p in enumerate(state.players) if p.starting_tile is None)
            event = find(state, "starting-tile", {"rejected": None}, seat=Seat(seat))
        case "resting":
            seat = next(s for s, p in enumerate(state.players) if not any(p.resting))
            event = find(state, "rest", seat=Seat(seat))
        case "planning":
            seat = next(s for s, plan in enumerate(state.plans) if plan is None)
            event = find(state, "plan", {"slots": _plan(state, seat, rng)}, seat=Seat(seat))
        case "preparation":
            event = find(state, "prepare")
        case _:
            event = find(state, "refill-books") or _turn(state, rng)
    assert event is not None
    return event


def _plan(state: State, seat: int, rng: Random) -> tuple[CardId | None, ...]:
    cards = state.setting.components.card
    hand = [c for c in sorted(state.players[seat].hand) if cards[c].letter not in {"D", "E"}]
    chosen = rng.sample(hand, min(3, len(hand)))
    return (*chosen, *(None,) * (len(SLOTS) - len(chosen)))


def _turn(state: State, rng: Random) -> JudgedEvent | None:
    for action in rng.sample(ACTIONS, len(ACTIONS)):
        given: dict[str, object] = {}
        if action == "expand":
            given = {"company": rng.choice(COMPANIES)}
        if action == "marker":
            given = {"space": rng.choice(state.setting.spaces).id}
        if event := find(state, action, given):
            return event
    return find(state, "end")


def conserved(state: State) -> bool:
    """Whether no post, card or book has come or gone."""
    components = state.setting.components
    for index, (company, base) in enumerate(zip(COMPANIES, state.bases, strict=True)):
        posts = sum(column.posts for column in base) + state.lost_posts[index]
        printed = next(b for b in components.bases if b.company == company)
        if posts + state.regions.count(company) != sum(map(len, printed.columns)):
            return False
    books = [book for book in state.book_display if book]
    books += [book for p in state.players for pile in p.books for book in pile]
    books += [book for unseen in state.unseen_books for book in unseen]
    if sorted(books) != sorted(book.id for book in components.books):
        return False
    cards = [card for card in (*state.display, *state.discards) if card]
    for player in state.players:
        cards += [*player.hand, *(card for card in player.slots if card)]
        cards += [card for deck in player.resting for card in deck]
    cards += [card for unseen in state.unseen_cards for card in unseen]
    lettered = sorted(card for card in cards if components.card[card].letter)
    return lettered == sorted(card.id for card in components.cards if card.letter)


@pytest.mark.parametrize(
    ("seed", "players", "rulings"),
    [
        (1, 2, DEFAULT_RULINGS),
        (2, 2, Rulings(partial_use="yes", cover="if-necessary", and_or_space="card-first")),
        (3, 3, Rulings(capital_call="may-decline", diamond_overflow="forfeit-overflow")),
    ],
)
def test_a_game_can_be_played_from_setup_to_score(
    seed: int, players: int, rulings: Rulings
) -> None:
    rng = Random(seed)
    components = reference_set() if seed == 1 else random_set(rng)
    state = before_setup(components, players, rulings, rng)
    while state.phase != "over":
        event = due(state, rng)
        assert legal(state, event).outcome == "yes"
        state = effect(state, event)
        assert conserved(state)
    assert state.round == 7
    assert len(score(state).totals) == players
