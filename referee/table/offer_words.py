"""What is written on the things that can be tapped, in the language of the page."""

from typing import Any

from referee import DraftAnswer, Offer, Table
from referee.game.messages.pictures import picture_words
from referee.game.messages.table import table_words


class OfferWords:
    """Names offers as people call them."""

    def __init__(self, table: Table) -> None:
        self._table = table
        names = (*table.names, *[None] * len(table.colours))
        self._players = {
            colour: name or picture_words().colour(colour)
            for colour, name in zip(table.colours, names, strict=False)
        }
        self._regions: dict[str, str] = {
            region.id: region.name for region in table.components.regions
        }
        self._pictures = picture_words()
        self._words = table_words()

    def told(self, draft: DraftAnswer) -> dict[str, Any]:
        """Return a draft as a page shows it."""
        shown = draft.to_dict()
        shown["offers"] = [
            {**offer.to_dict(), "label": self.label(offer)} for offer in draft.offers
        ]
        shown["complete"] = draft.is_complete
        shown["question"] = self.question(draft)
        return shown

    def question(self, draft: DraftAnswer) -> str:
        """Return what is asked for."""
        words = self._words
        key = draft.asks if draft.kind in _ACTIONS else draft.kind
        key = "turn" if draft.kind == "turn" else key
        if draft.kind in _ACTIONS and not key:
            key = "nothing"
        book = next(
            (word for word in draft.line.split("books ")[-1].split() if "@" not in word), ""
        )
        facts: dict[str, str | int] = {
            "player": self._players.get(draft.player or "", ""),
            "book": book,
            "n": min(draft.given + 1, draft.wanted),
            "all": draft.wanted,
            "space": self._space(draft),
            "slot": self._slot(draft),
        }
        template = f"asks-{key}"
        return words.say(template, **facts) if template in words.told else ""

    def _space(self, draft: DraftAnswer) -> str:
        """Return the space of the book display that is filled next."""
        offer = next((each for each in draft.offers if each.legal and each.kind == "book"), None)
        return "" if offer is None else offer.line.split()[-1].partition(":")[0]

    def _slot(self, draft: DraftAnswer) -> str:
        """Return where the next resting card lies."""
        number = min(draft.given, 2)
        return self._pictures.notes[("left", "middle", "right")[number]]

    def label(self, offer: Offer) -> str:
        """Return what is written on an offer."""
        values = [self._named(offer.kind, value) for value in offer.values]
        key = f"{offer.kind}-{offer.values[0]}" if offer.kind == "part" else offer.kind
        key = f"offer-{key}"
        if offer.kind == "part" and offer.values[0] == "points" and len(values) > 1:
            key = "offer-part-points-books"
        if key not in self._words.told:
            return " ".join(values)
        first, second = ([*values[offer.kind == "part" :], "", ""])[:2]
        return self._words.say(
            key, first=first, second=int(second) if second.isdecimal() else second
        )

    def _named(self, kind: str, value: str) -> str:
        if kind == "action":
            return self._words.told[f"action-{value}"]
        if kind in {"deck", "plus"} and value in self._pictures.notes:
            return self._pictures.notes[value]
        if kind in {"column", "columns"} and value in _COLUMNS:
            return self._words.told[_COLUMNS[value]]
        if value in self._pictures.companies:
            return self._pictures.companies[value]
        return self._regions.get(value, value)


_ACTIONS = frozenset({"turn", "goods", "expand", "bookkeeper", "merchant", "marker", "end"})
_COLUMNS = {"1": "column-left", "2": "column-middle", "3": "column-right"}
