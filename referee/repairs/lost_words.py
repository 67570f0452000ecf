"""Words, and whole parts of a turn, that somebody may have left out of a line."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Final

from referee.game.ids import COMPANIES
from referee.repairs.line_words import LARGEST_OTHER, TURN_VERBS, VERBS
from referee.repairs.written_line import Meant, WrittenLine

WITH_STEPS: Final = frozenset({"goods", "bonus", "marker", "clerk"})
"""What may end with steps on tracks."""

WITH_NUMBER: Final = frozenset({"to", "flip", "option", "end", "level"})
"""What a number or a slot stands behind."""


class LostWords:
    """What may be missing from a line."""

    def __init__(self, line: WrittenLine) -> None:
        self._line = line

    def slips(self) -> Iterator[Meant]:
        """Yield every line that may have been meant."""
        if self._line.table is None or not self._line.texts:
            return
        groups = [group for group in self._line.words.groups if group[0] < self._line.claims]
        for at, group in enumerate(groups):
            behind = self._line.words.atoms[group[1] - 1].end
            before = self._line.words.text_of(group).casefold()
            for word in self._lost_behind(before, at):
                if word.partition(":")[0].partition("@")[0].casefold() not in self._line.named:
                    yield self._line.with_word(behind, f" {word}", "lost-word")
        if groups:
            end = self._line.words.atoms[groups[-1][1] - 1].end
            yield from (self._line.with_word(end, f" {p}", "lost-part") for p in self._lost_parts())
        yield from self._lost_beginnings()

    def _lost_beginnings(self) -> Iterator[Meant]:
        """Yield the line with its verb, or with its player."""
        if not self._line.verb:
            first = self._line.words.atoms[0].end
            yield from (self._line.with_word(first, f" {verb}", "lost-word") for verb in TURN_VERBS)
        if self._line.verb in VERBS and self._line.texts[0] == self._line.verb:
            for colour in self._line.vocabulary.ids["player"]:
                yield self._line.with_word(0, f"{colour} ", "lost-word")

    def _lost_behind(self, before: str, at: int) -> Iterator[str]:
        """Yield words that may be missing behind one."""
        verb = self._line.verb
        if at == 0 and verb in VERBS:
            return
        kinds = self._line.vocabulary.kinds(before.partition(":")[0].partition("@")[0])
        yield from self._lost_cards(before, kinds)
        if verb in WITH_STEPS or before == "expand":
            yield from COMPANIES
        if "company" in kinds:
            yield from map(str, range(2, 7))
        if before in WITH_NUMBER:
            yield from map(str, range(LARGEST_OTHER))
            yield from self._line.vocabulary.ids["slot"][:3]
        if verb == "expand" and ("company" in kinds or "region" in kinds):
            for region in self._line.vocabulary.ids["region"]:
                yield region
                yield from (f"{region}:{column}" for column in (1, 2, 3))
        if verb in TURN_VERBS and ("book" in kinds or before in {"books", "spend"}):
            yield from self._placements()
        if before in {"take", "pounds"} or "region" in kinds:
            yield from ("pounds", "points", "diamonds", "ink")

    def _lost_cards(self, before: str, kinds: Collection[str]) -> Iterator[str]:
        verb = self._line.verb
        begins = before in {verb, "-", f"{verb}:"}
        if verb in {"plan", "rest", "goods", "prepare"} and ("card" in kinds or begins):
            yield from sorted(self._line.possible("card") or ())
            yield from ("-",) if verb == "plan" else ()
        if verb == "refill" and ("book" in kinds or "book space" in kinds):
            yield from sorted(self._line.possible("book") or ())
        if before in {"clerk", "merchant", "using", "plus", "discard"}:
            yield from sorted(self._line.own_cards())
        if before == "buy" and self._line.table is not None:
            yield from filter(None, self._line.table.display)

    def _placements(self) -> Iterator[str]:
        table = self._line.table
        if table is None:
            return
        for book in filter(None, table.book_display):
            yield book
            yield from (f"{book}@{step}" for step in range(2, len(table.players[0].books) + 2))

    def _lost_parts(self) -> Iterator[str]:
        table = self._line.table
        if table is None or self._line.verb not in TURN_VERBS:
            return
        for keyword, words in self._parts().items():
            if keyword not in self._line.texts:
                yield from (f"{keyword} {word}" for word in words)

    def _parts(self) -> Mapping[str, Iterable[str]]:
        table = self._line.table
        display = [] if table is None else [*filter(None, table.display)]
        cards = sorted(self._line.own_cards())
        parts: dict[str, Iterable[str]] = {"plus": cards}
        match self._line.verb:
            case "goods":
                parts |= {"buy": display, "level": ("0", "1", "2")}
            case "expand":
                parts |= {"books": self._placements(), "level": ("0", "1", "2"), "using": cards}
            case "clerk":
                steps = [*map(str, range(1, LARGEST_OTHER + 1))]
                parts |= {"books": self._placements(), "to": steps, "flip": steps}
            case "marker":
                parts |= {"discard": cards, "buy": display, "take": ("pounds", "points")}
                parts |= {"books": self._placements()}
            case _:
                pass
        return parts
