"""What is asked of the solvers, and how far an answer is proved; none of it needs a solver."""

from dataclasses import dataclass
from typing import Literal

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
