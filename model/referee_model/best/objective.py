"""What a turn is judged by: worth, margin, cash, shares, steps, or a weighted sum of these."""

from dataclasses import dataclass
from typing import Literal, get_args

from referee.core.ids import COMPANIES
from referee.i18n.speech import say

Plain = Literal["net-worth", "margin", "cash", "diamonds", "ink"]
SHARES = "shares:"
SHARE_MEASURES = tuple(SHARES + company for company in COMPANIES)
MEASURES: tuple[str, ...] = (*get_args(Plain), *SHARE_MEASURES)
"""Everything that can be weighed, by name."""


LARGEST_WEIGHT = 1_000_000
"""No measure comes near it, and sums of this size are safe for the solver."""


class ObjectiveError(ValueError):
    """An objective that cannot be read, with what was expected."""


@dataclass(frozen=True, slots=True)
class Objective:
    """A weighted sum of measures; more is better."""

    terms: tuple[tuple[int, str], ...]

    def __str__(self) -> str:
        return "+".join(name if weight == 1 else f"{weight}*{name}" for weight, name in self.terms)


def objective(text: str) -> Objective:
    """Return the objective that `text` names, such as `margin` or `2*ink+shares:cairo`."""
    terms = []
    for term in text.replace(" ", "").split("+"):
        factor, star, name = term.rpartition("*")
        if name not in MEASURES:
            raise ObjectiveError(
                say(
                    "answers.objective.no-measure",
                    name=f"{name!r:.40}",
                    measures=", ".join(MEASURES),
                )
            )
        try:
            weight = int(factor) if star else 1
        except ValueError:
            message = say("answers.objective.not-whole", factor=f"{factor!r:.40}", name=name)
            raise ObjectiveError(message) from None
        if abs(weight) > LARGEST_WEIGHT:
            raise ObjectiveError(
                say(
                    "answers.objective.too-large",
                    factor=f"{factor:.40}",
                    largest_weight=LARGEST_WEIGHT,
                )
            )
        terms.append((weight, name))
    return Objective(tuple(terms))


# What is asked of the solvers, and how far an answer is proved; none of it needs a solver ---------
Status = Literal["optimal", "bound"]
"""Whether nothing better exists for certain, or only up to a bound."""

OPTIMA_LIMIT = 100
"""So many turns with the best value are counted unless said otherwise."""

Aim = Literal["furthest", "value"]
"""What a plan with books is to be best in: where the jar ends, or what it is all worth."""


@dataclass(frozen=True, slots=True)
class Weights:
    """Pounds that a plan counts for things that are not money."""

    diamonds: int = 2
    posts: int = 1
    steps: int = 2
