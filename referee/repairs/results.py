"""Results that were noted wrongly: what the rules give in their place."""

from collections.abc import Iterator

from referee.repairs.costs import Costs
from referee.repairs.sheet import Edit, Row
from referee.repairs.words import is_small_slip, line_words
from referee.transcript.judge import Step


def result_edits(row: Row, at: int, step: Step, costs: Costs) -> Iterator[Edit]:
    """Yield a line with what the rules give in place of a wrong note."""
    if not step.misnoted:
        return
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
    if changes:
        kind = "result-off" if small else "result"
        yield Edit(at, 1, (words.with_atoms(changes),), kind, costs.of(kind, len(changes)))
