"""A line of a record that is looked at for slips, with what could be named in it."""

from collections.abc import Collection
from typing import Final

from msgspec import Struct

from referee.game.ids import COMPANIES, Seat
from referee.game.state import State
from referee.repairs.line_words import STARTS, VERBS, LineWords, Vocabulary, line_words
from referee.repairs.sheet import Row

LISTS: Final = frozenset({"plan", "rest", "prepare", "refill"})
"""What is a list of cards or books and nothing else."""


class Meant(Struct, frozen=True):
    """A line that may have been meant, and the kind of slip that was made then."""

    text: str
    kind: str


class WrittenLine:
    """One line, taken apart, at the table at which it was written."""

    def __init__(self, row: Row, table: State | None, vocabulary: Vocabulary) -> None:
        self.row = row
        self.words: LineWords = line_words(row.text)
        self.vocabulary = vocabulary
        self.table = table
        texts = [vocabulary.keyword(atom.text, at) for at, atom in enumerate(self.words.atoms)]
        self.texts = texts
        self.verb = next((text for text in texts[:3] if text in {*VERBS, *STARTS}), "")
        self.named = frozenset(texts) - {"-", *COMPANIES} if self.verb in LISTS else frozenset()
        """What is named already in a list in which nothing stands twice."""
        self.claims = texts.index("=") if "=" in texts else len(texts)
        """Where the results that somebody noted begin."""

    def with_word(self, at: int, word: str, kind: str) -> Meant:
        """Return the line with a word more in a place."""
        return Meant(self.words.with_span(at, at, word), kind)

    def possible(self, kind: str) -> Collection[str] | None:
        """Return the things of a kind that can be named here at the table; None if all can."""
        table = self.table
        if table is None or kind not in {"card", "book"}:
            return None
        match self.verb:
            case "refill":
                return {book for letter in table.unseen_books for book in letter}
            case "prepare":
                return {card for letter in table.unseen_cards for card in letter}
            case "display" | "books" | "rest" | "":
                return None
            case _:
                return self._on_table(kind, table)

    def _on_table(self, kind: str, table: State) -> set[str]:
        """Return the books, or the cards, that a player can name in a plan or a turn."""
        if kind == "book":
            held = (book for player in table.players for pile in player.books for book in pile)
            return {*filter(None, table.book_display), *held}
        return {*self.own_cards(), *filter(None, table.display)}

    def own_cards(self) -> set[str]:
        """Return the cards and tiles that the player of the line has."""
        if self.table is None or (self.row.seat is None and not self.row.problems):
            return set()
        seats = range(len(self.table.players)) if self.row.problems else [self.row.seat or 0]
        players = [self.table.player(Seat(seat)) for seat in seats]
        held = ({*player.hand, *filter(None, player.slots), *player.tiles} for player in players)
        return {str(item) for items in held for item in items}
