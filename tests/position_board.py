"""The shared part of a position: cards, books and posts, each in one place."""

from collections import Counter
from collections.abc import Collection, Iterable

from referee.game.ids import BOOK_LETTERS, CARD_LETTERS, COMPANIES, BookId, CardId, Company
from referee.game.setting import Setting
from referee.game.state import BaseColumn, Phase, State
from tests.position_form import EMPTY, PHASES, ColumnForm, PositionError, PositionForm, SeatForm

DISPLAY_COLUMNS = ("right", "middle", "left")


def require(names: Iterable[object], known: Collection[object], what: str) -> None:
    """Raise for a name that is not known."""
    for name in names:
        if name not in known:
            raise PositionError(f"{what}: {name!r} is none of {', '.join(map(str, known))}")


def require_once(names: Iterable[str], what: str) -> None:
    """Raise for a thing that is named more than once."""
    twice = sorted(name for name, times in Counter(names).items() if times > 1)
    if twice:
        raise PositionError(f"{what} in two places: {', '.join(twice)}")


def is_after(form: PositionForm, phase: Phase) -> bool:
    """Return whether the position comes after a phase of the setup."""
    return PHASES.index(form.phase) > PHASES.index(phase)


def held(form: SeatForm) -> list[CardId]:
    """Return the cards that a seat is said to hold, in any place."""
    resting = [card for deck in (form.resting or {}).values() for card in deck]
    return [*(form.hand or ()), *form.gets, *form.slots.values(), *resting]


def pile(said: BookId | tuple[BookId, ...]) -> tuple[BookId, ...]:
    """Return the pile that is said for a step, where a single book is a pile too."""
    return (said,) if isinstance(said, str) else said


class Cards:
    """The card display, the stack and the discard pile."""

    def __init__(self, form: PositionForm, setting: Setting) -> None:
        lettered = [card for card in setting.components.cards if card.letter]
        ids = [card.id for card in lettered]
        with_players = [card for seat in form.seat.values() for card in held(seat) if card in ids]
        shown = [card for card in form.display.values() if card != EMPTY]
        elsewhere = [*shown, *form.discards, *(form.stack or ())]
        require(elsewhere, ids, "an action card")
        require_once([*with_players, *elsewhere], "action cards")
        self.discards = list(form.discards)

        rows = max(space.row for space in setting.components.card_spaces)
        spaces = [f"{column}-{row}" for column in DISPLAY_COLUMNS for row in range(1, rows + 1)]
        display: dict[str, CardId | None] = dict.fromkeys(spaces)
        require(form.display, display, "display")
        if is_after(form, "deal-cards"):
            stack = sorted(lettered, key=lambda card: CARD_LETTERS.index(card.letter or "A"))
            named = {*with_players, *elsewhere}
            for space, card in zip(display, stack, strict=False):
                display[space] = None if card.id in named else card.id
        for space, said in form.display.items():
            if (before := display[space]) is not None:
                self.discards.append(before)
            display[space] = None if said == EMPTY else said
        self.display = tuple(display.values())

        left = set(ids) - {*with_players, *self.discards, *self.display}
        if form.stack is not None:
            self.discards += left.difference(form.stack)
            left = set(form.stack)
        self.unseen = tuple(
            frozenset(card.id for card in lettered if card.letter == letter and card.id in left)
            for letter in CARD_LETTERS
        )


class Books:
    """The book display with its coins, and the supply."""

    def __init__(self, form: PositionForm, setting: Setting) -> None:
        books, spaces = setting.components.books, setting.components.book_spaces
        piles = [pile(said) for seat in form.seat.values() for said in seat.books.values()]
        on_tracks = [book for on_step in piles for book in on_step]
        shown = [book for book in form.books.values() if book != EMPTY]
        require([*on_tracks, *shown], [book.id for book in books], "a book")
        require_once([*on_tracks, *shown], "books")
        known = [space.id for space in spaces]
        require(form.books, known, "books")
        require(form.book_coins, known, "book_coins")

        display: dict[str, BookId | None] = dict.fromkeys(known)
        supply = {
            letter: [b.id for b in books if b.letter == letter and b.id not in on_tracks + shown]
            for letter in BOOK_LETTERS
        }
        if is_after(form, "deal-books"):
            for space in spaces:
                if space.id not in form.books and supply[space.letter]:
                    display[space.id] = supply[space.letter].pop(0)
        for space_id, said in form.books.items():
            display[space_id] = None if said == EMPTY else said
        self.display = tuple(display.values())
        self.unseen = tuple(frozenset(supply[letter]) for letter in BOOK_LETTERS)
        self.coins = tuple(form.book_coins.get(space, 0) for space in known)


class Posts:
    """The posts in regions, in bases and out of the game."""

    def __init__(self, form: PositionForm, fresh: State) -> None:
        regions = fresh.setting.components.region
        require(form.regions, regions, "regions")
        self.regions = tuple(form.regions.get(region) for region in regions)
        bases, lost = [], []
        for company, full in zip(COMPANIES, fresh.bases, strict=True):
            placed = self.regions.count(company)
            base = _base(form, company, full, placed)
            missing = sum(column.posts for column in full) - placed
            missing -= sum(column.posts for column in base)
            if missing < 0:
                raise PositionError(f"bases.{company}: {-missing} posts too many with {placed} out")
            bases.append(base)
            lost.append(missing)
        self.bases, self.lost = tuple(bases), tuple(lost)


def _base(
    form: PositionForm, company: Company, full: tuple[BaseColumn, ...], placed: int
) -> tuple[BaseColumn, ...]:
    said = form.bases.get(company)
    if said is None:
        columns = []
        for column in full:
            taken = min(placed, column.posts)
            placed -= taken
            columns.append(BaseColumn(column.posts - taken, taken == column.posts))
        return tuple(columns)
    if len(said) != len(full):
        raise PositionError(f"bases.{company}: {len(said)} columns instead of {len(full)}")
    return tuple(
        BaseColumn(column.posts, column.opened)
        if isinstance(column, ColumnForm)
        else BaseColumn(column, column == 0)
        for column in said
    )
