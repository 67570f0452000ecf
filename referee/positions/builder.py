"""Puts a table together from what a position says of it.

Nothing is lost or doubled by what is left unsaid: a card, a book or a post that is put somewhere
leaves the place where it lay. A card that gives way on the display is discarded, a book goes back
to the supply. What the position itself says twice is on the table twice, for the audit to name.
"""

from collections import Counter

from msgspec.structs import replace

from referee.core import ids
from referee.core.components import BookSpace
from referee.core.events import Plan
from referee.core.state import BaseColumn, Phase, Player, Setting, State
from referee.engine import initial
from referee.positions.parser import EMPTY, PositionForm, SeatForm, display_spaces

# What the rounds up to a moment have done to every table: cards drawn, coins laid -----------------
FIRST_WITH_COINS = 2
"""The first round whose space on the round track has coins."""


def cards_drawn(setting: Setting, round_number: int) -> tuple[int, int]:
    """Return how many cards at least, and at most, have left the stack by a round."""
    total = sum(card.letter is not None for card in setting.components.cards)
    spaces, prepared = len(setting.components.card_spaces), round_number - 1
    rows = spaces // len(ids.COLOURED_SLOTS)
    return min(total, spaces + rows * prepared), min(total, spaces * (prepared + 1))


def coins_laid(setting: Setting, space: BookSpace, round_number: int) -> int:
    """Return how many coins the rounds up to this one have laid on a space of the book display."""
    for stacks in setting.components.round_coins:
        if stacks.players == setting.players and space.round <= round_number:
            return int(space.row <= stacks.coins[space.round - FIRST_WITH_COINS])
    return 0


# The shared part of a table: cards, books and posts, each put where the position says -------------
class CardPlaces:
    """The card display, the stack and the discard pile."""

    def __init__(self, form: PositionForm, setting: Setting) -> None:
        lettered = [card for card in setting.components.cards if card.letter]
        lettered.sort(key=lambda card: ids.CARD_LETTERS.index(card.letter or "A"))
        shown = [card for card in form.display.values() if card != EMPTY]
        held = [card for seat in form.seats for card in seat.held]
        named = {*held, *shown, *form.discards, *(form.stack or ())}
        self.discards = list(form.discards)

        display: dict[str, ids.CardId | None] = dict.fromkeys(display_spaces(setting))
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
                letters = [card.letter for card in lettered if card.letter and card.id not in left]
                latest = max(map(ids.CARD_LETTERS.index, letters), default=0)
                gone = {
                    card.id
                    for card in lettered
                    if card.id in left and ids.CARD_LETTERS.index(card.letter or "A") < latest
                }
                unseen = [card.id for card in lettered if card.id in left - gone]
                # The rounds must have drawn so many, whatever lies on the table.
                least = cards_drawn(setting, form.round)[0]
                gone |= {*unseen[: max(0, least - len(lettered) + len(unseen))]}
            left -= gone
        self.discards += sorted(gone)
        self.unseen = tuple(
            frozenset(card.id for card in lettered if card.letter == letter and card.id in left)
            for letter in ids.CARD_LETTERS
        )


class Books:
    """The book display with its coins, and the supply."""

    def __init__(self, form: PositionForm, setting: Setting) -> None:
        books, spaces = setting.components.books, setting.components.book_spaces
        piles = [pile for seat in form.seats for pile in seat.books.values()]
        named = {*(book for pile in piles for book in pile), *form.books.values()}
        display: dict[str, ids.BookId | None] = {space.id: None for space in spaces}
        supply = {
            letter: [book.id for book in books if book.letter == letter and book.id not in named]
            for letter in ids.BOOK_LETTERS
        }
        if form.is_after("deal-books"):
            for space in spaces:
                if space.id not in form.books and supply[space.letter]:
                    display[space.id] = supply[space.letter].pop(0)
        for space_id, said in form.books.items():
            display[space_id] = None if said == EMPTY else said
        self.display = tuple(display.values())
        self.unseen = tuple(frozenset(supply[letter]) for letter in ids.BOOK_LETTERS)
        # While a round is planned nobody can have taken the coins that it has laid.
        fresh = {
            space.id: coins_laid(setting, space, form.round)
            for space in spaces
            if form.phase == "planning" and space.round == form.round
        }
        coins = {**fresh, **form.book_coins}
        self.coins = tuple(coins.get(space.id, 0) for space in spaces)


class Posts:
    """The posts in regions, in bases and out of the game."""

    def __init__(self, form: PositionForm, fresh: State) -> None:
        regions = fresh.setting.components.region
        self.regions = tuple(form.regions.get(region) for region in regions)
        bases, lost = [], []
        for company, full in zip(ids.COMPANIES, fresh.bases, strict=True):
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


# The players of a table: what lies before each of them --------------------------------------------
class Players:
    """All players, their face-down plans, and the starting cards that they lost."""

    def __init__(self, form: PositionForm, fresh: State) -> None:
        self.form = form
        self.fresh = fresh
        self.setting = fresh.setting
        self.components = fresh.setting.components
        self.discards: list[ids.CardId] = []
        seats = range(len(fresh.players))
        self.players = tuple(self._player(seat) for seat in seats)
        self.plans = tuple(
            None
            if said.plan is None
            else Plan(seat=ids.Seat(seat), slots=tuple(map(said.plan.get, ids.SLOTS)))
            for seat, said in enumerate(form.seats)
        )

    def _player(self, seat: int) -> Player:
        form, fresh = self.form.seats[seat], self.fresh.players[seat]
        tile = self._starting_tile(seat)
        hand, resting = self._cards(seat, tile)
        steps = range(2, self.components.book_track.last + 1)
        return replace(
            fresh,
            cash=fresh.cash if form.cash is None else form.cash,
            hand=hand,
            slots=tuple(form.slots.get(slot) for slot in ids.SLOTS),
            used=frozenset(form.used),
            resting=resting,
            tracks=tuple(form.tracks.get(company, 0) for company in ids.COMPANIES),
            levels=tuple(self._level(form, company) for company in ids.COMPANIES),
            diamonds=form.diamonds,
            ink=form.ink,
            books=tuple(form.books.get(step, ()) for step in steps),
            flipped=frozenset(form.flipped),
            starting_tile=tile,
            tiles=frozenset(form.tiles),
            plus_one=form.plus_one,
            done=form.done,
        )

    def _starting_tile(self, seat: int) -> ids.StartTileId | None:
        """Return the tile said, or the first game's, or another one if somebody has that."""
        own = self.form.seats[seat].starting_tile
        if own is not None or not self.form.is_after("starting-tiles"):
            return own
        said = {form.starting_tile for form in self.form.seats} | {*self.form.rejected}
        tiles = self.components.starting_tiles
        free = [tile for tile in tiles if tile.id not in said]
        usual = (tile.id for tile in free if tile.first_game_seat == seat + 1)
        return next(usual, free[-1 - seat].id if seat < len(free) else None)

    def _cards(
        self, seat: int, tile: ids.StartTileId | None
    ) -> tuple[frozenset[ids.CardId], tuple[frozenset[ids.CardId], ...]]:
        """Return the hand and the resting decks; cards without a place are lost."""
        form, own = self.form.seats[seat], self.fresh.players[seat].hand
        named = form.held
        decks = form.resting
        if decks is None:
            rests = tile is not None and self.form.is_after("resting")
            rest = self.components.starting_tile[tile].rest if tile and rests else ()
            decks = {
                slot: (card,)
                for slot, card in zip(ids.COLOURED_SLOTS, rest, strict=False)
                if card not in named
            }
        resting = tuple(frozenset(decks.get(slot, ())) for slot in ids.SLOTS)
        others = own.difference(named, *resting)
        if form.hand is None:
            return others.union(form.gets), resting
        self.discards += sorted(others)
        return frozenset((*form.hand, *form.gets)), resting

    def _level(self, form: SeatForm, company: ids.Company) -> int:
        at = form.tracks.get(company, 0)
        specials = self.setting.track[company].specials
        return form.levels.get(company, sum(special.at <= at for special in specials))


ORDERED: frozenset[Phase] = frozenset({"actions", "starting-bonus"})
"""The phases in which one player is due."""


def build(form: PositionForm, setting: Setting) -> State:
    """Return the table that `form` says."""
    fresh = initial(setting)
    players = Players(form, fresh)
    cards, books, posts = CardPlaces(form, setting), Books(form, setting), Posts(form, fresh)
    ordered = form.phase in ORDERED
    due = form.first_player if ordered and form.to_move is None else form.to_move
    markers = [form.markers.get(space.id) for space in setting.spaces]
    missing = Counter(players.discards) - Counter(cards.discards)
    return replace(
        fresh,
        phase=form.phase,
        round=form.round,
        turn=form.turn,
        to_move=None if due is None else ids.Seat(due),
        first_player=ids.Seat(form.first_player),
        regions=posts.regions,
        bases=posts.bases,
        lost_posts=posts.lost,
        display=cards.display,
        unseen_cards=cards.unseen,
        discards=tuple(sorted([*cards.discards, *missing.elements()])),
        book_display=books.display,
        book_coins=books.coins,
        unseen_books=books.unseen,
        markers=tuple(None if seat is None else ids.Seat(seat) for seat in markers),
        players=players.players,
        plans=players.plans,
        rejected_tiles=frozenset(form.rejected),
    )
