"""The table: everything that lies on it, kept in the form in which it is reported."""

import hashlib
import json
from typing import Any

from .printed import BOOK_LETTERS, CARD_LETTERS, COMPANIES, Entry, Printed

DEFAULT_RULINGS = {
    "extra-markers-track": "B2",
    "capital-call": "must-pay",
    "partial-use": "no",
    "bonus-use": "may-use",
    "value-passed": "at-or-beyond",
    "share-cards": "removable",
    "book-money-convert": "every-point",
    "cover": "free",
    "diamond-overflow": "pounds",
    "and-or-space": "and-or",
}

Player = dict[str, Any]


class Game:
    """One game: the printed set, the table, and what lies on it unseen."""

    def __init__(
        self,
        printed: Printed,
        players: int,
        tracks: dict[str, str],
        rulings: dict[str, str],
        *,
        given_tiles: bool,
    ) -> None:
        self.printed = printed
        self.rulings = DEFAULT_RULINGS | rulings
        self.given_tiles = given_tiles
        self.tiles_gone: list[str] = []
        self.plans: list[list[str | None] | None] = [None] * players
        self.track = {company: printed.track[side] for company, side in tracks.items()}
        self.bonuses = _bonuses(self)
        self.in_use: dict[int, dict[str, int]] = {}
        self.table: dict[str, Any] = _first_table(printed, players, tracks, rulings)

    @property
    def players(self) -> list[Player]:
        """The players by seat."""
        players: list[Player] = self.table["players"]
        return players

    def copy(self) -> "Game":
        """The same table once more, to try something out."""
        twin = object.__new__(Game)
        twin.__dict__.update(self.__dict__)
        twin.tiles_gone = list(self.tiles_gone)
        twin.plans = list(self.plans)
        twin.table = _plain_copy(self.table)
        return twin

    def digest(self) -> str:
        """The fingerprint of the reported table."""
        written = json.dumps(self.table, sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(written.encode()).hexdigest()


def _first_table(
    printed: Printed, players: int, tracks: dict[str, str], rulings: dict[str, str]
) -> dict[str, Any]:
    return {
        "format": 1,
        "components": printed.digest,
        "rulings": {name: a for name, a in rulings.items() if a != DEFAULT_RULINGS[name]},
        "tracks": dict(tracks),
        "phase": "deal-cards",
        "round": 1,
        "turn": 1,
        "to_move": None,
        "first_player": 0,
        "regions": {},
        "bases": {
            company: [{"posts": len(column), "opened": False} for column in printed.base[company]]
            for company in COMPANIES
        },
        "lost_posts": dict.fromkeys(COMPANIES, 0),
        "display": [None] * 12,
        "books": {},
        "book_coins": {},
        "markers": {},
        "unseen_cards": _letters(CARD_LETTERS, printed.card),
        "unseen_books": _letters(BOOK_LETTERS, printed.book),
        "discards": [],
        "planned": [None] * players,
        "players": [_first_player(printed, seat) for seat in range(players)],
    }


def _first_player(printed: Printed, seat: int) -> Player:
    return {
        "cash": 1,
        "diamonds": 0,
        "ink": 0,
        "hand": sorted(
            name
            for name, card in printed.card.items()
            if not card.get("letter") and card.get("seat") in (None, seat + 1)
        ),
        "slots": {},
        "used": [],
        "resting": {},
        "tracks": dict.fromkeys(COMPANIES, 0),
        "levels": dict.fromkeys(COMPANIES, 0),
        "books": {},
        "flipped": [],
        "starting_tile": None,
        "tiles": [],
        "plus_one": None,
        "done": False,
    }


def _letters(letters: str, entries: dict[str, Entry]) -> dict[str, list[str]]:
    return {
        letter: sorted(name for name, entry in entries.items() if entry.get("letter") == letter)
        for letter in letters
    }


def _bonuses(game: Game) -> dict[str, list[Entry]]:
    """The two bonuses of each company's track; one ruling lets A2 and B2 change theirs."""
    sides: dict[str, str] = {company: track["id"] for company, track in game.track.items()}
    if game.rulings["extra-markers-track"] == "A2":
        swap = {"A2": "B2", "B2": "A2"}
        sides = {company: swap.get(side, side) for company, side in sides.items()}
    return {company: game.printed.track[side]["bonuses"] for company, side in sides.items()}


def _plain_copy(value: Any) -> Any:  # noqa: ANN401  -- JSON of any shape
    if isinstance(value, dict):
        return {key: _plain_copy(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_plain_copy(inner) for inner in value]
    return value
