"""What may have been meant by a line: every line that one small slip makes this one of."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from itertools import combinations, pairwise, permutations, product
from typing import Final

from msgspec import Struct

from referee.core.ids import COMPANIES, Seat
from referee.core.state import State
from referee.repairs import sheet
from referee.repairs.costs import Costs

# A line of a record that is looked at for slips, with what could be named in it -------------------
LISTS: Final = frozenset({"plan", "rest", "prepare", "refill"})
"""What is a list of cards or books and nothing else."""

CLOSED_SETS: Final = frozenset({"player", "company", "slot"})
CLOSE: Final = ("off-by-one", "transposed", "one-character")

LONGEST_PLAN: Final = 5
"""Cards of a list of which every order is tried: there are no more slots."""

MOST_ATOMS: Final = 120
"""Words and signs of a line in which slips are looked for; no statement has more."""

JOINTS: Final = ("", " ", ":", "@", "-", "<")
SIGNS: Final = frozenset(".,;:/@<=-_+*'")

SPELLED_SIGNS: Final = frozenset({"at", "on", "and", "equals", "is"})

_TYPOS: Final = {None: "far-typo", "transposed": "transposed-typo"}
"""By how a word that means nothing looks like another the kind of slip, if it is a special one."""

_DIGITS: Final = str.maketrans("OoQlIi|SZzB", "00011115228")
"""Letters that are written, or read, for a digit."""

WITH_STEPS: Final = frozenset({"goods", "bonus", "marker", "clerk"})
"""What may end with steps on tracks."""

WITH_NUMBER: Final = frozenset({"to", "flip", "option", "end", "level"})
"""What a number or a slot stands behind."""


class Meant(Struct, frozen=True):
    """A line that may have been meant, and the kind of slip that was made then."""

    text: str
    kind: str


class WrittenLine:
    """One line, taken apart, at the table at which it was written."""

    def __init__(self, row: sheet.Row, table: State | None, vocabulary: sheet.Vocabulary) -> None:
        self.row = row
        self.words: sheet.LineWords = sheet.line_words(row.text)
        self.vocabulary = vocabulary
        self.table = table
        texts = [vocabulary.keyword(atom.text, at) for at, atom in enumerate(self.words.atoms)]
        self.texts = texts
        self.verb = next((text for text in texts[:3] if text in {*sheet.VERBS, *sheet.STARTS}), "")
        self.named = frozenset(texts) - {"-", *COMPANIES} if self.verb in LISTS else frozenset()
        """What is named already in a list in which nothing stands twice."""
        self.claims = texts.index("=") if "=" in texts else len(texts)
        """Where the results that somebody noted begin."""

    def _with_word(self, at: int, word: str, kind: str) -> Meant:
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
                if kind == "book":
                    held = (
                        book for player in table.players for pile in player.books for book in pile
                    )
                    return {*filter(None, table.book_display), *held}
                return {*self._own_cards(), *filter(None, table.display)}

    def _own_cards(self) -> set[str]:
        if self.table is None or (self.row.seat is None and not self.row.problems):
            return set()
        seats = range(len(self.table.players)) if self.row.problems else [self.row.seat or 0]
        players = [self.table.player(Seat(seat)) for seat in seats]
        held = ({*player.hand, *filter(None, player.slots), *player.tiles} for player in players)
        return {str(item) for items in held for item in items}

    def slips(self) -> Iterator[Meant]:
        """Yield every line that one small slip makes this one of."""
        if self.row.problems:
            yield from self._of_unreadable()
        yield from self._of_other_words()
        yield from self._of_lost_words()

    def _of_unreadable(self) -> Iterator[Meant]:
        for problem in self.row.problems:
            for at, atom in enumerate(self.words.atoms):
                if atom.begin < problem.at.column <= atom.end:
                    for guess in problem.guess:
                        yield Meant(self.words.with_atom(at, guess), "guess")
        yield from self._typos()
        yield from self._shapes()
        words = self.words
        for begin, _ in words.groups:
            at = words.atoms[begin].begin
            behind = f"{words.said[at:]}{words.behind}"
            yield Meant(f"{words.said[:at]}# {behind}", "comment")

    def _typos(self) -> Iterator[Meant]:
        pointed_at = {problem.at.column for problem in self.row.problems}
        for at, atom in enumerate(self.words.atoms):
            blamed = any(atom.begin < column <= atom.end for column in pointed_at)
            if atom.is_word and (blamed or not self.vocabulary.knows(atom.text)):
                for near in self.vocabulary.near(atom.text):
                    kind = _TYPOS.get(sheet.looks_like(atom.text, near), "typo")
                    yield Meant(self.words.with_atom(at, near), kind)
                text = self.words.atoms[at].text
                for begin in range(2):
                    meant = text[:begin] + text[begin:].translate(_DIGITS)
                    if meant != text and self.vocabulary.knows(meant):
                        yield Meant(self.words.with_atom(at, meant), "typo")
                yield from self._garbled(at)

    def _garbled(self, at: int) -> Iterator[Meant]:
        vocabulary = self.vocabulary
        if at == 0:
            for colour in vocabulary.ids["player"]:
                yield Meant(self.words.with_atom(at, colour), "player")
            return
        words = {word for kind in sheet.CLOSED_KINDS for word in vocabulary.ids[kind]}
        words |= {*vocabulary.keywords} | {*(self.possible("card") or ())}
        words |= {*(self.possible("book") or ()), *map(str, range(1, sheet.LARGEST_OTHER + 1))}
        for word in sorted(words):
            yield Meant(self.words.with_atom(at, word), "garbled-word")

    def _shapes(self) -> Iterator[Meant]:
        """Yield the line with another sign, or none, between two words, or cut inside one."""
        words, atoms = self.words, self.words.atoms
        for atom in atoms:
            if atom.is_word:
                for cut in range(atom.begin + 1, atom.end):
                    yield from self._joined(cut, cut, JOINTS[1:])
                yield from self._lost_sign(atom)
            else:
                yield Meant(words.with_span(atom.begin, atom.end, ""), "shape")
        for left, right in pairwise(atoms):
            if left.end < right.begin:
                yield from self._joined(left.end, right.begin, JOINTS)
        for left, sign, right in zip(atoms, atoms[1:], atoms[2:], strict=False):
            if sign.text in SIGNS or sign.text.casefold() in SPELLED_SIGNS:
                yield from self._joined(left.end, right.begin, JOINTS)

    def _lost_sign(self, atom: sheet.Atom) -> Iterator[Meant]:
        """Yield the line with a sign before the last number of a word without a meaning."""
        name = atom.text.rstrip("0123456789")
        known = self.vocabulary.knows
        if known(atom.text):
            return
        for cut in range(max(1, len(name)), len(atom.text)):
            if known(atom.text[:cut]):
                at = atom.begin + cut
                sign = "@" if "book" in self.vocabulary.kinds(atom.text[:cut]) else ":"
                yield Meant(self.words.with_span(at, at, sign), "lost-sign")

    def _joined(self, begin: int, end: int, joints: Iterable[str]) -> Iterator[Meant]:
        return (Meant(self.words.with_span(begin, end, each), "shape") for each in joints)

    def _of_lost_words(self) -> Iterator[Meant]:
        if self.table is None or not self.texts:
            return
        groups = [group for group in self.words.groups if group[0] < self.claims]
        for at, group in enumerate(groups):
            behind = self.words.atoms[group[1] - 1].end
            before = self.words.text_of(group).casefold()
            for word in self._lost_behind(before, at):
                if word.partition(":")[0].partition("@")[0].casefold() not in self.named:
                    yield self._with_word(behind, f" {word}", "lost-word")
        if groups:
            end = self.words.atoms[groups[-1][1] - 1].end
            yield from (self._with_word(end, f" {p}", "lost-part") for p in self._lost_parts())
        if not self.verb:
            first = self.words.atoms[0].end
            yield from (
                self._with_word(first, f" {verb}", "lost-word") for verb in sheet.TURN_VERBS
            )
        if self.verb in sheet.VERBS and self.texts[0] == self.verb:
            for colour in self.vocabulary.ids["player"]:
                yield self._with_word(0, f"{colour} ", "lost-word")

    def _lost_behind(self, before: str, at: int) -> Iterator[str]:
        verb = self.verb
        if at == 0 and verb in sheet.VERBS:
            return
        kinds = self.vocabulary.kinds(before.partition(":")[0].partition("@")[0])
        yield from self._lost_cards(before, kinds)
        if verb in WITH_STEPS or before == "expand":
            yield from COMPANIES
        if "company" in kinds:
            yield from map(str, range(2, 7))
        if before in WITH_NUMBER:
            yield from map(str, range(sheet.LARGEST_OTHER))
            yield from self.vocabulary.ids["slot"][:3]
        if verb == "expand" and ("company" in kinds or "region" in kinds):
            for region in self.vocabulary.ids["region"]:
                yield region
                yield from (f"{region}:{column}" for column in (1, 2, 3))
        if verb in sheet.TURN_VERBS and ("book" in kinds or before in {"books", "spend"}):
            yield from self._placements()
        if before in {"take", "pounds"} or "region" in kinds:
            yield from ("pounds", "points", "diamonds", "ink")

    def _lost_cards(self, before: str, kinds: Collection[str]) -> Iterator[str]:
        verb = self.verb
        begins = before in {verb, "-", f"{verb}:"}
        if verb in {"plan", "rest", "goods", "prepare"} and ("card" in kinds or begins):
            yield from sorted(self.possible("card") or ())
            yield from ("-",) if verb == "plan" else ()
        if verb == "refill" and ("book" in kinds or "book space" in kinds):
            yield from sorted(self.possible("book") or ())
        if before in {"clerk", "merchant", "using", "plus", "discard"}:
            yield from sorted(self._own_cards())
        if before == "buy" and self.table is not None:
            yield from filter(None, self.table.display)

    def _placements(self) -> Iterator[str]:
        table = self.table
        if table is None:
            return
        for book in filter(None, table.book_display):
            yield book
            yield from (f"{book}@{step}" for step in range(2, len(table.players[0].books) + 2))

    def _lost_parts(self) -> Iterator[str]:
        table = self.table
        if table is None or self.verb not in sheet.TURN_VERBS:
            return
        display = [*filter(None, table.display)]
        cards = sorted(self._own_cards())
        books, levels = self._placements(), ("0", "1", "2")
        steps = [*map(str, range(1, sheet.LARGEST_OTHER + 1))]
        taken = "pounds", "points"
        of_verb: dict[str, dict[str, Iterable[str]]] = {
            "goods": {"buy": display, "level": levels},
            "expand": {"books": books, "level": levels, "using": cards},
            "clerk": {"books": books, "to": steps, "flip": steps},
            "marker": {"discard": cards, "buy": display, "take": taken, "books": books},
        }
        for keyword, words in {"plus": cards, **of_verb.get(self.verb, {})}.items():
            if keyword not in self.texts:
                yield from (f"{keyword} {word}" for word in words)

    def _of_other_words(self) -> Iterator[Meant]:
        for at in range(len(self.words.atoms)):
            for other, kind in self._others(at):
                yield Meant(self.words.with_atom(at, other), kind)
        yield from self._two_fields()
        yield from self._word_order()
        if 0 < self.claims < len(self.texts):
            end = self.words.atoms[self.claims - 1].end
            yield Meant(self.words.said[:end] + self.words.behind, "no-result")

    def _others(self, at: int) -> Iterator[tuple[str, str]]:
        text = self.words.atoms[at].text
        if not self.words.atoms[at].is_word:
            return
        if at >= self.claims and text.isdecimal():
            yield from self._other_results(text)
            return
        if self.texts[at] == self.verb and self.verb in sheet.VERBS and at < 3:  # noqa: PLR2004
            yield from ((verb, "verb") for verb in sheet.TURN_VERBS if verb != self.verb)
        for kind in self.vocabulary.kinds(text):
            if kind == sheet.NUMBER:
                value = int(text[:9])
                near = {*range(sheet.LARGEST_OTHER + 1), *range(max(0, value - 3), value + 4)}
                near |= {*range(value - value % 10, value - value % 10 + 10), int(text[::-1][:9])}
                near |= {*range(value % 10, 100, 10)} if value >= 10 else set()  # noqa: PLR2004 - two digits
                for number in sorted(near - {value}):
                    yield str(number), sheet.looks_like(text, str(number)) or "number"
            else:
                yield from self._other_names(text, kind, at)

    def _other_names(self, text: str, kind: str, at: int) -> Iterator[tuple[str, str]]:
        own = self.vocabulary.id_of(text, kind)
        if kind in CLOSED_SETS and (kind != "player" or not at or at >= self.claims):
            yield from ((other, kind) for other in self.vocabulary.ids[kind] if other != own)
            return
        possible = self.possible(kind)
        for other in self.vocabulary.ids[kind]:
            if other != own and (possible is None or other in possible):
                yield other, _likeness(own, other, kind)

    def _two_fields(self) -> Iterator[Meant]:
        """Yield lines in which both halves of a word such as `R12:1` are others."""
        for begin, end in self.words.groups:
            named = [at for at in range(begin, end) if self.words.atoms[at].is_word]
            for one, two in combinations(named, 2):
                if two >= self.claims:
                    continue
                close = [self._close(one), self._close(two)]
                for first, second in product(*close):
                    yield Meant(self.words.with_atoms({one: first, two: second}), "two-fields")

    def _close(self, at: int) -> list[str]:
        return [other for other, kind in self._others(at) if kind in CLOSE]

    def _word_order(self) -> Iterator[Meant]:
        words, groups = self.words, self.words.groups
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
        if self.verb in {"plan", "rest"}:
            yield from self._other_orders()

    def _other_orders(self) -> Iterator[Meant]:
        words = self.words
        listed = [at for at, text in enumerate(self.texts) if at > 1 and text not in ",;:"]
        listed = [at for at in listed if at < self.claims]
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
        first, second = self.words.atoms[one].text, self.words.atoms[two].text
        if first == second:
            return False
        kinds = {*self.vocabulary.kinds(first)} & {*self.vocabulary.kinds(second)}
        return bool(kinds) or "-" in {first, second}

    def _exchanged(self, one: tuple[int, int], two: tuple[int, int]) -> str:
        words = self.words
        first, second = words.text_of(one), words.text_of(two)
        begin, end = words.atoms[one[0]].begin, words.atoms[two[1] - 1].end
        between = words.said[words.atoms[one[1] - 1].end : words.atoms[two[0]].begin]
        return words.with_span(begin, end, f"{second}{between}{first}")

    def _other_results(self, text: str) -> Iterator[tuple[str, str]]:
        value = int(text[:9])
        near = {value + by for by in range(-9, 10)} | {int(text[::-1][:9])}
        near |= {value * 10 + digit for digit in range(10)} | {value // 10}
        near |= {value + by * 10 for by in range(-4, 5)}
        for other in sorted(near - {value}):
            if other >= 0:
                small = sheet.is_small_slip(text, str(other))
                yield str(other), "result-off" if small else "result"


def meant_lines(
    row: sheet.Row, table: State | None, vocabulary: sheet.Vocabulary, costs: Costs
) -> list[tuple[float, Meant]]:
    """Return what may have been meant by a line at a table, each with its cost, likeliest first."""
    line = WrittenLine(row, table, vocabulary)
    if len(line.texts) > MOST_ATOMS:
        return []
    found: dict[str, Meant] = {}
    for meant in line.slips():
        known = found.get(meant.text)
        if meant.text != row.text and (
            known is None or costs.kinds[meant.kind] < costs.kinds[known.kind]
        ):
            found[meant.text] = meant
    among = Counter(meant.kind for meant in found.values())
    ranked = [
        (
            costs.of(meant.kind, among[meant.kind])
            + (costs.weights["look-alike"] if sheet.look_alike(row.text, meant.text) else 0.0),
            meant,
        )
        for meant in found.values()
    ]
    ranked.sort(key=lambda each: each[0])
    return ranked


def is_easily_written_for(name: str, other: str) -> bool:
    """Return whether a name looks like another, or differs from it in the company only."""
    return _differ_in_company(name, other) or sheet.looks_like(name, other) is not None


def _likeness(name: str, other: str, kind: str) -> str:
    if _differ_in_company(name, other):
        return "company"
    if kind == "book space" and name[-1] == other[-1]:
        return "slot"
    return sheet.looks_like(name, other) or "other-name"


def _differ_in_company(name: str, other: str) -> bool:
    stem = name.rpartition("-")[0]
    return bool(stem) and stem == other.rpartition("-")[0]
