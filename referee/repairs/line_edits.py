"""Slips of whole lines: doubled, moved, broken in two, run together, noted for another player."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, islice, product
from typing import Final

from msgspec import Struct

from referee.core.component_set import ComponentSet
from referee.core.events import RefillBooks
from referee.core.ids import COMPANIES, Seat
from referee.core.rule import Violation
from referee.records.judgement import Step
from referee.records.record import Problem
from referee.records.writer import COLOURS
from referee.repairs.costs import Costs
from referee.repairs.sheet import (
    HEADER_WORDS,
    Edit,
    LineWords,
    Row,
    Vocabulary,
    is_small_slip,
    line_words,
    looks_like,
    within_two,
)

FAR: Final = 24
"""Lines that one may have been moved by."""
NEAR: Final = 5


def line_slips(
    rows: Sequence[Row], at: int, failed: int, costs: Costs, vocabulary: Vocabulary
) -> Iterator[Edit]:
    """Yield the edits of whole lines that begin at a row, given the one that fails."""
    row = rows[at]
    near = (*rows[max(0, at - 2) : at], *rows[at + 1 : at + 3])
    doubled = any(other.text.split() == row.text.split() for other in near)
    kind = "doubled-line" if doubled else "unreadable-line" if row.problems else "extra-line"
    yield Edit(at, 1, (), kind, costs.of(kind, 1))
    if row.problems:
        yield from _run_together(row, at, costs, vocabulary)
    if at + 1 < len(rows):
        if row.problems or rows[at + 1].problems:
            yield from _broken(rows, at, costs)
        yield from _swapped(rows, at, costs)
        yield from _moved(rows, at, failed, costs)


def throughout_slips(
    rows: Sequence[Row], at: int, costs: Costs, vocabulary: Vocabulary
) -> Iterator[Edit]:
    """Yield the rows with another word wherever one of a row stands: it was misread each time."""
    words = {atom.text for atom in line_words(rows[at].text).atoms if atom.is_word}
    for word in sorted(words):
        places = [number for number, row in enumerate(rows) if _has(row, word)]
        others = _misread(word, vocabulary) if len(places) > 1 and places[0] <= at else ()
        for other in others:
            texts = tuple(_with_other(row, word, other) for row in rows[places[0] : places[-1] + 1])
            cost = costs.of("throughout", len(others))
            cost += 0.0 if looks_like(word, other) else costs.weights["far-misreading"]
            yield Edit(places[0], len(texts), texts, "throughout", cost)


def _misread(word: str, vocabulary: Vocabulary) -> Sequence[str]:
    """Return what may have been misread as a word wherever it stands."""
    if not vocabulary.knows(word):
        return [*vocabulary.near(word)]
    things = vocabulary.things_in(word)
    kinds = {kind for kind in vocabulary.kinds(word) if things and kind in {"book", "card"}}
    return [
        other for kind in sorted(kinds) for other in vocabulary.ids[kind] if looks_like(word, other)
    ]


def _has(row: Row, word: str) -> bool:
    return word in row.text and any(atom.text == word for atom in line_words(row.text).atoms)


def _with_other(row: Row, word: str, other: str) -> str:
    words = line_words(row.text)
    places = [number for number, atom in enumerate(words.atoms) if atom.text == word]
    return words.with_atoms(dict.fromkeys(places, other))


def _swapped(rows: Sequence[Row], at: int, costs: Costs) -> Iterator[Edit]:
    """Yield a line and the next, or the next but one, in each other's place."""
    row, following = rows[at], rows[at + 1]
    swapped = costs.of("swapped-lines", 2)
    yield Edit(at, 2, (following.text, row.text), "swapped-lines", swapped)
    first, second = _block(rows, at), _block(rows, at + _block(rows, at))
    if second and first + second > 2:  # noqa: PLR2004 - two single lines were swapped above
        texts = tuple(row.text for row in rows[at : at + first + second])
        yield Edit(at, first + second, (*texts[first:], *texts[:first]), "swapped-lines", swapped)
    if at + 2 < len(rows):
        texts = (rows[at + 2].text, following.text, row.text)
        yield Edit(at, 3, texts, "swapped-lines", costs.of("swapped-lines", 6))
    if row.seat is not None and following.seat not in {None, row.seat}:
        texts = (_with_player_of(row, following), _with_player_of(following, row))
        kind = "exchanged-players"
        for order in (texts, texts[::-1]):
            yield Edit(at, 2, order, kind, costs.of(kind, 1))


def _moved(rows: Sequence[Row], at: int, failed: int, costs: Costs) -> Iterator[Edit]:
    """Yield a line moved down over the one that fails, and one from further down moved up."""
    texts = tuple(row.text for row in rows[at : at + FAR + 1])
    for by in range(max(2, failed - at), len(texts)):
        kind = "moved-line" if by <= NEAR else "far-moved-line"
        cost = costs.of(kind, 2 * (NEAR if by <= NEAR else FAR - NEAR))
        down = (*texts[1 : by + 1], texts[0])
        up = (texts[by], *texts[:by])
        for moved in (down, up):
            yield Edit(at, by + 1, moved, kind, cost)


def _broken(rows: Sequence[Row], at: int, costs: Costs) -> Iterator[Edit]:
    """Yield two lines that are one."""
    said = line_words(rows[at].text)
    if not said.behind:
        for joint in (" ", ""):
            text = f"{said.said.rstrip()}{joint}{rows[at + 1].text.lstrip()}"
            yield Edit(at, 2, (text,), "broken-line", costs.of("broken-line", 1))


def _run_together(row: Row, at: int, costs: Costs, vocabulary: Vocabulary) -> Iterator[Edit]:
    """Yield one line as two, where another could begin."""
    text = row.text
    cuts = [cut for cut in range(1, len(text)) if vocabulary.begins_line(text[cut:])]
    for cut in cuts:
        texts = (text[:cut].rstrip(" ,;"), text[cut:])
        yield Edit(at, 1, texts, "joined-lines", costs.of("joined-lines", 1 + len(cuts) // 4))


def _block(rows: Sequence[Row], at: int) -> int:
    """Return how many rows a statement and the refills behind it are."""
    end = at + 1
    while end < len(rows) and isinstance(rows[end].said, RefillBooks):
        end += 1
    return end - at if at < len(rows) else 0


def _with_player_of(row: Row, other: Row) -> str:
    return line_words(row.text).with_atom(0, line_words(other.text).atoms[0].text)


# Slips in the header of a record: lines about what the game was played with -----------------------
FIRST_LINES: Final = 12
"""Written lines among which those of the header are looked for."""

SETUPS: Final = ("first-game", "variable", "first-game-tracks", "first-game-tiles")


class HeaderSlip(Struct, frozen=True):
    """A line of the header that was meant otherwise; None for one that was not meant at all."""

    line: int
    text: str | None


def header_slips(
    lines: Sequence[str], problems: Sequence[Problem], components: ComponentSet | None
) -> list[HeaderSlip]:
    """Return what may have been meant by the first lines of a file, each slip once."""
    written = [at for at, line in enumerate(lines, 1) if line_words(line).atoms][:FIRST_LINES]
    tracks = () if components is None else tuple(track.id for track in components.tracks)
    known = (*HEADER_WORDS, *SETUPS, *COMPANIES, *COLOURS, *tracks)
    found: dict[HeaderSlip, None] = {}
    begun: set[str] = set()
    for at in written:
        words = line_words(lines[at - 1])
        first = words.atoms[0].text.casefold()
        if first in begun:
            found[HeaderSlip(at, None)] = None
        if first in HEADER_WORDS:
            begun.add(first)
            texts = _meant(words, known, tracks if first == "tracks" else ())
        else:
            texts = _keywords(words)
        for text in texts:
            found[HeaderSlip(at, text)] = None
    for problem in problems:
        if 0 < problem.at.line <= len(lines):
            words = line_words(lines[problem.at.line - 1])
            for text in _guessed(words, problem):
                found[HeaderSlip(problem.at.line, text)] = None
    return [*found]


def _keywords(words: LineWords) -> Iterator[str]:
    first = words.atoms[0].text.casefold()
    for keyword in HEADER_WORDS:
        if within_two(first, keyword):
            yield words.with_atom(0, keyword)


def _meant(words: LineWords, known: Sequence[str], tracks: Sequence[str]) -> Iterator[str]:
    for at, atom in enumerate(words.atoms):
        text = atom.text.casefold()
        if atom.is_word and at and text not in known:
            yield from (words.with_atom(at, near) for near in known if within_two(text, near))
        if atom.text in tracks:
            yield from (words.with_atom(at, track) for track in tracks if track != atom.text)
        if words.atoms[0].text.casefold() == "tracks" and text in COMPANIES:
            yield from (words.with_atom(at, other) for other in COMPANIES if other != text)
    named = [at for at, atom in enumerate(words.atoms) if at and atom.is_word]
    for one, two in combinations(named, 2):
        first, second = words.atoms[one].text, words.atoms[two].text
        yield words.with_atoms({one: second, two: first})


def _guessed(words: LineWords, problem: Problem) -> Iterator[str]:
    for at, atom in enumerate(words.atoms):
        if atom.begin < problem.at.column <= atom.end:
            yield from (words.with_atom(at, guess) for guess in problem.guess)


# Results that were noted wrongly: what the rules give in their place ------------------------------
MOST_CORRECTIONS: Final = 6
"""Where the same number is noted several times, it may be any of them that is wrong."""


def result_edits(row: Row, at: int, step: Step, costs: Costs) -> Iterator[Edit]:
    """Yield a line with what the rules give in place of a wrong note."""
    facts = [_facts(violation) for violation in step.violations]
    small = all(is_small_slip(claimed, actual) for claimed, actual in facts)
    kind = "result-off" if small else "result"
    for text in _corrections(row, step):
        yield Edit(at, 1, (text,), kind, costs.of(kind, 1))


def all_result_edits(
    rows: Sequence[Row], at: int, steps: Iterable[Step], costs: Costs
) -> Iterator[Edit]:
    """Yield the rows from a wrong note on with what the rules give in place of every wrong note.

    Who forgets a payment notes too much of one player from then on.
    """
    texts: list[str] = []
    seats: set[Seat | None] = set()
    last = wrong = 0
    for row, step in zip(rows[at:], steps, strict=False):
        text: str | None = row.text
        if step.missing is not None or (step.violations and not step.misnoted):
            return
        if step.misnoted:
            wrong += 1
            last = len(texts) + 1
            seats |= _wrong_seats(row, step)
            text = next(_corrections(row, step), None)
        if text is None or len(seats) > 1:
            return
        texts.append(text)
    if wrong > 1 and at + len(texts) == len(rows):
        yield Edit(at, last, tuple(texts[:last]), "wrong-results", costs.of("wrong-results", 1))


def _wrong_seats(row: Row, step: Step) -> set[Seat | None]:
    claimed = {_facts(violation)[0] for violation in step.violations}
    claims = [claim for claim in row.statement.claims if str(claim.value) in claimed]
    return {row.seat if claim.seat is None else claim.seat for claim in claims}


def _corrections(row: Row, step: Step) -> Iterator[str]:
    """Yield a line with what the rules give, in each place where the wrong number stands."""
    if not step.misnoted:
        return
    words = line_words(row.text)
    texts = [atom.text for atom in words.atoms]
    begin = texts.index("=") if "=" in texts else 0
    places: list[list[tuple[int, str]]] = []
    for violation in step.violations:
        claimed, actual = _facts(violation)
        if actual.isalnum():
            places.append([(at, actual) for at in range(begin, len(texts)) if texts[at] == claimed])
    for changes in islice(product(*places), MOST_CORRECTIONS):
        if changes and len(dict(changes)) == len(changes):
            yield words.with_atoms(dict(changes))


def _facts(violation: Violation) -> tuple[str, str]:
    """Return what was noted, and what the rules give."""
    return str(violation.facts.get("claimed")), str(violation.facts.get("actual"))
