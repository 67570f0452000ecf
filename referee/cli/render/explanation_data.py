"""Why something is illegal, for programs."""

from collections.abc import Iterator

from msgspec import to_builtins

from model.explain import Core, Correction, Shortfall
from referee.cli.explaining import Explained
from referee.cli.render.changes import changes
from referee.cli.render.citations import citation_data
from referee.cli.render.explanation import corrected_line, number_words, shortfall_words
from referee.cli.render.verdict import violation_data
from referee.game.citations import Edition
from referee.game.messages.explaining import explaining
from referee.transcript.writing import line_of


def explanation_data(explained: Explained, editions: tuple[Edition, ...]) -> dict[str, object]:
    """Return an explanation with the keys that the help of `explain` names."""
    step, why = explained.step, explained.why
    correction = why.correction if why else None
    shortfall = why.shortfall if why else None
    return {
        "file": explained.file,
        "outcome": explained.outcome,
        **_moment(explained),
        "statement": line_of(step.statement, explained.colours) if step else None,
        "violations": [
            violation_data(violation, explained.called) for violation in explained.violations
        ],
        "cores": [_core(core) for core in explained.ordered_cores],
        "complete": explained.cores.complete,
        "correction": _correction(explained, correction) if correction else None,
        "shortfall": _shortfall(shortfall) if shortfall else None,
        "citations": [*_citations(explained, editions)],
        "disagreement": explained.disagreement or None,
    }


def _moment(explained: Explained) -> dict[str, object]:
    step = explained.step
    if step is None:
        return {"line": None, "round": None, "turn": None, "player": None}
    state, seat = step.before, getattr(step.event, "seat", None)
    return {
        "line": step.statement.at.line or None,
        "round": state.round,
        "turn": state.turn if state.phase == "actions" else None,
        "player": None if seat is None else explained.colours[seat],
    }


def _core(core: Core) -> dict[str, object]:
    return {
        "rules": sorted(core.rules),
        "because": sorted(core.because),
        "numbers": [to_builtins(number) for number in core.numbers],
        "fields": list(core.fields),
        "words": [words for rule in sorted(core.because) for words in number_words(core, rule)],
    }


def _correction(explained: Explained, correction: Correction) -> dict[str, object]:
    said = explained.step.event if explained.step else None
    found = correction.event
    words = [] if said is None or found is None else changes(said, found, explained.colours)
    return {
        "outcome": correction.outcome,
        "statement": corrected_line(explained.record, correction) or None,
        "changed": list(correction.changed),
        "distance": correction.distance,
        "words": [*words],
        "barred_by": sorted(correction.barred_by),
        "reason": correction.reason or None,
    }


def _shortfall(shortfall: Shortfall) -> dict[str, object]:
    return {
        "outcome": shortfall.outcome,
        "lacks": [
            {
                "what": lack.what,
                "amount": lack.amount,
                "words": explaining().lack(lack.what, lack.amount),
            }
            for lack in shortfall.lacks
        ],
        "still_broken": sorted(shortfall.still_broken),
        "words": shortfall_words(shortfall),
        "reason": shortfall.reason or None,
    }


def _citations(explained: Explained, editions: tuple[Edition, ...]) -> Iterator[dict[str, object]]:
    for rule in explained.rules:
        for citation in rule.citations:
            if citation.edition in editions:
                yield {"rule": rule.id, **citation_data(citation)}
