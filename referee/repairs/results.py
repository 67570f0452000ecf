"""Results that were noted wrongly: what the rules give in their place."""

from collections.abc import Iterable, Iterator, Sequence

from referee.repairs.costs import Costs
from referee.repairs.sheet import Edit, Row
from referee.repairs.words import is_small_slip, line_words
from referee.transcript.judge import Step


def result_edits(row: Row, at: int, step: Step, costs: Costs) -> Iterator[Edit]:
    """Yield a line with what the rules give in place of a wrong note."""
    text, small = corrected(row, step)
    if text is not None:
        kind = "result-off" if small else "result"
        yield Edit(at, 1, (text,), kind, costs.of(kind, 1))


def all_result_edits(
    rows: Sequence[Row], at: int, trial: Iterable[Step], costs: Costs
) -> Iterator[Edit]:
    """Yield the rows from a wrong note on with what the rules give in place of every wrong note.

    Who forgets a payment notes too much from then on.
    """
    texts: list[str] = []
    last = wrong = 0
    for row, step in zip(rows[at:], trial, strict=False):
        text: str | None = row.text
        if step.missing is not None or (step.violations and not step.misnoted):
            return
        if step.misnoted:
            wrong += 1
            last = len(texts) + 1
            text, _ = corrected(row, step)
        if text is None:
            return
        texts.append(text)
    if wrong > 1 and at + len(texts) == len(rows):
        yield Edit(at, last, tuple(texts[:last]), "wrong-results", costs.of("wrong-results", wrong))


def corrected(row: Row, step: Step) -> tuple[str | None, bool]:
    """Return a line with what the rules give, if that can be told, and whether it looks alike."""
    if not step.misnoted:
        return None, False
    words = line_words(row.text)
    texts = [atom.text for atom in words.atoms]
    begin = texts.index("=") if "=" in texts else 0
    changes: dict[int, str] = {}
    small = True
    for violation in step.violations:
        claimed, actual = (str(violation.facts.get(key)) for key in ("claimed", "actual"))
        places = [i for i in range(begin, len(texts)) if texts[i] == claimed and i not in changes]
        if places and actual.isalnum():
            changes[places[-1]] = actual
            small = small and is_small_slip(claimed, actual)
    return words.with_atoms(changes) if changes else None, small
