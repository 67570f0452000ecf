"""The rules of the game as constraints, stated independently of the engine."""

from model.api import (
    effect,
    find,
    legal,
    legal_setting,
    opening,
    said_solutions,
    score,
    solutions,
)
from model.judge import (
    AmbiguousEffectError,
    IllegalEventError,
    Judge,
    UndecidedError,
    Verdict,
)
from model.legality.scoring import Score

__all__ = [
    "AmbiguousEffectError",
    "IllegalEventError",
    "Judge",
    "Score",
    "UndecidedError",
    "Verdict",
    "effect",
    "find",
    "legal",
    "legal_setting",
    "opening",
    "said_solutions",
    "score",
    "solutions",
]
