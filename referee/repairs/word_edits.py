"""What may have been meant by a line: every line that one small slip makes this one of."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, pairwise, permutations, product
from typing import Final

from referee.game.state import State
from referee.repairs.costs import Costs
from referee.repairs.line_words import (
    LARGEST_OTHER,
    NUMBER,
    TURN_VERBS,
    VERBS,
    Vocabulary,
    is_small_slip,
    look_alike,
    looks_like,
)
from referee.repairs.lost_words import LostWords
from referee.repairs.sheet import Row
from referee.repairs.unreadable_edits import UnreadableLine
from referee.repairs.written_line import Meant, WrittenLine

KINDS_OF_CLOSED_SETS: Final = {"player": "player", "company": "company", "slot": "slot"}
CLOSE: Final = ("off-by-one", "transposed", "one-character")

LONGEST_PLAN: Final = 5
"""Cards of a list of which every order is tried: there are no more slots."""

MOST_ATOMS: Final = 120
"""Words and signs of a line in which slips are looked for; no statement has more."""


def meant_lines(
    row: Row, table: State | None, vocabulary: Vocabulary, costs: Costs
) -> list[tuple[float, Meant]]:
    """Return what may have been meant by a line at a table, each with its cost, likeliest first."""
    line = WrittenLine(row, table, vocabulary)
    if len(line.texts) > MOST_ATOMS:
        return []
    found: dict[str, Meant] = {}
    for meant in _slips(line):
        known = found.get(meant.text)
        if meant.text != row.text and (
            known is None or costs.kinds[meant.kind] < costs.kinds[known.kind]
        ):
            found[meant.text] = meant
    among = Counter(meant.kind for meant in found.values())
    ranked = [
        (costs.of(meant.kind, among[meant.kind]) + _reading(row.text, meant.text, costs), meant)
        for meant in found.values()
    ]
    ranked.sort(key=lambda each: each[0])
    return ranked


def _reading(text: str, other: str, costs: Costs) -> float:
    """Return what it counts that letters or digits look alike, less than nothing if they do."""
    return costs.weights["look-alike"] if look_alike(text, other) else 0.0


def _slips(line: WrittenLine) -> Iterator[Meant]:
    if line.row.problems:
        yield from UnreadableLine(line).slips()
    yield from _WordSlips(line).slips()
    yield from LostWords(line).slips()


class _WordSlips:
    """Words of a line that are others, stand elsewhere, or are too many."""

    def __init__(self, line: WrittenLine) -> None:
        self._line = line

    def slips(self) -> Iterator[Meant]:
        """Yield every line that may have been meant."""
        yield from self._other_words()
        yield from self._two_fields()
        yield from self._word_order()
        yield from self._results()

    # Other words in the place of one -----------------------------------------------------------

    def _other_words(self) -> Iterator[Meant]:
        for at in range(len(self._line.words.atoms)):
            for other, kind in self._others(at):
                yield Meant(self._line.words.with_atom(at, other), kind)

    def _others(self, at: int) -> Iterator[tuple[str, str]]:
        """Yield what may stand in place of an atom, with the kind of slip."""
        text = self._line.words.atoms[at].text
        if not self._line.words.atoms[at].is_word:
            return
        if at >= self._line.claims and text.isdecimal():
            yield from self._other_results(text)
            return
        if self._line.texts[at] == self._line.verb and self._line.verb in VERBS and at < 3:  # noqa: PLR2004
            yield from ((verb, "verb") for verb in TURN_VERBS if verb != self._line.verb)
        for kind in self._line.vocabulary.kinds(text):
            if kind == NUMBER:
                yield from _other_numbers(text)
            else:
                yield from self._other_names(text, kind, at)

    def _other_names(self, text: str, kind: str, at: int) -> Iterator[tuple[str, str]]:
        own = self._line.vocabulary.id_of(text, kind)
        if kind in KINDS_OF_CLOSED_SETS and not (
            kind == "player" and at and at < self._line.claims
        ):
            slip = KINDS_OF_CLOSED_SETS[kind]
            yield from ((other, slip) for other in self._line.vocabulary.ids[kind] if other != own)
            return
        possible = self._line.possible(kind)
        for other in self._line.vocabulary.ids[kind]:
            if other != own and (possible is None or other in possible):
                yield other, _likeness(own, other, kind)

    def _two_fields(self) -> Iterator[Meant]:
        """Yield lines in which both halves of a word such as `R12:1` are others."""
        for begin, end in self._line.words.groups:
            named = [at for at in range(begin, end) if self._line.words.atoms[at].is_word]
            for one, two in combinations(named, 2):
                if two >= self._line.claims:
                    continue
                close = [self._close(one), self._close(two)]
                for first, second in product(*close):
                    yield Meant(
                        self._line.words.with_atoms({one: first, two: second}), "two-fields"
                    )

    def _close(self, at: int) -> list[str]:
        return [other for other, kind in self._others(at) if kind in CLOSE]

    # The order of words, and words too many ------------------------------------------------------

    def _word_order(self) -> Iterator[Meant]:
        words, groups = self._line.words, self._line.words.groups
        for at, group in enumerate(groups):
            begin = words.atoms[group[0]].begin
            end = words.atoms[group[1] - 1].end
            behind = words.atoms[groups[at + 1][0]].begin if at + 1 < len(groups) else end
            before = words.atoms[groups[at - 1][1] - 1].end if at else begin
            doubled = at and words.text_of(groups[at - 1]) == words.text_of(group)
            removed = (before, end) if at + 1 == len(groups) else (begin, behind)
            yield Meant(words.with_span(*removed, ""), "doubled-word" if doubled else "extra-word")
            if at + 1 < len(groups):
                yield Meant(self._exchanged(group, groups[at + 1]), "swapped-words")
        # A word and the number behind it, or a keyword and what it is of, are lost together.
        for one, two in pairwise(groups):
            last = words.atoms[two[1] - 1].end
            before = words.atoms[one[0] - 1].end if one[0] else 0
            yield Meant(words.with_span(before, last, ""), "extra-word")
        for one_at, two_at in combinations(range(len(words.atoms)), 2):
            if self._are_alike(one_at, two_at):
                changes = {one_at: words.atoms[two_at].text, two_at: words.atoms[one_at].text}
                yield Meant(words.with_atoms(changes), "exchanged-names")
        named = [group for group in groups if group[1] - group[0] > 1]
        for first, second in combinations(named, 2):
            yield Meant(self._exchanged(first, second), "exchanged-names")
        if self._line.verb in {"plan", "rest"}:
            yield from self._other_orders()

    def _other_orders(self) -> Iterator[Meant]:
        """Yield a short list in any other order."""
        words = self._line.words
        listed = [at for at, text in enumerate(self._line.texts) if at > 1 and text not in ",;:"]
        listed = [at for at in listed if at < self._line.claims]
        if len(listed) > LONGEST_PLAN:
            return
        for order in permutations(listed):
            changes = {
                at: words.atoms[other].text
                for at, other in zip(listed, order, strict=True)
                if at != other
            }
            if len(changes) > 2:  # noqa: PLR2004 - two that are exchanged were told above
                yield Meant(words.with_atoms(changes), "exchanged-names")

    def _are_alike(self, one: int, two: int) -> bool:
        first, second = self._line.words.atoms[one].text, self._line.words.atoms[two].text
        if first == second:
            return False
        kinds = {*self._line.vocabulary.kinds(first)} & {*self._line.vocabulary.kinds(second)}
        return bool(kinds) or "-" in {first, second}

    def _exchanged(self, one: tuple[int, int], two: tuple[int, int]) -> str:
        words = self._line.words
        first, second = words.text_of(one), words.text_of(two)
        begin, end = words.atoms[one[0]].begin, words.atoms[two[1] - 1].end
        between = words.said[words.atoms[one[1] - 1].end : words.atoms[two[0]].begin]
        return words.with_span(begin, end, f"{second}{between}{first}")

    # Results that somebody noted -----------------------------------------------------------------

    def _other_results(self, text: str) -> Iterator[tuple[str, str]]:
        value = int(text[:9])
        near = {value + by for by in range(-9, 10)} | {int(text[::-1][:9])}
        near |= {value * 10 + digit for digit in range(10)} | {value // 10}
        near |= {value + by * 10 for by in range(-4, 5)}
        for other in sorted(near - {value}):
            if other >= 0:
                small = is_small_slip(text, str(other))
                yield str(other), "result-off" if small else "result"

    def _results(self) -> Iterator[Meant]:
        """Yield the line without its results."""
        if 0 < self._line.claims < len(self._line.texts):
            end = self._line.words.atoms[self._line.claims - 1].end
            yield Meant(self._line.words.said[:end] + self._line.words.behind, "no-result")


def is_easily_written_for(name: str, other: str) -> bool:
    """Return whether a name looks like another, or differs from it in the company only."""
    return _differ_in_company(name, other) or looks_like(name, other) is not None


def _likeness(name: str, other: str, kind: str) -> str:
    """Return the kind of slip that writes one name for another."""
    if _differ_in_company(name, other):
        return "company"
    if kind == "book space" and name[-1] == other[-1]:
        return "slot"
    return looks_like(name, other) or "other-name"


def _differ_in_company(name: str, other: str) -> bool:
    stem = name.rpartition("-")[0]
    return bool(stem) and stem == other.rpartition("-")[0]


def _other_numbers(text: str) -> Iterator[tuple[str, str]]:
    value = int(text[:9])
    near = {*range(LARGEST_OTHER + 1), *range(max(0, value - 3), value + 4)}
    near |= {*range(value - value % 10, value - value % 10 + 10), int(text[::-1][:9])}
    near |= {*range(value % 10, 100, 10)} if value >= 10 else set()  # noqa: PLR2004 - two digits
    for number in sorted(near - {value}):
        yield str(number), looks_like(text, str(number)) or "number"
