"""Costs of slips, fitted on records whose originals are known.

A search finds the edits that make a record legal; one of the tables they come to is the original's.
The costs are those that make the originals likeliest among what was found, where the probability
of an edit falls with the exponent of its cost. Each is drawn towards what was believed before any
record was seen (`prior-costs.toml`), so that a kind that was hardly seen keeps a sensible cost.
"""

import re
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import exp
from pathlib import Path
from typing import Final

from msgspec import Struct

from referee.api.sources import sets_of
from referee.game.state import State
from referee.repairs.budget import Budget
from referee.repairs.candidates import Version, nearness
from referee.repairs.costs import Costs
from referee.repairs.search import Repairing
from referee.repairs.sheet import Sheet
from scripts.tools.repair.pairs import SlipPair
from scripts.tools.repair.trials import last_table

SECONDS: Final = 12.0
ROUNDS: Final = 400
STEP: Final = 0.05
DRAWN: Final = 0.5
"""How strongly a cost is drawn towards what was believed before."""

PRIOR: Final = Path(__file__).with_name("prior-costs.toml")

Weights = dict[str, float]


class PricedEdit(Struct, frozen=True):
    """An edit that makes a record legal: what its cost is made of."""

    table: int
    """Edits with the same number come to the same table."""
    features: tuple[str, ...]
    rest: float
    """What no weight decides, such as how many other slips of its kind there could be."""


class FittingCase(Struct, frozen=True):
    """All explanations of a record; those to table 0 bring the original back."""

    explanations: tuple[PricedEdit, ...]


def cases(pairs: Iterable[SlipPair], costs: Costs) -> Iterator[FittingCase]:
    """Yield the explanations of every record that is brought back, as the search finds them."""
    sets = sets_of(None)
    for pair in pairs:
        truth = last_table(Sheet(pair.original, sets))
        budget = Budget(seconds=SECONDS, clock=time.process_time)
        searching = Repairing(Sheet(pair.damaged, sets), budget, edits=1)
        start = searching.as_it_is()
        found = searching.search().found
        if start is None or truth is None:
            continue
        explanations = tuple(_explained(start, found, truth, costs))
        if any(each.table == 0 for each in explanations):
            yield FittingCase(explanations)


def _explained(
    start: Version, found: Sequence[Version], truth: State, costs: Costs
) -> Iterator[PricedEdit]:
    numbers: dict[State, int] = {truth: 0}
    weights = weights_of(costs)
    for version in found:
        (edit,) = version.edits
        if start.failure is None or edit.at < 0:
            continue
        near = nearness(start, start.failure, edit)
        features = [f"kind {edit.kind}", *costs.distance_parts(near)]
        rest = edit.cost - sum(weights[feature] for feature in features)
        table = numbers.setdefault(version.tables[-1], len(numbers))
        yield PricedEdit(table, tuple(features), rest)


def weights_of(costs: Costs) -> Weights:
    """Return what can be fitted, by name."""
    found = {f"kind {kind}": cost for kind, cost in costs.kinds.items()}
    found |= {f"steps {first}": cost for first, cost in costs.distance.steps}
    found |= {f"noted {first}": cost for first, cost in costs.distance.noted}
    return found | {
        "same-player": costs.distance.same_player,
        "same-name": costs.distance.same_name,
        "drawn": costs.distance.drawn,
    }


def fitted(known: Sequence[FittingCase], prior: Costs) -> Weights:
    """Return the weights that make the originals likeliest, given what was believed before."""
    begin = weights_of(prior)
    weights = dict(begin)
    for _ in range(ROUNDS):
        slope: defaultdict[str, float] = defaultdict(float)
        for case in known:
            _add_slope(case, weights, slope)
        for name, value in weights.items():
            weights[name] = value - STEP * (slope[name] + DRAWN * (value - begin[name]))
    return weights


def _cost(explanation: PricedEdit, weights: Mapping[str, float]) -> float:
    return explanation.rest + sum(weights[name] for name in explanation.features)


def _add_slope(
    case: FittingCase, weights: Mapping[str, float], slope: defaultdict[str, float]
) -> None:
    """Add how the improbability of the original changes with each weight."""
    chances = [exp(-_cost(each, weights)) for each in case.explanations]
    own = sum(c for c, each in zip(chances, case.explanations, strict=True) if each.table == 0)
    total = sum(chances)
    if not own or own == total:
        return
    for chance, each in zip(chances, case.explanations, strict=True):
        share = (chance / own if each.table == 0 else 0.0) - chance / total
        for name in each.features:
            slope[name] += share


def first_share(known: Sequence[FittingCase], weights: Mapping[str, float]) -> float:
    """Return the share of records whose likeliest explanation brings the original back."""
    right = 0
    for case in known:
        right += min(case.explanations, key=lambda each: _cost(each, weights)).table == 0
    return right / max(1, len(known))


def with_weights(text: str, weights: Mapping[str, float]) -> str:
    """Return the file of costs with other numbers in it, and everything else as it is."""
    for name, value in weights.items():
        what, _, which = name.partition(" ")
        number = f"{value:.2f}"
        if what == "kind":
            text = re.sub(rf"(?m)^({which} = )-?[\d.]+", rf"\g<1>{number}", text)
        elif which:
            text = re.sub(rf"(?m)^({what} = .*\[{which}, )-?[\d.]+", rf"\g<1>{number}", text)
        else:
            text = re.sub(rf"(?m)^({what} = )-?[\d.]+", rf"\g<1>{number}", text)
    return text
