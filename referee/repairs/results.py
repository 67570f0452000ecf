"""Results that were noted wrongly: what the rules give in their place."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, product
from typing import Final

from referee.game.ids import Seat
from referee.game.rule import Violation
from referee.repairs.costs import Costs
from referee.repairs.line_words import is_small_slip, line_words
from referee.repairs.sheet import Edit, Row
from referee.transcript.judgement import Step

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
