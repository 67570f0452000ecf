"""Positions for tests: a fresh game with the `reference` set in which some facts are others.

Nothing is lost or doubled: a card, a book or a post that is put somewhere leaves the place where
it lay. A card that gives way on the display is discarded, a book goes back to the supply.
"""

from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from referee.engine import initial
from referee.game.ids import COMPANIES, Seat
from referee.game.reading import reference_set
from referee.game.setting import Setting
from referee.game.state import State
from tests.position_board import Books, Cards, Posts, require
from tests.position_form import PositionError, PositionForm, SettingForm
from tests.position_players import Players

Form = TypeVar("Form", bound=SettingForm)


def position(**form: Any) -> State:  # noqa: ANN401
    """Return the table that `form` says, in the words of a case file."""
    return position_of(form)


def position_of(form: Mapping[str, object]) -> State:
    """Return the table that the plain data of a case file say."""
    said = _read(form, PositionForm)
    fresh = initial(_setting(said))
    spaces = [space.id for space in fresh.setting.spaces]
    require(said.markers, spaces, "markers")
    for seat in (said.first_player, *said.markers.values()):
        require([seat], range(said.players), "a seat")
    markers = [said.markers.get(space) for space in spaces]
    ordered = said.phase in {"actions", "starting-bonus"}
    due = said.first_player if ordered and said.to_move is None else said.to_move
    players = Players(said, fresh)
    cards, books, posts = Cards(said, fresh.setting), Books(said, fresh.setting), Posts(said, fresh)
    return replace(
        fresh,
        phase=said.phase,
        round=said.round,
        turn=said.turn,
        to_move=None if due is None else Seat(due),
        first_player=Seat(said.first_player),
        regions=posts.regions,
        bases=posts.bases,
        lost_posts=posts.lost,
        display=cards.display,
        unseen_cards=cards.unseen,
        discards=tuple(sorted([*cards.discards, *players.discards])),
        book_display=books.display,
        book_coins=books.coins,
        unseen_books=books.unseen,
        markers=tuple(None if seat is None else Seat(seat) for seat in markers),
        players=players.players,
        plans=players.plans,
    )


def setting_of(form: Mapping[str, object]) -> Setting:
    """Return the setting that the plain data of a case file say."""
    return _setting(_read(form, SettingForm))


def _read(form: Mapping[str, object], kind: type[Form]) -> Form:
    try:
        return msgspec.convert(form, kind, str_keys=True)
    except msgspec.ValidationError as error:
        raise PositionError(str(error)) from error


def _setting(form: SettingForm) -> Setting:
    components = reference_set()
    first_game = {entry.company: entry.track for entry in components.first_game}
    return Setting(
        components=components,
        players=form.players,
        tracks=tuple(form.tracks.get(company, first_game[company]) for company in COMPANIES),
        rulings=form.rulings,
        first_game_tracks=form.first_game_tracks,
        first_game_tiles=form.first_game_tiles,
    )
