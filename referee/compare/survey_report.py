"""What a run of the differential found, in lines for people."""

from collections import Counter
from collections.abc import Iterator, Sequence

from referee.compare.survey_result import Disagreement, Result
from referee.compare.whole_sets import FEW
from referee.engine.sampling import ACTIONS
from referee.game.rulebook import RULES

ENOUGH = 50
"""A full run compares every rule so often."""

A_LINE = 6
"""Rules told in one line."""


def report(results: Sequence[Result]) -> Iterator[str]:
    """Yield what was compared, every disagreement once, and the summary as the last line."""
    rules = Counter[str]()
    for result in results:
        rules.update(result.rules)
    yield from _rules(rules)
    yield from _positions(results)
    found = [told for result in results for told in result.disagreements]
    yield from _disagreements(found)
    often = sum(rules[rule] >= ENOUGH for rule in RULES)
    yield (
        f"{sum(result.turns for result in results):,} turns, "
        f"{sum(result.mutations for result in results):,} mutations, "
        f"{sum(result.positions for result in results):,} positions, "
        f"{sum(1 for rule in RULES if rules[rule])} of {len(RULES)} rules compared, "
        f"{often} of them {ENOUGH} times or more, "
        f"{len(found):,} disagreements"
    )


def _rules(rules: Counter[str]) -> Iterator[str]:
    told = [f"{rule} {rules[rule]:>8,}" for rule in RULES]
    for start in range(0, len(told), A_LINE):
        yield "   ".join(told[start : start + A_LINE])
    seldom = [f"{rule} ({rules[rule]})" for rule in RULES if rules[rule] < ENOUGH]
    if seldom:
        yield f"rules compared fewer than {ENOUGH} times: {', '.join(seldom)}"


def _positions(results: Sequence[Result]) -> Iterator[str]:
    for action in ACTIONS:
        turns = [r.legal_turns for r in results if r.work == action and r.positions]
        if turns:
            books = sum(r.with_books for r in results if r.work == action)
            limit = " (the rules allow no more than a few)" if action in FEW else ""
            yield (
                f"all turns of {action}: {len(turns)} positions, {books} of them with books, "
                f"{min(turns)} to {max(turns)} legal turns{limit}"
            )


def _disagreements(found: Sequence[Disagreement]) -> Iterator[str]:
    """Yield each kind of disagreement with the shortest game that shows it."""
    kinds: dict[object, list[Disagreement]] = {}
    for disagreement in found:
        kinds.setdefault(disagreement.kind, []).append(disagreement)
    for alike in kinds.values():
        shortest = min(alike, key=lambda told: len(told.game.splitlines()))
        yield f"{shortest.about}: {shortest.difference} ({len(alike)} times)"
        yield from (f"    {line}" for line in shortest.game.splitlines())
