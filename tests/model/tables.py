"""Tables for the tests of the model, made by hand."""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from referee.core.events import TakeBack
from referee.core.ids import (
    BOOK_LETTERS,
    CARD_LETTERS,
    COMPANIES,
    SLOTS,
    BookId,
    CardId,
    Company,
    RegionId,
    Seat,
    StartTileId,
    TrackId,
)
from referee.core.rulings import DEFAULT_RULINGS, Rulings
from referee.core.set_reader import reference_set
from referee.core.state import BaseColumn, Player, Setting, State
from referee_model import legal
from referee_model.explain.questions import why
from referee_model.kinds import JudgedEvent

SET = reference_set()
FIRST_TRACKS = tuple(TrackId(track) for track in ("A1", "B1", "C1", "D1"))
STARTING = tuple(card.id for card in SET.cards if card.letter is None and card.seat is None)


def setting(
    players: int = 2,
    tracks: Sequence[str] = FIRST_TRACKS,
    rulings: Rulings = DEFAULT_RULINGS,
) -> Setting:
    """A setting with the reference set."""
    sides = tuple(TrackId(track) for track in tracks)
    return Setting(components=SET, players=players, tracks=sides, rulings=rulings)


def player(area: Sequence[str] = (), **changes: object) -> Player:
    """A player whose area holds `area`, slot by slot, and who has every other card in hand."""
    slots = tuple(CardId(card) for card in area) + (None,) * (len(SLOTS) - len(area))
    plain = Player(
        cash=5,
        hand=frozenset(CardId(card) for card in STARTING if card not in area),
        slots=slots,
        used=frozenset(),
        resting=(frozenset(),) * len(SLOTS),
        tracks=(0, 0, 0, 0),
        levels=(0, 0, 0, 0),
        diamonds=0,
        ink=0,
        books=((),) * (SET.book_track.last - 1),
        flipped=frozenset(),
        starting_tile=StartTileId("S01"),
    )
    return replace(plain, **changes)


def table(
    *players: Player,
    rulings: Rulings = DEFAULT_RULINGS,
    tracks: Sequence[str] = FIRST_TRACKS,
    posts: Mapping[str, Company] | None = None,
    **changes: object,
) -> State:
    """The action phase of a round: seat 0 is due, and `posts` stand in regions."""
    seated = players if len(players) > 1 else (*players, player())
    frame = setting(len(seated), tracks, rulings)
    order = [card.id for letter in CARD_LETTERS for card in SET.cards if card.letter == letter]
    spaces = len(SET.card_spaces)
    shown = {letter: [b.id for b in SET.books if b.letter == letter] for letter in BOOK_LETTERS}
    display: list[BookId] = [shown[space.letter].pop(0) for space in SET.book_spaces]
    stand = {RegionId(region): company for region, company in (posts or {}).items()}
    used = {c: sum(1 for owner in stand.values() if owner == c) for c in COMPANIES}
    plain = State(
        setting=frame,
        phase="actions",
        round=2,
        turn=1,
        to_move=Seat(0),
        first_player=Seat(0),
        regions=tuple(stand.get(region.id) for region in SET.regions),
        bases=tuple(_columns(used[company]) for company in COMPANIES),
        lost_posts=(0, 0, 0, 0),
        display=tuple(order[:spaces]),
        book_display=tuple(display),
        book_coins=(0,) * len(SET.book_spaces),
        markers=(None,) * len(frame.spaces),
        unseen_cards=tuple(
            frozenset(c for c in order[spaces:] if SET.card[c].letter == letter)
            for letter in CARD_LETTERS
        ),
        unseen_books=tuple(frozenset(shown[letter]) for letter in BOOK_LETTERS),
        discards=(),
        players=tuple(seated),
        plans=(None,) * len(seated),
    )
    return replace(plain, **changes)


def start(players: int = 2, *, first_game_tiles: bool = False, **changes: object) -> State:
    """The table before the first deal."""
    frame = replace_setting(setting(players), first_game_tiles=first_game_tiles)
    seated = tuple(_beginner(Seat(seat)) for seat in range(players))
    plain = table(*seated)
    return replace(
        plain,
        **{
            "setting": frame,
            "phase": "deal-cards",
            "round": 1,
            "to_move": None,
            "display": (None,) * len(SET.card_spaces),
            "book_display": (None,) * len(SET.book_spaces),
            "unseen_cards": tuple(
                frozenset(card.id for card in SET.cards if card.letter == letter)
                for letter in CARD_LETTERS
            ),
            "unseen_books": tuple(
                frozenset(book.id for book in SET.books if book.letter == letter)
                for letter in BOOK_LETTERS
            ),
            **changes,
        },
    )


def replace_setting(frame: Setting, *, first_game_tiles: bool) -> Setting:
    """The same setting with or without the first game's starting tiles."""
    return Setting(
        components=frame.components,
        players=frame.players,
        tracks=frame.tracks,
        rulings=frame.rulings,
        first_game_tiles=first_game_tiles,
    )


def _beginner(seat: Seat) -> Player:
    own = frozenset(card.id for card in SET.cards if card.seat == seat + 1)
    return player(cash=1, hand=frozenset(STARTING) | own, starting_tile=None)


def books(**steps: str) -> tuple[tuple[BookId, ...], ...]:
    """A bookkeeping track with books on steps, such as `s2="a05"`; a later one lies on top."""
    piles: list[tuple[BookId, ...]] = [()] * (SET.book_track.last - 1)
    for step, pile in steps.items():
        piles[int(step[1:]) - 2] = tuple(BookId(book) for book in pile.split())
    return tuple(piles)


def breaks(state: State, event: JudgedEvent | TakeBack) -> set[str]:
    """The rules of the conflict that forbids an event; none if it is legal."""
    verdict = legal(state, event)
    assert verdict.outcome != "unknown"
    assert bool(verdict.core) == (verdict.outcome == "no")
    return set(verdict.core)


def all_broken(state: State, event: JudgedEvent) -> set[str]:
    """The rules of all conflicts that forbid an event."""
    found = why(state, event)
    assert found.complete
    return {rule for core in found.found for rule in core.rules}


def _columns(gone: int) -> tuple[BaseColumn, ...]:
    """A base from which `gone` posts were taken, column after column."""
    taken = [min(5, max(0, gone - 5 * column)) for column in range(3)]
    return tuple(BaseColumn(5 - n, opened=n == 5) for n in taken)
