"""Puts a table together from what a position says of it.

Nothing is lost or doubled by what is left unsaid: a card, a book or a post that is put somewhere
leaves the place where it lay. A card that gives way on the display is discarded, a book goes back
to the supply. What the position itself says twice is on the table twice, for the audit to name.
"""

from msgspec.structs import replace

from referee.engine import initial
from referee.game.ids import Seat
from referee.game.setting import Setting
from referee.game.state import Phase, State
from referee.positions.board import Books, CardPlaces, Posts
from referee.positions.form import PositionForm
from referee.positions.seats import Players

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
    return replace(
        fresh,
        phase=form.phase,
        round=form.round,
        turn=form.turn,
        to_move=None if due is None else Seat(due),
        first_player=Seat(form.first_player),
        regions=posts.regions,
        bases=posts.bases,
        lost_posts=posts.lost,
        display=cards.display,
        unseen_cards=cards.unseen,
        discards=players.all_discards(cards.discards),
        book_display=books.display,
        book_coins=books.coins,
        unseen_books=books.unseen,
        markers=tuple(None if seat is None else Seat(seat) for seat in markers),
        players=players.players,
        plans=players.plans,
        rejected_tiles=frozenset(form.rejected),
    )
