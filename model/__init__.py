"""The rules of the game as constraints, stated independently of the engine.

What is imported here is looked up when it is used: what needs no solver must not wait for one.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
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
        IllegalEffectError,
        Judge,
        ModelVerdict,
    )
    from model.legality.scoring import PadTerms
    from model.solver import UndecidedError

__all__ = [
    "AmbiguousEffectError",
    "IllegalEffectError",
    "Judge",
    "ModelVerdict",
    "PadTerms",
    "UndecidedError",
    "effect",
    "find",
    "legal",
    "legal_setting",
    "opening",
    "said_solutions",
    "score",
    "solutions",
]

_HOMES = {
    "AmbiguousEffectError": "model.judge",
    "IllegalEffectError": "model.judge",
    "Judge": "model.judge",
    "PadTerms": "model.legality.scoring",
    "UndecidedError": "model.solver",
    "ModelVerdict": "model.judge",
}


def __getattr__(name: str) -> object:
    """Import what is asked for from where it is at home."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found: object = getattr(import_module(_HOMES.get(name, "model.api")), name)
    globals()[name] = found
    return found
