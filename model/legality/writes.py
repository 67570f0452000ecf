"""How each value of the table is written into a draft."""

from msgspec.structs import replace

from model.legality.after import ScoredPlace, WriteBit, WriteNumber, WritesTo
from model.legality.draft import TableDraft
from referee.game.ids import COMPANIES, BookId, CardId, ItemId, Seat, TileId


def cash(seat: Seat) -> WriteNumber:
    """Write a player's pounds."""

    def write(draft: TableDraft, value: int) -> None:
        draft.players[seat].cash = value

    return WritesTo(ScoredPlace("cash", seat), write)


def diamonds(seat: Seat) -> WriteNumber:
    """Write the step of a player's diamond marker."""

    def write(draft: TableDraft, value: int) -> None:
        draft.players[seat].diamonds = value

    return WritesTo(ScoredPlace("diamonds", seat), write)


def ink(seat: Seat) -> WriteNumber:
    """Write the step of a player's ink jar."""

    def write(draft: TableDraft, value: int) -> None:
        draft.players[seat].ink = value

    return WritesTo(ScoredPlace("ink", seat), write)


def track(seat: Seat, company: int) -> WriteNumber:
    """Write the space of a player's track marker."""

    def write(draft: TableDraft, value: int) -> None:
        draft.players[seat].tracks[company] = value

    return WritesTo(ScoredPlace("track", seat, company), write)


def level(seat: Seat, company: int) -> WriteNumber:
    """Write how many of a track's bonuses work for a player."""

    def write(draft: TableDraft, value: int) -> None:
        draft.players[seat].levels[company] = value

    return write


def used(seat: Seat, item: ItemId) -> WriteBit:
    """Write whether a card or tile lies face down."""

    def write(draft: TableDraft, value: bool) -> None:  # noqa: FBT001
        if value:
            draft.players[seat].used.add(item)

    return write


def to_hand(seat: Seat, card: CardId) -> WriteBit:
    """Write whether a card comes into a player's hand."""

    def write(draft: TableDraft, value: bool) -> None:  # noqa: FBT001
        if value:
            draft.players[seat].hand.add(card)

    return WritesTo(ScoredPlace("to-hand", seat, card), write)


def discarded(seat: Seat, card: CardId) -> WriteBit:
    """Write whether a card goes from a player's hand to the discard pile."""

    def write(draft: TableDraft, value: bool) -> None:  # noqa: FBT001
        if value:
            draft.players[seat].hand.discard(card)
            draft.discards.append(card)

    return WritesTo(ScoredPlace("discarded", seat, card), write)


def off_display(space: int) -> WriteBit:
    """Write whether a card leaves its space of the display."""

    def write(draft: TableDraft, value: bool) -> None:  # noqa: FBT001
        if value:
            draft.display[space] = None

    return write


def plus_one(seat: Seat, cards: tuple[CardId, ...]) -> WriteNumber:
    """Write the card on which the goods tile lies, by its number among `cards`, or 0."""

    def write(draft: TableDraft, value: int) -> None:
        if value:
            draft.players[seat].plus_one = cards[value - 1]

    return write


def posts(company: int, column: int) -> WriteNumber:
    """Write how many posts a column has; an emptied one counts as opened from then on."""

    def write(draft: TableDraft, value: int) -> None:
        draft.bases[company][column] = replace(draft.bases[company][column], posts=value)

    return WritesTo(ScoredPlace("posts", company, column), write)


def opened(company: int, column: int) -> WriteBit:
    """Write whether the final space of a column was ever empty."""

    def write(draft: TableDraft, value: bool) -> None:  # noqa: FBT001
        draft.bases[company][column] = replace(draft.bases[company][column], opened=value)

    return WritesTo(ScoredPlace("opened", company, column), write)


def lost(company: int) -> WriteNumber:
    """Write how many posts of a company are out of the game."""

    def write(draft: TableDraft, value: int) -> None:
        draft.lost_posts[company] = value

    return write


def region(index: int) -> WriteNumber:
    """Write whose post stands in a region: 1 and up for the companies, 0 for nobody's."""

    def write(draft: TableDraft, value: int) -> None:
        draft.regions[index] = COMPANIES[value - 1] if value else None

    return write


def book(seat: Seat, space: int, name: BookId, first_step: int) -> WriteNumber:
    """Write the step on which a book of the display came to lie; below 0 it stays."""

    def write(draft: TableDraft, value: int) -> None:
        if value >= 0:
            player = draft.players[seat]
            draft.book_display[space] = None
            player.books[value - first_step] = (*player.books[value - first_step], name)

    return write


def book_coins(space: int) -> WriteNumber:
    """Write the coins on a space of the book display."""

    def write(draft: TableDraft, value: int) -> None:
        draft.book_coins[space] = value

    return write


def flipped(seat: Seat, step: int) -> WriteBit:
    """Write whether the visible book of a step lies face down."""

    def write(draft: TableDraft, value: bool) -> None:  # noqa: FBT001
        if value:
            draft.players[seat].flipped.add(step)
        else:
            draft.players[seat].flipped.discard(step)

    return write


def marker(space: int, seat: Seat) -> WriteBit:
    """Write whether a player's marker stands on a bonus space."""

    def write(draft: TableDraft, value: bool) -> None:  # noqa: FBT001
        if value:
            draft.markers[space] = seat

    return write


def first_player(draft: TableDraft, value: int) -> None:
    """Write who holds the first player marker."""
    draft.first_player = Seat(value)


def to_move(draft: TableDraft, value: int) -> None:
    """Write who is due; below 0 nobody is."""
    draft.to_move = Seat(value) if value >= 0 else None


def turn(draft: TableDraft, value: int) -> None:
    """Write the number of the turn that is due."""
    draft.turn = value


def round_number(draft: TableDraft, value: int) -> None:
    """Write the number of the round."""
    draft.round = value


def tile(seat: Seat, name: TileId) -> WriteBit:
    """Write whether a player gets a bonus tile."""

    def write(draft: TableDraft, value: bool) -> None:  # noqa: FBT001
        if value:
            draft.players[seat].tiles.add(name)

    return write
