"""What the words of a record mean: ids, names and their unambiguous abbreviations."""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, Final

from referee.core.component_set import ComponentSet
from referee.core.faces import Deck, called_space
from referee.core.ids import COMPANIES, SLOTS, Company, Seat, Slot
from referee.i18n.speech import say
from referee.records.keywords import START
from referee.records.record import NamedPlayer, WordError, called, listed, near

_HEAD = re.compile(r"([^\d]*)(.*)", re.DOTALL)


FEW = 6
"""If no more things than these can be meant, a word that means none of them is told all."""


MOST_KEPT = 2_000
"""Words that a scope keeps as they were spelled."""


class Scope:
    """The words that mean something in one place, and what each stands for."""

    def __init__(
        self,
        what: str,
        known: Mapping[str, str],
        also: Mapping[str, str] | None = None,
        *,
        is_alone: bool = False,
        deck: Deck | None = None,
        called: Mapping[str, str] | None = None,
    ) -> None:
        self.what = what
        self.deck: Deck | None = deck
        """The pieces among what is meant, which can be named by place and face as well."""
        self.is_alone = is_alone
        """Its words never stand in a list, which a keyword could end."""
        self._called = called or {}
        """What sentences call the things that can be meant, if not by what they are."""
        first = {word.casefold(): meaning for word, meaning in known.items()}
        second = {word.casefold(): meaning for word, meaning in (also or {}).items()}
        self.known = second | first
        self._found: dict[str, str] = dict(self.known)
        self.words: dict[str, str] = {}
        """What words as they were spelled turned out to mean, for whoever looks them up first."""
        self.joined: dict[str, Any] = {}
        """What words with signs in them turned out to say, such as `R05:2`."""
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

    def called(self, meanings: list[str]) -> list[str]:
        """Return what sentences call these meanings."""
        return [self._called.get(each, each) for each in meanings]

    def remember(self, word: str, *, keep: bool = True) -> str:
        """Return what `find` does, and keep it for the next time unless there is too much."""
        found = self.find(word)
        if keep and len(self.words) < MOST_KEPT:
            self.words[word] = found
        return found

    def has(self, word: str) -> bool:
        """Return whether `word` stands for one thing here."""
        key = word.casefold()
        return key in self._found or len(self.meanings(key)) == 1

    def meanings(self, key: str) -> list[str]:
        """Return what a word that is not spelled out may stand for."""
        for candidates in (
            self._beginning(key, self._parts),
            self._initials(key),
            self._beginning(key, self._second),
        ):
            if meanings := sorted(set(candidates)):
                return meanings
        return []

    def _abbreviated(self, key: str, word: str, column: int) -> str:
        meanings = self.meanings(key)
        if len(meanings) == 1:
            return meanings[0]
        if meanings:
            raise ambiguous(word, self.called(meanings), column)
        guess = tuple(dict.fromkeys(self.known[found] for found in near(key, self.known)))
        every = [*dict.fromkeys(self.known.values())]
        facts = {"what": self.what, "word": f"{word!r}"}
        if guess or not 0 < len(every) <= FEW:
            raise WordError(say("records.names.not-found", **facts), column, guess)
        raise WordError(say("records.names.not-among", **facts, known=listed(every)), column)

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


def ambiguous(word: str, meanings: list[str], column: int) -> WordError:
    """Return the question which of several things a word means."""
    facts = {"word": f"{word!r}", "meanings": listed(meanings)}
    return WordError(say("records.names.ambiguous", **facts), column)


class PlayerScope(Scope):
    """The words for the players: a name counts as much as a colour, whatever either means."""

    def __init__(
        self, players: tuple[NamedPlayer, ...], colour_words: Iterable[tuple[str, str]]
    ) -> None:
        """Take in the players, and what their colours are called in the language of the record."""
        colours = [player.colour for player in players]
        words = [(colour, colour) for colour in colours]
        words += [(player.name, player.colour) for player in players if player.name]
        words += [(own, colour) for own, colour in colour_words if colour in colours]
        known: dict[str, str] = {}
        for word, colour in words:
            known.setdefault(word.casefold(), colour)
        names = dict(zip(colours, called(players), strict=True))
        super().__init__("player", known, called=names)
        self._parts = [(*_split(word.casefold()), colour) for word, colour in words]
        for word, colour in words:
            if known[word.casefold()] != colour:
                self._found.pop(word.casefold(), None)


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

    def __init__(
        self,
        components: ComponentSet,
        players: tuple[NamedPlayer, ...],
        colour_words: Iterable[tuple[str, str]] = (),
    ) -> None:
        words = words_of(components)
        self.components = components
        self.named = players
        self.colours = tuple(player.colour for player in players)
        self.players = PlayerScope(players, colour_words)
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
        self.own: tuple[dict[str, Scope], ...] = tuple(
            {
                "own card": self.cards_of(Seat(seat)),
                "item": self.items_of(Seat(seat)),
                "unit": words.get(f"unit {seat}", self.cards),
                **words,
            }
            for seat in range(max(1, len(self.colours)))
        )
        """By seat all scopes of a game, cards among them as this player calls them."""
        self.seats: dict[str, Seat] = {
            colour: Seat(seat) for seat, colour in enumerate(self.colours) if colour not in START
        }
        """Seats by words for their players, none of which is a keyword."""

    def cards_of(self, seat: Seat) -> Scope:
        """Return the cards as one player calls them, with his own expansion card's short name."""
        return self._words.get(f"card {seat}", self.cards)

    def items_of(self, seat: Seat) -> Scope:
        """Return what can lie in a player's action area: cards and bonus tiles."""
        return self._words.get(f"item {seat}", self.cards)


@lru_cache(maxsize=16)
def names_of(
    components: ComponentSet,
    players: tuple[NamedPlayer, ...],
    colour_words: tuple[tuple[str, str], ...] = (),
) -> Names:
    """Return the words of games with these players, looked up if there was one before."""
    return Names(components, players, colour_words)


@lru_cache(maxsize=16)
def words_of(components: ComponentSet) -> dict[str, Scope]:
    """Return the words that mean something in games with a component set, by what they mean."""
    companies: dict[str, str] = {company: company for company in COMPANIES}
    companies |= {company.replace("-", ""): company for company in COMPANIES}
    companies |= {"st-louis": "saint-louis", "stlouis": "saint-louis"}
    regions: dict[str, str] = {region.name: region.id for region in components.regions}
    regions |= _ids([region.id for region in components.regions])
    tiles: dict[str, str] = {tile.id: tile.id for tile in components.tiles}
    cards: dict[str, str] = {card.id: card.id for card in components.cards}
    words = {
        "company": Scope("company", companies),
        "region": Scope("region", regions, deck="regions"),
        "place": Scope("region or company", regions | companies, deck="regions"),
        "book": Scope("book", _ids([book.id for book in components.books]), deck="books"),
        "book space": Scope(
            "book space",
            {called_space(s): s.id for s in components.book_spaces}
            | {s.id: s.id for s in components.book_spaces},
        ),
        "starting tile": Scope(
            "starting tile",
            _ids([tile.id for tile in components.starting_tiles]),
            deck="starting_tiles",
        ),
        "bonus space": Scope(
            "bonus space", {space.id: space.id for space in components.spaces}, is_alone=True
        ),
        "track": Scope("track", {track.id: track.id for track in components.tracks}),
        "slot": Scope("slot", {slot: slot for slot in SLOTS}),
        "card": Scope("card", cards, deck="cards"),
    }
    for seat in range(len(components.starting_tiles)):
        own = cards | {
            card.id.rpartition("-")[0]: card.id
            for card in components.cards
            if card.seat == seat + 1 and card.id.rpartition("-")[0] not in cards
        }
        words[f"card {seat}"] = Scope("card", own, deck="cards")
        words[f"item {seat}"] = Scope("card or tile", own | tiles, deck="cards")
        words[f"unit {seat}"] = Scope("card or company", own | companies, deck="cards")
    return words


_COMPANIES: Final[dict[str, Company]] = {company: company for company in COMPANIES}


def company(found: str) -> Company:
    """Return a company whose id was found."""
    return _COMPANIES.get(found, COMPANIES[0])


_SLOTS: Final[dict[str, Slot]] = {slot: slot for slot in SLOTS}


def slot(found: str) -> Slot:
    """Return a slot whose id was found."""
    return _SLOTS[found]
