"""Slips of whole lines: doubled, moved, broken in two, run together, noted for another player."""

from collections.abc import Iterator, Sequence
from typing import Final

from referee.game.events import RefillBooks
from referee.repairs.costs import Costs
from referee.repairs.line_words import Vocabulary, line_words, looks_like
from referee.repairs.sheet import Edit, Row

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
