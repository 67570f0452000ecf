"""The shared part of a table: cards, books and posts, each put where the position says."""

from referee.game.components import BookSpace, Card
from referee.game.ids import BOOK_LETTERS, CARD_LETTERS, COMPANIES, BookId, CardId
from referee.game.setting import Setting
from referee.game.state import BaseColumn, State
from referee.positions.form import EMPTY, PositionForm
from referee.positions.rounds import cards_drawn, coins_laid
from referee.positions.vocabulary import display_spaces


class CardPlaces:
    """The card display, the stack and the discard pile."""

    def __init__(self, form: PositionForm, setting: Setting) -> None:
        lettered = [card for card in setting.components.cards if card.letter]
        lettered.sort(key=lambda card: CARD_LETTERS.index(card.letter or "A"))
        shown = [card for card in form.display.values() if card != EMPTY]
        held = [card for seat in form.seats for card in seat.held]
        named = {*held, *shown, *form.discards, *(form.stack or ())}
        self.discards = list(form.discards)

        display: dict[str, CardId | None] = dict.fromkeys(display_spaces(setting))
        if form.is_after("deal-cards"):
            # A round that has just been prepared has a card for every space.
            refilled = form.round > 1 and form.phase == "planning"
            dealt = [card for card in lettered if not (refilled and card.id in named)]
            for space, card in zip(display, dealt, strict=False):
                display[space] = None if card.id in named else card.id
        for space, said in form.display.items():
            if (before := display[space]) is not None:
                self.discards.append(before)
            display[space] = None if said == EMPTY else said
        self.display = tuple(display.values())

        left = {card.id for card in lettered} - {*held, *self.discards, *self.display}
        if form.stack is not None:
            gone = left.difference(form.stack)
            left = set(form.stack)
        else:
            gone = set()
            if form.round > 1:
                gone = _passed(lettered, left)
                gone |= _drawn_at_least(lettered, left - gone, cards_drawn(setting, form.round)[0])
            left -= gone
        self.discards += sorted(gone)
        self.unseen = tuple(
            frozenset(card.id for card in lettered if card.letter == letter and card.id in left)
            for letter in CARD_LETTERS
        )


def _passed(lettered: list[Card], left: set[CardId]) -> set[CardId]:
    """Return the cards named nowhere whose letter was all drawn, as a later letter is out."""
    letters = [card.letter for card in lettered if card.letter and card.id not in left]
    latest = max(map(CARD_LETTERS.index, letters), default=0)
    return {
        card.id
        for card in lettered
        if card.id in left and CARD_LETTERS.index(card.letter or "A") < latest
    }


def _drawn_at_least(lettered: list[Card], left: set[CardId], least: int) -> set[CardId]:
    """Return the first cards of the stack, as many as the rounds must have drawn besides."""
    unseen = [card.id for card in lettered if card.id in left]
    seen = len(lettered) - len(unseen)
    return set(unseen[: max(0, least - seen)])


class Books:
    """The book display with its coins, and the supply."""

    def __init__(self, form: PositionForm, setting: Setting) -> None:
        books, spaces = setting.components.books, setting.components.book_spaces
        piles = [pile for seat in form.seats for pile in seat.books.values()]
        named = {*(book for pile in piles for book in pile), *form.books.values()}
        display: dict[str, BookId | None] = {space.id: None for space in spaces}
        supply = {
            letter: [book.id for book in books if book.letter == letter and book.id not in named]
            for letter in BOOK_LETTERS
        }
        if form.is_after("deal-books"):
            for space in spaces:
                if space.id not in form.books and supply[space.letter]:
                    display[space.id] = supply[space.letter].pop(0)
        for space_id, said in form.books.items():
            display[space_id] = None if said == EMPTY else said
        self.display = tuple(display.values())
        self.unseen = tuple(frozenset(supply[letter]) for letter in BOOK_LETTERS)
        self.coins = tuple(
            form.book_coins.get(space.id, _new_coins(form, setting, space)) for space in spaces
        )


def _new_coins(form: PositionForm, setting: Setting, space: BookSpace) -> int:
    """Return the coins that a round has laid on a space, while nobody can have taken them."""
    if form.phase != "planning" or space.round != form.round:
        return 0
    return coins_laid(setting, space, form.round)


class Posts:
    """The posts in regions, in bases and out of the game."""

    def __init__(self, form: PositionForm, fresh: State) -> None:
        regions = fresh.setting.components.region
        self.regions = tuple(form.regions.get(region) for region in regions)
        bases, lost = [], []
        for company, full in zip(COMPANIES, fresh.bases, strict=True):
            placed = self.regions.count(company)
            base = form.bases.get(company) or _without(full, placed)
            bases.append(base)
            lost.append(_posts(full) - placed - _posts(base))
        self.bases = tuple(bases)
        self.lost = tuple(lost)
        """Below 0 where a company has more posts than there are, which the audit names."""


def _posts(base: tuple[BaseColumn, ...]) -> int:
    return sum(column.posts for column in base)


def _without(full: tuple[BaseColumn, ...], placed: int) -> tuple[BaseColumn, ...]:
    """Return a base from which so many posts were taken, from its first columns."""
    columns = []
    for column in full:
        taken = min(placed, column.posts)
        placed -= taken
        columns.append(BaseColumn(column.posts - taken, taken == column.posts))
    return tuple(columns)
