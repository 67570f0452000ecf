"""What is printed on the components, as it was sent, with a few indexes."""

from typing import Any

COMPANIES = ("mombasa", "cape-town", "saint-louis", "cairo")
SLOTS = ("left", "middle", "right", "diamond", "ink")
GOODS = ("coffee", "bananas", "cotton")
CARD_LETTERS = "ABCDE"
BOOK_LETTERS = "ABC"
ROUNDS = 7

Entry = dict[str, Any]


class Printed:
    """A component set by id."""

    def __init__(self, tables: dict[str, list[Entry]], digest: str) -> None:
        self.digest = digest
        self.card = _by_id(tables["cards"])
        self.book = _by_id(tables["books"])
        self.region = _by_id(tables["regions"])
        self.track = _by_id(tables["tracks"])
        self.space = _by_id(tables["spaces"])
        self.tile = _by_id(tables["tiles"])
        self.starting_tile = _by_id(tables["starting_tiles"])
        self.book_space = _by_id(tables["book_spaces"])
        self.base = {base["company"]: base["columns"] for base in tables["bases"]}
        self.diamond_track = tables["diamond_tracks"][0]
        self.book_track = tables["book_tracks"][0]
        self.round_coins = {row["players"]: row["coins"] for row in tables["round_coins"]}
        self.track_cards = tables["track_cards"]
        first_game = {entry["company"]: entry["track"] for entry in tables["first_game"]}
        self.first_game = [first_game[company] for company in COMPANIES]
        self.crates = [space["crate"] for space in sorted(tables["card_spaces"], key=_filling)]
        self.borders: dict[str, dict[str, int]] = {}
        for border in tables["borders"]:
            one, other = border["between"]
            self.borders.setdefault(one, {})[other] = border["lines"]
            self.borders.setdefault(other, {})[one] = border["lines"]

    def item(self, name: str) -> Entry | None:
        """A card or a bonus tile that counts as one."""
        return self.card.get(name) or self.tile.get(name)


def _by_id(entries: list[Entry]) -> dict[str, Entry]:
    return {entry["id"]: entry for entry in entries}


def _filling(space: Entry) -> tuple[int, int]:
    """The card display is filled column by column from the right, each from the top."""
    return -space["column"], space["row"]
