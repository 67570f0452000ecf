"""What the words of a record mean: ids, names and their unambiguous abbreviations."""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache

from referee.game.component_set import ComponentSet
from referee.game.ids import COMPANIES, SLOTS, Company, Seat, Slot
from referee.transcript.problems import WordError, listed, near
from referee.transcript.record import NamedPlayer

_HEAD = re.compile(r"([^\d]*)(.*)", re.DOTALL)


FEW = 6
"""If no more things than these can be meant, a word that means none of them is told all."""


class Scope:
    """The words that mean something in one place, and what each stands for."""

    def __init__(
        self, what: str, known: Mapping[str, str], also: Mapping[str, str] | None = None
    ) -> None:
        self.what = what
        first = {word.casefold(): meaning for word, meaning in known.items()}
        second = {word.casefold(): meaning for word, meaning in (also or {}).items()}
        self.known = second | first
        self._found: dict[str, str] = dict(self.known)
        self._parts = [(*_split(word), meaning) for word, meaning in first.items()]
        self._second = [(*_split(word), meaning) for word, meaning in second.items()]
        """Words that are thought of only when no other begins alike."""

    def find(self, word: str, column: int = 0) -> str:
        """Return what `word` stands for, spelled out or abbreviated; a `WordError` if nothing."""
        key = word.casefold()
        found = self._found.get(key)
        if found is None:
            found = self._found[key] = self._abbreviated(key, word, column)
        return found

    def has(self, word: str) -> bool:
        """Return whether `word` stands for one thing here."""
        try:
            self.find(word)
        except WordError:
            return False
        return True

    def _abbreviated(self, key: str, word: str, column: int) -> str:
        first, second = self._beginning(key, self._parts), self._beginning(key, self._second)
        for candidates in (first, self._initials(key), second):
            meanings = sorted(set(candidates))
            if len(meanings) == 1:
                return meanings[0]
            if meanings:
                message = f"{word!r} may be {listed(meanings)}"
                raise WordError(message, column)
        guess = tuple(dict.fromkeys(self.known[found] for found in near(key, self.known)))
        every = [*dict.fromkeys(self.known.values())]
        among = f"; there is {listed(every)}" if not guess and 0 < len(every) <= FEW else ""
        raise WordError(f"there is no {self.what} {word!r}{among}", column, guess)

    @staticmethod
    def _beginning(key: str, parts: list[tuple[str, str, str]]) -> Iterator[str]:
        """Yield what begins with these letters; digits must follow as they are."""
        head, tail = _split(key)
        for known_head, known_tail, meaning in parts:
            if (not tail or known_tail == tail) and known_head.startswith(head):
                yield meaning

    def _initials(self, key: str) -> Iterator[str]:
        for word, meaning in self.known.items():
            if "-" in word and "".join(part[:1] for part in word.split("-")) == key:
                yield meaning


def _split(word: str) -> tuple[str, str]:
    matched = _HEAD.fullmatch(word)
    return (matched[1], matched[2]) if matched else (word, "")


def _ids(entries: list[str]) -> dict[str, str]:
    """Return ids with and without the zeros before their numbers: `R07` is also `R7`."""
    known: dict[str, str] = {}
    for entry in entries:
        known[re.sub(r"(?<=\D)0+(?=\d)", "", entry)] = entry
    return known | {entry: entry for entry in entries}


class Names:
    """The words of one game: those of its component set and of its players."""

    def __init__(self, components: ComponentSet, players: tuple[NamedPlayer, ...]) -> None:
        words = _words(components)
        self.components = components
        self.colours = tuple(player.colour for player in players)
        named = {player.name: player.colour for player in players if player.name}
        self.players = Scope("player", {colour: colour for colour in self.colours}, named)
        self.companies = words["company"]
        self.regions = words["region"]
        self.places = words["place"]
        self.books = words["book"]
        self.book_spaces = words["book space"]
        self.starting_tiles = words["starting tile"]
        self.spaces = words["bonus space"]
        self.tracks = words["track"]
        self.slots = words["slot"]
        self.cards = words["card"]
        self._words = words

    def seat(self, word: str, column: int = 0) -> Seat:
        """Return the seat of the player that a word names."""
        return Seat(self.colours.index(self.players.find(word, column)))

    def cards_of(self, seat: Seat) -> Scope:
        """Return the cards as one player calls them, with his own expansion card's short name."""
        return self._words.get(f"card {seat}", self.cards)

    def items_of(self, seat: Seat) -> Scope:
        """Return what can lie in a player's action area: cards and bonus tiles."""
        return self._words.get(f"item {seat}", self.cards)

    def units_of(self, seat: Seat) -> Scope:
        """Return what a goods turn names: cards and companies."""
        return self._words.get(f"unit {seat}", self.cards)


@lru_cache(maxsize=16)
def _words(components: ComponentSet) -> dict[str, Scope]:
    companies: dict[str, str] = {company: company for company in COMPANIES}
    companies |= {company.replace("-", ""): company for company in COMPANIES}
    companies |= {"st-louis": "saint-louis", "stlouis": "saint-louis"}
    regions: dict[str, str] = {region.name: region.id for region in components.regions}
    regions |= _ids([region.id for region in components.regions])
    tiles: dict[str, str] = {tile.id: tile.id for tile in components.tiles}
    cards: dict[str, str] = {card.id: card.id for card in components.cards}
    words = {
        "company": Scope("company", companies),
        "region": Scope("region", regions),
        "place": Scope("region or company", regions | companies),
        "book": Scope("book", _ids([book.id for book in components.books])),
        "book space": Scope("book space", {s.id: s.id for s in components.book_spaces}),
        "starting tile": Scope("starting tile", _ids([t.id for t in components.starting_tiles])),
        "bonus space": Scope("bonus space", {space.id: space.id for space in components.spaces}),
        "track": Scope("track", {track.id: track.id for track in components.tracks}),
        "slot": Scope("slot", {slot: slot for slot in SLOTS}),
        "card": Scope("card", cards),
    }
    for seat in range(len(components.starting_tiles)):
        own = cards | {
            card.id.rpartition("-")[0]: card.id
            for card in components.cards
            if card.seat == seat + 1 and card.id.rpartition("-")[0] not in cards
        }
        words[f"card {seat}"] = Scope("card", own)
        words[f"item {seat}"] = Scope("card or tile", own | tiles)
        words[f"unit {seat}"] = Scope("card or company", own | companies)
    return words


def company(found: str) -> Company:
    """Return a company whose id was found."""
    return next(known for known in COMPANIES if known == found)


def slot(found: str) -> Slot:
    """Return a slot whose id was found."""
    return next(known for known in SLOTS if known == found)
